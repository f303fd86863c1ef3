//===- OneTensor.h - a statement modifies one tensor ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_ONETENSOR_H
#define ENCKE_DIALECTS_CIN_ONETENSOR_H

#include "dialects/CIN/CINDialect.h"

namespace encke::cin {

/// What a producer does beside a register: it increments something by the
/// operator by which alone the consumer does, so that the order does not
/// matter.
bool isIncrementBeside(WhereOp where, AssignOp assign);

/// A statement modifies one tensor (the paper's section 3.1), not counting the
/// workspaces inside of it, and what is incremented beside a register. Says so
/// at a second one.
mlir::LogicalResult verifyModifiesOne(mlir::Operation *op,
                                      mlir::Region &region);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_ONETENSOR_H
