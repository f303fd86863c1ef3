//===- Candidate.h - kernels over one sparse tensor -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_MERGELEVELS_CANDIDATE_H
#define ENCKE_PASSES_MERGELEVELS_CANDIDATE_H

#include "dialects/CIN/CINDialect.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/Format.h"

#include "llvm/ADT/SetVector.h"

namespace encke {

class PatternOrigins;

/// A kernel whose loops run along the levels of one sparse tensor, and that
/// does something where this stores an element, and nowhere else.
struct MergeCandidate {
  cin::KernelOp kernel;
  /// Around what an element contributes; those inside of the producer of a
  /// register as well.
  llvm::SmallVector<cin::ForallOp> foralls;
  mlir::Block *body = nullptr; // of the innermost one
  /// What an element contributes, and what becomes of it in the result: the
  /// same statement, or a register is between them.
  cin::AssignOp producing, assign;
  /// The sparse operand, its format, and where the kernel reads it.
  mlir::Value source;
  Format format;
  cin::AccessOp access;
  /// Other operands that store the same places, read there alone.
  llvm::SmallSetVector<mlir::Value, 2> twins;
  /// So many of its levels, outermost first: those of a sparse result, or as
  /// many as have coordinates that nobody asks for.
  unsigned levels = 0;

  /// Reads the source or a twin of it.
  bool isSource(cin::AccessOp other) const;
  cin::ForallOp loopOf(unsigned level) const;
  bool isMerged(cin::ForallOp loop) const;
  mlir::RankedTensorType getSourceType() const;
  mlir::RankedTensorType getResultType() const;
  /// Else the result is one element.
  bool isSparseResult() const { return bool(getResultType().getEncoding()); }
  /// There are levels below those.
  bool hasFibres() const { return levels < format.levels.size(); }
  /// Several elements of the operand come together in one of the result.
  bool reduces() const { return !isSparseResult() || hasFibres(); }
  /// Nothing was added to the result so far: it is assigned a sum.
  bool startsAnew() const {
    return cin::AssignOp(assign).getReduction() == cin::Reduction::none;
  }

  /// The loops along those levels can be one over positions, and a sparse
  /// result has these levels.
  bool canMerge() const;
  /// The result stores what the operand stores, in the same format.
  bool hasPatternOfSource() const;
};

/// The kernel as a candidate; none where it has another form. Without `origins`
/// several sparse operands are another form.
std::optional<MergeCandidate>
matchCandidate(cin::KernelOp kernel, const PatternOrigins *origins = nullptr);

} // namespace encke

#endif // ENCKE_PASSES_MERGELEVELS_CANDIDATE_H
