//===- variables.h - which tensor of a file is meant ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_VARIABLES_H
#define ENCKE_RUNTIME_IO_VARIABLES_H

#include "io/data_file.h"

#include <string>
#include <vector>

namespace encke::rt {

/// A variable of MATLAB, or an object of HDF5.
struct NamedVariable {
  std::string name; ///< "Problem.A" or "layers/raw" within another one
  enum { Sparse, Array, Other } kind;
};

/// The variable that is read: the one called `wanted`, which may be empty. Else
/// the only sparse one that is not within another, else the only one called A
/// of a structure, as the SuiteSparse collection has it, else the only array,
/// else the only sparse one at all. Fails where none of these is there.
size_t chooseVariable(const encke_file &file,
                      const std::vector<NamedVariable> &variables,
                      const std::string &wanted);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_VARIABLES_H
