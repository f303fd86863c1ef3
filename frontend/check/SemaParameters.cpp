//===- SemaParameters.cpp - parameters of the program (L59) ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parameter holds in the functions of its file. What is a number or a truth
// value is a variable there that nobody assigns to; a text stands where texts
// do.
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"

using namespace encke;
using namespace encke::sema;
using llvm::Twine;
using rt::ParameterKind;

static ElementType typeOf(ParameterKind kind) {
  switch (kind) {
  case ParameterKind::Whole:
    return ElementType::Int64;
  case ParameterKind::Truth:
    return ElementType::Bool;
  case ParameterKind::Real:
  case ParameterKind::Text:
    return ElementType::Double;
  }
  return ElementType::Double;
}

void FunctionChecker::declareParameters() {
  scopes.emplace_back();
  for (ast::ParamDecl *parameter : program.parameters) {
    if (parameter->file != function.file)
      continue;
    parameter->scalar.name = parameter->name;
    parameter->scalar.type = typeOf(parameter->kind);
    Symbol symbol;
    symbol.kind = Symbol::Parameter;
    symbol.parameter = parameter;
    if (!parameter->isText())
      symbol.scalar = &parameter->scalar;
    declare(parameter->name, symbol);
  }
}

ast::ParamDecl *FunctionChecker::findParameter(llvm::StringRef name) const {
  const Symbol *symbol = findValue(name);
  return symbol ? symbol->parameter : nullptr;
}

ast::ParamDecl *FunctionChecker::findText(ast::Expr &expr) {
  auto *name = llvm::dyn_cast<ast::Name>(&expr);
  ast::ParamDecl *parameter = name ? findParameter(name->name) : nullptr;
  if (!parameter || !parameter->isText())
    return nullptr;
  name->text = parameter;
  return parameter;
}

bool FunctionChecker::isText(ast::Expr &expr) {
  return llvm::isa<ast::String>(&expr) || findText(expr);
}

/// `IndexLabel [r] = [rank];`
bool FunctionChecker::checkParameterSize(const ast::LabelDecl &decl) {
  llvm::StringRef name = ast::textOf(decl.extent.range);
  ast::ParamDecl *parameter = findParameter(name);
  if (parameter && parameter->kind == ParameterKind::Whole) {
    info.parameters.insert(parameter);
    return true;
  }
  auto builder = diagnostics.error(diag::integer_needed, decl.extent.range,
                                   "the size of a label is a whole number, a "
                                   "parameter that is one, or '?'");
  if (parameter)
    builder.note(parameter->name.range,
                 "'" + Twine(name) + "' is " + describe(parameter->kind));
  else
    builder.help("a range may be computed: '[0:" + Twine(name) + "]'");
  return false;
}

/// `{BDIA(b)}`: the code is for one value.
bool FunctionChecker::takeFormatNumbers(ast::FormatSpec::Part &part) {
  bool ok = true;
  for (const auto &[place, name] : part.parameters) {
    ast::ParamDecl *parameter = findParameter(name.name);
    if (parameter && parameter->kind == ParameterKind::Whole) {
      parameter->isFixed = true;
      part.arguments[place] = parameter->now().integer;
      continue;
    }
    ok = false;
    auto builder = diagnostics.error(
        diag::format_arguments, name.range,
        "a number of a format is a whole number, or a parameter that is one");
    if (parameter)
      builder.note(parameter->name.range, "'" + Twine(name.name) + "' is " +
                                              describe(parameter->kind));
    else
      builder.help("a parameter stands before the functions: 'param " +
                   Twine(name.name) + " = 64;'");
  }
  return ok;
}
