//===- processes/write.h - who writes what of a file ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_PROCESSES_WRITE_H
#define ENCKE_RUNTIME_PROCESSES_WRITE_H

#include "encke/tensor.h"

#include <string>

namespace encke::rt {

/// Whether the texts of parts of a tensor, of a mode, follow each other in that
/// of the whole: each process writes its own then. Else the first one writes
/// all. Of `count` levels their types and modes are looked at.
bool writesParts(const encke_level *levels, int32_t count, int32_t order,
                 int64_t mode, const std::string &path);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_PROCESSES_WRITE_H
