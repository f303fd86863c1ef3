//===- lapack.h - dense linear algebra by LAPACK ----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_DENSE_LAPACK_H
#define ENCKE_RUNTIME_DENSE_LAPACK_H

#include "encke/tensor.h"

#include <string_view>
#include <vector>

namespace encke::rt {

/// L65: `solve cholesky qr svd eigh` of dense matrices; false when the name is
/// none of these. Fills the results, whose sizes are set. Throws where a matrix
/// is singular, not definite, or of another form than the function needs.
bool factorise(std::string_view function,
               const std::vector<encke_tensor *> &results,
               const std::vector<const encke_tensor *> &operands);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_DENSE_LAPACK_H
