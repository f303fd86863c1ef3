//===- Guards.cpp - guards of kernels that are fused ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/FuseKernels/Guards.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

bool encke::canFuseGuards(const Producer &producer, const Consumer &consumer) {
  std::optional<Guard> guard = getGuard(consumer.call);
  if (!guard)
    return true;
  unsigned number = consumer.parameter.getArgNumber();
  return number < guard->question.getNumArguments() &&
         guard->question.getArgument(number).use_empty();
}

FusedGuard::FusedGuard(const Producer &producer, const Consumer &consumer)
    : isGuarded(getGuard(producer.call) || getGuard(consumer.call)),
      between(consumer.parameter.getType()),
      place(consumer.parameter.getArgNumber()) {
  if (!isGuarded)
    return;
  first = keep(producer.call, producer.function);
  second = keep(consumer.call, consumer.function);
  auto parameter = dyn_cast<BlockArgument>(producer.start);
  if (!parameter)
    return;
  buffer = parameter.getArgNumber();
  llvm::append_range(sizes, first.operands[*buffer]
                                .getDefiningOp<bufferization::AllocTensorOp>()
                                .getDynamicSizes());
}

/// A kernel without a guard is kept as it is, but with little code.
FusedGuard::Part FusedGuard::keep(func::CallOp call, func::FuncOp function) {
  Part part;
  part.guard = getGuard(call);
  llvm::append_range(part.operands, call.getOperands());
  if (part.guard) {
    part.otherwise = part.guard->exact;
    return part;
  }
  auto module = function->getParentOfType<ModuleOp>();
  part.otherwise = function.clone();
  part.otherwise.setName(getFreeName(module, function.getName() + "_apart"));
  part.otherwise->removeAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName());
  setSeldomCalled(part.otherwise);
  part.otherwise.walk([](ForallOp loop) {
    loop.setParallel(false);
    loop.removeVectorAttr();
    loop.removeRegistersAttr();
  });
  OpBuilder(function).insert(part.otherwise);
  return part;
}

/// A function of the operands of the fused call.
static func::FuncOp makeFunction(func::CallOp fused, StringRef suffix,
                                 TypeRange results, IRMapping &mapping) {
  auto module = fused->getParentOfType<ModuleOp>();
  auto after = module.lookupSymbol<func::FuncOp>(fused.getCallee());
  OpBuilder builder(fused.getContext());
  builder.setInsertionPointAfter(after);
  auto function = func::FuncOp::create(
      builder, fused.getLoc(), getFreeName(module, fused.getCallee() + suffix),
      builder.getFunctionType(fused.getOperandTypes(), results));
  function.setPrivate();
  Block *block = function.addEntryBlock();
  for (auto [operand, argument] :
       llvm::zip(fused.getOperands(), block->getArguments()))
    if (!mapping.contains(operand))
      mapping.map(operand, argument);
  return function;
}

func::FuncOp FusedGuard::makeQuestion(func::CallOp fused) {
  IRMapping mapping;
  OpBuilder builder(fused.getContext());
  func::FuncOp question =
      makeFunction(fused, "_finite", builder.getI1Type(), mapping);
  builder.setInsertionPointToStart(&question.front());
  Value answer;
  for (Part *part : {&first, &second}) {
    if (!part->guard)
      continue;
    Block &body = part->guard->question.front();
    // No question is about the tensor in between, or a buffer for it.
    IRMapping inside;
    for (auto [argument, operand] :
         llvm::zip(body.getArguments(), part->operands))
      if (Value known = mapping.lookupOrNull(operand))
        inside.map(argument, known);
    for (Operation &op : body.without_terminator())
      builder.clone(op, inside);
    Value found = inside.lookup(body.getTerminator()->getOperand(0));
    answer = answer
                 ? arith::AndIOp::create(builder, fused.getLoc(), answer, found)
                 : found;
    part->guard->question.erase();
  }
  func::ReturnOp::create(builder, fused.getLoc(), answer);
  return question;
}

func::FuncOp FusedGuard::makeExact(func::CallOp fused) {
  IRMapping mapping;
  OpBuilder builder(fused.getContext());
  func::FuncOp exact =
      makeFunction(fused, "_exact", fused.getResultTypes(), mapping);
  exact->setAttr("encke.kernel", builder.getUnitAttr());
  setExact(exact);
  setSeldomCalled(exact);
  builder.setInsertionPointToStart(&exact.front());
  Location loc = fused.getLoc();
  auto call = [&](const Part &part) {
    SmallVector<Value> operands;
    for (Value operand :
         ArrayRef(part.operands)
             .take_front(func::FuncOp(part.otherwise).getNumArguments()))
      operands.push_back(mapping.lookup(operand));
    return func::CallOp::create(builder, loc, part.otherwise, operands);
  };
  if (buffer) {
    SmallVector<Value> dynamic;
    for (Value size : sizes)
      dynamic.push_back(mapping.lookup(size));
    mapping.map(first.operands[*buffer],
                bufferization::AllocTensorOp::create(
                    builder, loc, cast<RankedTensorType>(between), dynamic));
  }
  mapping.map(second.operands[place], call(first).getResult(0));
  func::ReturnOp::create(builder, loc, call(second).getResults());
  return exact;
}

void FusedGuard::giveTo(func::CallOp fused) {
  if (!isGuarded)
    return;
  func::FuncOp question = makeQuestion(fused);
  setGuard(fused, {question, makeExact(fused)});
}
