//===- expand.h - a tensor's elements as columns ----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_EXPAND_H
#define ENCKE_RUNTIME_STORAGE_EXPAND_H

#include "storage/columns.h"

namespace encke::rt {

/// What a tensor stores, in storage order or in that of the coordinates.
template <typename Index>
struct Expanded {
  /// Coordinates, a column for each mode; empty where known.starts stand for
  /// it.
  std::vector<Array<Index>> modes;
  Elements values;
  KnownOrder known;
};

/// The elements of `tensor`: without padding, and without the zeros of a dense
/// one (L38). Arrays that are there already are borrowed from the tensor, which
/// must stay. With `inShort`, the column of a dense outermost level, such as
/// the rows of CSR, is known.starts only.
template <typename Index>
Expanded<Index> expand(const encke_tensor &tensor, bool inShort = false);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_EXPAND_H
