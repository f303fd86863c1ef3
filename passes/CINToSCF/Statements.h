//===- Statements.h - the statements of a kernel ----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_STATEMENTS_H
#define ENCKE_PASSES_CINTOSCF_STATEMENTS_H

#include "passes/CINToSCF/Scope.h"

namespace encke::generator {

class Loops;
class Places;
class Sink;
class Values;

/// Goes through statements one by one, for the sink of the run.
class Statements : Part {
public:
  Statements(Context &context, Values &values, Loops &loops)
      : Part(context), values(values), loops(loops) {}

  /// Values are generated where a statement needs them, so that each case of a
  /// merge has its own; only what a statement may overwrite is read in its
  /// place.
  mlir::LogicalResult run(mlir::Block &block, Scope &scope);
  /// For another sink.
  mlir::LogicalResult run(mlir::Block &block, Sink &into, Scope &scope);

  Sink &getSink() const { return *sink; }

private:
  Values &values;
  Loops &loops;
  Sink *sink = nullptr;
};

} // namespace encke::generator

#endif // ENCKE_PASSES_CINTOSCF_STATEMENTS_H
