//===- Factors.cpp - the factors of a statement ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Factors.h"

#include "passes/Support/Expressions.h"

using namespace mlir;
using namespace encke;

Factors
encke::findFactors(Value value,
                   llvm::function_ref<Factors(ta::AccessOp)> ofUnnamed) {
  Operation *op = value.getDefiningOp();
  if (auto access = dyn_cast_if_present<ta::AccessOp>(op)) {
    StringAttr name = findName(access);
    if (!name)
      return ofUnnamed(access);
    auto labels =
        llvm::map_to_vector(access.getIndices().getAsRange<StringAttr>(),
                            [](StringAttr label) { return label.getValue(); });
    return std::vector<PartText>{PartText::element(name.getValue(), labels)};
  }
  if (auto sum = dyn_cast_if_present<ta::SumOp>(op))
    return findFactors(sum.getOperand(), ofUnnamed);
  if (!isa_and_present<ta::MulOp>(op))
    return std::nullopt;
  Factors left = findFactors(op->getOperand(0), ofUnnamed),
          right = findFactors(op->getOperand(1), ofUnnamed);
  if (left && right)
    llvm::append_range(*left, *right);
  return right ? left : right;
}
