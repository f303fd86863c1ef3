//===- Normalizer.h - takes one statement apart -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_NORMALIZE_NORMALIZER_H
#define ENCKE_PASSES_NORMALIZE_NORMALIZER_H

#include "passes/Normalize/Guards.h"
#include "passes/Normalize/Identities.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Labels.h"

#include "dialects/TA/TADialect.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/SaveAndRestore.h"

namespace encke {

/// A tree without sums, or one whose sums are merged by its loop, to be summed
/// over `summed` and perhaps negated.
struct Summand {
  mlir::Value tree;
  llvm::SmallVector<mlir::StringAttr> summed;
  bool negative = false;
};
using Summands = llvm::SmallVector<Summand>;

/// What is asked of a part of an expression, where it has no element.
enum class Need {
  /// Its value there: 0, or what the identity of a reduction makes of it.
  Values,
  /// That it adds nothing to a sum: an element, or 0.
  Terms,
  /// That it is not there where it is missing, and its value elsewhere.
  Present,
  /// That it is not there.
  Elements,
};

/// Asks something else of the part of an expression at hand for a while.
class Asking {
public:
  Asking(Need &need, bool &prefersSparse, Need asked)
      : need(need, asked),
        prefersSparse(prefersSparse, prefersSparse || asked == Need::Present ||
                                         asked == Need::Elements) {}

private:
  llvm::SaveAndRestore<Need> need;
  llvm::SaveAndRestore<bool> prefersSparse;
};

/// Takes one statement apart. Makes its operations just before the statement.
class Normalizer {
public:
  /// The statement's value is needed for its elements, or, into a sparse
  /// temporary, where it is `Present`.
  Normalizer(ta::AssignOp assign, Need sparse = Need::Elements)
      : assign(assign), builder(assign),
        need(assign.getType().getEncoding() ? sparse : Need::Values),
        prefersSparse(need != Need::Values), freshLabels(assign.getValue()) {}

  /// Rewrites the statement; returns the number of temporaries made.
  unsigned run();

private:
  /// What must be taken apart. A sparse result takes its pattern from the whole
  /// expression, so only that is taken out which no loop computes.
  bool mustSplit(mlir::Value expr) {
    return isSparse() ? mustStore(expr) : needsSplit(expr);
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
  Summands splitFilter(ta::FilterOp filter);
  mlir::Value storeCondition(ta::FilterOp filter);
  mlir::Value splitCast(ta::CastOp cast);
  mlir::Value splitFunction(ta::ApplyOp apply);
  mlir::Value storeArgument(mlir::Value operand);
  /// `expr` with an access of a temporary for each reduction, and what else no
  /// loop over its tensors computes.
  mlir::Value withoutReductions(mlir::Value expr);
  bool needsElementsApart(mlir::Value expr);
  mlir::Value withElements(mlir::Value expr);
  /// What `op`, of which as much is needed as of the part at hand, needs of an
  /// operand.
  Need needOf(mlir::Operation *op, mlir::Value operand);
  Need needOfFactor(mlir::Value factor, mlir::Value other);
  Need needOfSide(ta::DivOp quotient, mlir::Value side);
  Asking asking(Need asked) { return {need, prefersSparse, asked}; }
  /// Of a part that is there everywhere only the values matter.
  Need needAt(mlir::Value expr);
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
  /// What is asked of the part at hand.
  Need need;
  /// Where a part of it may be sparse or dense, it is sparse.
  bool prefersSparse;
  /// The part at hand is divided, or by it, or a function takes it where it has
  /// no element: 0 is an identity like others.
  bool countsZero = false;
  /// The part at hand is summed.
  bool isSummed = false;
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
