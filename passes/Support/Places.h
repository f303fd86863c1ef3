//===- Places.h - where in the program an operation comes from --*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_PLACES_H
#define ENCKE_PASSES_SUPPORT_PLACES_H

#include "mlir/IR/Location.h"

#include <string>

namespace encke {

/// "file.ta:line:column" of a statement, the first of several that were made
/// one; empty when it has no place.
std::string getPlace(mlir::Location loc);

/// What the program calls the tensor that a statement at `loc` makes; empty
/// when it makes a temporary.
llvm::StringRef getTensorName(mlir::Location loc);

/// `loc` for a temporary.
mlir::Location withoutTensorName(mlir::Location loc);

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_PLACES_H
