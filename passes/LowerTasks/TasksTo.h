//===- TasksTo.h - what becomes of tasks ------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_LOWERTASKS_TASKSTO_H
#define ENCKE_PASSES_LOWERTASKS_TASKSTO_H

namespace encke {

/// One task, or loops of scf.parallel.
enum class TasksTo { Serial, Parallel };

} // namespace encke

#endif // ENCKE_PASSES_LOWERTASKS_TASKSTO_H
