//===- Scalars.h - arithmetic on the element types --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The element types of the language (L8) are i1, i32, i64, f32, f64 and
// complex<f64>. These functions emit the operations of upstream dialects that
// compute with single values of them. Both operands have the same type. On i1
// the sum is "or" and the product is "and".
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_TA_SCALARS_H
#define ENCKE_DIALECTS_TA_SCALARS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"

namespace encke::ta {

/// True for the element types in which values are computed, and those in which
/// tensors are stored (L50).
bool isElementType(mlir::Type type);

/// True when a value of type `from` may become one of type `to`: later in the
/// order i1, i32, i64, f32, f64, complex<f64> (L8).
bool isWidening(mlir::Type from, mlir::Type to);

/// True when tensors of `narrow` are computed with in `wide` (L50).
bool isStorageOf(mlir::Type narrow, mlir::Type wide);

/// A constant; `value` must be a whole number where the type is an integer.
mlir::Value emitConstant(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Type type, double value);

/// `value` as a value of `to`: itself, or widened.
mlir::Value emitCast(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value value, mlir::Type to);

mlir::Value emitAdd(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value lhs, mlir::Value rhs);
mlir::Value emitSub(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value lhs, mlir::Value rhs);
mlir::Value emitMul(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value lhs, mlir::Value rhs);
/// Of floating-point or complex numbers (L45); of integers it rounds to zero.
mlir::Value emitDiv(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value lhs, mlir::Value rhs);
mlir::Value emitNeg(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value value);

/// Neither may be complex. A NaN among floating-point numbers is the result.
mlir::Value emitMin(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value lhs, mlir::Value rhs);
mlir::Value emitMax(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value lhs, mlir::Value rhs);

/// The comparisons of the language. Complex numbers are equal or not.
enum class Comparison { eq, ne, lt, le, gt, ge };

/// An i1. A comparison with NaN is false, save `ne`.
mlir::Value emitComparison(mlir::OpBuilder &builder, mlir::Location loc,
                           Comparison comparison, mlir::Value lhs,
                           mlir::Value rhs);

/// An i1: the value is not zero.
mlir::Value emitIsTrue(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value value);

/// A number that is zero, perhaps a complex one.
bool isZero(mlir::Attribute value);

/// A constant that is zero.
bool isZero(mlir::Value value);

} // namespace encke::ta

#endif // ENCKE_DIALECTS_TA_SCALARS_H
