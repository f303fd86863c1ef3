//===- ExplainNames.cpp - what is in a kernel, in words -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ExplainNames.h"

#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/Encoding.h"
#include "passes/Support/Places.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

std::string encke::getFormatName(RankedTensorType type) {
  std::optional<Format> format = getFormat(type);
  return type.getEncoding() && format ? format->str() : "dense";
}

std::string encke::getLoopName(ForallOp loop) {
  return loop.getLabel().value_or("coordinate").str();
}

void Names::enter(func::CallOp newCall, func::FuncOp newFunction) {
  call = newCall;
  function = newFunction;
  local.clear();
  workspaces = 0;
}

std::string Names::getTemporary(Value inProgram) {
  std::string &name = known[inProgram];
  if (name.empty())
    name = getTensorName(inProgram.getLoc()).str();
  if (name.empty())
    name = "t" + std::to_string(++temporaries);
  return name;
}

std::string Names::of(Value tensor) {
  if (auto found = local.find(tensor); found != local.end())
    return found->second;
  std::string &name = local[tensor];
  auto argument = dyn_cast<BlockArgument>(tensor);
  Operation *owner = argument ? argument.getOwner()->getParentOp() : nullptr;
  auto kernel = dyn_cast_if_present<KernelOp>(owner);
  if (auto where = dyn_cast_if_present<WhereOp>(owner)) {
    // Both sides see the same one.
    name = "w" + (++workspaces == 1 ? "" : std::to_string(workspaces));
    std::string made = name;
    for (Region &side : where->getRegions())
      local[side.getArgument(0)] = made;
    return made;
  }
  StringRef known = getTensorName(tensor.getLoc());
  std::string found;
  if (!known.empty() && kernel)
    found = known.str();
  else if (kernel)
    found = of(kernel.getOperandOf(argument));
  else if (argument && owner == function.getOperation())
    found = getTemporary(call.getOperand(argument.getArgNumber()));
  else if (Operation *op = tensor.getDefiningOp();
           isa_and_nonnull<sparse_tensor::ConvertOp>(op))
    found = of(op->getOperand(0));
  else
    found = "a tensor";
  return local[tensor] = found;
}

std::string Names::ofElement(Value place, ValueRange indices) {
  auto labels = llvm::map_range(
      indices, [](Value index) { return getLoopName(forallOf(index)); });
  std::string name = of(place);
  return indices.empty() && isa<WhereOp>(place.getParentBlock()->getParentOp())
             ? name
             : name + "[" + llvm::join(labels, ", ") + "]";
}

/// The sign between two operands, or nothing.
static StringRef getSign(Operation *op) {
  return llvm::StringSwitch<StringRef>(op->getName().getStringRef())
      .Cases({"arith.mulf", "arith.muli", "complex.mul"}, " * ")
      .Cases({"arith.addf", "arith.addi", "complex.add"}, " + ")
      .Cases({"arith.subf", "arith.subi", "complex.sub"}, " - ")
      .Cases({"arith.divf", "arith.divsi", "complex.div"}, " / ")
      .Default("");
}

/// What an operation with regions does where both operands are there.
static Operation *findInside(Operation *op) {
  for (Region &region : op->getRegions())
    if (!region.empty())
      for (Operation &inner : region.front().without_terminator())
        if (inner.getNumOperands() == op->getNumOperands())
          return &inner;
  return nullptr;
}

std::string Names::ofOperation(Operation *op, bool &isSum) {
  Operation *done = op;
  if (isa<sparse_tensor::BinaryOp, sparse_tensor::UnaryOp>(op))
    if (Operation *inside = findInside(op))
      done = inside;
  // A number for whatever is stored.
  if (auto unary = dyn_cast<sparse_tensor::UnaryOp>(op);
      unary && done == op && !unary.getPresentRegion().empty()) {
    Value yielded =
        unary.getPresentRegion().front().getTerminator()->getOperand(0);
    if (Operation *producer = yielded.getDefiningOp())
      return ofOperation(producer, isSum) + " for each " +
             ofValue(op->getOperand(0));
  }
  StringRef sign = getSign(done);
  isSum = sign == " + " || sign == " - ";
  auto text = [&](Value operand, bool isTight) {
    bool isInnerSum = false;
    Operation *producer = operand.getDefiningOp();
    std::string text = producer && !isa<AccessOp>(producer)
                           ? ofOperation(producer, isInnerSum)
                           : ofValue(operand);
    return isTight && isInnerSum ? "(" + text + ")" : text;
  };
  if (!sign.empty() && op->getNumOperands() == 2)
    return text(op->getOperand(0), !isSum) + sign.str() +
           text(op->getOperand(1), sign != " + ");
  Attribute constant;
  if (matchPattern(op, m_Constant(&constant))) {
    if (auto number = dyn_cast<FloatAttr>(constant))
      return llvm::formatv("{0}", llvm::format("%g", number.getValueAsDouble()))
          .str();
    if (auto number = dyn_cast<IntegerAttr>(constant))
      return std::to_string(number.getInt());
    return "a constant";
  }
  if (op->getNumOperands() == 1 && isa<CastOpInterface>(op))
    return text(op->getOperand(0), false);
  StringRef name = done->getName().stripDialect();
  name = llvm::StringSwitch<StringRef>(name)
             .Case("negf", "-")
             .Cases({"minimumf", "minnumf", "minsi"}, "min")
             .Cases({"maximumf", "maxnumf", "maxsi"}, "max")
             .Default(name);
  auto operands = llvm::map_range(
      op->getOperands(), [&](Value operand) { return text(operand, false); });
  return name.str() + "(" + llvm::join(operands, ", ") + ")";
}

std::string Names::ofValue(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return "a number";
  if (auto access = dyn_cast<AccessOp>(op))
    return ofElement(access.getTensor(), access.getIndices());
  if (!op->getParentOfType<KernelOp>() &&
      !op->hasTrait<OpTrait::ConstantLike>())
    return "a number";
  bool isSum = false;
  return ofOperation(op, isSum);
}
