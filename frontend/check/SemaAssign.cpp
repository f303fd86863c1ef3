//===- SemaAssign.cpp - assignments ---------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace encke;
using namespace encke::sema;
using llvm::StringRef;
using llvm::Twine;

/// `IndexLable [i, j] = [8];` reads as an assignment of a tensor literal.
static bool isMisspeltLabelDecl(const ast::Assign &assign) {
  return assign.hasIndices && assign.op == ast::AssignOp::Set &&
         llvm::isa<ast::Literal>(assign.value.get()) &&
         closestName(assign.target.name, {"IndexLabel"});
}

/// Declares the labels as if the word were right, so that their uses say
/// nothing more.
void FunctionChecker::declareMisspelt(const ast::Assign &assign) {
  diagnostics
      .error(diag::undeclared, assign.target.range,
             "tensor '" + Twine(assign.target.name) + "' is not declared")
      .help("did you mean 'IndexLabel'?");
  for (const ast::Index &index : assign.indices) {
    if (!index.isLabel())
      continue;
    Symbol symbol;
    symbol.size = sizes.add(index.name);
    sizes.setKnown(symbol.size);
    declare(index, symbol);
  }
}

void FunctionChecker::checkAssign(ast::Assign &assign) {
  const Symbol *symbol = findValue(assign.target.name);
  if (symbol && symbol->kind == Symbol::Tensor) {
    assign.tensor = symbol->tensor;
    checkTensorAssign(assign, *symbol->tensor);
  } else if (symbol && symbol->kind == Symbol::Scalar) {
    assign.scalar = symbol->scalar;
    checkScalarAssign(assign);
  } else if (symbol) {
    reportMisuse(assign.target, *symbol, "a variable to assign to");
  } else {
    if (const Symbol *label = findLabel(assign.target.name))
      reportMisuse(assign.target, *label, "a tensor or a scalar variable");
    else if (isMisspeltLabelDecl(assign))
      return declareMisspelt(assign);
    else
      reportUndeclared(assign.target, assign.hasIndices ? "tensor" : "variable",
                       {Symbol::Tensor, Symbol::Scalar});
    sizes.setIncomplete();
    // The right side has errors of its own to tell.
    if (!llvm::isa<ast::Literal, ast::SparseLiteral>(assign.value.get()) &&
        !asBuiltinCall(*assign.value, BuiltinKind::Read) &&
        !asBuiltinCall(*assign.value, BuiltinKind::Random) &&
        !asBuiltinCall(*assign.value, BuiltinKind::Permutation))
      checkExpr(*assign.value);
  }
}

/// L54: how a value becomes a narrower one.
static std::string castHelp(ElementType from, ElementType to) {
  if (from == ElementType::Complex)
    return "'re(z)' is the real part, 'abs(z)' the magnitude";
  bool isWhole = to == ElementType::Int64 || to == ElementType::Int32;
  if (isWhole && !widensTo(from, ElementType::Int64))
    return "'" + toString(to).str() +
           "(x)' cuts off the fraction; 'div(a, b)' is the quotient of whole "
           "numbers, rounded down";
  return "'" + toString(to).str() + "(x)' makes it one";
}

bool FunctionChecker::checkConversion(ast::Expr &value, ElementType stored,
                                      const Twine &what) {
  ElementType to = computedIn(stored); // what is stored is rounded (L50)
  adaptLiteral(value, to);
  if (widensTo(value.elementType, to))
    return true;
  auto error = diagnostics.error(
      diag::narrowing, value.range,
      "a value of type " + toString(value.elementType) + " does not fit " +
          what + " of type " + toString(stored));
  if (to == ElementType::Bool)
    error.help(comparisonHelp);
  else
    error.help(castHelp(value.elementType, to));
  return false;
}

void FunctionChecker::requirePlainSet(const ast::Assign &assign,
                                      StringRef what) {
  if (assign.op != ast::AssignOp::Set)
    diagnostics.error(diag::plain_assignment_needed, assign.opRange,
                      "'" + what + "' needs a plain '='");
  if (assign.mask)
    diagnostics.error(diag::unwanted_mask, assign.mask->tensor.range,
                      "'" + what +
                          "' fills the whole tensor and takes no "
                          "mask");
}

/// L18, L22: the operator of `y @(⊕)= e`.
bool FunctionChecker::checkAccumulation(const ast::Assign &assign,
                                        ElementType type) {
  if (assign.op != ast::AssignOp::Accumulate)
    return true;
  const ast::SemiringOperator &used = *assign.accumulate;
  if (!canReduce(used))
    return false;
  if (type != ElementType::Complex ||
      (used.name != "min" && used.name != "max"))
    return true;
  diagnostics.error(diag::semiring_operator, used.range,
                    "complex numbers have no order, which '" +
                        Twine(used.name) + "' needs");
  return false;
}

void FunctionChecker::checkScalarAssign(ast::Assign &assign) {
  if (assign.hasIndices)
    diagnostics
        .error(diag::unwanted_labels, assign.target.range,
               "scalar variable '" + Twine(assign.target.name) +
                   "' takes no labels")
        .note(assign.scalar->name.range, "it is declared here");
  if (assign.mask)
    diagnostics.error(diag::unwanted_mask, assign.mask->tensor.range,
                      "a scalar variable takes no mask");
  checkAccumulation(assign, assign.scalar->type);
  if (!checkExpr(*assign.value) || !placeSums(*assign.value, {}, diagnostics) ||
      !assignLabels(*assign.value, diagnostics))
    return;
  checkConversion(*assign.value, assign.scalar->type,
                  "scalar variable '" + assign.target.name + "'");
  checkSchedule(assign);
}

void FunctionChecker::checkTensorAssign(ast::Assign &assign,
                                        ast::TensorDecl &tensor) {
  if (assign.mask)
    checkMask(*assign.mask, tensor);
  checkAccumulation(assign, tensor.type);
  ast::Expr &value = *assign.value;
  if (llvm::isa<ast::Literal>(&value))
    return checkLiteral(assign, tensor);
  if (ast::Call *read = asBuiltinCall(value, BuiltinKind::Read))
    return checkRead(assign, *read, tensor);
  if (llvm::isa<ast::SparseLiteral>(&value))
    return checkSparseLiteral(assign, tensor);
  if (ast::Call *random = asBuiltinCall(value, BuiltinKind::Random))
    return checkRandom(assign, *random, tensor);
  if (asBuiltinCall(value, BuiltinKind::Convert))
    return checkConvert(assign, tensor);
  if (asBuiltinCall(value, BuiltinKind::Permutation))
    return checkPermutation(assign, tensor);
  if (auto *call = llvm::dyn_cast<ast::Call>(&value)) {
    const WholeFunction *whole = findWholeFunction(call->name.name);
    if (whole && !findFunction(call->name.name))
      return checkWholeCall(assign, tensor, *whole);
    ast::Function *callee =
        findBuiltin(*call) ? nullptr : findFunction(call->name.name);
    if (callee && !callee->scalarResult() &&
        checkTensorCall(assign, *call, *callee, tensor))
      return;
  }
  if (!assign.hasIndices && checkWholeCopy(assign, tensor))
    return;
  checkComputation(assign, tensor);
}

/// `y[i] = f(A);`: the result goes to the target by positions (L48). False
/// when the function gives a single value instead.
bool FunctionChecker::checkTensorCall(ast::Assign &assign, ast::Call &call,
                                      ast::Function &callee,
                                      ast::TensorDecl &tensor) {
  bool ok = checkFunctionCall(call, callee, {&tensor});
  if (ok && info.calls[&call].function->scalarResult())
    return false;
  checkTarget(assign, tensor, Use::Positional);
  assigned.insert(&tensor);
  if (!ok) {
    sizes.setIncomplete();
    return true;
  }
  const ast::Function &called = *info.calls[&call].function;
  if (!called.tensorResult()) {
    diagnostics
        .error(diag::call_without_value, call.range,
               "'" + Twine(call.name.name) +
                   (called.results.empty()
                        ? "' has no result"
                        : "' has several results, which are taken at once: 'a, "
                          "b = f(x);'"))
        .note(callee.name.range, "it is declared here");
    return true;
  }
  checkAlike(*called.tensorResult(),
             "the result of '" + Twine(call.name.name) + "'", tensor,
             call.range);
  return true;
}

bool FunctionChecker::checkAlike(const ast::TensorDecl &result,
                                 const Twine &what,
                                 const ast::TensorDecl &tensor,
                                 llvm::SMRange range) {
  auto report = [&](diag::ID kind, const Twine &has, const Twine &other) {
    noteDeclaration(
        diagnostics.error(kind, range,
                          what + has + ", but '" + tensor.name.name + other),
        tensor);
    return false;
  };
  if (result.dimensions.size() != tensor.dimensions.size())
    return report(diag::order_mismatch,
                  " has " + countOf(result.dimensions.size(), "dimension"),
                  "' has " + Twine(tensor.dimensions.size()));
  if (result.type != tensor.type)
    return report(diag::type_mismatch, " is of " + Twine(toString(result.type)),
                  "' is of " + Twine(toString(tensor.type)));
  return true;
}

bool FunctionChecker::checkTarget(ast::Assign &assign, ast::TensorDecl &tensor,
                                  Use use, bool mayRepeat) {
  if (!assign.hasIndices) {
    for (auto [i, node] : llvm::enumerate(dimensionNodes[&tensor]))
      sizes.need(node,
                 "dimension " + std::to_string(i + 1) + " of '" +
                     tensor.name.name + "'",
                 assign.target.range);
    return true;
  }
  llvm::SMRange range(assign.target.range.Start,
                      assign.indices.empty() ? assign.target.range.End
                                             : assign.indices.back().range.End);
  bool ok = checkIndices(&tensor, assign.indices, range, use);
  if (assign.indices.size() != tensor.dimensions.size())
    return false;
  return (mayRepeat || checkRepeated(assign)) && ok;
}

/// L48: what comes as a whole goes to a tensor, or a slice of it.
bool FunctionChecker::checkRepeated(const ast::Assign &assign) {
  bool ok = true;
  for (auto it = assign.indices.begin(); it != assign.indices.end(); ++it) {
    auto first =
        std::find_if(assign.indices.begin(), it, [&](const ast::Index &other) {
          return other.name == it->name;
        });
    if (!it->isLabel() || first == it)
      continue;
    ok = false;
    diagnostics
        .error(diag::repeated_label, it->range,
               "label '" + Twine(it->name) + "' stands twice on the left")
        .note(first->range, "the first is here");
  }
  return ok;
}

/// L57: `D[i, i]` is a diagonal.
static bool repeatsLabel(const ast::Assign &assign) {
  llvm::StringSet<> seen;
  return llvm::any_of(assign.indices, [&](const ast::Index &index) {
    return index.isLabel() && !seen.insert(index.name).second;
  });
}

void FunctionChecker::checkComputation(ast::Assign &assign,
                                       ast::TensorDecl &tensor) {
  // A fill by a scalar only counts positions (L7).
  bool isFill = !mentionsTensor(*assign.value) &&
                freeLabels(*assign.value).empty() && !repeatsLabel(assign);
  bool ok = checkTarget(assign, tensor, isFill ? Use::Positional : Use::Compute,
                        /*mayRepeat=*/true);
  if (!assign.hasIndices && !tensor.dimensions.empty() && !isFill) {
    ok = false;
    noteDeclaration(diagnostics
                        .error(diag::missing_labels, assign.target.range,
                               "tensor '" + Twine(tensor.name.name) +
                                   "' needs its labels here")
                        .help("for example '" + spellAccess(tensor) + "'"),
                    tensor);
  }
  {
    llvm::SaveAndRestore<bool> elements(hasLabels, true);
    ok &= checkSelected(*assign.value);
  }
  assigned.insert(&tensor);
  if (!ok)
    return;

  if (!placeSums(*assign.value, labelsOf(assign.indices), diagnostics) ||
      !assignLabels(*assign.value, diagnostics))
    return;
  checkConversion(*assign.value, tensor.type,
                  "tensor '" + tensor.name.name + "'");
  warnOfUnpairedLabels(assign);
  checkSparseTarget(assign, tensor);
  checkSchedule(assign);
}

bool FunctionChecker::checkWholeCopy(ast::Assign &assign,
                                     ast::TensorDecl &tensor) {
  auto *name = llvm::dyn_cast<ast::Name>(assign.value.get());
  const Symbol *symbol = name ? findValue(name->name) : nullptr;
  if (!symbol || symbol->kind != Symbol::Tensor)
    return false;
  const ast::TensorDecl *source = checkWholeTensor(*name);
  checkTarget(assign, tensor, Use::Compute);
  assigned.insert(&tensor);
  if (!source)
    return true;
  if (source->dimensions.size() != tensor.dimensions.size()) {
    auto builder = diagnostics.error(
        diag::order_mismatch, assign.target.range,
        "'" + Twine(tensor.name.name) + "' has " +
            countOf(tensor.dimensions.size(), "dimension") + ", but '" +
            source->name.name + "' has " + Twine(source->dimensions.size()));
    noteDeclaration(builder, tensor);
    noteDeclaration(builder, *source);
    builder.help("'v[n] = reshape(A[i, j]);' takes the elements in order into "
                 "another shape");
    return true;
  }
  for (unsigned i = 0; i < tensor.dimensions.size(); ++i) {
    std::string dimension = "dimension " + std::to_string(i + 1) + " of '";
    sizes.unite(dimensionNodes[&tensor][i], dimension + tensor.name.name + "'",
                dimensionNodes[source][i], dimension + source->name.name + "'",
                assign.target.range);
  }
  checkConversion(*name, tensor.type, "tensor '" + tensor.name.name + "'");
  checkSchedule(assign);
  return true;
}
