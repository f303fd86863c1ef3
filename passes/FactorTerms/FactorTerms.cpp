//===- FactorTerms.cpp - shared factors are multiplied once ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ContractionOrder/Describe.h"
#include "passes/Cost/Operations.h"
#include "passes/FactorTerms/SharedFactors.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Terms.h"

#include "dialects/CIN/Schedule.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_FACTORTERMS
#include "passes/FactorTerms/FactorTerms.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::ta;

namespace {

/// Factors the terms of one sum, as long as two of them share something.
class TermFactorer {
public:
  TermFactorer(Operation *root, AssignOp statement, Estimates &estimates)
      : root(root), estimates(estimates), builder(root),
        place{statement, /*keepsPattern=*/false,
              bool(statement.getType().getEncoding())} {}

  /// Returns how often two terms became one.
  unsigned run();

private:
  bool factorPair();
  bool savesWork(const SharedFactors &shared, bool subtracts);
  Value addRests(Value first, Value second, bool subtracts);

  Operation *root;
  Estimates &estimates;
  OpBuilder builder;
  Place place;
  SmallVector<Term> terms;
  /// What temporaries hold, so that each sum is made once.
  struct Rest {
    Value first, second;
    bool subtracts;
    Value access;
  };
  SmallVector<Rest> rests;
};

} // namespace

static Value addOrSubtract(OpBuilder &builder, Location loc, Value first,
                           Value second, bool subtracts) {
  return addTerms(builder, loc, {{first}, {second, subtracts}});
}

/// The product of the shared factors and what takes the rests' place.
static Product withRest(const SharedFactors &shared, Value rest) {
  Product product;
  product.factors = shared.common;
  product.factors.push_back(rest);
  return product;
}

/// One product less, for a sum of what is left and a tensor to hold it.
bool TermFactorer::savesWork(const SharedFactors &shared, bool subtracts) {
  ArrayRef<StringAttr> output = labelsOf(root->getResult(0));
  auto costOf = [&](Value expr) {
    FreshLabels fresh(expr);
    std::optional<Product> product = matchProduct(builder, fresh, expr);
    return product ? estimateCost(*product, labelsOf(expr), place, estimates)
                   : std::optional<double>(0);
  };
  Value rest = addOrSubtract(builder, root->getLoc(), shared.firstRest,
                             shared.secondRest, subtracts);
  std::optional<double> costs[] = {
      estimateCost(shared.first, output, place, estimates),
      estimateCost(shared.second, output, place, estimates),
      estimateCost(withRest(shared, rest), output, place, estimates),
      costOf(shared.firstRest), costOf(shared.secondRest)};
  if (!llvm::all_of(costs, [](auto cost) { return cost.has_value(); }))
    return false;
  return cost::isWorthFactoring(*costs[0] + *costs[1],
                                *costs[2] + *costs[3] + *costs[4],
                                estimates.getSpace(rest, labelsOf(rest)));
}

/// What -v calls the sum: "(A + 2*C)".
static StringAttr getName(Value sum) {
  return StringAttr::get(sum.getContext(), describe(sum, [](Value tensor) {
                           StringAttr name = findName(tensor);
                           return name ? name.str() : std::string("...");
                         }));
}

/// An access of a temporary that holds the sum or difference.
Value TermFactorer::addRests(Value first, Value second, bool subtracts) {
  for (const Rest &rest : rests)
    if (rest.subtracts == subtracts &&
        ((rest.first == first && rest.second == second) ||
         (!subtracts && rest.first == second && rest.second == first)))
      return rest.access;
  Location loc = root->getLoc();
  Value sum = addOrSubtract(builder, loc, first, second, subtracts);
  SmallVector<StringAttr> labels(labelsOf(sum));
  Type element = cast<ExprType>(sum.getType()).getElementType();
  AssignOp temporary =
      makeStatement(builder, place.statement->getLoc(), sum, labels,
                    [&](ArrayRef<int64_t> shape) {
                      return RankedTensorType::get(shape, element);
                    });
  Value access = AccessOp::create(builder, NameLoc::get(getName(sum), loc),
                                  temporary, labels);
  rests.push_back({first, second, subtracts, access});
  return access;
}

bool TermFactorer::factorPair() {
  for (size_t i = 0; i < terms.size(); ++i)
    for (size_t j = i + 1; j < terms.size(); ++j) {
      bool subtracts = terms[i].negative != terms[j].negative;
      std::optional<SharedFactors> shared =
          findSharedFactors(builder, terms[i].value, terms[j].value);
      if (!shared || !savesWork(*shared, subtracts))
        continue;
      Value rest = addRests(shared->firstRest, shared->secondRest, subtracts);
      Product product = withRest(*shared, rest);
      terms[i].value =
          emitProduct(builder, root->getLoc(), product.algebra, product.factors,
                      labelsOf(root->getResult(0)));
      terms.erase(terms.begin() + j);
      return true;
    }
  return false;
}

unsigned TermFactorer::run() {
  terms = collectTerms(root->getResult(0), [&](Operation *op) {
    return op == root || op->hasOneUse();
  });
  unsigned factored = 0;
  while (factorPair())
    ++factored;
  if (factored != 0) {
    Value total = addTerms(builder, root->getLoc(), terms);
    total.setType(root->getResult(0).getType());
    root->replaceAllUsesWith(ValueRange(total));
    root->erase();
  }
  return factored;
}

/// It is no term of another sum.
static bool isRoot(Operation *op) {
  return !op->hasOneUse() || !isa<AddOp, SubOp>(*op->getUsers().begin());
}

namespace {
struct FactorTerms : encke::impl::FactorTermsBase<FactorTerms> {
  void runOnOperation() override {
    SmallVector<AssignOp> statements;
    getOperation().walk([&](AssignOp op) { statements.push_back(op); });
    Estimates estimates;
    for (AssignOp statement : statements) {
      if (cin::isAboutLoops(cin::getSchedule(statement)))
        continue;
      llvm::SetVector<Operation *> roots;
      walkExpression(statement.getValue(), [&](Operation *op) {
        if (isa<AddOp, SubOp>(op) && isRoot(op))
          roots.insert(op);
      });
      for (Operation *root : roots)
        numFactored += TermFactorer(root, statement, estimates).run();
    }
  }
};
} // namespace
