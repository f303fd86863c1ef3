//===- Labels.h - new names for labels, new tensors over labels -*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_LABELS_H
#define ENCKE_PASSES_SUPPORT_LABELS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir {
class IRMapping;
} // namespace mlir

namespace encke {

/// The labels that an expression varies over.
llvm::ArrayRef<mlir::StringAttr> labelsOf(mlir::Value expr);

/// Labels that an attribute lists.
llvm::SmallVector<mlir::StringAttr> toLabels(mlir::ArrayAttr labels);

/// Both expressions vary over the same labels, in any order.
bool haveSameLabels(mlir::Value a, mlir::Value b);

namespace ta {
class AccessOp;
class AssignOp;
class RepeatOp;
} // namespace ta

/// The attribute of a statement that says in which order it multiplies:
/// "(A*B)*C".
inline constexpr llvm::StringLiteral orderAttribute = "encke.order";

/// And of one that was taken out of a loop.
inline constexpr llvm::StringLiteral hoistedAttribute = "encke.hoisted";

using LabelMap = llvm::DenseMap<mlir::StringAttr, mlir::StringAttr>;

/// Makes labels that a statement does not have yet.
class FreshLabels {
public:
  /// For the statement of which `expr` is the value.
  explicit FreshLabels(mlir::Value expr);

  /// Another name for `label`: i_1 for i.
  mlir::StringAttr get(mlir::StringAttr label);

private:
  llvm::DenseSet<mlir::StringAttr> used;
  unsigned count = 0;
};

/// Rebuilds an expression over other labels, of which `rename` says what stands
/// for a list of them, maybe fewer; what sums over none is its operand. How an
/// access is, and the repetition of an operand that is, others say.
mlir::Value rebuildOver(
    mlir::OpBuilder &builder, mlir::Value expr,
    llvm::function_ref<
        llvm::SmallVector<mlir::StringAttr>(llvm::ArrayRef<mlir::StringAttr>)>
        rename,
    llvm::function_ref<mlir::Value(ta::AccessOp)> rebuildAccess,
    llvm::function_ref<mlir::Value(ta::RepeatOp, mlir::Value)> rebuildRepeat);

/// Rebuilds an expression with some labels renamed, those that its sums close
/// too.
mlir::Value renameLabels(mlir::OpBuilder &builder, mlir::Value expr,
                         const LabelMap &to);

/// The node `op` of an expression over the operands that `mapping` gives, which
/// may have their labels in another order.
mlir::Value cloneNode(mlir::OpBuilder &builder, mlir::Operation *op,
                      mlir::IRMapping &mapping);

/// A statement before the builder's position that computes `expr` into a tensor
/// with a dimension for each of `labels`, of the type that `typeOf` makes of
/// its shape.
ta::AssignOp makeStatement(
    mlir::OpBuilder &builder, mlir::Location loc, mlir::Value expr,
    llvm::ArrayRef<mlir::StringAttr> labels,
    llvm::function_ref<mlir::RankedTensorType(llvm::ArrayRef<int64_t>)> typeOf);

/// A statement that was made for a part of another one has what the schedule of
/// that says about its labels (L32).
void giveSchedule(ta::AssignOp from, ta::AssignOp part);

/// The width of positions in what `expr` reads: 32 where all is dense.
unsigned getPositionWidthIn(mlir::Value expr);

/// Compressed in each mode, in order; a matrix has all of its rows if
/// `hasAllRows`.
mlir::RankedTensorType getCompressedType(llvm::ArrayRef<int64_t> shape,
                                         mlir::Type element, unsigned width,
                                         bool hasAllRows);

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_LABELS_H
