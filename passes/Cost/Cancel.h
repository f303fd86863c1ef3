//===- Cancel.h - where a kernel looks whether to end -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_CANCEL_H
#define ENCKE_PASSES_COST_CANCEL_H

#include <cstdint>

namespace encke::cost {

/// A loop of no more iterations does not look: the ones inside of it do.
/// Unit: iterations. Chosen, not measured.
inline constexpr int64_t fewIterations = 16;

/// A nest of fewer loops takes no longer than to read its
/// operands once, and would be slower by more than is lost in noise.
/// Unit: loops. Chosen, not measured.
inline constexpr unsigned leastDepthOfLook = 2;

/// From one look to the next. A look takes 2 ns, which is nothing beside so
/// many; few, so that long iterations do not add up.
/// Unit: iterations. Chosen, not measured.
inline constexpr int64_t iterationsOfLook = 16;

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_CANCEL_H
