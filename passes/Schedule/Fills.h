//===- Fills.h - results that need not be zero at first ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SCHEDULE_FILLS_H
#define ENCKE_PASSES_SCHEDULE_FILLS_H

#include "dialects/CIN/CINDialect.h"

namespace encke {

/// Of a scheduled kernel that adds a sum, collected in a register, to each
/// element of a dense result that starts from zero: it sets the element, and
/// the result starts as anything. Loops that visit only what a sparse tensor
/// stores do not reach each element. Returns whether that was so.
bool setInsteadOfAdding(cin::KernelOp kernel);

} // namespace encke

#endif // ENCKE_PASSES_SCHEDULE_FILLS_H
