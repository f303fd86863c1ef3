//===- Records.h - what was measured ----------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_BENCH_RECORDS_H
#define ENCKE_BENCH_RECORDS_H

#include "Contender.h"
#include "Measure.h"
#include "Turns.h"

#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace encke::bench {

struct Record {
  std::string kernel;
  std::string input;
  std::string contender;
  Timing timing;
  double gigabytes; // moved in one run
  double gigaflops; // computed in one run
  bool checked;
};
using Records = std::vector<Record>;

/// Prints the records as a JSON list on stdout. Returns whether every result
/// was right.
bool print(const Records &records);

/// What memory gives the threads, and what their arithmetic units do.
Records recordLimits(const Protocol &protocol);

/// What is compared: a kernel on an input, and what one run of it moves and
/// computes.
struct Comparison {
  std::string kernel;
  std::string input;
  double gigabytes;
  double gigaflops;
};

/// Measures the contenders that compute the right result, and checks it again
/// afterwards.
void compare(const Comparison &comparison,
             const std::vector<Contender *> &contenders,
             const std::function<bool(Contender &)> &isRight,
             const Protocol &protocol, Records &records);

/// Those of `all` that can take part; stderr says why others cannot, if they
/// say so.
template <typename ContenderType, typename ProblemType>
std::vector<Contender *>
prepare(const Comparison &comparison,
        const std::vector<std::unique_ptr<ContenderType>> &all,
        const ProblemType &problem) {
  std::vector<Contender *> ready;
  for (const std::unique_ptr<ContenderType> &contender : all) {
    std::string whyNot;
    if (!takesPart(contender->name()))
      continue;
    if (contender->prepare(problem, whyNot))
      ready.push_back(contender.get());
    else if (!whyNot.empty())
      std::fprintf(stderr, "encke-bench: %s on %s: without %s: %s\n",
                   comparison.kernel.c_str(), comparison.input.c_str(),
                   contender->name().c_str(), whyNot.c_str());
  }
  return ready;
}

} // namespace encke::bench

#endif // ENCKE_BENCH_RECORDS_H
