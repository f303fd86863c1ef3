//===- Generator.cpp - tensors of a kernel --------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Generator.h"
#include "passes/CINToSCF/Merges.h"

#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/Encoding.h"
#include "passes/SettleMarks/WhyNot.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

LogicalResult KernelGenerator::run() {
  if (failed(checkBody()) || failed(checkForms()) ||
      (strictMarks && failed(checkMarks())))
    return failure();
  renumberRows();
  if (failed(openPlaces()))
    return failure();
  if (failed(openWorkspaces(kernel)))
    return failure();
  declareDistinct();
  lastOpened = kernel->getPrevNode();
  if (failed(openDirectories(kernel.getBlock())))
    return failure();
  if (assembly) {
    if (failed(assemble()))
      return failure();
  } else {
    Scope scope;
    if (failed(generate(kernel.getBlock(), scope)))
      return failure();
  }
  if (hasFailed)
    return failure();
  closeWorkspaces(kernel);
  closeDirectories();
  endRenumbering();
  kernel.erase();
  return success();
}

template <typename Op>
static LogicalResult checkParts(Op op) {
  RankedTensorType type = op.getTensor().getType().getTensor();
  std::optional<Format> format = getFormat(type);
  if (!type.getEncoding() || !format)
    return success();
  for (unsigned level = 0; level < format->levels.size(); ++level)
    if (!fitsLevel(*format, level, op.getIndices()))
      return op.emitOpError("stands in loops over other blocks or diagonals "
                            "than those in which the tensor is stored");
  return success();
}

/// What is no statement is generated where a statement uses it, or nowhere, so
/// it may have no effect of its own.
LogicalResult KernelGenerator::checkBody() {
  WalkResult result = kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto access = dyn_cast<AccessOp>(op))
      return WalkResult(checkParts(access));
    if (auto assign = dyn_cast<AssignOp>(op))
      return WalkResult(checkParts(assign));
    if (isa<KernelOp, ForallOp, WhereOp>(op) || isMemoryEffectFree(op))
      return WalkResult::advance();
    op->emitOpError("not supported yet: inside a kernel");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Forms of a merge are known here, not in the dialect.
LogicalResult KernelGenerator::checkForms() {
  WalkResult result = kernel.walk([&](ForallOp forall) {
    StringRef name = forall.getVisit() ? forall.getVisit()->getForm() : "";
    if (name.empty())
      return WalkResult::advance();
    const MergeForm *form = findMergeForm(name);
    StringRef why = form ? whyNeverMerged(*form, forall, planner)
                         : "no form of a merge has that name";
    if (why.empty())
      return WalkResult::advance();
    forall.emitError("'") << name << "' cannot be carried out: " << why;
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Whoever marks a loop by hand wants to know what cannot be.
LogicalResult KernelGenerator::checkMarks() {
  WalkResult result = kernel.walk([](ForallOp forall) {
    StringRef mark = "vector", why;
    if (forall.getVector().value_or(1) > 1)
      why = whyNoVectors(forall);
    if (why.empty() && forall.getRegisters()) {
      mark = "registers";
      why = whyNoRegisters(forall);
    }
    if (why.empty() && forall.getParallel()) {
      mark = "parallel";
      why = whyNotParallel(forall);
    }
    if (why.empty())
      return WalkResult::advance();
    forall.emitError("'") << mark << "' cannot be carried out: " << why;
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult KernelGenerator::openPlaces() {
  for (BlockArgument place : kernel.getBlock().getArguments()) {
    RankedTensorType type = cast<PlaceType>(place.getType()).getTensor();
    Value operand = kernel.getOperandOf(place);
    bool isInput = place.getArgNumber() < kernel.getInputs().size();
    if (type.getEncoding() && !isa<LLVM::LLVMPointerType>(operand.getType()))
      return kernel.emitOpError("must have its sparse tensors as handles");
    if (type.getEncoding() && !isInput) {
      if (failed(openResult(place)))
        return failure();
      continue;
    }
    auto storage = std::make_unique<Storage>();
    if (type.getEncoding()) {
      if (failed(openSparse(*storage, operand, type)))
        return failure();
    } else if (isa<MemRefType>(operand.getType())) {
      storage->buffer = operand;
    } else {
      return kernel.emitOpError("must be bufferised first");
    }
    storages[place] = std::move(storage);
  }
  if (assembly && kernel.getOutputs().size() != 1)
    return kernel.emitOpError("not supported yet: a sparse result beside "
                              "others");
  return success();
}

/// The number of coordinates of a level; inside of blocks it is known.
Value KernelGenerator::sizeOf(Value handle, const Format &format,
                              unsigned level) {
  Location loc = kernel.getLoc();
  LevelMap map = format.map(level);
  if (map.kind == LevelMap::Inside)
    return arith::ConstantIndexOp::create(builder, loc, map.operand);
  Value size =
      runtime.call(builder, loc, "encke_level_size", builder.getI64Type(),
                   {handle, RuntimeCalls::integer(builder, loc, level)});
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(), size);
}

/// Takes the level arrays out of the runtime's tensor.
LogicalResult KernelGenerator::openSparse(Storage &storage, Value handle,
                                          RankedTensorType type) {
  Location loc = kernel.getLoc();
  std::optional<Format> format = getFormat(type);
  if (!format)
    return kernel.emitOpError("not supported yet: the storage of ") << type;
  unsigned posWidth = getPositionWidth(type);
  unsigned crdWidth = getCoordinateWidth(type);
  auto number = [&](int64_t value) {
    return RuntimeCalls::integer(builder, loc, value);
  };
  SmallVector<bool> unique = getUniqueLevels(*format);
  Value slots;
  for (auto [level, levelType] : llvm::enumerate(format->levels)) {
    LevelArrays arrays;
    arrays.size = sizeOf(handle, *format, level);
    arrays.slots = std::exchange(slots, {});
    // No loop of its own: the level below has so many positions a parent.
    if (format->isSlot(level)) {
      slots = arrays.size;
      continue;
    }
    if (hasPositions(levelType))
      arrays.positions = runtime.array(
          builder, loc, "encke_get_positions", builder.getIntegerType(posWidth),
          {handle, number(level), number(posWidth / 8)});
    if (hasCoordinates(levelType))
      arrays.coordinates =
          runtime.array(builder, loc, "encke_get_coordinates",
                        builder.getIntegerType(crdWidth),
                        {handle, number(level), number(crdWidth / 8)});
    storage.levels.push_back(makeLevel(levelType, arrays, unique[level]));
    storage.format.levels.push_back(levelType);
    storage.format.levelToMode.push_back(format->levelToMode[level]);
    storage.format.maps.push_back(format->map(level));
  }
  storage.values =
      runtime.array(builder, loc, "encke_get_values", type.getElementType(),
                    {handle, number(getRuntimeType(type.getElementType()))});
  return success();
}

/// Bufferisation gives every output a buffer that no input shares; said here,
/// LLVM need not check it in the loops.
void KernelGenerator::declareDistinct() {
  if (assembly)
    return;
  for (BlockArgument output : kernel.getOutputArguments())
    for (BlockArgument input : kernel.getInputArguments()) {
      Value &a = storageOf(output).getElements();
      Value &b = storageOf(input).getElements();
      declareDistinct(a, b, kernel.getLoc());
    }
}

void KernelGenerator::declareDistinct(Value &a, Value &b, Location loc) {
  auto distinct =
      memref::DistinctObjectsOp::create(builder, loc, ValueRange({a, b}));
  a = distinct.getResult(0);
  b = distinct.getResult(1);
}

void KernelGenerator::declareDistinctInside(Value &buffer,
                                            KnownOutside &outside,
                                            Location loc) {
  outside.push_back({&buffer, buffer});
  for (BlockArgument input : kernel.getInputArguments()) {
    Value &elements = storageOf(input).getElements();
    outside.push_back({&elements, elements});
    declareDistinct(buffer, elements, loc);
  }
}

void KernelGenerator::leaveInside(const KnownOutside &outside) {
  for (auto [value, before] : llvm::reverse(outside))
    *value = before;
}

/// The address of a buffer's first element, for the runtime.
Value KernelGenerator::pointerTo(Value buffer) {
  return RuntimeCalls::pointerTo(builder, kernel.getLoc(), buffer);
}
