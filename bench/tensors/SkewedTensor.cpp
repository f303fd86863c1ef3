//===- SkewedTensor.cpp - a generated sparse tensor -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tensors/SkewedTensor.h"

#include "Generate.h"

#include "encke/runtime.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <string>

using namespace encke::bench;

/// Numbers the coordinates of each mode at random.
static void shuffle(std::vector<uint64_t> &places,
                    const std::vector<int32_t> &sizes) {
  std::mt19937_64 engine(/*seed=*/7);
  std::vector<std::vector<int32_t>> newOf;
  for (int32_t size : sizes) {
    std::vector<int32_t> &ofMode = newOf.emplace_back(size_t(size));
    std::iota(ofMode.begin(), ofMode.end(), 0);
    for (size_t n = ofMode.size(); n > 1; --n) // the same on every machine
      std::swap(ofMode[n - 1], ofMode[engine() % n]);
  }
  for (uint64_t &place : places) {
    uint64_t rest = place, stride = 1;
    place = 0;
    for (size_t mode = sizes.size(); mode-- > 0;) {
      auto size = uint64_t(sizes[mode]);
      place += stride * uint64_t(newOf[mode][rest % size]);
      rest /= size;
      stride *= size;
    }
  }
  std::sort(places.begin(), places.end());
}

encke_tensor *encke::bench::makeSkewedTensor(const std::vector<int32_t> &sizes,
                                             size_t count, bool shuffled) {
  std::vector<uint64_t> places = generateSkewedPlaces(sizes, count, /*seed=*/5);
  if (shuffled)
    shuffle(places, sizes);
  size_t order = sizes.size();
  std::vector<AlignedArray<int32_t>> coordinates;
  for (size_t mode = 0; mode < order; ++mode)
    coordinates.emplace_back(count);
  for (size_t n = 0; n < count; ++n) {
    uint64_t rest = places[n];
    for (size_t mode = order; mode-- > 0; rest /= uint64_t(sizes[mode]))
      coordinates[mode][n] = static_cast<int32_t>(rest % uint64_t(sizes[mode]));
  }
  AlignedArray<double> values = generateValues(int64_t(count), 6);

  std::vector<int64_t> shape(sizes.begin(), sizes.end());
  std::vector<encke_level> levels(order);
  int32_t position[2] = {0, static_cast<int32_t>(count)};
  for (size_t mode = 0; mode < order; ++mode) {
    encke_level &level = levels[mode];
    level = {};
    level.type = mode == 0 ? ENCKE_COMPRESSED_NONUNIQUE : ENCKE_SINGLETON;
    level.mode = static_cast<int32_t>(mode);
    level.size = shape[mode];
    level.crd = coordinates[mode].data();
    level.crd_count = static_cast<int64_t>(count);
  }
  levels[0].pos = position;
  levels[0].pos_count = 2;
  encke_tensor tensor = {};
  tensor.order = tensor.level_count = static_cast<int32_t>(order);
  tensor.type = ENCKE_F64;
  tensor.pos_bytes = tensor.crd_bytes = sizeof(int32_t);
  tensor.sizes = shape.data();
  tensor.levels = levels.data();
  tensor.values = values.data();
  tensor.value_count = static_cast<int64_t>(count);
  std::string format = "f64 4 4";
  for (size_t mode = 0; mode < order; ++mode)
    format += " C" + std::to_string(mode);
  return encke_convert(&tensor, format.c_str(), nullptr);
}
