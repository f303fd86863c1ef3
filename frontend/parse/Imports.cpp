//===- Imports.cpp - the other files of a program (L62) -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/parse/Imports.h"

#include "frontend/parse/Parser.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace llvm;

namespace encke {

namespace {
class Importer {
public:
  Importer(ast::Program &program, Diagnostics &diagnostics)
      : program(program), diagnostics(diagnostics) {}

  /// The imports of a file whose tree is `tree`, which the buffer has.
  bool read(const ast::Program &tree, unsigned buffer);

private:
  bool read(const ast::Import &import, StringRef folder);
  void take(ast::Program &tree);

  static std::string keyOf(StringRef path);

  ast::Program &program;
  Diagnostics &diagnostics;
  /// The files, and whether they are being read now.
  std::map<std::string, bool> isOpen;
  /// The imports that name these, the innermost last.
  SmallVector<SMRange> open;
};
} // namespace

/// What is the same of two names of one file.
std::string Importer::keyOf(StringRef path) {
  sys::fs::UniqueID id;
  if (sys::fs::getUniqueID(path, id))
    return path.str();
  return std::to_string(id.getDevice()) + ":" + std::to_string(id.getFile());
}

bool Importer::read(const ast::Program &tree, unsigned buffer) {
  StringRef path =
      diagnostics.getSources().getMemoryBuffer(buffer)->getBufferIdentifier();
  std::string key = keyOf(path);
  isOpen[key] = true;
  bool isGood = true;
  for (const ast::Import &import : tree.imports)
    isGood &= read(import, sys::path::parent_path(path));
  isOpen[key] = false;
  return isGood;
}

bool Importer::read(const ast::Import &import, StringRef folder) {
  SmallString<128> path;
  if (!sys::path::is_absolute(import.path))
    path = folder;
  sys::path::append(path, import.path);
  sys::path::remove_dots(path, /*remove_dot_dot=*/false);
  std::string key = keyOf(path);
  if (auto found = isOpen.find(key); found != isOpen.end()) {
    if (!found->second)
      return true; // it was read before
    auto builder = diagnostics.error(diag::import_cycle, import.range,
                                     "'" + path +
                                         "' leads to this import: files cannot "
                                         "import each other");
    for (SMRange where : reverse(open))
      builder.note(where, "which is of a file that is imported here");
    return false;
  }
  auto text = MemoryBuffer::getFile(path, /*IsText=*/false);
  if (!text || sys::fs::is_directory(path)) {
    diagnostics.error(diag::unreadable_import, import.range,
                      "cannot read '" + path + "': " +
                          (text ? std::string("it is a directory")
                                : text.getError().message()));
    return false;
  }
  isOpen[key] = true;
  SourceMgr &sources = diagnostics.getSources();
  unsigned buffer = sources.AddNewSourceBuffer(std::move(*text), SMLoc());
  program.importedFiles.push_back(buffer);
  std::unique_ptr<ast::Program> tree = parseProgram(diagnostics, buffer);
  if (!tree)
    return false;
  open.push_back(import.range);
  bool isGood = read(*tree, buffer);
  open.pop_back();
  take(*tree);
  return isGood;
}

/// The file's `main` is ignored.
void Importer::take(ast::Program &tree) {
  for (std::unique_ptr<ast::Function> &function : tree.functions) {
    if (function->name.name == "main")
      continue;
    function->isImported = true;
    program.functions.push_back(std::move(function));
  }
  for (ast::StmtPtr &declaration : tree.declarations)
    program.declarations.push_back(std::move(declaration));
  for (std::unique_ptr<ast::ParamDecl> &parameter : tree.parameters)
    program.parameters.push_back(std::move(parameter));
}

bool readImports(ast::Program &program, Diagnostics &diagnostics,
                 unsigned bufferId) {
  return program.imports.empty() ||
         Importer(program, diagnostics).read(program, bufferId);
}

} // namespace encke
