//===- random.cpp - the values of random() --------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
// Generators, OOPSLA 2014) by counter: the value at a row-major index depends
// on the seed and that index only, so it is the same for every machine, storage
// order and number of threads.
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "storage/tensor.h"

using namespace encke::rt;

static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static constexpr uint64_t golden = 0x9e3779b97f4a7c15u;

/// A uniform value in [0, 1) of as many bits as T's significand has.
template <typename T>
static T uniform(uint64_t start, uint64_t index) {
  constexpr int bits = std::is_same_v<T, double> ? 53 : 24;
  uint64_t random = mix(start + (index + 1) * golden);
  return T(random >> (64 - bits)) / T(uint64_t(1) << bits);
}

template <typename T>
static void fillFrom(encke_tensor &tensor, uint64_t start) {
  std::vector<int64_t> strides = denseStrides(tensor);
  T *values = static_cast<T *>(tensor.values);
  for (int64_t linear = 0; linear != tensor.value_count; ++linear) {
    int64_t at = 0, rest = linear;
    for (size_t mode = strides.size(); mode-- != 0;) {
      at += rest % tensor.sizes[mode] * strides[mode];
      rest /= tensor.sizes[mode];
    }
    if constexpr (std::is_same_v<T, std::complex<double>>)
      values[at] = uniform<double>(start, uint64_t(linear));
    else
      values[at] = uniform<T>(start, uint64_t(linear));
  }
}

static void fill(encke_tensor &tensor, int64_t seed) {
  if (!isAllDense(tensor))
    throw Error("random() fills dense tensors only");
  ensureDenseValues(tensor);
  uint64_t start = mix(uint64_t(seed));
  if (tensor.type == ENCKE_F64)
    fillFrom<double>(tensor, start);
  else if (tensor.type == ENCKE_F32)
    fillFrom<float>(tensor, start);
  else if (tensor.type == ENCKE_C128)
    fillFrom<std::complex<double>>(tensor, start);
  else
    throw Error(std::string("random() gives values in [0, 1), which ") +
                typeName(tensor.type) + " cannot hold");
}

void encke_random(encke_tensor *tensor, int64_t seed) {
  guarded(nullptr, [&] {
    fill(*tensor, seed);
    // Wraps around, as the sequence does.
    Context::current().nextSeed = uint64_t(seed) + 1;
  });
}

void encke_random_next(encke_tensor *tensor) {
  guarded(nullptr,
          [&] { fill(*tensor, int64_t(Context::current().nextSeed++)); });
}
