//===- harwell_boeing.h - Harwell-Boeing matrices ---------------*- C++ -*-===//
//-*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_HARWELL_BOEING_H
#define ENCKE_RUNTIME_IO_HARWELL_BOEING_H

#include "io/stored.h"

namespace encke::rt {

/// True for a text in the format of Harwell and Boeing, or that of Rutherford
/// and Boeing, which is the same with fewer numbers in its header.
bool isHarwellBoeing(const Mapping &text);

StoredTensor readHarwellBoeing(const encke_file &file);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_HARWELL_BOEING_H
