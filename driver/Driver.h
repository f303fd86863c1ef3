//===- Driver.h - what the compiler does with a file ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_DRIVER_H
#define ENCKE_DRIVER_DRIVER_H

#include "driver/Options.h"

namespace encke {

/// Runs, checks, emits or links the program of the options, or makes a library
/// of it. Returns the exit status, or ends the process.
int runDriver(const Options &options);

} // namespace encke

#endif // ENCKE_DRIVER_DRIVER_H
