//===- Schedule.h - choose how one kernel is computed -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SCHEDULE_SCHEDULE_H
#define ENCKE_PASSES_SCHEDULE_SCHEDULE_H

#include "passes/Schedule/Rows.h"

#include "dialects/CIN/CINDialect.h"

namespace encke {

/// What was done to kernels, counted.
struct ScheduleCounts {
  unsigned workspaces = 0, conversions = 0, fills = 0, vectors = 0;
  /// Of the kernel that was scheduled last.
  llvm::SmallVector<RowProduct, 1> rowProducts;
  std::optional<SparseProduct> product;
  std::optional<BlockProduct> blockProduct;
};

/// What may be chosen otherwise than the policy does.
struct ScheduleWay {
  /// Else rows of factors are looked up in.
  bool multipliesRows = true;
  /// Else what is stored in blocks is converted.
  bool goesAlongBlocks = true;
  /// Of a row workspace.
  std::optional<cin::ListMarks> keys = std::nullopt;
};

/// On a kernel, as dictionaries, the best first: `order` of its loops, their
/// cost in `visits` or `cycles`, what it `converts`, and whether it was
/// `chosen`.
inline constexpr llvm::StringLiteral ordersAttribute = "encke.orders";

/// Of a conversion, for people: why the operand does not stay as it is.
inline constexpr llvm::StringLiteral whyAttribute = "encke.why";
/// The order is that of the largest operand, which goes once through the
/// caches.
inline constexpr llvm::StringLiteral streamsAttribute = "encke.streams";

/// Chooses loop order, workspaces, vector and parallel loops of a kernel in the
/// naive form, and rewrites it so; one of another form is left as it is.
/// `vectorBits`, `parallel` and `notesOrders` are the options of cin-schedule.
mlir::LogicalResult scheduleKernel(cin::KernelOp kernel, unsigned vectorBits,
                                   bool parallel, ScheduleCounts &counts,
                                   bool notesOrders = false,
                                   const ScheduleWay &way = {});

} // namespace encke

#endif // ENCKE_PASSES_SCHEDULE_SCHEDULE_H
