//===- Describe.h - factors as a reader knows them --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CONTRACTIONORDER_DESCRIBE_H
#define ENCKE_PASSES_CONTRACTIONORDER_DESCRIBE_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace encke {

/// The expression in the program's words, without labels: "(1 + A*B)". `nameOf`
/// names tensors. What is long, or of operations that have no sign, is "(...)".
std::string describe(mlir::Value expr,
                     llvm::function_ref<std::string(mlir::Value)> nameOf);

} // namespace encke

#endif // ENCKE_PASSES_CONTRACTIONORDER_DESCRIBE_H
