//===- small_blocks.h - small blocks that a thread has freed ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over rows or elements makes small tensors in each iteration. malloc
// cuts an aligned block out of a larger one each time, and joins the pieces
// again: that takes longer than what is computed. So each thread keeps a few
// blocks of each size for the next request.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_CORE_SMALL_BLOCKS_H
#define ENCKE_RUNTIME_CORE_SMALL_BLOCKS_H

#include <array>
#include <cstdint>
#include <cstdlib>

namespace encke::rt {

// A sanitizer sees what is used after it was freed only if it is freed.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool keepsSmallBlocks = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool keepsSmallBlocks = false;
#else
inline constexpr bool keepsSmallBlocks = true;
#endif
#else
inline constexpr bool keepsSmallBlocks = true;
#endif

class SmallBlocks {
public:
  /// Sizes are multiples of this, in bytes, and so are addresses.
  static constexpr uint64_t unit = 64;
  /// The largest size, in bytes.
  static constexpr uint64_t largest = 1024;

  SmallBlocks() = default;
  SmallBlocks(const SmallBlocks &) = delete;
  SmallBlocks &operator=(const SmallBlocks &) = delete;
  ~SmallBlocks() {
    hasEnded = true; // what other destructors free is not kept
    for (Kept &kept : sizes)
      while (kept.count != 0)
        std::free(kept.blocks[--kept.count]);
  }

  /// A block of `bytes`, a multiple of the unit, or null where none is kept.
  void *take(uint64_t bytes) {
    if (bytes > largest)
      return nullptr;
    Kept &kept = sizes[bytes / unit - 1];
    return kept.count != 0 ? kept.blocks[--kept.count] : nullptr;
  }

  /// Keeps an aligned block in which `bytes` can be used; false where it is of
  /// no such size, or there are enough of them.
  bool keep(void *memory, uint64_t bytes) {
    if (!keepsSmallBlocks || hasEnded || bytes < unit ||
        bytes / unit * unit > largest)
      return false;
    Kept &kept = sizes[bytes / unit - 1];
    if (kept.count >= mostKept)
      return false;
    kept.blocks[kept.count++] = memory;
    return true;
  }

private:
  static constexpr uint32_t mostKept = 16;
  struct Kept {
    std::array<void *, mostKept> blocks = {};
    uint32_t count = 0;
  };
  std::array<Kept, largest / unit> sizes;
  bool hasEnded = false;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CORE_SMALL_BLOCKS_H
