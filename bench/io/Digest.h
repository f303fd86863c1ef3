//===- Digest.h - whether two readers read the same -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_BENCH_IO_DIGEST_H
#define ENCKE_BENCH_IO_DIGEST_H

#include <cstdint>
#include <cstring>

namespace encke::bench {

/// A number that two collections of entries share when they hold the same
/// coordinates with the same values, to the last bit, in whatever order. Peers
/// in other languages compute the same one.
class Digest {
public:
  /// Adds the entry at `coordinates`, which count from 0.
  template <typename... Coordinate>
  void add(double value, Coordinate... coordinates) {
    uint64_t hash = 0;
    ((hash = mix(hash + uint64_t(coordinates))), ...);
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    sum += mix(hash ^ bits);
    ++count;
  }

  uint64_t value() const { return sum; }
  int64_t entries() const { return count; }

private:
  static uint64_t mix(uint64_t hash) {
    hash = (hash + 1) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
  }

  uint64_t sum = 0;
  int64_t count = 0;
};

} // namespace encke::bench

#endif // ENCKE_BENCH_IO_DIGEST_H
