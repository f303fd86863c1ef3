//===- Analysis.h - what the front end says of a text -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_LSP_ANALYSIS_H
#define ENCKE_LSP_ANALYSIS_H

#include "frontend/check/Sema.h"
#include "frontend/diagnostics/Diagnostics.h"
#include "lsp/Names.h"
#include "lsp/Text.h"

#include "llvm/Support/SourceMgr.h"

#include <map>
#include <memory>
#include <string>

namespace encke::server {

/// A program as it was at some time, parsed and checked. It does not change.
class Analysis {
public:
  /// What `path` would hold; its folder is where imports begin.
  Analysis(llvm::StringRef text, llvm::StringRef path);

  /// As the front end has it, with a byte order mark and all.
  llvm::StringRef getText() const {
    return sources.getMemoryBuffer(mainBuffer)->getBuffer();
  }
  const Lines &getLines() const { return lines; }
  const llvm::SourceMgr &getSources() const { return sources; }
  /// Sorted by position.
  llvm::ArrayRef<Diagnostics::Entry> getEntries() const { return entries; }

  /// The tree; null after an error of syntax.
  const ast::Program *getTree() const { return tree.get(); }
  const Names *getNames() const { return names.get(); }
  /// What the checker found of a function; null in a program with errors, and
  /// for functions that are checked for each call.
  const FunctionInfo *infoOf(const ast::Function &function) const;
  /// The functions of the program itself, as far as they are checked: of those
  /// that are checked for each call, that of the first one.
  std::vector<const ast::Function *> getCheckedFunctions() const;

  bool isHere(llvm::SMRange range) const;
  size_t offsetOf(llvm::SMLoc place) const {
    return place.getPointer() - getText().data();
  }
  llvm::SMLoc placeAt(lsp::Position position) const {
    return llvm::SMLoc::getFromPointer(getText().data() +
                                       lines.offsetOf(position));
  }
  /// Of a place in the program itself.
  lsp::Range rangeOf(llvm::SMRange range) const {
    return lines.rangeOf(offsetOf(range.Start), offsetOf(range.End));
  }
  /// Of a place in it or in a file that it imports.
  std::optional<lsp::Location> locationOf(llvm::SMRange range) const;

private:
  llvm::SourceMgr sources;
  unsigned mainBuffer;
  Lines lines;
  std::unique_ptr<ast::Program> tree;
  std::unique_ptr<Names> names;
  std::optional<CheckedProgram> checked;
  std::vector<Diagnostics::Entry> entries;
};

} // namespace encke::server

#endif // ENCKE_LSP_ANALYSIS_H
