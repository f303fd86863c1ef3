//===- SemaCalls.cpp - calls inside expressions ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"

using namespace encke;
using namespace encke::sema;
using llvm::StringRef;
using llvm::Twine;

const ast::Function *FunctionChecker::findFunction(StringRef name) const {
  auto it = program.functions.find(name);
  return it == program.functions.end() ? nullptr : it->second;
}

bool FunctionChecker::checkCall(ast::Call &call) {
  const Builtin *builtin = findBuiltin(call.name.name);
  if (!builtin) {
    if (const ast::Function *callee = findFunction(call.name.name)) {
      if (!checkFunctionCall(call, *callee))
        return false;
      if (callee->scalarResult) {
        call.elementType = *callee->scalarResult;
        return true;
      }
      diagnostics
          .error(call.range,
                 "'" + Twine(call.name.name) +
                     (callee->tensorResult
                          ? "' gives a tensor: its call stands alone on the "
                            "right of an assignment"
                          : "' has no result"))
          .note(callee->name.range, "it is declared here");
      return false;
    }
    for (ast::ExprPtr &argument : call.arguments)
      if (!llvm::isa<ast::Name, ast::String>(argument.get()))
        checkExpr(*argument);
    if (!reported.insert(call.name.name).second)
      return false;
    std::vector<StringRef> candidates;
    for (const Builtin &known : allBuiltins())
      candidates.push_back(known.name);
    for (const auto &entry : program.functions)
      candidates.push_back(entry.first());
    llvm::sort(candidates);
    suggest(diagnostics.error(call.name.range, "function '" +
                                                   Twine(call.name.name) +
                                                   "' is not declared"),
            call.name.name, candidates);
    return false;
  }

  switch (builtin->kind) {
  case BuiltinKind::Elementwise:
    return checkElementwise(call, *builtin);
  case BuiltinKind::Reduction:
    return checkReduction(call, *builtin);
  case BuiltinKind::GetTime:
    call.elementType = ElementType::Double;
    return rejectLabels(call) && checkArity(call, 0, 0);
  case BuiltinKind::Read:
  case BuiltinKind::Random:
  case BuiltinKind::Convert:
    diagnostics.error(call.range, "'" + Twine(call.name.name) +
                                      "' stands alone on the right of an "
                                      "assignment to a tensor");
    return false;
  case BuiltinKind::Print:
  case BuiltinKind::Write:
  case BuiltinKind::PrintElapsedTime:
    diagnostics.error(call.range, "'" + Twine(call.name.name) +
                                      "' is a statement and has no value");
    return false;
  }
  return false;
}

bool FunctionChecker::checkArity(const ast::Call &call, size_t min,
                                 size_t max) {
  size_t count = call.arguments.size();
  if (min <= count && count <= max)
    return true;
  std::string expected =
      min == max ? countOf(min, "argument")
                 : Twine(min).str() + " to " + Twine(max).str() + " arguments";
  diagnostics.error(call.range, "'" + Twine(call.name.name) + "' takes " +
                                    expected + ", but " + Twine(count) +
                                    (count == 1 ? " is" : " are") + " given");
  return false;
}

bool FunctionChecker::rejectLabels(const ast::Call &call) {
  if (!call.hasLabels)
    return true;
  diagnostics
      .error(call.range, "'" + Twine(call.name.name) + "' takes no labels")
      .help("SUM, MIN, MAX, PROD, NORM and NNZ do");
  return false;
}

/// The type of the absolute value: of a complex number it is real.
static ElementType magnitudeType(ElementType type) {
  return type == ElementType::Complex ? ElementType::Double : type;
}

bool FunctionChecker::checkElementwise(ast::Call &call,
                                       const Builtin &builtin) {
  bool ok = rejectLabels(call);
  ok &= checkArity(call, builtin.minArguments, builtin.maxArguments);
  for (ast::ExprPtr &argument : call.arguments)
    ok &= checkExpr(*argument);
  if (!ok)
    return false;
  ast::Expr &first = *call.arguments.front();
  ElementType type = call.arguments.size() == 2
                         ? promote(first, *call.arguments[1])
                         : first.elementType;
  if (builtin.isFloating) {
    type = toFloating(type);
    for (ast::ExprPtr &argument : call.arguments)
      adaptLiteral(*argument, type);
  }
  call.elementType = builtin.name == "abs" ? magnitudeType(type) : type;
  if (builtin.isOrdered)
    for (ast::ExprPtr &argument : call.arguments)
      ok &= requireOrdered(*argument, builtin.name);
  return ok;
}

bool FunctionChecker::checkReduction(ast::Call &call, const Builtin &builtin) {
  bool ok = checkArity(call, 1, 1);
  if (call.hasLabels && call.over.empty()) {
    ok = false;
    diagnostics.error(call.range,
                      "'" + builtin.name + "[]' names no label to reduce over");
  }
  for (auto it = call.over.begin(); it != call.over.end(); ++it) {
    ok &= lookupLabel(*it) != nullptr;
    auto first =
        std::find_if(call.over.begin(), it, [&](const ast::Identifier &other) {
          return other.name == it->name;
        });
    if (first == it)
      continue;
    ok = false;
    diagnostics
        .error(it->range,
               "label '" + Twine(it->name) + "' stands twice in the reduction")
        .note(first->range, "the first is here");
  }
  if (!ok) {
    for (ast::ExprPtr &argument : call.arguments)
      checkExpr(*argument);
    return false;
  }

  ast::Expr &argument = *call.arguments.front();
  if (builtin.name == "NNZ") {
    call.elementType = ElementType::Int64;
    if (!llvm::isa<ast::Access, ast::Name>(&argument)) {
      diagnostics.error(argument.range, "NNZ takes a tensor");
      return false;
    }
    // L25: a bare tensor counts as a whole.
    if (llvm::isa<ast::Name>(&argument) && !call.hasLabels)
      return checkWholeTensor(argument) != nullptr;
  }
  if (!checkExpr(argument))
    return false;

  std::vector<std::string> free = freeLabels(argument);
  for (const ast::Identifier &label : call.over)
    if (!llvm::is_contained(free, label.name)) {
      ok = false;
      diagnostics
          .error(label.range, "label '" + Twine(label.name) +
                                  "' is not used in what " + builtin.name +
                                  " reduces")
          .note(argument.range,
                "this has " + (free.empty() ? "no labels" : quoteList(free)));
    }

  ElementType type = argument.elementType;
  if (builtin.name == "NORM")
    call.elementType = magnitudeType(toFloating(type));
  else if (builtin.name == "SUM" || builtin.name == "PROD")
    call.elementType = type == ElementType::Bool ? ElementType::Int64 : type;
  else if (builtin.name != "NNZ")
    call.elementType = type;
  if (builtin.isOrdered)
    ok &= requireOrdered(argument, builtin.name);
  return ok;
}

/// L31, L48: bare tensors and scalars by position.
bool FunctionChecker::checkFunctionCall(ast::Call &call,
                                        const ast::Function &callee) {
  bool ok = rejectLabels(call);
  if (callee.name.name == "main") {
    diagnostics.error(call.range, "'main' cannot be called");
    return false;
  }
  if (!checkArity(call, callee.parameters.size(), callee.parameters.size()))
    return false;
  for (unsigned i = 0; i < call.arguments.size(); ++i) {
    ast::Expr &argument = *call.arguments[i];
    const ast::Parameter &parameter = callee.parameters[i];
    if (parameter.scalar) {
      ok &= checkScalarValue(argument) &&
            checkConversion(argument, parameter.scalar->type,
                            "parameter '" + parameter.scalar->name.name + "'");
      continue;
    }
    const ast::TensorDecl &expected = *parameter.tensor;
    if (!llvm::isa<ast::Name>(&argument)) {
      ok = false;
      diagnostics
          .error(argument.range, "a tensor without labels is needed here")
          .note(expected.name.range, "for this parameter");
      continue;
    }
    const ast::TensorDecl *tensor = checkWholeTensor(argument);
    if (!tensor) {
      ok = false;
      continue;
    }
    bool anyOrder = expected.dimensions.empty() && expected.spec.parts.empty();
    if (!anyOrder && expected.dimensions.size() != tensor->dimensions.size()) {
      ok = false;
      diagnostics
          .error(argument.range,
                 "'" + Twine(tensor->name.name) + "' has " +
                     countOf(tensor->dimensions.size(), "dimension") +
                     ", but the parameter has " +
                     Twine(expected.dimensions.size()))
          .note(expected.name.range, "for this parameter");
    } else if (expected.type != tensor->type) {
      ok = false;
      diagnostics
          .error(argument.range, "'" + Twine(tensor->name.name) + "' is of " +
                                     toString(tensor->type) +
                                     ", but the parameter is of " +
                                     toString(expected.type))
          .note(expected.name.range, "for this parameter");
    }
  }
  return ok;
}
