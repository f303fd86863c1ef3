//===- Logarithm.cpp - the natural logarithm ------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x = 2^k m with m between sqrt(1/2) and sqrt(2), f = m - 1 and s = f / (2 +
// f): log(m) = 2 s + s^3 P(s^2), written as f - (f^2/2 - s (f^2/2 + s^2
// P(s^2))) so that the largest term is exact.
//
//===----------------------------------------------------------------------===//

#include "passes/ExpandFunctions/Functions.h"

#include <limits>

using namespace mlir;
using namespace encke;

/// P: its error times s^2 is below 1e-17, and below 4e-11.
static constexpr double forDouble[] = {
    0x1.5555555555558p-1, 0x1.99999999952d7p-2, 0x1.2492492df281ap-2,
    0x1.c71c62e3f11e6p-3, 0x1.7462b51cb66b1p-3, 0x1.39fe51a7c18f9p-3,
    0x1.2b5900de53b32p-3};
static constexpr double forFloat[] = {
    0x1.5555554bb1b2fp-1, 0x1.9999eb63e783dp-2, 0x1.245c40aecb50cp-2,
    0x1.ddcf7101b6371p-3};

namespace {
struct Parts {
  Value exponent, mantissa;
};
} // namespace

/// Of a positive number. Those that have no leading one are made larger first.
static Parts takeApart(Emitter &e, Value x) {
  constexpr double leastNormal = 0x1p-1022, larger = 0x1p54;
  constexpr int64_t bias = 1023, mantissa = 52,
                    mantissaBits = (int64_t(1) << mantissa) - 1,
                    one = bias << mantissa;
  constexpr double sqrt2 = 0x1.6a09e667f3bcdp+0, shifter = 0x1.8p52;
  Value isTiny = e.less(x, e.constant(leastNormal));
  Value bits = e.toBits(e.select(isTiny, e.mul(x, e.constant(larger)), x));
  Value shift = e.select(isTiny, e.constant(-54 - bias), e.constant(-bias));
  // The biased exponent as a double: in the lowest bits of a larger one.
  Value exponent = e.sub(e.fromBits(e.orBits(e.shiftRight(bits, mantissa),
                                             e.toBits(e.constant(shifter)))),
                         e.constant(shifter));
  exponent = e.add(exponent, shift);
  Value m =
      e.fromBits(e.orBits(e.andBits(bits, e.bits(mantissaBits)), e.bits(one)));
  Value isLarge = e.less(e.constant(sqrt2), m);
  return {e.select(isLarge, e.add(exponent, e.constant(1)), exponent),
          e.select(isLarge, e.mul(m, e.constant(0.5)), m)};
}

Value encke::emitLog(Emitter &e, Value x, Precision precision) {
  constexpr double infinity = std::numeric_limits<double>::infinity(),
                   noNumber = std::numeric_limits<double>::quiet_NaN();
  auto [k, m] = takeApart(e, x);
  Value f = e.sub(m, e.constant(1));
  Value s = e.div(f, e.add(e.constant(2), f));
  Value square = e.mul(s, s);
  Value half = e.mul(e.mul(e.constant(0.5), f), f);
  ArrayRef<double> coefficients = precision == Precision::Double
                                      ? ArrayRef<double>(forDouble)
                                      : ArrayRef<double>(forFloat);
  Value sum = e.fma(square, e.polynomial(coefficients, square), half);
  Value low = e.fma(s, sum, e.mul(k, e.constant(ln2Low)));
  Value rest = e.sub(e.sub(half, low), f);
  Value y = e.fma(k, e.constant(ln2High), e.neg(rest));
  Value zero = e.constant(0);
  y = e.select(e.less(x, e.constant(infinity)), y, x);
  y = e.select(e.equal(x, zero), e.constant(-infinity), y);
  return e.select(e.less(x, zero), e.constant(noNumber), y);
}
