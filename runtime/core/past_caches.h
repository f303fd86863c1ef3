//===- past_caches.h - copies that leave the caches alone -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_CORE_PAST_CACHES_H
#define ENCKE_RUNTIME_CORE_PAST_CACHES_H

#include <cstddef>
#include <cstdint>

namespace encke::rt {

/// Copies `bytes` from one place to another that does not overlap, as memcpy
/// does, but the processor neither reads what it overwrites nor keeps it. That
/// is a third less to move, for pieces of something that is larger than caches.
void copyPastCaches(void *to, const void *from, size_t bytes);

/// Copies a whole array to another place, by as many threads as that is worth,
/// and past the caches where it is large. Returns that place.
void *copyArray(void *to, const void *from, int64_t bytes);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CORE_PAST_CACHES_H
