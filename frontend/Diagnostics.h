//===- Diagnostics.h - errors that people can act on ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_DIAGNOSTICS_H
#define ENCKE_FRONTEND_DIAGNOSTICS_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <vector>

namespace encke {

/// Collects the diagnostics of one program and prints them in source order:
/// file:line:column, the line, a caret or a range, notes at other places (L37).
/// Does not own the source manager, which must outlive it.
class Diagnostics {
public:
  explicit Diagnostics(llvm::SourceMgr &sources) : sources(sources) {}

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

  Builder error(llvm::SMRange where, const llvm::Twine &message);
  Builder warning(llvm::SMRange where, const llvm::Twine &message);
  /// An error that says "not supported yet: <message>": the program is right,
  /// this version cannot compile it.
  Builder notSupported(llvm::SMRange where, const llvm::Twine &message);

  bool hasErrors() const { return errorCount != 0; }
  unsigned getErrorCount() const { return errorCount; }
  llvm::SourceMgr &getSources() const { return sources; }

  /// Prints everything collected, sorted by position, and forgets it. Colours
  /// only on a terminal.
  void flush(llvm::raw_ostream &os);

private:
  struct Note {
    llvm::SMRange where; // invalid for help
    std::string message;
  };
  struct Entry {
    llvm::SourceMgr::DiagKind kind;
    llvm::SMRange where;
    std::string message;
    std::vector<Note> notes;
  };

  Builder add(llvm::SourceMgr::DiagKind kind, llvm::SMRange where,
              const llvm::Twine &message);

  llvm::SourceMgr &sources;
  std::vector<Entry> entries;
  unsigned errorCount = 0;
};

} // namespace encke

#endif // ENCKE_FRONTEND_DIAGNOSTICS_H
