//===- io/print_data.h - printing for programs ------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_PRINT_DATA_H
#define ENCKE_RUNTIME_IO_PRINT_DATA_H

#include "core/output.h"
#include "encke/tensor.h"

namespace encke::rt {

/// How print writes (L60). The values are part of the ABI.
enum class PrintForm : int32_t { Plain, Storage, Levels, JSON, CSV, Matrix };

/// A tensor without layouts as one line of JSON: a dense one with its values in
/// nested lists, another with its coordinates, from 0, and values.
void printJSON(const encke_tensor &tensor, const char *name, Output &out);

/// A number as {"value": ...}.
template <typename T>
void printJSON(T value, Output &out);

/// As a table: of a dense tensor of up to two dimensions its rows, of another
/// one the coordinates, from 0, and the value of each element, below names of
/// the columns. An empty line parts tables.
void printCSV(const encke_tensor &tensor, Output &out);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_PRINT_DATA_H
