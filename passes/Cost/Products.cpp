//===- Products.cpp - what dense contractions take ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Products.h"
#include "passes/Cost/Blocks.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

using namespace encke::cost;

namespace {
/// Generated loops that go along one operand again and again, by its bytes, in
/// second caches: for one row of the other one, and for several at a time.
struct PanelRate {
  double caches, row, rows; // operations a nanosecond
};
} // namespace
static constexpr PanelRate panelRates[] = {
    {1.0 / 32, 35, 58}, {1.0 / 8, 26, 58}, {1.0 / 2, 20, 58},       {1, 12, 57},
    {2, 12, 55},        {4, 12, 52},       {HUGE_VAL, loopRate, 48}};

static double getTransposeTime(const Target &target, double bytes) {
  return transposeTime +
         2 * bytes /
             (bytes > getFarBytes(target) ? farTransposeRate : transposeRate);
}

/// What of so many elements no cache holds.
static double countFarBytes(const Target &target, const Contracted &in,
                            double elements) {
  double bytes = elements * in.bytes;
  return in.hasUnknown ? bytes : std::max(0.0, bytes - getFarBytes(target));
}

double encke::cost::getProductTime(const Target &target, const Contracted &in,
                                   const Product &product) {
  double height = product.height, width = product.width, k = product.inner;
  // Short sides fill neither registers nor the time that a call takes, least of
  // all where operands are packed.
  bool isSmall = height * width * k <= smallProduct;
  double slow = isSmall ? (1 + smallRows / height) * (1 + smallSide / width) *
                              (1 + smallSide / k)
                        : (1 + fewProductRows / height) *
                              (1 + std::pow(shortSide / width, shortPower));
  double time =
      in.flops * slow / (productRate * 8 / (in.isComplex ? 8 : in.bytes));
  if (product.isSecondTransposed && isSmall)
    time = time * smallTransposed + product.calls * smallTransposedTime;
  double traffic = (height * k + k * width + 2 * height * width) * in.bytes;
  time += product.calls * (callTime + traffic / cacheRate);
  time += countFarBytes(target, in, in.a + in.b) / farProductRate;
  // Lines of C that are not written as a whole.
  double line = double(target.lineBytes) / in.bytes / width;
  time += line * in.c * in.bytes / memoryRate;
  for (double elements : product.transposed)
    time += getTransposeTime(target, elements * in.bytes);
  return time * (product.transposed.empty() ? 1 : transposeMargin);
}

/// Operations a nanosecond of loops along the panel as it stands.
static double getPanelRate(const Target &target, const Contracted &in,
                           const Loops &loops) {
  double bytes = loops.reused * in.bytes;
  double vectors = loops.last * in.bytes / double(target.lineBytes);
  bool isJammed = loops.hasRows && loops.rows >= 2;
  // Of a panel that may be large, a library is the safer choice where nothing
  // else speaks for loops.
  isJammed &= loops.isReusedKnown || loops.isFused;
  double atMost = isJammed && !loops.isReusedKnown ? HUGE_VAL : bytes;
  const PanelRate *known = llvm::find_if(panelRates, [&](const PanelRate &at) {
    return atMost <= at.caches * double(target.l2Bytes);
  });
  double rate = (isJammed ? known->rows : known->row) * 8 /
                (in.isComplex ? 32 : in.bytes);
  if (!isJammed) {
    // Lines are split where rows are no whole ones.
    bool isAligned = vectors == std::floor(vectors);
    return rate * std::min(1.0, vectors / (isAligned ? 1 : splitVectors));
  }
  // Sums are loaded and stored; of their last vector some lanes are another
  // one's; and a row that is left over is half as fast.
  rate *= loops.rounds / (loops.rounds + startRounds) * vectors /
          std::ceil(vectors);
  if (std::fmod(loops.rows, double(jammedRows)) == 1)
    rate *= loops.rows / (loops.rows + 1);
  return rate;
}

/// Where the panel has the result's last label elsewhere: along the last label
/// of the other operand.
static double getTurnedRate(const Contracted &in, const Loops &loops) {
  if (loops.isAlongResult)
    return loops.along >= swappedWidth && loops.last >= swappedRows
               ? swappedRate
               : loopRate;
  if (!loops.isAlongPanel)
    return loopRate;
  double rows = in.flops / 2 / loops.panel;
  return dotRate * loops.along / (loops.along + dotStart) *
         std::min(1.0, rows / dotRows);
}

double encke::cost::getLoopTime(const Target &target, const Contracted &in,
                                const Loops &loops) {
  if (loops.isAlongBoth)
    return in.flops / loopRate;
  double time = countFarBytes(target, in, in.a + in.b + in.c) / farLoopRate;
  if (loops.isTurned)
    return time + in.flops / getTurnedRate(in, loops);
  time += in.flops / getPanelRate(target, in, loops);
  if (loops.isTransposed)
    time += getTransposeTime(target, loops.panel * in.bytes);
  // Elements of the rows that are in a line of their own.
  if (loops.hasLines && loops.other * in.bytes > double(target.l1Bytes))
    time += in.flops / 2 / loops.last * lineTime;
  return time;
}

double encke::cost::getSavedTime(const Target &target, const Contracted &in,
                                 double elements, bool isKnown) {
  double bytes = elements * in.bytes;
  return !isKnown || bytes > getNearBytes(target) ? 2 * bytes / memoryRate : 0;
}
