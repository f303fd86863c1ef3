//===- Blocks.h - loops over blocks and diagonals ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SCHEDULE_BLOCKS_H
#define ENCKE_PASSES_SCHEDULE_BLOCKS_H

#include "passes/Schedule/LoopOrder.h"

namespace encke {

/// Changes the loops of a naive nest so that they can run over the levels of
/// operands that store parts of modes.
///
/// Along a mode that is stored in blocks, one loop over the blocks and one
/// within a block. For a matrix that is stored by diagonals, loops over strips
/// of rows, over the diagonals, over the rows of a strip, and the column there:
/// a strip of the other operands stays in a cache while the diagonals pass.
///
/// For a matrix whose levels have other expressions, a loop over each level,
/// and the modes that these tell are derived.
///
/// Where another sparse tensor does not fit to that, the nest is left as it is,
/// and the operand is converted.
void splitLoops(Nest &nest);

/// Makes two loops of one of the nest, over blocks of so many coordinates, and
/// within a block: of i, `i/width` and `i%width`.
void tileLoop(Nest &nest, cin::ForallOp loop, uint64_t width);

} // namespace encke

#endif // ENCKE_PASSES_SCHEDULE_BLOCKS_H
