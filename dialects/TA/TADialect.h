//===- TADialect.h - the ta dialect, its types and operations ---*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_TA_TADIALECT_H
#define ENCKE_DIALECTS_TA_TADIALECT_H

#include "dialects/ProgramFunction.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/TA/TADialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/TA/TAAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/TA/TATypes.h.inc"

#define GET_OP_CLASSES
#include "dialects/TA/TAOps.h.inc"

namespace encke::ta {
/// On a statement that stands between two readings of the clock (L17).
inline constexpr llvm::StringLiteral measuredAttribute = "encke.measured";
} // namespace encke::ta

#endif // ENCKE_DIALECTS_TA_TADIALECT_H
