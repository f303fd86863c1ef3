//===- Analysis.cpp - what the front end says of a text -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lsp/Analysis.h"

#include "frontend/parse/Imports.h"
#include "frontend/parse/Parser.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace encke::server {

Analysis::Analysis(StringRef text, StringRef path)
    : mainBuffer(sources.AddNewSourceBuffer(
          MemoryBuffer::getMemBufferCopy(text, path), SMLoc())),
      lines(getText()) {
  Diagnostics diagnostics(sources);
  tree = parseProgram(diagnostics, mainBuffer);
  if (tree) {
    bool isComplete = readImports(*tree, diagnostics, mainBuffer);
    // Before the checker, which makes copies of functions.
    names = std::make_unique<Names>(*tree);
    if (isComplete)
      checked = checkProgram(*tree, diagnostics, FileKind::Either);
    if (checked)
      checkSupported(*checked, diagnostics);
  }
  entries = diagnostics.arrange().vec();
}

const FunctionInfo *Analysis::infoOf(const ast::Function &function) const {
  if (!checked)
    return nullptr;
  if (auto found = checked->functions.find(&function);
      found != checked->functions.end())
    return &found->second;
  return nullptr;
}

std::vector<const ast::Function *> Analysis::getCheckedFunctions() const {
  std::vector<const ast::Function *> functions;
  if (!tree)
    return functions;
  for (const auto &function : tree->functions) {
    const ast::Function *found = function.get();
    if (checked && !infoOf(*function))
      for (const auto &instance : checked->instances)
        if (instance->name.range.Start == function->name.range.Start) {
          found = instance.get();
          break;
        }
    if (isHere(found->range))
      functions.push_back(found);
  }
  return functions;
}

bool Analysis::isHere(SMRange range) const {
  return range.isValid() &&
         sources.FindBufferContainingLoc(range.Start) == mainBuffer;
}

std::optional<lsp::Location> Analysis::locationOf(SMRange range) const {
  unsigned buffer =
      range.isValid() ? sources.FindBufferContainingLoc(range.Start) : 0;
  if (!buffer)
    return std::nullopt;
  const MemoryBuffer &file = *sources.getMemoryBuffer(buffer);
  Expected<lsp::URIForFile> uri =
      lsp::URIForFile::fromFile(file.getBufferIdentifier());
  if (!uri) {
    consumeError(uri.takeError());
    return std::nullopt;
  }
  StringRef text = file.getBuffer();
  return lsp::Location(
      *uri, Lines(text).rangeOf(size_t(range.Start.getPointer() - text.data()),
                                size_t(range.End.getPointer() - text.data())));
}

} // namespace encke::server
