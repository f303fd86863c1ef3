//===- Terms.cpp - the layouts of a statement's terms ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Assumed.h"
#include "passes/DenseLayout/Layout.h"
#include "passes/Support/Estimates.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Labels.h"
#include "passes/Support/TargetSpec.h"

#include "dialects/CIN/Schedule.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

namespace {
/// Chooses layouts for statements, one after the other.
class LayoutChooser {
public:
  explicit LayoutChooser(bool fuse) : fuse(fuse) {}

  std::vector<Term> choose(AssignOp statement);

private:
  Layout chooseLayout(AssignOp statement, SumOp sum, bool isAlone);
  std::optional<Contraction> match(AssignOp statement, SumOp sum);
  bool isMadeByRows(AssignOp statement, AccessOp operand) const;

  bool fuse; // kernels will be
  Estimates estimates;
  llvm::DenseSet<Operation *> products; // statements that become some
};
} // namespace

static void collectTerms(Value value, bool negative, std::vector<Term> &terms) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_present<AddOp, SubOp, NegOp>(op) || !containsReduction(value)) {
    terms.push_back({value, negative, {}});
    return;
  }
  collectTerms(op->getOperand(0), negative != isa<NegOp>(op), terms);
  if (op->getNumOperands() == 2)
    collectTerms(op->getOperand(1), negative != isa<SubOp>(op), terms);
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

static bool isBlasType(Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  return type.isF64() || type.isF32() ||
         (complex && complex.getElementType().isF64());
}

/// Two dense tensors, with scalars as factors.
static bool matchFactors(Value value, Contraction &in) {
  Operation *op = value.getDefiningOp();
  if (isa_and_present<MulOp>(op))
    return matchFactors(op->getOperand(0), in) &&
           matchFactors(op->getOperand(1), in);
  if (isa_and_present<ScalarOp>(op))
    return true;
  auto access = dyn_cast_if_present<AccessOp>(op);
  if (!access || access.getTensor().getType().getEncoding() || in.accessB)
    return false;
  llvm::DenseSet<Attribute> distinct(access.getIndices().begin(),
                                     access.getIndices().end());
  (in.accessA ? in.accessB : in.accessA) = access;
  return distinct.size() == access.getIndices().size();
}

/// The statements whose values the expression is part of.
static SmallVector<AssignOp> findStatements(Value expr) {
  SmallVector<AssignOp> statements;
  SmallVector<Value> parts = {expr};
  llvm::DenseSet<Operation *> seen; // expressions share parts
  while (!parts.empty())
    for (Operation *user : parts.pop_back_val().getUsers()) {
      if (!seen.insert(user).second)
        continue;
      if (auto statement = dyn_cast<AssignOp>(user))
        statements.push_back(statement);
      else
        llvm::append_range(parts, user->getResults());
    }
  return statements;
}

/// Whoever reads the tensor does so along its first label, once for each of its
/// own, or for all: so that its loops can be this statement's, too
/// (passes/FuseKernels).
static bool isReadByRows(AssignOp statement) {
  bool isRead = false;
  for (Operation *user : statement->getUsers()) {
    if (isa<tensor::DimOp>(user))
      continue;
    auto access = dyn_cast<AccessOp>(user);
    if (!access || access.getIndices().empty())
      return false;
    SmallVector<AssignOp> readers = findStatements(access);
    for (AssignOp reader : readers)
      if (reader->getBlock() != statement->getBlock() ||
          !(reader.getIndices().empty() ||
            reader.getIndices()[0] == access.getIndices()[0]))
        return false;
    isRead |= !readers.empty();
  }
  return isRead;
}

/// Loops of another statement make the operand for this one alone, along the
/// label that is first in the result, too.
bool LayoutChooser::isMadeByRows(AssignOp statement, AccessOp operand) const {
  if (operand.getIndices().empty())
    return false;
  auto source = operand.getTensor().getDefiningOp<AssignOp>();
  return source && !source.getGemmAttr() && !products.contains(source) &&
         source->getBlock() == statement->getBlock() &&
         !statement.getIndices().empty() &&
         operand.getIndices()[0] == statement.getIndices()[0] &&
         llvm::all_of(source->getUsers(), [&](Operation *user) {
           return user == operand || isa<tensor::DimOp>(user);
         });
}

/// The sum as a contraction, with what is known of its sizes.
std::optional<Contraction> LayoutChooser::match(AssignOp statement, SumOp sum) {
  Type element = statement.getType().getElementType();
  Contraction in;
  if (statement.getType().getEncoding() || !isBlasType(element) ||
      !matchFactors(sum.getOperand(), in) || !in.accessB)
    return std::nullopt;
  in.a = toLabels(in.accessA.getIndices());
  in.b = toLabels(in.accessB.getIndices());
  in.c = toLabels(statement.getIndices());
  in.isComplex = isa<ComplexType>(element);
  in.bytes = in.isComplex ? 16 : element.getIntOrFloatBitWidth() / 8;
  in.readByRows = fuse && isReadByRows(statement);
  in.madeByRows[0] = fuse && isMadeByRows(statement, in.accessA);
  in.madeByRows[1] = fuse && isMadeByRows(statement, in.accessB);
  for (AccessOp access : {in.accessA, in.accessB})
    for (auto [mode, label] : llvm::enumerate(toLabels(access.getIndices()))) {
      int64_t size = access.getTensor().getType().getDimSize(mode);
      if (size == 0)
        return std::nullopt;
      auto known = in.sizes.try_emplace(label, 0).first;
      if (!ShapedType::isDynamic(size))
        known->second = double(size);
    }
  for (auto &[label, size] : in.sizes)
    if (size == 0) {
      size = cost::assumedSide;
      in.unknown.insert(label);
    }
  return in;
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// As matrix products or by loops, whichever takes less.
Layout LayoutChooser::chooseLayout(AssignOp statement, SumOp sum,
                                   bool isAlone) {
  Layout loops = chooseLoops(statement, sum, estimates);
  std::optional<Contraction> in = match(statement, sum);
  if (!in || in->describe().flops < cost::worthLibrary)
    return loops;
  in->mayTransposeResult = isAlone;
  cost::Target target = getTarget(statement);
  std::optional<TimedLayout> products = chooseProducts(*in, target);
  if (!products || products->nanoseconds > estimateLoops(*in, loops, target))
    return loops;
  return products->layout;
}

std::vector<Term> LayoutChooser::choose(AssignOp statement) {
  std::vector<Term> terms;
  collectTerms(statement.getValue(), /*negative=*/false, terms);
  SmallVector<Term *> others;
  for (Term &term : terms) {
    if (auto sum = term.value.getDefiningOp<SumOp>())
      term.layout = chooseLayout(statement, sum, terms.size() == 1);
    if (term.layout.gemm)
      products.insert(statement);
    else
      others.push_back(&term);
  }
  // Where other reductions than sums have nothing to reduce, there is no
  // element to be added: they are all that a statement computes, or are left.
  if (others.size() == 1 && !others.front()->negative &&
      !others.front()->value.getDefiningOp<SumOp>())
    others.front()->layout =
        chooseLoops(statement, others.front()->value, estimates);
  return terms;
}

std::vector<std::pair<AssignOp, std::vector<Term>>>
encke::chooseLayouts(Operation *module, bool fuse) {
  std::vector<std::pair<AssignOp, std::vector<Term>>> chosen;
  LayoutChooser chooser(fuse);
  module->walk([&](AssignOp op) {
    if (!op.getGemmAttr() && !cin::isAboutLoops(cin::getSchedule(op)))
      chosen.emplace_back(op, chooser.choose(op));
  });
  return chosen;
}
