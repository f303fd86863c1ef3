//===- Expressions.cpp - questions about ta expressions -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Expressions.h"

#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

static void walkOnce(Value root, llvm::DenseSet<Operation *> &seen,
                     llvm::function_ref<void(Operation *)> visit) {
  Operation *op = root.getDefiningOp();
  if (!op || !isa<ExprType>(root.getType()) || !seen.insert(op).second)
    return;
  for (Value operand : op->getOperands())
    walkOnce(operand, seen, visit);
  visit(op);
}

void encke::walkExpression(Value root,
                           llvm::function_ref<void(Operation *)> visit) {
  llvm::DenseSet<Operation *> seen;
  walkOnce(root, seen, visit);
}

bool encke::hasSparseAccess(Value expr) {
  bool found = false;
  walkExpression(expr, [&](Operation *op) {
    if (auto access = dyn_cast<AccessOp>(op))
      found |= bool(access.getTensor().getType().getEncoding());
  });
  return found;
}

bool encke::needsSplit(Value expr) {
  bool sums = false;
  walkExpression(expr, [&](Operation *op) { sums |= isa<SumOp>(op); });
  return sums || hasSparseAccess(expr);
}

OpFoldResult encke::getLabelSize(OpBuilder &builder, Location loc, Value expr,
                                 StringAttr label) {
  OpFoldResult size;
  walkExpression(expr, [&](Operation *op) {
    if (size)
      return;
    if (auto access = dyn_cast<AccessOp>(op)) {
      for (auto [mode, index] : llvm::enumerate(access.getIndices())) {
        if (index != label || size)
          continue;
        int64_t dim = access.getTensor().getType().getDimSize(mode);
        if (ShapedType::isDynamic(dim))
          size = tensor::DimOp::create(builder, loc, access.getTensor(), mode)
                     .getResult();
        else
          size = builder.getIndexAttr(dim);
      }
    } else if (auto repeat = dyn_cast<RepeatOp>(op)) {
      for (auto [along, value] :
           llvm::zip(repeat.getAlong(), repeat.getSizes()))
        if (along == label)
          size = value;
    }
  });
  return size;
}
