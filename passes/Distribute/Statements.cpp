//===- Statements.cpp - what each process computes of a statement ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Distribute/Distributor.h"

#include "dialects/CIN/Schedule.h"
#include "dialects/Dist/DistDialect.h"
#include "dialects/TA/Encoding.h"
#include "passes/Cost/Processes.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Labels.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;
using namespace encke::distribute;

static double weightOf(RankedTensorType type) {
  return isSparse(type)        ? cost::sparseOperand
         : type.getRank() >= 2 ? cost::matrixOperand
                               : cost::vectorOperand;
}

std::optional<unsigned> distribute::modeOf(AccessOp access, StringAttr label) {
  std::optional<unsigned> found;
  for (auto [mode, index] :
       llvm::enumerate(access.getIndices().getAsRange<StringAttr>()))
    if (index == label) {
      if (found)
        return std::nullopt;
      found = unsigned(mode);
    }
  return found;
}

SmallVector<AccessOp> distribute::accessesIn(Value expr) {
  SmallVector<AccessOp> accesses;
  walkExpression(expr, [&](Operation *op) {
    if (auto access = dyn_cast<AccessOp>(op))
      accesses.push_back(access);
  });
  return accesses;
}

//===----------------------------------------------------------------------===//
// Which label is shared
//===----------------------------------------------------------------------===//

/// The labels of the statement's target, and those that sums and reductions
/// close; without any that stands for two.
void Distributor::collectLabels(
    AssignOp statement, llvm::MapVector<StringAttr, Operation *> &labels) {
  llvm::SetVector<StringAttr> several;
  auto add = [&](StringAttr label, Operation *closes) {
    if (!labels.insert({label, closes}).second)
      several.insert(label);
  };
  for (StringAttr label : toLabels(statement.getIndices()))
    add(label, nullptr);
  walkExpression(statement.getValue(), [&](Operation *op) {
    if (isa<SumOp, ReduceOp>(op))
      for (StringAttr label : toLabels(op->getAttrOfType<ArrayAttr>("over")))
        add(label, op);
  });
  labels.remove_if(
      [&](const auto &entry) { return several.contains(entry.first); });
}

bool Distributor::isShared(AssignOp statement, Operation *closes,
                           StringAttr label) {
  return spaces.isSame(spaces.of(statement, closes, label), space);
}

/// How well an expression fits to a label that is shared; none where it cannot
/// be.
std::optional<double> Distributor::scoreOf(Value expr, StringAttr label) {
  double score = 0;
  for (AccessOp access : accessesIn(expr)) {
    Value tensor = access.getTensor();
    auto type = cast<RankedTensorType>(tensor.getType());
    std::optional<unsigned> mode = modeOf(access, label);
    std::optional<unsigned> part = homeMode(tensor);
    bool hasLabel = llvm::is_contained(toLabels(access.getIndices()), label);
    // A diagonal has both modes in one.
    if (hasLabel && (!mode || !canRestrict(type, *mode)))
      return std::nullopt;
    if (part)
      score += part == mode ? weightOf(type) : -weightOf(type);
  }
  return score;
}

/// The function by which what processes have computed is combined.
static StringRef getFunction(Operation *closes) {
  if (auto reduce = dyn_cast<ReduceOp>(closes))
    return reduce.getFunction();
  return "add";
}

/// Whether processes may combine what each of them sums or reduces.
bool Distributor::mayShare(Operation *closes, Type element) const {
  StringRef function = getFunction(closes);
  bool isRounded = isa<FloatType, ComplexType>(element) &&
                   (function == "add" || function == "mul");
  return dist::canReduce(function, element) && !(reproducible && isRounded);
}

std::optional<SharedLabel> Distributor::chooseLabel(AssignOp statement) {
  llvm::MapVector<StringAttr, Operation *> labels;
  collectLabels(statement, labels);
  std::optional<SharedLabel> best;
  for (auto [label, closes] : labels) {
    if (!isShared(statement, closes, label))
      continue;
    std::optional<double> score = scoreOf(statement.getValue(), label);
    RankedTensorType type = statement.getType();
    if (!score)
      continue;
    if (!closes) {
      auto indices = toLabels(statement.getIndices());
      unsigned mode = unsigned(llvm::find(indices, label) - indices.begin());
      if (!canRestrict(type, mode))
        continue;
    } else if (closes != statement.getValue().getDefiningOp() ||
               type.getEncoding() || *score <= 0 ||
               !mayShare(closes, type.getElementType())) {
      // What all have they add up without a message.
      continue;
    }
    if (!best || *score > best->score)
      best = SharedLabel{label, closes, *score, Value(), Value()};
  }
  return best;
}

//===----------------------------------------------------------------------===//
// Sums inside of statements
//===----------------------------------------------------------------------===//

/// The terms of a sum that are sums over labels.
static void findSums(Value expr, SmallVectorImpl<SumOp> &sums) {
  Operation *op = expr.getDefiningOp();
  if (auto sum = dyn_cast_if_present<SumOp>(op))
    sums.push_back(sum);
  else if (isa_and_present<AddOp, SubOp, NegOp>(op))
    for (Value operand : op->getOperands())
      findSums(operand, sums);
}

/// Sums over a shared label that are terms of a dense result become statements
/// of their own, where the terms together have no better label. Returns whether
/// there were any.
bool Distributor::takeOutSums(AssignOp statement) {
  if (statement.getType().getEncoding())
    return false;
  SmallVector<SumOp> sums;
  findSums(statement.getValue(), sums);
  llvm::MapVector<StringAttr, Operation *> labels;
  collectLabels(statement, labels);
  bool isAny = false;
  for (SumOp sum : sums) {
    if (sum.getResult() == statement.getValue() ||
        !mayShare(sum, statement.getType().getElementType()))
      continue;
    double best = 0; // of the target's labels
    for (auto [label, closes] : labels)
      if (!closes && isShared(statement, closes, label))
        best = std::max(best, scoreOf(sum.getOperand(), label).value_or(0));
    bool isWorth = llvm::any_of(toLabels(sum.getOver()), [&](StringAttr label) {
      return labels.lookup(label) == sum.getOperation() &&
             isShared(statement, sum, label) &&
             scoreOf(sum.getOperand(), label).value_or(0) > best;
    });
    if (!isWorth)
      continue;
    OpBuilder builder(statement);
    Type element = statement.getType().getElementType();
    AssignOp part =
        makeStatement(builder, statement.getLoc(), sum.getResult(),
                      labelsOf(sum.getResult()), [&](ArrayRef<int64_t> shape) {
                        return RankedTensorType::get(shape, element);
                      });
    giveSchedule(statement, part);
    // Its labels are those of the statement that it was in.
    spaces.takeOver(statement, sum, part);
    Value access =
        AccessOp::create(builder, statement.getLoc(), part.getResult(),
                         labelsOf(sum.getResult()));
    SharedLabel none;
    replacedSum = sum.getResult();
    replacement = access;
    statement.getValueMutable().assign(
        rebuild(builder, statement.getValue(), none, {}));
    replacedSum = replacement = Value();
    isAny = true;
    visitStatement(part);
  }
  return isAny;
}

//===----------------------------------------------------------------------===//
// Ghosts
//===----------------------------------------------------------------------===//

/// The access of a sparse tensor without whose elements the expression has none
/// at any coordinate of a label; null where there is none.
static AccessOp findConfining(Value expr, StringAttr label) {
  Operation *op = expr.getDefiningOp();
  auto either = [&](Value a, Value b) {
    AccessOp first = findConfining(a, label);
    return first ? first : findConfining(b, label);
  };
  auto both = [&](Value a, Value b) -> AccessOp {
    AccessOp first = findConfining(a, label), second = findConfining(b, label);
    bool same = first && second && first.getTensor() == second.getTensor() &&
                first.getIndices() == second.getIndices();
    return same ? first : AccessOp();
  };
  return llvm::TypeSwitch<Operation *, AccessOp>(op)
      .Case([&](AccessOp access) {
        auto type = cast<RankedTensorType>(access.getTensor().getType());
        std::optional<Format> format = getFormat(type);
        bool confines = modeOf(access, label) && isSparse(type) && format &&
                        format->storesWholeModes() && !format->isDense();
        return confines ? access : AccessOp();
      })
      .Case([&](MulOp mul) { return either(mul.getLhs(), mul.getRhs()); })
      .Case([&](DivOp div) { return findConfining(div.getLhs(), label); })
      .Case<AddOp, SubOp>(
          [&](auto sum) { return both(sum.getLhs(), sum.getRhs()); })
      .Case<NegOp, CastOp, StoredOp, SumOp, ReduceOp, RepeatOp>(
          [&](auto unary) { return findConfining(unary.getOperand(), label); })
      .Case([&](CombineOp combine) {
        return combine.getIsUnion()
                   ? both(combine.getLhs(), combine.getRhs())
                   : either(combine.getLhs(), combine.getRhs());
      })
      .Case([&](MaskOp mask) {
        return mask.getComplement() ? findConfining(mask.getValue(), label)
                                    : either(mask.getMask(), mask.getValue());
      })
      .Case([&](FilterOp filter) {
        return findConfining(filter.getValue(), label);
      })
      .Default([](Operation *) { return AccessOp(); });
}

/// Ghosts of another label over the same coordinates, if some operand is
/// distributed along it and a sparse tensor confines it.
std::optional<GhostLabel> Distributor::findGhosts(AssignOp statement,
                                                  const SharedLabel &label,
                                                  StringAttr other,
                                                  Operation *closes) {
  Value reduced = closes ? closes->getOperand(0) : Value();
  if (!reduced)
    return std::nullopt; // the result would be renumbered
  bool isNeeded = false;
  for (AccessOp access : accessesIn(statement.getValue())) {
    auto type = cast<RankedTensorType>(access.getTensor().getType());
    std::optional<unsigned> mode = modeOf(access, other);
    bool hasOther = llvm::is_contained(toLabels(access.getIndices()), other);
    if (hasOther && (!mode || !getFormat(type)->storesWholeModes()))
      return std::nullopt;
    isNeeded |= hasOther && partMode(access.getTensor()) == mode &&
                !modeOf(access, label.name);
  }
  AccessOp confining = findConfining(reduced, other);
  if (!isNeeded || !confining)
    return std::nullopt;
  std::optional<unsigned> mode = modeOf(confining, label.name);
  if (!mode)
    return std::nullopt;
  Value part = getPart(confining.getTensor(), *mode);
  Value ghosts = getGhosts(part, *modeOf(confining, other));
  return GhostLabel{other, ghosts, getExtent(ghosts),
                    part,  *mode,  *modeOf(confining, other)};
}

//===----------------------------------------------------------------------===//
// The statement of a process
//===----------------------------------------------------------------------===//

Value Distributor::operandFor(AccessOp access, const SharedLabel &label,
                              ArrayRef<GhostLabel> ghosts) {
  Value tensor = access.getTensor();
  std::optional<unsigned> mode = modeOf(access, label.name);
  if (mode) {
    tensor = getPart(tensor, *mode);
    if (label.piece)
      tensor = move<dist::RestrictOp>(
          tensor, *mode, label.piece,
          getPartType(cast<RankedTensorType>(tensor.getType()), *mode));
    for (const GhostLabel &ghost : ghosts)
      if (std::optional<unsigned> other = modeOf(access, ghost.name))
        tensor = getWithGhosts(tensor, *other, ghost.rows);
    return tensor;
  }
  bool isPart = partMode(tensor).has_value();
  for (const GhostLabel &ghost : ghosts)
    if (std::optional<unsigned> other = modeOf(access, ghost.name)) {
      // A part along a mode that is not asked for here is made whole first.
      if (isPart && partMode(tensor) != other)
        tensor = getWhole(tensor);
      tensor = getWithGhosts(tensor, *other, ghost.rows);
      isPart = false;
    }
  return isPart ? getWhole(tensor) : tensor;
}

/// The expression over the operands that a process has.
Value Distributor::rebuild(OpBuilder &builder, Value expr,
                           const SharedLabel &label,
                           ArrayRef<GhostLabel> ghosts) {
  if (expr == replacedSum)
    return replacement;
  Operation *op = expr.getDefiningOp();
  if (auto access = dyn_cast<AccessOp>(op)) {
    if (!label.name)
      return expr;
    Value tensor = operandFor(access, label, ghosts);
    if (tensor == access.getTensor())
      return expr;
    Operation *made = builder.clone(*op);
    cast<AccessOp>(made).getTensorMutable().assign(tensor);
    return made->getResult(0);
  }
  SmallVector<Value> operands(op->getOperands());
  bool changed = false;
  for (Value &operand : operands)
    if (isa<ExprType>(operand.getType())) {
      Value before = operand;
      operand = rebuild(builder, operand, label, ghosts);
      changed |= operand != before;
    }
  if (auto repeat = dyn_cast<RepeatOp>(op)) {
    auto along = toLabels(repeat.getAlong());
    for (auto [n, name] : llvm::enumerate(along)) {
      Value &size = operands[1 + n];
      Value before = size;
      if (name == label.name)
        size = label.piece ? label.extent : ownExtent;
      for (const GhostLabel &ghost : ghosts)
        if (name == ghost.name)
          size = ghost.extent;
      changed |= size != before;
    }
  }
  if (!changed)
    return expr;
  Operation *made = builder.clone(*op);
  made->setOperands(operands);
  return made->getResult(0);
}

unsigned distribute::targetMode(AssignOp statement, const SharedLabel &label) {
  auto indices = toLabels(statement.getIndices());
  return unsigned(llvm::find(indices, label.name) - indices.begin());
}

void distribute::setSize(AssignOp statement, unsigned mode, Value size) {
  RankedTensorType type = statement.getType();
  unsigned before = 0; // dynamic modes in front
  for (unsigned m = 0; m != mode; ++m)
    before += type.isDynamicDim(m);
  SmallVector<Value> sizes(statement.getSizes());
  if (type.isDynamicDim(mode))
    sizes[before] = size;
  else
    sizes.insert(sizes.begin() + before, size);
  statement.getSizesMutable().assign(sizes);
}

void Distributor::computeShared(AssignOp statement, const SharedLabel &label) {
  llvm::MapVector<StringAttr, Operation *> labels;
  collectLabels(statement, labels);
  SmallVector<GhostLabel> ghosts;
  for (auto [other, closes] : labels)
    if (other != label.name && isShared(statement, closes, other))
      if (std::optional<GhostLabel> ghost =
              findGhosts(statement, label, other, closes))
        ghosts.push_back(*ghost);

  if (computeInPieces(statement, label, ghosts))
    return;
  OpBuilder builder(statement);
  statement.getValueMutable().assign(
      rebuild(builder, statement.getValue(), label, ghosts));
  std::string how = "'" + label.name.str() + "' is shared";
  for (const GhostLabel &ghost : ghosts)
    how += ", '" + ghost.name.str() + "' has ghosts";
  if (label.closes) {
    ++numReduced;
    builder.setInsertionPointAfter(statement);
    auto made = dist::AllReduceOp::create(
        builder, statement.getLoc(), statement.getType(),
        builder.getStringAttr(getFunction(label.closes)), statement.getResult(),
        builder.getStringAttr(placeOf(statement)));
    statement.getResult().replaceAllUsesExcept(made.getResult(), made);
    spaces.copy(statement.getResult(), made.getResult());
    say(statement, how + ", results are combined");
    return;
  }
  ++numLocal;
  unsigned mode = targetMode(statement, label);
  setSize(statement, mode, ownExtent);
  markPart(statement.getResult(), mode);
  say(statement, how);
}

/// A part of a symmetric matrix is not symmetric.
static bool needsWhole(AssignOp statement) {
  return bool(cin::findClause(statement, "symmetric"));
}

void Distributor::visitStatement(AssignOp statement) {
  asking = statement;
  if (!needsWhole(statement)) {
    takeOutSums(statement);
    if (std::optional<SharedLabel> label = chooseLabel(statement))
      return computeShared(statement, *label);
  }
  ++numReplicated;
  bool isGathered = false;
  // Expressions may be others', too: this one has its own.
  OpBuilder builder(statement);
  SharedLabel whole;
  whole.name = StringAttr::get(statement.getContext(), "");
  isGathered =
      llvm::any_of(accessesIn(statement.getValue()), [&](AccessOp access) {
        return partMode(access.getTensor()).has_value();
      });
  statement.getValueMutable().assign(
      rebuild(builder, statement.getValue(), whole, {}));
  say(statement, isGathered ? "all compute it, of what they have gathered"
                            : "all compute it");
}
