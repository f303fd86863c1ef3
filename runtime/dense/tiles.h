//===- tiles.h - transposes small tiles in registers ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels are compiled once for each width of SIMD registers, from
// tiles.inc, and chosen when the program runs.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_DENSE_TILES_H
#define ENCKE_RUNTIME_DENSE_TILES_H

#include <cstdint>

namespace encke::rt {

/// A matrix and where it goes, transposed. Distances are in bytes; elements of
/// a row of either side are adjacent.
struct Tile {
  const char *source; ///< `rows` rows of `columns` elements
  char *target;       ///< `columns` rows of `rows` elements
  int64_t rows, columns;
  int64_t sourceRow, targetRow; ///< from one row to the next
  /// The target is larger than the caches: write past them.
  bool stream;
};

struct TileKernels {
  /// For elements of 4, 8 and 16 bytes.
  void (*transpose4)(const Tile &tile);
  void (*transpose8)(const Tile &tile);
  void (*transpose16)(const Tile &tile);
  /// Copies a row of bytes, past the caches.
  void (*streamRow)(const char *source, char *target, int64_t bytes);
};

/// The kernels for the widest registers of this processor.
const TileKernels &getTileKernels();

namespace simd128 {
extern const TileKernels kernels;
}
#ifdef __x86_64__
namespace simd256 {
extern const TileKernels kernels;
}
namespace simd512 {
extern const TileKernels kernels;
}
#endif

} // namespace encke::rt

#endif // ENCKE_RUNTIME_DENSE_TILES_H
