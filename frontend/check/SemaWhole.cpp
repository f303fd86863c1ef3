//===- SemaWhole.cpp - functions of whole tensors (L57, L58, L65) ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"

using namespace encke;
using namespace encke::sema;
using llvm::Twine;

static unsigned argumentsOf(const WholeFunction &function) {
  switch (function.form) {
  case WholeFunction::OfAccess:
  case WholeFunction::OfMatrix:
  case WholeFunction::Factors:
    return 1;
  case WholeFunction::Along:
  case WholeFunction::OfSystem:
    return 2;
  case WholeFunction::AlongMost:
    return 3;
  }
  return 1;
}

static bool isSparse(const ast::TensorDecl &tensor) {
  return tensor.format && !tensor.format->isDense();
}

/// The first argument is a tensor with labels alone, each once; behind it a
/// label, and how many.
bool FunctionChecker::checkPart(ast::Call &call, const WholeFunction &function,
                                const ast::Assign &assign) {
  auto *access = llvm::dyn_cast<ast::Access>(call.arguments[0].get());
  if (access && !checkAccess(*access, Use::Compute))
    return false;
  bool isPlain =
      access &&
      llvm::all_of(access->indices,
                   [](const ast::Index &index) { return index.isLabel(); }) &&
      labelsOf(access->indices).size() == access->indices.size();
  if (!isPlain) {
    diagnostics
        .error(diag::whole_argument, call.arguments[0]->range,
               "'" + Twine(function.name) +
                   "' takes a tensor with its labels, each of them once")
        .help("for example '" + function.example + "'");
    return false;
  }
  access->labels = labelsOf(access->indices);
  call.elementType =
      function.givesNumbers ? ElementType::Int64 : access->elementType;
  if (function.form == WholeFunction::OfAccess)
    return true;
  const auto *along = llvm::dyn_cast<ast::Name>(call.arguments[1].get());
  if (!along || !llvm::is_contained(access->labels, along->name)) {
    diagnostics
        .error(diag::whole_argument, call.arguments[1]->range,
               "'" + Twine(function.name) +
                   "' goes along one of the labels, which stands here")
        .help("for example '" + function.example + "'");
    return false;
  }
  if (function.form == WholeFunction::AlongMost) {
    const auto *count = llvm::dyn_cast<ast::Number>(call.arguments[2].get());
    if (!count || !count->isInteger) {
      diagnostics
          .error(diag::whole_argument, call.arguments[2]->range,
                 "how many elements '" + Twine(function.name) +
                     "' takes is a whole number")
          .help("for example '" + function.example + "'");
      return false;
    }
  }
  if (assign.hasIndices && labelsOf(assign.indices) != access->labels) {
    diagnostics
        .error(diag::whole_argument, access->range,
               "'" + Twine(function.name) +
                   "' keeps the labels of its tensor, in their order")
        .help("write the same labels on the left");
    return false;
  }
  return function.name == "cumsum" || requireOrdered(*access, function.name);
}

const ast::TensorDecl *
FunctionChecker::checkMatrix(ast::Expr &argument, const WholeFunction &function,
                             bool mayBeVector) {
  const ast::TensorDecl *tensor = checkWholeTensor(argument);
  if (!tensor)
    return nullptr;
  size_t order = tensor->dimensions.size();
  bool fits = order == 2 || (order == 1 && mayBeVector);
  bool isReal =
      tensor->type == ElementType::Double || tensor->type == ElementType::Float;
  if (fits && isReal && !isSparse(*tensor))
    return tensor;
  noteDeclaration(
      diagnostics
          .error(diag::whole_argument, argument.range,
                 "'" + Twine(function.name) +
                     "' takes dense matrices of double or float")
          .help("'D[i, j] = A[i, j];' fills a dense tensor D from another"),
      *tensor);
  return nullptr;
}

void FunctionChecker::uniteDimensions(const ast::TensorDecl &a, unsigned mode,
                                      const ast::TensorDecl &b, unsigned other,
                                      llvm::SMRange where) {
  sizes.unite(dimensionNodes[&a][mode],
              "dimension " + Twine(mode + 1) + " of '" + a.name.name + "'",
              dimensionNodes[&b][other],
              "dimension " + Twine(other + 1) + " of '" + b.name.name + "'",
              where);
}

/// Dense matrices, and a vector or a matrix on the right of a system.
bool FunctionChecker::checkMatrices(ast::Call &call,
                                    const WholeFunction &function,
                                    const ast::TensorDecl &target) {
  llvm::SmallVector<const ast::TensorDecl *, 2> tensors;
  for (ast::ExprPtr &argument : call.arguments) {
    tensors.push_back(checkMatrix(*argument, function,
                                  /*mayBeVector=*/!tensors.empty()));
    if (!tensors.back())
      return false;
  }
  call.elementType = tensors.back()->type;
  auto unite = [&](const ast::TensorDecl &a, unsigned mode,
                   const ast::TensorDecl &b, unsigned other) {
    uniteDimensions(a, mode, b, other, call.range);
  };
  unite(*tensors[0], 0, *tensors[0], 1);
  const ast::TensorDecl &like = *tensors.back();
  if (like.dimensions.size() != target.dimensions.size()) {
    noteDeclaration(
        diagnostics.error(diag::order_mismatch, call.range,
                          "the result of '" + Twine(function.name) + "' has " +
                              countOf(like.dimensions.size(), "dimension") +
                              ", but '" + target.name.name + "' has " +
                              Twine(target.dimensions.size())),
        target);
    return false;
  }
  for (unsigned mode = 0; mode != like.dimensions.size(); ++mode)
    unite(target, mode, like, mode);
  if (tensors.size() > 1)
    unite(*tensors[0], 0, like, 0);
  return true;
}

void FunctionChecker::checkWholeCall(ast::Assign &assign,
                                     ast::TensorDecl &tensor,
                                     const WholeFunction &function) {
  auto &call = llvm::cast<ast::Call>(*assign.value);
  requirePlainSet(assign, function.name);
  if (function.results > 1) {
    diagnostics
        .error(diag::call_without_value, call.range,
               "'" + Twine(function.name) + "' gives " +
                   countOf(function.results, "value") +
                   ", which are taken at once")
        .help("for example '" + function.example + "'");
    assigned.insert(&tensor);
    sizes.setIncomplete();
    return;
  }
  unsigned count = argumentsOf(function);
  bool ok = rejectLabels(call) && checkArity(call, count, count);
  bool ofMatrices = function.form == WholeFunction::OfMatrix ||
                    function.form == WholeFunction::OfSystem;
  // A vector takes its size from what is reshaped (L57).
  if (ok && function.form == WholeFunction::OfAccess &&
      tensor.dimensions.size() == 1)
    sizes.setKnown(dimensionNodes[&tensor][0]);
  ok = ok && (ofMatrices ? checkMatrices(call, function, tensor)
                         : checkPart(call, function, assign));
  ok &=
      checkTarget(assign, tensor, ofMatrices ? Use::Positional : Use::Compute);
  assigned.insert(&tensor);
  if (!ok) {
    sizes.setIncomplete();
    return;
  }
  const auto *access = llvm::dyn_cast<ast::Access>(call.arguments[0].get());
  // Elements go from one tensor to the other as they are stored (L50).
  ElementType given = access && call.elementType == access->elementType
                          ? access->tensor->type
                          : call.elementType;
  if (given != tensor.type)
    noteDeclaration(diagnostics.error(diag::type_mismatch, call.range,
                                      "'" + Twine(function.name) + "' gives " +
                                          toString(given) + ", but '" +
                                          tensor.name.name + "' is of " +
                                          toString(tensor.type)),
                    tensor);
  bool sparseOperand = access && isSparse(*access->tensor);
  if (function.maySparse || (!sparseOperand && !isSparse(tensor)))
    return;
  const ast::TensorDecl &sparse = sparseOperand ? *access->tensor : tensor;
  noteDeclaration(
      diagnostics
          .error(diag::whole_argument, call.range,
                 "'" + Twine(function.name) + "' is of dense tensors, but '" +
                     sparse.name.name + "' is sparse (" + sparse.format->str() +
                     ")")
          .help("'D[i] = x[i];' fills a dense tensor D from another"),
      sparse);
}
