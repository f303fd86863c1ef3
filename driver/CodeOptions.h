//===- CodeOptions.h - what code is generated -------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_CODEOPTIONS_H
#define ENCKE_DRIVER_CODEOPTIONS_H

#include <string>

namespace encke {

/// How parallel loops run.
enum class Threading { None, OpenMP, Async };

/// What runs kernels beside the processor, with the numbers of encke/device.h.
enum class Device { None, Vulkan, CUDA };

struct CodeOptions {
  unsigned optLevel = 3; // 0 to 3
  std::string cpu;       // empty: this machine's
  std::string triple;    // of another machine; empty: this one's

  /// Any processor of this architecture will do; a library has better code
  /// besides, for those that run it.
  bool isBaseline() const { return cpu == "baseline"; }
  bool isForThisMachine() const {
    return triple.empty() && (cpu.empty() || cpu == "native");
  }
};

} // namespace encke

#endif // ENCKE_DRIVER_CODEOPTIONS_H
