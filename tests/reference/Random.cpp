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

using namespace encke;
using namespace encke::reference;

static uint64_t scramble(uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

void encke::reference::fillRandom(Tensor &tensor, int64_t seed) {
  // As many bits as the significand has, as a fraction.
  int bits = tensor.getType() == ElementType::Float ? 24 : 53;
  if (tensor.isSparse() || isIntegral(tensor.getType()) ||
      tensor.getType() == ElementType::Complex)
    throw ProgramError("L15: random() fills dense tensors of float or double");
  uint64_t state = scramble(static_cast<uint64_t>(seed));
  for (const auto &entry : tensor.elements()) {
    state += 0x9e3779b97f4a7c15;
    auto fraction = static_cast<double>(scramble(state) >> (64 - bits));
    tensor.set(entry.first,
               makeReal(tensor.getType(), std::ldexp(fraction, -bits)));
  }
}
