//===- petsc.h - matrices as PETSc stores them ------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_PETSC_H
#define ENCKE_RUNTIME_IO_PETSC_H

#include "io/stored.h"

namespace encke::rt {

/// True for a matrix or a vector in PETSc's binary format.
bool isPetsc(const char *begin, const char *end);

/// The matrix or vector of MatView or VecView.
StoredTensor readPetsc(const encke_file &file);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_PETSC_H
