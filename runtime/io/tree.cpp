//===- tree.cpp - a file's entries, to look at them -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/tree.h"
#include "storage/pack.h"

#include <algorithm>
#include <string>

namespace encke::rt {

bool isNarrow(const Header &header) {
  return fitsNarrow(header.entries) &&
         std::all_of(header.sizes.begin(), header.sizes.end(), fitsNarrow);
}

encke_tensor *readTree(encke_file &file, int64_t &read) {
  const Header &header = file.header();
  // A double would not tell all integers apart.
  std::string format = header.field == Field::Complex   ? "c128"
                       : header.field == Field::Integer ? "i64"
                                                        : "f64";
  format += isNarrow(header) ? " 4 4" : " 8 8";
  for (int64_t mode = 0; mode != header.order(); ++mode)
    format += " C" + std::to_string(mode);
  encke_tensor *tensor = encke_tensor_new(format.c_str());
  for (int64_t mode = 0; mode != header.order(); ++mode)
    encke_tensor_set_size(tensor, mode, header.sizes[size_t(mode)]);
  Wanted wanted = {readingType(tensor->type)};
  wanted.takesStarts = true;
  AnyEntries all = file.read(wanted);
  std::visit(
      [&](auto &list) {
        read = list.size();
        pack(*tensor, list);
      },
      all);
  return tensor;
}

} // namespace encke::rt
