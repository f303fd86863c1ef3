//===- Merges.h - forms of a merge that have a name -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that merges streams steps through them. It may have a second form
// besides, which `visit(NAME(ratio))` asks for. Each form is a file of its own
// and a line in Merges.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_LOOPS_MERGES_H
#define ENCKE_PASSES_CINTOSCF_LOOPS_MERGES_H

#include "dialects/CIN/Plan.h"

namespace encke {

namespace generator {
class MergeLoops;
struct Scope;
} // namespace generator

/// A second form of a merge.
struct MergeForm {
  llvm::StringLiteral name;
  /// What it does in words: of streams that are about as long, and where one is
  /// so many times as long as the other as the mark says.
  llvm::StringLiteral near, far;
  /// Why the streams of a plan are not merged so; empty where they can be.
  llvm::StringRef (*whyNot)(cin::ForallOp forall, const cin::LoopPlan &plan);
  /// Generates the loops, stepping through where the form does not pay.
  mlir::LogicalResult (*emit)(generator::MergeLoops &loops);
};

extern const MergeForm scatterForm, gallopForm, runsForm;

/// Both streams go on by searches.
mlir::LogicalResult skipThrough(generator::MergeLoops &loops,
                                generator::Scope &scope);

/// All forms, those first that are better where several are possible.
llvm::ArrayRef<const MergeForm *> getMergeForms();

/// The form of that name, or null.
const MergeForm *findMergeForm(llvm::StringRef name);

/// Why a loop never has the form, whatever is absent; empty if it may.
llvm::StringRef whyNeverMerged(const MergeForm &form, cin::ForallOp forall,
                               const cin::LoopPlanner &planner);

/// Why forms that are for two streams are not for these.
llvm::StringRef whyNotTwo(cin::ForallOp forall, const cin::LoopPlan &plan);

} // namespace encke

#endif // ENCKE_PASSES_CINTOSCF_LOOPS_MERGES_H
