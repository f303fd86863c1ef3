//===- TasksDialect.cpp - the tasks dialect and its types -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Tasks/TasksDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace encke::tasks;

#include "dialects/Tasks/TasksDialect.cpp.inc"
#include "dialects/Tasks/TasksEnums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/Tasks/TasksTypes.cpp.inc"

void TasksDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/Tasks/TasksTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Tasks/TasksOps.cpp.inc"
      >();
}

MemRefType encke::tasks::getViewType(MemRefType type) {
  SmallVector<int64_t> strides(type.getRank(), ShapedType::kDynamic);
  if (type.getLayout().isIdentity()) {
    int64_t step = 1;
    for (int64_t mode = type.getRank() - 1; mode >= 0; --mode) {
      strides[mode] = step;
      if (type.isDynamicDim(mode) || step == ShapedType::kDynamic)
        step = ShapedType::kDynamic;
      else
        step *= type.getDimSize(mode);
    }
  } else if (!strides.empty() && type.isLastDimUnitStride()) {
    strides.back() = 1;
  }
  auto layout =
      StridedLayoutAttr::get(type.getContext(), ShapedType::kDynamic, strides);
  return MemRefType::get(type.getShape(), type.getElementType(), layout,
                         type.getMemorySpace());
}
