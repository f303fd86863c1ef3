//===- Versions.cpp - kernels of which the data choose one ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of a kernel that adds up rows before it multiplies them get a guard, as
// those of a kernel over a format with padding (passes/GuardPadding): a
// function of the operands that says whether that pays, and another kernel.
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Versions.h"
#include "passes/Cost/RowProducts.h"
#include "passes/GuardPadding/Exact.h"
#include "passes/Support/RuntimeCalls.h"

#include "dialects/CIN/Schedule.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

//===----------------------------------------------------------------------===//
// The question
//===----------------------------------------------------------------------===//

namespace {

/// A number that the generated code computes.
struct Number {
  OpBuilder *builder;
  Value value;

  template <typename Op>
  Number with(Number other) const {
    return {builder, Op::create(*builder, value.getLoc(), value, other.value)};
  }
};

Number operator+(Number a, Number b) { return a.with<arith::AddFOp>(b); }
Number operator-(Number a, Number b) { return a.with<arith::SubFOp>(b); }
Number operator*(Number a, Number b) { return a.with<arith::MulFOp>(b); }
Number operator/(Number a, Number b) { return a.with<arith::DivFOp>(b); }
Number min(Number a, Number b) { return a.with<arith::MinNumFOp>(b); }

/// What tensors of the runtime store.
class Stored {
public:
  Stored(OpBuilder &builder, Location loc, ModuleOp module)
      : builder(builder), loc(loc), runtime(module) {}

  Number constant(double value) {
    return {&builder, arith::ConstantOp::create(
                          builder, loc, builder.getF64FloatAttr(value))};
  }
  Number countPositions(Value tensor, size_t levels) {
    return call("encke_position_count", tensor, int64_t(levels));
  }
  /// The share of a matrix that is stored.
  Number getFill(Value matrix) {
    return countPositions(matrix, 2) / (call("encke_level_size", matrix, 0) *
                                        call("encke_level_size", matrix, 1));
  }

private:
  Number call(StringRef function, Value tensor, int64_t argument) {
    Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
    Value handle =
        UnrealizedConversionCastOp::create(builder, loc, pointer, tensor)
            .getResult(0);
    Value result =
        runtime.call(builder, loc, function, builder.getI64Type(),
                     {handle, RuntimeCalls::integer(builder, loc, argument)});
    return {&builder, arith::SIToFPOp::create(builder, loc,
                                              builder.getF64Type(), result)};
  }

  OpBuilder &builder;
  Location loc;
  RuntimeCalls runtime;
};

} // namespace

/// The parameter of the function that a place of one of its kernels stands for;
/// null where it is made in the function. Kernels may be others than those that
/// were scheduled, and a place may be gone.
static BlockArgument findParameter(func::FuncOp function, Value place) {
  for (KernelOp kernel : function.front().getOps<KernelOp>())
    for (BlockArgument argument : kernel.getBlock().getArguments()) {
      if (argument != place)
        continue;
      auto parameter = dyn_cast<BlockArgument>(kernel.getOperandOf(argument));
      return parameter && parameter.getOwner() == &function.front()
                 ? parameter
                 : BlockArgument();
    }
  return {};
}

/// A function of the operands of the kernel's function that says whether the
/// product pays; null where that cannot be asked.
static func::FuncOp makeQuestion(func::FuncOp function,
                                 const RowProduct &product) {
  auto module = function->getParentOfType<ModuleOp>();
  SmallVector<unsigned> parameters;
  for (Value place : {product.tensor, product.added, product.row}) {
    BlockArgument parameter =
        place ? findParameter(function, place) : BlockArgument();
    if (!parameter)
      return {};
    parameters.push_back(parameter.getArgNumber());
  }
  OpBuilder builder(function.getContext());
  builder.setInsertionPointAfter(function);
  Location loc = function.getLoc();
  auto question = func::FuncOp::create(
      builder, loc, getFreeName(module, function.getName() + "_pays"),
      builder.getFunctionType(function.getArgumentTypes(),
                              builder.getI1Type()));
  question.setPrivate();
  Block *body = question.addEntryBlock();
  builder.setInsertionPointToStart(body);
  Stored stored(builder, loc, module);
  Value tensor = body->getArgument(parameters[0]);
  size_t levels =
      getFormat(cast<RankedTensorType>(tensor.getType()))->levels.size();
  Number length = stored.countPositions(tensor, levels) /
                  stored.countPositions(tensor, levels - 1);
  Number gain = cost::getGainOfSumming(
      length * stored.getFill(body->getArgument(parameters[1])),
      stored.getFill(body->getArgument(parameters[2])),
      [&](double value) { return stored.constant(value); });
  Value pays = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGT,
                                     gain.value, stored.constant(0).value);
  func::ReturnOp::create(builder, loc, pays);
  return question;
}

//===----------------------------------------------------------------------===//
// The other kernel
//===----------------------------------------------------------------------===//

/// A nest of a tensor of order three or more in a function of its own, about
/// which the program says nothing.
static bool mayHaveVersions(KernelOp kernel, func::FuncOp function) {
  return function && function->hasAttr("encke.kernel") &&
         !isSeldomCalled(kernel) && !getSchedule(kernel) &&
         llvm::hasSingleElement(function.front().getOps<KernelOp>()) &&
         llvm::count_if(kernel.getInputs().getTypes(), isSparse) > 2;
}

Versions::Versions(KernelOp kernel)
    : function(kernel->getParentOfType<func::FuncOp>()) {
  if (mayHaveVersions(kernel, function))
    before = function.clone();
}

KernelOp Versions::make(ArrayRef<RowProduct> products) {
  if (!before || products.size() != 1)
    return {};
  auto module = function->getParentOfType<ModuleOp>();
  SmallVector<func::CallOp> calls = getCalls(function, module);
  if (calls.empty() || llvm::any_of(calls, getGuard))
    return {};
  func::FuncOp question = makeQuestion(function, products.front());
  if (!question)
    return {};
  func::FuncOp other = before.release();
  other.setName(getFreeName(module, function.getName() + "_looked_up"));
  other.setPrivate();
  other->removeAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName());
  OpBuilder builder(function.getContext());
  other->setAttr(
      otherWayAttribute,
      builder.getStringAttr("or, where next to nothing is multiplied by what "
                            "is added up:"));
  builder.setInsertionPointAfter(function);
  builder.insert(other);
  for (func::CallOp call : calls)
    setGuard(call, {question, other});
  return *other.front().getOps<KernelOp>().begin();
}
