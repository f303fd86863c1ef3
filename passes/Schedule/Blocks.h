//===- Blocks.h - loops over tensors that are stored in blocks --*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SCHEDULE_BLOCKS_H
#define ENCKE_PASSES_SCHEDULE_BLOCKS_H

#include "passes/Schedule/LoopOrder.h"

namespace encke {

/// Splits the loops of a naive nest along which an operand is stored in blocks
/// into one over the blocks and one within a block, so that they can run over
/// the operand's levels. Where another sparse tensor does not fit to that, the
/// nest is left as it is, and the operand is converted.
void splitLoops(Nest &nest);

} // namespace encke

#endif // ENCKE_PASSES_SCHEDULE_BLOCKS_H
