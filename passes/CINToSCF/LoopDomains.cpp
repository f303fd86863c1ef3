//===- LoopDomains.cpp - which coordinates the loop of a forall visits ----===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Generator.h"
#include "passes/CINToSCF/Patterns.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
namespace st = mlir::sparse_tensor;

FailureOr<KernelGenerator::LoopPlan> KernelGenerator::planLoop(ForallOp forall,
                                                               Scope &scope) {
  LoopPlan plan;
  FailureOr<Domain> domain = domainOf(forall.getBlock(), forall, scope, plan);
  if (failed(domain))
    return failure();
  plan.domain = *domain;
  chooseLookedUp(forall, plan, scope);
  openDirectories(plan);
  return plan;
}

/// What one look tells is not visited, if something else says where to look.
/// Nor is an outermost level inside of another loop, which would visit it
/// again and again: it is searched, unless the loop may skip through it.
void KernelGenerator::chooseLookedUp(ForallOp forall, LoopPlan &plan,
                                     const Scope &scope) {
  auto lookUp = [&](llvm::function_ref<bool(const Iterator &)> suits) {
    for (auto [number, iterator] : llvm::enumerate(plan.iterators)) {
      IteratorSet more = plan.lookedUp | IteratorSet(1) << number;
      if (suits(iterator) && plan.domain.isDrivenWithout(more))
        plan.lookedUp = more;
    }
  };
  if (forall->getParentOfType<ForallOp>() && !maySkip(forall, plan))
    lookUp([&](const Iterator &iterator) {
      return !iterator.level->isMarked() &&
             scope.positions.lookup(iterator.access).empty();
    });
  lookUp([](const Iterator &iterator) { return iterator.level->isMarked(); });
}

/// Everything that some statement visits.
FailureOr<Domain> KernelGenerator::domainOf(Block &block, ForallOp forall,
                                            Scope &scope, LoopPlan &plan) {
  Domain domain = Domain::empty();
  auto add = [&](FailureOr<Domain> other) -> LogicalResult {
    if (failed(other))
      return failure();
    domain = Domain::unite(domain, *other);
    return success();
  };
  for (Operation &op : block) {
    LogicalResult result = success();
    if (auto assign = dyn_cast<AssignOp>(op)) {
      result = add(domainOf(assign, forall, scope, plan));
    } else if (auto inner = dyn_cast<ForallOp>(op)) {
      result = add(domainOf(inner.getBlock(), forall, scope, plan));
    } else if (auto where = dyn_cast<WhereOp>(op)) {
      for (Region *region : {&where.getProducer(), &where.getConsumer()})
        if (failed(add(domainOf(region->front(), forall, scope, plan))))
          return failure();
    }
    if (failed(result))
      return failure();
  }
  return domain;
}

FailureOr<Domain> KernelGenerator::domainOf(AssignOp assign, ForallOp forall,
                                            Scope &scope, LoopPlan &plan) {
  // What goes into a workspace counts where the workspace is read.
  WhereOp where = whereOf(assign.getTensor());
  if (where && forall->isProperAncestor(where))
    return Domain::empty();
  if (countsAsConstant(assign))
    return Domain::full();
  FailureOr<Domain> domain = domainOf(assign.getValue(), forall, scope, plan);
  if (failed(domain) || assign.getReduction() != Reduction::none ||
      (where && !where.getFilled()) || keepsPattern(assign.getTensor()))
    return domain;
  // `=` reaches every element of a dense tensor.
  return Domain::watch(Domain::full(), *domain);
}

static FailureOr<Domain> watchAll(FailureOr<Domain> domain) {
  if (failed(domain))
    return failure();
  return Domain::watch(Domain::full(), *domain);
}

/// What the regions of a binary operation say of x alone, y alone and both.
static Domain combineRegions(st::BinaryOp binary, const Domain &x,
                             const Domain &y) {
  bool overlap = !binary.getOverlapRegion().empty();
  bool left = binary.getLeftIdentity() || !binary.getLeftRegion().empty();
  bool right = binary.getRightIdentity() || !binary.getRightRegion().empty();
  if (left && right)
    return Domain::unite(x, y);
  if (left)
    return Domain::watch(x, y);
  if (right)
    return Domain::watch(y, x);
  return overlap ? Domain::intersect(x, y) : Domain::empty();
}

FailureOr<Domain> KernelGenerator::domainOf(Value value, ForallOp forall,
                                            Scope &scope, LoopPlan &plan) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return Domain::full();
  if (auto access = dyn_cast<AccessOp>(op))
    return domainOf(access, forall, scope, plan);
  PatternRule rule = getPatternRule(op);
  if (rule == PatternRule::never)
    return Domain::empty();
  if (!kernel->isAncestor(op) || op->getNumOperands() == 0)
    return Domain::full();
  SmallVector<Domain> operands;
  for (Value operand : op->getOperands()) {
    if ((rule == PatternRule::unite || rule == PatternRule::intersect) &&
        matchPattern(operand, m_Constant())) {
      operands.push_back(rule == PatternRule::unite ? Domain::empty()
                                                    : Domain::full());
      continue;
    }
    FailureOr<Domain> domain = domainOf(operand, forall, scope, plan);
    if (failed(domain))
      return failure();
    operands.push_back(*domain);
  }
  if (auto binary = dyn_cast<st::BinaryOp>(op))
    return combineRegions(binary, operands[0], operands[1]);
  if (auto unary = dyn_cast<st::UnaryOp>(op)) {
    if (!unary.getAbsentRegion().empty())
      return watchAll(operands[0]);
    return unary.getPresentRegion().empty() ? Domain::empty() : operands[0];
  }
  if (rule == PatternRule::keep || isa<st::SelectOp>(op))
    return operands[0];
  bool intersects = rule == PatternRule::intersect;
  Domain domain = intersects ? Domain::full() : Domain::empty();
  for (const Domain &operand : operands)
    domain = intersects ? Domain::intersect(domain, operand)
                        : Domain::unite(domain, operand);
  return rule == PatternRule::always ? watchAll(domain) : domain;
}

FailureOr<Domain> KernelGenerator::domainOf(AccessOp access, ForallOp forall,
                                            Scope &scope, LoopPlan &plan) {
  // A workspace inside the loop has elements where its producer visits some.
  WhereOp where = whereOf(access.getTensor());
  if (where && forall->isProperAncestor(where)) {
    if (where.getProducer().isAncestor(access->getParentRegion()))
      return Domain::full(); // being filled, it may be anything
    Domain domain = Domain::empty();
    for (Operation *user : where.getProducer().getArgument(0).getUsers()) {
      auto assign = dyn_cast<AssignOp>(user);
      if (!assign)
        continue;
      if (countsAsConstant(assign))
        return Domain::full();
      FailureOr<Domain> other =
          domainOf(assign.getValue(), forall, scope, plan);
      if (failed(other))
        return failure();
      domain = Domain::unite(domain, *other);
    }
    return where.getFilled() ? Domain::watch(Domain::full(), domain) : domain;
  }
  auto found = storages.find(access.getTensor());
  if (found == storages.end() || !found->second->isSparse())
    return Domain::full();
  const Storage &storage = *found->second;
  AccessOp same = sameAs(access);
  if (scope.absent.contains(same))
    return Domain::empty();
  size_t next = scope.positions.lookup(same).size();
  if (next == storage.levels.size())
    return Domain::full();
  // A later level is searched when those above it are fixed.
  if (variableOf(access, storage, next) != forall.getIndex())
    return Domain::full();
  if (storage.levels[next]->isFull())
    return Domain::full();
  for (auto [number, iterator] : llvm::enumerate(plan.iterators))
    if (iterator.access == same)
      return Domain::of(number);
  if (plan.iterators.size() == Domain::maxIterators)
    return access.emitOpError("not supported yet: more than ")
           << Domain::maxIterators
           << " sparse tensors along one index variable";
  Iterator iterator;
  iterator.access = same;
  iterator.level = storage.levels[next].get();
  plan.iterators.push_back(iterator);
  return Domain::of(plan.iterators.size() - 1);
}
