//===- SemaIndices.cpp - indices that are no labels (L53, L56, L63) -------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands at a dimension says which coordinate is meant: a label, a single
// value (L56), a sum of multiples of labels (L53), or what a tensor of integers
// has (L63). The checker tells these apart, and no later stage does again.
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace encke;
using namespace encke::sema;
using ast::BinaryOp;

std::vector<std::string>
sema::labelsOf(const std::vector<ast::Index> &indices) {
  std::vector<std::string> labels;
  forEachLabel(indices, [&](const ast::Identifier &used) {
    if (!llvm::is_contained(labels, used.name))
      labels.push_back(used.name);
  });
  return labels;
}

/// L7: what is a label stays one, also where a loop counts with that name.
void FunctionChecker::resolveIndex(ast::Index &index) {
  if (!index.isLabel() || findLabel(index.name))
    return;
  const Symbol *symbol = findValue(index.name);
  if (symbol && symbol->scalar)
    index.value = std::make_unique<ast::Name>(index.range, index.name);
}

static bool usesLabels(const ast::Expr &value) {
  return !freeLabels(value).empty();
}

/// It looks a coordinate up in a tensor.
static bool looksUp(const ast::Expr &value) {
  if (llvm::isa<ast::Access>(&value))
    return usesLabels(value);
  bool found = false;
  forEachOperand(value,
                 [&](const ast::Expr &operand) { found |= looksUp(operand); });
  return found;
}

/// A sum of labels, each times a single value.
static bool isAffine(const ast::Expr &value) {
  if (!usesLabels(value))
    return true;
  if (const auto *name = llvm::dyn_cast<ast::Name>(&value))
    return name->isLabel;
  if (const auto *unary = llvm::dyn_cast<ast::Unary>(&value))
    return unary->op == ast::UnaryOp::Negate && isAffine(*unary->operand);
  const auto *binary = llvm::dyn_cast<ast::Binary>(&value);
  if (!binary || !isAffine(*binary->lhs) || !isAffine(*binary->rhs))
    return false;
  bool isSum = binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub;
  return isSum || (binary->op == BinaryOp::Mul &&
                   (!usesLabels(*binary->lhs) || !usesLabels(*binary->rhs)));
}

bool FunctionChecker::checkIndexValue(ast::Index &index) {
  llvm::SaveAndRestore<bool> labelsAreValues(inIndex, true);
  ast::Expr &value = *index.value;
  if (!checkExpr(value))
    return false;
  std::vector<std::string> labels = freeLabels(value);
  if (!placeSums(value, labels, diagnostics) ||
      !assignLabels(value, diagnostics))
    return false;
  if (!isWhole(value.elementType)) {
    diagnostics
        .error(diag::index_value, value.range,
               "a coordinate is a whole number, but this is " +
                   toString(value.elementType))
        .help(
            "an index is a label, a whole number, a sum such as 'i + 2*k', or "
            "an element of a tensor of int: 'x[p[i]]'");
    return false;
  }
  if (labels.empty()) {
    index.kind = ast::Index::Fixed;
  } else if (looksUp(value)) {
    index.kind = ast::Index::LookedUp;
  } else if (isAffine(value)) {
    index.kind = ast::Index::Affine;
  } else {
    diagnostics
        .error(diag::index_value, value.range,
               "an index is a sum of labels, each times a number")
        .help("a tensor of int may have any coordinates: 'x[p[i]]'");
    return false;
  }
  return true;
}
