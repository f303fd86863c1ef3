//===- Marks.h - what the marks of a forall may claim -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_MARKS_H
#define ENCKE_DIALECTS_CIN_MARKS_H

#include "dialects/CIN/CINDialect.h"

namespace encke::cin {

/// Says at a forall, or at what it holds, why its marks cannot be as they are,
/// as far as concrete index notation tells. The generator and the passes after
/// it say the rest (`strict-marks`).
mlir::LogicalResult verifyMarks(ForallOp forall);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_MARKS_H
