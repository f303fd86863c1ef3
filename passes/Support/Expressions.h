//===- Expressions.h - questions about ta expressions -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_EXPRESSIONS_H
#define ENCKE_PASSES_SUPPORT_EXPRESSIONS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace encke::ta {
class DivOp;
class ReduceOp;
} // namespace encke::ta

namespace encke {

/// Calls `visit` for each operation of the expression tree under `root` whose
/// result is a ta.expr, the root last.
void walkExpression(mlir::Value root,
                    llvm::function_ref<void(mlir::Operation *)> visit);

/// A tensor is accessed somewhere in the expression, or elements are selected;
/// otherwise it has the same value at every point.
bool hasAccess(mlir::Value expr);

/// What the program calls the tensor that the expression is an access of; null
/// where it has no name there.
mlir::StringAttr findName(mlir::Value expr);

/// A sparse tensor is accessed somewhere in the expression, or elements are
/// selected: it may be absent.
bool hasSparseAccess(mlir::Value expr);

/// A dense tensor alone, repeated or of another element type, or what a mask
/// leaves of it.
bool isDenseTensor(mlir::Value expr);

/// A sum or another reduction stands somewhere in the expression.
bool containsReduction(mlir::Value expr);

/// The expression has an element at every point: nothing that it needs is
/// absent from a sparse tensor. Where an element is absent, ordinary arithmetic
/// takes it for zero.
bool isFull(mlir::Value expr);

/// A reduction that has nothing to reduce is 0, and not another identity.
bool startsFromZero(ta::ReduceOp reduce);

/// All sparse tensors that `reduced` reads have elements where the product of
/// the factors has some, such as the rows of a matrix beside their sums: then
/// it reduces nothing nowhere that matters.
bool reducesFactors(mlir::Value reduced, llvm::ArrayRef<mlir::Value> factors);

/// The expression is full but for reductions to which nothing contributes.
bool isFullButForReductions(mlir::Value expr);

/// So it is with a divisor and its dividend.
bool sumsDividend(ta::DivOp quotient);

/// Where the expression has no element it is 0, and not what the identity of a
/// reduction makes of it (L42).
bool isZeroWhereAbsent(mlir::Value expr);

/// The complement of a mask stands somewhere in the expression.
bool hasComplement(mlir::Value expr);

/// The number that an expression is everywhere, if that is known.
std::optional<double> getNumber(mlir::Value expr);

/// The expression must be taken apart to become terms: it reduces, or a sparse
/// tensor takes part.
bool needsSplit(mlir::Value expr);

/// The size of a label of the expression, from an access or a repetition that
/// has it: a constant when static, else an index value (made with `builder`
/// where needed).
mlir::OpFoldResult getLabelSize(mlir::OpBuilder &builder, mlir::Location loc,
                                mlir::Value expr, mlir::StringAttr label);

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_EXPRESSIONS_H
