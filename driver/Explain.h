//===- Explain.h - encke explain --------------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program's statements have become, in words. All of it is read from the
// text of stages: from `ta-opt` the order of products, the data and what a
// statement is expected to take, from `cin` the loops and their marks. Nothing
// is decided here.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_EXPLAIN_H
#define ENCKE_DRIVER_EXPLAIN_H

#include "passes/Support/TensorData.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace encke {

class Compiler;
struct ChosenFormat;

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

/// How the elements of a file are spread over the coordinates of its modes.
struct FileSpread {
  int64_t entries = 0;
  std::vector<int64_t> filled;  ///< Coordinates that have elements.
  std::vector<int64_t> fullest; ///< Elements of the one that has most.
};

/// The numbers of a tensor that a statement reads or makes.
struct ExplainedData {
  ExplainedTensor tensor;
  std::optional<TensorData> data; ///< None where sizes are not known.
  std::optional<FileSpread> spread;
  bool isResult = false;
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
  /// It takes the place of the one before where a dense operand has infinities
  /// or NaN.
  bool isExact = false;
  std::vector<std::string> clauses; ///< What is decided (L32).
  std::string inexpressible;        ///< Why no program can say so; else empty.
};

/// What a statement is expected to take, as a whole.
struct ExplainedStatement {
  std::string place, text; ///< As it is written; empty where it is not at hand.
  /// Of a way that `when` asks for: the question, and the place of the
  /// statement.
  std::string question, whole;
  std::string order; ///< Of its products; empty where there is one at most.
  double operations = 0, bytes = 0;
  unsigned parts = 0; ///< It is computed in so many.
  bool isHoisted = false;
  bool isProduct = false; ///< Of elements of tensors, summed or not.
  /// A schedule may stand behind it.
  bool maySchedule = false;
  std::vector<ExplainedData> data;
  /// The clauses that store its parts, where each part is one that a clause can
  /// name.
  std::vector<std::string> temporaries;
  std::vector<ExplainedKernel> kernels;
  std::vector<std::string> schedule; ///< What says the same (L32).
  std::string inexpressible;         ///< Why there is none; else empty.

  bool knowsSizes() const;
};

using Explanation = std::vector<ExplainedStatement>;

/// What is said of a program without statements to explain.
inline constexpr llvm::StringLiteral nothingToExplain(
    "Nothing is computed: no statement of the program becomes loops.");

/// The statements of a module of the stage `ta-opt`, in the order of the
/// program. `measure` says how the elements of a file are spread.
using MeasureFile =
    llvm::function_ref<std::optional<FileSpread>(mlir::Attribute source)>;
Explanation explainStatements(mlir::ModuleOp module, MeasureFile measure);
/// Adds what their kernels do, from the same program at the stage `cin`.
void explainKernels(mlir::ModuleOp module, Explanation &explanation);
/// Adds what the program says there.
void explainProgram(const Compiler &compiler, Explanation &explanation);
/// Adds the schedules of statements, from what their kernels do.
void explainSchedules(Explanation &explanation);

/// Takes those away that, written behind their statements, would make another
/// text of the stage `cin`. `compile` gives that text of a program; none after
/// an error.
using CompileText =
    llvm::function_ref<std::optional<std::string>(llvm::StringRef program)>;
void checkSchedules(const Compiler &compiler, CompileText compile,
                    Explanation &explanation);

/// For people and for programs, with the formats that were chosen.
void printText(const Explanation &explanation,
               llvm::ArrayRef<ChosenFormat> formats, llvm::raw_ostream &os);
void printJSON(const Explanation &explanation,
               llvm::ArrayRef<ChosenFormat> formats, llvm::raw_ostream &os);

} // namespace encke

#endif // ENCKE_DRIVER_EXPLAIN_H
