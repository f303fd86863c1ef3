//===- Hoisting.h - what is asked once, before loops ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_HOISTING_H
#define ENCKE_PASSES_SUPPORT_HOISTING_H

#include "mlir/IR/Value.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::scf {
class ForOp;
} // namespace mlir::scf

namespace encke {

/// The memref itself, where it only is known not to overlap others.
mlir::Value getItself(mlir::Value memref);

/// The outermost loop around `op`, or `op`, before which stands what `op`
/// needs, as `isReady` tells of each loop. Around it are only loops and
/// conditions.
mlir::Operation *findPlaceBeforeLoops(
    mlir::Operation *op,
    llvm::function_ref<bool(mlir::LoopLikeOpInterface)> isReady);

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_HOISTING_H
