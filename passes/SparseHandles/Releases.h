//===- Releases.h - tensors that a module frees -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SPARSEHANDLES_RELEASES_H
#define ENCKE_PASSES_SPARSEHANDLES_RELEASES_H

#include "mlir/IR/BuiltinOps.h"

namespace encke {

/// Frees each tensor whose handle a `bufferization.dealloc_tensor` has, where
/// it is made in the same block and nothing has the handle behind that: a
/// tensor is a value, so that what a module frees may since have become one
/// with another. The other operations go: what the runtime has is freed when
/// the program ends.
void settleReleases(mlir::ModuleOp module);

} // namespace encke

#endif // ENCKE_PASSES_SPARSEHANDLES_RELEASES_H
