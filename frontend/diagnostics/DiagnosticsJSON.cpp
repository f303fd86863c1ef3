//===- DiagnosticsJSON.cpp - diagnostics for editors ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One object a line, so that a reader needs no end to begin;
// docs/diagnostics.md says what is in it.
//
//===----------------------------------------------------------------------===//

#include "frontend/diagnostics/Diagnostics.h"

#include "llvm/Support/JSON.h"

using namespace llvm;

namespace encke {

static StringRef severityOf(SourceMgr::DiagKind kind) {
  return kind == SourceMgr::DK_Warning ? "warning" : "error";
}

/// The members "file", "line", "column" and "end"; none without a place.
static void writePlace(json::OStream &out, const SourceMgr &sources,
                       SMRange where) {
  unsigned id =
      where.isValid() ? sources.FindBufferContainingLoc(where.Start) : 0;
  if (!id)
    return;
  auto [line, column] = sources.getLineAndColumn(where.Start, id);
  out.attribute("file", sources.getMemoryBuffer(id)->getBufferIdentifier());
  out.attribute("line", line);
  out.attribute("column", column);
  out.attributeObject("end", [&] {
    auto [line, column] = sources.getLineAndColumn(where.End, id);
    out.attribute("line", line);
    out.attribute("column", column);
  });
}

void printJSON(raw_ostream &os, const SourceMgr &sources,
               const Diagnostics::Entry &entry) {
  json::OStream out(os);
  // Program text in a message may be cut in the middle of a character.
  auto text = [](StringRef message) { return json::fixUTF8(message); };
  out.object([&] {
    writePlace(out, sources, entry.where);
    out.attribute("severity", severityOf(entry.kind));
    out.attribute("id", toString(entry.id));
    out.attribute("message", text(entry.message));
    std::string suggestion;
    out.attributeArray("notes", [&] {
      for (const Diagnostics::Note &note : entry.notes) {
        if (!note.where.isValid()) {
          suggestion += (suggestion.empty() ? "" : "; ") + note.message;
          continue;
        }
        out.object([&] {
          writePlace(out, sources, note.where);
          out.attribute("message", text(note.message));
        });
      }
    });
    if (!suggestion.empty())
      out.attribute("suggestion", text(suggestion));
  });
  os << '\n';
}

} // namespace encke
