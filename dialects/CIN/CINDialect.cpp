//===- CINDialect.cpp - the cin dialect and its types ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/CINDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace encke::cin;

#include "dialects/CIN/CINDialect.cpp.inc"
#include "dialects/CIN/CINEnums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/CIN/CINTypes.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/CIN/CINAttributes.cpp.inc"

void CINDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/CIN/CINTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/CIN/CINAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/CIN/CINOps.cpp.inc"
      >();
}
