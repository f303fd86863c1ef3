//===- Calibrate.cpp - measures the machine that is compiled for ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   encke --print-target | encke-calibrate > machine.target
//
// Copies the target, and adds what it measures: how fast one core reads arrays
// that each cache holds, and memory, and how much a second thread must have to
// do to be worth having.
//
//===----------------------------------------------------------------------===//

#include "Measure.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>
#include <omp.h>
#include <string>
#include <utility>
#include <vector>

using namespace encke::bench;

/// What every processor has vectors of, or can make of two.
using Vector = double __attribute__((vector_size(32)));
/// So many sums at a time that none waits for itself.
static constexpr int64_t sums = 8, lanes = 4;

/// The sum of the numbers, whose count is a multiple of sums * lanes.
static double sum(const double *values, int64_t count) {
  Vector totals[sums] = {};
  for (int64_t i = 0; i < count; i += sums * lanes)
    for (int64_t n = 0; n < sums; ++n) {
      Vector next;
      std::memcpy(&next, values + i + n * lanes, sizeof(next));
      totals[n] += next;
    }
  double total = 0;
  for (const Vector &some : totals)
    for (int64_t lane = 0; lane < lanes; ++lane)
      total += some[lane];
  return total;
}

/// Bytes a nanosecond that one core reads of an array of so many bytes.
static double measureReading(int64_t bytes) {
  int64_t count =
      bytes / int64_t(sizeof(double)) / (sums * lanes) * (sums * lanes);
  std::unique_ptr<double[]> values(new double[size_t(count)]);
  std::fill_n(values.get(), count, 1.0);
  double read = 0;
  Timing timing =
      measure({[&] { read += sum(values.get(), count); }}, Protocol()).front();
  if (read < double(count)) // which nobody could foresee
    std::abort();
  return double(count * int64_t(sizeof(double))) / timing.seconds * 1e-9;
}

/// What one thread takes for a work, and two behind the same work of one, in
/// seconds: the least of some medians, for whatever else runs.
static std::pair<double, double> measureSharing(const double *values,
                                                int64_t count) {
  constexpr int rounds = 3;
  double read = 0, alone = HUGE_VAL, shared = HUGE_VAL;
  auto serial = [&] { read += sum(values, count); };
  auto parallel = [&] {
    double total = 0;
#pragma omp parallel num_threads(2) reduction(+ : total)
    total += sum(values + omp_get_thread_num() * count / 2, count / 2);
    read += total;
  };
  for (int round = 0; round < rounds; ++round) {
    std::vector<Timing> times = measure({serial,
                                         [&] {
                                           serial();
                                           parallel();
                                         }},
                                        kQuick);
    alone = std::min(alone, times[0].seconds);
    shared = std::min(shared, times[1].seconds);
  }
  return {alone, read > 0 ? shared - alone : HUGE_VAL};
}

/// Nanoseconds that half of a work takes from which on a second thread is worth
/// having; 0 where it never is.
static double measureTask() {
  constexpr int64_t smallest = 1 << 10, largest = 1 << 18; // numbers to add
  constexpr double gain = 0.9;
  std::unique_ptr<double[]> values(new double[size_t(largest)]);
  std::fill_n(values.get(), largest, 1.0);
  double task = 0;
  for (int64_t count = largest; count >= smallest; count /= 2) {
    auto [alone, shared] = measureSharing(values.get(), count);
    if (shared > gain * alone)
      break;
    task = alone / 2 * 1e9;
  }
  return task;
}

/// Reads "name = number # ..." from `line`.
static bool parse(const std::string &line, std::string &name, double &value) {
  size_t equals = line.find('=');
  if (equals == std::string::npos || line.find('#') < equals)
    return false;
  name = line.substr(0, line.find_last_not_of(" \t", equals - 1) + 1);
  name.erase(0, name.find_first_not_of(" \t"));
  char *end;
  value = std::strtod(line.c_str() + equals + 1, &end);
  return end != line.c_str() + equals + 1;
}

static void print(const char *name, double value) {
  std::printf("%s = %.4g\n", name, value);
}

int main() {
  constexpr double least = 64 << 20, most = 1 << 30; // bytes of memory's array
  std::map<std::string, double> known;
  for (std::string line, name; std::getline(std::cin, line);) {
    double value;
    if (!parse(line, name, value)) {
      std::printf("%s\n", line.c_str());
      continue;
    }
    known[name] = value;
    // What is measured here takes the place of what was.
    bool isMeasured =
        name.find("_rate_") != std::string::npos || name == "least_task_in_ns";
    if (!isMeasured)
      std::printf("%s\n", line.c_str());
  }
  const char *caches[] = {"L1", "L2", "L3"};
  std::printf("# What one core reads, and what a thread must have to do: "
              "measured by\n# ./dev calibrate.\n");
  double bytes = 0;
  for (const char *cache : caches) {
    bytes = known[std::string(cache) + "_cache_size_in_bytes"];
    if (bytes <= 0) {
      std::fprintf(
          stderr,
          "encke-calibrate: the target on stdin does not say how large "
          "%s is; encke --print-target does\n",
          cache);
      return 1;
    }
    // Half of it: other data have some of it, too.
    print((std::string(cache) + "_rate_in_bytes_per_ns").c_str(),
          measureReading(int64_t(bytes / 2)));
  }
  print("memory_rate_in_bytes_per_ns",
        measureReading(int64_t(std::clamp(4 * bytes, least, most))));
  double task = omp_get_num_procs() > 1 ? measureTask() : 0;
  if (task <= 0) {
    task = known["least_task_in_ns"];
    std::fprintf(stderr, "encke-calibrate: a second thread was worth nothing; "
                         "what it must have to do is left as it was\n");
  }
  if (task > 0)
    print("least_task_in_ns", task);
  return 0;
}
