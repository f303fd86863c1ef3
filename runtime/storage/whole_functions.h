//===- whole_functions.h - functions of whole tensors -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_WHOLE_FUNCTIONS_H
#define ENCKE_RUNTIME_STORAGE_WHOLE_FUNCTIONS_H

#include "encke/tensor.h"

#include <cstddef>

namespace encke::rt {

// All fill `result`, whose sizes are set.

/// The elements in the same order, with other coordinates (L57).
void reshape(encke_tensor &result, const encke_tensor &source);
/// The sums of all elements up to each one along a mode (L58). Into a dense
/// tensor.
void accumulate(encke_tensor &result, const encke_tensor &source, size_t along);
/// The elements in ascending order along a mode, or where they come from.
void sortAlong(encke_tensor &result, const encke_tensor &source, size_t along,
               bool givesNumbers);
/// The greatest elements along a mode, at their places.
void takeGreatest(encke_tensor &result, const encke_tensor &source,
                  size_t along, int64_t count);

/// `values` at the places that the rows of the matrix `coordinates` say (L57).
void placeElements(encke_tensor &result, const encke_tensor &coordinates,
                   const encke_tensor &values);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_WHOLE_FUNCTIONS_H
