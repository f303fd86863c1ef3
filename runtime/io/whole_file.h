//===- whole_file.h - a data file as it is ----------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_WHOLE_FILE_H
#define ENCKE_RUNTIME_IO_WHOLE_FILE_H

#include "io/data_file.h"

namespace encke::rt {

/// Inside a running program: all of the file, in a tensor of its sizes, with a
/// type that holds every value exactly. A coordinate file makes a tensor of
/// compressed levels, an array a dense one.
encke_tensor *readWhole(encke_file *file, Selector selector = Selector::Full);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_WHOLE_FILE_H
