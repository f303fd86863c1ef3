//===- TensorData.h - what is known of a tensor's data ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates (Estimates.h) are about a program. On request they are noted for
// the passes behind the one that makes kernels, and for `encke explain`: as the
// attribute `encke.data` on statements and accesses of the dialect ta, and on
// the arguments and results of the functions of kernels.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_TENSORDATA_H
#define ENCKE_PASSES_SUPPORT_TENSORDATA_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"

#include <optional>

namespace encke {

inline constexpr llvm::StringLiteral dataAttribute = "encke.data";

/// Of a tensor whose sizes are known.
struct TensorData {
  llvm::SmallVector<double> sizes; ///< by mode
  double stored = 0;               ///< elements
  double bytes = 0;                ///< of values and coordinates
  bool isExact = false;            ///< The elements are no estimate.
  mlir::Attribute file; ///< Where it is read: the source of the ta.file.
};

mlir::DictionaryAttr toAttribute(mlir::MLIRContext *context,
                                 const TensorData &data);
/// None of a null attribute.
std::optional<TensorData> readTensorData(mlir::Attribute attribute);

/// Of a tensor in the function of a kernel: an argument, or what is converted
/// from one. None where nothing was noted.
std::optional<TensorData> findTensorData(mlir::Value tensor);

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_TENSORDATA_H
