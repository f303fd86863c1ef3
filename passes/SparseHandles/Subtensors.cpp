//===- Subtensors.cpp - subtensors that kernels are given -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/SparseHandles/Subtensors.h"
#include "passes/Support/KernelFunctions.h"
#include "passes/Support/LevelParts.h"
#include "passes/Support/RuntimeCalls.h"

#include "dialects/CIN/CINDialect.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

namespace {

class SubtensorGiver {
public:
  explicit SubtensorGiver(ModuleOp module)
      : symbols(module), runtime(module), parts(module) {}

  LogicalResult give(SubtensorOp part);

private:
  void giveArrays(func::CallOp call, unsigned operand, SubtensorOp part);
  LogicalResult copy(SubtensorOp part);

  SymbolTable symbols;
  RuntimeCalls runtime;
  LevelPartsFinder parts;
};

} // namespace

static Format formatOf(Value tensor) {
  return *getFormat(cast<RankedTensorType>(tensor.getType()));
}

/// The modes of the tensor that its part has, in order.
static SmallVector<unsigned> modesOf(SubtensorOp part) {
  Format format = formatOf(part.getSource());
  auto modes = llvm::to_vector(
      ArrayRef(format.levelToMode).drop_front(part.getCoordinates().size()));
  llvm::sort(modes);
  return modes;
}

/// Asks the whole for the sizes of the part.
static void foldDims(SubtensorOp part) {
  SmallVector<unsigned> modes = modesOf(part);
  for (Operation *user : llvm::make_early_inc_range(part->getUsers())) {
    auto dim = dyn_cast<tensor::DimOp>(user);
    std::optional<int64_t> mode =
        dim ? dim.getConstantIndex() : std::optional<int64_t>();
    if (!mode)
      continue;
    OpBuilder builder(dim);
    dim.replaceAllUsesWith(tensor::DimOp::create(builder, dim.getLoc(),
                                                 part.getSource(), modes[*mode])
                               .getResult());
    dim.erase();
  }
}

/// The values of all elements, in an order, of a row of one level.
static bool takesValues(Operation *op) {
  auto merge = dyn_cast<MergeLevelsOp>(op);
  return merge && merge.getLevels() == 1 && !isSparse(merge.getType());
}

/// Nothing but loops over its levels is done with it.
static bool isOnlyRead(BlockArgument argument) {
  return llvm::all_of(argument.getUses(), [](OpOperand &use) {
    if (auto dim = dyn_cast<tensor::DimOp>(use.getOwner()))
      return dim.getConstantIndex().has_value();
    if (takesValues(use.getOwner()))
      return true;
    auto kernel = dyn_cast<KernelOp>(use.getOwner());
    return kernel && use.getOperandNumber() < kernel.getInputs().size();
  });
}

/// The part of the array of values that the row has.
static void replaceValues(MergeLevelsOp merge, ViewOp view) {
  OpBuilder builder(merge);
  Location loc = merge.getLoc();
  Value positions = view.getArrays().front();
  auto load = [&](Value at) {
    return arith::IndexCastUIOp::create(
               builder, loc, builder.getIndexType(),
               memref::LoadOp::create(builder, loc, positions, at).getResult())
        .getResult();
  };
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value begin = load(view.getBelow());
  Value end = load(arith::AddIOp::create(builder, loc, view.getBelow(), one));
  OpFoldResult each = builder.getIndexAttr(1);
  Value count = arith::SubIOp::create(builder, loc, end, begin);
  Value values = memref::SubViewOp::create(
      builder, loc, view.getArrays().back(), ArrayRef<OpFoldResult>{begin},
      ArrayRef<OpFoldResult>{count}, ArrayRef<OpFoldResult>{each});
  merge.replaceAllUsesWith(
      bufferization::ToTensorOp::create(builder, loc, merge.getType(), values,
                                        /*restrict=*/true)
          .getResult());
  merge.erase();
}

void SubtensorGiver::giveArrays(func::CallOp call, unsigned operand,
                                SubtensorOp part) {
  const LevelParts &whole = parts.find(part.getSource());
  unsigned above = part.getCoordinates().size();
  OpBuilder builder(part);
  Location loc = part.getLoc();
  Value below = part.getCoordinates().front();
  for (unsigned level = 1; level < above; ++level)
    below = arith::AddIOp::create(
        builder, loc,
        arith::MulIOp::create(builder, loc, below, whole.levels[level].size),
        part.getCoordinates()[level]);
  SmallVector<Value> given{below};
  auto levels = ArrayRef(whole.levels).drop_front(above);
  for (const LevelParts::Level &level : levels)
    given.push_back(level.size);
  for (const LevelParts::Level &level : levels)
    for (Value array : {level.positions, level.coordinates})
      if (array)
        given.push_back(array);
  given.push_back(whole.values);

  func::FuncOp kernel = symbols.lookup<func::FuncOp>(call.getCallee());
  BlockArgument old = kernel.getArgument(operand);
  unsigned first = operand + 1;
  for (auto [number, value] : llvm::enumerate(given))
    (void)kernel.insertArgument(first + number, value.getType(), {}, loc);
  auto inside = OpBuilder::atBlockBegin(&kernel.front());
  ValueRange arguments =
      kernel.front().getArguments().slice(first, given.size());
  auto view = ViewOp::create(inside, loc, part.getType(), arguments.front(),
                             arguments.slice(1, levels.size()),
                             arguments.drop_front(1 + levels.size()));
  // Sizes are those of levels: each is a whole mode.
  Format format = formatOf(view.getResult());
  for (Operation *user : llvm::make_early_inc_range(old.getUsers()))
    if (takesValues(user)) {
      replaceValues(cast<MergeLevelsOp>(user), view);
    } else if (auto dim = dyn_cast<tensor::DimOp>(user)) {
      const auto *level =
          llvm::find(format.levelToMode, unsigned(*dim.getConstantIndex()));
      dim.replaceAllUsesWith(
          view.getSizes()[level - format.levelToMode.begin()]);
      dim.erase();
    }
  old.replaceAllUsesWith(view);
  (void)kernel.eraseArgument(operand);
  SmallVector<Value> operands(call.getOperands());
  operands.erase(operands.begin() + operand);
  operands.insert(operands.begin() + operand, given.begin(), given.end());
  call->setOperands(operands);
}

/// A tensor of its own, which is freed when the last kernel has read it.
LogicalResult SubtensorGiver::copy(SubtensorOp part) {
  OpBuilder builder(part);
  Location loc = part.getLoc();
  auto type = cast<RankedTensorType>(part.getType());
  std::optional<std::string> text = getStorageText(type);
  if (!text)
    return part.emitOpError("not supported yet: a copy in ") << type;
  SmallVector<Value> sizes;
  for (auto [mode, whole] : llvm::enumerate(modesOf(part)))
    if (type.isDynamicDim(mode))
      sizes.push_back(
          tensor::DimOp::create(builder, loc, part.getSource(), whole));
  Value handle = runtime.newTensor(builder, loc, *text, type, sizes);
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto source = UnrealizedConversionCastOp::create(builder, loc, pointer,
                                                   part.getSource());
  // For each mode: where it begins, whether it may be left, and the factor of
  // each mode of the part.
  Format format = formatOf(part.getSource());
  SmallVector<unsigned> modes = modesOf(part);
  auto integer = [&](int64_t number) {
    return RuntimeCalls::integer(builder, loc, number);
  };
  SmallVector<Value> list{integer(0)};
  for (unsigned mode = 0; mode < format.levelToMode.size(); ++mode) {
    auto level = size_t(llvm::find(format.levelToMode, mode) -
                        format.levelToMode.begin());
    list.push_back(level < part.getCoordinates().size()
                       ? RuntimeCalls::toInteger(builder, loc,
                                                 part.getCoordinates()[level])
                       : integer(0));
    list.push_back(integer(0));
    for (unsigned other : modes)
      list.push_back(integer(other == mode));
  }
  runtime.callWithList(builder, loc, "encke_select",
                       {handle, source.getResult(0),
                        LLVM::ZeroOp::create(builder, loc, pointer)},
                       list);
  Operation *last = part;
  bool isGivenBack = false;
  for (Operation *user : part->getUsers()) {
    if (last->isBeforeInBlock(user))
      last = user;
    isGivenBack |= llvm::any_of(user->getResultTypes(), isSparse);
  }
  // A sparse result may be the copy itself: the loop around frees both.
  if (!isGivenBack) {
    builder.setInsertionPointAfter(last);
    runtime.call(builder, loc, "encke_tensor_free", {}, handle);
  }
  builder.setInsertionPoint(part);
  part.replaceAllUsesWith(
      UnrealizedConversionCastOp::create(builder, loc, part.getType(), handle)
          .getResult(0));
  part.erase();
  return success();
}

LogicalResult SubtensorGiver::give(SubtensorOp part) {
  foldDims(part);
  for (Operation *user : llvm::to_vector(part->getUsers())) {
    auto call = dyn_cast<func::CallOp>(user);
    if (!call || call->getBlock() != part->getBlock())
      return user->emitOpError("reads a subtensor: only a kernel may");
    func::FuncOp kernel =
        takeOwnKernel(call, symbols, [](func::FuncOp) { return true; });
    if (!kernel)
      return call.emitOpError("takes a subtensor, but is no kernel's");
    for (unsigned operand = call.getNumOperands(); operand-- > 0;)
      if (call.getOperand(operand) == part.getResult() &&
          isOnlyRead(kernel.getArgument(operand)))
        giveArrays(call, operand, part);
  }
  if (!part->use_empty())
    return copy(part);
  part.erase();
  return success();
}

LogicalResult encke::giveSubtensors(ModuleOp module) {
  SmallVector<SubtensorOp> parts;
  module.walk([&](SubtensorOp part) { parts.push_back(part); });
  if (parts.empty())
    return success();
  SubtensorGiver giver(module);
  for (SubtensorOp part : parts)
    if (failed(giver.give(part)))
      return failure();
  return success();
}
