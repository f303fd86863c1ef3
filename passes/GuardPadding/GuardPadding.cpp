//===- GuardPadding.cpp - whether padding may be multiplied ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel over a format with padding multiplies zeros that are no elements.
// That changes nothing as long as what they are multiplied by is finite.
//
//===----------------------------------------------------------------------===//

#include "passes/GuardPadding/Exact.h"
#include "passes/GuardPadding/Magnitudes.h"
#include "passes/Schedule/Blocks.h"
#include "passes/Schedule/LoopOrder.h"

#include "dialects/CIN/CINDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_GUARDPADDING
#include "passes/GuardPadding/GuardPadding.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// `known`: what was found of operations so far.
static bool dependsOn(Value value, const DenseSet<Operation *> &accesses,
                      llvm::SmallDenseMap<Operation *, bool> &known) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (accesses.contains(op))
    return true;
  if (auto found = known.find(op); found != known.end())
    return found->second;
  bool depends = llvm::any_of(op->getOperands(), [&](Value operand) {
    return dependsOn(operand, accesses, known);
  });
  known[op] = depends;
  return depends;
}

/// The accesses of operands with padding along which the loops will run.
static DenseSet<Operation *> findPadded(Nest &nest) {
  DenseSet<Operation *> padded;
  for (AccessOp access : nest.accesses)
    if (isPadded(access))
      padded.insert(access);
  if (padded.empty())
    return padded;
  splitLoops(nest);
  if (needsPattern(nest))
    return {};
  for (AccessOp converted : chooseLoopOrder(nest).converted)
    for (AccessOp access : nest.accesses)
      if (access.getTensor() == converted.getTensor() &&
          access.getIndices() == converted.getIndices())
        padded.erase(access);
  return padded;
}

/// Asks about each factor by which padding is multiplied. False when there is
/// none.
static bool askAboutFactors(const Nest &nest,
                            const DenseSet<Operation *> &padded,
                            Magnitudes &magnitudes) {
  llvm::SmallDenseMap<Operation *, bool> known;
  bool asks = false;
  for (Operation *op : nest.body) {
    if (!isa<arith::MulFOp, complex::MulOp>(op))
      continue;
    Value lhs = op->getOperand(0), rhs = op->getOperand(1);
    if (lhs == rhs)
      continue;
    for (auto [factor, other] : {std::pair(lhs, rhs), std::pair(rhs, lhs)})
      if (dependsOn(factor, padded, known)) {
        magnitudes.ask(other);
        asks = true;
      }
  }
  return asks;
}

/// A function of the operands of `kernel` that says whether padding of these
/// may be multiplied; null when nobody asks. Its loops are changed on the way.
static func::FuncOp makeQuestion(func::FuncOp kernel, bool &isUnknown) {
  OpBuilder builder(kernel.getContext());
  Location loc = kernel.getLoc();
  auto question = func::FuncOp::create(
      builder, loc, kernel.getName(),
      builder.getFunctionType(kernel.getArgumentTypes(), builder.getI1Type()));
  question.setPrivate();
  IRMapping mapping;
  builder.setInsertionPointToStart(question.addEntryBlock());
  mapping.map(kernel.getArguments(), question.getArguments());
  Magnitudes magnitudes(builder, mapping);
  bool asks = false;
  SmallVector<KernelOp> nests;
  kernel.walk([&](KernelOp nest) { nests.push_back(nest); });
  for (KernelOp inner : nests)
    if (std::optional<Nest> nest = matchNest(inner))
      if (DenseSet<Operation *> padded = findPadded(*nest); !padded.empty())
        asks |= askAboutFactors(*nest, padded, magnitudes);
  Value answer = magnitudes.getAnswer();
  isUnknown = !answer || matchPattern(answer, m_Zero());
  if (!asks || isUnknown || matchPattern(answer, m_One())) {
    isUnknown &= asks;
    question.erase();
    return {};
  }
  func::ReturnOp::create(builder, loc, answer);
  return question;
}

namespace {
struct GuardPadding : encke::impl::GuardPaddingBase<GuardPadding> {
  void runOnOperation() override {
    SmallVector<func::FuncOp> functions;
    getOperation().walk([&](func::FuncOp function) {
      if (hasPaddedOperand(function))
        functions.push_back(function);
    });
    if (functions.empty())
      return;
    SymbolTableCollection symbols;
    SymbolUserMap users(symbols, getOperation());
    for (func::FuncOp function : functions)
      guard(function, users);
  }

  static bool hasPaddedOperand(func::FuncOp function);
  void guard(func::FuncOp function, const SymbolUserMap &users);
};
} // namespace

bool GuardPadding::hasPaddedOperand(func::FuncOp function) {
  return function
      .walk([](AccessOp access) {
        return isPadded(access) ? WalkResult::interrupt()
                                : WalkResult::advance();
      })
      .wasInterrupted();
}

void GuardPadding::guard(func::FuncOp function, const SymbolUserMap &users) {
  bool isUnknown = false;
  func::FuncOp copy = function.clone();
  func::FuncOp question = makeQuestion(copy, isUnknown);
  copy.erase();
  SmallVector<func::CallOp> calls;
  if (question)
    calls = getCalls(function, users);
  if (isUnknown || (question && calls.empty())) {
    setExact(function);
    ++numExact;
  }
  if (calls.empty()) {
    if (question)
      question.erase();
    return;
  }
  func::FuncOp exact = function.clone();
  exact->removeAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName());
  setExact(exact);
  setSeldomCalled(exact);
  SymbolTable symbols(getOperation());
  for (auto [made, suffix] :
       {std::pair(exact, "_exact"), std::pair(question, "_finite")}) {
    func::FuncOp added = made;
    added.setName(getFreeName(getOperation(), function.getName() + suffix));
    symbols.insert(added);
    added->moveAfter(function);
  }
  for (func::CallOp call : calls)
    setGuard(call, {question, exact});
  ++numGuarded;
}
