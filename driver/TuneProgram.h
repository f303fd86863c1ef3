//===- TuneProgram.h - a program changed for trying -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes to a module of the stage `ta`, from which everything is compiled.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_TUNEPROGRAM_H
#define ENCKE_DRIVER_TUNEPROGRAM_H

#include "driver/Tune.h"

namespace encke {

/// Whose turn it is to compute the statement.
enum class Turn { None, Policy, Candidate };

/// Who is asked that, and who is told two readings of the clock: before and
/// behind it.
inline constexpr llvm::StringLiteral askFunctionName = "encke_tune_turn";
inline constexpr llvm::StringLiteral tellFunctionName = "encke_tune_record";

/// Gives the statement a schedule, and others nothing to print.
void giveSchedule(mlir::ModuleOp module, const TunedStatement &statement,
                  const Candidate &candidate);

/// In the place of the statement it is computed with the policy's schedule and
/// with the candidate's, both results are printed, and then it is computed in
/// turns as `askFunctionName` says. Others have nothing to print. With
/// `withMagnitudes` the sums of the absolute values of the terms are printed
/// behind the results.
void insertMeasurement(mlir::ModuleOp module, const TunedStatement &statement,
                       const Candidate &candidate, bool withMagnitudes);

/// The statement is a sum of products, so that there are such sums.
bool hasMagnitudes(mlir::ModuleOp module, const TunedStatement &statement);

} // namespace encke

#endif // ENCKE_DRIVER_TUNEPROGRAM_H
