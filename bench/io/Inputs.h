//===- Inputs.h - files to read ---------------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_BENCH_IO_INPUTS_H
#define ENCKE_BENCH_IO_INPUTS_H

#include <string>

namespace encke::bench {

/// Writes the files that are read into a folder; smaller ones when `quick`.
/// They are the same on every machine. Values have as many digits as it takes
/// to tell them apart. Throws std::runtime_error where the folder is full.
void writeInputs(const std::string &folder, bool quick);

} // namespace encke::bench

#endif // ENCKE_BENCH_IO_INPUTS_H
