//===- Random.cpp - the values of random() --------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
// Generators, OOPSLA 2014): a state that grows by a constant, each value of
// which is scrambled. The state starts from the scrambled seed.
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Assign.h"

#include <cmath>
#include <set>

using namespace encke;
using namespace encke::reference;

static uint64_t scramble(uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

static constexpr uint64_t step = 0x9e3779b97f4a7c15;

/// As many bits as the significand has, as a fraction.
static Value fractionOf(uint64_t bits, ElementType type) {
  int count = type == ElementType::Float16    ? 11
              : type == ElementType::BFloat16 ? 8
              : type == ElementType::Float    ? 24
                                              : 53;
  auto fraction = static_cast<double>(bits >> (64 - count));
  return makeReal(computedIn(type), std::ldexp(fraction, -count));
}

static void requireFractions(const Tensor &tensor) {
  if (isIntegral(tensor.getType()) || tensor.getType() == ElementType::Complex)
    throw ProgramError("L15: random() gives values of float or double");
}

void encke::reference::fillRandom(Tensor &tensor, int64_t seed) {
  requireFractions(tensor);
  if (tensor.isSparse())
    throw ProgramError("L15: random() fills dense tensors");
  uint64_t state = scramble(static_cast<uint64_t>(seed));
  for (const auto &entry : tensor.elements())
    tensor.set(entry.first,
               fractionOf(scramble(state += step), tensor.getStoredType()));
}

/// The highest 64 bits of the product are a number below `size`.
static int64_t below(uint64_t random, int64_t size) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<int64_t>((Wide(random) * Wide(size)) >> 64);
}

/// L57. The values are those of the dense tensor; places come from a sequence
/// of their own, a number for each mode.
void encke::reference::fillRandom(Tensor &tensor, int64_t seed,
                                  double density) {
  requireFractions(tensor);
  if (std::isnan(density) || density < 0 || density > 1)
    throw DataError("L57: a density is a number from 0 to 1");
  int64_t all = 1;
  for (int64_t size : tensor.getSizes())
    all *= size;
  int64_t count = std::llround(density * static_cast<double>(all));
  bool drawsEmpty = count > all / 2;
  uint64_t state = scramble(scramble(static_cast<uint64_t>(seed)) ^ step);
  std::set<Point> drawn;
  while (static_cast<int64_t>(drawn.size()) !=
         (drawsEmpty ? all - count : count)) {
    Point place;
    for (int64_t size : tensor.getSizes())
      place.push_back(below(scramble(state += step), size));
    drawn.insert(place);
  }
  tensor.clear();
  state = scramble(static_cast<uint64_t>(seed));
  const std::vector<int64_t> &sizes = tensor.getSizes();
  Point place(sizes.size());
  for (; all != 0; --all) {
    Value value = fractionOf(scramble(state += step), tensor.getStoredType());
    if ((drawn.count(place) != 0) != drawsEmpty)
      tensor.set(place, value);
    for (size_t d = sizes.size(); d-- != 0;) {
      ++place[d];
      if (place[d] != sizes[d])
        break;
      place[d] = 0;
    }
  }
}
