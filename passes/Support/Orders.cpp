//===- Orders.cpp - dense tensors with their modes in another order -------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Orders.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

AssignOp encke::assignInOrder(OpBuilder &builder, AssignOp statement,
                              Value value, ArrayRef<StringAttr> order) {
  RankedTensorType type = statement.getType();
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  for (StringAttr label : order) {
    auto mode = llvm::find(statement.getIndices(), label) -
                statement.getIndices().begin();
    shape.push_back(type.getDimSize(mode));
    if (type.isDynamicDim(mode))
      sizes.push_back(statement.getSizes()[type.getDynamicDimIndex(mode)]);
  }
  return AssignOp::create(builder, statement.getLoc(),
                          RankedTensorType::get(shape, type.getElementType()),
                          value, order, sizes);
}

AssignOp encke::transposeTo(OpBuilder &builder, Location loc, Value tensor,
                            ArrayRef<StringAttr> from,
                            ArrayRef<StringAttr> to) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  for (StringAttr label : to) {
    int64_t mode = llvm::find(from, label) - from.begin();
    shape.push_back(type.getDimSize(mode));
    if (type.isDynamicDim(mode))
      sizes.push_back(tensor::DimOp::create(builder, loc, tensor, mode));
  }
  Value access = AccessOp::create(builder, loc, tensor, from);
  return AssignOp::create(builder, loc,
                          RankedTensorType::get(shape, type.getElementType()),
                          access, to, sizes);
}
