//===- pack.h - builds a tensor's levels from entries -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_PACK_H
#define ENCKE_RUNTIME_STORAGE_PACK_H

#include "core/error.h"
#include "encke/tensor.h"
#include "storage/columns.h"
#include "storage/entries.h"

namespace encke::rt {

/// A sum of integer entries does not fit their type.
struct SumError : Error {
  using Error::Error;
};

/// Fills `tensor`, whose format and sizes are set, from the entries (in any
/// order, of coordinates within the sizes). Replaces what it held; values of an
/// all-dense tensor are written in place. Uses the entries up.
template <typename Index>
void pack(encke_tensor &tensor, Entries<Index> &entries);

/// The same from columns of coordinates by mode and values of the tensor's
/// type, in an order of which `known` is known. What is borrowed is only read.
template <typename Index>
void pack(encke_tensor &tensor, std::vector<Array<Index>> modes,
          Elements values, KnownOrder known = {});

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_PACK_H
