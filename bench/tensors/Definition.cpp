//===- Definition.cpp - what is right, by definition ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element by element, with all coordinates: slow, and unlike what any contender
// does.
//
//===----------------------------------------------------------------------===//

#include "tensors/TensorContender.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace encke::bench {

CsfArrays::CsfArrays(const encke_tensor &tensor)
    : sizes(tensor.sizes, tensor.sizes + tensor.order),
      values(static_cast<const double *>(tensor.values)) {
  for (int32_t number = 0; number < tensor.level_count; ++number) {
    const encke_level &level = tensor.levels[number];
    levels.push_back({static_cast<const int32_t *>(level.pos),
                      static_cast<const int32_t *>(level.crd),
                      level.pos_count - 1});
  }
}

/// Calls `visit(positions, coordinates)` for each element, with one of both for
/// each level.
static void
forEachElement(const CsfArrays &X,
               const std::function<void(const std::vector<int32_t> &,
                                        const std::vector<int32_t> &)> &visit) {
  std::vector<int32_t> positions(X.order()), coordinates(X.order());
  std::function<void(int, int32_t)> walk = [&](int level, int32_t parent) {
    if (level == X.order())
      return visit(positions, coordinates);
    const LevelArrays &arrays = X.levels[level];
    for (int32_t p = arrays.positions[parent]; p < arrays.positions[parent + 1];
         ++p) {
      positions[level] = p;
      coordinates[level] = arrays.coordinates[p];
      walk(level + 1, p);
    }
  };
  walk(0, 0);
}

AlignedArray<double> computeReference(const TensorProblem &problem) {
  const CsfArrays &X = problem.X;
  int last = X.order() - 1;
  bool isMttkrp = problem.operation == TensorOperation::mttkrp;
  int columns =
      problem.operation == TensorOperation::timesVector ? 1 : kColumns;
  int64_t rows = isMttkrp ? X.sizes[problem.mode] : X.count(last - 1);
  AlignedArray<double> result(rows * columns);
  std::fill(result.begin(), result.end(), 0.0);
  forEachElement(X, [&](const std::vector<int32_t> &positions,
                        const std::vector<int32_t> &coordinates) {
    int64_t row = isMttkrp ? coordinates[problem.mode] : positions[last - 1];
    for (int r = 0; r < columns; ++r) {
      double product = X.values[positions[last]];
      for (int mode = isMttkrp ? 0 : last; mode <= last; ++mode)
        if (!isMttkrp || mode != problem.mode)
          product *= problem.factors[mode][coordinates[mode] * columns + r];
      result[row * columns + r] += product;
    }
  });
  return result;
}

static bool isSame(const LevelArrays &a, const LevelArrays &b) {
  return a.parents == b.parents &&
         std::equal(a.positions, a.positions + a.parents + 1, b.positions) &&
         std::equal(a.coordinates, a.coordinates + a.positions[a.parents],
                    b.coordinates);
}

bool agrees(const TensorProblem &problem, const TensorResult &result,
            const AlignedArray<double> &expected) {
  const CsfArrays &X = problem.X;
  size_t sparseLevels =
      problem.operation == TensorOperation::mttkrp ? 0 : X.order() - 1;
  if (result.levels.size() != sparseLevels ||
      !std::equal(result.levels.begin(), result.levels.end(), X.levels.begin(),
                  isSame))
    return false;
  for (size_t n = 0; n < expected.size(); ++n)
    if (!(std::abs(result.values[n] - expected[n]) <= 1e-10 * expected[n]))
      return false;
  return true;
}

double countOperations(const TensorProblem &problem) {
  const CsfArrays &X = problem.X;
  auto elements = static_cast<double>(X.count(X.order() - 1));
  switch (problem.operation) {
  case TensorOperation::mttkrp:
    return elements * X.order() * kColumns;
  case TensorOperation::timesMatrix:
    return elements * 2 * kColumns;
  case TensorOperation::timesVector:
    return elements * 2;
  }
  return 0;
}

double countBytes(const TensorProblem &problem,
                  const AlignedArray<double> &result) {
  const CsfArrays &X = problem.X;
  bool isMttkrp = problem.operation == TensorOperation::mttkrp;
  auto bytesOf = [&](int level) {
    return (X.levels[level].parents + 1 + X.count(level)) *
           int64_t(sizeof(int32_t));
  };
  int64_t doubles =
      X.count(X.order() - 1) + static_cast<int64_t>(result.size());
  for (const AlignedArray<double> &factor : problem.factors)
    doubles += static_cast<int64_t>(factor.size());
  int64_t bytes = doubles * int64_t(sizeof(double));
  for (int level = 0; level < X.order(); ++level) {
    bytes += bytesOf(level);
    if (!isMttkrp && level + 1 < X.order())
      bytes += bytesOf(level); // those of the result
  }
  return static_cast<double>(bytes);
}

} // namespace encke::bench
