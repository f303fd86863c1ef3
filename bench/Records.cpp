//===- Records.cpp - what was measured ------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Records.h"

#include "Threads.h"

#include <cmath>
#include <limits>

namespace encke::bench {

/// Doubles as JSON knows them; a figure that does not exist is null.
static std::string number(double value) {
  if (!std::isfinite(value))
    return "null";
  char text[32];
  snprintf(text, sizeof text, "%.6g", value);
  return text;
}

static void print(const Record &record, bool last) {
  double seconds = record.checked ? record.timing.seconds
                                  : std::numeric_limits<double>::quiet_NaN();
  printf("  {\"kernel\": \"%s\", \"input\": \"%s\", \"threads\": %d, "
         "\"contender\": \"%s\", \"ms\": %s, \"cpu_wall\": %s, \"gbs\": %s, "
         "\"gflops\": %s, \"checked\": %s}%s\n",
         record.kernel.c_str(), record.input.c_str(), numThreads,
         record.contender.c_str(), number(seconds * 1e3).c_str(),
         number(record.timing.cpuPerWall).c_str(),
         number(record.gigabytes / seconds).c_str(),
         number(record.gigaflops / seconds).c_str(),
         record.checked ? "true" : "false", last ? "" : ",");
}

bool print(const Records &records) {
  bool allRight = true;
  printf("[\n");
  for (size_t n = 0; n < records.size(); ++n) {
    print(records[n], n + 1 == records.size());
    allRight &= records[n].checked;
  }
  printf("]\n");
  return allRight;
}

Records recordLimits(const Protocol &protocol) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  double bytes = 0, operations = 0;
  Timing triad = measureTriad(protocol, bytes);
  Timing fma = measureFma(protocol, operations);
  double moved = 1e-9 * bytes * triad.seconds;
  return {{"triad", "memory", "machine", triad, moved, moved / 12, true},
          {"fma", "registers", "machine", fma, none,
           1e-9 * operations * fma.seconds, true}};
}

void compare(const Comparison &comparison,
             const std::vector<Contender *> &contenders,
             const std::function<bool(Contender &)> &isRight,
             const Protocol &protocol, Records &records) {
  const auto &[kernel, input, gigabytes, gigaflops] = comparison;
  std::vector<Contender *> ready;
  std::vector<std::function<void()>> runs;
  for (Contender *contender : contenders) {
    contender->forget();
    contender->run();
    if (isRight(*contender)) {
      ready.push_back(contender);
      runs.push_back([contender] { contender->run(); });
      continue;
    }
    fprintf(stderr, "encke-bench: %s on %s: %s computes a wrong result\n",
            kernel.c_str(), input.c_str(), contender->name().c_str());
    records.push_back(
        {kernel, input, contender->name(), {}, 0, 0, /*checked=*/false});
  }
  // One line for each, while processes take turns.
  auto say = [&](size_t n, const Timing &sample) {
    printf("{\"kernel\": \"%s\", \"input\": \"%s\", \"contender\": \"%s\", "
           "\"ms\": %s, \"cpu_wall\": %s}\n",
           comparison.kernel.c_str(), comparison.input.c_str(),
           ready[n]->name().c_str(), number(sample.seconds * 1e3).c_str(),
           number(sample.cpuPerWall).c_str());
  };
  std::vector<Timing> timings =
      measure(runs, protocol, takesTurns ? say : SampleFunction());
  for (size_t n = 0; n < ready.size(); ++n)
    records.push_back({kernel, input, ready[n]->name(), timings[n], gigabytes,
                       gigaflops, isRight(*ready[n])});
}

} // namespace encke::bench
