//===- HandWritten.cpp - the loops one would write by hand ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over the tree that CSF is. In an MTTKRP the product of the factors
// above the mode of the result is carried down, the sum of what is below it
// carried up, so that each node costs one multiplication a column. Compiled
// with -O3 -march=native -ffast-math.
//
//===----------------------------------------------------------------------===//

#include "tensors/TensorContender.h"

#include <algorithm>

namespace encke::bench {

namespace {

using Row = double[kColumns];

template <int order, int mode>
class Mttkrp {
public:
  Mttkrp(const TensorProblem &problem, double *result)
      : X(problem.X), result(result) {
    for (int level = 0; level < order; ++level)
      factors[level] = problem.factors[level].data();
  }

  void run() const {
    std::fill(result, result + X.sizes[mode] * kColumns, 0.0);
    Row ones;
    std::fill(ones, ones + kColumns, 1.0);
    descend<0>(0, ones);
  }

private:
  const double *factorRow(int level, int32_t position) const {
    return factors[level] +
           int64_t(X.levels[level].coordinates[position]) * kColumns;
  }

  /// Adds what is below a node to the rows of the result; `above` is the
  /// product of the factors above.
  template <int level>
  void descend(int32_t parent, const Row &above) const {
    const int32_t *positions = X.levels[level].positions;
    for (int32_t p = positions[parent]; p < positions[parent + 1]; ++p) {
      if constexpr (level == mode) {
        double *row =
            result + int64_t(X.levels[level].coordinates[p]) * kColumns;
        if constexpr (level + 1 == order) {
          for (int r = 0; r < kColumns; ++r)
            row[r] += X.values[p] * above[r];
        } else {
          Row below = {};
          ascend<level + 1>(p, below);
          for (int r = 0; r < kColumns; ++r)
            row[r] += below[r] * above[r];
        }
      } else {
        const double *factor = factorRow(level, p);
        Row product;
        for (int r = 0; r < kColumns; ++r)
          product[r] = above[r] * factor[r];
        descend<level + 1>(p, product);
      }
    }
  }

  /// Adds the sum of what is below a node to `sum`.
  template <int level>
  void ascend(int32_t parent, Row &sum) const {
    const int32_t *positions = X.levels[level].positions;
    for (int32_t p = positions[parent]; p < positions[parent + 1]; ++p) {
      const double *factor = factorRow(level, p);
      if constexpr (level + 1 == order) {
        for (int r = 0; r < kColumns; ++r)
          sum[r] += X.values[p] * factor[r];
      } else {
        Row below = {};
        ascend<level + 1>(p, below);
        for (int r = 0; r < kColumns; ++r)
          sum[r] += below[r] * factor[r];
      }
    }
  }

  const CsfArrays &X;
  const double *factors[order];
  double *result;
};

template <int order, int mode = 0>
void mttkrp(const TensorProblem &problem, double *result) {
  if constexpr (mode < order) {
    if (problem.mode == mode)
      return Mttkrp<order, mode>(problem, result).run();
    mttkrp<order, mode + 1>(problem, result);
  }
}

/// One value or row of values for each node above the last level.
template <int columns>
void multiplyLast(const CsfArrays &X, const double *factor, double *values) {
  const LevelArrays &last = X.levels.back();
  for (int64_t parent = 0; parent < last.parents; ++parent) {
    double sum[columns] = {};
    for (int32_t p = last.positions[parent]; p < last.positions[parent + 1];
         ++p) {
      const double *row = factor + int64_t(last.coordinates[p]) * columns;
      for (int r = 0; r < columns; ++r)
        sum[r] += X.values[p] * row[r];
    }
    std::copy(sum, sum + columns, values + parent * columns);
  }
}

class HandWritten : public TensorContender {
public:
  std::string name() const override { return "by hand"; }

  bool prepare(const TensorProblem &newProblem, std::string &whyNot) override {
    problem = &newProblem;
    const CsfArrays &X = problem->X;
    whyNot = "not compiled for this order";
    if (problem->operation == TensorOperation::mttkrp)
      values = AlignedArray<double>(X.sizes[problem->mode] * kColumns);
    return X.order() == 3 || X.order() == 4;
  }

  void forget() override {
    std::fill(values.begin(), values.end(), 0.0);
    levels.clear();
  }

  void run() override {
    if (problem->operation == TensorOperation::mttkrp) {
      if (problem->X.order() == 3)
        mttkrp<3>(*problem, values.data());
      else
        mttkrp<4>(*problem, values.data());
      return;
    }
    const CsfArrays &X = problem->X;
    const double *factor = problem->factors.back().data();
    copyLevels();
    if (problem->operation == TensorOperation::timesVector) {
      values = AlignedArray<double>(X.levels.back().parents);
      multiplyLast<1>(X, factor, values.data());
    } else {
      values = AlignedArray<double>(X.levels.back().parents * kColumns);
      multiplyLast<kColumns>(X, factor, values.data());
    }
  }

  TensorResult result() override {
    TensorResult result{{}, values.data()};
    for (const Level &level : levels)
      result.levels.push_back(
          {level.positions.data(), level.coordinates.data(),
           static_cast<int64_t>(level.positions.size()) - 1});
    return result;
  }

private:
  struct Level {
    AlignedArray<int32_t> positions, coordinates;
  };

  /// The result stores what is above the last level.
  void copyLevels() {
    const CsfArrays &X = problem->X;
    levels.clear();
    for (int number = 0; number + 1 < X.order(); ++number) {
      const LevelArrays &from = X.levels[number];
      Level to{AlignedArray<int32_t>(from.parents + 1),
               AlignedArray<int32_t>(X.count(number))};
      std::copy(from.positions, from.positions + from.parents + 1,
                to.positions.begin());
      std::copy(from.coordinates, from.coordinates + X.count(number),
                to.coordinates.begin());
      levels.push_back(std::move(to));
    }
  }

  const TensorProblem *problem = nullptr;
  AlignedArray<double> values;
  std::vector<Level> levels;
};

} // namespace

std::unique_ptr<TensorContender> makeHandWrittenContender() {
  return std::make_unique<HandWritten>();
}

} // namespace encke::bench
