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
      .Cases({"mean", "average", "avg"}, "'MEAN[j](A[i, j])' is the mean")
      .Cases({"var", "variance", "std"},
             "'VAR[j](A[i, j])' is the variance, whose root the standard "
             "deviation is")
      .Case("any", "'ANY[j](A[i, j] > 1)' is whether one is true")
      .Case("all", "'ALL[j](A[i, j] > 1)' is whether all are true")
      .Case("count", "'COUNT[j](A[i, j] > 1)' counts those that are true")
      .Cases({"argmin", "argmax"},
             "'ARGMAX[j](A[i, j])' is the coordinate of the greatest element")
      .Cases({"CUMSUM", "SORT", "ARGSORT", "TOP", "cumulative"},
             "'cumsum(x[i], i)', 'sort(x[i], i)', 'argsort(x[i], i)' and "
             "'top(A[i, j], j, 10)' stand alone on the right of '='")
      .Cases({"inv", "inverse", "INVERSE"},
             "'x[i] = solve(A, b);' solves a system, which an inverse is "
             "hardly needed for")
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
      .Cases({"where", "filter"},
             "'B[i, j] = A[i, j] where A[i, j] > 0;' selects elements, 'c ? a "
             ": b' chooses a value")
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
      if (called.scalarResult()) {
        call.elementType = *called.scalarResult();
        return true;
      }
      diagnostics
          .error(diag::call_without_value, call.range,
                 "'" + Twine(call.name.name) +
                     (called.tensorResult()
                          ? "' gives a tensor: its call stands alone on the "
                            "right of an assignment"
                      : called.results.empty()
                          ? "' has no result"
                          : "' has several results, which are taken at once: "
                            "'a, b = f(x);'"))
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
  case BuiltinKind::Error:
  case BuiltinKind::Write:
  case BuiltinKind::PrintElapsedTime:
    diagnostics.error(diag::statement_as_value, call.range,
                      "'" + Twine(call.name.name) +
                          "' is a statement and has no value");
    return false;
  }
  return false;
}

/// L57: only `random` has arguments with names.
bool FunctionChecker::rejectNamed(const ast::Call &call) {
  for (const ast::NamedArgument &named : call.named)
    diagnostics.error(diag::named_argument, named.name.range,
                      "'" + Twine(call.name.name) +
                          "' has no argument with the name '" +
                          named.name.name + "'");
  return call.named.empty();
}

bool FunctionChecker::checkArity(const ast::Call &call, size_t min,
                                 size_t max) {
  if (!asBuiltinCall(call, BuiltinKind::Random) && !rejectNamed(call))
    return false;
  size_t count = call.arguments.size();
  if (min <= count && count <= max)
    return true;
  std::string expected =
      min == max ? countOf(min, "argument")
      : max == anyNumber
          ? "at least " + countOf(min, "argument")
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

/// L55.
static bool isStatistic(StringRef name) {
  return llvm::is_contained(
      {"ANY", "ALL", "COUNT", "MEAN", "VAR", "ARGMIN", "ARGMAX"}, name);
}

bool FunctionChecker::checkStatistic(ast::Call &call, StringRef name,
                                     llvm::ArrayRef<std::string> free) {
  const ast::Expr &argument = *call.arguments.front();
  ElementType type = argument.elementType;
  if (name == "MEAN" || name == "VAR") {
    call.elementType = toFloating(type);
    if (name == "VAR")
      call.elementType = magnitudeType(call.elementType);
    warnOfAbsent(call);
    return true;
  }
  if (name == "ARGMIN" || name == "ARGMAX") {
    call.elementType = ElementType::Int64;
    size_t count = call.hasLabels ? call.over.size() : free.size();
    if (count == 1)
      return true;
    diagnostics
        .error(diag::one_label, call.range,
               "'" + name +
                   "' gives the coordinate of one label, but this has " +
                   countOf(count, "label"))
        .help("'" + name + "[" + (free.empty() ? "j" : free.back()) + "](" +
              sourceText(argument.range) + ")' is along one of them");
    return false;
  }
  call.elementType = name == "COUNT" ? ElementType::Int64 : ElementType::Bool;
  if (type == ElementType::Bool)
    return true;
  diagnostics
      .error(diag::bool_needed, argument.range,
             "'" + name + "' needs a bool, but this is " + toString(type))
      .help(comparisonHelp);
  return false;
}

/// People who take the mean of a sparse tensor may want that of its elements.
void FunctionChecker::warnOfAbsent(const ast::Call &call) {
  const ast::Expr &argument = *call.arguments.front();
  const auto *access = llvm::dyn_cast<ast::Access>(&argument);
  if (!access || findFullPart(argument))
    return;
  std::string over;
  if (call.hasLabels)
    for (const ast::Identifier &label : call.over)
      over += (over.empty() ? "[" : ", ") + label.name;
  over += over.empty() ? "" : "]";
  std::string text = sourceText(argument.range).str();
  std::string mean =
      "SUM" + over + "(" + text + ") / NNZ" + over + "(" + text + ")";
  bool isMean = call.name.name == "MEAN";
  diagnostics
      .warning(diag::absent_counted, argument.range,
               "'" + call.name.name + "' counts the coordinates at which '" +
                   access->name.name + "' stores nothing, as zeros")
      .help(isMean ? "'" + mean + "' is the mean of those that it stores"
                   : "'SUM" + over + "(" + text + " * " + text + ") / NNZ" +
                         over + "(" + text + ") - pow(" + mean +
                         ", 2)' is the variance of those that it stores");
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
  if (!checkSelected(argument))
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
  else if (isStatistic(builtin.name))
    ok &= checkStatistic(call, builtin.name, free);
  else if (builtin.name == "SUM" || builtin.name == "PROD")
    call.elementType = type == ElementType::Bool ? ElementType::Int64 : type;
  else if (builtin.name != "NNZ")
    call.elementType = type;
  if (builtin.isOrdered)
    ok &= requireOrdered(argument, builtin.name);
  return ok;
}
