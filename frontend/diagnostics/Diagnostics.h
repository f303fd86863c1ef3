//===- Diagnostics.h - errors that people can act on ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_DIAGNOSTICS_DIAGNOSTICS_H
#define ENCKE_FRONTEND_DIAGNOSTICS_DIAGNOSTICS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <vector>

namespace encke {

namespace diag {
/// What can be wrong: stable, for editors and docs/diagnostics.md.
enum ID : unsigned {
#define DIAGNOSTIC(Id) Id,
#include "frontend/diagnostics/Diagnostics.def"
};
} // namespace diag

/// The identifier as users see it: "undeclared-name".
std::string toString(diag::ID id);

/// For people, or one JSON object a line (docs/diagnostics.md).
enum class DiagnosticStyle { Text, JSON };

/// Collects the diagnostics of one program and prints them in source order:
/// file:line:column, the line, a caret or a range, notes at other places (L37).
/// Does not own the source manager, which must outlive it.
class Diagnostics {
public:
  explicit Diagnostics(llvm::SourceMgr &sources) : sources(sources) {}

  /// So many errors are kept; what finds more of them may stop.
  static constexpr unsigned maxErrors = 200;
  /// So many errors are shown to people.
  static constexpr unsigned maxShownErrors = 50;

  /// A handle on the diagnostic just made, to hang notes on.
  class Builder {
  public:
    /// Adds a note that points at another place in the program.
    Builder &note(llvm::SMRange where, const llvm::Twine &message);
    /// Adds a remark without a place (a suggestion, what was expected).
    Builder &help(const llvm::Twine &message);

  private:
    friend class Diagnostics;
    Builder(Diagnostics &engine, size_t index) : engine(engine), index(index) {}
    Diagnostics &engine;
    size_t index;
  };

  Builder error(diag::ID id, llvm::SMRange where, const llvm::Twine &message);
  Builder warning(diag::ID id, llvm::SMRange where, const llvm::Twine &message);
  /// An error that says "not supported yet: <message>": the program is right,
  /// this version cannot compile it.
  Builder notSupported(llvm::SMRange where, const llvm::Twine &message);

  /// How many diagnostics are kept.
  size_t getCount() const { return entries.size(); }
  /// Adds the note to each diagnostic that was made since there were so many.
  void noteSince(size_t count, llvm::SMRange where, const llvm::Twine &message);

  bool isEmpty() const { return entries.empty(); }
  bool hasErrors() const { return errorCount != 0; }
  unsigned getErrorCount() const { return errorCount; }
  bool isFull() const { return errorCount >= maxErrors; }
  llvm::SourceMgr &getSources() const { return sources; }

  struct Note {
    llvm::SMRange where; // invalid for help
    std::string message;
  };
  struct Entry {
    diag::ID id;
    llvm::SourceMgr::DiagKind kind;
    llvm::SMRange where; // invalid when the program is not to blame
    std::string message;
    std::vector<Note> notes;
  };

  /// Everything collected, sorted by position.
  llvm::ArrayRef<Entry> arrange() {
    arrange(maxErrors);
    return entries;
  }

  /// Prints everything collected, sorted by position, and forgets it. Text has
  /// colours on a terminal, unless NO_COLOR is set.
  void flush(llvm::raw_ostream &os,
             DiagnosticStyle style = DiagnosticStyle::Text);

private:
  Builder add(diag::ID id, llvm::SourceMgr::DiagKind kind, llvm::SMRange where,
              const llvm::Twine &message);
  Entry &get(size_t index) {
    return index < entries.size() ? entries[index] : discarded;
  }
  /// Sorts the entries and puts a count in the place of those after `limit`
  /// errors.
  void arrange(unsigned limit);

  llvm::SourceMgr &sources;
  std::vector<Entry> entries;
  /// Takes the notes of what is not kept.
  Entry discarded = {};
  unsigned errorCount = 0;
  unsigned discardedErrors = 0;
};

/// Prints one diagnostic (DiagnosticsText.cpp, DiagnosticsJSON.cpp).
void printText(llvm::raw_ostream &os, const llvm::SourceMgr &sources,
               const Diagnostics::Entry &entry);
void printJSON(llvm::raw_ostream &os, const llvm::SourceMgr &sources,
               const Diagnostics::Entry &entry);

} // namespace encke

#endif // ENCKE_FRONTEND_DIAGNOSTICS_DIAGNOSTICS_H
