//===- Inputs.h - files to read ---------------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_BENCH_IO_INPUTS_H
#define ENCKE_BENCH_IO_INPUTS_H

#include "Generate.h"

#include <array>
#include <string>
#include <vector>

namespace encke::bench {

/// Three coordinates.
using Place = std::array<int32_t, 3>;

// What is in the files: smaller when `quick`, the same on every machine.
CsrMatrix makeFem3d(bool quick);
CsrMatrix makeRmat(bool quick);
/// Distinct places of a tensor with these sizes, most of them at low
/// coordinates of the first two modes; sorted.
std::vector<Place> makeSkewed(bool quick, Place &sizes);

/// Writes the files that are read into a folder. Values have as many digits as
/// it takes to tell them apart. Prints the digest of each. Throws
/// std::runtime_error when it cannot.
void writeInputs(const std::string &folder, bool quick);

} // namespace encke::bench

#endif // ENCKE_BENCH_IO_INPUTS_H
