//===- hints.h - what helps where a data file is wrong ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_HINTS_H
#define ENCKE_RUNTIME_IO_HINTS_H

#include "io/data_file.h"

#include <string>

namespace encke::rt {

/// What helps where `what` is expected in a text, and what stands at `at` is a
/// slip that is known; else empty.
std::string hintAt(const encke_file &file, const char *at,
                   const std::string &what);

/// For a text of values where coordinates are expected.
extern const char *const hintOfValues;

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_HINTS_H
