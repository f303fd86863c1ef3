//===- Operators.h - the operators of semirings -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_TA_OPERATORS_H
#define ENCKE_DIALECTS_TA_OPERATORS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/StringRef.h"

namespace encke::ta {

/// What an operator takes.
enum class Operands {
  Any,
  Ordered, ///< not complex numbers
  Integers
};

/// An operator of a semiring or monoid (L22).
struct SemiringOperator {
  llvm::StringRef name;     ///< in the IR
  llvm::StringRef spelling; ///< in a program
  bool reduces;             ///< associative and commutative, with an identity
  Operands operands;

  bool takes(mlir::Type element) const;
};

/// The operator of that name in the IR, or null.
const SemiringOperator *lookupOperator(llvm::StringRef name);

/// The operator that a program spells so, or null.
const SemiringOperator *lookupOperatorBySpelling(llvm::StringRef spelling);

/// Emits the operator on two single values of one element type. `|` and `&` are
/// logical, and give 0 or 1 (L42); `any` takes the left one.
mlir::Value emitOperator(mlir::OpBuilder &builder, mlir::Location loc,
                         llvm::StringRef name, mlir::Value lhs,
                         mlir::Value rhs);

/// Emits one step of a reduction: the value so far, then the next one. Of `any`
/// the next one is taken, since the first value so far is no value.
mlir::Value emitReduction(mlir::OpBuilder &builder, mlir::Location loc,
                          llvm::StringRef name, mlir::Value soFar,
                          mlir::Value next);

/// A reduction of nothing is 0, and not another identity.
bool startsFromZero(llvm::StringRef name);

/// What a reduction of nothing gives (L42, L48): ∞ for `min` of floating-point
/// numbers, the largest number of an integer type; of `any` it is 0.
mlir::Value emitIdentity(mlir::OpBuilder &builder, mlir::Location loc,
                         llvm::StringRef name, mlir::Type type);

} // namespace encke::ta

#endif // ENCKE_DIALECTS_TA_OPERATORS_H
