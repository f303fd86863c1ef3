//===- Pipeline.h - the stages of the compiler as a library -----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_PIPELINE_H
#define ENCKE_DRIVER_PIPELINE_H

#include "driver/CodeOptions.h"
#include "passes/Cost/Target.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace mlir {
class OpPassManager;
}

namespace encke {

/// The MLIR stages, in pipeline order.
enum class Stage { TA, TAOpt, Linalg, CIN, SCF, Vector, Threads, LLVM };

struct PipelineOptions {
  unsigned vectorBits = 256;
  /// The machine to compile for, of a module that does not say so; or of any.
  cost::Target target;
  bool overridesTarget = false;
  /// exp and the like become arithmetic: the target multiplies and adds in one
  /// instruction.
  bool expandFunctions = true;
  Threading threading = Threading::None;
  /// With threading: how many threads; 0 when that is known where the program
  /// runs.
  unsigned threads = 1;
  /// With threading: no parallel loops all the same for a program whose
  /// statements are all expected to have little to do.
  bool serialIfSmall = false;
  /// The data hold so little that caches have all of them.
  bool fewStored = false;
  /// Statements say when they begin, for the table of `--time`.
  bool timing = false;
  /// Kernels of which one reads what the other makes become one.
  bool fuse = true;
  /// Nobody asks whether operands are finite: they are.
  bool finite = false;
  /// The module is verified after each pass, not only after the last one.
  bool verifyPasses = false;
  /// Kernels that are the same become one.
  bool mergeKernels = true;
  /// A mark of a loop that cannot be carried out is an error: someone has
  /// written it by hand.
  bool strictMarks = false;
  /// Kernels say which orders of loops are best, for `explain`.
  bool noteOrders = false;
  /// The program runs on several processes, each of which has parts of tensors.
  bool distribute = false;
  /// With distribute: messages take long enough to compute meanwhile.
  bool overlap = false;
  /// With distribute: no sum of numbers that are rounded is shared.
  bool reproducible = false;
  /// What runs the kernels that it can; None: the processor runs all.
  Device device = Device::None;
  /// A line on stderr for each statement, of what was decided (`-v`).
  bool report = false;
};

/// The name by which `--emit` and the module's attribute know a stage. Threads
/// is "omp" or "async".
llvm::StringRef getStageName(Stage stage,
                             Threading threading = Threading::None);
std::optional<Stage> getStageByName(llvm::StringRef name);

/// The stage recorded in a module (`encke.stage`), or none.
std::optional<Stage> getStageOf(mlir::ModuleOp module);

/// The stage of a module that does not record it, by its operations. What only
/// has operations of upstream's may be followed by anything.
Stage findStage(mlir::ModuleOp module);

/// Adds the passes that bring a module from one stage to a later one.
void buildPipeline(mlir::OpPassManager &manager, Stage from, Stage to,
                   const PipelineOptions &options);

/// Registers `--encke-pipeline="from=cin to=llvm"` and Encke's passes by name.
void registerPipelines();

} // namespace encke

#endif // ENCKE_DRIVER_PIPELINE_H
