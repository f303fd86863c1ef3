//===- ReorderCommand.h - encke info --reorder ------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_REORDERCOMMAND_H
#define ENCKE_DRIVER_REORDERCOMMAND_H

#include "driver/Options.h"

namespace encke {

/// Compares the reorderings of the matrix in each data file, with kernels that
/// are compiled for this processor. Returns the exit status.
int compareOrders(const Options &options);

} // namespace encke

#endif // ENCKE_DRIVER_REORDERCOMMAND_H
