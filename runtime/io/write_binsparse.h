//===- write_binsparse.h - tensors as Binsparse stores them -----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_WRITE_BINSPARSE_H
#define ENCKE_RUNTIME_IO_WRITE_BINSPARSE_H

#include "core/output.h"
#include "encke/tensor.h"
#include "io/write.h"

namespace encke::rt {

/// Writes a tensor without layouts in HDF5, as Binsparse's version 0.1 has it:
/// a sparse matrix in CSR, or COOR where the rows are many times the elements;
/// a sparse vector in CVEC; a dense one in DVEC or DMATR; others in a custom
/// format of one level.
void writeBinsparse(const encke_tensor &tensor, Output &out, const Kept &kept);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_WRITE_BINSPARSE_H
