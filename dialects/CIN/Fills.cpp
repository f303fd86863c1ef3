//===- Fills.cpp - what results start from --------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Fills.h"

#include "dialects/CIN/Reductions.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

static bool isZero(Value value) {
  return matchPattern(value, m_AnyZeroFloat()) || matchPattern(value, m_Zero());
}

bool cin::setsToZero(AssignOp assign) {
  return assign.getReduction() == Reduction::none && isZero(assign.getValue());
}

std::optional<Reduction> cin::getStart(KernelOp kernel) {
  if (kernel.getOutputs().size() != 1)
    return std::nullopt;
  BlockArgument place = kernel.getOutputArguments().front();
  if (cast<PlaceType>(place.getType()).getTensor().getEncoding())
    return std::nullopt;
  Reduction common = Reduction::none;
  for (Operation *user : place.getUsers()) {
    auto assign = dyn_cast<AssignOp>(user);
    if (!assign || assign.getReduction() == Reduction::none)
      continue;
    Reduction reduction = getCollecting(assign.getReduction());
    if (common != Reduction::none && common != reduction)
      return std::nullopt;
    common = reduction;
  }
  return common;
}

Value cin::emitStart(OpBuilder &builder, KernelOp kernel) {
  Reduction reduction = getStart(kernel).value_or(Reduction::none);
  BlockArgument place = kernel.getOutputArguments().front();
  Type element = cast<PlaceType>(place.getType()).getTensor().getElementType();
  return emitIdentity(builder, kernel.getLoc(),
                      reduction == Reduction::none ? Reduction::add : reduction,
                      element);
}

KernelOp cin::getFill(KernelOp kernel) {
  if (kernel.getOutputs().size() != 1)
    return {};
  auto fill = kernel.getOutputs().front().getDefiningOp<KernelOp>();
  bool isOwn = fill && fill.getInputs().empty() &&
               llvm::all_of(fill->getUsers(), [&](Operation *user) {
                 return user == kernel || isa<tensor::DimOp>(user);
               });
  return isOwn ? fill : KernelOp();
}

bool cin::visitsAll(ForallOp loop) {
  if (loop.isDerived())
    return false;
  return llvm::all_of(loop.getIndex().getUsers(), [&](Operation *user) {
    auto access = dyn_cast<AccessOp>(user);
    if (!access) {
      auto inner = dyn_cast<ForallOp>(user);
      return isa<AssignOp>(user) ||
             (inner && inner.getWithin() == loop.getIndex());
    }
    std::optional<Format> format =
        getFormat(access.getTensor().getType().getTensor());
    bool isOwnLevel = llvm::is_contained(access.getLevels(), loop.getIndex()) &&
                      !llvm::is_contained(access.getIndices(), loop.getIndex());
    if (!format || isOwnLevel)
      return false;
    for (auto [mode, type] : llvm::zip(format->levelToMode, format->levels))
      if (access.getIndices()[mode] == loop.getIndex() && !type.isDense())
        return false;
    return true;
  });
}
