//===- blocks.h - between rows and blocks -----------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_BLOCKS_H
#define ENCKE_RUNTIME_STORAGE_BLOCKS_H

#include "encke/tensor.h"

namespace encke::rt {

/// Converts between a matrix whose rows are compressed and one of blocks of
/// such rows, CSR and BCSR, or the same by columns: without columns of
/// coordinates and without a sort. The sizes and levels of `to` are set.
/// Returns false, having done nothing, where it is another conversion or these
/// arrays do not suit it.
bool convertBlocks(const encke_tensor &from, encke_tensor &to);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_BLOCKS_H
