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

/// What a tensor stores, in storage order.
template <typename Index>
struct Expanded {
  std::vector<Array<Index>> modes; ///< coordinates, a column for each mode
  Elements values;
  KnownOrder known;
};

/// The elements of `tensor`: without padding, and without the zeros of a dense
/// one (L38). Arrays that are there already are borrowed from the tensor, which
/// must stay.
template <typename Index>
Expanded<Index> expand(const encke_tensor &tensor);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_EXPAND_H
