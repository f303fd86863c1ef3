//===- Phases.h - where the compiler's time goes ----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_PHASES_H
#define ENCKE_DRIVER_PHASES_H

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <string>
#include <vector>

namespace encke {

/// Times consecutive phases; prints them to stderr at the end, or before
/// (`--time`).
class Phases {
public:
  explicit Phases(bool enabled) : enabled(enabled) {}
  ~Phases() { print(); }

  void print() {
    end();
    for (const Phase &phase : phases)
      llvm::errs() << llvm::format("%10.3f ms  ", phase.milliseconds)
                   << phase.name << "\n";
    phases.clear();
  }

  void begin(llvm::StringRef name) {
    end();
    if (enabled) {
      phases.push_back({name.str(), 0});
      open = true;
      start = Clock::now();
    }
  }

  void end() {
    if (open)
      phases.back().milliseconds =
          std::chrono::duration<double, std::milli>(Clock::now() - start)
              .count();
    open = false;
  }

private:
  using Clock = std::chrono::steady_clock;
  struct Phase {
    std::string name;
    double milliseconds;
  };

  bool enabled;
  bool open = false;
  Clock::time_point start;
  std::vector<Phase> phases;
};

} // namespace encke

#endif // ENCKE_DRIVER_PHASES_H
