//===- Buffers.cpp - memory that generated code makes for itself ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Buffers.h"

#include "passes/Cost/Operations.h"
#include "passes/Cost/Target.h"
#include "passes/Support/Places.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;
using namespace encke;

static constexpr StringLiteral manualDeallocation =
    bufferization::BufferizationDialect::kManualDeallocation;

memref::AllocOp encke::allocateManually(OpBuilder &builder, Location loc,
                                        MemRefType type, ValueRange sizes) {
  auto alloc = memref::AllocOp::create(builder, loc, type, sizes,
                                       builder.getI64IntegerAttr(64));
  alloc->setAttr(manualDeallocation, builder.getUnitAttr());
  return alloc;
}

void encke::freeManually(OpBuilder &builder, Location loc, Value buffer) {
  memref::DeallocOp::create(builder, loc, buffer)
      ->setAttr(manualDeallocation, builder.getUnitAttr());
}

/// What the buffer is for, in words.
static std::string getPurpose(memref::AllocOp alloc) {
  if (alloc->getParentOfType<func::FuncOp>()->hasAttr("encke.kernel"))
    return "a workspace";
  StringRef name = getTensorName(alloc.getLoc());
  return name.empty() ? "a dense temporary"
                      : ("the dense tensor '" + name + "'").str();
}

int64_t encke::getElementBytes(Type element) {
  return int64_t(DataLayout().getTypeSize(element).getFixedValue());
}

/// So is a product of sizes that overflows, which would otherwise be a small
/// buffer.
static void checkSize(memref::AllocOp alloc, RuntimeCalls &runtime) {
  MemRefType type = alloc.getType();
  Type element = type.getElementType();
  auto complex = dyn_cast<ComplexType>(element);
  Type part = complex ? complex.getElementType() : element;
  if (type.getRank() == 0 || !part.isIntOrFloat())
    return;
  int64_t bytes = getElementBytes(element);
  auto known = double(bytes);
  for (int64_t size : type.getShape())
    known *= ShapedType::isDynamic(size) ? 1 : size;
  if (type.hasStaticShape() && known <= cost::uncheckedBytes)
    return;
  OpBuilder builder(alloc);
  Location loc = alloc.getLoc();
  SmallVector<Value> sizes;
  for (OpFoldResult size : alloc.getMixedSizes())
    sizes.push_back(RuntimeCalls::toInteger(
        builder, loc, getValueOrCreateConstantIndexOp(builder, loc, size)));
  runtime.checkBuffer(builder, loc, getPurpose(alloc), bytes, sizes);
}

void encke::finishAllocation(memref::AllocOp alloc, RuntimeCalls &runtime,
                             const cost::Target &target) {
  auto line = uint64_t(target.lineBytes);
  if (!alloc.getAlignment() || *alloc.getAlignment() < line)
    alloc.setAlignment(line);
  checkSize(alloc, runtime);
}

void encke::forEachElement(OpBuilder &builder, Location loc, Value buffer,
                           function_ref<void(OpBuilder &, ValueRange)> body,
                           Value lo, Value hi) {
  int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
  Value first = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  SmallVector<Value> from(rank, first), step(rank, one), to;
  for (int64_t mode = 0; mode < rank; ++mode)
    to.push_back(memref::DimOp::create(builder, loc, buffer, mode));
  if (lo) {
    from.front() = lo;
    to.front() = hi;
  }
  scf::buildLoopNest(
      builder, loc, from, to, step,
      [&](OpBuilder &inner, Location, ValueRange at) { body(inner, at); });
}
