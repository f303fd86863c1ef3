//===- Launched.h - one of several processes of a launcher ------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each process that mpirun has started compiles the program. What there is to
// say of it the first one says.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_LAUNCHED_H
#define ENCKE_DRIVER_LAUNCHED_H

#include "driver/Options.h"

namespace encke {

/// From now on nothing is said on stderr, if the program is to run on processes
/// of MPI and this is not the first.
void beQuietUnlessFirst(const Options &options);

/// What is said from now on is said, of the program that runs.
void speakAgain();

} // namespace encke

#endif // ENCKE_DRIVER_LAUNCHED_H
