//===- Spaces.cpp - which modes and labels have one size ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Distribute/Spaces.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;
using namespace encke::distribute;

/// The mode under which the size of an index stands.
static constexpr unsigned indexMode = ~0u - 2;

Spaces::Spaces(func::FuncOp function) {
  function.walk([&](Operation *op) { visit(op); });
}

unsigned Spaces::make() {
  parents.push_back(unsigned(parents.size()));
  return parents.back();
}

unsigned Spaces::find(unsigned id) {
  while (parents[id] != id)
    id = parents[id] = parents[parents[id]];
  return id;
}

void Spaces::unite(unsigned a, unsigned b) { parents[find(a)] = find(b); }

unsigned Spaces::idOf(Value tensor, unsigned mode) {
  auto [place, isNew] = modes.try_emplace({tensor, mode}, 0);
  if (isNew) {
    unsigned made = make();
    modes[{tensor, mode}] = made;
    auto type = dyn_cast<RankedTensorType>(tensor.getType());
    if (type && !type.isDynamicDim(mode))
      unite(made, idOfSize(type.getDimSize(mode)));
    return made;
  }
  return place->second;
}

unsigned Spaces::idOfSize(int64_t value) {
  auto found = constants.find(value);
  if (found != constants.end())
    return found->second;
  unsigned made = make();
  constants[value] = made;
  return made;
}

unsigned Spaces::idOfSize(Value index) {
  if (std::optional<int64_t> value = getConstantIntValue(index))
    return idOfSize(*value);
  return idOf(index, indexMode);
}

unsigned Spaces::idOfLabel(Operation *statement, Operation *closes,
                           StringAttr label) {
  std::pair<std::pair<Operation *, Operation *>, StringAttr> key = {
      {statement, closes}, label};
  auto found = labels.find(key);
  if (found != labels.end())
    return found->second;
  unsigned made = make();
  labels[key] = made;
  return made;
}

Spaces::Space Spaces::of(AssignOp statement, Operation *closes,
                         StringAttr label) {
  return find(idOfLabel(statement, closes, label));
}

/// What the part says of its labels holds, and what the statement said.
void Spaces::takeOver(AssignOp statement, Operation *closes, AssignOp part) {
  visitStatement(part);
  for (auto label :
       closes->getAttrOfType<ArrayAttr>("over").getAsRange<StringAttr>())
    unite(idOfLabel(part, closes, label), idOfLabel(statement, closes, label));
}

//===----------------------------------------------------------------------===//
// What the program says
//===----------------------------------------------------------------------===//

/// `sizes` are those of the dynamic modes.
void Spaces::uniteSizes(Value tensor, ValueRange sizes) {
  auto type = cast<RankedTensorType>(tensor.getType());
  auto size = sizes.begin();
  for (int64_t mode = 0; mode != type.getRank(); ++mode)
    if (type.isDynamicDim(mode) && size != sizes.end())
      unite(idOf(tensor, unsigned(mode)), idOfSize(*size++));
}

void Spaces::uniteTensors(Value a, Value b) {
  auto type = dyn_cast<RankedTensorType>(a.getType());
  auto other = dyn_cast<RankedTensorType>(b.getType());
  if (!type || !other || type.getRank() != other.getRank())
    return;
  for (unsigned mode = 0; mode != unsigned(type.getRank()); ++mode)
    unite(idOf(a, mode), idOf(b, mode));
}

void Spaces::uniteAll(ValueRange a, ValueRange b) {
  for (auto [one, other] : llvm::zip(a, b))
    uniteTensors(one, other);
}

void Spaces::visit(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](SizeOp size) {
        for (Value given : size.getGiven())
          unite(idOfSize(given), idOfSize(size.getResult()));
        if (std::optional<uint64_t> value = size.getValue())
          unite(idOfSize(int64_t(*value)), idOfSize(size.getResult()));
      })
      .Case([&](tensor::DimOp dim) {
        if (std::optional<int64_t> mode = dim.getConstantIndex())
          unite(idOf(dim.getSource(), unsigned(*mode)),
                idOfSize(dim.getResult()));
      })
      .Case<ReadOp, RandomOp, SliceOp, CoordinatesOp>(
          [&](auto made) { uniteSizes(made->getResult(0), made.getSizes()); })
      .Case<InsertOp, PermuteOp>([&](auto changed) {
        uniteTensors(changed.getTensor(), changed.getResult());
      })
      .Case([&](DecomposeOp op) {
        for (Value part : op.getParts())
          uniteTensors(op.getTensor(), part);
      })
      .Case([&](AssignOp statement) { visitStatement(statement); })
      .Case([&](scf::ForOp loop) {
        uniteAll(loop.getInitArgs(), loop.getRegionIterArgs());
        uniteAll(loop.getInitArgs(), loop.getResults());
        uniteAll(loop.getInitArgs(), loop.getYieldedValues());
      })
      .Case([&](scf::WhileOp loop) {
        uniteAll(loop.getInits(), loop.getBeforeArguments());
        uniteAll(loop.getInits(), loop.getYieldOp().getOperands());
        ValueRange goesOn = loop.getConditionOp().getArgs();
        uniteAll(goesOn, loop.getAfterArguments());
        uniteAll(goesOn, loop.getResults());
      })
      .Case([&](scf::IfOp branch) {
        if (branch.getNumResults() == 0)
          return;
        uniteAll(branch.getResults(), branch.thenYield().getOperands());
        uniteAll(branch.getResults(), branch.elseYield().getOperands());
      });
}

void Spaces::visitStatement(AssignOp statement) {
  uniteSizes(statement.getResult(), statement.getSizes());
  Scope scope;
  for (auto [mode, label] :
       llvm::enumerate(statement.getIndices().getAsRange<StringAttr>())) {
    unsigned id = idOfLabel(statement, nullptr, label);
    scope[label] = id;
    unite(id, idOf(statement.getResult(), unsigned(mode)));
  }
  visitExpression(statement, statement.getValue(), scope);
}

void Spaces::visitExpression(AssignOp statement, Value expr,
                             const Scope &scope) {
  Operation *op = expr.getDefiningOp();
  if (!op)
    return;
  auto uniteLabel = [&](StringAttr label, unsigned id) {
    auto found = scope.find(label);
    if (found != scope.end())
      unite(found->second, id);
  };
  if (auto access = dyn_cast<AccessOp>(op)) {
    for (auto [mode, label] :
         llvm::enumerate(access.getIndices().getAsRange<StringAttr>()))
      uniteLabel(label, idOf(access.getTensor(), unsigned(mode)));
    return;
  }
  if (auto repeat = dyn_cast<RepeatOp>(op))
    for (auto [label, size] : llvm::zip(
             repeat.getAlong().getAsRange<StringAttr>(), repeat.getSizes()))
      uniteLabel(label, idOfSize(size));
  Scope inner = scope;
  if (isa<SumOp, ReduceOp>(op))
    for (auto label :
         op->getAttrOfType<ArrayAttr>("over").getAsRange<StringAttr>())
      inner[label] = idOfLabel(statement, op, label);
  for (Value operand : op->getOperands())
    if (isa<ExprType>(operand.getType()))
      visitExpression(statement, operand, inner);
}
