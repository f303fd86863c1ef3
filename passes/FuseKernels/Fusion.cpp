//===- Fusion.cpp - one kernel of two -------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/FuseKernels/Fusion.h"

#include "dialects/CIN/Reductions.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// The place's users take the indices of the shared loops for granted.
template <typename Op>
static void dropIndices(Value place, unsigned count) {
  for (Operation *user : place.getUsers())
    cast<Op>(user).getIndicesMutable().erase(0, count);
}

namespace {

/// Makes one kernel of two.
class Fusion {
public:
  Fusion(const Producer &producer, const Consumer &consumer, unsigned shared)
      : producer(producer), consumer(consumer), shared(shared),
        builder(consumer.call),
        type(cast<RankedTensorType>(consumer.parameter.getType())) {}

  FusedKernel run();

private:
  unsigned addArgument(Value value, BlockArgument parameter);
  void makeFunction();
  void cloneBodies();
  Value cloneNests(KernelOp made);
  void openCollectors();
  void openLoops();
  void makeWorkspace(ValueRange sizes);
  void combineWithStart(WhereOp where, Value made);
  void cloneLoopBody(ArrayRef<ForallOp> loops, IRMapping &mapping);
  func::CallOp replaceCalls();

  const Producer &producer;
  const Consumer &consumer;
  unsigned shared;
  OpBuilder builder;
  RankedTensorType type; ///< of the tensor in between
  func::FuncOp function;
  SmallVector<Value> arguments;                  ///< of the call
  llvm::DenseMap<Value, unsigned> readArguments; ///< those only read
  IRMapping first, second; ///< of the producer, of the consumer
  Value sizesOf;           ///< an empty tensor with the sizes of that tensor
};

} // namespace

/// A kernel only reads this dense tensor, or number.
static bool isOnlyRead(BlockArgument parameter) {
  auto type = dyn_cast<RankedTensorType>(parameter.getType());
  if (type && type.getEncoding())
    return false;
  return llvm::all_of(parameter.getUses(), [](OpOperand &use) {
    auto nest = dyn_cast<KernelOp>(use.getOwner());
    return !nest || use.getOperandNumber() < nest.getInputs().size();
  });
}

/// What both kernels read is one argument, so that a third kernel, which makes
/// it, finds one that reads it.
unsigned Fusion::addArgument(Value value, BlockArgument parameter) {
  bool isRead = isOnlyRead(parameter);
  if (isRead)
    if (auto known = readArguments.find(value); known != readArguments.end())
      return known->second;
  arguments.push_back(value);
  if (isRead)
    readArguments[value] = arguments.size() - 1;
  return arguments.size() - 1;
}

/// Its parameters: the producer's without the buffer, the sizes of that buffer,
/// the consumer's without the tensor.
void Fusion::makeFunction() {
  func::FuncOp from = producer.function, to = consumer.function;
  func::CallOp firstCall = producer.call, secondCall = consumer.call;
  SmallVector<std::pair<BlockArgument, unsigned>> ofFirst, ofSecond;
  SmallVector<unsigned> ofSizes;
  for (auto [parameter, value] :
       llvm::zip(from.getArguments(), firstCall.getOperands()))
    if (parameter != producer.start)
      ofFirst.push_back({parameter, addArgument(value, parameter)});
  if (auto buffer = dyn_cast<BlockArgument>(producer.start))
    for (Value size : firstCall.getOperand(buffer.getArgNumber())
                          .getDefiningOp<bufferization::AllocTensorOp>()
                          .getDynamicSizes()) {
      ofSizes.push_back(arguments.size());
      arguments.push_back(size);
    }
  for (auto [parameter, value] :
       llvm::zip(to.getArguments(), secondCall.getOperands()))
    if (parameter != consumer.parameter)
      ofSecond.push_back({parameter, addArgument(value, parameter)});

  builder.setInsertionPoint(to);
  function = func::FuncOp::create(
      builder, to.getLoc(), to.getName(),
      builder.getFunctionType(ValueRange(arguments).getTypes(),
                              to.getResultTypes()));
  function->setAttrs(to->getAttrs());
  // Those are about arguments of one of the two.
  function.removeArgAttrsAttr();
  function.removeResAttrsAttr();
  function.setFunctionType(builder.getFunctionType(
      ValueRange(arguments).getTypes(), to.getResultTypes()));
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToStart(block);
  for (auto [parameter, number] : ofFirst)
    first.map(parameter, block->getArgument(number));
  if (isa<BlockArgument>(producer.start)) {
    SmallVector<Value> dynamic;
    for (unsigned number : ofSizes)
      dynamic.push_back(block->getArgument(number));
    sizesOf = tensor::EmptyOp::create(builder, to.getLoc(), type, dynamic);
    first.map(producer.start, sizesOf);
  }
  for (auto [parameter, number] : ofSecond)
    second.map(parameter, block->getArgument(number));
}

void Fusion::cloneBodies() {
  for (Operation &op :
       func::FuncOp(producer.function).getBody().front().without_terminator()) {
    if (&op == producer.nest)
      continue;
    if (&op == producer.fill)
      first.map(op.getResult(0), first.lookup(producer.start));
    else
      builder.clone(op, first);
  }
  sizesOf = first.lookup(producer.start);
  second.map(consumer.parameter, sizesOf);
  for (Operation &op : func::FuncOp(consumer.function).getBody().front()) {
    if (&op == consumer.nest)
      second.map(op.getResult(0), cloneNests(consumer.nest));
    else
      builder.clone(op, second);
  }
}

/// The body of the innermost of the loops.
void Fusion::cloneLoopBody(ArrayRef<ForallOp> loops, IRMapping &mapping) {
  ForallOp innermost = loops.back();
  for (Operation &op : innermost.getBlock())
    builder.clone(op, mapping);
}

Value Fusion::cloneNests(KernelOp nest) {
  KernelOp made = producer.nest;
  Location loc = nest.getLoc();
  SmallVector<Value> inputs, sizes;
  SmallVector<std::pair<BlockArgument, unsigned>> ofFirst, ofSecond;
  auto addInput = [&](Value input) -> unsigned {
    bool isDense = !cast<RankedTensorType>(input.getType()).getEncoding();
    auto *known = isDense ? llvm::find(inputs, input) : inputs.end();
    if (known != inputs.end())
      return known - inputs.begin();
    inputs.push_back(input);
    return inputs.size() - 1;
  };
  SmallVector<KernelOp> making = {made};
  if (producer.intoStart != Reduction::none)
    making.push_back(producer.fill);
  for (KernelOp kernel : making)
    for (auto [input, place] :
         llvm::zip(kernel.getInputs(), kernel.getInputArguments()))
      ofFirst.push_back({place, addInput(first.lookupOrDefault(input))});
  for (auto [input, place] :
       llvm::zip(nest.getInputs(), nest.getInputArguments()))
    if (place != consumer.place)
      ofSecond.push_back({place, addInput(second.lookupOrDefault(input))});
  for (int64_t mode = shared; mode < type.getRank(); ++mode)
    if (type.isDynamicDim(mode))
      sizes.push_back(tensor::DimOp::create(builder, loc, sizesOf, mode));
  Value output = second.lookupOrDefault(nest.getOutputs().front());
  auto fused = KernelOp::create(builder, loc, inputs, output);
  fused.setAssemblyOf(nest);

  OpBuilder::InsertionGuard guard(builder);
  // Each place is called what it was.
  auto map = [](IRMapping &mapping, BlockArgument from, BlockArgument to) {
    to.setLoc(from.getLoc());
    mapping.map(from, to);
  };
  for (auto [place, number] : ofFirst)
    map(first, place, fused.getInputArguments()[number]);
  for (auto [place, number] : ofSecond)
    map(second, place, fused.getInputArguments()[number]);
  map(second, nest.getOutputArguments().front(),
      fused.getOutputArguments().front());
  builder.setInsertionPointToStart(&fused.getBlock());
  openCollectors();
  openLoops();
  makeWorkspace(sizes);
  return fused.getResult(0);
}

/// What collects from the consumer's loops does so from those of both.
void Fusion::openCollectors() {
  for (WhereOp outer : consumer.collectors) {
    SmallVector<Value> sizes;
    for (Value size : outer.getSizes())
      sizes.push_back(second.lookupOrDefault(size));
    auto where = WhereOp::create(builder, outer.getLoc(),
                                 outer.getWorkspaceType().getTensor(), sizes);
    where.setFull(outer.getFull());
    where.setFilled(outer.getFilled());
    second.map(outer.getConsumer().getArguments(),
               where.getConsumer().getArguments());
    second.map(outer.getProducer().getArguments(),
               where.getProducer().getArguments());
    builder.setInsertionPointToStart(&where.getConsumer().front());
    for (Operation &op : outer.getConsumer().front())
      builder.clone(op, second);
    builder.setInsertionPointToStart(&where.getProducer().front());
  }
}

void Fusion::openLoops() {
  for (unsigned depth = 0; depth < shared; ++depth) {
    ForallOp outer = producer.loops[depth], inner = consumer.loops[depth];
    auto loop = ForallOp::create(builder, inner.getLoc(),
                                 first.lookupOrDefault(outer.getExtent()),
                                 inner.getLabelAttr());
    loop.setParallel(outer.getParallel() && inner.getParallel());
    if (outer.getVector() == inner.getVector())
      loop.setVectorAttr(outer.getVectorAttr());
    first.map(outer.getIndex(), loop.getIndex());
    second.map(inner.getIndex(), loop.getIndex());
    builder.setInsertionPointToStart(&loop.getBlock());
  }
}

/// What is left of the tensor in between.
void Fusion::makeWorkspace(ValueRange sizes) {
  Location loc = KernelOp(consumer.nest).getLoc();
  auto workspace = RankedTensorType::get(type.getShape().drop_front(shared),
                                         type.getElementType());
  auto where = WhereOp::create(builder, loc, workspace, sizes);
  where.setFilled(producer.isFilled);
  builder.setInsertionPointToStart(&where.getConsumer().front());
  second.map(consumer.place, where.getConsumer().getArgument(0));
  cloneLoopBody(ArrayRef(consumer.loops).take_front(shared), second);
  dropIndices<cin::AccessOp>(where.getConsumer().getArgument(0), shared);

  builder.setInsertionPointToStart(&where.getProducer().front());
  if (producer.intoStart != Reduction::none) {
    Value made = where.getProducer().getArgument(0);
    where = WhereOp::create(builder, loc, workspace, sizes);
    where.setFilled(producer.isFilled);
    combineWithStart(where, made);
    builder.setInsertionPointToStart(&where.getProducer().front());
  }
  first.map(KernelOp(producer.nest).getOutputArguments().front(),
            where.getProducer().getArgument(0));
  cloneLoopBody(ArrayRef(producer.loops).take_front(shared), first);
  dropIndices<cin::AssignOp>(where.getProducer().getArgument(0), shared);
}

/// Sets each element of `made` to what the producer's starts as, with what it
/// accumulates there, the workspace, taken into it.
void Fusion::combineWithStart(WhereOp where, Value made) {
  builder.setInsertionPointToStart(&where.getConsumer().front());
  Block *block = &KernelOp(producer.fill).getBlock();
  SmallVector<Value> indices;
  for (unsigned depth = 0; depth != type.getRank(); ++depth) {
    auto loop = cast<ForallOp>(block->front());
    if (depth < shared) {
      first.map(loop.getIndex(),
                first.lookup(ForallOp(producer.loops[depth]).getIndex()));
    } else {
      auto inner = ForallOp::create(builder, loop.getLoc(),
                                    first.lookupOrDefault(loop.getExtent()),
                                    loop.getLabelAttr());
      inner.setVectorAttr(loop.getVectorAttr());
      first.map(loop.getIndex(), inner.getIndex());
      indices.push_back(inner.getIndex());
      builder.setInsertionPointToStart(&inner.getBlock());
    }
    block = &loop.getBlock();
  }
  // The last one sets the element.
  for (Operation &op : llvm::drop_end(*block))
    builder.clone(op, first);
  auto set = cast<cin::AssignOp>(block->back());
  Location loc = set.getLoc();
  Value added = cin::AccessOp::create(
      builder, loc, where.getConsumer().getArgument(0), indices);
  Value both = emitReduction(builder, loc, producer.intoStart,
                             first.lookupOrDefault(set.getValue()), added);
  cin::AssignOp::create(builder, loc, made, indices, Reduction::none, both);
}

func::CallOp Fusion::replaceCalls() {
  func::CallOp firstCall = producer.call, secondCall = consumer.call;
  func::FuncOp from = producer.function, to = consumer.function;
  builder.setInsertionPoint(secondCall);
  auto call =
      func::CallOp::create(builder, secondCall.getLoc(), function, arguments);
  secondCall.replaceAllUsesWith(call.getResults());
  secondCall.erase();
  Value buffer;
  if (auto parameter = dyn_cast<BlockArgument>(producer.start))
    buffer = firstCall.getOperand(parameter.getArgNumber());
  firstCall.erase();
  if (buffer)
    buffer.getDefiningOp()->erase();
  from.erase();
  to.erase();
  return call;
}

FusedKernel Fusion::run() {
  makeFunction();
  cloneBodies();
  return {replaceCalls(), function};
}

FusedKernel encke::fuseKernels(const Producer &producer,
                               const Consumer &consumer, unsigned shared) {
  return Fusion(producer, consumer, shared).run();
}
