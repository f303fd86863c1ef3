//===- TakeUpstream.cpp - upstream's IR to Encke's ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/TakeUpstream/TakeUpstream.h"

#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SparseTensor/Transforms/Passes.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_TAKEUPSTREAM
#include "passes/TakeUpstream/TakeUpstream.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::upstream;

namespace {
struct TakeUpstream : encke::impl::TakeUpstreamBase<TakeUpstream> {
  using TakeUpstreamBase::TakeUpstreamBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkOutside()) || failed(rewriteBuffers()) ||
        failed(rewriteElementwise()))
      return signalPassFailure();
    StorageLowering storage(module);
    if (failed(storage.run()))
      return signalPassFailure();
    takeTypes(module);
    // What is computed on dense tensors instead is converted.
    if (failed(takeLinalg(module, storage)) || failed(storage.run()) ||
        failed(takeProgram(module, call)))
      return signalPassFailure();
    outlineLinalg(module);
  }

  /// Everything stands in functions of this module.
  LogicalResult checkOutside() {
    bool isRight = true;
    for (Operation &op : *getOperation().getBody()) {
      if (isa<SymbolOpInterface>(op) && !isa<ModuleOp>(op))
        continue;
      isRight = false;
      op.emitOpError("not supported yet: ")
          << (isa<ModuleOp>(op) ? "a module in another one"
                                : "an operation outside of every function");
    }
    return success(isRight);
  }

  /// Operations of `arith` and `math` on whole tensors are loops over these.
  LogicalResult rewriteElementwise() {
    WalkResult found = getOperation()->walk([](Operation *op) {
      return OpTrait::hasElementwiseMappableTraits(op) &&
                     llvm::any_of(op->getResultTypes(),
                                  llvm::IsaPred<RankedTensorType>)
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (!found.wasInterrupted())
      return success();
    OpPassManager manager(ModuleOp::getOperationName());
    manager.addPass(createConvertElementwiseToLinalgPass());
    return runPipeline(manager, getOperation());
  }

  /// Operations on arrays alone are upstream's own.
  LogicalResult rewriteBuffers() {
    WalkResult found = getOperation()->walk([](Operation *op) {
      return isa<sparse_tensor::SortOp, sparse_tensor::PushBackOp>(op)
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (!found.wasInterrupted())
      return success();
    OpPassManager manager(ModuleOp::getOperationName());
    manager.addPass(createSparseBufferRewritePass());
    return runPipeline(manager, getOperation());
  }
};
} // namespace
