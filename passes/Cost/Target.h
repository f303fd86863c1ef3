//===- Target.h - the machine that costs are of -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Costs are pure functions over plain data and, where they depend on it, the
// machine. Each constant says its unit, and how it was measured.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_TARGET_H
#define ENCKE_PASSES_COST_TARGET_H

#include <cstdint>

namespace encke::cost {

/// A machine, as far as costs depend on it. The values here are those of the
/// reference: a core of the processor on which most constants of this library
/// were measured (Zen 4, with vectors of 256 bits). What is 0 is not known.
struct Target {
  int64_t l1Bytes = int64_t(32) << 10; ///< data cache of one core
  int64_t l2Bytes = int64_t(1) << 20;  ///< of one core
  int64_t l3Bytes = int64_t(32) << 20; ///< that some cores share
  int64_t lineBytes = 64;              ///< of all caches
  int64_t vectorBits = 256;            ///< of a SIMD register
  int64_t vectorRegisters = 16;
  int64_t cores = 0;
  /// What one core reads from each level and multiplies and adds at once.
  double l1Rate = 0, l2Rate = 0, l3Rate = 0, memoryRate = 0; ///< bytes a ns
  /// What a task must have to do for a thread of its own: as much as it takes
  /// one that still looks for work to begin, and the other one to see that it
  /// has ended.
  double taskTime = 16000; ///< ns

  bool operator==(const Target &other) const;
  bool operator!=(const Target &other) const { return !(*this == other); }
};

/// What has fewer bytes stays in a cache of one core.
inline double getNearBytes(const Target &target) {
  return double(target.l2Bytes);
}

/// The share of the last cache that the shared one has for a core: what has
/// more bytes comes from memory.
/// Unit: share. Measured by: 620 random products of matrices (Products.h).
inline constexpr double farShare = 0.25;

inline double getFarBytes(const Target &target) {
  return double(target.l3Bytes) * farShare;
}

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_TARGET_H
