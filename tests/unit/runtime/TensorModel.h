//===- TensorModel.h - tensors as plain lists of entries --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_UNIT_RUNTIME_TENSORMODEL_H
#define ENCKE_TESTS_UNIT_RUNTIME_TENSORMODEL_H

#include "encke/runtime.h"

#include <complex>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace encke::test {

using Coordinates = std::vector<int64_t>;

struct Entry {
  Coordinates at;
  int64_t value;
};

/// What a tensor is before it is stored.
struct TensorModel {
  Coordinates sizes;
  std::vector<Entry> entries;

  /// The elements: duplicates summed, explicit zeros among them.
  std::map<Coordinates, int64_t> elements() const;
};

/// A COMET .tns file: it has the sizes.
void writeComet(const std::string &path, const TensorModel &tensor);

/// Every mode's coordinates are drawn from a part of the sizes only, so that
/// there are empty rows; every fifth entry repeats an earlier one. With
/// `zeros`, one value in seven is zero.
TensorModel randomTensor(std::mt19937 &random, const Coordinates &sizes,
                         size_t count, bool zeros = false);

/// What a tensor in memory stores, decoded by the definition of levels and
/// padding (encke/tensor.h), which is checked on the way; of a dense one the
/// nonzeros.
struct Decoded {
  std::map<Coordinates, int64_t> elements; ///< duplicates summed
  std::vector<Entry> stored;               ///< in storage order
};
Decoded decode(const encke_tensor &tensor);

/// Inside a program: `model` as a tensor of that format, through a file.
encke_tensor *makeTensor(const TensorModel &model, const std::string &format);

/// A format text of a type, two widths, and levels.
std::string formatText(const std::string &type, int posBytes, int crdBytes,
                       const std::string &levels);

/// Levels of random types (L48: S follows only N or S) over a random order of
/// the modes.
std::string randomLevels(std::mt19937 &random, size_t order);

} // namespace encke::test

#endif // ENCKE_TESTS_UNIT_RUNTIME_TENSORMODEL_H
