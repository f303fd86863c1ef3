//===- SemaUnpack.cpp - several results at once (L64, L65) ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

using namespace encke;
using namespace encke::sema;
using llvm::Twine;

/// Each target is a tensor or a scalar variable of its own. `tensors` has a
/// place for each, null for a scalar.
bool FunctionChecker::checkUnpackTargets(
    ast::Unpack &unpack,
    llvm::SmallVectorImpl<const ast::TensorDecl *> &tensors) {
  bool ok = true;
  std::map<llvm::StringRef, llvm::SMRange> seen;
  for (const std::unique_ptr<ast::Assign> &target : unpack.targets) {
    const ast::Identifier &name = target->target;
    const Symbol *symbol = findValue(name.name);
    tensors.push_back(nullptr);
    if (auto [it, isNew] = seen.try_emplace(name.name, name.range); !isNew) {
      ok = false;
      diagnostics
          .error(diag::redeclared, name.range,
                 "'" + Twine(name.name) + "' takes two results")
          .note(it->second, "the first is here");
    } else if (symbol && symbol->kind == Symbol::Tensor) {
      target->tensor = tensors.back() = symbol->tensor;
      ok &= checkTarget(*target, *symbol->tensor, Use::Positional);
    } else if (symbol && symbol->kind == Symbol::Scalar) {
      target->scalar = symbol->scalar;
      if (!target->hasIndices)
        continue;
      ok = false;
      diagnostics
          .error(diag::unwanted_labels, name.range,
                 "scalar variable '" + Twine(name.name) + "' takes no labels")
          .note(symbol->range, "it is declared here");
    } else {
      ok = false;
      if (!symbol)
        symbol = findLabel(name.name);
      if (symbol)
        reportMisuse(name, *symbol, "a variable to assign to");
      else
        reportUndeclared(name, target->hasIndices ? "tensor" : "variable",
                         {Symbol::Tensor, Symbol::Scalar});
    }
  }
  return ok;
}

/// "result 1 of 'f'"
static std::string describeResult(const ast::Call &call, size_t number) {
  return "result " + std::to_string(number + 1) + " of '" + call.name.name +
         "'";
}

bool FunctionChecker::checkResultFits(const ast::Call &call,
                                      const ast::Assign &target,
                                      const ast::Result &result,
                                      size_t number) {
  const ast::TensorDecl *tensor = target.tensor;
  if (!result.tensor != !tensor) {
    diagnostics.error(
        diag::wrong_kind, target.range,
        describeResult(call, number) + " is " +
            (tensor ? "a single value, but '" : "a tensor, but '") +
            target.target.name + "' is " +
            (tensor ? "a tensor" : "a scalar variable"));
    return false;
  }
  if (!tensor) {
    if (widensTo(*result.scalar, target.scalar->type))
      return true;
    diagnostics.error(
        diag::narrowing, target.range,
        describeResult(call, number) + " of type " + toString(*result.scalar) +
            " does not fit scalar variable '" + target.target.name +
            "' of type " + toString(target.scalar->type));
    return false;
  }
  return checkAlike(*result.tensor, describeResult(call, number), *tensor,
                    target.range);
}

void FunctionChecker::checkUnpack(ast::Unpack &unpack) {
  llvm::SmallVector<const ast::TensorDecl *> tensors;
  bool ok = checkUnpackTargets(unpack, tensors);
  llvm::scope_exit assign([&] {
    for (const ast::TensorDecl *tensor : tensors)
      if (tensor)
        assigned.insert(tensor);
    if (!ok)
      sizes.setIncomplete();
  });
  auto *call = llvm::dyn_cast<ast::Call>(unpack.value.get());
  ast::Function *callee =
      call && !findBuiltin(*call) ? findFunction(call->name.name) : nullptr;
  const WholeFunction *whole =
      call && !callee ? findWholeFunction(call->name.name) : nullptr;
  if (whole && whole->results > 1) {
    ok = ok && checkUnpackedWhole(unpack, *call, *whole, tensors);
    return;
  }
  if (!callee) {
    ok = false;
    if (call && !findBuiltin(*call) && !whole) {
      reportUnknownFunction(*call);
      return;
    }
    diagnostics
        .error(diag::call_without_value, unpack.value->range,
               "only a function gives several values at once")
        .help("each variable has an assignment of its own: '" +
              unpack.targets.front()->target.name + " = ...;'");
    return;
  }
  ok = ok && checkFunctionCall(*call, *callee, tensors);
  if (!ok)
    return;
  const ast::Function &called = *info.calls[call].function;
  if (called.results.size() != unpack.targets.size()) {
    ok = false;
    diagnostics
        .error(diag::call_without_value, unpack.range,
               "'" + Twine(call->name.name) + "' gives " +
                   countOf(called.results.size(), "value") + ", but " +
                   Twine(unpack.targets.size()) + " are taken")
        .note(callee->name.range, "it is declared here");
    return;
  }
  for (auto [number, target] : llvm::enumerate(unpack.targets))
    ok &= checkResultFits(*call, *target, called.results[number], number);
}

/// `Q, R = qr(A);`
bool FunctionChecker::checkUnpackedWhole(
    ast::Unpack &unpack, ast::Call &call, const WholeFunction &function,
    llvm::ArrayRef<const ast::TensorDecl *> tensors) {
  if (!rejectLabels(call) || !checkArity(call, 1, 1))
    return false;
  if (unpack.targets.size() != function.results) {
    diagnostics
        .error(diag::call_without_value, unpack.range,
               "'" + Twine(function.name) + "' gives " +
                   countOf(function.results, "value") + ", but " +
                   Twine(unpack.targets.size()) + " are taken")
        .help("for example '" + function.example + "'");
    return false;
  }
  const ast::TensorDecl *matrix =
      checkMatrix(*call.arguments[0], function, /*mayBeVector=*/false);
  if (!matrix)
    return false;
  call.elementType = matrix->type;
  bool isSquare = function.name == "eigh";
  auto unite = [&](const ast::TensorDecl &a, unsigned mode,
                   const ast::TensorDecl &b, unsigned other) {
    uniteDimensions(a, mode, b, other, call.range);
  };
  if (isSquare)
    unite(*matrix, 0, *matrix, 1);
  // The shape of each result: a mode of the matrix, or the smaller of both.
  constexpr unsigned smaller = 2;
  llvm::SmallVector<llvm::SmallVector<unsigned, 2>, 3> shapes;
  if (function.name == "qr")
    shapes = {{0, smaller}, {smaller, 1}};
  else if (function.name == "svd")
    shapes = {{0, smaller}, {smaller}, {1, smaller}};
  else
    shapes = {{0}, {0, 0}};
  bool ok = true;
  std::pair<const ast::TensorDecl *, unsigned> least{nullptr, 0};
  for (auto [number, target] : llvm::enumerate(unpack.targets)) {
    const ast::TensorDecl *tensor = tensors[number];
    size_t order = shapes[number].size();
    if (!tensor || tensor->dimensions.size() != order ||
        tensor->type != matrix->type || !tensor->format ||
        !tensor->format->isDense()) {
      ok = false;
      diagnostics.error(diag::whole_argument, target->range,
                        describeResult(call, number) + " is a dense " +
                            (order == 1 ? "vector" : "matrix") + " of " +
                            toString(matrix->type));
      continue;
    }
    for (auto [mode, like] : llvm::enumerate(shapes[number])) {
      if (like != smaller) {
        unite(*tensor, mode, *matrix, like);
      } else if (least.first) {
        unite(*tensor, mode, *least.first, least.second);
      } else {
        least = {tensor, unsigned(mode)};
        sizes.setKnown(dimensionNodes[tensor][mode]);
      }
    }
  }
  return ok;
}
