//===- symmetric.h - matrices that equal their transpose --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_SYMMETRIC_H
#define ENCKE_RUNTIME_STORAGE_SYMMETRIC_H

#include "storage/tensor.h"

namespace encke::rt {

/// The matrix equals its transpose, bit by bit, in what it stores.
bool isSymmetric(const encke_tensor &matrix);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_SYMMETRIC_H
