//===- RowByRow.cpp - products of rows as they are made -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/TTGT/RowByRow.h"

#include "dialects/TA/Encoding.h"
#include "passes/Support/Expressions.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

// Half of a second-level cache. A wider matrix has so much to multiply with
// each element that it hardly counts where that comes from.
static constexpr int64_t mostBytes = 512 << 10, mostColumns = 256;
// Fewer are no SIMD loop, or little to multiply.
static constexpr int64_t leastSize = 8;

/// The tensor's only reader is this access; besides, its sizes may be asked
/// for.
static bool isReadOnlyBy(Value tensor, AccessOp access) {
  return llvm::all_of(tensor.getUsers(), [&](Operation *user) {
    return user == access || isa<tensor::DimOp>(user);
  });
}

/// The statement makes its rows one after the other, of sparse operands that
/// are stored by them. (Where all are dense it takes as long as the two apart.)
static bool makesRows(AssignOp source) {
  if (source.getType().getEncoding() || source.getGemmAttr())
    return false;
  Attribute row = source.getIndices()[0];
  bool goesByRows = true, isSparse = false;
  walkExpression(source.getValue(), [&](Operation *op) {
    auto access = dyn_cast<AccessOp>(op);
    if (!access || !access.getTensor().getType().getEncoding())
      return;
    std::optional<Format> format = getFormat(access.getTensor().getType());
    if (llvm::is_contained(access.getIndices(), row))
      goesByRows &=
          format && access.getIndices()[format->levelToMode[0]] == row;
    isSparse = true;
  });
  return goesByRows && isSparse;
}

bool encke::isRowByRow(AssignOp statement, AccessOp a, AccessOp b) {
  RankedTensorType matrix = b.getTensor().getType();
  if (statement.getIndices().size() != 2 || a.getIndices().size() != 2 ||
      b.getIndices().size() != 2 || !matrix.hasStaticShape() ||
      !isa<FloatType>(matrix.getElementType()))
    return false;
  Attribute row = statement.getIndices()[0], column = statement.getIndices()[1],
            inner = a.getIndices()[1];
  if (a.getIndices()[0] != row || b.getIndices()[0] != inner ||
      b.getIndices()[1] != column)
    return false;
  int64_t bytes =
      matrix.getNumElements() * int64_t(matrix.getElementTypeBitWidth()) / 8;
  if (bytes > mostBytes || matrix.getDimSize(1) > mostColumns ||
      matrix.getDimSize(0) < leastSize || matrix.getDimSize(1) < leastSize)
    return false;
  auto source = a.getTensor().getDefiningOp<AssignOp>();
  return source && source->getBlock() == statement->getBlock() &&
         isReadOnlyBy(source, a) && makesRows(source);
}
