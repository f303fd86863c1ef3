//===- tns_sizes.h - sizes in a comment of a .tns file ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FROSTT's form has no place for sizes that no entry reaches. A comment line
//
//   # encke: sizes 3 4 5
//
// before the entries tells them; other programs skip it.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_TNS_SIZES_H
#define ENCKE_RUNTIME_IO_TNS_SIZES_H

#include "core/output.h"
#include "io/data_file.h"

#include <cstdint>
#include <vector>

namespace encke::rt {

/// Sizes that a comment declares, and where it stands; none: null.
struct DeclaredSizes {
  const char *at = nullptr;
  std::vector<int64_t> sizes;
};

/// The sizes that a comment before `firstLine`, the first line that is none,
/// declares. Fails when they are no numbers, or there are two such comments.
DeclaredSizes findDeclaredSizes(const encke_file &file, const char *firstLine);

void writeDeclaredSizes(Output &out, const std::vector<int64_t> &sizes);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_TNS_SIZES_H
