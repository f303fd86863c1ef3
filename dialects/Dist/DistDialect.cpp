//===- DistDialect.cpp - the dist dialect and its operations --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/DistDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace encke;
using namespace encke::dist;

#include "dialects/Dist/DistDialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/Dist/DistTypes.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/Dist/DistOps.cpp.inc"

void DistDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/Dist/DistTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Dist/DistOps.cpp.inc"
      >();
}

bool dist::canReduce(StringRef function, Type element) {
  bool isTruth = element.isInteger(1);
  return llvm::StringSwitch<bool>(function)
      .Cases({"add", "mul"}, !isTruth)
      .Cases({"min", "max"}, !isTruth && !isa<ComplexType>(element))
      .Cases({"and", "or"}, isTruth)
      .Default(false);
}

static LogicalResult verifyMode(Operation *op, Type tensor, uint64_t mode) {
  auto type = cast<RankedTensorType>(tensor);
  if (mode < uint64_t(type.getRank()))
    return success();
  return op->emitOpError("names mode ") << mode << " of " << type;
}

LogicalResult CutOp::verify() {
  return verifyMode(*this, getTensor().getType(), getMode());
}

LogicalResult JoinOp::verify() {
  if (getSizes().empty())
    return emitOpError("has no part to tell ranges by");
  if (getSizes().size() == getNames().size())
    return success();
  return emitOpError("has ")
         << getNames().size() << " names for " << getSizes().size() << " sizes";
}

LogicalResult CutFileOp::verify() {
  return verifyMode(*this, getTensor(), getMode());
}

LogicalResult ReadPartOp::verify() {
  auto type = cast<RankedTensorType>(getResult().getType());
  if (failed(verifyMode(*this, type, getMode())))
    return failure();
  if (!type.isDynamicDim(getMode()))
    return emitOpError("knows the size of mode ")
           << getMode() << " of " << type;
  if (getSizes().size() + 1 == type.getNumDynamicDims())
    return success();
  return emitOpError("has ") << getSizes().size() << " sizes for " << type;
}

LogicalResult GhostsOp::verify() {
  return verifyMode(*this, getTensor().getType(), getMode());
}

LogicalResult BeginOp::verify() {
  auto type = cast<RankedTensorType>(getTensor().getType());
  if (type.getEncoding())
    return emitOpError("sends rows of dense tensors");
  return verifyMode(*this, type, getMode());
}

LogicalResult InnerOp::verify() {
  if (failed(verifyMode(*this, getTensor().getType(), getMode())))
    return failure();
  return verifyMode(*this, getTensor().getType(), getAlong());
}

LogicalResult StackOp::verify() {
  auto type = cast<RankedTensorType>(getType());
  if (failed(verifyMode(*this, type, getMode())))
    return failure();
  if (getTensors().empty() || type.getEncoding())
    return emitOpError("makes a dense tensor of dense ones");
  for (Value tensor : getTensors()) {
    auto part = cast<RankedTensorType>(tensor.getType());
    if (part.getRank() != type.getRank() || part.getEncoding() ||
        part.getElementType() != type.getElementType())
      return emitOpError("makes ") << type << " of " << part;
  }
  return success();
}

LogicalResult WriteOp::verify() {
  return verifyMode(*this, getTensor().getType(), getMode());
}

/// Only the size of the mode may differ, and what stores it.
template <typename Op>
static LogicalResult verifyMove(Op op) {
  auto from = cast<RankedTensorType>(op.getTensor().getType());
  auto to = cast<RankedTensorType>(op.getResult().getType());
  if (failed(verifyMode(op, from, op.getMode())))
    return failure();
  bool same = from.getRank() == to.getRank() &&
              from.getElementType() == to.getElementType() &&
              from.getEncoding() == to.getEncoding();
  for (int64_t mode = 0; same && mode != from.getRank(); ++mode)
    same = mode == int64_t(op.getMode()) ||
           from.getDimSize(mode) == to.getDimSize(mode);
  if (same)
    return success();
  return op.emitOpError("makes ")
         << to << " of " << from << " along mode " << op.getMode();
}

LogicalResult RestrictOp::verify() { return verifyMove(*this); }
LogicalResult GatherOp::verify() { return verifyMove(*this); }
LogicalResult ExchangeOp::verify() { return verifyMove(*this); }

LogicalResult AllReduceOp::verify() {
  auto type = cast<RankedTensorType>(getTensor().getType());
  if (type.getEncoding())
    return emitOpError("combines dense tensors");
  if (canReduce(getFunction(), type.getElementType()))
    return success();
  return emitOpError("has no function \"")
         << getFunction() << "\" of " << type.getElementType();
}
