//===- Traffic.h - what loops take from caches and memory -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SCHEDULE_TRAFFIC_H
#define ENCKE_PASSES_SCHEDULE_TRAFFIC_H

#include "passes/Schedule/LoopOrder.h"

#include <optional>

namespace encke {

/// Of the loops of a nest over dense tensors only, the order for which the
/// least time is expected, by the lines and pages that come from each cache and
/// from memory. None where `order` is expected to take little more, for more
/// than six loops, and where they cannot be exchanged.
std::optional<llvm::SmallVector<cin::ForallOp>>
saveTraffic(const Nest &nest, llvm::ArrayRef<cin::ForallOp> order);

} // namespace encke

#endif // ENCKE_PASSES_SCHEDULE_TRAFFIC_H
