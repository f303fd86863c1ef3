//===- Emitter.h - arithmetic on doubles and their bits ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_EXPANDFUNCTIONS_EMITTER_H
#define ENCKE_PASSES_EXPANDFUNCTIONS_EMITTER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace encke {

/// Emits operations on doubles, or on vectors of them, of one type. None has a
/// fast-math flag: what is rounded where is what the functions rest on.
class Emitter {
public:
  /// For values of `type`, f64 or a vector of f64.
  Emitter(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type)
      : builder(builder), loc(loc), type(type) {}

  mlir::Value constant(double value);
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value sub(mlir::Value a, mlir::Value b);
  mlir::Value mul(mlir::Value a, mlir::Value b);
  mlir::Value div(mlir::Value a, mlir::Value b);
  mlir::Value neg(mlir::Value a);
  mlir::Value abs(mlir::Value a);
  /// a * b + c, rounded once.
  mlir::Value fma(mlir::Value a, mlir::Value b, mlir::Value c);
  /// `magnitude` with the sign of `sign`.
  mlir::Value copySign(mlir::Value magnitude, mlir::Value sign);
  /// coefficients[0] + coefficients[1] * x + ..., by Horner's rule.
  mlir::Value polynomial(llvm::ArrayRef<double> coefficients, mlir::Value x);

  /// a < b and a == b; false where one is no number.
  mlir::Value less(mlir::Value a, mlir::Value b);
  mlir::Value equal(mlir::Value a, mlir::Value b);
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b);

  /// The representation as a 64-bit integer, and back.
  mlir::Value toBits(mlir::Value a);
  mlir::Value fromBits(mlir::Value bits);
  mlir::Value bits(int64_t value);
  mlir::Value addBits(mlir::Value a, mlir::Value b);
  mlir::Value subBits(mlir::Value a, mlir::Value b);
  mlir::Value andBits(mlir::Value a, mlir::Value b);
  mlir::Value orBits(mlir::Value a, mlir::Value b);
  mlir::Value xorBits(mlir::Value a, mlir::Value b);
  mlir::Value shiftLeft(mlir::Value a, int64_t count);
  mlir::Value shiftRight(mlir::Value a, int64_t count); ///< zeros come in

  mlir::OpBuilder &builder;
  mlir::Location loc;

private:
  mlir::Type bitsType() const;

  mlir::Type type;
};

/// x * scale rounded to an integer, of which a double holds `number` and of
/// which the lowest bits of `shifted` are the lowest bits. |x * scale| < 2^51.
struct Rounded {
  mlir::Value shifted, number;
};
Rounded roundScaled(Emitter &emitter, mlir::Value x, double scale);

/// 2^n as a double, of an integer n whose lowest 12 bits `lowest` has; -1023 <
/// n < 1024.
mlir::Value powerOfTwo(Emitter &emitter, mlir::Value lowest);

} // namespace encke

#endif // ENCKE_PASSES_EXPANDFUNCTIONS_EMITTER_H
