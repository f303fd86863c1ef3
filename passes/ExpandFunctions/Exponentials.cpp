//===- Exponentials.cpp - exp, tanh and powers ----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x = k ln 2 + r with an integer k and |r| <= ln 2 / 2, so that exp(x) is
// 2^k exp(r), and exp(r) - 1 = r + r^2 P(r).
//
//===----------------------------------------------------------------------===//

#include "passes/ExpandFunctions/Functions.h"

using namespace mlir;
using namespace encke;

/// P: its error times r^2 is below 2e-19.
static constexpr double forDouble[] = {
    0x1.0000000000000p-1,  0x1.5555555555557p-3,  0x1.5555555555556p-5,
    0x1.11111111100cep-7,  0x1.6c16c16c162ccp-10, 0x1.a01a01abef415p-13,
    0x1.a01a01a6dcaffp-16, 0x1.71de021a90822p-19, 0x1.27e4db57442fbp-22,
    0x1.af4e196027428p-26, 0x1.1f731ea5352cap-29};
/// And below 2e-10.
static constexpr double forFloat[] = {
    0x1.0000000b9847ep-1, 0x1.5555555a7c16bp-3,  0x1.5554e8d9c7d96p-5,
    0x1.1110e0de7be2bp-7, 0x1.6d4362097d81ap-10, 0x1.a125285dbcbf1p-13};

static constexpr double log2OfE = 0x1.71547652b82fep+0;

namespace {
struct Reduced {
  Rounded k;
  Value r;    ///< rounded
  Value rest; ///< exp(r) - 1 - r, of the r that is not rounded
};
} // namespace

static Reduced reduce(Emitter &e, Value x, Precision precision) {
  Reduced result;
  result.k = roundScaled(e, x, log2OfE);
  Value minusK = e.neg(result.k.number);
  Value high = e.fma(minusK, e.constant(ln2High), x);
  Value r = e.fma(minusK, e.constant(ln2Low), high);
  Value square = e.mul(r, r);
  result.r = r;
  if (precision == Precision::Float) {
    result.rest = e.mul(square, e.polynomial(forFloat, r));
    return result;
  }
  Value low = e.fma(minusK, e.constant(ln2Low), e.sub(high, r));
  result.rest = e.fma(square, e.polynomial(forDouble, r), low);
  return result;
}

/// x, but no less than `lo` and no more than `hi`; what is no number stays so.
static Value clamp(Emitter &e, Value x, double lo, double hi) {
  Value least = e.constant(lo), most = e.constant(hi);
  x = e.select(e.less(most, x), most, x);
  return e.select(e.less(x, least), least, x);
}

/// 2^k for what may be too large or too small for a double, in two factors.
Value encke::emitExp(Emitter &e, Value x, Precision precision) {
  constexpr double overflows = 710, vanishes = -746;
  x = clamp(e, x, vanishes, overflows);
  auto [k, r, rest] = reduce(e, x, precision);
  Value one = e.constant(1);
  Value sum = e.add(one, r);
  Value lost = e.add(e.sub(one, sum), r);
  Value y = e.add(sum, e.add(lost, rest));
  Rounded half = roundScaled(e, k.number, 0.5);
  y = e.mul(y, powerOfTwo(e, half.shifted));
  return e.mul(y, powerOfTwo(e, e.subBits(k.shifted, half.shifted)));
}

/// d / (d + 2) with d = exp(2 |x|) - 1.
Value encke::emitTanh(Emitter &e, Value x, Precision precision) {
  constexpr double isOne = 22;
  Value one = e.constant(1), two = e.constant(2), most = e.constant(isOne);
  Value a = e.abs(x);
  a = e.select(e.less(most, a), most, a);
  auto [k, r, rest] = reduce(e, e.mul(two, a), precision);
  Value scale = powerOfTwo(e, k.shifted);
  Value d = e.fma(scale, e.add(rest, r), e.sub(scale, one));
  return e.copySign(e.div(d, e.add(d, two)), x);
}

Value encke::emitCube(Emitter &e, Value x, Precision) {
  return e.mul(e.mul(x, x), x);
}

Value encke::emitFourthPower(Emitter &e, Value x, Precision) {
  Value square = e.mul(x, x);
  return e.mul(square, square);
}
