//===- Parts.cpp - workspaces for parts of expressions --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `workspace(A[i, j] * B[j, k], k)` is the workspace transformation (Kjolstad
// and others, "Tensor Algebra Compilation with Workspaces", section 4.1) of
// that part of the statement and these index variables.
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Clauses/Clauses.h"

#include "dialects/CIN/Rewrites.h"
#include "dialects/Parts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

static std::optional<PartText> getText(Value value);

/// That of an operation on two values, or on one.
static std::optional<PartText> getTextOfArithmetic(Operation *op) {
  std::optional<PartText> first = getText(op->getOperand(0));
  if (!first)
    return std::nullopt;
  if (isa<arith::NegFOp, complex::NegOp>(op))
    return PartText::negation(*first);
  if (op->getNumOperands() != 2)
    return std::nullopt;
  std::optional<PartText> second = getText(op->getOperand(1));
  if (!second)
    return std::nullopt;
  if (isa<arith::MulFOp, arith::MulIOp, complex::MulOp>(op))
    return PartText::product(*first, *second);
  if (isa<arith::AddFOp, arith::AddIOp, complex::AddOp>(op))
    return PartText::sum(*first, *second);
  if (isa<arith::SubFOp, arith::SubIOp, complex::SubOp>(op))
    return PartText::sum(*first, PartText::negation(*second));
  if (isa<arith::DivFOp, complex::DivOp>(op))
    return PartText::quotient(*first, *second);
  return std::nullopt;
}

/// As the program writes it; none of what a clause cannot name.
static std::optional<PartText> getText(Value value) {
  FloatAttr number;
  if (matchPattern(value, m_Constant(&number)))
    return PartText::number(number.getValueAsDouble());
  Operation *op = value.getDefiningOp();
  if (auto access = dyn_cast_if_present<AccessOp>(op))
    return PartText::operand(
        describeElement(access.getTensor(), access.getIndices()));
  if (op && op->getNumOperands() == 1 &&
      isa<math::MathDialect>(op->getDialect())) {
    std::optional<PartText> operand = getText(op->getOperand(0));
    return operand ? std::optional(PartText::call(op->getName().stripDialect(),
                                                  ArrayRef<PartText>(*operand)))
                   : std::nullopt;
  }
  return op && op->getNumOperands() > 0 ? getTextOfArithmetic(op)
                                        : std::nullopt;
}

static bool isProduct(Operation *op) {
  return isa_and_present<arith::MulFOp, arith::MulIOp, complex::MulOp>(op);
}

/// Multiplies the factors of the part first; null if they are not all there.
static Value regroup(Operation *product, ArrayRef<std::string> wanted) {
  auto all = Product::of(product->getResult(0), product->getBlock());
  SmallVector<Value> own, others;
  SmallVector<StringRef> left(wanted.begin(), wanted.end());
  for (Value factor : all.factors) {
    std::optional<PartText> text = getText(factor);
    auto *found = text ? llvm::find(left, text->toFactor()) : left.end();
    (found == left.end() ? others : own).push_back(factor);
    if (found != left.end())
      left.erase(found);
  }
  if (!left.empty() || own.size() < 2 || others.empty())
    return {};
  IRRewriter rewriter(product);
  Value part = all.multiply(rewriter, own);
  others.push_back(part);
  Value whole = all.multiply(rewriter, others);
  product->getResult(0).replaceAllUsesWith(whole);
  return part;
}

/// The value that the part is: that of an operation, or some factors of one.
static Value findPart(ClauseAttr clause, KernelOp kernel) {
  StringRef text = getPart(clause);
  SmallVector<std::string> factors = splitFactors(text);
  Value found;
  kernel.walk([&](Operation *op) {
    if (op->getNumResults() != 1 || op->getNumRegions() != 0)
      return WalkResult::advance();
    std::optional<PartText> part = getText(op->getResult(0));
    if (part && part->toText() == text)
      found = op->getResult(0);
    bool isOutermost =
        isProduct(op) && op->hasOneUse() && !isProduct(*op->getUsers().begin());
    if (!found && isOutermost)
      found = regroup(op, factors);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

static AssignOp findAssign(Value part) {
  AssignOp assign;
  for (auto other : part.getParentBlock()->getOps<AssignOp>())
    assign = other;
  return assign;
}

namespace {
/// Keeps why a rewrite was not done.
struct Reason : RewriterBase::Listener {
  void
  notifyMatchFailure(Location,
                     llvm::function_ref<void(Diagnostic &)> reason) override {
    Diagnostic diagnostic(UnknownLoc::get(context), DiagnosticSeverity::Remark);
    reason(diagnostic);
    text = diagnostic.str();
  }
  explicit Reason(MLIRContext *context) : context(context) {}

  MLIRContext *context;
  std::string text;
};
} // namespace

/// The index variable of the loop along a label that is around the assignment.
static Value findIndex(StringRef label, AssignOp assign) {
  for (auto loop = assign->getParentOfType<ForallOp>(); loop;
       loop = loop->getParentOfType<ForallOp>())
    if (loop.getLabel() == label)
      return loop.getIndex();
  return {};
}

static LogicalResult addWorkspace(ClauseAttr clause, KernelOp kernel) {
  Value expression = findPart(clause, kernel);
  AssignOp assign = expression ? findAssign(expression) : AssignOp();
  if (!assign)
    return refuse(clause) << "the loops compute no such part";
  std::optional<StringRef> kind = getWord(clause);
  WorkspaceRequest request{assign, expression, {}};
  for (StringRef label : getLabels(clause)) {
    Value index = findIndex(label, assign);
    if (!index)
      return refuse(clause) << "the part is in no loop along '" << label << "'";
    request.indices.push_back(index);
  }
  if (expression == assign.getValue() &&
      assign.getReduction() == Reduction::none)
    return refuse(clause) << "nothing is summed in the statement";
  Reason reason(kernel.getContext());
  PatternRewriter rewriter(kernel.getContext());
  rewriter.setListener(&reason);
  request.keys = findKeys(clause);
  request.compressed = request.keys.has_value();
  auto loops = llvm::map_to_vector(request.indices, forallOf);
  if (request.keys && failed(refuseBlocks(clause, loops)))
    return failure();
  // One that lists what it holds is slower, and there where it must be.
  if (succeeded(precompute(rewriter, request)))
    return success();
  if (request.keys)
    return refuse(clause) << reason.text;
  request.compressed = !kind && request.indices.size() == 1;
  if (request.compressed && failed(refuseBlocks(clause, loops)))
    return failure();
  if (request.compressed && succeeded(precompute(rewriter, request)))
    return success();
  return refuse(clause) << reason.text;
}

LogicalResult encke::applyPartWorkspaces(KernelOp kernel,
                                         ScheduleAttr schedule) {
  for (ClauseAttr clause : findClauses(schedule, "workspace"))
    if (!getPart(clause).empty() && failed(addWorkspace(clause, kernel)))
      return failure();
  return success();
}

bool encke::isWholeValue(ClauseAttr clause, AssignOp assign) {
  std::optional<PartText> whole = getText(assign.getValue());
  return whole && whole->toText() == getPart(clause);
}

bool encke::hasPartWorkspaces(ScheduleAttr schedule, AssignOp assign) {
  return llvm::any_of(
      findClauses(schedule, "workspace"), [&](ClauseAttr clause) {
        return !getPart(clause).empty() && !isWholeValue(clause, assign);
      });
}
