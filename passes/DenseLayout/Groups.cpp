//===- Groups.cpp - neighbouring labels that are one loop -----------------===//
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

#include "dialects/CIN/Schedule.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

#include <vector>

using namespace mlir;
using namespace encke;
using namespace encke::ta;
using Labels = Layout::Labels;

namespace {

/// Where labels are modes: an access, or the statement's result.
struct Place {
  RankedTensorType type;
  Labels labels;
  Value tensor;
};

/// Which labels of one statement are gone along together, as one label.
class Groups {
public:
  Groups(AssignOp statement, Estimates &estimates);

  AssignOp getStatement() const { return statement; }
  /// The result first.
  ArrayRef<Place> getPlaces() const { return places; }
  bool isEmpty() const { return into.empty(); }
  /// The modes of a place that become one, in order; none at all where all of
  /// its labels have one coordinate.
  SmallVector<ReassociationIndices> group(const Place &place) const;
  /// Leaves the labels of a tensor as they are. Returns whether they were not.
  bool keep(Value tensor);
  /// The labels that stand for these.
  Labels rename(ArrayRef<StringAttr> labels) const;
  /// The name of the label that this one is a part of; none where it has one
  /// coordinate.
  StringAttr getName(StringAttr label) const;
  void makeNames();

private:
  void findUnits();
  void findNeighbours(Estimates &estimates);
  bool goTogether(StringAttr label, StringAttr next) const;
  bool isUnit(StringAttr label) const;
  bool stays(StringAttr label) const { return !into.contains(label); }
  Labels dropUnits(ArrayRef<StringAttr> labels) const;

  AssignOp statement;
  SmallVector<Place> places;
  /// For each label that does not stay the one that it joins; null where it has
  /// one coordinate.
  llvm::MapVector<StringAttr, StringAttr> into;
  llvm::DenseMap<StringAttr, StringAttr> names;
};

} // namespace

Groups::Groups(AssignOp statement, Estimates &estimates)
    : statement(statement) {
  places.push_back({statement.getType(), toLabels(statement.getIndices()),
                    statement.getResult()});
  double points = 0;
  // Loops that a schedule is about stay as they are.
  bool isScheduled = cin::isAboutLoops(cin::getSchedule(statement));
  walkExpression(statement.getValue(), [&](Operation *op) {
    if (auto access = dyn_cast<AccessOp>(op))
      places.push_back({access.getTensor().getType(),
                        toLabels(access.getIndices()), access.getTensor()});
    Value expr = op->getResult(0);
    points = std::max(points, estimates.getSpace(expr, labelsOf(expr)) *
                                  estimates.getDensity(expr));
  });
  if (isScheduled || points < cost::leastPoints)
    return;
  findUnits();
  findNeighbours(estimates);
}

/// Labels that have one coordinate in every tensor, all of them dense.
void Groups::findUnits() {
  llvm::DenseSet<StringAttr> others;
  for (const Place &place : places)
    for (auto [mode, label] : llvm::enumerate(place.labels)) {
      into[label] = {};
      if (place.type.getEncoding() || place.type.getDimSize(mode) != 1 ||
          llvm::count(place.labels, label) > 1)
        others.insert(label);
    }
  // A reduction says what is there where it has nothing to reduce.
  walkExpression(AssignOp(statement).getValue(), [&](Operation *op) {
    auto reduce = dyn_cast<ReduceOp>(op);
    if (reduce && !startsFromZero(reduce) && !isFull(reduce.getOperand()))
      for (auto label : reduce.getOver().getAsRange<StringAttr>())
        others.insert(label);
  });
  into.remove_if([&](auto &pair) { return others.contains(pair.first); });
}

bool Groups::isUnit(StringAttr label) const {
  const auto *found = into.find(label);
  return found != into.end() && !found->second;
}

Labels Groups::dropUnits(ArrayRef<StringAttr> labels) const {
  Labels rest(labels);
  llvm::erase_if(rest, [&](StringAttr label) { return isUnit(label); });
  return rest;
}

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

/// Each tensor that has one of the labels is dense and has the other one as its
/// neighbour, and what closes one closes both.
bool Groups::goTogether(StringAttr label, StringAttr next) const {
  bool isAccessed = false;
  for (const Place &place : places) {
    Labels labels = dropUnits(place.labels);
    auto *first = llvm::find(labels, label), *second = llvm::find(labels, next);
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

void Groups::findNeighbours(Estimates &estimates) {
  for (const Place &place : places) {
    Labels labels = dropUnits(place.labels);
    auto isShort = [&](StringAttr label) {
      return estimates.getSize(statement.getValue(), label) < cost::shortLoop;
    };
    for (size_t mode = 1; mode < labels.size(); ++mode)
      if ((isShort(labels[mode - 1]) || isShort(labels[mode])) &&
          goTogether(labels[mode - 1], labels[mode]))
        into[labels[mode]] = labels[mode - 1];
  }
}

SmallVector<ReassociationIndices> Groups::group(const Place &place) const {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices leading;
  for (auto [mode, label] : llvm::enumerate(place.labels)) {
    if (stays(label))
      groups.push_back(groups.empty() ? leading : ReassociationIndices());
    (groups.empty() ? leading : groups.back()).push_back(mode);
  }
  return groups;
}

bool Groups::keep(Value tensor) {
  size_t before = into.size();
  for (const Place &place : places)
    if (place.tensor == tensor)
      for (StringAttr label : place.labels)
        into.remove_if([&](const auto &pair) {
          return pair.first == label || pair.second == label;
        });
  return into.size() != before;
}

/// A label that others join is named after them all: c_d.
void Groups::makeNames() {
  llvm::DenseSet<StringAttr> used;
  for (const Place &place : places)
    used.insert_range(place.labels);
  for (const Place &place : places)
    for (ArrayRef<int64_t> modes : group(place)) {
      std::string name;
      StringAttr first;
      for (int64_t mode : modes) {
        StringAttr label = place.labels[mode];
        if (isUnit(label))
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

StringAttr Groups::getName(StringAttr label) const {
  while (StringAttr before = into.lookup(label))
    label = before;
  auto name = names.find(label);
  if (name != names.end())
    return name->second;
  return isUnit(label) ? StringAttr() : label;
}

Labels Groups::rename(ArrayRef<StringAttr> labels) const {
  Labels renamed;
  for (StringAttr label : labels)
    if (stays(label))
      renamed.push_back(getName(label));
  return renamed;
}

/// A tensor that one statement makes and others read has the same modes in all
/// of them: their loops may become one.
static void reconcile(std::vector<Groups> &all) {
  using Use = std::pair<Groups *, const Place *>;
  llvm::MapVector<Value, SmallVector<Use>> users;
  for (Groups &groups : all)
    for (const Place &place : groups.getPlaces())
      if (place.tensor.getDefiningOp<AssignOp>())
        users[place.tensor].emplace_back(&groups, &place);
  for (bool changed = true; changed;) {
    changed = false;
    for (auto &[tensor, places] : users) {
      auto modes = places.front().first->group(*places.front().second);
      if (llvm::all_of(places, [&](Use &use) {
            return use.first->group(*use.second) == modes;
          }))
        continue;
      for (Use &use : places)
        changed |= use.first->keep(tensor);
    }
  }
}

//===----------------------------------------------------------------------===//
// The statement over the labels that stay
//===----------------------------------------------------------------------===//

namespace {
class Collapser {
public:
  explicit Collapser(const Groups &groups)
      : groups(groups), statement(groups.getStatement()), builder(statement),
        loc(statement.getLoc()) {}

  void run();

private:
  Value access(AccessOp op);
  Value repeat(RepeatOp op, Value operand);
  Value multiply(Value size, Value other);
  SmallVector<Value> getSizes(ArrayRef<ReassociationIndices> modes);

  const Groups &groups;
  AssignOp statement;
  OpBuilder builder;
  Location loc;
};
} // namespace

/// Not every mode is a group of its own.
static bool changes(RankedTensorType type,
                    ArrayRef<ReassociationIndices> modes) {
  return modes.size() != static_cast<size_t>(type.getRank());
}

Value Collapser::access(AccessOp op) {
  Value tensor = op.getTensor();
  RankedTensorType type = op.getTensor().getType();
  Labels labels = toLabels(op.getIndices());
  SmallVector<ReassociationIndices> modes =
      groups.group({type, labels, tensor});
  if (changes(type, modes))
    tensor = tensor::CollapseShapeOp::create(builder, loc, tensor, modes);
  return AccessOp::create(builder, op.getLoc(), tensor, groups.rename(labels));
}

Value Collapser::multiply(Value size, Value other) {
  return size ? arith::MulIOp::create(builder, loc, size, other).getResult()
              : other;
}

Value Collapser::repeat(RepeatOp op, Value operand) {
  llvm::MapVector<StringAttr, Value> sizes;
  for (auto [label, size] : llvm::zip(toLabels(op.getAlong()), op.getSizes()))
    if (StringAttr name = groups.getName(label))
      sizes[name] = multiply(sizes.lookup(name), size);
  if (sizes.empty())
    return operand;
  return RepeatOp::create(builder, op.getLoc(), operand,
                          Labels(llvm::make_first_range(sizes)),
                          SmallVector<Value>(llvm::make_second_range(sizes)));
}

/// Of the result over the modes that stay, the sizes that are not constants.
SmallVector<Value> Collapser::getSizes(ArrayRef<ReassociationIndices> modes) {
  RankedTensorType type = statement.getType();
  SmallVector<Value> sizes;
  for (ArrayRef<int64_t> some : modes) {
    if (llvm::none_of(some, [&](int64_t m) { return type.isDynamicDim(m); }))
      continue;
    Value product;
    for (int64_t mode : some)
      product = multiply(
          product, type.isDynamicDim(mode)
                       ? statement.getSizes()[type.getDynamicDimIndex(mode)]
                       : arith::ConstantIndexOp::create(builder, loc,
                                                        type.getDimSize(mode)));
    sizes.push_back(product);
  }
  return sizes;
}

void Collapser::run() {
  Value value = rebuildOver(
      builder, statement.getValue(),
      [&](ArrayRef<StringAttr> labels) { return groups.rename(labels); },
      [&](AccessOp op) { return access(op); },
      [&](RepeatOp op, Value operand) { return repeat(op, operand); });
  RankedTensorType type = statement.getType();
  const Place &place = groups.getPlaces().front();
  SmallVector<ReassociationIndices> modes = groups.group(place);
  bool isOther = changes(type, modes);
  auto made = AssignOp::create(
      builder, loc,
      isOther ? tensor::CollapseShapeOp::inferCollapsedType(type, modes) : type,
      value, groups.rename(place.labels), getSizes(modes));
  made->setDiscardableAttrs(statement->getDiscardableAttrDictionary());
  made.setZeros(statement.getZeros());
  Value result = made;
  if (isOther)
    result = tensor::ExpandShapeOp::create(
        builder, loc, type, made, modes,
        getMixedValues(type.getShape(), statement.getSizes(), builder));
  statement.replaceAllUsesWith(result);
  statement.erase();
}

unsigned encke::collapseLabels(Operation *module) {
  Estimates estimates;
  std::vector<Groups> all;
  module->walk([&](AssignOp op) { all.emplace_back(op, estimates); });
  reconcile(all);
  unsigned collapsed = 0;
  for (Groups &groups : all) {
    if (groups.isEmpty())
      continue;
    groups.makeNames();
    Collapser(groups).run();
    ++collapsed;
  }
  return collapsed;
}
