//===- Annihilation.h - where a zero makes a statement empty ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_ANNIHILATION_H
#define ENCKE_PASSES_CINTOSCF_ANNIHILATION_H

#include "mlir/IR/Value.h"

namespace encke {

namespace cin {
class AssignOp;
class AccessOp;
} // namespace cin

/// True when the assignment changes nothing where `access` is zero, so that a
/// loop may skip the coordinates that the accessed tensor does not store.
bool isAnnihilatedBy(cin::AssignOp assign, cin::AccessOp access);

} // namespace encke

#endif // ENCKE_PASSES_CINTOSCF_ANNIHILATION_H
