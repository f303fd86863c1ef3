//===- Rows.h - rows beside the workspace of a sum --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SCHEDULE_ROWS_H
#define ENCKE_PASSES_SCHEDULE_ROWS_H

#include "passes/Schedule/LoopOrder.h"

namespace mlir::sparse_tensor {
class BinaryOp;
} // namespace mlir::sparse_tensor

namespace encke {

/// A sparse operand whose row the innermost of its loops would meet again in
/// each iteration of a loop around: a mask, mostly. It is put into a row of its
/// own first, in which its coordinates are looked up.
struct RowOperand {
  cin::AccessOp access;
  cin::ForallOp along;
  size_t outside; // how many loops are outside of the row
};

/// The row operands of a nest in this order.
llvm::SmallVector<RowOperand>
findRowOperands(const Nest &nest, llvm::ArrayRef<cin::ForallOp> order);

/// Puts the row of an operand into a workspace around the statement `inside`,
/// the outermost loop that meets it again. The operand's access is then that of
/// the row.
void putIntoRow(RowOperand &row, cin::ForallOp inside);

/// Where a mask that is a row operand (see putIntoRow) has decided what gets
/// into a row workspace, what consumes that takes it in the order of the mask's
/// row, so that it need not be sorted.
void maskAgain(cin::AssignOp consuming, mlir::sparse_tensor::BinaryOp masked,
               const RowOperand &mask);

/// The value is a sum of so many sparse terms that they are not merged.
bool isSumOfMany(mlir::Value value);

/// Replaces the innermost loop, around the assignment of a sum of many, by a
/// row workspace that each term is added to in a loop of its own.
void collectTerms(cin::AssignOp assign, cin::ForallOp innermost);

} // namespace encke

#endif // ENCKE_PASSES_SCHEDULE_ROWS_H
