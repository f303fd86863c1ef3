//===- Jammed.h - what is multiplied several rows at a time -----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_JAMROWS_JAMMED_H
#define ENCKE_PASSES_JAMROWS_JAMMED_H

#include <cstdint>

namespace encke {

/// So many rows at once are enough that products wait for the processor's
/// multiplications, not for the matrix.
inline constexpr int64_t jammedRows = 4;

/// A matrix that may have more bytes than these is gone through in panels of so
/// many, each for a block of so many rows; of fewer if what is kept for them
/// would have more bytes than the last ones, and than the matrix.
inline constexpr int64_t blockedBytes = 512 << 10, panelBytes = 256 << 10,
                         blockRows = 64, keptBytes = 64 << 20;

} // namespace encke

#endif // ENCKE_PASSES_JAMROWS_JAMMED_H
