//===- StreamOrder.cpp - dense tensors in the order of a sum's loops ------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Orders.h"

#include "dialects/TA/TADialect.h"
#include "passes/Support/Estimates.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Labels.h"
#include "passes/Support/Orders.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_STREAMORDER
#include "passes/StreamOrder/StreamOrder.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::ta;
using Labels = SmallVector<StringAttr>;

namespace {

/// How the loops of a sum go.
struct Stream {
  StringAttr innermost;
  /// Of the dense operand that they go through, the labels as they are stored;
  /// none where sparse operands, or the result, say how the loops go.
  Labels stored;
  double points;          ///< that they visit
  bool isResults = false; ///< the result says it

  /// The order in which a tensor with these labels is gone through.
  Labels getOrder(ArrayAttr indices) const;
  /// A tensor of so many elements is worth to be transposed.
  bool paysFor(double elements) const;
};

/// A sum or another reduction, or all that a statement assigns, and which
/// tensors are to be in the order of its loops.
struct Plan {
  Value value;
  Stream stream;
  bool transposesResult = false;
  SmallVector<AccessOp> operands;
};

} // namespace

Labels Stream::getOrder(ArrayAttr indices) const {
  Labels order;
  for (StringAttr label : stored.empty() ? toLabels(indices) : stored)
    if (label != innermost && llvm::is_contained(indices, label))
      order.push_back(label);
  order.push_back(innermost);
  return order;
}

bool Stream::paysFor(double elements) const {
  cost::Along along = isResults        ? cost::Along::Result
                      : stored.empty() ? cost::Along::Sparse
                                       : cost::Along::Stored;
  return cost::isWorthTransposing(along, elements, points);
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

/// Of a dense sum no operand of which has all labels, as of a product of
/// matrices: the result's last label, if there are enough coordinates to fill
/// registers with.
static StringAttr findResultLabel(AssignOp statement, Operation *sum,
                                  Estimates &estimates) {
  ArrayAttr indices = statement.getIndices();
  if (statement.getType().getEncoding() || indices.empty())
    return {};
  auto last = cast<StringAttr>(indices[indices.size() - 1]);
  bool isThere = llvm::is_contained(labelsOf(sum->getResult(0)), last);
  return isThere && estimates.getSpace(sum->getOperand(0), last) >=
                        cost::leastResultWidth
             ? last
             : StringAttr();
}

static std::optional<Stream> findStream(AssignOp statement, Operation *sum,
                                        Estimates &estimates) {
  Value summed = sum->getOperand(0);
  ArrayRef<StringAttr> labels = labelsOf(summed);
  SmallVector<AccessOp> accesses = getAccesses(summed);
  double points = estimates.getSpace(summed, labels);
  if (hasSparseAccess(summed)) {
    points *= estimates.getDensity(summed);
    if (StringAttr innermost = findDenseLabel(accesses, labels))
      return Stream{innermost, {}, points};
  } else if (AccessOp whole = findWhole(accesses, labels.size())) {
    Labels stored = toLabels(whole.getIndices());
    if (!stored.empty())
      return Stream{stored.back(), stored, points};
  } else if (StringAttr last = findResultLabel(statement, sum, estimates)) {
    return Stream{last, {}, points, /*isResults=*/true};
  }
  return std::nullopt;
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

static bool isDistinct(ArrayRef<StringAttr> labels) {
  return llvm::DenseSet<Attribute>(labels.begin(), labels.end()).size() ==
         labels.size();
}

/// The sums that the value adds up, or the reduction that it is. (Where nothing
/// takes part in another one than a sum, it has no element to be added.)
static void collectSums(Value value, SmallVectorImpl<Value> &sums,
                        bool isWhole = true) {
  Operation *op = value.getDefiningOp();
  if (isa_and_present<SumOp>(op) || (isWhole && isa_and_present<ReduceOp>(op)))
    sums.push_back(value);
  else if (isa_and_present<AddOp, SubOp, NegOp>(op))
    for (Value operand : op->getOperands())
      collectSums(operand, sums, /*isWhole=*/false);
}

/// The loops of a dense statement without sums, as of an outer product, go
/// along the result's last label, if that has enough coordinates.
static std::optional<Stream> findResultStream(AssignOp statement,
                                              Estimates &estimates) {
  Labels stored = toLabels(statement.getIndices());
  Value value = statement.getValue();
  if (statement.getType().getEncoding() || stored.empty() ||
      hasSparseAccess(value) || containsReduction(value) ||
      estimates.getSpace(value, stored.back()) < cost::leastElementWidth)
    return std::nullopt;
  return Stream{stored.back(), stored, estimates.getSpace(value, stored),
                /*isResults=*/true};
}

static std::optional<Plan> makePlan(AssignOp statement, Value value,
                                    Estimates &estimates) {
  Operation *sum = value.getDefiningOp();
  bool isSum = isa_and_present<SumOp, ReduceOp>(sum);
  Value visited = isSum ? sum->getOperand(0) : value;
  std::optional<Stream> stream = isSum ? findStream(statement, sum, estimates)
                                       : findResultStream(statement, estimates);
  if (!stream || stream->points < cost::leastPoints)
    return std::nullopt;
  // Along the innermost loop the tensor would be jumped through.
  auto isJumped = [&](RankedTensorType type, ArrayAttr indices) {
    return !type.getEncoding() && !indices.empty() &&
           indices[indices.size() - 1] != stream->innermost &&
           llvm::is_contained(indices, stream->innermost);
  };
  auto isToTurn = [&](RankedTensorType type, ArrayAttr indices) {
    if (!isJumped(type, indices))
      return false;
    Labels order = stream->getOrder(indices);
    return isDistinct(order) && order.size() == indices.size() &&
           stream->paysFor(estimates.getSpace(visited, order));
  };
  Plan plan{value,
            *stream,
            isToTurn(statement.getType(), statement.getIndices()),
            {}};
  SmallVector<AccessOp> factors;
  collectFactors(visited, factors);
  for (AccessOp access : factors) {
    RankedTensorType type = access.getTensor().getType();
    if (isToTurn(type, access.getIndices()))
      plan.operands.push_back(access);
    else if (stream->isResults && isJumped(type, access.getIndices()))
      return std::nullopt; // the loops will go along another one
  }
  if (!plan.transposesResult && plan.operands.empty())
    return std::nullopt;
  return plan;
}

/// The expression over what the mapping has for parts of it.
static Value rebuild(OpBuilder &builder, Value expr, IRMapping &mapping) {
  if (Value other = mapping.lookupOrNull(expr))
    return other;
  Operation *op = expr.getDefiningOp();
  bool changed = false;
  for (Value operand : op->getOperands())
    if (isa<ExprType>(operand.getType()))
      changed |= rebuild(builder, operand, mapping) != operand;
  Value result = changed ? cloneNode(builder, op, mapping) : expr;
  mapping.map(expr, result);
  return result;
}

/// The sum with the operands that are transposed and, where the result is, too,
/// as an access to a tensor that holds it.
static Value carryOut(const Plan &plan, AssignOp statement) {
  Location loc = statement.getLoc();
  OpBuilder builder(statement);
  IRMapping turned;
  for (AccessOp access : plan.operands) {
    Labels order = plan.stream.getOrder(access.getIndices());
    Value tensor = transposeTo(builder, loc, access.getTensor(),
                               toLabels(access.getIndices()), order);
    turned.map(
        access.getResult(),
        AccessOp::create(builder, access.getLoc(), tensor, order).getResult());
  }
  Value value = rebuild(builder, plan.value, turned);
  if (!plan.transposesResult)
    return value;
  Labels order = plan.stream.getOrder(statement.getIndices());
  AssignOp made = assignInOrder(builder, statement, value, order);
  made->setDiscardableAttrs(statement->getDiscardableAttrDictionary());
  // The statement transposes it, if it is all that it assigns.
  if (statement.getValue() == plan.value)
    return AccessOp::create(builder, loc, made, order);
  Labels result = toLabels(statement.getIndices());
  Value tensor = transposeTo(builder, loc, made, order, result);
  return AccessOp::create(builder, loc, tensor, result);
}

namespace {
struct StreamOrder : encke::impl::StreamOrderBase<StreamOrder> {
  void runOnOperation() override {
    SmallVector<std::pair<AssignOp, SmallVector<Plan>>> chosen;
    Estimates estimates;
    getOperation().walk([&](AssignOp op) {
      if (op.getGemmAttr())
        return;
      SmallVector<Value> values;
      collectSums(op.getValue(), values);
      if (values.empty())
        values.push_back(op.getValue());
      SmallVector<Plan> plans;
      for (Value value : values)
        if (std::optional<Plan> plan = makePlan(op, value, estimates))
          plans.push_back(std::move(*plan));
      if (!plans.empty())
        chosen.emplace_back(op, std::move(plans));
    });
    for (auto &[statement, plans] : chosen)
      rewrite(statement, plans);
  }

  void rewrite(AssignOp statement, ArrayRef<Plan> plans) {
    IRMapping sums;
    for (const Plan &plan : plans) {
      sums.map(plan.value, carryOut(plan, statement));
      numTranspositions += plan.transposesResult + plan.operands.size();
    }
    OpBuilder builder(statement);
    statement.getValueMutable().assign(
        rebuild(builder, statement.getValue(), sums));
  }
};
} // namespace
