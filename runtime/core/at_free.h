//===- at_free.h - who is told of memory that is given back -----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_CORE_AT_FREE_H
#define ENCKE_RUNTIME_CORE_AT_FREE_H

#include <atomic>
#include <cstdint>

namespace encke::rt {

/// Called with what `deallocate` and `giveBack` are given, and its bytes,
/// before that is used again; null: nobody is.
extern std::atomic<void (*)(void *memory, uint64_t bytes)> atFree;

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CORE_AT_FREE_H
