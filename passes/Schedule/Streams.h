//===- Streams.h - loops that go through a dense operand --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SCHEDULE_STREAMS_H
#define ENCKE_PASSES_SCHEDULE_STREAMS_H

#include "passes/Schedule/LoopOrder.h"

#include <optional>

namespace encke {

/// The order of the loops of a sum over dense tensors that goes once through an
/// operand that is larger than a cache: that in which it is stored, so that it
/// streams. Loops that move the result go further out until what those inside
/// of a reducing loop come back to fits in a cache. None for other nests.
std::optional<llvm::SmallVector<cin::ForallOp>> followStream(const Nest &nest);

} // namespace encke

#endif // ENCKE_PASSES_SCHEDULE_STREAMS_H
