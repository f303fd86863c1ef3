//===- array.cpp - where the runtime's memory comes from ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/array.h"
#include "core/at_free.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/pages.h"
#include "core/small_blocks.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <mutex>
#include <sys/resource.h>
#include <utility>

namespace encke::rt {

//===----------------------------------------------------------------------===//
// Memory that is asked for and not used
//===----------------------------------------------------------------------===//

/// Below this, what is asked for may as well be used.
static constexpr int64_t littleReserved = int64_t(1) << 20;

/// ENCKE_RESERVE=no is for tests of what is done where memory is scarce.
static bool neverReserves() {
  static const bool never = [] {
    const char *text = std::getenv("ENCKE_RESERVE");
    return text && std::strcmp(text, "no") == 0;
  }();
  return never;
}

/// The system counts what is asked for, whether it is used or not.
static bool countsReserved() {
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY)
    return true;
  static const bool isStrict = [] {
    std::FILE *file = std::fopen("/proc/sys/vm/overcommit_memory", "r");
    int mode = file ? std::fgetc(file) : '2';
    if (file)
      std::fclose(file);
    return mode == '2';
  }();
  return isStrict;
}

bool mayReserve(int64_t bytes) {
  if (neverReserves())
    return bytes == 0;
  return bytes <= littleReserved ||
         (uint64_t(bytes) <= memoryOfMachine() / 2 && !countsReserved());
}

//===----------------------------------------------------------------------===//
// Blocks that are kept
//===----------------------------------------------------------------------===//

namespace {

struct Block {
  void *memory = nullptr;
  uint64_t bytes = 0;

  explicit operator bool() const { return memory != nullptr; }
};

/// Places for blocks; who uses them holds keptMutex.
template <size_t places>
struct Blocks : std::array<Block, places> {
  /// Takes the smallest one with `least` to `most` bytes out, or null.
  void *take(uint64_t least, uint64_t most) {
    Block *best = nullptr;
    for (Block &block : *this)
      if (block && block.bytes >= least && block.bytes <= most &&
          (!best || block.bytes < best->bytes))
        best = &block;
    return best ? std::exchange(best->memory, nullptr) : nullptr;
  }

  /// Puts a block in, and returns one for which there is no place, the smallest
  /// one, or null.
  void *put(Block added) {
    Block *place = std::min_element(
        this->begin(), this->end(), [](const Block &a, const Block &b) {
          return (a ? a.bytes : 0) < (b ? b.bytes : 0);
        });
    if (*place && place->bytes >= added.bytes)
      return added.memory;
    return std::exchange(*place, added).memory;
  }
};

} // namespace

static thread_local SmallBlocks smallBlocks;
static std::mutex keptMutex;
static Blocks<64> kept;
static Blocks<64> spare; // of what reserve has returned
static uint64_t owed;    // for requests that are not large

/// A kept block of at least `bytes` and not much more, or null.
static void *takeKept(uint64_t bytes) {
  std::lock_guard<std::mutex> lock(keptMutex);
  return kept.take(bytes, bytes + bytes / 4);
}

/// A request that is not large does not cost a far larger block: kept blocks
/// are freed when such requests are as much together.
static void makeRoomInTime(uint64_t bytes) {
  std::lock_guard<std::mutex> lock(keptMutex);
  if (std::none_of(kept.begin(), kept.end(),
                   [](const Block &block) { return bool(block); })) {
    owed = 0;
    return;
  }
  owed += bytes;
  for (;;) {
    Block *next = nullptr;
    for (Block &block : kept)
      if (block && block.bytes <= owed && (!next || block.bytes > next->bytes))
        next = &block;
    if (!next)
      return;
    owed -= next->bytes;
    std::free(std::exchange(next->memory, nullptr));
  }
}

/// Frees kept blocks of `bytes` in all, or all of them: one that is large
/// enough if there is one, else the largest ones.
static void makeRoom(uint64_t bytes) {
  std::lock_guard<std::mutex> lock(keptMutex);
  for (;;) {
    Block *next = nullptr;
    for (Block &block : kept) {
      if (!block)
        continue;
      bool enough = block.bytes >= bytes;
      if (!next || (next->bytes >= bytes ? enough && block.bytes < next->bytes
                                         : block.bytes > next->bytes))
        next = &block;
    }
    if (!next)
      return;
    std::free(std::exchange(next->memory, nullptr));
    if (next->bytes >= bytes)
      return;
    bytes -= next->bytes;
  }
}

void freeKeptBlocks() {
  makeRoom(UINT64_MAX);
  std::lock_guard<std::mutex> lock(keptMutex);
  for (Block &block : spare)
    std::free(std::exchange(block.memory, nullptr));
}

std::atomic<void (*)(void *, uint64_t)> atFree = nullptr;

static void tellOfFree(void *memory, uint64_t bytes) {
  if (auto told = atFree.load(std::memory_order_relaxed); told && memory)
    told(memory, bytes);
}

void deallocate(void *memory) {
  uint64_t bytes = memory ? malloc_usable_size(memory) : 0;
  tellOfFree(memory, bytes);
  if (reinterpret_cast<uintptr_t>(memory) % 64 == 0) {
    if (smallBlocks.keep(memory, bytes))
      return;
    if (bytes >= uint64_t(leastKept)) {
      std::lock_guard<std::mutex> lock(keptMutex);
      memory = kept.put({memory, bytes});
    }
  }
  std::free(memory);
}

void giveBack(void *memory, int64_t used) {
  constexpr int64_t mostSpare = int64_t(2) << 20; // of each block
  uint64_t bytes = memory ? malloc_usable_size(memory) : 0;
  tellOfFree(memory, bytes);
  if (bytes >= uint64_t(leastKept)) {
    if (used > mostSpare)
      releaseTail(memory, mostSpare, used);
    std::lock_guard<std::mutex> lock(keptMutex);
    memory = spare.put({memory, bytes});
  }
  std::free(memory);
}

//===----------------------------------------------------------------------===//

/// The size in bytes, if the machine has that much memory.
static uint64_t checkedSize(int64_t count, int64_t bytes) {
  uint64_t total;
  if (count < 0 ||
      __builtin_mul_overflow(uint64_t(count), uint64_t(bytes), &total))
    throw MemoryError(MemoryError::uncounted);
  if (total > memoryOfMachine())
    throw MemoryError(total);
  return total;
}

/// Whether a new block is so large that the system is asked for what it has:
/// that takes as long as to fill a small one.
static constexpr uint64_t hugeBlock = uint64_t(256) << 20;

/// What is kept for other requests would be freed for this one.
static uint64_t memoryLeft() {
  uint64_t left = freeMemory();
  std::lock_guard<std::mutex> lock(keptMutex);
  for (const Block &block : kept)
    left += std::min(block ? block.bytes : 0, UINT64_MAX - left);
  return left;
}

bool mayAllocate(uint64_t bytes) {
  return bytes <= memoryOfMachine() &&
         (bytes < hugeBlock || bytes <= memoryLeft());
}

static void *allocateNew(uint64_t total, bool willFill) {
  if (willFill && total >= hugeBlock && total > freeMemory()) {
    freeKeptBlocks();
    if (total > freeMemory())
      throw MemoryError(total);
  }
  uint64_t rounded = std::max<uint64_t>((total + 63) / 64 * 64, 64);
  if (void *memory = smallBlocks.take(rounded))
    return memory;
  void *memory = nullptr;
  if (posix_memalign(&memory, 64, rounded) != 0) {
    freeKeptBlocks();
    if (posix_memalign(&memory, 64, rounded) != 0)
      throw MemoryError(total);
  }
  preparePages(memory, rounded, willFill);
  return memory;
}

void *allocate(int64_t count, int64_t bytes, bool willFill) {
  uint64_t total = checkedSize(count, bytes);
  if (total >= uint64_t(leastKept)) {
    if (void *memory = takeKept(total))
      return memory;
    if (total >= uint64_t(largeBlock))
      makeRoom(total);
    else
      makeRoomInTime(total);
  }
  return allocateNew(total, willFill);
}

void *reserve(int64_t count, int64_t bytes) {
  uint64_t total = checkedSize(count, bytes);
  {
    std::lock_guard<std::mutex> lock(keptMutex);
    if (void *memory = spare.take(total, UINT64_MAX))
      return memory;
  }
  return allocateNew(total, /*willFill=*/false);
}

void *allocateZeroed(int64_t count, int64_t bytes) {
  void *memory = allocate(count, bytes);
  std::memset(memory, 0, size_t(count) * size_t(bytes));
  return memory;
}

} // namespace encke::rt
