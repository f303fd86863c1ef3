//===- binsparse.h - tensors as Binsparse describes them --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_BINSPARSE_H
#define ENCKE_RUNTIME_IO_BINSPARSE_H

#include "io/stored.h"

#include <functional>
#include <string>

namespace encke::rt {

/// The array of a name; fails where there is none.
using NamedArrays = std::function<Numbers(const std::string &name)>;

/// A tensor of the "Binary Sparse Format Specification", version 0.1: of one
/// of its formats, or a custom one of dense and sparse levels. `descriptor` is
/// its text in JSON. `stored` may own arrays already.
void readBinsparse(const encke_file &file, const std::string &descriptor,
                   const NamedArrays &arrays, StoredTensor &stored);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_BINSPARSE_H
