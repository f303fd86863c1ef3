//===- CollapseLabels.cpp - neighbouring labels as one --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/TA/TADialect.h"
#include "passes/Cost/Orders.h"
#include "passes/Support/Estimates.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Labels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <functional>

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_COLLAPSELABELS
#include "passes/CollapseLabels/CollapseLabels.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::ta;
using Labels = SmallVector<StringAttr>;

namespace {

/// Where the labels of a statement are modes: an access, or its result.
struct Place {
  RankedTensorType type;
  Labels labels;
  Value tensor;
};

/// What happens to the labels of one statement.
class Plan {
public:
  Plan(AssignOp statement, Estimates &estimates);

  AssignOp getStatement() const { return statement; }
  ArrayRef<Place> getPlaces() const { return places; }
  bool isEmpty() const { return joined.empty() && units.empty(); }
  /// The modes of a place that become one, in order; none at all where all of
  /// its labels have one coordinate.
  SmallVector<ReassociationIndices> group(const Place &place) const;
  /// Leaves the labels of a tensor as they are. Returns whether they were not.
  bool keep(Value tensor);
  bool stays(StringAttr label) const {
    return !units.contains(label) && !joined.contains(label);
  }
  /// The name of the label that this one is a part of; none where it has one
  /// coordinate.
  StringAttr getName(StringAttr label) const;
  void makeNames();

private:
  void findUnits();
  void findNeighbours(Estimates &estimates);
  bool goTogether(StringAttr label, StringAttr next) const;
  Labels dropUnits(ArrayRef<StringAttr> labels) const;

  AssignOp statement;
  SmallVector<Place> places;
  /// Labels that do not stay: those with one coordinate, and those that join
  /// another, which they map to.
  llvm::SmallSetVector<StringAttr, 4> units;
  llvm::MapVector<StringAttr, StringAttr> joined;
  llvm::DenseMap<StringAttr, StringAttr> names;
};

} // namespace

/// The labels that one operation of an expression closes or adds.
static ArrayAttr getOwnLabels(Operation *op) {
  if (auto sum = dyn_cast<SumOp>(op))
    return sum.getOver();
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return reduce.getOver();
  if (auto repeat = dyn_cast<RepeatOp>(op))
    return repeat.getAlong();
  return {};
}

//===----------------------------------------------------------------------===//
// What to do
//===----------------------------------------------------------------------===//

Plan::Plan(AssignOp statement, Estimates &estimates) : statement(statement) {
  places.push_back({statement.getType(), toLabels(statement.getIndices()),
                    statement.getResult()});
  double points = 0;
  walkExpression(statement.getValue(), [&](Operation *op) {
    if (auto access = dyn_cast<AccessOp>(op))
      places.push_back({access.getTensor().getType(),
                        toLabels(access.getIndices()), access.getTensor()});
    Value expr = op->getResult(0);
    points = std::max(
        points,
        estimates.getSpace(expr, cast<ExprType>(expr.getType()).getLabels()) *
            estimates.getDensity(expr));
  });
  if (points < cost::leastPoints)
    return;
  findUnits();
  findNeighbours(estimates);
}

/// Labels that have one coordinate in every tensor, all of them dense.
void Plan::findUnits() {
  llvm::DenseSet<StringAttr> others;
  for (const Place &place : places)
    for (auto [mode, label] : llvm::enumerate(place.labels)) {
      units.insert(label);
      if (place.type.getEncoding() || place.type.getDimSize(mode) != 1 ||
          llvm::count(place.labels, label) > 1)
        others.insert(label);
    }
  units.remove_if([&](StringAttr label) { return others.contains(label); });
}

Labels Plan::dropUnits(ArrayRef<StringAttr> labels) const {
  Labels rest;
  for (StringAttr label : labels)
    if (!units.contains(label))
      rest.push_back(label);
  return rest;
}

/// Each tensor that has one of the labels is dense and has the other one as its
/// neighbour, and what closes one closes both.
bool Plan::goTogether(StringAttr label, StringAttr next) const {
  bool isAccessed = false;
  for (const Place &place : places) {
    Labels labels = dropUnits(place.labels);
    auto first = llvm::find(labels, label), second = llvm::find(labels, next);
    if (first == labels.end() && second == labels.end())
      continue;
    // There is no loop to spare, and upstream does not agree with itself on
    // whether an unknown size times 0 is known.
    if (llvm::is_contained(place.type.getShape(), 0))
      return false;
    if (place.type.getEncoding() || first == labels.end() ||
        second == labels.end() || second != first + 1 ||
        llvm::count(labels, label) > 1 || llvm::count(labels, next) > 1)
      return false;
    if (&place != &places.front())
      isAccessed = true;
    else if (place.type.isDynamicDim(llvm::find(place.labels, next) -
                                     place.labels.begin()))
      return false; // Upstream expands into one dynamic mode at most.
  }
  bool isClosed = true;
  walkExpression(AssignOp(statement).getValue(), [&](Operation *op) {
    if (ArrayAttr own = getOwnLabels(op))
      isClosed &=
          llvm::is_contained(own, label) == llvm::is_contained(own, next);
  });
  // The product of the sizes is that of a tensor that there is.
  return isAccessed && isClosed;
}

void Plan::findNeighbours(Estimates &estimates) {
  for (const Place &place : places) {
    Labels labels = dropUnits(place.labels);
    auto isShort = [&](StringAttr label) {
      return estimates.getSize(statement.getValue(), label) < cost::shortLoop;
    };
    for (size_t mode = 1; mode < labels.size(); ++mode)
      if ((isShort(labels[mode - 1]) || isShort(labels[mode])) &&
          goTogether(labels[mode - 1], labels[mode]))
        joined[labels[mode]] = labels[mode - 1];
  }
}

SmallVector<ReassociationIndices> Plan::group(const Place &place) const {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices leading;
  for (auto [mode, label] : llvm::enumerate(place.labels)) {
    if (stays(label))
      groups.push_back(groups.empty() ? leading : ReassociationIndices());
    (groups.empty() ? leading : groups.back()).push_back(mode);
  }
  return groups;
}

bool Plan::keep(Value tensor) {
  size_t before = units.size() + joined.size();
  for (const Place &place : places)
    if (place.tensor == tensor)
      for (StringAttr label : place.labels) {
        units.remove(label);
        joined.remove_if([&](const auto &pair) {
          return pair.first == label || pair.second == label;
        });
      }
  return units.size() + joined.size() != before;
}

/// A label that others join is named after them all: c_d.
void Plan::makeNames() {
  llvm::DenseSet<StringAttr> used;
  for (const Place &place : places)
    used.insert_range(place.labels);
  for (const Place &place : places)
    for (ArrayRef<int64_t> modes : group(place)) {
      std::string name;
      StringAttr first;
      for (int64_t mode : modes) {
        StringAttr label = place.labels[mode];
        if (units.contains(label))
          continue;
        first = first ? first : label;
        name += (name.empty() ? "" : "_") + label.str();
      }
      if (names.contains(first))
        continue;
      auto made = StringAttr::get(first.getContext(), name);
      while (made != first && used.contains(made))
        made = StringAttr::get(first.getContext(), name += "_");
      used.insert(made);
      names[first] = made;
    }
}

StringAttr Plan::getName(StringAttr label) const {
  while (StringAttr before = joined.lookup(label))
    label = before;
  auto name = names.find(label);
  if (name != names.end())
    return name->second;
  return units.contains(label) ? StringAttr() : label;
}

//===----------------------------------------------------------------------===//
// The statement over the labels that stay
//===----------------------------------------------------------------------===//

namespace {
class Rewriter {
public:
  explicit Rewriter(const Plan &plan)
      : plan(plan), statement(plan.getStatement()), builder(statement),
        loc(statement.getLoc()) {}

  void run();

private:
  Labels rename(ArrayRef<StringAttr> labels) const;
  Value rebuild(Operation *op);
  Value collapse(AccessOp access);
  Value repeat(RepeatOp op);
  Value multiply(Value size, Value other);
  SmallVector<Value> getSizes(ArrayRef<ReassociationIndices> groups);

  const Plan &plan;
  AssignOp statement;
  OpBuilder builder;
  Location loc;
  IRMapping mapping;
};
} // namespace

Labels Rewriter::rename(ArrayRef<StringAttr> labels) const {
  Labels renamed;
  for (StringAttr label : labels)
    if (plan.stays(label))
      renamed.push_back(plan.getName(label));
  return renamed;
}

/// Not every mode is a group of its own.
static bool changes(RankedTensorType type,
                    ArrayRef<ReassociationIndices> groups) {
  return groups.size() != static_cast<size_t>(type.getRank());
}

Value Rewriter::collapse(AccessOp access) {
  Value tensor = access.getTensor();
  RankedTensorType type = access.getTensor().getType();
  Labels labels = toLabels(access.getIndices());
  SmallVector<ReassociationIndices> groups = plan.group({type, labels, tensor});
  if (changes(type, groups))
    tensor = tensor::CollapseShapeOp::create(builder, loc, tensor, groups);
  return AccessOp::create(builder, access.getLoc(), tensor, rename(labels));
}

Value Rewriter::multiply(Value size, Value other) {
  return size ? arith::MulIOp::create(builder, loc, size, other).getResult()
              : other;
}

Value Rewriter::repeat(RepeatOp repeat) {
  llvm::MapVector<StringAttr, Value> sizes;
  for (auto [label, size] :
       llvm::zip(toLabels(repeat.getAlong()), repeat.getSizes()))
    if (StringAttr name = plan.getName(label))
      sizes[name] = multiply(sizes.lookup(name), size);
  Value operand = mapping.lookup(repeat.getOperand());
  if (sizes.empty())
    return operand;
  auto [along, values] = std::pair(Labels(), SmallVector<Value>());
  for (auto [label, size] : sizes) {
    along.push_back(label);
    values.push_back(size);
  }
  return RepeatOp::create(builder, repeat.getLoc(), operand, along, values);
}

/// The operation over labels that stay; its operand where it would have none.
Value Rewriter::rebuild(Operation *op) {
  if (auto access = dyn_cast<AccessOp>(op))
    return collapse(access);
  if (auto repeated = dyn_cast<RepeatOp>(op))
    return repeat(repeated);
  if (isa<SumOp, ReduceOp>(op)) {
    Labels over = rename(toLabels(getOwnLabels(op)));
    Value operand = mapping.lookup(op->getOperand(0));
    if (over.empty())
      return operand;
    if (auto reduce = dyn_cast<ReduceOp>(op))
      return ReduceOp::create(builder, op->getLoc(), reduce.getFunction(),
                              operand, over);
    return SumOp::create(builder, op->getLoc(), operand, over);
  }
  Value copy = builder.clone(*op, mapping)->getResult(0);
  auto type = cast<ExprType>(copy.getType());
  copy.setType(ExprType::get(type.getContext(), rename(type.getLabels()),
                             type.getElementType()));
  return copy;
}

/// Of the result over the modes that stay, the sizes that are not constants.
SmallVector<Value> Rewriter::getSizes(ArrayRef<ReassociationIndices> groups) {
  RankedTensorType type = statement.getType();
  SmallVector<Value> sizes;
  for (ArrayRef<int64_t> modes : groups) {
    if (llvm::none_of(modes, [&](int64_t m) { return type.isDynamicDim(m); }))
      continue;
    Value product;
    for (int64_t mode : modes)
      product = multiply(
          product, type.isDynamicDim(mode)
                       ? statement.getSizes()[type.getDynamicDimIndex(mode)]
                       : arith::ConstantIndexOp::create(builder, loc,
                                                        type.getDimSize(mode)));
    sizes.push_back(product);
  }
  return sizes;
}

void Rewriter::run() {
  walkExpression(statement.getValue(), [&](Operation *op) {
    mapping.map(op->getResult(0), rebuild(op));
  });
  RankedTensorType type = statement.getType();
  const Place &place = plan.getPlaces().front();
  SmallVector<ReassociationIndices> groups = plan.group(place);
  bool isOther = changes(type, groups);
  auto made = AssignOp::create(
      builder, loc,
      isOther ? tensor::CollapseShapeOp::inferCollapsedType(type, groups)
              : type,
      mapping.lookup(statement.getValue()), rename(place.labels),
      getSizes(groups));
  made->setDiscardableAttrs(statement->getDiscardableAttrDictionary());
  made.setZeros(statement.getZeros());
  Value result = made;
  if (isOther)
    result = tensor::ExpandShapeOp::create(
        builder, loc, type, made, groups,
        getMixedValues(type.getShape(), statement.getSizes(), builder));
  statement.replaceAllUsesWith(result);
  statement.erase();
}

/// A tensor that one statement makes and others read has the same modes in all
/// of them: their loops may become one.
static void reconcile(std::vector<Plan> &plans) {
  llvm::MapVector<Value, SmallVector<std::pair<Plan *, const Place *>>> users;
  for (Plan &plan : plans)
    for (const Place &place : plan.getPlaces())
      if (place.tensor.getDefiningOp<AssignOp>())
        users[place.tensor].emplace_back(&plan, &place);
  for (bool changed = true; changed;) {
    changed = false;
    for (auto &[tensor, places] : users) {
      auto groups = places.front().first->group(*places.front().second);
      if (llvm::all_of(places, [&](auto &use) {
            return use.first->group(*use.second) == groups;
          }))
        continue;
      for (auto &use : places)
        changed |= use.first->keep(tensor);
    }
  }
}

namespace {
struct CollapseLabels : encke::impl::CollapseLabelsBase<CollapseLabels> {
  void runOnOperation() override {
    Estimates estimates;
    std::vector<Plan> plans;
    getOperation().walk(
        [&](AssignOp op) { plans.emplace_back(op, estimates); });
    reconcile(plans);
    for (Plan &plan : plans) {
      if (plan.isEmpty())
        continue;
      plan.makeNames();
      Rewriter(plan).run();
      ++numCollapsed;
    }
  }
};
} // namespace
