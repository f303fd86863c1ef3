//===- matlab.h - matrices in files of MATLAB -------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_MATLAB_H
#define ENCKE_RUNTIME_IO_MATLAB_H

#include "io/stored.h"

#include <string>

namespace encke::rt {

/// True for a MAT-file of version 5, which is also what versions 6 and 7 of
/// MATLAB write.
bool isMatlab(const char *begin, const char *end);

/// The variable `wanted` ("A", or "Problem.A" for a field of a structure).
/// Where that is empty the only matrix of the file: a sparse one if there is
/// one, the field A of a structure as the SuiteSparse collection has it, or an
/// array.
StoredTensor readMatlab(const encke_file &file, const std::string &wanted);

/// One of version 4, which its first bytes do not tell for sure.
bool mayBeMatlab4(const char *begin, const char *end);
StoredTensor readMatlab4(const encke_file &file, const std::string &wanted);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_MATLAB_H
