//===- Diagnostics.cpp - errors that people can act on --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/diagnostics/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace encke {

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

/// A message with names of any length in it, cut to what can be read.
static std::string readable(const Twine &message) {
  constexpr size_t longest = 1000;
  std::string text = message.str();
  if (text.size() > longest)
    text.replace(longest / 2, text.size() - longest, "...");
  return text;
}

Diagnostics::Builder &Diagnostics::Builder::note(SMRange where,
                                                 const Twine &message) {
  engine.get(index).notes.push_back({where, readable(message)});
  return *this;
}

Diagnostics::Builder &Diagnostics::Builder::help(const Twine &message) {
  engine.get(index).notes.push_back({SMRange(), readable(message)});
  return *this;
}

Diagnostics::Builder Diagnostics::add(diag::ID id, SourceMgr::DiagKind kind,
                                      SMRange where, const Twine &message) {
  bool isError = kind == SourceMgr::DK_Error;
  errorCount += isError;
  // Warnings have as much room again.
  if (entries.size() >= (isError ? 1 : 2) * maxErrors) {
    discardedErrors += isError;
    discarded = {};
    return Builder(*this, ~size_t(0));
  }
  entries.push_back({id, kind, where, readable(message), {}});
  return Builder(*this, entries.size() - 1);
}

Diagnostics::Builder Diagnostics::error(diag::ID id, SMRange where,
                                        const Twine &message) {
  return add(id, SourceMgr::DK_Error, where, message);
}

Diagnostics::Builder Diagnostics::warning(diag::ID id, SMRange where,
                                          const Twine &message) {
  return add(id, SourceMgr::DK_Warning, where, message);
}

Diagnostics::Builder Diagnostics::notSupported(SMRange where,
                                               const Twine &message) {
  return error(diag::not_supported, where, "not supported yet: " + message);
}

void Diagnostics::noteSince(size_t count, SMRange where, const Twine &message) {
  for (Entry &entry : llvm::drop_begin(entries, count))
    entry.notes.push_back({where, readable(message)});
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

std::string toString(diag::ID id) {
  static constexpr StringRef names[] = {
#define DIAGNOSTIC(Id) #Id,
#include "frontend/diagnostics/Diagnostics.def"
  };
  std::string name = names[id].str();
  llvm::replace(name, '_', '-');
  return name;
}

void Diagnostics::arrange(unsigned limit) {
  // The files of a program one after the other.
  auto place = [&](const Entry &entry) {
    unsigned file = entry.where.isValid()
                        ? sources.FindBufferContainingLoc(entry.where.Start)
                        : 0;
    return std::make_pair(file, entry.where.Start.getPointer());
  };
  llvm::stable_sort(entries, [&](const Entry &a, const Entry &b) {
    return place(a) < place(b);
  });
  unsigned errors = 0;
  auto end = llvm::find_if(entries, [&](const Entry &entry) {
    errors += entry.kind == SourceMgr::DK_Error;
    return errors > limit;
  });
  unsigned hidden = discardedErrors +
                    std::count_if(end, entries.end(), [](const Entry &entry) {
                      return entry.kind == SourceMgr::DK_Error;
                    });
  entries.erase(end, entries.end());
  if (hidden)
    entries.push_back({diag::too_many_errors,
                       SourceMgr::DK_Error,
                       SMRange(),
                       (Twine(hidden) + (isFull() ? " or more" : "") +
                        " further errors are not shown")
                           .str(),
                       {}});
  discardedErrors = 0;
}

void Diagnostics::flush(raw_ostream &os, DiagnosticStyle style) {
  bool isText = style == DiagnosticStyle::Text;
  arrange(isText ? maxShownErrors : maxErrors);
  for (const Entry &entry : entries)
    (isText ? printText : printJSON)(os, sources, entry);
  entries.clear();
}

} // namespace encke
