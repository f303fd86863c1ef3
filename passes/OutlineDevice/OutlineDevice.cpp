//===- OutlineDevice.cpp - loops become functions of a device -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's passes for this find the size of a launch from the shape of loops,
// hand over what is used as it is, and skip without a word what they cannot do.
// Here all that a loop needs from outside becomes arrays of one dimension,
// which each device has.
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Device.h"
#include "passes/Support/DeviceLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_OUTLINEDEVICE
#include "passes/OutlineDevice/OutlineDevice.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

//===----------------------------------------------------------------------===//
// What a device does
//===----------------------------------------------------------------------===//

static bool isArray(Type type) {
  auto buffer = dyn_cast<MemRefType>(type);
  return buffer && buffer.getLayout().isIdentity() &&
         buffer.getElementType().isIntOrFloat() &&
         buffer.getElementTypeBitWidth() >= cost::leastBits;
}

static bool isOnDevices(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return isArray(load.getMemRefType());
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return isArray(store.getMemRefType());
  if (auto dim = dyn_cast<memref::DimOp>(op))
    return dim.getConstantIndex() && isArray(dim.getSource().getType());
  return isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) ||
         isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::YieldOp,
             scf::ConditionOp, scf::ReduceOp>(op);
}

/// The buffer itself, of which an operation only says something.
static Value findBuffer(Value buffer) {
  while (auto distinct = buffer.getDefiningOp<memref::DistinctObjectsOp>())
    buffer = distinct->getOperand(cast<OpResult>(buffer).getResultNumber());
  return buffer;
}

namespace {
/// What is in the way of a device, and why.
struct Obstacle {
  Operation *op = nullptr; // null: nothing is
  StringRef why;
};
} // namespace

static Obstacle findObstacle(scf::ParallelOp loop) {
  if (loop.getNumLoops() != 1 || loop.getNumResults() != 0 ||
      !matchPattern(loop.getStep()[0], m_One()))
    return {loop, "it is not one loop in steps of one"};
  Obstacle obstacle;
  loop.getBody()->walk([&](Operation *op) {
    if (isOnDevices(op))
      return WalkResult::advance();
    obstacle = {op, "no device does this"};
    return WalkResult::interrupt();
  });
  if (obstacle.op)
    return obstacle;
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(loop.getRegion(), used);
  for (Value value : used)
    if (!isArray(value.getType()) && !isDeviceNumber(value.getType()))
      return {loop, "no device can be given what it uses"};
  return {};
}

//===----------------------------------------------------------------------===//
// What a function is given
//===----------------------------------------------------------------------===//

namespace {
/// One loop becomes a function and its launch.
class Outliner {
public:
  Outliner(scf::ParallelOp loop, StringRef name)
      : loop(loop), loc(loop.getLoc()), name(name), host(loop) {}

  void run();

private:
  // Outside.
  void collect();
  unsigned addNumber(Value number);
  Value flatten(Value array);
  Value toWord(Value number);
  Value makeNumbers();
  void launch(gpu::GPUFuncOp function);
  gpu::GPUFuncOp makeFunction();
  // Inside.
  void fill(gpu::GPUFuncOp function);
  Value fromWord(OpBuilder &builder, Value word, Type type);
  Value sizeOf(OpBuilder &builder, Value array, int64_t dimension);
  Value offsetOf(OpBuilder &builder, Value array, ValueRange indices);
  void cloneBlock(OpBuilder &builder, Block &block);
  void cloneOp(OpBuilder &builder, Operation &op);

  scf::ParallelOp loop;
  Location loc;
  StringRef name;
  OpBuilder host;
  llvm::SetVector<Value> arrays;  // in the order of the arguments
  llvm::SetVector<Value> numbers; // in that of the words
  SmallVector<Operation *> constants;
  /// Of the dimensions of an array, whose sizes are numbers.
  llvm::DenseMap<std::pair<Value, int64_t>, Value> sizes;
  IRMapping map;
  llvm::DenseMap<Value, Value> arguments; // by array
};
} // namespace

/// The arrays and numbers that the loop uses.
void Outliner::collect() {
  Value count = arith::SubIOp::create(host, loc, loop.getUpperBound()[0],
                                      loop.getLowerBound()[0]);
  Value zero = arith::ConstantIndexOp::create(host, loc, 0);
  numbers.insert(arith::MaxSIOp::create(host, loc, count, zero));
  llvm::SetVector<Value> used;
  used.insert(loop.getLowerBound()[0]);
  getUsedValuesDefinedAbove(loop.getRegion(), used);
  for (Value value : used) {
    Operation *op = value.getDefiningOp();
    if (op && op->hasTrait<OpTrait::ConstantLike>())
      constants.push_back(op);
    else if (isDeviceNumber(value.getType()))
      numbers.insert(value);
    else
      arrays.insert(findBuffer(value));
  }
  for (Value array : arrays) {
    auto type = cast<MemRefType>(array.getType());
    for (int64_t mode = 0; mode < type.getRank(); ++mode)
      if (type.isDynamicDim(mode)) {
        Value size = memref::DimOp::create(host, loc, array, mode);
        sizes[{array, mode}] = size;
        numbers.insert(size);
      }
  }
}

/// The array with one dimension, of any length.
Value Outliner::flatten(Value array) {
  auto type = cast<MemRefType>(array.getType());
  auto flat = MemRefType::get({ShapedType::kDynamic}, type.getElementType());
  if (type.getRank() == 0)
    array =
        memref::ExpandShapeOp::create(host, loc, ArrayRef<int64_t>{1}, array,
                                      ArrayRef<ReassociationIndices>());
  else if (type.getRank() > 1) {
    ReassociationIndices all = llvm::to_vector(llvm::seq(type.getRank()));
    array = memref::CollapseShapeOp::create(host, loc, array, ArrayRef{all});
  }
  return array.getType() == flat
             ? array
             : memref::CastOp::create(host, loc, flat, array).getResult();
}

/// The number as an integer of 64 bits that has the same ones.
Value Outliner::toWord(Value number) {
  Type type = number.getType(), word = host.getI64Type();
  if (type.isIndex())
    return arith::IndexCastOp::create(host, loc, word, number);
  if (type.isF64())
    return arith::BitcastOp::create(host, loc, word, number);
  if (type.isF32())
    number = arith::BitcastOp::create(host, loc, host.getI32Type(), number);
  return number.getType() == word
             ? number
             : arith::ExtUIOp::create(host, loc, word, number).getResult();
}

Value Outliner::fromWord(OpBuilder &builder, Value word, Type type) {
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, type, word);
  if (type.isF64())
    return arith::BitcastOp::create(builder, loc, type, word);
  if (type.isInteger(1)) {
    Value zero = arith::ConstantIntOp::create(builder, loc, 0, 64);
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, word,
                                 zero);
  }
  if (type.isInteger(64))
    return word;
  Value half =
      arith::TruncIOp::create(builder, loc, builder.getI32Type(), word);
  return type.isF32()
             ? arith::BitcastOp::create(builder, loc, type, half).getResult()
             : half;
}

/// On the stack of the function, that of a loop around does not grow by it.
Value Outliner::makeNumbers() {
  auto type = MemRefType::get({int64_t(numbers.size())}, host.getI64Type());
  auto function = loop->getParentOfType<func::FuncOp>();
  OpBuilder front = OpBuilder::atBlockBegin(&function.getBody().front());
  Value words = memref::AllocaOp::create(front, loc, type);
  for (auto [place, number] : llvm::enumerate(numbers)) {
    Value at = arith::ConstantIndexOp::create(host, loc, place);
    memref::StoreOp::create(host, loc, toWord(number), words, at);
  }
  return flatten(words);
}

gpu::GPUFuncOp Outliner::makeFunction() {
  auto module = loop->getParentOfType<ModuleOp>();
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                  builder.getUnitAttr());
  auto alone = gpu::GPUModuleOp::create(builder, loc, name);
  builder.setInsertionPointToStart(alone.getBody());
  SmallVector<Type> types;
  for (Value array : arrays)
    types.push_back(
        MemRefType::get({ShapedType::kDynamic},
                        cast<MemRefType>(array.getType()).getElementType()));
  types.push_back(
      MemRefType::get({ShapedType::kDynamic}, builder.getI64Type()));
  auto function = gpu::GPUFuncOp::create(builder, loc, deviceFunctionName,
                                         builder.getFunctionType(types, {}));
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                    builder.getUnitAttr());
  int32_t block[] = {int32_t(cost::threadsOfBlock), 1, 1};
  function.setKnownBlockSize(ArrayRef(block));
  return function;
}

void Outliner::launch(gpu::GPUFuncOp function) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(host, loc, value);
  };
  SmallVector<Value> given;
  for (Value array : arrays)
    given.push_back(flatten(array));
  given.push_back(makeNumbers());
  Value one = constant(1), threads = constant(cost::threadsOfBlock);
  Value blocks = arith::CeilDivUIOp::create(host, loc, numbers[0], threads);
  blocks =
      arith::MinUIOp::create(host, loc, blocks, constant(cost::mostBlocks));
  gpu::LaunchFuncOp::create(host, loc, function,
                            gpu::KernelDim3{blocks, one, one},
                            gpu::KernelDim3{threads, one, one},
                            /*dynamicSharedMemorySize=*/Value(), given);
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

void Outliner::fill(gpu::GPUFuncOp function) {
  OpBuilder builder = OpBuilder::atBlockEnd(&function.getBody().front());
  for (auto [array, argument] : llvm::zip(arrays, function.getArguments()))
    arguments[array] = argument;
  for (Operation *constant : constants)
    builder.clone(*constant, map);
  Value words = function.getArguments().back();
  for (auto [place, number] : llvm::enumerate(numbers)) {
    Value at = arith::ConstantIndexOp::create(builder, loc, place);
    Value word = memref::LoadOp::create(builder, loc, words, at);
    map.map(number, fromWord(builder, word, number.getType()));
  }
  Value begin = map.lookup(loop.getLowerBound()[0]);
  Value count = map.lookup(numbers[0]);
  Value threads =
      arith::ConstantIndexOp::create(builder, loc, cost::threadsOfBlock);
  Value block = gpu::BlockIdOp::create(builder, loc, gpu::Dimension::x);
  Value blocks = gpu::GridDimOp::create(builder, loc, gpu::Dimension::x);
  Value thread = gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::x);
  Value first = arith::MulIOp::create(builder, loc, block, threads);
  first = arith::AddIOp::create(builder, loc, first, thread);
  Value all = arith::MulIOp::create(builder, loc, blocks, threads);
  auto iterations = scf::ForOp::create(builder, loc, first, count, all);
  gpu::ReturnOp::create(builder, loc);
  builder.setInsertionPointToStart(iterations.getBody());
  Value iteration =
      arith::AddIOp::create(builder, loc, begin, iterations.getInductionVar());
  map.map(loop.getInductionVars()[0], iteration);
  cloneBlock(builder, *loop.getBody());
}

Value Outliner::sizeOf(OpBuilder &builder, Value array, int64_t dimension) {
  auto type = cast<MemRefType>(array.getType());
  if (type.isDynamicDim(dimension))
    return map.lookup(sizes.lookup({array, dimension}));
  return arith::ConstantIndexOp::create(builder, loc,
                                        type.getDimSize(dimension));
}

Value Outliner::offsetOf(OpBuilder &builder, Value array, ValueRange indices) {
  Value offset;
  for (auto [dimension, index] : llvm::enumerate(indices)) {
    Value at = map.lookup(index);
    if (offset) {
      offset = arith::MulIOp::create(builder, loc, offset,
                                     sizeOf(builder, array, dimension));
      at = arith::AddIOp::create(builder, loc, offset, at);
    }
    offset = at;
  }
  return offset ? offset : arith::ConstantIndexOp::create(builder, loc, 0);
}

/// All but a terminator that is none of the copy's.
void Outliner::cloneBlock(OpBuilder &builder, Block &block) {
  for (Operation &op : block)
    if (!isa<scf::ReduceOp>(op))
      cloneOp(builder, op);
}

void Outliner::cloneOp(OpBuilder &builder, Operation &op) {
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    Value array = findBuffer(load.getMemRef());
    Value at = offsetOf(builder, array, load.getIndices());
    map.map(
        load.getResult(),
        memref::LoadOp::create(builder, loc, arguments[array], at).getResult());
    return;
  }
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    Value array = findBuffer(store.getMemRef());
    Value at = offsetOf(builder, array, store.getIndices());
    memref::StoreOp::create(builder, loc, map.lookup(store.getValue()),
                            arguments[array], at);
    return;
  }
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    map.map(dim.getResult(), sizeOf(builder, findBuffer(dim.getSource()),
                                    *dim.getConstantIndex()));
    return;
  }
  Operation *copy = builder.cloneWithoutRegions(op, map);
  // What processors make of loops is none of a device's business.
  copy->removeDiscardableAttr("cin.loop");
  for (auto [from, to] : llvm::zip(op.getRegions(), copy->getRegions()))
    for (Block &block : from) {
      Block &inner = to.emplaceBlock();
      for (BlockArgument argument : block.getArguments())
        map.map(argument, inner.addArgument(argument.getType(), loc));
      OpBuilder inside = OpBuilder::atBlockEnd(&inner);
      cloneBlock(inside, block);
    }
}

void Outliner::run() {
  collect();
  gpu::GPUFuncOp function = makeFunction();
  fill(function);
  launch(function);
  loop.erase();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// A plain loop in its place.
static void runOnHost(scf::ParallelOp loop) {
  OpBuilder builder(loop);
  auto plain =
      scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound()[0],
                         loop.getUpperBound()[0], loop.getStep()[0]);
  loop.getBody()->getTerminator()->erase();
  plain.getBody()->getOperations().splice(plain.getBody()->begin(),
                                          loop.getBody()->getOperations());
  loop.getInductionVars()[0].replaceAllUsesWith(plain.getInductionVar());
  loop.erase();
}

namespace {
struct OutlineDevice : encke::impl::OutlineDeviceBase<OutlineDevice> {
  using OutlineDeviceBase::OutlineDeviceBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      SmallVector<scf::ParallelOp> loops;
      function.walk([&](scf::ParallelOp loop) {
        if (loop->hasAttr(deviceLoopAttribute))
          loops.push_back(loop);
      });
      unsigned number = 0;
      for (scf::ParallelOp loop : loops) {
        Obstacle obstacle = findObstacle(loop);
        if (!obstacle.op) {
          std::string name =
              (function.getName() + "_device_" + Twine(number++)).str();
          Outliner(loop, name).run();
          ++numOutlined;
          continue;
        }
        if (strictMarks) {
          obstacle.op->emitError("cannot run on a device: ") << obstacle.why;
          return signalPassFailure();
        }
        runOnHost(loop);
      }
    }
  }
};
} // namespace
