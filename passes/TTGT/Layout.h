//===- Layout.h - the matrix products of a contraction ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_TTGT_LAYOUT_H
#define ENCKE_PASSES_TTGT_LAYOUT_H

#include "dialects/TA/Gemm.h"
#include "passes/Cost/Target.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace encke {

/// C[...] = A[...] * B[...], summed over what C lacks. The labels of a tensor
/// are distinct, and in the order of its modes; each stands in two tensors or
/// in three.
struct Contraction {
  using Labels = ta::Gemm::Labels;
  Labels a, b, c;
  llvm::DenseMap<mlir::StringAttr, double> sizes;
  int64_t bytes = 8; // of an element
  bool isComplex = false;
  /// Labels whose sizes are known when the program runs; above, what is
  /// assumed.
  llvm::DenseSet<mlir::StringAttr> unknown;
  /// C may be made in another order first.
  bool mayTransposeResult = false;
  /// Loops need not store C, or A or B: who reads it, or makes it, does so row
  /// by row, and can be fused.
  bool readByRows = false, madeByRows[2] = {false, false};
  bool isFused() const { return readByRows || madeByRows[0] || madeByRows[1]; }

  double count(mlir::ArrayRef<mlir::StringAttr> labels) const;
  /// Floating-point operations.
  double flops() const;
};

/// How a contraction becomes matrix products.
struct Layout {
  ta::Gemm gemm;
  /// The order of modes to transpose an operand to, or to make the result in;
  /// empty: as it is.
  Contraction::Labels a, b, c;
  double nanoseconds = 0; // as the model estimates
};

/// The cheapest layout. Nothing where the labels are not those of a matrix
/// product: rows, columns or the inner dimension missing, or a label in only
/// one tensor.
std::optional<Layout> chooseLayout(const Contraction &contraction,
                                   const cost::Target &target);

/// What loops would take, by the same model.
double estimateLoops(const Contraction &contraction,
                     const cost::Target &target);

/// The same, less what becomes superfluous where they are fused with those that
/// make the operands row by row, or read the result so: to store that, and to
/// load it.
double estimateFused(const Contraction &contraction,
                     const cost::Target &target);

} // namespace encke

#endif // ENCKE_PASSES_TTGT_LAYOUT_H
