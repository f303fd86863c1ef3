//===- CINToSCF.cpp - generate loops from bufferised kernels --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Generator.h"
#include "passes/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace encke {
#define GEN_PASS_DEF_CINTOSCF
#include "passes/Passes.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

namespace {
struct CINToSCF : encke::impl::CINToSCFBase<CINToSCF> {
  void runOnOperation() override {
    SmallVector<cin::KernelOp> kernels;
    getOperation().walk([&](cin::KernelOp op) { kernels.push_back(op); });
    RuntimeCalls runtime(getOperation());
    for (cin::KernelOp kernel : kernels)
      if (failed(KernelGenerator(kernel, runtime).run()))
        return signalPassFailure();
    alignBuffers();
  }

  /// Every buffer begins on a cache line, so that no vector straddles two.
  void alignBuffers() {
    constexpr int64_t cacheLine = 64;
    getOperation().walk([&](memref::AllocOp alloc) {
      if (!alloc.getAlignment() || *alloc.getAlignment() < cacheLine)
        alloc.setAlignment(cacheLine);
    });
  }
};
} // namespace
