//===- Normalizer.h - takes one statement apart -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_NORMALIZE_NORMALIZER_H
#define ENCKE_PASSES_NORMALIZE_NORMALIZER_H

#include "passes/Normalize/Guards.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Labels.h"

#include "dialects/TA/TADialect.h"

#include "llvm/ADT/DenseMap.h"

namespace encke {

/// A tree without sums, or one whose sums are merged by its loop, to be summed
/// over `summed` and perhaps negated.
struct Summand {
  mlir::Value tree;
  llvm::SmallVector<mlir::StringAttr> summed;
  bool negative = false;
};
using Summands = llvm::SmallVector<Summand>;

/// Takes one statement apart. Makes its operations just before the statement.
class Normalizer {
public:
  Normalizer(ta::AssignOp assign)
      : assign(assign), builder(assign), freshLabels(assign.getValue()) {}

  /// Rewrites the statement; returns the number of temporaries made.
  unsigned run();

private:
  /// What must be taken apart. A sparse result takes its pattern from the whole
  /// expression, so only its reductions are taken out.
  bool mustSplit(mlir::Value expr) {
    return isSparse() ? containsReduction(expr) : needsSplit(expr);
  }
  bool isSparse() { return bool(assign.getType().getEncoding()); }

  mlir::Value normalize(mlir::Value value);
  mlir::Value normalizeReduction(mlir::Value value);
  Summands split(mlir::Value expr);
  Summands splitProduct(mlir::Value lhs, mlir::Value rhs, mlir::Location loc);
  bool growsTooMuch(llvm::ArrayRef<Summand> left, llvm::ArrayRef<Summand> right,
                    double before);
  double countLeaves(mlir::Value expr);
  mlir::Value storeSums(mlir::Value expr);
  Summands splitQuotient(ta::DivOp quotient);
  Summands splitRepeat(ta::RepeatOp repeat);
  Summands splitSum(ta::SumOp sum);
  Summands splitMask(ta::MaskOp mask);
  mlir::Value splitCast(ta::CastOp cast);
  mlir::Value splitFunction(ta::ApplyOp apply);
  /// `expr` with an access of a temporary for each reduction.
  mlir::Value withoutReductions(mlir::Value expr);
  mlir::Value withElements(mlir::Value expr);
  bool dependsOnPattern(mlir::Value expr);
  /// `expr` as a term's part: itself when it need not be taken apart, else an
  /// access of a temporary.
  mlir::Value materialize(mlir::Value expr);
  /// An access of a temporary that holds `expr`.
  mlir::Value makeTemporary(mlir::Value expr);
  /// `expr`, with temporaries for parts, so that no loop merges too much.
  mlir::Value boundMerges(mlir::Value expr);
  mlir::Value boundTerms(mlir::Value expr);
  mlir::Value boundEachTerm(mlir::Value expr);
  bool isSumOfTerms(mlir::Operation *op);
  unsigned countSparseTerms(mlir::Value expr);
  bool isCollectedInRows(mlir::Value expr);
  mlir::RankedTensorType
  getTemporaryType(mlir::Value expr, llvm::ArrayRef<mlir::StringAttr> labels,
                   llvm::ArrayRef<int64_t> shape);
  mlir::Value makeGuarded(mlir::Value expr, ta::AccessOp guard);
  bool staysInFunction(mlir::Value operand);
  mlir::Value combine(llvm::MutableArrayRef<Summand> terms);
  /// Renames those bound labels of `term` that are among `taken`.
  void renameBound(Summand &term, llvm::ArrayRef<mlir::StringAttr> taken);

  ta::AssignOp assign;
  mlir::OpBuilder builder;
  unsigned temporaries = 0;
  /// A dense result depends on what the statement's temporaries store.
  bool keepsPattern = false;
  /// What is taken apart is summed.
  bool isSummed = false;
  /// The part at hand has an element everywhere: only its values count.
  bool onlyValues = false;
  /// The part at hand is divided by or divided: 0 is an identity like others.
  bool inQuotient = false;
  /// Of the part at hand only count where it has elements.
  bool onlyElements = false;
  Guards guards; ///< of what is taken apart
  FreshLabels freshLabels;
  llvm::DenseMap<mlir::Value, double> leaves; ///< by expression
};

/// Whether all that is sparse has one level that is, the last: rows.
bool isOfRows(mlir::RankedTensorType type);

} // namespace encke

#endif // ENCKE_PASSES_NORMALIZE_NORMALIZER_H
