//===- runs.h - runs of equal values ----------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A repeated level is the last one. Each parent has runs that cover all its
// coordinates: crd is where they end, and there is one value for each. A run of
// zeros is padding, unless its bit in `zeros` says that they are elements.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_RUNS_H
#define ENCKE_RUNTIME_STORAGE_RUNS_H

#include "storage/pack.h"

namespace encke::rt {

/// The last level stores runs of values.
bool hasRuns(const encke_tensor &tensor);

/// Fills such a tensor as `pack` does.
template <typename Index>
void packRuns(encke_tensor &tensor, std::vector<Array<Index>> modes,
              Elements values, KnownOrder known);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_RUNS_H
