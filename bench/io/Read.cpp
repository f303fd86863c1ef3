//===- Read.cpp - reads a file once, and says how long it took ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   encke-bench-io write FOLDER [--quick]
//   encke-bench-io read CONTENDER THREADS FILE
//
// A process reads one file once, as programs do, so that its peak memory is
// that of one read. files.py runs them in turn.
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Reader.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <fstream>

using namespace encke::bench;

namespace {

struct Contender {
  const char *name;
  std::unique_ptr<Reader> (*make)();
};
constexpr Contender contenders[] = {
    {"encke", makeEnckeReader},
    {"eigen", makeEigenReader},
    {"librsb", makeLibrsbReader},
    {"taco", makeTacoReader},
};

double now(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) +
         static_cast<double>(time.tv_nsec) * 1e-9;
}

/// The most memory that this program has had, text of mapped files included;
/// getrusage would tell that of the process that started it.
int64_t peakBytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == "VmHWM:") {
      int64_t kilobytes = 0;
      status >> kilobytes;
      return kilobytes * 1024;
    }
  return 0;
}

int read(const char *name, int threads, const char *path) {
  std::unique_ptr<Reader> reader;
  for (const Contender &contender : contenders)
    if (std::strcmp(contender.name, name) == 0)
      reader = contender.make();
  if (!reader) {
    std::fprintf(stderr, "encke-bench-io: %s is not installed\n", name);
    return 3;
  }
  bool done = false;
  bool ran = reader->run(threads, [&] {
    reader->prepare(path);
    int64_t before = peakBytes();
    double cpu = now(CLOCK_PROCESS_CPUTIME_ID), wall = now(CLOCK_MONOTONIC);
    done = reader->read(path);
    wall = now(CLOCK_MONOTONIC) - wall;
    cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    int64_t peak = peakBytes() - before;
    Digest digest = reader->digest();
    std::printf("{\"ms\": %.6g, \"cpu_wall\": %.3f, \"peak_bytes\": %lld, "
                "\"entries\": %lld, \"digest\": %llu}\n",
                wall * 1e3, cpu / wall, static_cast<long long>(peak),
                static_cast<long long>(digest.entries()),
                static_cast<unsigned long long>(digest.value()));
  });
  return ran && done ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  std::string command = argc > 1 ? argv[1] : "";
  try {
    if (command == "write" && argc > 2) {
      writeInputs(argv[2], argc > 3 && std::strcmp(argv[3], "--quick") == 0);
      return 0;
    }
    if (command == "read" && argc == 5)
      return read(argv[2], int(std::strtol(argv[3], nullptr, 10)), argv[4]);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "encke-bench-io: %s\n", error.what());
    return 1;
  }
  std::fprintf(stderr, "usage: encke-bench-io write FOLDER [--quick] | read "
                       "CONTENDER THREADS FILE\n");
  return 1;
}
