//===- ContractionOrder.cpp - in which order many factors are multiplied --===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ContractionOrder/Describe.h"
#include "passes/ContractionOrder/Distribute.h"
#include "passes/ContractionOrder/KnownParts.h"
#include "passes/ContractionOrder/ProductNetwork.h"
#include "passes/ContractionOrder/Search.h"
#include "passes/Cost/Network.h"
#include "passes/Cost/Orders.h"
#include "passes/Support/Clock.h"
#include "passes/Support/Estimates.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Invariance.h"
#include "passes/Support/Labels.h"
#include "passes/Support/Places.h"

#include "dialects/CIN/Schedule.h"
#include "dialects/TA/Encoding.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringExtras.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_CONTRACTIONORDER
#include "passes/ContractionOrder/ContractionOrder.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::ta;

namespace {

/// Orders the products of one statement.
class StatementOrder {
public:
  StatementOrder(AssignOp statement, KnownParts &known, Estimates &estimates)
      : statement(statement), builder(statement), fresh(statement.getValue()),
        known(known), estimates(estimates) {}

  /// Returns the number of temporaries made; fails after an error.
  FailureOr<unsigned> run();

private:
  Value rewrite(Value expr, Place place);
  Value order(Product product, Location loc, ArrayRef<StringAttr> output,
              Place place);
  /// Multiplies one product by an order.
  struct Emitter {
    const Product &product;
    const CostModel &model;
    Location loc;
    ArrayRef<StringAttr> output;
  };
  Value emit(const Emitter &emitter, const OrderTree &tree, std::string &text);
  void storeParts(Product &product, ArrayRef<StringAttr> output, Place place);
  void storeCostly(const Emitter &emitter, const OrderTree &tree,
                   SmallVectorImpl<Value> &values);
  Value store(Value expr, const Part &part, StringRef text);
  void storeSums(Product &product, Place place);
  void sumLoneFactors(Product &product, ArrayRef<StringAttr> output,
                      Place place);
  void hoistScalars(Product &product, const CostModel &model,
                    const OrderTree &tree);

  AssignOp statement;
  OpBuilder builder;
  FreshLabels fresh;
  KnownParts &known;
  Estimates &estimates;
  double countLeastRounds(ArrayRef<Value> values);
  std::string getName(Value factor);
  std::string getScalarNames(const Product &product);

  llvm::SetVector<StringAttr> labels;       ///< of the product at hand
  llvm::DenseMap<Value, std::string> names; ///< of temporaries
  SmallVector<std::string> texts;
  unsigned temporaries = 0;
  /// The program says that products are done in the order of the parentheses.
  cin::ClauseAttr grouped = cin::findClause(statement, "grouped");
  /// It says in which order the loops of all factors are.
  bool isOneNest = cin::findClause(statement, "order") && !grouped;
  bool hasFailed = false;
};

} // namespace

/// What a reader of the program calls a factor: its tensor's name, or what a
/// temporary holds.
std::string StatementOrder::getName(Value factor) {
  if (auto found = names.find(factor); found != names.end())
    return found->second;
  auto access = factor.getDefiningOp<AccessOp>();
  if (!access)
    return describe(factor, [&](Value tensor) { return getName(tensor); });
  if (StringAttr name = findName(factor))
    return name.str();
  return "[" +
         llvm::join(
             llvm::map_range(access.getIndices().getAsRange<StringAttr>(),
                             [](StringAttr label) { return label.str(); }),
             ",") +
         "]";
}

FailureOr<unsigned> StatementOrder::run() {
  bool isSparse = bool(statement.getType().getEncoding());
  Value value = rewrite(statement.getValue(), {statement, isSparse, isSparse});
  statement.getValueMutable().assign(value);
  if (!texts.empty())
    statement->setAttr(orderAttribute,
                       builder.getStringAttr(llvm::join(texts, ", ")));
  if (hasFailed)
    return failure();
  return temporaries;
}

Value StatementOrder::rewrite(Value expr, Place place) {
  bool isSum = isa_and_present<SumOp>(expr.getDefiningOp());
  std::optional<Product> product =
      matchProduct(builder, fresh, expr, place.isDivided && !isSum);
  if (!product)
    return rewriteOperands(
        builder, expr, place, estimates,
        [&](Value operand, Place inner) { return rewrite(operand, inner); });
  if (!grouped && !isOneNest && hasSumOfProducts(*product)) {
    storeParts(*product, labelsOf(expr), place);
    if (Value sum = distribute(builder, *product, expr, place, estimates))
      return rewrite(sum, place);
  }
  Place inner = place;
  inner.keepsPattern |= !product->algebra.isArithmetic();
  inner.wanted = 1;
  for (SmallVector<Value> *values :
       {&product->factors, &product->scalars, &product->divisors})
    for (Value &value : *values)
      value = rewrite(value, inner);
  return order(std::move(*product), expr.getLoc(), labelsOf(expr), place);
}

static Part getPart(const CostModel &model, const OrderTree &tree) {
  return tree.isFactor() ? model.getFactor(tree.getFactor())
                         : model.getPart(tree.factors);
}

static SmallVector<Part> getParts(const CostModel &model,
                                  const OrderTree &tree) {
  return llvm::map_to_vector(tree.parts,
                             [&](const std::unique_ptr<OrderTree> &part) {
                               return getPart(model, *part);
                             });
}

static SmallVector<const Part *> getPointers(ArrayRef<Part> parts) {
  return llvm::map_to_vector(parts, [](const Part &part) { return &part; });
}

static bool changesMeaning(const CostModel &model, const OrderTree &tree) {
  if (tree.isFactor())
    return false;
  SmallVector<Part> parts = getParts(model, tree);
  return model.changesMeaning(getPointers(parts), getPart(model, tree)) ||
         llvm::any_of(tree.parts, [&](const std::unique_ptr<OrderTree> &part) {
           return changesMeaning(model, *part);
         });
}

/// What the best order multiplies first becomes factors, so that a sum is
/// multiplied out only with what it is multiplied with.
void StatementOrder::storeParts(Product &product, ArrayRef<StringAttr> output,
                                Place place) {
  ProductNetwork made = makeNetwork(product, output, place, estimates);
  CostModel model(made.network);
  std::unique_ptr<OrderTree> tree = findOrder(made.network).tree;
  if (changesMeaning(model, *tree))
    return;
  SmallVector<Value> factors;
  for (const std::unique_ptr<OrderTree> &tree : tree->parts) {
    SmallVector<Value> own;
    for (unsigned factor : tree->factors.set_bits())
      own.push_back(product.factors[factor]);
    if (tree->isFactor()) {
      factors.push_back(own.front());
      continue;
    }
    Part part = model.getPart(tree->factors);
    SmallVector<StringAttr> kept;
    for (auto [number, label] : llvm::enumerate(made.labels))
      if (part.labels.test(number))
        kept.push_back(label);
    Place inner = place;
    inner.isSparse = part.isSparse;
    inner.wanted = 1;
    SmallVector<std::string> others = std::move(texts);
    texts.clear();
    Value value = rewrite(
        emitProduct(builder, statement.getLoc(), product.algebra, own, kept),
        inner);
    std::string text =
        texts.empty() ? "sum " + getName(own.front()) : llvm::join(texts, ", ");
    texts = std::move(others);
    factors.push_back(store(value, part, text));
    names[factors.back()] = "(" + text + ")";
  }
  product.factors = std::move(factors);
}

/// The tree of the multiplications as they are written.
static std::unique_ptr<OrderTree>
makeGroups(ArrayRef<std::pair<unsigned, unsigned>> groups,
           const CostModel &model) {
  std::vector<std::unique_ptr<OrderTree>> trees; // each for what follows it
  auto makeFactor = [&](unsigned factor) {
    auto tree = std::make_unique<OrderTree>();
    tree->factors = model.only(factor);
    return tree;
  };
  // What begins with a factor so far; null inside of others.
  for (unsigned factor = 0; factor < model.all().size(); ++factor)
    trees.push_back(makeFactor(factor));
  for (auto [first, end] : groups) {
    auto tree = std::make_unique<OrderTree>();
    tree->factors = FactorSet(model.all().size());
    for (unsigned factor = first; factor < end; ++factor)
      if (trees[factor]) {
        tree->factors |= trees[factor]->factors;
        tree->parts.push_back(std::move(trees[factor]));
      }
    trees[first] = std::move(tree);
  }
  return std::move(trees.front());
}

Value StatementOrder::order(Product product, Location loc,
                            ArrayRef<StringAttr> output, Place place) {
  if (isOneNest)
    return emitScalars(
        builder, product,
        emitProduct(builder, loc, product.algebra, product.factors, output));
  if (!grouped) {
    storeSums(product, place);
    sumLoneFactors(product, output, place);
  }
  ProductNetwork made = makeNetwork(product, output, place, estimates);
  labels = std::move(made.labels);
  const Network &network = made.network;
  auto inOneLoop = [&] {
    return emitScalars(
        builder, product,
        emitProduct(builder, loc, product.algebra, product.factors, output));
  };
  if (product.factors.size() == 1) { // the others are numbers
    std::string name = getName(product.factors.front());
    std::string scalars = getScalarNames(product);
    bool isSummed = labelsOf(product.factors.front()).size() != output.size();
    if (isSummed || !scalars.empty())
      texts.push_back(scalars + (isSummed ? "(sum " + name + ")" : name));
    return inOneLoop();
  }
  CostModel model(network);
  std::unique_ptr<OrderTree> tree =
      grouped ? makeGroups(product.groups, model) : findOrder(network).tree;
  if (changesMeaning(model, *tree)) {
    if (grouped) {
      emitError(grouped.getLoc())
          << "'grouped': a product of a part, computed first, would have other "
             "elements than the statement";
      hasFailed = true;
    }
    return inOneLoop();
  }
  if (!grouped)
    hoistScalars(product, model, *tree);
  std::string text;
  SmallVector<StringAttr> kept(output);
  Value value = emit({product, model, loc, kept}, *tree, text);
  bool isInvariant =
      product.algebra.isArithmetic() && isFull(value) &&
      !product.scalars.empty() && containsReduction(value) &&
      estimates.isWorthKeeping(value) &&
      countLeastRounds(product.factors) > countLeastRounds(product.scalars);
  if (isInvariant)
    value = store(value, Part(), text);
  std::string scalars = getScalarNames(product);
  texts.push_back(scalars.empty() ? text : scalars + "(" + text + ")");
  return emitScalars(builder, product, value);
}

/// Among dense factors, what sums in itself is computed apart: multiplied into
/// the sum, the others would be part of a loop that a library could do. So is
/// what a loop around the statement changes nothing of, unlike the rest.
void StatementOrder::storeSums(Product &product, Place place) {
  if (!product.algebra.isArithmetic() || place.keepsPattern ||
      product.factors.size() < 2 || !llvm::all_of(product.factors, isFull))
    return;
  double least = countLeastRounds(product.factors);
  for (Value &factor : product.factors) {
    bool isInvariant = !factor.getDefiningOp<AccessOp>() &&
                       countRounds(factor, statement) > least &&
                       estimates.isWorthKeeping(factor);
    if (!containsReduction(factor) && !isInvariant)
      continue;
    std::string name = getName(factor);
    factor = store(factor, Part(), name);
    names[factor] = name;
  }
}

/// Of some values, the one that changes most often.
double StatementOrder::countLeastRounds(ArrayRef<Value> values) {
  double least = std::numeric_limits<double>::infinity();
  for (Value value : values)
    least = std::min(least, countRounds(value, statement));
  return least;
}

/// A dense factor with labels of its own alone is a number, its sum. (Where
/// nothing is stored there is none, which a sparse result would tell.)
void StatementOrder::sumLoneFactors(Product &product,
                                    ArrayRef<StringAttr> output, Place place) {
  if (!product.algebra.isArithmetic() || place.keepsPattern ||
      product.factors.size() < 3) // two are one pass
    return;
  auto isLone = [&](size_t number) {
    Value factor = product.factors[number];
    return isFull(factor) &&
           llvm::none_of(labelsOf(factor), [&](StringAttr label) {
             bool isShared = llvm::is_contained(output, label);
             for (auto [other, value] : llvm::enumerate(product.factors))
               isShared |= other != number &&
                           llvm::is_contained(labelsOf(value), label);
             return isShared;
           });
  };
  for (size_t n = 0; n < product.factors.size();) {
    if (product.factors.size() == 1 || !isLone(n)) {
      ++n;
      continue;
    }
    Value factor = product.factors[n];
    SmallVector<StringAttr> all(labelsOf(factor));
    Value sum = SumOp::create(builder, factor.getLoc(), factor, all);
    std::string text = "sum " + getName(factor);
    product.scalars.push_back(store(sum, Part(), text));
    names[product.scalars.back()] = "(" + text + ")";
    product.factors.erase(product.factors.begin() + n);
  }
}

/// The scalars that are sums or stored ones, each with a "*" behind it.
std::string StatementOrder::getScalarNames(const Product &product) {
  std::string text;
  for (Value scalar : product.scalars) {
    auto sum = scalar.getDefiningOp<SumOp>();
    if (sum && sum.getOperand().getDefiningOp<AccessOp>())
      text += "(sum " + getName(sum.getOperand()) + ")*";
    else if (scalar.getDefiningOp<AccessOp>() || containsReduction(scalar))
      text += getName(scalar) + "*";
  }
  return text;
}

/// The scalars go into a dense factor that is much smaller than the loops of
/// the last join, so that they do not multiply anything there. It must change
/// as often as they do, or its products could no longer leave the loop.
void StatementOrder::hoistScalars(Product &product, const CostModel &model,
                                  const OrderTree &tree) {
  if (product.scalars.empty() || !product.algebra.isArithmetic())
    return;
  std::optional<unsigned> smallest;
  double rounds = countLeastRounds(product.scalars);
  for (unsigned number = 0; number < product.factors.size(); ++number)
    if (Part factor = model.getFactor(number);
        !factor.isSparse &&
        model.getNetwork().factors[number].rounds <= rounds &&
        (!smallest || factor.elements < model.getFactor(*smallest).elements))
      smallest = number;
  SmallVector<Part> parts = getParts(model, tree);
  Part result = model.getPart(model.all());
  double operations =
      countOperations(model.getNetwork(), getPointers(parts), result);
  if (!smallest ||
      operations < cost::worthHoisting * model.getFactor(*smallest).elements)
    return;
  Value &factor = product.factors[*smallest];
  std::string scalars = getScalarNames(product),
              text = scalars + getName(factor);
  factor = MulOp::create(builder, factor.getLoc(),
                         emitScalarFactor(builder, product), factor);
  product.scalars.clear();
  factor = store(factor, model.getFactor(*smallest), text);
  names[factor] = scalars.empty() ? text : "(" + text + ")";
}

/// A function of a tensor would be computed again along every other label.
static bool hasFunction(Value expr) {
  bool found = false;
  walkExpression(expr, [&](Operation *op) { found |= isa<ApplyOp>(op); });
  return found;
}

/// Something other than a tensor, without a loop of its own.
static bool isComposite(Value factor) {
  return !factor.getDefiningOp<AccessOp>() && !containsReduction(factor);
}

/// Whether a factor is computed apart: a function, along other labels, and
/// among dense factors anything that there are many more operations than
/// elements of. Of two tensors the product may then be a library's. A sparse
/// temporary would not hold what a function makes of a reduction of nothing.
static bool isCostly(Value value, const CostModel &model, unsigned factor,
                     const LabelSet &loops) {
  const Network &network = model.getNetwork();
  const LabelSet &own = network.factors[factor].labels;
  if (own == loops || !isZeroWhereAbsent(value))
    return false;
  if (hasFunction(value))
    return true;
  return isComposite(value) && !network.hasSparse() &&
         network.space(loops) >= cost::worthHoisting * network.space(own);
}

/// Whether a factor has fewer points than the loops of a join, which may follow
/// a sparse factor with labels of its.
static bool isWorthStoring(const CostModel &model,
                           ArrayRef<std::optional<unsigned>> factors,
                           unsigned costly) {
  const Network &network = model.getNetwork();
  double points = network.space(network.factors[costly].labels);
  LabelSet all(network.sizes.size());
  for (std::optional<unsigned> factor : factors)
    if (factor)
      all |= network.factors[*factor].labels;
  for (std::optional<unsigned> factor : factors) {
    if (!factor || network.factors[*factor].isFull)
      continue;
    const LabelSet &followed = network.factors[*factor].labels;
    LabelSet others = all;
    others.reset(followed);
    double steps = model.getFactor(*factor).elements * network.space(others);
    if (followed.subsetOf(network.factors[costly].labels) && steps < points)
      return false;
  }
  return true;
}

/// Functions are computed once, and not along other labels again: where a
/// sparse factor has elements, if one has the same labels.
void StatementOrder::storeCostly(const Emitter &emitter, const OrderTree &tree,
                                 SmallVectorImpl<Value> &values) {
  SmallVector<std::optional<unsigned>> factors; // null for what is a product
  LabelSet loops(labels.size());
  for (const std::unique_ptr<OrderTree> &part : tree.parts) {
    factors.push_back(part->isFactor() ? std::optional(part->getFactor())
                                       : std::nullopt);
    loops |= getPart(emitter.model, *part).labels;
  }
  for (size_t n = 0; n < values.size(); ++n) {
    const CostModel &model = emitter.model;
    Value costly = values[n];
    if (!factors[n] || !isCostly(costly, model, *factors[n], loops))
      continue;
    size_t sparse = 0;
    while (sparse != values.size() &&
           (sparse == n || !factors[sparse] || isFull(values[sparse]) ||
            !haveSameLabels(values[sparse], costly)))
      ++sparse;
    if (sparse == values.size()) {
      if (!isWorthStoring(model, factors, *factors[n]))
        continue;
      values[n] = store(costly, model.getFactor(*factors[n]), getName(costly));
      continue;
    }
    Value product =
        emitProduct(builder, emitter.loc, emitter.product.algebra,
                    {values[sparse], costly}, labelsOf(values[sparse]));
    values[sparse] = store(product, model.getFactor(*factors[sparse]),
                           getName(values[sparse]) + "*" + getName(costly));
    factors[sparse].reset();
    values.erase(values.begin() + n);
    factors.erase(factors.begin() + n--);
  }
}

Value StatementOrder::emit(const Emitter &emitter, const OrderTree &tree,
                           std::string &text) {
  const CostModel &model = emitter.model;
  SmallVector<Value> values;
  SmallVector<std::string> names;
  for (const std::unique_ptr<OrderTree> &part : tree.parts) {
    std::string name;
    if (part->isFactor()) {
      values.push_back(emitter.product.factors[part->getFactor()]);
      name = getName(values.back());
    } else {
      Value value = emit(emitter, *part, name);
      values.push_back(store(value, model.getPart(part->factors), name));
      name = "(" + name + ")";
    }
    names.push_back(name);
  }
  storeCostly(emitter, tree, values);
  text = names.size() == 1 ? "sum " + names.front() : llvm::join(names, "*");

  SmallVector<StringAttr> kept;
  LabelSet set = model.getPart(tree.factors).labels;
  for (auto [number, label] : llvm::enumerate(labels))
    if (set.test(number))
      kept.push_back(label);
  return emitProduct(builder, emitter.loc, emitter.product.algebra, values,
                     tree.factors == model.all() ? emitter.output
                                                 : ArrayRef(kept));
}

/// An access of a temporary that holds `expr`, or of a tensor that does.
Value StatementOrder::store(Value expr, const Part &part, StringRef text) {
  if (!part.isSparse || isFull(expr))
    if (Value held = known.find(builder, expr, statement))
      return held;
  auto typeOf = [&](ArrayRef<int64_t> shape) {
    Type element = cast<ExprType>(expr.getType()).getElementType();
    if (!part.isSparse || isFull(expr) || shape.empty())
      return RankedTensorType::get(shape, element);
    double rows = estimates.getSize(expr, labelsOf(expr).front());
    return getCompressedType(shape, element, getPositionWidthIn(expr),
                             part.elements >= cost::hypersparse * rows);
  };
  AssignOp temporary =
      makeStatement(builder, statement.getLoc(), expr, labelsOf(expr), typeOf);
  temporary->setAttr(orderAttribute, builder.getStringAttr(text));
  giveSchedule(statement, temporary);
  putIntoInterval(temporary, statement);
  known.add(temporary);
  ++temporaries;
  return AccessOp::create(builder, withoutTensorName(statement.getLoc()),
                          temporary, labelsOf(expr));
}

namespace {
struct ContractionOrder : encke::impl::ContractionOrderBase<ContractionOrder> {
  void runOnOperation() override {
    SmallVector<AssignOp> statements;
    getOperation().walk([&](AssignOp op) { statements.push_back(op); });
    Estimates estimates;
    KnownParts known;
    for (AssignOp statement : statements) {
      FailureOr<unsigned> made =
          StatementOrder(statement, known, estimates).run();
      if (failed(made))
        return signalPassFailure();
      numTemporaries += *made;
      known.add(statement);
    }
  }
};
} // namespace
