//===- read.h - fills a tensor from a data file -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_READ_H
#define ENCKE_RUNTIME_STORAGE_READ_H

#include "encke/runtime.h"

#include <string>

namespace encke::rt {

/// Inside a running program: what encke_read does, with errors as exceptions.
void readFile(encke_tensor &tensor, const std::string &path, int64_t selector);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_READ_H
