//===- FactorTerms.cpp - a shared factor is multiplied once ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Passes.h"
#include "passes/Support/Estimates.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Labels.h"

#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

namespace encke {
#define GEN_PASS_DEF_FACTORTERMS
#include "passes/Passes.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::ta;

static SmallVector<StringAttr> sorted(ArrayRef<StringAttr> labels) {
  SmallVector<StringAttr> result(labels);
  llvm::sort(result, [](StringAttr a, StringAttr b) {
    return a.getValue() < b.getValue();
  });
  return result;
}

namespace {

/// Two terms, sums of products over the same labels, with a factor in common.
struct SharedFactor {
  SumOp sum; ///< of the first term
  Value factor, first, second;
};

} // namespace

/// The other factor of a product.
static Value getOther(MulOp product, Value factor) {
  return product.getLhs() == factor ? product.getRhs() : product.getLhs();
}

/// What is left of both terms must be full: their sum becomes a dense tensor.
static std::optional<SharedFactor> match(Value lhs, Value rhs) {
  auto left = lhs.getDefiningOp<SumOp>(), right = rhs.getDefiningOp<SumOp>();
  auto isShared = [](SumOp sum) {
    return !sum->use_empty() && !sum->hasOneUse();
  };
  if (!left || !right || isShared(left) || isShared(right))
    return std::nullopt;
  auto a = left.getOperand().getDefiningOp<MulOp>();
  auto b = right.getOperand().getDefiningOp<MulOp>();
  if (!a || !b || left.getOver().size() != right.getOver().size() ||
      llvm::any_of(left.getOver(), [&](Attribute label) {
        return !llvm::is_contained(right.getOver(), label);
      }))
    return std::nullopt;
  for (Value factor : {a.getLhs(), a.getRhs()}) {
    if (factor != b.getLhs() && factor != b.getRhs())
      continue;
    Value first = getOther(a, factor), second = getOther(b, factor);
    if (sorted(labelsOf(first)) == sorted(labelsOf(second)) && isFull(first) &&
        isFull(second))
      return SharedFactor{left, factor, first, second};
  }
  return std::nullopt;
}

/// One product less, for a sum of what is left and a tensor to hold it.
static bool savesWork(const SharedFactor &shared, Estimates &estimates) {
  MulOp product = SumOp(shared.sum).getOperand().getDefiningOp<MulOp>();
  double points = estimates.getSpace(product, labelsOf(product)) *
                  estimates.getDensity(product);
  double elements = estimates.getSpace(shared.first, labelsOf(shared.first));
  return 2 * points > 4 * elements;
}

namespace {

struct Term {
  Value value;
  bool negative = false;
};

/// Factors the terms of one sum, as long as two of them share something.
class TermFactorer {
public:
  TermFactorer(Operation *root, Estimates &estimates)
      : root(root), estimates(estimates), builder(root) {}

  /// Returns how often two terms became one.
  unsigned run();

private:
  void collect(Value value, bool negative);
  bool factorPair();
  Value addRests(Value first, Value second, bool subtracts, Location loc);
  Value rebuild();

  Operation *root;
  Estimates &estimates;
  OpBuilder builder;
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

void TermFactorer::collect(Value value, bool negative) {
  Operation *op = value.getDefiningOp();
  bool isInner =
      isa_and_nonnull<AddOp, SubOp>(op) && (op == root || value.hasOneUse());
  if (!isInner) {
    terms.push_back({value, negative});
    return;
  }
  collect(op->getOperand(0), negative);
  collect(op->getOperand(1), negative != isa<SubOp>(op));
}

/// An access of a temporary that holds the sum or difference.
Value TermFactorer::addRests(Value first, Value second, bool subtracts,
                             Location loc) {
  for (const Rest &rest : rests)
    if (rest.subtracts == subtracts &&
        ((rest.first == first && rest.second == second) ||
         (!subtracts && rest.first == second && rest.second == first)))
      return rest.access;
  Value sum = subtracts
                  ? SubOp::create(builder, loc, first, second).getResult()
                  : AddOp::create(builder, loc, first, second).getResult();
  SmallVector<StringAttr> labels(labelsOf(sum));
  Type element = cast<ExprType>(sum.getType()).getElementType();
  AssignOp temporary =
      makeStatement(builder, loc, sum, labels, [&](ArrayRef<int64_t> shape) {
        return RankedTensorType::get(shape, element);
      });
  Value access = AccessOp::create(builder, loc, temporary, labels);
  rests.push_back({first, second, subtracts, access});
  return access;
}

bool TermFactorer::factorPair() {
  for (size_t i = 0; i < terms.size(); ++i)
    for (size_t j = i + 1; j < terms.size(); ++j) {
      std::optional<SharedFactor> shared =
          match(terms[i].value, terms[j].value);
      if (!shared || !savesWork(*shared, estimates))
        continue;
      Location loc = root->getLoc();
      Value rest = addRests(shared->first, shared->second,
                            terms[i].negative != terms[j].negative, loc);
      Value product = MulOp::create(builder, loc, shared->factor, rest);
      SmallVector<StringAttr> over(
          shared->sum.getOver().getAsRange<StringAttr>());
      Value sum = SumOp::create(builder, loc, product, over);
      sum.setType(root->getResult(0).getType());
      terms[i].value = sum;
      terms.erase(terms.begin() + j);
      return true;
    }
  return false;
}

/// The sum of the terms; the first one is not negative.
Value TermFactorer::rebuild() {
  Value total = terms.front().value;
  for (const Term &term : ArrayRef(terms).drop_front())
    total = term.negative
                ? SubOp::create(builder, root->getLoc(), total, term.value)
                      .getResult()
                : AddOp::create(builder, root->getLoc(), total, term.value)
                      .getResult();
  return total;
}

unsigned TermFactorer::run() {
  collect(root->getResult(0), /*negative=*/false);
  unsigned factored = 0;
  while (factorPair())
    ++factored;
  if (factored != 0) {
    root->replaceAllUsesWith(ValueRange(rebuild()));
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
    SmallVector<Operation *> roots;
    getOperation().walk([&](Operation *op) {
      if (isa<AddOp, SubOp>(op) && isRoot(op))
        roots.push_back(op);
    });
    Estimates estimates;
    for (Operation *root : roots)
      numFactored += TermFactorer(root, estimates).run();
  }
};
} // namespace
