//===- Layout.h - in which order dense tensors are stored -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_DENSELAYOUT_LAYOUT_H
#define ENCKE_PASSES_DENSELAYOUT_LAYOUT_H

#include "dialects/TA/Gemm.h"
#include "dialects/TA/TADialect.h"
#include "passes/Cost/Products.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>
#include <vector>

namespace encke {

class Estimates;

/// In which order the dense tensors of one term are, and whether a library
/// multiplies them.
struct Layout {
  using Labels = ta::Gemm::Labels;

  /// Operands that are transposed first, and to which order.
  llvm::SmallVector<std::pair<ta::AccessOp, Labels>> operands;
  /// The order of modes in which the result is made, and transposed from then;
  /// empty: its own.
  Labels result;
  /// As these matrix products; else by loops.
  std::optional<ta::Gemm> gemm;

  bool transposes(ta::AccessOp operand) const {
    return llvm::is_contained(llvm::make_first_range(operands), operand);
  }
  bool isAsBefore() const {
    return operands.empty() && result.empty() && !gemm;
  }
};

/// C[...] = A[...] * B[...], summed over what C lacks. The labels of a tensor
/// are distinct, and in the order of its modes; each stands in two tensors or
/// in three.
struct Contraction {
  using Labels = Layout::Labels;

  ta::AccessOp accessA, accessB;
  Labels a, b, c;
  llvm::DenseMap<mlir::StringAttr, double> sizes;
  /// Labels whose sizes are known when the program runs; above, what is
  /// assumed.
  llvm::DenseSet<mlir::StringAttr> unknown;
  int64_t bytes = 8; ///< of an element
  bool isComplex = false;
  /// C may be made in another order first.
  bool mayTransposeResult = false;
  /// Loops need not store C, or A or B: who reads it, or makes it, does so row
  /// by row, and can be fused.
  bool readByRows = false, madeByRows[2] = {false, false};

  double count(mlir::ArrayRef<mlir::StringAttr> labels) const;
  bool isKnown(mlir::ArrayRef<mlir::StringAttr> labels) const;
  /// What the model has to know, however it is computed.
  cost::Contracted describe() const;
};

/// A layout, and the nanoseconds that it is expected to take.
struct TimedLayout {
  Layout layout;
  double nanoseconds = 0;
};

/// The cheapest matrix products. Nothing where the labels are not those of one:
/// rows, columns or the inner dimension missing, or a label in only one tensor.
std::optional<TimedLayout> chooseProducts(const Contraction &contraction,
                                          const cost::Target &target);

/// What loops over this layout would take, less what becomes superfluous where
/// they are fused with those that make the operands row by row, or read the
/// result so: to store that, and to load it.
double estimateLoops(const Contraction &contraction, const Layout &layout,
                     const cost::Target &target);

/// The layout of a term that loops compute: a sum or another reduction, or all
/// that the statement assigns. Sparse tensors may take part.
Layout chooseLoops(ta::AssignOp statement, mlir::Value term,
                   Estimates &estimates);

/// A term of the sum that a statement is.
struct Term {
  mlir::Value value; ///< of the result's labels
  bool negative = false;
  Layout layout;
};

/// The terms of all statements that are none of matrix products yet, with the
/// layouts chosen for them. `fuse`: kernels become one where they can.
std::vector<std::pair<ta::AssignOp, std::vector<Term>>>
chooseLayouts(mlir::Operation *module, bool fuse);

/// Makes one label of those that go together, in all statements of the module.
/// Returns how many statements have fewer labels then.
unsigned collapseLabels(mlir::Operation *module);

} // namespace encke

#endif // ENCKE_PASSES_DENSELAYOUT_LAYOUT_H
