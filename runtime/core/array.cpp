//===- array.cpp - where the runtime's memory comes from ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/array.h"
#include "core/error.h"

#include <sys/mman.h>
#include <unistd.h>

namespace encke::rt {

static uint64_t physicalMemory() {
  static const uint64_t bytes =
      uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGE_SIZE));
  return bytes;
}

// From this size on the kernel is asked for huge pages: faulting in small ones
// would cost as much as filling the array.
static constexpr uint64_t hugePage = uint64_t(2) << 20;

void *allocate(int64_t count, int64_t bytes) {
  uint64_t total = 0;
  if (count < 0 ||
      __builtin_mul_overflow(uint64_t(count), uint64_t(bytes), &total) ||
      total > physicalMemory())
    throw MemoryError(total);
  bool huge = total >= 4 * hugePage;
  uint64_t unit = huge ? hugePage : 64;
  uint64_t rounded = (total + 63) & ~uint64_t(63);
  void *memory = nullptr;
  if (posix_memalign(&memory, unit, rounded ? rounded : 64) != 0)
    throw MemoryError(total);
  if (huge)
    madvise(memory, rounded, MADV_HUGEPAGE);
  return memory;
}

void *allocateZeroed(int64_t count, int64_t bytes) {
  void *memory = allocate(count, bytes);
  std::memset(memory, 0, size_t(count) * size_t(bytes));
  return memory;
}

} // namespace encke::rt
