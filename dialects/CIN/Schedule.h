//===- Schedule.h - what a program says about a schedule --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The record of a statement's clauses (L32), on its way from `ta.assign` to the
// kernels that compute it. Who makes several statements of one gives the record
// to each (restrictTo); who cannot keep to it leaves the statement alone.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_SCHEDULE_H
#define ENCKE_DIALECTS_CIN_SCHEDULE_H

#include "dialects/CIN/CINDialect.h"

namespace encke::cin {

/// The name of the attribute on operations of all stages.
inline constexpr llvm::StringLiteral scheduleAttribute = "encke.schedule";

/// That of a statement; null where the program says nothing.
ScheduleAttr getSchedule(mlir::Operation *statement);
/// A null one takes it away.
void setSchedule(mlir::Operation *statement, ScheduleAttr schedule);

/// The clauses of a name; none of a null schedule.
llvm::SmallVector<ClauseAttr> findClauses(ScheduleAttr schedule,
                                          llvm::StringRef name);
/// The one that there is, or null.
ClauseAttr findClause(ScheduleAttr schedule, llvm::StringRef name);
inline ClauseAttr findClause(mlir::Operation *statement, llvm::StringRef name) {
  return findClause(getSchedule(statement), name);
}

/// Some clause is about loops, so that these are those of the statement as it
/// is written.
bool isAboutLoops(ScheduleAttr schedule);

/// What is left for loops of these labels and operands of these names: no
/// clauses about others. Null where that is nothing.
ScheduleAttr restrictTo(ScheduleAttr schedule,
                        llvm::ArrayRef<mlir::StringAttr> labels,
                        llvm::ArrayRef<llvm::StringRef> tensors);

/// What is left for a statement that was made for a part of another one, with
/// these labels.
ScheduleAttr restrictToPart(ScheduleAttr schedule,
                            llvm::ArrayRef<mlir::StringAttr> labels);

/// What is said about the loops that only set elements, before others add to
/// them.
ScheduleAttr restrictToFill(ScheduleAttr schedule);

/// The tensor that a clause names; empty where it names none.
llvm::StringRef getTensor(ClauseAttr clause);
/// The labels that a clause names.
llvm::SmallVector<llvm::StringRef> getLabels(ClauseAttr clause);
/// The text of the part of the statement that it names; empty where it names
/// none.
llvm::StringRef getPart(ClauseAttr clause);
/// Its word or its number; none where it does not say it.
std::optional<llvm::StringRef> getWord(ClauseAttr clause);
std::optional<int64_t> getNumber(ClauseAttr clause);
/// The value of an argument with this name; none where it does not say it.
std::optional<llvm::StringRef> getNamedWord(ClauseAttr clause,
                                            llvm::StringRef name);
std::optional<int64_t> getNamedNumber(ClauseAttr clause, llvm::StringRef name);

/// What the verifier says about a kernel, without the name of the operation;
/// empty where it is content.
std::string getComplaint(KernelOp kernel);

/// As it is written: `order(i, j)`.
std::string toText(ClauseAttr clause);
/// An error at the clause, which begins with it; to be continued.
mlir::InFlightDiagnostic refuse(ClauseAttr clause);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_SCHEDULE_H
