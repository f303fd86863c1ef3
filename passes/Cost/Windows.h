//===- Windows.h - sparse tensors read at sums of indices -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_WINDOWS_H
#define ENCKE_PASSES_COST_WINDOWS_H

namespace encke::cost {

/// An element of a sparse tensor that is stored once more, for a window that it
/// is in, is found and sorted.
/// Unit: iterations of a loop over dense tensors. Measured by: convolutions of
/// pictures of 2000 x 2000 in windows of 3 x 3; 150 where one element in ten is
/// stored, 220 where one in a hundred is.
inline constexpr double iterationsOfWindow = 150;

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_WINDOWS_H
