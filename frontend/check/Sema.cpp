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
    if (auto found = names.formats.find(decl->name.name);
        found != names.formats.end())
      diagnostics
          .error(diag::redeclared, decl->name.range,
                 "format '" + Twine(decl->name.name) + "' is declared twice")
          .note(found->second.decl->name.range, "it is declared here");
    else
      names.formats.try_emplace(decl->name.name,
                                checkFormatDecl(*decl, diagnostics));
  }
  llvm::StringMap<const ast::ParamDecl *> parameters;
  for (const auto &parameter : program.parameters) {
    auto [it, isNew] =
        parameters.try_emplace(parameter->name.name, parameter.get());
    if (isNew)
      names.parameters.push_back(parameter.get());
    else
      diagnostics
          .error(diag::redeclared, parameter->name.range,
                 "parameter '" + Twine(parameter->name.name) +
                     "' is declared twice")
          .note(it->second->name.range, "it is declared here");
  }
  for (const auto &function : program.functions) {
    const ast::Identifier &name = function->name;
    const Builtin *builtin = findBuiltin(name.name);
    if (builtin && !builtin->givesWay) {
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

/// What looks like `main` but has another name: a spelling mistake.
static bool isAlmostMain(const ast::Function &function) {
  return closestName(function.name.name, {"main"}) &&
         function.parameters.empty() && function.results.empty();
}

/// Functions of the language that are younger than programs give way to theirs.
static void markOwnCalls(const ast::Program &program,
                         const ProgramNames &names) {
  for (const auto &function : program.functions)
    ast::forEachExpression(function->body, [&](ast::Expr &expr) {
      if (auto *call = llvm::dyn_cast<ast::Call>(&expr))
        call->isOwn = names.functions.count(call->name.name);
    });
}

static void checkMain(const ast::Program &program, const ProgramNames &names,
                      FileKind kind, Diagnostics &diagnostics) {
  auto it = names.functions.find("main");
  bool isLibrary = kind == FileKind::Library ||
                   (kind == FileKind::Either && !program.functions.empty() &&
                    llvm::none_of(program.functions, [](const auto &f) {
                      return isAlmostMain(*f);
                    }));
  if (it == names.functions.end() && isLibrary)
    return;
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
  if (!main.parameters.empty() || !main.results.empty())
    diagnostics.error(diag::main_signature, main.name.range,
                      "'main' has no parameters and no result");
}

/// A library has the functions of which the kinds of all arguments are known.
static void findExported(const ast::Program &program, CheckedProgram &checked,
                         Diagnostics &diagnostics) {
  const ast::Function *open = nullptr;
  for (const auto &function : program.functions) {
    const ast::Identifier &name = function->name;
    if (name.name == "main" || function->isImported)
      continue;
    if (function->results.size() > 1) {
      diagnostics.notSupported(name.range,
                               "a function with several results in a library");
      continue;
    }
    if (!isOpen(*function)) {
      checked.exported.push_back(function.get());
      continue;
    }
    open = function.get();
    if (function->hasExports)
      continue;
    diagnostics
        .warning(diag::not_exported, name.range,
                 "the library does not have '" + Twine(name.name) +
                     "': its callers choose the formats of its parameters")
        .help("give the parameters formats: Tensor<double> A([i, j], {CSR}); "
              "or say them with --export '" +
              Twine(name.name) + "(CSR)'");
  }
  std::map<llvm::StringRef, const ast::Function *> names;
  for (const ast::Function *function : checked.exported)
    if (auto [it, isNew] =
            names.try_emplace(function->nameInLibrary(), function);
        !isNew)
      diagnostics.error(diag::wrong_export, function->name.range,
                        "the library would have two functions '" +
                            Twine(function->nameInLibrary()) +
                            "': give one of them another name, as in "
                            "--export 'name = product(CSR, Dense)'");
  if (!checked.exported.empty())
    return;
  llvm::SourceMgr &sources = diagnostics.getSources();
  const char *start =
      sources.getMemoryBuffer(sources.getMainFileID())->getBufferStart();
  llvm::SMLoc where = llvm::SMLoc::getFromPointer(start);
  diagnostics.error(diag::nothing_exported, {where, where},
                    open ? "no function of the file can be in a library"
                         : "a library needs a function besides 'main'");
}

std::optional<std::string> encke::pathOf(const FileRef &file) {
  if (const auto *path = std::get_if<std::string>(&file))
    return *path;
  if (const auto *parameter = std::get_if<const ast::ParamDecl *>(&file))
    return (*parameter)->now().text;
  return std::nullopt;
}

std::optional<CheckedProgram> encke::checkProgram(ast::Program &program,
                                                  Diagnostics &diagnostics,
                                                  FileKind kind) {
  unsigned errorsBefore = diagnostics.getErrorCount();
  ProgramNames names = collectNames(program, diagnostics);
  markOwnCalls(program, names);
  checkMain(program, names, kind, diagnostics);

  CheckedProgram checked;
  checked.program = &program;
  FunctionTable functions(names, checked);
  for (const auto &function : program.functions)
    if (!isOpen(*function) && !function->isImported)
      functions.check(*function, diagnostics);
  functions.markWritten();
  if (kind == FileKind::Library)
    findExported(program, checked, diagnostics);
  if (diagnostics.getErrorCount() != errorsBefore)
    return std::nullopt;
  return checked;
}
