//===- BoolsInBytes.cpp - booleans in memory are bytes --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace encke {
#define GEN_PASS_DEF_BOOLSINBYTES
#include "passes/Passes.h.inc"
} // namespace encke

using namespace mlir;

namespace {
struct BoolsInBytes : encke::impl::BoolsInBytesBase<BoolsInBytes> {
  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      if (auto load = dyn_cast<LLVM::LoadOp>(op))
        rewrite(load);
      else if (auto store = dyn_cast<LLVM::StoreOp>(op))
        rewrite(store);
    });
  }

  void rewrite(LLVM::LoadOp load) {
    Type boolean = load.getType();
    if (!boolean.isInteger(1))
      return;
    OpBuilder builder(load->getBlock(), ++load->getIterator());
    load.getResult().setType(builder.getI8Type());
    auto value = LLVM::TruncOp::create(builder, load.getLoc(), boolean, load);
    load.getResult().replaceAllUsesExcept(value, value);
    ++numLoads;
  }

  void rewrite(LLVM::StoreOp store) {
    if (!store.getValue().getType().isInteger(1))
      return;
    OpBuilder builder(store);
    Value byte = LLVM::ZExtOp::create(builder, store.getLoc(),
                                      builder.getI8Type(), store.getValue());
    store.getValueMutable().assign(byte);
    ++numStores;
  }
};
} // namespace
