//===- MarkFreedBuffers.cpp - buffers that kernels free themselves --------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's canonicalisation makes the allocation of a buffer whose sizes turn
// out to be constant anew, and forgets its attributes on the way.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/BufferDeallocationOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_MARKFREEDBUFFERS
#include "passes/MarkFreedBuffers/MarkFreedBuffers.h.inc"
} // namespace encke

using namespace mlir;

namespace {
struct MarkFreedBuffers : encke::impl::MarkFreedBuffersBase<MarkFreedBuffers> {
  void runOnOperation() override {
    StringRef mark = bufferization::BufferizationDialect::kManualDeallocation;
    getOperation()->walk([&](memref::DeallocOp dealloc) {
      if (!dealloc->hasAttr(mark))
        return;
      Value buffer = dealloc.getMemref();
      while (auto cast = buffer.getDefiningOp<memref::CastOp>())
        buffer = cast.getSource();
      if (auto alloc = buffer.getDefiningOp<memref::AllocOp>())
        alloc->setAttr(mark, UnitAttr::get(&getContext()));
    });
  }
};
} // namespace
