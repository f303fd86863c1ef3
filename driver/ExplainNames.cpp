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
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
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

/// The tensor that a kernel has made, or the memory that it goes into.
static Value getMade(Value inProgram) {
  while (auto branch = inProgram.getDefiningOp<scf::IfOp>())
    inProgram = branch.thenYield()
                    .getOperands()[cast<OpResult>(inProgram).getResultNumber()];
  auto call = inProgram.getDefiningOp<func::CallOp>();
  if (!call || call.getNumOperands() == 0)
    return inProgram;
  Value memory = call.getOperands().back();
  return memory.getDefiningOp<bufferization::AllocTensorOp>() ? memory
                                                              : inProgram;
}

std::string Names::ofProgram(Value inProgram) {
  inProgram = getMade(inProgram);
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
  Operation *op = tensor.getDefiningOp();
  std::string found;
  if (kernel)
    found = !known.empty() ? known.str() : of(kernel.getOperandOf(argument));
  else if (argument && owner == function.getOperation())
    found = ofProgram(call.getOperand(argument.getArgNumber()));
  else if (isa_and_nonnull<sparse_tensor::ConvertOp, MergeLevelsOp>(op))
    found = of(op->getOperand(0));
  else if (auto made = dyn_cast_if_present<KernelOp>(op))
    found = of(made.getOutputs()[cast<OpResult>(tensor).getResultNumber()]);
  else
    found = ofProgram(call.getResult(0));
  return local[tensor] = found;
}

std::string Names::ofElement(Value place, ValueRange indices) {
  auto labels = llvm::map_range(
      indices, [](Value index) { return getLoopName(forallOf(index)); });
  return indices.empty() ? of(place)
                         : of(place) + "[" + llvm::join(labels, ", ") + "]";
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

/// What the operation is called.
static StringRef getFunctionName(Operation *op) {
  StringRef name = op->getName().stripDialect();
  return llvm::StringSwitch<StringRef>(name)
      .Cases({"minimumf", "minnumf", "minsi"}, "min")
      .Cases({"maximumf", "maxnumf", "maxsi"}, "max")
      .Cases({"absf", "absi"}, "abs")
      .Cases({"powf", "fpowi", "ipowi"}, "pow")
      .Default(name);
}

static std::string getConstant(Attribute constant) {
  if (auto number = dyn_cast<FloatAttr>(constant))
    return llvm::formatv("{0}", llvm::format("%g", number.getValueAsDouble()))
        .str();
  if (auto number = dyn_cast<IntegerAttr>(constant))
    return std::to_string(number.getInt());
  return "a constant";
}

/// What stands for a value within an operation with regions.
static std::optional<unsigned> getOperandNumber(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !isa<sparse_tensor::BinaryOp, sparse_tensor::UnaryOp>(
                       argument.getOwner()->getParentOp()))
    return std::nullopt;
  return argument.getArgNumber();
}

/// What is taken where it passes a test.
ValueText Names::ofSelection(sparse_tensor::SelectOp op) {
  ValueText text = textOf(op.getX());
  Operation *test =
      op.getRegion().front().getTerminator()->getOperand(0).getDefiningOp();
  bool isZero = test && test->getNumOperands() == 2 &&
                (matchPattern(test->getOperand(1), m_AnyZeroFloat()) ||
                 matchPattern(test->getOperand(1), m_Zero()));
  text.text += isZero ? " where it is not 0" : " where it is selected";
  return text;
}

/// What the operation yields where its operands are there: the operands of
/// which something is stored and of which the value is not made are conditions.
ValueText Names::ofRegions(Operation *op) {
  for (Region &region : op->getRegions()) {
    if (region.empty() ||
        region.front().getNumArguments() != op->getNumOperands())
      continue;
    ValueText text = textOf(region.front().getTerminator()->getOperand(0));
    for (auto [argument, operand] :
         llvm::zip(region.front().getArguments(), op->getOperands()))
      if (argument.use_empty())
        for (const std::string &condition : textOf(operand).getConditions())
          if (!llvm::is_contained(text.conditions, condition))
            text.conditions.push_back(condition);
    return text;
  }
  return {"a number", false, {}};
}

std::vector<std::string> ValueText::getConditions() const {
  std::vector<std::string> all = conditions;
  // Of a number the conditions are all that it says.
  if (conditions.empty())
    all.push_back(text);
  return all;
}

ValueText Names::textOf(Value value) {
  if (std::optional<unsigned> number = getOperandNumber(value))
    return textOf(
        cast<BlockArgument>(value).getOwner()->getParentOp()->getOperand(
            *number));
  Operation *op = value.getDefiningOp();
  Attribute constant;
  if (op && matchPattern(op, m_Constant(&constant)))
    return {getConstant(constant), false, {}};
  if (auto access = dyn_cast_if_present<AccessOp>(op))
    return {ofElement(access.getTensor(), access.getIndices()), false, {}};
  if (!op || !op->getParentOfType<KernelOp>()) {
    // A number that the program gives to the kernel.
    return {"a number", false, {}};
  }
  if (auto selection = dyn_cast<sparse_tensor::SelectOp>(op))
    return ofSelection(selection);
  if (op->getNumRegions() != 0)
    return ofRegions(op);
  ValueText made;
  auto text = [&](Value operand, bool isTight) {
    ValueText inner = textOf(operand);
    llvm::append_range(made.conditions, inner.conditions);
    return isTight && inner.isSum ? "(" + inner.text + ")" : inner.text;
  };
  StringRef sign = getSign(op);
  if (!sign.empty() && op->getNumOperands() == 2) {
    made.isSum = sign == " + " || sign == " - ";
    made.text = text(op->getOperand(0), !made.isSum) + sign.str();
    made.text += text(op->getOperand(1), sign != " + ");
    return made;
  }
  if (op->getNumOperands() == 1 && isa<CastOpInterface>(op))
    return textOf(op->getOperand(0));
  if (op->getName().stripDialect() == "negf") {
    made.text = "-" + text(op->getOperand(0), /*isTight=*/true);
    made.isSum = true;
    return made;
  }
  std::vector<std::string> operands;
  for (Value operand : op->getOperands())
    operands.push_back(text(operand, false));
  made.text =
      getFunctionName(op).str() + "(" + llvm::join(operands, ", ") + ")";
  return made;
}

std::string Names::ofValue(Value value) {
  ValueText found = textOf(value);
  if (found.conditions.empty())
    return found.text;
  std::string last = found.conditions.back();
  found.conditions.pop_back();
  return found.text + " where " +
         (found.conditions.empty() ? last + " is stored"
                                   : llvm::join(found.conditions, ", ") +
                                         " and " + last + " are stored");
}
