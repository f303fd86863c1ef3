//===- CINDialect.h - the cin dialect, its types and operations -*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_CINDIALECT_H
#define ENCKE_DIALECTS_CIN_CINDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/CIN/VisitMark.h"

#include "dialects/CIN/CINDialect.h.inc"
#include "dialects/CIN/CINEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/CIN/CINTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/CIN/CINAttributes.h.inc"

#define GET_OP_CLASSES
#include "dialects/CIN/CINOps.h.inc"

#endif // ENCKE_DIALECTS_CIN_CINDIALECT_H
