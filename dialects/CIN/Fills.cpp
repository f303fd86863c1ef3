//===- Fills.cpp - kernels that set what others start from ----------------===//
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

/// The one assignment of a kernel that reads nothing and sets its one output.
static AssignOp findOnlyAssign(KernelOp kernel) {
  if (!kernel.getInputs().empty() || kernel.getOutputs().size() != 1)
    return {};
  SmallVector<AssignOp> assigns;
  kernel.walk([&](AssignOp assign) { assigns.push_back(assign); });
  bool sets =
      assigns.size() == 1 && assigns.front().getReduction() == Reduction::none;
  return sets ? assigns.front() : AssignOp();
}

bool cin::isZeroFill(KernelOp kernel) {
  AssignOp assign = findOnlyAssign(kernel);
  return assign && setsToZero(assign);
}

bool cin::isIdentityFill(KernelOp kernel, Reduction reduction) {
  AssignOp assign = findOnlyAssign(kernel);
  Attribute start, identity;
  if (!assign || !matchPattern(assign.getValue(), m_Constant(&start)))
    return false;
  OpBuilder builder(kernel.getContext());
  Operation *neutral = emitIdentity(builder, kernel.getLoc(), reduction,
                                    assign.getValue().getType())
                           .getDefiningOp();
  bool isConstant = matchPattern(neutral, m_Constant(&identity));
  neutral->destroy();
  return isConstant && start == identity;
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
  return llvm::all_of(loop.getIndex().getUsers(), [&](Operation *user) {
    auto access = dyn_cast<AccessOp>(user);
    if (!access) {
      auto inner = dyn_cast<ForallOp>(user);
      return isa<AssignOp>(user) ||
             (inner && inner.getWithin() == loop.getIndex());
    }
    std::optional<Format> format =
        getFormat(access.getTensor().getType().getTensor());
    if (!format)
      return false;
    for (auto [mode, type] : llvm::zip(format->levelToMode, format->levels))
      if (access.getIndices()[mode] == loop.getIndex() &&
          type != LevelType::Dense)
        return false;
    return true;
  });
}
