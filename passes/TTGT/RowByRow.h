//===- RowByRow.h - products of rows as they are made -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_TTGT_ROWBYROW_H
#define ENCKE_PASSES_TTGT_ROWBYROW_H

#include "dialects/TA/TADialect.h"

namespace encke {

/// The statement, a product of the matrices `a` and `b`, is one of rows that
/// another statement makes for it alone, with a matrix that stays in a cache:
/// one kernel for both multiplies each row when it is there, which saves more
/// than a library's product gains (passes/FuseKernels, passes/JamRows).
bool isRowByRow(ta::AssignOp statement, ta::AccessOp a, ta::AccessOp b);

} // namespace encke

#endif // ENCKE_PASSES_TTGT_ROWBYROW_H
