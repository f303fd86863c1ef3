//===- CINToSCF.cpp - generate loops from bufferised kernels --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Tasks/TasksDialect.h"
#include "passes/CINToSCF/Generator.h"
#include "passes/Cost/Target.h"
#include "passes/Support/Buffers.h"
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
    for (cin::KernelOp kernel : kernels) {
      if (kernel.getFromIdentity()) {
        kernel.emitOpError("must have its start written by cin-start-results");
        return signalPassFailure();
      }
      if (failed(KernelGenerator(kernel, runtime, strictMarks).run()))
        return signalPassFailure();
    }
    cost::Target target = getTarget(getOperation());
    getOperation().walk([&](memref::AllocOp alloc) {
      finishAllocation(alloc, runtime, target);
    });
  }
};
} // namespace
