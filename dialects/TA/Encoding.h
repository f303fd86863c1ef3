//===- Encoding.h - formats in tensor types ---------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_TA_ENCODING_H
#define ENCKE_DIALECTS_TA_ENCODING_H

#include "dialects/Format.h"

#include "mlir/IR/BuiltinTypes.h"

#include <optional>
#include <string>

namespace encke {

/// The tensor type of a format: an encoding-free type when every level is
/// dense in mode order, else one with a #sparse_tensor.encoding where upstream
/// can spell the format and with #ta.format where it cannot.
/// `indexWidth` (32 or 64) is the width of positions and coordinates.
mlir::RankedTensorType getTensorType(const Format &format,
                                     llvm::ArrayRef<int64_t> shape,
                                     mlir::Type elementType,
                                     unsigned indexWidth);

/// The format of a tensor type; none when its encoding has levels or index
/// maps that Encke has no name for, or says more than where elements are.
std::optional<Format> getFormat(mlir::RankedTensorType type);

/// Whether a type is that of a tensor that is stored otherwise than densely,
/// with its modes in order.
bool isSparse(mlir::Type type);

/// What of a tensor type Encke cannot store, for a message; empty when it can.
/// The one place that decides which types of a module are taken.
std::string sayWhyUnsupported(mlir::RankedTensorType type);

/// The width of a type's positions (or coordinates): 32 or 64.
unsigned getPositionWidth(mlir::RankedTensorType type);
unsigned getCoordinateWidth(mlir::RankedTensorType type);

/// The text by which encke_tensor_new names a type's storage, such as
/// "f64 4 4 D0 C1"; none when the runtime cannot hold it.
std::optional<std::string> getStorageText(mlir::RankedTensorType type);

/// The suffix of runtime functions for an element type ("f64", "i32"), empty
/// when there is none.
llvm::StringRef getElementSuffix(mlir::Type type);

/// The runtime's number (encke_type) of an element type that has a suffix.
int64_t getRuntimeType(mlir::Type type);

} // namespace encke

#endif // ENCKE_DIALECTS_TA_ENCODING_H
