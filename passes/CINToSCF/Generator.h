//===- Generator.h - code from a kernel -------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One kernel at a time. A plan says where each loop goes (dialects/CIN/Plan.h).
// The parts here carry it out: loops over levels and the values in them, then
// workspaces and sinks, which say what becomes of what is computed, a sparse
// result, and loops that tasks share. Scope.h has what they hand to each other.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_GENERATOR_H
#define ENCKE_PASSES_CINTOSCF_GENERATOR_H

#include "passes/CINToSCF/Loops/Control.h"
#include "passes/CINToSCF/Loops/Derived.h"
#include "passes/CINToSCF/Loops/Diagonals.h"
#include "passes/CINToSCF/Loops/Directories.h"
#include "passes/CINToSCF/Loops/Loops.h"
#include "passes/CINToSCF/Loops/Places.h"
#include "passes/CINToSCF/Loops/Streams.h"
#include "passes/CINToSCF/Loops/Values.h"
#include "passes/CINToSCF/Renumbering.h"
#include "passes/CINToSCF/Sinks/Result.h"
#include "passes/CINToSCF/Sinks/Sinks.h"
#include "passes/CINToSCF/Sinks/Workspaces.h"
#include "passes/CINToSCF/Statements.h"
#include "passes/CINToSCF/Tasks/ParallelLoops.h"

namespace encke {

/// Generates the code of one bufferised kernel in front of it.
class KernelGenerator {
public:
  /// With `strictMarks`, a mark that its loop cannot have is an error.
  KernelGenerator(cin::KernelOp kernel, RuntimeCalls &runtime,
                  bool strictMarks);

  mlir::LogicalResult run();

private:
  mlir::LogicalResult assemble();
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> count(generator::Sink &sink);
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> boundOrCount();

  generator::Context context;
  generator::Places places;
  generator::Control control;
  generator::Streams streams;
  generator::Values values;
  generator::Result result;
  generator::Registers registers;
  generator::Buffers buffers;
  generator::Rows rows;
  generator::BlockRows blockRows;
  generator::Tables tables;
  generator::Workspaces workspaces;
  generator::Statements statements;
  generator::Loops loops;
  generator::DerivedLoops derived;
  generator::Diagonals diagonals;
  generator::ParallelLoops tasks;
  generator::Store store;
  generator::Directories directories;
  generator::Renumbering renumbering;
};

/// Refuses what the generator cannot make code of, and, with `strictMarks`,
/// marks that their loops cannot have (Checks.cpp).
mlir::LogicalResult checkKernel(cin::KernelOp kernel,
                                const cin::LoopPlanner &planner,
                                bool strictMarks);

} // namespace encke

#endif // ENCKE_PASSES_CINTOSCF_GENERATOR_H
