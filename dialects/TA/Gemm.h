//===- Gemm.h - a contraction as matrix products ----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a dense contraction is computed by a library: which labels together are
// the rows, the columns and the inner dimension of a matrix product, and which
// are loops around it. The decision is a dictionary of these four lists,
//
//   {columns = ["c", "d"], inner = ["e"], loops = ["i"], rows = ["a", "b"]}
//
// that stands on the `ta.assign` (`gemm`) and then on the `linalg.generic`
// (`encke.gemm`). What it says about the tensors is checked by `cin.gemm`.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_TA_GEMM_H
#define ENCKE_DIALECTS_TA_GEMM_H

#include "mlir/IR/BuiltinAttributes.h"

#include <optional>

namespace encke::ta {

struct Gemm {
  using Labels = llvm::SmallVector<mlir::StringAttr>;

  Labels rows;    // of the first operand and the result, outermost first
  Labels columns; // of the second operand and the result
  Labels inner;   // of both operands: summed over
  Labels loops;   // around the products, outermost first

  mlir::DictionaryAttr getAttr(mlir::MLIRContext *context) const;

  /// Nothing when the dictionary is of another form, a label stands in it
  /// twice, or there are no rows, no columns or no inner dimension.
  static std::optional<Gemm> fromAttr(mlir::DictionaryAttr attribute);
};

/// The name of the dictionary on a linalg.generic.
inline constexpr llvm::StringLiteral gemmAttributeName = "encke.gemm";

} // namespace encke::ta

#endif // ENCKE_DIALECTS_TA_GEMM_H
