//===- Fills.h - kernels that set what others start from --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_FILLS_H
#define ENCKE_DIALECTS_CIN_FILLS_H

#include "dialects/CIN/CINDialect.h"

namespace encke::cin {

/// The assignment sets its element to zero.
bool setsToZero(AssignOp assign);

/// All that the kernel does is to set each element of its output to zero.
bool isZeroFill(KernelOp kernel);

/// The same of what the reduction leaves as it is.
bool isIdentityFill(KernelOp kernel, Reduction reduction);

/// The kernel that sets what this one, with one output, starts from, and for it
/// alone; else null.
KernelOp getFill(KernelOp kernel);

/// The loop visits every coordinate, as all levels along it have them; those of
/// blocks are levels along the loops within them.
bool visitsAll(ForallOp loop);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_FILLS_H
