//===- CINToSCF.cpp - generate loops from bufferised kernels --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Generator.h"
#include "passes/Cost/Operations.h"
#include "passes/Cost/Target.h"
#include "passes/Support/Places.h"
#include "passes/Support/TargetSpec.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_CINTOSCF
#include "passes/CINToSCF/CINToSCF.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

namespace {
struct CINToSCF : encke::impl::CINToSCFBase<CINToSCF> {
  using CINToSCFBase::CINToSCFBase;

  void runOnOperation() override {
    SmallVector<cin::KernelOp> kernels;
    getOperation().walk([&](cin::KernelOp op) { kernels.push_back(op); });
    RuntimeCalls runtime(getOperation());
    for (cin::KernelOp kernel : kernels)
      if (failed(KernelGenerator(kernel, runtime, strictMarks).run()))
        return signalPassFailure();
    cost::Target target = getTarget(getOperation());
    getOperation().walk([&](memref::AllocOp alloc) {
      alignBuffer(alloc, target);
      checkSize(alloc, runtime);
    });
  }

  /// Every buffer begins on a cache line, so that no vector straddles two.
  static void alignBuffer(memref::AllocOp alloc, const cost::Target &target) {
    auto line = uint64_t(target.lineBytes);
    if (!alloc.getAlignment() || *alloc.getAlignment() < line)
      alloc.setAlignment(line);
  }

  /// What there is no memory for is an error that names it; so is a product of
  /// sizes that overflows, which would otherwise be a small buffer.
  static void checkSize(memref::AllocOp alloc, RuntimeCalls &runtime) {
    MemRefType type = alloc.getType();
    Type element = type.getElementType();
    auto complex = dyn_cast<ComplexType>(element);
    Type part = complex ? complex.getElementType() : element;
    if (type.getRank() == 0 || !part.isIntOrFloat())
      return;
    unsigned bits = part.getIntOrFloatBitWidth() * (complex ? 2 : 1);
    int64_t bytes = bits < 8 ? 1 : bits / 8;
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

  /// What the buffer is for, in words.
  static std::string getPurpose(memref::AllocOp alloc) {
    if (alloc->getParentOfType<func::FuncOp>()->hasAttr("encke.kernel"))
      return "a workspace";
    StringRef name = getTensorName(alloc.getLoc());
    return name.empty() ? "a dense temporary"
                        : ("the dense tensor '" + name + "'").str();
  }
};
} // namespace
