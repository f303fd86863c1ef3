//===- LowerToTASlices.cpp - accesses by ranges ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/lower/LowerToTAImpl.h"

#include "dialects/TA/Encoding.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// On the dimension that it declares, a range label counts 0 ... n-1 (L39).
FunctionLowering::Slice
FunctionLowering::sliceOf(const ast::TensorDecl *decl,
                          ArrayRef<ast::Identifier> indices) {
  Slice slice;
  for (auto [dimension, index] : llvm::zip(decl->dimensions, indices)) {
    bool isOwn = dimension.kind == ast::Dimension::Label &&
                 dimension.label == index.name;
    auto range = info.ranges.find(index.name);
    bool picks = !isOwn && range != info.ranges.end();
    slice.isWhole &= !picks;
    slice.offsets.push_back(picks ? range->second.lo : 0);
    slice.steps.push_back(picks ? range->second.step : 1);
    slice.counts.push_back(-1);
    if (picks)
      slice.counts.back() =
          (range->second.hi - range->second.lo - 1) / range->second.step + 1;
  }
  return slice;
}

Value FunctionLowering::accessAt(Value tensor, const Slice &slice,
                                 ArrayRef<StringAttr> indices,
                                 llvm::SMRange range) {
  Location where = loc(range);
  if (!slice.isWhole)
    tensor = SliceOp::create(builder, where, tensor, slice.offsets,
                             slice.counts, slice.steps, place(range));
  return AccessOp::create(builder, where, tensor, indices);
}

/// They are made where the tensor is, so that all uses of it share them, also
/// those in loops.
SmallVector<Value> FunctionLowering::partsOf(const ast::TensorDecl *decl) {
  Value whole = tensors.lookup(decl);
  if (decl->hybrid.empty() || !whole)
    return {whole};
  DecomposeOp &op = decomposed[{whole, decl}];
  if (op)
    return SmallVector<Value>(op.getParts());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(whole);
  RankedTensorType type = typeOf(decl);
  SmallVector<StringRef> conditions;
  SmallVector<Type> types;
  for (const ast::TensorDecl::HybridPart &part : decl->hybrid) {
    if (!part.condition.empty())
      conditions.push_back(part.condition);
    types.push_back(getTensorType(part.format, type.getShape(),
                                  type.getElementType(), indexWidth));
  }
  op = DecomposeOp::create(builder, nameLoc(decl, decl->range), types, whole,
                           builder.getStrArrayAttr(conditions),
                           place(decl->range));
  return SmallVector<Value>(op.getParts());
}

/// Of a hybrid, the sum of its parts: an element is in one of them. The
/// tensor's name is kept, for who reads what became of the statement.
Value FunctionLowering::lowerAccess(const ast::Access &access) {
  Slice slice = sliceOf(access.tensor, access.indices);
  Location where = nameLoc(access.tensor, access.range);
  Value sum;
  for (Value part : partsOf(access.tensor)) {
    Value value = accessAt(part, slice, labels(access.indices), access.range);
    value.setLoc(where);
    if (!sum)
      sum = value;
    else if (access.tensor->type == ElementType::Bool)
      sum =
          CombineOp::create(builder, where, "or", /*isUnion=*/true, sum, value);
    else
      sum = AddOp::create(builder, where, sum, value);
  }
  return sum;
}

/// The target's new value. Of a slice, the rest stays as it was (L39).
Value FunctionLowering::assignAt(const ast::Assign &assign, const Slice &slice,
                                 Value old, Value value,
                                 ArrayRef<StringAttr> indices) {
  const ast::TensorDecl *decl = assign.tensor;
  // Each of the ways to compute it has a place of its own, for reports.
  llvm::SMRange range = answered ? answered->range : assign.range;
  Location where = nameLoc(decl, range);
  if (slice.isWhole) {
    auto whole = AssignOp::create(builder, where, typeOf(decl), value, indices,
                                  dynamicSizes(decl));
    whole.setZeros(assign.mask && !assign.copies() && !decl->format->isDense());
    giveSchedule(assign, whole);
    return whole;
  }
  if (!old)
    old = zeroTensor(decl, assign.range);
  auto type = SliceOp::getSliceType(cast<RankedTensorType>(old.getType()),
                                    slice.counts);
  SmallVector<Value> sizes;
  for (int64_t mode = 0; mode < type.getRank(); ++mode)
    if (type.isDynamicDim(mode))
      sizes.push_back(tensor::DimOp::create(builder, where, old, mode));
  where = loc(range);
  auto part = AssignOp::create(builder, where, type, value, indices, sizes);
  giveSchedule(assign, part);
  return InsertOp::create(builder, where, old.getType(), part, old,
                          builder.getDenseI64ArrayAttr(slice.offsets),
                          builder.getDenseI64ArrayAttr(slice.counts),
                          builder.getDenseI64ArrayAttr(slice.steps),
                          place(assign.target.range));
}
