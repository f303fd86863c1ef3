//===- Circular.cpp - sin and cos -----------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x = k pi/2 + r with |r| <= pi/4 (Cody and Waite, with pi/2 in three parts):
// sin(r) = r + r^3 S(r^2) and cos(r) = 1 - r^2/2 + r^4 C(r^2), of which k says
// the one that is meant, and its sign.
//
//===----------------------------------------------------------------------===//

#include "passes/ExpandFunctions/Functions.h"

using namespace mlir;
using namespace encke;

namespace {
struct Polynomials {
  ArrayRef<double> sin, cos;
};
} // namespace

/// Errors, with the powers of r: below 2e-17 and 5e-19.
static constexpr double sinForDouble[] = {
    -0x1.5555555555555p-3, 0x1.1111111110babp-7,   -0x1.a01a019e820acp-13,
    0x1.71de37946eb45p-19, -0x1.ae6008d0f0520p-26, 0x1.5e0a4fb47ace3p-33};
static constexpr double cosForDouble[] = {
    0x1.5555555555555p-5,   -0x1.6c16c16c16963p-10, 0x1.a01a019f4ddfdp-16,
    -0x1.27e4fa16cc1bcp-22, 0x1.1eeb67d014ecep-29,  -0x1.907cd8f26aa3fp-37};
/// And below 2e-11 and 1e-12.
static constexpr double sinForFloat[] = {
    -0x1.555555545d0d9p-3, 0x1.11110decc7187p-7, -0x1.a013a45587fc0p-13,
    0x1.6dbcfb3cb85c8p-19};
static constexpr double cosForFloat[] = {
    0x1.55555555027acp-5, -0x1.6c16bf534c846p-10, 0x1.a015c25343172p-16,
    -0x1.25239a89d2d5fp-22};

static constexpr double twoOverPi = 0x1.45f306dc9c883p-1;
static constexpr double halfPi[] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54,
                                    -0x1.f1976b7ed8fbcp-110};

namespace {
struct Reduced {
  Value k;   ///< in the lowest bits
  Value r;   ///< rounded
  Value low; ///< what was lost
};
} // namespace

/// The first difference is exact. The second may cancel, so that its error, and
/// that of the product in it, are part of the result.
static Reduced reduce(Emitter &e, Value x) {
  Rounded k = roundScaled(e, x, twoOverPi);
  Value minusK = e.neg(k.number);
  Value first = e.fma(minusK, e.constant(halfPi[0]), x);
  Value second = e.constant(halfPi[1]);
  Value product = e.mul(k.number, second);
  Value productLow = e.fma(k.number, second, e.neg(product));
  Value r = e.sub(first, product);
  Value taken = e.sub(r, first);
  Value low = e.sub(e.sub(first, e.sub(r, taken)), e.add(product, taken));
  low = e.fma(minusK, e.constant(halfPi[2]), e.sub(low, productLow));
  return {k.shifted, r, low};
}

/// sin of x and of x + pi/2, as `quarters` is 0 or 1.
static Value emitSinOf(Emitter &e, Value x, int64_t quarters,
                       Precision precision) {
  Polynomials polynomials = precision == Precision::Double
                                ? Polynomials{sinForDouble, cosForDouble}
                                : Polynomials{sinForFloat, cosForFloat};
  auto [k, r, low] = reduce(e, x);
  if (quarters)
    k = e.addBits(k, e.bits(quarters));
  Value one = e.constant(1);
  Value square = e.mul(r, r);
  Value sinRest =
      e.fma(e.mul(square, r), e.polynomial(polynomials.sin, square), low);
  Value sin = e.add(r, sinRest);
  Value half = e.mul(e.constant(0.5), square);
  Value large = e.sub(one, half);
  Value lost = e.fma(e.neg(r), low, e.sub(e.sub(one, large), half));
  Value cos = e.add(large, e.fma(e.mul(square, square),
                                 e.polynomial(polynomials.cos, square), lost));
  // The lowest bit of k chooses, the next one is the sign.
  Value isOdd =
      arith::CmpIOp::create(e.builder, e.loc, arith::CmpIPredicate::ne,
                            e.andBits(k, e.bits(1)), e.bits(0));
  Value sign = e.shiftLeft(e.andBits(k, e.bits(2)), 62);
  return e.fromBits(e.xorBits(e.toBits(e.select(isOdd, cos, sin)), sign));
}

/// Of -0 it is -0, which the sums above lose.
Value encke::emitSin(Emitter &e, Value x, Precision precision) {
  Value y = emitSinOf(e, x, /*quarters=*/0, precision);
  return e.select(e.equal(x, e.constant(0)), x, y);
}

Value encke::emitCos(Emitter &e, Value x, Precision precision) {
  return emitSinOf(e, x, /*quarters=*/1, precision);
}
