//===- InlineKernels.cpp - small kernels in loops of the program ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/CodeSize.h"

#include "dialects/CIN/LoopMarks.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_INLINEKERNELS
#include "passes/InlineKernels/InlineKernels.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

/// A function of one block, of few operations, that is as good elsewhere: what
/// it takes from the stack would be taken in each iteration, and what is marked
/// or parallel is compiled well only as a kernel.
static bool isSmall(func::FuncOp kernel) {
  if (!kernel->hasAttr("encke.kernel") || !kernel.isPrivate() ||
      kernel.isDeclaration() || !kernel.getBody().hasOneBlock())
    return false;
  int64_t count = 0;
  return !kernel
              .walk([&](Operation *op) {
                bool isKept = isa<LLVM::AllocaOp, memref::AllocaOp,
                                  memref::AllocOp, scf::ParallelOp>(op) ||
                              !cin::LoopMarks::of(op).empty();
                return isKept || ++count > cost::mostInlined
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

static void inlineCall(func::CallOp call, func::FuncOp kernel) {
  OpBuilder builder(call);
  IRMapping mapping;
  mapping.map(kernel.getArguments(), call.getOperands());
  for (Operation &op : kernel.front().without_terminator())
    builder.clone(op, mapping);
  Operation *end = kernel.front().getTerminator();
  for (auto [result, value] : llvm::zip(call.getResults(), end->getOperands()))
    result.replaceAllUsesWith(mapping.lookupOrDefault(value));
  call.erase();
}

namespace {
struct InlineKernels : encke::impl::InlineKernelsBase<InlineKernels> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    SmallVector<func::CallOp> calls;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function->hasAttr("encke.kernel"))
        continue;
      function.walk([&](func::CallOp call) {
        if (call->getParentOfType<LoopLikeOpInterface>())
          calls.push_back(call);
      });
    }
    llvm::SmallSetVector<func::FuncOp, 8> inlined;
    for (func::CallOp call : calls) {
      auto kernel = symbols.lookup<func::FuncOp>(call.getCallee());
      if (!kernel || !isSmall(kernel))
        continue;
      inlineCall(call, kernel);
      inlined.insert(kernel);
      ++numInlined;
    }
    for (func::FuncOp kernel : inlined)
      if (SymbolTable::symbolKnownUseEmpty(kernel, getOperation()))
        symbols.erase(kernel);
  }
};
} // namespace
