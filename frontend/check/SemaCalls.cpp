//===- SemaCalls.cpp - calls inside expressions ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace encke;
using namespace encke::sema;
using llvm::StringRef;
using llvm::Twine;

/// What to write for functions that other languages have, or "".
static StringRef hintForFunction(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Cases({"einsum", "dot", "matmul", "mm", "mul", "gemm"},
             "labels say what is multiplied and summed: 'C[i, k] = A[i, j] * "
             "B[j, k];'")
      .Cases({"spmm", "spmv", "gemv", "mv", "tensordot", "inner", "outer"},
             "labels say what is multiplied and summed: 'y[i] = A[i, j] * "
             "x[j];'")
      .Cases({"zeros", "ones", "full", "fill", "zeros_like", "ones_like"},
             "a scalar fills a declared tensor: 'x[j] = 0.0;'")
      .Cases({"rand", "randn", "uniform"}, "did you mean 'random'?")
      .Cases({"load", "open", "mmread", "loadtxt", "fopen"},
             "did you mean 'read'?")
      .Cases({"save", "mmwrite", "savetxt", "store"}, "did you mean 'write'?")
      .Cases({"printf", "puts", "disp", "display"}, "did you mean 'print'?")
      .Case("sum", "'SUM(A[i, j])' adds all elements, 'SUM[j](A[i, j])' those "
                   "along j")
      .Cases({"norm", "nnz", "prod"},
             "reductions are written in capitals: SUM, "
             "PROD, MIN, MAX, NORM, NNZ")
      .Cases({"mean", "average", "MEAN", "avg"},
             "'SUM(x[i]) / size(i)' is the mean")
      .Cases({"any", "ANY"}, "'MAX(x[i] > 1.0)' is whether one is true")
      .Cases({"all", "ALL"}, "'MIN(x[i] > 1.0)' is whether all are true")
      .Cases({"count", "COUNT"}, "'SUM(x[i] > 1.0)' counts those that are true")
      .Cases({"amax", "maximum"}, "'max(x, y)' takes the larger of two, "
                                  "'MAX(A[i, j])' the largest of all")
      .Cases({"amin", "minimum"}, "'min(x, y)' takes the smaller of two, "
                                  "'MIN(A[i, j])' the smallest of all")
      .Case("softmax", "'exp(X[i, j]) / SUM[j](exp(X[i, j]))'")
      .Case("not", "'!' is the logical not")
      .Cases({"power", "square"}, "did you mean 'pow'?")
      .Case("fabs", "did you mean 'abs'?")
      .Case("ln", "'log' is the natural logarithm")
      .Cases({"mod", "fmod", "rem", "remainder"},
             "'a % b' is the remainder of whole numbers")
      .Cases({"floordiv", "idiv", "quotient"},
             "'div(a, b)' is the quotient of whole numbers, rounded down")
      .Cases({"real", "imag", "angle"},
             "the parts of a complex number are 're(z)', 'im(z)', its angle "
             "'arg(z)'")
      .Cases({"trunc", "fix", "as_int"}, "'int(x)' cuts off the fraction")
      .Cases({"arcsin", "arccos", "arctan", "arctan2"},
             "these functions are 'asin', 'acos', 'atan' and 'atan2'")
      .Cases({"range", "arange", "linspace"}, "a range is written lo:hi")
      .Cases({"len", "shape", "dim", "length"},
             "'size(i)' is the size of a label")
      .Case("where", "'c ? a : b' chooses, element by element")
      .Case("select", "'c ? a : b' chooses, element by element")
      .Default("");
}

void FunctionChecker::reportUnknownFunction(const ast::Call &call) {
  const Symbol *symbol = findValue(call.name.name);
  if (!symbol)
    symbol = findLabel(call.name.name);
  if (symbol) {
    reportMisuse(call.name, *symbol, "a function");
    return;
  }
  if (!reported.insert(call.name.name).second)
    return;
  auto builder = diagnostics.error(diag::undeclared, call.name.range,
                                   "function '" + Twine(call.name.name) +
                                       "' is not declared");
  StringRef hint = hintForFunction(call.name.name);
  if (!hint.empty()) {
    builder.help(hint);
    return;
  }
  // Of two names that are as close, the one that is known better.
  std::vector<StringRef> candidates, others;
  for (const Builtin &known : allBuiltins())
    (known.givesWay ? others : candidates).push_back(known.name);
  for (const auto &entry : program.functions)
    candidates.push_back(entry.first());
  llvm::sort(candidates);
  llvm::sort(others);
  llvm::append_range(candidates, others);
  suggest(builder, call.name.name, candidates);
}

bool FunctionChecker::checkCall(ast::Call &call) {
  const Builtin *builtin = findBuiltin(call);
  if (!builtin) {
    if (ast::Function *callee = findFunction(call.name.name)) {
      if (!checkFunctionCall(call, *callee))
        return false;
      const ast::Function &called = *info.calls[&call].function;
      if (called.scalarResult) {
        call.elementType = *called.scalarResult;
        return true;
      }
      diagnostics
          .error(diag::call_without_value, call.range,
                 "'" + Twine(call.name.name) +
                     (called.tensorResult
                          ? "' gives a tensor: its call stands alone on the "
                            "right of an assignment"
                          : "' has no result"))
          .note(callee->name.range, "it is declared here");
      return false;
    }
    for (ast::ExprPtr &argument : call.arguments)
      if (!llvm::isa<ast::Name, ast::String>(argument.get()))
        checkExpr(*argument);
    reportUnknownFunction(call);
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
  case BuiltinKind::Size:
    return checkSize(call);
  case BuiltinKind::Read:
  case BuiltinKind::Random:
  case BuiltinKind::Convert:
  case BuiltinKind::Permutation:
    diagnostics.error(diag::source_in_expression, call.range,
                      "'" + Twine(call.name.name) +
                          "' stands alone on the right of an "
                          "assignment to a tensor");
    return false;
  case BuiltinKind::Print:
  case BuiltinKind::Write:
  case BuiltinKind::PrintElapsedTime:
    diagnostics.error(diag::statement_as_value, call.range,
                      "'" + Twine(call.name.name) +
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
  auto builder = diagnostics.error(
      diag::argument_count, call.range,
      "'" + Twine(call.name.name) + "' takes " + expected + ", but " +
          Twine(count) + (count == 1 ? " is" : " are") + " given");
  if (count == 1 && (call.name.name == "min" || call.name.name == "max"))
    builder.help("'" + StringRef(call.name.name).upper() +
                 "' reduces a tensor to one value");
  if (call.name.name == "size")
    builder.help("the size of a dimension is that of its label: 'size(i)'");
  return false;
}

bool FunctionChecker::rejectLabels(const ast::Call &call) {
  if (!call.hasLabels)
    return true;
  diagnostics
      .error(diag::unwanted_labels, call.range,
             "'" + Twine(call.name.name) + "' takes no labels")
      .help("SUM, MIN, MAX, PROD, NORM and NNZ do");
  return false;
}

bool FunctionChecker::requireOperand(const ast::Expr &argument,
                                     const ElementwiseFunction &function) {
  if (function.operands == ElementwiseFunction::Ordered)
    return requireOrdered(argument, function.name);
  if (function.operands == ElementwiseFunction::Whole)
    return requireWhole(argument, function.name);
  return requireReal(argument, function.name);
}

bool FunctionChecker::checkElementwise(ast::Call &call,
                                       const Builtin &builtin) {
  bool ok = rejectLabels(call);
  ok &= checkArity(call, builtin.minArguments, builtin.maxArguments);
  for (ast::ExprPtr &argument : call.arguments)
    ok &= checkExpr(*argument);
  if (!ok)
    return false;
  if (builtin.name == choiceName)
    return checkChoice(call);
  ast::Expr &first = *call.arguments.front();
  ElementType type = call.arguments.size() == 2
                         ? promote(first, *call.arguments[1])
                         : first.elementType;
  std::optional<ElementType> computesIn = builtin.function->computesIn(type);
  if (!computesIn) {
    for (ast::ExprPtr &argument : call.arguments)
      ok &= requireOperand(*argument, *builtin.function);
    return ok;
  }
  if (*computesIn != type)
    for (ast::ExprPtr &argument : call.arguments)
      adaptLiteral(*argument, *computesIn);
  call.elementType = builtin.function->resultOf(*computesIn);
  return true;
}

/// `c ? a : b` (L64).
bool FunctionChecker::checkChoice(ast::Call &call) {
  const ast::Expr &condition = *call.arguments[0];
  call.elementType = promote(*call.arguments[1], *call.arguments[2]);
  if (condition.elementType == ElementType::Bool)
    return true;
  diagnostics
      .error(diag::bool_needed, condition.range,
             "'?' needs a bool, but this is " + toString(condition.elementType))
      .help(comparisonHelp);
  return false;
}

/// `size(i)` (L64).
bool FunctionChecker::checkSize(ast::Call &call) {
  call.elementType = ElementType::Int64;
  if (!rejectLabels(call) || !checkArity(call, 1, 1))
    return false;
  const auto *name = llvm::dyn_cast<ast::Name>(call.arguments[0].get());
  const Symbol *label = name ? findLabel(name->name) : nullptr;
  if (!label) {
    diagnostics
        .error(diag::label_needed, call.arguments[0]->range,
               "'size' takes a label")
        .help("the size of a dimension is that of its label: 'size(i)'");
    return false;
  }
  sizes.need(label->size, "label '" + name->name + "'", name->range);
  return true;
}

/// The type of the absolute value: of a complex number it is real.
static ElementType magnitudeType(ElementType type) {
  return type == ElementType::Complex ? ElementType::Double : type;
}

bool FunctionChecker::checkReduction(ast::Call &call, const Builtin &builtin) {
  bool ok = checkArity(call, 1, 1);
  if (call.hasLabels && call.over.empty()) {
    ok = false;
    diagnostics.error(diag::empty_reduction, call.range,
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
        .error(diag::repeated_label, it->range,
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
      diagnostics.error(diag::tensor_needed, argument.range,
                        "NNZ takes a tensor");
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
          .error(diag::label_not_used, label.range,
                 "label '" + Twine(label.name) + "' is not used in what " +
                     builtin.name + " reduces")
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
