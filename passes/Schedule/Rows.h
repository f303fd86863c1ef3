//===- Rows.h - rows beside the workspace of a sum --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SCHEDULE_ROWS_H
#define ENCKE_PASSES_SCHEDULE_ROWS_H

#include "dialects/CIN/CINDialect.h"

#include "mlir/IR/PatternMatch.h"

namespace encke {

/// Puts the row of each sparse operand of the statement that a loop would meet
/// again in each iteration of another one (a mask, mostly) into a workspace, in
/// which its coordinates are looked up. Only rows with at most `maxOutside`
/// loops outside of them.
void putOperandsIntoRows(cin::AssignOp assign, size_t maxOutside = SIZE_MAX);

/// A product that is added up in a row before the row of a factor is multiplied
/// with it: of a tensor, along its last level, with rows of a matrix. Places;
/// null where it has another form.
struct RowProduct {
  mlir::Value tensor, added, row;
};

/// A product of two matrices, the places of which are these, that collects rows
/// of the right one in a row of its result.
struct SparseProduct {
  mlir::Value left, right;
};

/// A product of operands in blocks that is collected in a row of its result's
/// blocks.
struct BlockProduct {
  llvm::SmallVector<mlir::Value> padded; ///< Places of formats with padding.
  double products = 1; ///< Of elements, where full blocks meet.
};

/// The same for what adds up products. Where rows of a factor would be looked
/// up in by loops that add up, the products of the other factors are added up
/// in a row first, which that of the factor is multiplied with once.
void multiplyRows(mlir::PatternRewriter &rewriter, cin::AssignOp assign,
                  llvm::SmallVectorImpl<RowProduct> &made);

/// Where a mask whose row is a workspace (see above) has decided what gets
/// into the row of the result, what consumes that takes it in the order of the
/// mask's row, so that it need not be sorted.
void maskAgain(cin::AssignOp consuming, cin::AssignOp producing);

/// What the assignment computes before a complemented mask leaves it, or its
/// whole value. Of a result that is one row the mask, which may be far longer,
/// need not be in a workspace: what was collected is looked up in it.
mlir::Value findUnmasked(cin::AssignOp assign);

/// The value is a sum of so many sparse terms that they are not merged.
bool isSumOfMany(mlir::Value value);

/// Replaces the innermost loop, around the assignment of a sum of many, by a
/// row workspace that each term is added to in a loop of its own.
void collectTerms(cin::AssignOp assign, cin::ForallOp innermost);

} // namespace encke

#endif // ENCKE_PASSES_SCHEDULE_ROWS_H
