//===- Inline.h - calls become what the function does -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_DISTRIBUTE_INLINE_H
#define ENCKE_PASSES_DISTRIBUTE_INLINE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace encke::distribute {

/// Replaces calls in `program` by the bodies of the functions that they call,
/// as long as these do not call themselves and it does not grow too much.
/// Functions that nobody calls any more go.
void inlineCalls(mlir::func::FuncOp program);

} // namespace encke::distribute

#endif // ENCKE_PASSES_DISTRIBUTE_INLINE_H
