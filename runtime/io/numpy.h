//===- numpy.h - arrays and matrices of NumPy and SciPy ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_NUMPY_H
#define ENCKE_RUNTIME_IO_NUMPY_H

#include "io/stored.h"

#include <string>
#include <vector>

namespace encke::rt {

/// True for an array in NumPy's format (.npy).
bool isNumpyArray(const char *begin, const char *end);

/// An array as it lies in a file.
struct NumpyArray {
  std::vector<int64_t> shape;
  bool byColumn = false; ///< Fortran's order
  bool isBool = false;
  bool isText = false; ///< the characters are in `text`
  Numbers numbers;
  std::string text;
};

/// The array in the text from `begin` to `end`; `name` is what errors call it.
NumpyArray readNumpyArray(const encke_file &file, const char *begin,
                          const char *end, const std::string &name);

/// The tensor of a file with one array.
StoredTensor readNumpy(const encke_file &file);

/// An array as a tensor; `form` says what the file is.
StoredTensor wholeArray(const NumpyArray &array, const std::string &form);

/// The matrix that scipy.sparse.save_npz has written, the tensor of
/// sparse.save_npz or of Binsparse, or the only array of numpy.savez; the
/// member `wanted` if that is not empty.
StoredTensor readNumpyArchive(const encke_file &file,
                              const std::string &wanted);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_NUMPY_H
