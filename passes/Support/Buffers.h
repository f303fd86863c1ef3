//===- Buffers.h - memory that generated code makes for itself --*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_BUFFERS_H
#define ENCKE_PASSES_SUPPORT_BUFFERS_H

#include "passes/Support/RuntimeCalls.h"

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::memref {
class AllocOp;
} // namespace mlir::memref

namespace encke {

namespace cost {
struct Target;
} // namespace cost

/// The size of an element in memory.
int64_t getElementBytes(mlir::Type element);

/// Memory whose life is as written: whoever makes it frees it.
mlir::memref::AllocOp allocateManually(mlir::OpBuilder &builder,
                                       mlir::Location loc,
                                       mlir::MemRefType type,
                                       mlir::ValueRange sizes);
void freeManually(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Value buffer);

/// Every buffer begins on a cache line, so that no vector straddles two; what
/// there is no memory for is an error that names it.
void finishAllocation(mlir::memref::AllocOp alloc, RuntimeCalls &runtime,
                      const cost::Target &target);

/// `body` for each element. The coordinates of the outermost mode are
/// lo ... hi - 1, or all.
void forEachElement(
    mlir::OpBuilder &builder, mlir::Location loc, mlir::Value buffer,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::ValueRange)> body,
    mlir::Value lo = {}, mlir::Value hi = {});

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_BUFFERS_H
