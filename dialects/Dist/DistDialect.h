//===- DistDialect.h - the dist dialect and its operations ------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_DIST_DISTDIALECT_H
#define ENCKE_DIALECTS_DIST_DISTDIALECT_H

#include "dialects/TA/TADialect.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/Dist/DistDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/Dist/DistTypes.h.inc"

#define GET_OP_CLASSES
#include "dialects/Dist/DistOps.h.inc"

namespace encke::dist {

/// The processes can combine what they have by a function of that name, of
/// elements of that type.
bool canReduce(llvm::StringRef function, mlir::Type element);

} // namespace encke::dist

#endif // ENCKE_DIALECTS_DIST_DISTDIALECT_H
