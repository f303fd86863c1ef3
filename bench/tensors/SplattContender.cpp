//===- SplattContender.cpp - SPLATT's MTTKRP ------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With a copy of the tensor for each mode, which is its fastest setting. SPLATT
// leaves out coordinates without elements and numbers the others anew, so its
// matrices have fewer rows.
//
//===----------------------------------------------------------------------===//

#include "Threads.h"
#include "tensors/TensorContender.h"

#ifndef ENCKE_BENCH_SPLATT

std::unique_ptr<encke::bench::TensorContender>
encke::bench::makeSplattContender() {
  return nullptr;
}

#else

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>
#include <numeric>
#include <splatt.h>

namespace encke::bench {

namespace {

class SplattContender : public TensorContender {
public:
  ~SplattContender() override {
    if (tensors)
      splatt_free_csf(tensors, options);
    splatt_free_opts(options);
  }

  std::string name() const override { return "splatt"; }

  bool prepare(const TensorProblem &newProblem, std::string &whyNot) override {
    problem = &newProblem;
    if (problem->operation != TensorOperation::mttkrp) {
      whyNot.clear(); // it has no other kernels
      return false;
    }
    options[SPLATT_OPTION_CSF_ALLOC] = SPLATT_CSF_ALLMODE;
    options[SPLATT_OPTION_NTHREADS] = numThreads;
    options[SPLATT_OPTION_VERBOSITY] = SPLATT_VERBOSITY_NONE;
    const CsfArrays &X = problem->X;
    std::vector<std::vector<int32_t>> coordinates = coordinatesOf(X);
    for (int mode = 0; mode < X.order(); ++mode) {
      std::vector<int32_t> used = coordinates[mode];
      std::sort(used.begin(), used.end());
      used.erase(std::unique(used.begin(), used.end()), used.end());
      AlignedArray<double> rows(used.size() * kColumns);
      if (mode == problem->mode)
        usedRows = used;
      else
        for (size_t n = 0; n < used.size(); ++n)
          std::copy_n(problem->factors[mode].data() +
                          int64_t(used[n]) * kColumns,
                      kColumns, rows.data() + n * kColumns);
      matrices.push_back(std::move(rows));
      factors.push_back(matrices.back().data());
    }
    whyNot = "it cannot convert the tensor";
    return convert(coordinates);
  }

  void forget() override {
    AlignedArray<double> &values = matrices[problem->mode];
    std::fill(values.begin(), values.end(),
              std::numeric_limits<double>::quiet_NaN());
  }

  void run() override {
    splatt_mttkrp(static_cast<splatt_idx_t>(problem->mode), kColumns, tensors,
                  factors.data(), factors[problem->mode], options);
  }

  TensorResult result() override {
    all = AlignedArray<double>(problem->X.sizes[problem->mode] * kColumns);
    std::fill(all.begin(), all.end(), 0.0);
    for (size_t n = 0; n < usedRows.size(); ++n)
      std::copy_n(factors[problem->mode] + n * kColumns, kColumns,
                  all.data() + int64_t(usedRows[n]) * kColumns);
    return {{}, all.data()};
  }

private:
  /// For each mode those of all elements.
  static std::vector<std::vector<int32_t>> coordinatesOf(const CsfArrays &X) {
    std::vector<std::vector<int32_t>> coordinates(X.order());
    std::vector<int64_t> positions(X.count(X.order() - 1));
    std::iota(positions.begin(), positions.end(), 0);
    for (int level = X.order() - 1; level >= 0; --level) {
      const LevelArrays &arrays = X.levels[level];
      for (int64_t &position : positions) {
        coordinates[level].push_back(arrays.coordinates[position]);
        // The parent is the segment that the position lies in.
        position =
            std::upper_bound(arrays.positions,
                             arrays.positions + arrays.parents + 1, position) -
            arrays.positions - 1;
      }
    }
    return coordinates;
  }

  /// Into arrays that become SPLATT's: it may free them.
  bool convert(const std::vector<std::vector<int32_t>> &coordinates) {
    size_t count = coordinates.front().size();
    std::vector<splatt_idx_t *> indices;
    for (const std::vector<int32_t> &ofMode : coordinates) {
      indices.push_back(newArray<splatt_idx_t>(count));
      std::copy(ofMode.begin(), ofMode.end(), indices.back());
    }
    auto *elements = newArray<splatt_val_t>(count);
    std::copy(problem->X.values, problem->X.values + count, elements);
    return splatt_csf_convert(coordinates.size(), count, indices.data(),
                              elements, &tensors, options) == SPLATT_SUCCESS;
  }

  template <typename T>
  static T *newArray(size_t size) {
    if (void *memory = std::malloc(size * sizeof(T)))
      return static_cast<T *>(memory);
    throw std::bad_alloc();
  }

  const TensorProblem *problem = nullptr;
  double *options = splatt_default_opts();
  splatt_csf *tensors = nullptr;
  std::vector<int32_t> usedRows;              // of the result
  std::vector<AlignedArray<double>> matrices; // of the rows in use
  std::vector<double *> factors;              // their data
  AlignedArray<double> all;                   // rows of the result
};

} // namespace

std::unique_ptr<TensorContender> makeSplattContender() {
  return std::make_unique<SplattContender>();
}

} // namespace encke::bench

#endif // ENCKE_BENCH_SPLATT
