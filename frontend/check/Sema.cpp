//===- Sema.cpp - what the program's text implies -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/Sema.h"
#include "frontend/check/SemaInternal.h"

using namespace encke;
using namespace encke::sema;
using llvm::Twine;

/// Collects the names declared outside functions.
static ProgramNames collectNames(const ast::Program &program,
                                 Diagnostics &diagnostics) {
  ProgramNames names;
  for (const ast::StmtPtr &stmt : program.declarations) {
    const auto *decl = llvm::cast<ast::FormatDecl>(stmt.get());
    if (isKnownFormat(decl->name.name)) {
      diagnostics.error(diag::name_of_language, decl->name.range,
                        "'" + Twine(decl->name.name) +
                            "' is a format of the language");
      continue;
    }
    auto [it, isNew] = names.formats.try_emplace(decl->name.name, decl);
    if (!isNew)
      diagnostics
          .error(diag::redeclared, decl->name.range,
                 "format '" + Twine(decl->name.name) + "' is declared twice")
          .note(it->second->name.range, "it is declared here");
  }
  for (const auto &function : program.functions) {
    const ast::Identifier &name = function->name;
    if (findBuiltin(name.name)) {
      diagnostics.error(diag::name_of_language, name.range,
                        "'" + Twine(name.name) +
                            "' is a function of the language");
      continue;
    }
    auto [it, isNew] = names.functions.try_emplace(name.name, function.get());
    if (!isNew)
      diagnostics
          .error(diag::redeclared, name.range,
                 "function '" + Twine(name.name) + "' is declared twice")
          .note(it->second->name.range, "it is declared here");
  }
  return names;
}

static void checkMain(const ast::Program &program, const ProgramNames &names,
                      Diagnostics &diagnostics) {
  auto it = names.functions.find("main");
  if (it == names.functions.end()) {
    llvm::SourceMgr &sources = diagnostics.getSources();
    const char *start =
        sources.getMemoryBuffer(sources.getMainFileID())->getBufferStart();
    llvm::SMLoc where = llvm::SMLoc::getFromPointer(start);
    auto builder = diagnostics.error(diag::no_main, {where, where},
                                     "the program has no function 'main'");
    for (const auto &function : program.functions)
      if (closestName(function->name.name, {"main"}))
        builder.note(function->name.range, "did you mean 'main' here?");
    return;
  }
  const ast::Function &main = *it->second;
  if (!main.parameters.empty() || main.tensorResult || main.scalarResult)
    diagnostics.error(diag::main_signature, main.name.range,
                      "'main' has no parameters and no result");
}

std::optional<CheckedProgram> encke::checkProgram(ast::Program &program,
                                                  Diagnostics &diagnostics) {
  unsigned errorsBefore = diagnostics.getErrorCount();
  ProgramNames names = collectNames(program, diagnostics);
  checkMain(program, names, diagnostics);

  CheckedProgram checked;
  checked.program = &program;
  FunctionTable functions(names, checked);
  for (const auto &function : program.functions)
    if (!isOpen(*function))
      functions.check(*function, diagnostics);
  functions.markWritten();
  if (diagnostics.getErrorCount() != errorsBefore)
    return std::nullopt;
  return checked;
}
