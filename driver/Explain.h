//===- Explain.h - encke explain --------------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program's statements have become, in words. All of it is read from the
// text of stages: from `ta-opt` the order of products and what a statement is
// expected to take, from `cin` the loops and their marks. Nothing is decided
// here.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_EXPLAIN_H
#define ENCKE_DRIVER_EXPLAIN_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace encke {

/// One line of a tree of loops, and what is inside of it.
struct ExplainedStep {
  std::string what;               ///< "for each j that A stores"
  std::string label;              ///< Of a loop; else empty.
  std::vector<std::string> notes; ///< How it is done.
  std::vector<ExplainedStep> inside;
};

/// What the program calls a tensor, and how it is stored.
struct ExplainedTensor {
  std::string name, format;
};

/// What is expected of an order of loops.
struct ExplainedOrder {
  std::string order; ///< "i, j, k"
  double cost = 0;
  bool isInCycles = false;            ///< Else in coordinates visited.
  std::vector<std::string> converted; ///< For it.
  bool isChosen = false;
};

/// What is computed in one kernel: a statement, a part of one, or several that
/// were fused.
struct ExplainedKernel {
  /// "p.ta:7:3", of other statements that are computed in its loops.
  std::vector<std::string> fused;
  std::vector<ExplainedTensor> operands, results;
  std::vector<ExplainedOrder> orders; ///< The best ones, the best first.
  bool streams = false; ///< The order is that in which an operand is stored.
  std::vector<std::string> before; ///< Conversions, questions.
  std::vector<ExplainedStep> steps;
  bool transposes = false; ///< It stores a dense operand in another order.
  /// What is stored says whether the kernel before is taken, or this one.
  bool isOtherWay = false;
  std::vector<std::string> clauses; ///< What says the same (L32).
  std::string inexpressible; ///< Why the clauses do not say it; else empty.
};

/// What a statement is expected to take, as a whole.
struct ExplainedStatement {
  std::string place, text; ///< As it is written; empty where it is not at hand.
  std::string order; ///< Of its products; empty where there is one at most.
  double operations = 0, bytes = 0;
  unsigned parts = 0; ///< It is computed in so many.
  bool isHoisted = false;
  std::vector<ExplainedKernel> kernels;
};

using Explanation = std::vector<ExplainedStatement>;

/// The statements of a module of the stage `ta-opt`, in the order of the
/// program.
Explanation explainStatements(mlir::ModuleOp module);
/// Adds what their kernels do, from the same program at the stage `cin`.
void explainKernels(mlir::ModuleOp module, Explanation &explanation);

/// For people, and for programs.
void printText(const Explanation &explanation, llvm::raw_ostream &os);
void printJSON(const Explanation &explanation, llvm::raw_ostream &os);

} // namespace encke

#endif // ENCKE_DRIVER_EXPLAIN_H
