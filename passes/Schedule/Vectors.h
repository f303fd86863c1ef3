//===- Vectors.h - how wide the innermost loop's vectors are ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SCHEDULE_VECTORS_H
#define ENCKE_PASSES_SCHEDULE_VECTORS_H

#include "passes/Schedule/LoopOrder.h"

namespace encke {

/// The access, or the assignment, of a nest in this order whose elements do not
/// stand side by side along the innermost loop; null where there is none. What
/// goes into a row first is `intoRow`.
mlir::Operation *findScattered(const Nest &nest,
                               llvm::ArrayRef<cin::ForallOp> order,
                               bool intoRow);

/// How many elements a vector of the innermost loop has; none where it has no
/// vectors.
std::optional<int64_t> chooseVectorWidth(const Nest &nest,
                                         llvm::ArrayRef<cin::ForallOp> order,
                                         bool intoRow, unsigned vectorBits);

/// The same of a sum along the last level of one sparse operand.
std::optional<int64_t> chooseSparseWidth(const Nest &nest, cin::ForallOp loop,
                                         unsigned vectorBits);

} // namespace encke

#endif // ENCKE_PASSES_SCHEDULE_VECTORS_H
