//===- Statistics.cpp - what reduces by no operator (L55) -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Node.h"

#include <cmath>
#include <complex>

using namespace encke;
using namespace encke::reference;

namespace {

struct Sample {
  Element element; ///< 0 where nothing is stored
  int64_t coordinate = 0;
};

} // namespace

/// The elements of the operand at each point, or at those that it selects.
static std::vector<Sample> samplesOf(const Node &node, Environment &at) {
  const Node &operand = *node.operands[0];
  bool selects = operand.kind == Node::Selection;
  std::vector<Sample> samples;
  forEachPoint(node.over, at, [&] {
    if (selects && isZero(evaluate(*operand.operands[1], at).value))
      return;
    Sample sample{evaluate(selects ? *operand.operands[0] : operand, at)};
    if (!node.indices.empty())
      sample.coordinate = *coordinateOf(node.indices[0], at);
    samples.push_back(sample);
  });
  return samples;
}

static std::complex<double> numberOf(const Sample &sample) {
  return convert(sample.element.value, ElementType::Complex).number;
}

/// The first of those that are not numbers, or else of the extreme ones.
static int64_t extremeOf(const std::vector<Sample> &samples, bool isLeast) {
  const Sample *best = nullptr;
  auto isNumber = [](const Sample &sample) {
    return numberOf(sample).real() == numberOf(sample).real();
  };
  auto comesBefore = [&](const Sample &a, const Sample &b) {
    if (!isNumber(a) || !isNumber(b))
      return isNumber(b) && !isNumber(a);
    ElementType type = a.element.value.type;
    if (type == ElementType::Double || type == ElementType::Float)
      return isLeast ? numberOf(a).real() < numberOf(b).real()
                     : numberOf(a).real() > numberOf(b).real();
    return isLeast ? a.element.value.integer < b.element.value.integer
                   : a.element.value.integer > b.element.value.integer;
  };
  for (const Sample &sample : samples)
    if (sample.element.isStored &&
        (!best || comesBefore(sample, *best) ||
         (!comesBefore(*best, sample) && sample.coordinate < best->coordinate)))
      best = &sample;
  return best ? best->coordinate : -1;
}

static std::complex<double> meanOf(const std::vector<Sample> &samples) {
  std::complex<double> sum = 0;
  for (const Sample &sample : samples)
    sum += numberOf(sample);
  return sum / double(samples.size());
}

static Value valueOf(const Node &node, const std::vector<Sample> &samples) {
  if (node.statistic == "ARGMIN" || node.statistic == "ARGMAX")
    return makeInteger(node.type,
                       extremeOf(samples, node.statistic == "ARGMIN"));
  if (node.statistic == "ALL") {
    bool all = true;
    for (const Sample &sample : samples)
      all &= !isZero(sample.element.value);
    return makeInteger(node.type, all);
  }
  std::complex<double> mean = meanOf(samples);
  if (node.statistic == "MEAN")
    return node.type == ElementType::Complex ? Value{node.type, 0, mean}
                                             : makeReal(node.type, mean.real());
  double sum = 0;
  for (const Sample &sample : samples)
    sum += std::norm(numberOf(sample) - mean);
  return makeReal(node.type, sum / double(samples.size()));
}

Element encke::reference::evaluateStatistic(const Node &node, Environment &at) {
  std::vector<Sample> samples = samplesOf(node, at);
  bool isStored = isFull(node);
  for (const Sample &sample : samples)
    isStored |= sample.element.isStored;
  Value value = valueOf(node, samples);
  bool isMean = node.statistic == "MEAN" || node.statistic == "VAR";
  // Of no coordinates a mean is no number. Of absent elements it is 0.
  if (isStored || !isMean || samples.empty())
    return {value, isStored, false};
  return {zero(node.type), false, true};
}
