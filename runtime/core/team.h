//===- team.h - threads that stay -------------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_CORE_TEAM_H
#define ENCKE_RUNTIME_CORE_TEAM_H

#include <cstdint>
#include <functional>

namespace encke::rt {

/// A part of a work; does not throw.
using TeamBody = std::function<void(int32_t)>;

/// Runs body(0) ... body(parts-1), each once and the first one on the caller's
/// thread, on OpenMP's threads where the process has its library: the loops of
/// compiled programs run on them. Returns whether it has, else nothing was run.
bool runByOpenMP(int32_t parts, const TeamBody &body);

/// The same on threads of our own, which wait for the next time. The caller
/// takes the parts that none of them has begun, so that it never waits for one
/// to wake up. Returns false, and has run nothing, where the threads are busy
/// with another call, perhaps one that this one is a part of.
bool runByTeam(int32_t parts, const TeamBody &body);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CORE_TEAM_H
