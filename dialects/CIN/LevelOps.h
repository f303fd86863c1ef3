//===- LevelOps.h - types of tensors that share levels ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_LEVELOPS_H
#define ENCKE_DIALECTS_CIN_LEVELOPS_H

#include "mlir/IR/BuiltinTypes.h"

namespace encke::cin {

/// The type of a sparse tensor whose outermost levels, so many of them, are one
/// mode in front of the others: dense where there are no others. Null where
/// there is no such type.
mlir::RankedTensorType getMergedType(mlir::RankedTensorType type,
                                     uint64_t levels);

/// Whether the outermost levels of `source`, so many of them, may be those of a
/// tensor of type `tensor`, which has no others.
bool canShareLevels(mlir::RankedTensorType source, uint64_t levels,
                    mlir::RankedTensorType tensor);

/// The type of what lies below a position of the outermost levels, so many of
/// them, where these are dense. Null where there is no such type.
mlir::RankedTensorType getSubtensorType(mlir::RankedTensorType type,
                                        uint64_t levels);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_LEVELOPS_H
