//===- time.cpp - clocks, and the table of --time -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"

#include <algorithm>
#include <ctime>
#include <string_view>

namespace encke::rt {

double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

void Timing::endPhase() {
  if (!phase || !timing)
    return;
  auto &phases = rows[open].phases;
  auto found = std::find_if(phases.begin(), phases.end(), [&](const auto &row) {
    return std::string_view(row.first) == phase;
  });
  if (found == phases.end())
    found = phases.insert(found, {phase, 0.0});
  found->second += now() - phaseStarted;
}

const char *Timing::enter(const char *next) {
  endPhase();
  phaseStarted = now();
  return std::exchange(phase, next);
}

Phase::Phase(const char *name) : timing(nullptr) {
  if (Context *context = Context::find(); context && context->options.time) {
    timing = &context->timing;
    before = timing->enter(name);
  }
}

Phase::~Phase() {
  if (timing)
    timing->enter(before);
}

void Timing::endRow() {
  if (!timing)
    return;
  enter(nullptr);
  rows[open].seconds += now() - started;
  ++rows[open].runs;
  timing = false;
}

void Timing::begin(const char *where, const char *what) {
  endRow();
  auto same = [&](const Row &row) {
    return row.where == where && row.what == what;
  };
  auto row = std::find_if(rows.begin(), rows.end(), same);
  open = size_t(row - rows.begin());
  if (row == rows.end()) {
    rows.emplace_back();
    rows.back().where = where;
    rows.back().what = what;
  }
  timing = true;
  started = now();
}

void Timing::print(std::FILE *stream) {
  endRow();
  double total = 0;
  size_t width = 5;
  for (const Row &row : rows) {
    total += row.seconds;
    width = std::max(width, row.where.size());
  }
  std::fprintf(stream, "%12s %6s %8s  %-*s  %s\n", "ms", "%", "runs",
               int(width), "where", "statement");
  auto percent = [&](double seconds) {
    return total > 0 ? 100 * seconds / total : 0.0;
  };
  for (const Row &row : rows) {
    std::fprintf(stream, "%12.3f %6.1f %8lld  %-*s  %s\n", row.seconds * 1e3,
                 percent(row.seconds), static_cast<long long>(row.runs),
                 int(width), row.where.c_str(), row.what.c_str());
    for (auto [name, seconds] : row.phases)
      std::fprintf(stream, "%12.3f %6.1f %8s  %-*s    %s\n", seconds * 1e3,
                   percent(seconds), "", int(width), "", name);
  }
  std::fprintf(stream, "%12.3f %6.1f %8s  %-*s\n", total * 1e3,
               total > 0 ? 100.0 : 0.0, "", int(width), "total");
}

} // namespace encke::rt

using namespace encke::rt;

double encke_get_time(void) { return now(); }

void encke_print_elapsed(double from, double to) {
  guarded(nullptr, [&] {
    char text[512];
    int length =
        std::snprintf(text, sizeof(text), "ELAPSED_TIME = %f\n", to - from);
    Context::current().out.write(text, size_t(length));
  });
}

void encke_time_begin(const char *where, const char *what) {
  guarded(where, [&] {
    Context &context = Context::current();
    if (context.options.time)
      context.timing.begin(where ? where : "", what ? what : "");
  });
}
