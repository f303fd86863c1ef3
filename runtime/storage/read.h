//===- read.h - fills a tensor from a data file -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_READ_H
#define ENCKE_RUNTIME_STORAGE_READ_H

#include "encke/runtime.h"

#include "io/data_file.h"

#include <string>

namespace encke::rt {

/// Inside a running program: what encke_read does, with errors as exceptions.
void readFile(encke_tensor &tensor, const std::string &path, int64_t selector);

/// Fails where a file does not hold a tensor of those sizes.
void checkSizes(const std::vector<int64_t> &sizes, const encke_file &file);

/// The selector of that number, which is that of the ABI, for a tensor of
/// `order` modes.
Selector selectorFor(int32_t order, int64_t number);

/// The entries that a tensor of `order` modes wants of a file, or of this
/// process's share of it, with a column for each of its modes.
AnyEntries readEntries(encke_file &file, int32_t order, Wanted wanted);

/// Packs entries of a file into a tensor; what is wrong with them is wrong with
/// the file.
void packFrom(const encke_file &file, encke_tensor &tensor,
              AnyEntries &entries);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_READ_H
