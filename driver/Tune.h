//===- Tune.h - encke tune --------------------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Schedules (L32) found by trying them. A schedule that is tried is the record
// that a program's own clauses become; it takes the same way through the
// compiler, which refuses what cannot be done. All that compiles or runs
// something on trial does so in a child process (ChildProcess.h).
//
//   statements   which ones there are             TuneStatements.cpp
//   space        what may stand behind `with`     TuneSpace.cpp
//   screening    refused, equal to another one,   TuneScreen.cpp, TuneCosts.cpp
//                or expected to take so much
//   measuring    beside the policy's own          TuneMeasure.cpp
//   search       from one to the next             Tune.cpp
//   results      text, JSON, CSV, SVG, the        TunePrint.cpp, TunePlot.cpp,
//                program itself                   TuneWrite.cpp
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_TUNE_H
#define ENCKE_DRIVER_TUNE_H

#include "driver/CompileUnits.h"
#include "driver/Explain.h"
#include "driver/Options.h"

#include "dialects/CIN/Schedule.h"
#include "dialects/Clauses.h"

#include "llvm/ADT/StringMap.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace encke {

//===----------------------------------------------------------------------===//
// What is tuned
//===----------------------------------------------------------------------===//

/// A tensor that a statement reads, as often as it reads it.
struct TunedOperand {
  std::string name, element; ///< "A" and "A[i, j]"
  Format format;
  bool isSparse = false;
};

/// An assignment that may have a schedule.
struct TunedStatement {
  std::string place, text; ///< "p.ta:7:3", and what stands there, in one line
  unsigned line = 0;
  std::string target; ///< The tensor that it assigns to.
  std::vector<std::string> labels;
  std::vector<TunedOperand> operands;
  /// Some of the factors of its product, as clauses name them.
  std::vector<std::string> parts;
  /// The places of statements that are computed in its loops: they are tuned
  /// together with it.
  std::vector<std::string> group;
  const ast::Assign *assign = nullptr;
  cin::ScheduleAttr written; ///< As it stands in the program; may be null.
  std::string whyNot;        ///< Why it cannot be tuned; else empty.
};

/// The assignments of the program, in its order.
std::vector<TunedStatement> findTunedStatements(Compiler &compiler,
                                                mlir::ModuleOp module,
                                                const Explanation &explanation);

/// What stands at `place` in a module of the stage `ta`; null where nothing
/// does.
mlir::Operation *findStatement(mlir::ModuleOp module, llvm::StringRef place);

//===----------------------------------------------------------------------===//
// What is tried
//===----------------------------------------------------------------------===//

/// Tensors, by name, and the formats that they are stored in instead.
using FormatChoice = std::vector<std::pair<std::string, Format>>;

/// A schedule on trial.
struct Candidate {
  cin::ScheduleAttr schedule; ///< Null: the policy's.
  FormatChoice formats;
};

/// `order(i, j), serial`; empty for the policy's own.
std::string toText(cin::ScheduleAttr schedule);
/// "A in DCSR"; empty where the program's own are kept.
std::string toText(const FormatChoice &formats);

/// All schedules that differ by one clause from another one. What may stand in
/// a clause, the table of clauses says (dialects/Clauses.cpp).
class ScheduleSpace {
public:
  ScheduleSpace(const TunedStatement &statement, mlir::MLIRContext *context);

  /// Those without clauses of this form, and with each one of it.
  std::vector<cin::ScheduleAttr> getNeighbours(cin::ScheduleAttr schedule,
                                               const ClauseForm &form) const;
  /// A clause that is applied before the loops get their order may need another
  /// one: those with each clause of this form and each order.
  std::vector<cin::ScheduleAttr> getWithOrders(cin::ScheduleAttr schedule,
                                               const ClauseForm &form) const;
  /// A schedule of these clauses, in the order of the table; null of none.
  cin::ScheduleAttr make(std::vector<cin::ClauseAttr> clauses) const;

private:
  using Arguments = std::vector<mlir::Attribute>;
  std::vector<cin::ClauseAttr> getClauses(const ClauseForm &form,
                                          cin::ScheduleAttr schedule) const;
  std::vector<std::string> getLoops(cin::ScheduleAttr schedule) const;
  std::vector<Arguments> getValues(ClauseForm::Kind kind,
                                   const ClauseForm &form,
                                   cin::ScheduleAttr schedule) const;

  const TunedStatement &statement;
  mlir::MLIRContext *context;
};

/// The formats with a name in which a tensor may be stored, its own too.
std::vector<Format> getFormats(const TunedOperand &operand);

//===----------------------------------------------------------------------===//
// Trying it
//===----------------------------------------------------------------------===//

/// All that trying takes.
struct TuneContext {
  const Options &options;
  Compiler &compiler;
  UnitOptions units;
};

/// What compiling to the stage `cin` tells of a candidate.
struct Screened {
  std::string refusal; ///< Why it cannot be had; else empty.
  uint64_t text = 0;   ///< Two with the same text are the same.
  double cost = 0;     ///< Seconds that its loops are expected to take.
};

/// Compiles candidates for `seconds` at most; fewer are returned where there
/// was no time for all.
std::vector<Screened> screen(TuneContext &context,
                             const TunedStatement &statement,
                             llvm::ArrayRef<Candidate> candidates,
                             double seconds);

/// The seconds that the loops of the module, whose stage is `cin`, are expected
/// to take (TuneCosts.cpp).
double estimateCost(mlir::ModuleOp module, unsigned threads);

/// Runs of the statement, of the policy's schedule and the candidate's in turn.
struct Measurement {
  std::string failure;    ///< Why there are none; else empty.
  std::string difference; ///< How the results differ; else empty.
  std::string said;       ///< On stderr, where it fails.
  int status = 0;         ///< The program's exit status.
  bool isLate = false;    ///< It takes too long.
  std::vector<double> policy, candidate; ///< Seconds, pair by pair.

  /// The candidate's time, the policy's, and the one as a part of the other.
  double getSeconds() const;
  double getPolicySeconds() const;
  double getRatio() const;
  /// What the ratio may be off.
  double getNoise() const;
};

/// Runs the program until the statement has run as often as is good to know,
/// for `seconds` at most, of which `sampling` for the statement. With
/// `withMagnitudes` results are compared to what their terms are worth, where
/// the statement is a sum of products.
Measurement measure(TuneContext &context, const TunedStatement &statement,
                    const Candidate &candidate, double sampling, double seconds,
                    bool withMagnitudes = false);

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// A candidate that was measured, or could not be.
struct Trial {
  Candidate candidate;
  Screened screened;
  Measurement measurement;

  /// It has run to its end, with the right result.
  bool isRight() const {
    return !measurement.policy.empty() && !measurement.isLate &&
           measurement.difference.empty();
  }
};

/// What was found for a statement: the first trial is the policy's schedule.
struct Tuning {
  TunedStatement statement;
  std::string failure;              ///< Why there are no trials; else empty.
  std::vector<std::string> decided; ///< What the policy decides, as clauses.
  std::vector<Trial> trials;
  size_t best = 0;
  double noise = 0; ///< Ratios that differ by less are the same.
  size_t refused = 0, equal = 0, left = 0;
  bool isBetter() const {
    return best != 0 && trials[best].measurement.getRatio() + noise < 1;
  }
};

/// `written`: how many schedules are in the program now.
void printTable(llvm::ArrayRef<Tuning> tunings, unsigned written,
                llvm::StringRef program, llvm::raw_ostream &os);
void printTuningJSON(llvm::ArrayRef<Tuning> tunings, llvm::raw_ostream &os);
void printCSV(llvm::ArrayRef<Tuning> tunings, llvm::raw_ostream &os);
/// A picture of times, as SVG.
void plot(llvm::ArrayRef<Tuning> tunings, llvm::raw_ostream &os);

/// The schedule that is to stand behind the statement: one that beats the
/// policy's and what stands there by more than times can be told apart, or the
/// policy's, if that does. Null where what stands there is to stay.
const Trial *findBestToWrite(const Tuning &tuning);
/// The program with the best schedules behind its statements. `program` is the
/// text that was compiled.
std::string writeSchedules(llvm::StringRef program,
                           llvm::ArrayRef<Tuning> tunings);

/// Puts them into the file, if they are better than what is there. Returns how
/// many there were.
llvm::Expected<unsigned> writeProgram(TuneContext &context,
                                      llvm::ArrayRef<Tuning> tunings);
/// Draws them into a file.
llvm::Error writePlot(llvm::StringRef path, llvm::ArrayRef<Tuning> tunings);

/// Tunes the statements of the program that the user asks for. `status` is the
/// exit status, which is not 0 where schedules have different results; none
/// after an error. The explanation says what the policy decides.
std::optional<std::vector<Tuning>>
tune(TuneContext &context, const Explanation &explanation, int &status);

} // namespace encke

#endif // ENCKE_DRIVER_TUNE_H
