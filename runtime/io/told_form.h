//===- told_form.h - texts of entries that tell what they are ---*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_TOLD_FORM_H
#define ENCKE_RUNTIME_IO_TOLD_FORM_H

#include "io/data_file.h"

#include <optional>
#include <string>
#include <vector>

namespace encke::rt {

/// Entries as in a .tns file, counted from 1, behind lines that tell what there
/// is to know: TACO's .ttx, MLIR's extended FROSTT, the Tensor Toolbox's
/// sptensor.
struct ToldForm {
  std::string name;
  const char *at = nullptr; ///< the sizes
  std::vector<int64_t> sizes;
  int64_t entries = 0;
  Field field = Field::Real;
  char comment = '#';
  const char *body = nullptr; ///< the line behind all that
};

/// None for another text.
std::optional<ToldForm> findToldForm(const encke_file &file);

/// True for a table whose columns commas, semicolons or tabs divide, by its
/// name or its first line.
bool isTable(const encke_file &file);

/// Makes lines of numbers between blanks of a table, each where it was; names
/// of columns become a comment.
void flattenTable(char *begin, char *end);

/// True for edges as networkx writes them, a dictionary behind both nodes.
bool hasDictionaries(const encke_file &file);

/// Leaves of each dictionary the weight of the edge, where it was.
void flattenDictionaries(char *begin, char *end);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_TOLD_FORM_H
