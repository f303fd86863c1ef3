//===- write_numpy.h - tensors as NumPy and SciPy store them ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_WRITE_NUMPY_H
#define ENCKE_RUNTIME_IO_WRITE_NUMPY_H

#include "core/output.h"
#include "encke/tensor.h"

namespace encke::rt {

/// Writes a dense tensor without layouts as an array in NumPy's format.
void writeNumpy(const encke_tensor &tensor, Output &out);

/// Writes an archive of arrays: of a sparse matrix what scipy.sparse.load_npz
/// reads, CSR, or COO where the rows are many times the elements; of another
/// sparse tensor what sparse.load_npz does, COO; of a dense one what numpy.load
/// does.
void writeNumpyArchive(const encke_tensor &tensor, Output &out);

/// The largest size and place for which an archive's fields of 32 bits are
/// used; less in tests of larger ones.
extern uint64_t mostInNarrowZip;

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_WRITE_NUMPY_H
