//===- FinishLLVM.cpp - what the LLVM dialect still needs -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace encke {
#define GEN_PASS_DEF_FINISHLLVM
#include "passes/Passes.h.inc"
} // namespace encke

using namespace mlir;

/// On the back edge of a loop, where the conversion to control flow puts it.
static constexpr StringLiteral annotationName = "llvm.loop_annotation";

namespace {
struct FinishLLVM : encke::impl::FinishLLVMBase<FinishLLVM> {
  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      if (auto load = dyn_cast<LLVM::LoadOp>(op))
        storeInByte(load);
      else if (auto store = dyn_cast<LLVM::StoreOp>(op))
        storeInByte(store);
      else if (auto branch = dyn_cast<LLVM::BrOp>(op))
        annotate(branch);
    });
  }

  void storeInByte(LLVM::LoadOp load) {
    Type boolean = load.getType();
    if (!boolean.isInteger(1))
      return;
    OpBuilder builder(load->getBlock(), ++load->getIterator());
    load.getResult().setType(builder.getI8Type());
    auto value = LLVM::TruncOp::create(builder, load.getLoc(), boolean, load);
    load.getResult().replaceAllUsesExcept(value, value);
    ++numBools;
  }

  void storeInByte(LLVM::StoreOp store) {
    if (!store.getValue().getType().isInteger(1))
      return;
    OpBuilder builder(store);
    Value byte = LLVM::ZExtOp::create(builder, store.getLoc(),
                                      builder.getI8Type(), store.getValue());
    store.getValueMutable().assign(byte);
    ++numBools;
  }

  void annotate(LLVM::BrOp branch) {
    auto annotation =
        branch->getAttrOfType<LLVM::LoopAnnotationAttr>(annotationName);
    if (!annotation)
      return;
    branch->removeAttr(annotationName);
    branch.setLoopAnnotationAttr(annotation);
    ++numAnnotations;
  }
};
} // namespace
