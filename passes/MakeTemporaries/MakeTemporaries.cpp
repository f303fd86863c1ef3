//===- MakeTemporaries.cpp - store parts that the program wants stored ----===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ContractionOrder/ProductNetwork.h"
#include "passes/Support/Clock.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Labels.h"
#include "passes/Support/Places.h"

#include "dialects/CIN/Schedule.h"
#include "dialects/Parts.h"
#include "dialects/TA/Encoding.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_MAKETEMPORARIES
#include "passes/MakeTemporaries/MakeTemporaries.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::ta;

//===----------------------------------------------------------------------===//
// Parts as text
//===----------------------------------------------------------------------===//

static std::optional<PartText> getText(Value expr);

static std::optional<PartText> getText(AccessOp access) {
  StringAttr name = findName(access);
  if (!name)
    return std::nullopt;
  SmallVector<StringRef> labels;
  for (auto label : access.getIndices().getAsRange<StringAttr>())
    labels.push_back(label.getValue());
  return PartText::element(name.getValue(), labels);
}

static std::optional<PartText> getText(ApplyOp apply) {
  SmallVector<PartText> arguments;
  for (Value operand : apply.getOperands()) {
    std::optional<PartText> text = getText(operand);
    if (!text)
      return std::nullopt;
    arguments.push_back(*text);
  }
  return PartText::call(apply.getFunction(), arguments);
}

/// That of an operation on one value, or on two.
static std::optional<PartText> getTextOfArithmetic(Operation *op) {
  std::optional<PartText> first = getText(op->getOperand(0));
  if (!first || isa<RepeatOp, CastOp, SumOp>(op))
    return first;
  if (isa<NegOp>(op))
    return PartText::negation(*first);
  std::optional<PartText> second = getText(op->getOperand(1));
  if (!second)
    return std::nullopt;
  if (isa<MulOp>(op))
    return PartText::product(*first, *second);
  if (isa<DivOp>(op))
    return PartText::quotient(*first, *second);
  return PartText::sum(*first,
                       isa<SubOp>(op) ? PartText::negation(*second) : *second);
}

/// As the program writes it, without the sums, which stand nowhere there; none
/// of what a clause cannot name.
static std::optional<PartText> getText(Value expr) {
  if (std::optional<double> number = getNumber(expr))
    return PartText::number(*number);
  Operation *op = expr.getDefiningOp();
  if (auto access = dyn_cast_if_present<AccessOp>(op))
    return getText(access);
  if (auto apply = dyn_cast_if_present<ApplyOp>(op))
    return getText(apply);
  if (isa_and_present<RepeatOp, CastOp, SumOp, NegOp, MulOp, DivOp, AddOp,
                      SubOp>(op))
    return getTextOfArithmetic(op);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// One statement
//===----------------------------------------------------------------------===//

namespace {

/// A clause, and whether its part was found.
struct Wanted {
  cin::ClauseAttr clause;
  SmallVector<std::string> factors; ///< In order.
  bool isFound = false;
  /// What it is made of is at hand: a sum has the text of its operand.
  bool isOpen = false;
};

class PartStorer {
public:
  PartStorer(AssignOp statement, Estimates &estimates);

  /// Returns the number of temporaries made; fails after an error.
  FailureOr<unsigned> run();

private:
  Value rewrite(Value expr, Place place);
  Value rewriteProduct(Product product, Value expr, Place place);
  Value storeFactors(Wanted &part, Product &product, ArrayRef<Value> own,
                     ArrayRef<StringAttr> output, Place place);
  Value store(Wanted &part, Value expr, Place place);
  Wanted *findWhole(Value expr);
  void finishSchedule();
  InFlightDiagnostic refuse(const Wanted &part) {
    hasFailed = true;
    return cin::refuse(part.clause);
  }

  AssignOp statement;
  OpBuilder builder;
  FreshLabels fresh;
  Estimates &estimates;
  SmallVector<Wanted> parts;
  unsigned temporaries = 0;
  bool hasFailed = false;
};

} // namespace

PartStorer::PartStorer(AssignOp statement, Estimates &estimates)
    : statement(statement), builder(statement), fresh(statement.getValue()),
      estimates(estimates) {
  for (cin::ClauseAttr clause :
       cin::findClauses(cin::getSchedule(statement), "temporary"))
    parts.push_back({clause, splitFactors(cin::getPart(clause))});
}

FailureOr<unsigned> PartStorer::run() {
  bool isSparse = bool(statement.getType().getEncoding());
  Value value = rewrite(statement.getValue(), {statement, isSparse, isSparse});
  statement.getValueMutable().assign(value);
  for (const Wanted &part : parts)
    if (!part.isFound && !hasFailed)
      refuse(part) << "the statement has no such part";
  if (hasFailed)
    return failure();
  finishSchedule();
  return temporaries;
}

/// What is left of the schedule when the parts are stored.
void PartStorer::finishSchedule() {
  SmallVector<cin::ClauseAttr> left;
  bool isFused = false;
  for (cin::ClauseAttr clause : cin::getSchedule(statement).getClauses()) {
    isFused |= clause.getName() == "fused" || clause.getName() == "separate";
    if (clause.getName() != "temporary")
      left.push_back(clause);
  }
  if (!isFused)
    left.push_back(cin::ClauseAttr::get(builder.getContext(), "separate", {},
                                        builder.getDictionaryAttr({}),
                                        parts.front().clause.getLoc()));
  cin::setSchedule(statement,
                   cin::ScheduleAttr::get(builder.getContext(), left));
}

/// A part that is all of an expression.
Wanted *PartStorer::findWhole(Value expr) {
  std::optional<PartText> text = getText(expr);
  auto *found = llvm::find_if(parts, [&](const Wanted &part) {
    return text && !part.isOpen && part.factors.size() == 1 &&
           part.factors.front() == text->toText();
  });
  return found == parts.end() ? nullptr : found;
}

Value PartStorer::rewrite(Value expr, Place place) {
  // An element is stored already.
  Wanted *whole = expr.getDefiningOp<AccessOp>() ? nullptr : findWhole(expr);
  if (whole)
    whole->isOpen = true;
  bool isSum = isa_and_present<SumOp>(expr.getDefiningOp());
  std::optional<Product> product =
      matchProduct(builder, fresh, expr, place.isDivided && !isSum);
  Value value = product ? rewriteProduct(std::move(*product), expr, place)
                        : rewriteOperands(builder, expr, place, estimates,
                                          [&](Value operand, Place inner) {
                                            return rewrite(operand, inner);
                                          });
  if (!whole)
    return value;
  whole->isOpen = false;
  return store(*whole, value, place);
}

/// Where the texts of the part are among those of the factors; empty if one of
/// them is not there.
static SmallVector<unsigned> findAmong(ArrayRef<std::string> part,
                                       ArrayRef<std::string> factors) {
  SmallVector<unsigned> found;
  for (const std::string &wanted : part) {
    unsigned at = 0;
    while (at != factors.size() &&
           (factors[at] != wanted || llvm::is_contained(found, at)))
      ++at;
    if (at == factors.size())
      return {};
    found.push_back(at);
  }
  return found;
}

Value PartStorer::rewriteProduct(Product product, Value expr, Place place) {
  Place inner = place;
  inner.keepsPattern |= !product.algebra.isArithmetic();
  inner.wanted = 1;
  SmallVector<std::string> texts;
  bool isChanged = false;
  for (SmallVector<Value> *values :
       {&product.factors, &product.scalars, &product.divisors})
    for (Value &value : *values) {
      if (values == &product.factors) {
        std::optional<PartText> text = getText(value);
        texts.push_back(text ? text->toFactor() : "");
      }
      Value rewritten = rewrite(value, inner);
      isChanged |= rewritten != value;
      value = rewritten;
    }
  for (Wanted &part : parts) {
    SmallVector<unsigned> found = findAmong(part.factors, texts);
    if (found.size() < 2 || !product.algebra.isArithmetic())
      continue;
    SmallVector<Value> own, others;
    SmallVector<std::string> otherTexts;
    for (auto [number, factor] : llvm::enumerate(product.factors))
      if (llvm::is_contained(found, number)) {
        own.push_back(factor);
      } else {
        others.push_back(factor);
        otherTexts.push_back(texts[number]);
      }
    Value stored = storeFactors(part, product, own, labelsOf(expr), place);
    if (!stored)
      return expr;
    isChanged = true;
    others.push_back(stored);
    otherTexts.emplace_back();
    product.factors = std::move(others);
    texts = std::move(otherTexts);
  }
  if (!isChanged)
    return expr;
  Value value = emitProduct(builder, expr.getLoc(), product.algebra,
                            product.factors, labelsOf(expr));
  return emitScalars(builder, product, value);
}

/// Some factors of a product, summed over what no other one has.
Value PartStorer::storeFactors(Wanted &part, Product &product,
                               ArrayRef<Value> own, ArrayRef<StringAttr> output,
                               Place place) {
  ProductNetwork made = makeNetwork(product, output, place, estimates);
  CostModel model(made.network);
  FactorSet factors(product.factors.size());
  SmallVector<Part> members, joined;
  for (auto [number, factor] : llvm::enumerate(product.factors)) {
    bool isOwn = llvm::is_contained(own, factor);
    factors[number] = isOwn;
    (isOwn ? members : joined).push_back(model.getFactor(number));
  }
  Part stored = model.getPart(factors);
  joined.push_back(stored);
  auto changesMeaning = [&](ArrayRef<Part> some, const Part &result) {
    return model.changesMeaning(
        llvm::map_to_vector(some, [](const Part &one) { return &one; }),
        result);
  };
  if (changesMeaning(members, stored) ||
      changesMeaning(joined, model.getPart(model.all()))) {
    refuse(part) << "computed first, it would have other elements than the "
                    "statement";
    return {};
  }
  SmallVector<StringAttr> kept;
  for (auto [number, label] : llvm::enumerate(made.labels))
    if (stored.labels.test(number))
      kept.push_back(label);
  Value value =
      emitProduct(builder, statement.getLoc(), product.algebra, own, kept);
  return store(part, value, place);
}

Value PartStorer::store(Wanted &part, Value expr, Place place) {
  part.isFound = true;
  StringRef name =
      cast<StringAttr>(part.clause.getArguments().back()).getValue();
  ArrayRef<StringAttr> labels = labelsOf(expr);
  std::optional<Format> format = Format::named(name, unsigned(labels.size()));
  if (labels.empty() || !format) {
    refuse(part) << "the part has " << labels.size()
                 << " labels, for which there is no format '" << name << "'";
    return expr;
  }
  if (format->isDense() && !isFull(expr) &&
      (place.keepsPattern || !isZeroWhereAbsent(expr))) {
    refuse(part) << "the part lacks elements, which a dense tensor does not "
                    "tell";
    return expr;
  }
  if (!isFull(expr) && !isZeroWhereAbsent(expr)) {
    refuse(part) << "the part has values where its tensors store nothing";
    return expr;
  }
  auto typeOf = [&](ArrayRef<int64_t> shape) {
    Type element = cast<ExprType>(expr.getType()).getElementType();
    if (format->isDense())
      return RankedTensorType::get(shape, element);
    return getTensorType(*format, shape, element, getPositionWidthIn(expr));
  };
  AssignOp temporary =
      makeStatement(builder, statement.getLoc(), expr, labels, typeOf);
  giveSchedule(statement, temporary);
  putIntoInterval(temporary, statement);
  ++temporaries;
  return AccessOp::create(builder, withoutTensorName(statement.getLoc()),
                          temporary, labels);
}

namespace {
struct MakeTemporaries : encke::impl::MakeTemporariesBase<MakeTemporaries> {
  void runOnOperation() override {
    SmallVector<AssignOp> statements;
    getOperation().walk([&](AssignOp statement) {
      if (cin::findClause(statement, "temporary"))
        statements.push_back(statement);
    });
    Estimates estimates;
    for (AssignOp statement : statements) {
      FailureOr<unsigned> made = PartStorer(statement, estimates).run();
      if (failed(made))
        return signalPassFailure();
      numTemporaries += *made;
    }
  }
};
} // namespace
