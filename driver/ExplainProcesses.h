//===- ExplainProcesses.h - what processes send each other ------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_EXPLAINPROCESSES_H
#define ENCKE_DRIVER_EXPLAINPROCESSES_H

#include "encke/runtime.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>
#include <vector>

namespace encke {

/// The ghosts of all processes together, those of the process that has most,
/// and how many messages bring them.
struct GhostCount {
  int64_t ghosts, most, messages;
};

/// The path of a file, where it is at hand.
using FindFile =
    llvm::function_ref<std::optional<std::string>(mlir::Attribute source)>;

/// What processes send for a statement each time that it is computed.
struct ExplainedMessages {
  std::string place, what;
  /// Of the bytes: of n coordinates and G ghosts with b bytes each, s bytes in
  /// all, e elements of d coordinates and v bytes, P processes.
  std::string formula;
  bool isInLoop = false;
  std::optional<double> rowBytes, bytes, messages; ///< of all, where known
  std::optional<GhostCount> ghosts;
};

/// What a program that `ta-distribute` has seen does on so many processes.
struct ExplainedProcesses {
  int64_t count = 0;
  std::vector<std::string> decisions; ///< "p.ta:7:3: 'i' is shared"
  std::vector<ExplainedMessages> messages;
};

/// From a module of the stage `ta-opt`. Files are read to count ghosts.
ExplainedProcesses explainProcesses(mlir::ModuleOp module, int64_t processes,
                                    const encke_options &options,
                                    FindFile findFile);

/// For people, and for programs: an object.
void printText(const ExplainedProcesses &explained, llvm::raw_ostream &os);
void printJSON(const ExplainedProcesses &explained, llvm::raw_ostream &os);

} // namespace encke

#endif // ENCKE_DRIVER_EXPLAINPROCESSES_H
