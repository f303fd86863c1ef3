//===- Measure.cpp - the timing protocol ----------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Measure.h"

#include "AlignedArray.h"
#include "Threads.h"
#include "Turns.h"

#include <algorithm>
#include <ctime>

namespace encke::bench {

namespace {

double now(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) +
         static_cast<double>(time.tv_nsec) * 1e-9;
}

/// The time of one run out of `repeats`.
Timing sample(const std::function<void()> &run, int64_t repeats) {
  double cpu = now(CLOCK_PROCESS_CPUTIME_ID);
  double wall = now(CLOCK_MONOTONIC);
  for (int64_t n = 0; n < repeats; ++n)
    run();
  wall = now(CLOCK_MONOTONIC) - wall;
  cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
  return {wall / static_cast<double>(repeats), wall > 0 ? cpu / wall : 0};
}

/// How many repeats fill a sample; doubling also warms up.
int64_t calibrate(const std::function<void()> &run, double sampleSeconds) {
  run();
  placeNewThreads();
  for (int64_t repeats = 1;; repeats *= 2) {
    double total = sample(run, repeats).seconds * static_cast<double>(repeats);
    if (total >= sampleSeconds / 2)
      return std::max<int64_t>(
          1, static_cast<int64_t>(static_cast<double>(repeats) * sampleSeconds /
                                  total));
  }
}

/// The sample of median wall time, with its processor time.
Timing median(std::vector<Timing> &samples) {
  auto middle = samples.begin() + static_cast<ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end(),
                   [](const Timing &left, const Timing &right) {
                     return left.seconds < right.seconds;
                   });
  return *middle;
}

void triad(AlignedArray<double> &a, const AlignedArray<double> &b,
           const AlignedArray<double> &c) {
  double *__restrict out = a.data();
  const double *__restrict left = b.data();
  const double *__restrict right = c.data();
#pragma omp parallel for num_threads(numThreads)
  for (size_t n = 0; n < a.size(); ++n)
    out[n] = left[n] + 3.0 * right[n];
}

#if defined(__AVX512F__)
constexpr int kVectorBytes = 64;
#elif defined(__AVX__)
constexpr int kVectorBytes = 32;
#else
constexpr int kVectorBytes = 16;
#endif
using Vector = double __attribute__((vector_size(kVectorBytes)));
constexpr int kLanes = kVectorBytes / sizeof(double);
/// Enough for the latency of two units, and few enough for the registers.
constexpr int kChains = 10;
constexpr int64_t kFmaRounds = 1 << 16;

/// Values converge to 2, whatever they begin with.
double chainFmas(double start) {
  Vector chains[kChains];
  Vector half = Vector{} + 0.5, one = Vector{} + 1.0;
  for (int chain = 0; chain < kChains; ++chain)
    chains[chain] = Vector{} + start * chain;
  for (int64_t round = 0; round < kFmaRounds; ++round)
    for (Vector &chain : chains)
      chain = chain * half + one;
  double sum = 0;
  for (const Vector &chain : chains)
    for (int lane = 0; lane < kLanes; ++lane)
      sum += chain[lane];
  return sum;
}

} // namespace

std::vector<Timing> measure(const std::vector<std::function<void()>> &runs,
                            const Protocol &protocol,
                            const SampleFunction &sampled) {
  std::vector<int64_t> repeats;
  for (const std::function<void()> &run : runs)
    repeats.push_back(calibrate(run, protocol.sampleSeconds));
  placeMainThread();

  std::vector<std::vector<Timing>> samples(runs.size());
  int count = takesTurns ? samplesInTurns : protocol.samples;
  for (int turn = 0; turn < count; ++turn)
    for (size_t n = 0; n < runs.size(); ++n) {
      awaitTurn();
      if (!protocol.isQuick || repeats[n] > 1)
        runs[n]();
      samples[n].push_back(sample(runs[n], repeats[n]));
      if (sampled)
        sampled(n, samples[n].back());
    }
  // What comes next takes long, and the other process has a sample to take.
  awaitTurn();

  std::vector<Timing> timings;
  for (std::vector<Timing> &ofRun : samples)
    timings.push_back(median(ofRun));
  return timings;
}

Timing measureTriad(const Protocol &protocol, double &bytesPerSecond) {
  constexpr size_t size = size_t(1) << 24;
  AlignedArray<double> a(size);
  AlignedArray<double> b(size);
  AlignedArray<double> c(size);
  std::fill(a.begin(), a.end(), 0.0);
  std::fill(b.begin(), b.end(), 1.0);
  std::fill(c.begin(), c.end(), 2.0);
  Timing timing = measure({[&] { triad(a, b, c); }}, protocol).front();
  bytesPerSecond = 3.0 * sizeof(double) * size / timing.seconds;
  return timing;
}

Timing measureFma(const Protocol &protocol, double &operationsPerSecond) {
  double sum = 0;
  auto run = [&] {
#pragma omp parallel num_threads(numThreads) reduction(+ : sum)
    sum += chainFmas(sum);
  };
  Timing timing = measure({run}, protocol).front();
  volatile double used = sum;
  static_cast<void>(used);
  operationsPerSecond =
      2.0 * kLanes * kChains * kFmaRounds * numThreads / timing.seconds;
  return timing;
}

} // namespace encke::bench
