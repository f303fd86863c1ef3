//===- Output.h - tensors as text -------------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_REFERENCE_OUTPUT_H
#define ENCKE_TESTS_REFERENCE_OUTPUT_H

#include "tests/reference/Tensor.h"

#include <ostream>

namespace encke::reference {

/// The plain form of `print` (L16): a `#` line, then the elements.
void printPlain(std::ostream &os, const std::string &name,
                const Tensor &tensor);

/// The form of `--print=storage`: the arrays, as COMET prints them.
void printStorage(std::ostream &os, const Tensor &tensor);

/// Writes a `.mtx` or `.tns` file (L14). Throws ProgramError for another name
/// or a tensor that the format cannot hold.
void writeTensor(const std::string &path, const Tensor &tensor);

} // namespace encke::reference

#endif // ENCKE_TESTS_REFERENCE_OUTPUT_H
