//===- Functions.h - elementary functions as arithmetic ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each takes and gives doubles, or vectors of them. What is not a number, an
// infinity, zero, negative or tiny is treated as the C library does. The
// methods are the usual ones (Muller, "Elementary Functions", chapters on
// range reduction and polynomial approximation); the polynomials are those of
// least error at Chebyshev's points, rounded to doubles.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_EXPANDFUNCTIONS_FUNCTIONS_H
#define ENCKE_PASSES_EXPANDFUNCTIONS_FUNCTIONS_H

#include "passes/ExpandFunctions/Emitter.h"

namespace encke {

/// What the result is for: a double within one unit in its last place (tanh:
/// two and a half, third powers: 1.3, fourth ones: 1.91), or a float that it is
/// rounded to, which shorter polynomials do for.
enum class Precision { Double, Float };

/// ln 2 in two parts; multiples of the first one by an exponent are exact.
inline constexpr double ln2High = 0x1.62e42fee00000p-1,
                        ln2Low = 0x1.a39ef35793c76p-33;

mlir::Value emitExp(Emitter &emitter, mlir::Value x, Precision precision);
mlir::Value emitTanh(Emitter &emitter, mlir::Value x, Precision precision);
mlir::Value emitCube(Emitter &emitter, mlir::Value x, Precision precision);
mlir::Value emitFourthPower(Emitter &emitter, mlir::Value x,
                            Precision precision);
mlir::Value emitLog(Emitter &emitter, mlir::Value x, Precision precision);

/// Of |x| up to `largestAngle`.
mlir::Value emitSin(Emitter &emitter, mlir::Value x, Precision precision);
mlir::Value emitCos(Emitter &emitter, mlir::Value x, Precision precision);
inline constexpr double largestAngle = 1048576;

} // namespace encke

#endif // ENCKE_PASSES_EXPANDFUNCTIONS_FUNCTIONS_H
