//===- tree.h - a file's entries, to look at them ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_TREE_H
#define ENCKE_RUNTIME_IO_TREE_H

#include "io/data_file.h"

namespace encke::rt {

/// Indices of 32 bits are enough.
bool isNarrow(const Header &header);

/// The entries of a file as CSF; the context's. Duplicates are summed, of
/// `read` entries.
encke_tensor *readTree(encke_file &file, int64_t &read);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_TREE_H
