//===- Measure.h - the timing protocol --------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contenders run in turn, so that what disturbs the machine disturbs all of
// them; each sample is preceded by a run that is not timed; a figure is the
// median of its samples.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_BENCH_MEASURE_H
#define ENCKE_BENCH_MEASURE_H

#include <cstdint>
#include <functional>
#include <vector>

namespace encke::bench {

struct Protocol {
  int samples = 11;
  /// A sample repeats a run until it has lasted this long.
  double sampleSeconds = 0.03;
  /// A run that fills a sample alone is not preceded by one that is not timed.
  bool isQuick = false;
};
/// Rough figures in little time.
constexpr Protocol kQuick = {/*samples=*/5, /*sampleSeconds=*/0.005,
                             /*isQuick=*/true};

struct Timing {
  double seconds = 0;    // of one run, by the wall clock
  double cpuPerWall = 0; // processor time of all threads over wall time
};

/// Sees the sample of a run as it is taken.
using SampleFunction = std::function<void(size_t run, const Timing &sample)>;

/// Times the runs side by side; one result for each.
std::vector<Timing> measure(const std::vector<std::function<void()>> &runs,
                            const Protocol &protocol,
                            const SampleFunction &sampled = {});

/// Bytes a second that the threads move in a[i] = b[i] + s * c[i] on arrays
/// far larger than the caches, counting two reads and a write: the limit of
/// kernels that wait for memory.
Timing measureTriad(const Protocol &protocol, double &bytesPerSecond);

/// Floating-point operations a second that the threads reach in fused
/// multiplications and additions of vectors in registers: the limit of kernels
/// that compute.
Timing measureFma(const Protocol &protocol, double &operationsPerSecond);

} // namespace encke::bench

#endif // ENCKE_BENCH_MEASURE_H
