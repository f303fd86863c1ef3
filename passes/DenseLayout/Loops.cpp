//===- Loops.cpp - dense tensors in the order of a term's loops -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Orders.h"
#include "passes/DenseLayout/Layout.h"
#include "passes/Support/Estimates.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Labels.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;
using Labels = Layout::Labels;

namespace {

/// How the loops of a term go.
struct Stream {
  cost::Along along;
  StringAttr innermost;
  double points; ///< that they visit
  /// The labels in the order of the loops; none where sparse operands say it,
  /// or the result of a sum.
  Labels loops;

  /// The order in which a tensor with these labels is gone through.
  Labels getOrder(ArrayAttr indices) const;
};

} // namespace

Labels Stream::getOrder(ArrayAttr indices) const {
  Labels order;
  for (StringAttr label : loops.empty() ? toLabels(indices) : loops)
    if (label != innermost && llvm::is_contained(indices, label))
      order.push_back(label);
  order.push_back(innermost);
  return order;
}

static SmallVector<AccessOp> getAccesses(Value expr) {
  SmallVector<AccessOp> accesses;
  walkExpression(expr, [&](Operation *op) {
    if (auto access = dyn_cast<AccessOp>(op))
      accesses.push_back(access);
  });
  return accesses;
}

/// A dense operand that has all labels, so that the loops go through it once.
/// Null where there is none, or several in different orders.
static AccessOp findWhole(ArrayRef<AccessOp> accesses, size_t labels) {
  AccessOp whole;
  for (AccessOp access : accesses) {
    if (labelsOf(access).size() != labels)
      continue;
    // A diagonal is not gone through as it is stored.
    if (access.getIndices().size() != labels ||
        (whole && whole.getIndices() != access.getIndices()))
      return {};
    whole = access;
  }
  return whole;
}

/// The label that only dense tensors have. Null unless there is just one.
static StringAttr findDenseLabel(ArrayRef<AccessOp> accesses,
                                 ArrayRef<StringAttr> labels) {
  StringAttr found;
  for (StringAttr label : labels) {
    bool isSparse = llvm::any_of(accesses, [&](AccessOp access) {
      return access.getTensor().getType().getEncoding() &&
             llvm::is_contained(access.getIndices(), label);
    });
    if (isSparse)
      continue;
    if (found)
      return {};
    found = label;
  }
  return found;
}

/// The result's last label, where no operand says how the loops go, if it has
/// enough coordinates to fill registers with.
static StringAttr findResultLabel(AssignOp statement, Value term, Value visited,
                                  Estimates &estimates) {
  ArrayAttr indices = statement.getIndices();
  if (statement.getType().getEncoding() || indices.empty())
    return {};
  auto last = cast<StringAttr>(indices[indices.size() - 1]);
  double least =
      visited == term ? cost::leastElementWidth : cost::leastResultWidth;
  bool isWide = llvm::is_contained(labelsOf(term), last) &&
                estimates.getSpace(visited, last) >= least;
  return isWide ? last : StringAttr();
}

/// `visited` is what the term sums or reduces, or the term itself.
static std::optional<Stream> findStream(AssignOp statement, Value term,
                                        Value visited, Estimates &estimates) {
  bool isSum = visited != term;
  ArrayRef<StringAttr> labels = labelsOf(visited);
  SmallVector<AccessOp> accesses = getAccesses(visited);
  Stream stream{
      cost::Along::Result, {}, estimates.getSpace(visited, labels), {}};
  if (hasSparseAccess(visited)) {
    stream.along = cost::Along::Sparse;
    stream.points *= estimates.getDensity(visited);
    if (isSum)
      stream.innermost = findDenseLabel(accesses, labels);
  } else if (AccessOp whole = findWhole(accesses, labels.size());
             whole && isSum) {
    stream.along = cost::Along::Stored;
    stream.loops = toLabels(whole.getIndices());
    stream.innermost = stream.loops.back();
  } else if (isSum || !containsReduction(term)) {
    stream.innermost = findResultLabel(statement, term, visited, estimates);
    if (!isSum)
      stream.loops = toLabels(statement.getIndices());
  }
  bool isWorthIt = stream.innermost && stream.points >= cost::leastPoints;
  return isWorthIt ? std::optional(stream) : std::nullopt;
}

/// The accesses below a product of accesses; those of anything else are left.
/// (Where sparse tensors take part, they stand for what may be absent.)
static void collectFactors(Value value, SmallVectorImpl<AccessOp> &factors) {
  if (!hasSparseAccess(value)) {
    llvm::append_range(factors, getAccesses(value));
    return;
  }
  Operation *op = value.getDefiningOp();
  if (auto access = dyn_cast_if_present<AccessOp>(op))
    factors.push_back(access);
  else if (isa_and_present<MulOp, CombineOp>(op))
    for (Value operand : op->getOperands())
      collectFactors(operand, factors);
}

Layout encke::chooseLoops(AssignOp statement, Value term,
                          Estimates &estimates) {
  Operation *op = term.getDefiningOp();
  Value visited =
      isa_and_present<SumOp, ReduceOp>(op) ? op->getOperand(0) : term;
  std::optional<Stream> stream =
      findStream(statement, term, visited, estimates);
  if (!stream)
    return {};
  // Along the innermost loop the tensor would be jumped through.
  auto isJumped = [&](RankedTensorType type, ArrayAttr indices) {
    return !type.getEncoding() && !indices.empty() &&
           indices[indices.size() - 1] != stream->innermost &&
           llvm::is_contained(indices, stream->innermost);
  };
  // The order to transpose it to; empty if it stays as it is.
  auto turn = [&](RankedTensorType type, ArrayAttr indices) -> Labels {
    if (!isJumped(type, indices))
      return {};
    Labels order = stream->getOrder(indices);
    llvm::DenseSet<StringAttr> distinct(order.begin(), order.end());
    bool isPermutation =
        distinct.size() == order.size() && order.size() == indices.size();
    bool isWorthIt = cost::isWorthTransposing(
        stream->along, estimates.getSpace(visited, order), stream->points);
    return isPermutation && isWorthIt ? order : Labels();
  };
  Layout layout;
  layout.result = turn(statement.getType(), statement.getIndices());
  SmallVector<AccessOp> factors;
  collectFactors(visited, factors);
  for (AccessOp access : factors) {
    RankedTensorType type = access.getTensor().getType();
    Labels order = turn(type, access.getIndices());
    if (!order.empty())
      layout.operands.emplace_back(access, order);
    else if (stream->along == cost::Along::Result &&
             isJumped(type, access.getIndices()))
      return {}; // the loops will go along another one
  }
  return layout;
}
