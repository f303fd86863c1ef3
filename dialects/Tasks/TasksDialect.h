//===- TasksDialect.h - the tasks dialect and its operations ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_TASKS_TASKSDIALECT_H
#define ENCKE_DIALECTS_TASKS_TASKSDIALECT_H

#include "dialects/CIN/CINDialect.h"

#include "mlir/Dialect/LLVMIR/LLVMTypes.h"

#include "dialects/Tasks/TasksDialect.h.inc"
#include "dialects/Tasks/TasksEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/Tasks/TasksTypes.h.inc"

namespace encke::tasks {
class PlanOp;

/// Columns that `tasks.part` needs of the counts: the runtime's encke_part.
inline constexpr int64_t partColumns = 5;
/// That in which a part begins, in the result.
inline constexpr int64_t beginOfPart = 0;

/// A view into the same buffer, or one with the same strides, from anywhere on.
mlir::MemRefType getViewType(mlir::MemRefType type);

} // namespace encke::tasks

#define GET_OP_CLASSES
#include "dialects/Tasks/TasksOps.h.inc"

#endif // ENCKE_DIALECTS_TASKS_TASKSDIALECT_H
