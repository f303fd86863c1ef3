//===- Unsorted.cpp - rows that need not be in order ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of a sparse result are sorted since a format lists coordinates in
// order. Where all that reads it are kernels with dense results that go along
// its rows, one element after the other, nobody can tell.
//
//===----------------------------------------------------------------------===//

#include "passes/Decide/Decide.h"
#include "passes/GuardPadding/Exact.h"
#include "passes/Support/Places.h"

#include "dialects/CIN/Plan.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/CIN/Schedule.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// The loop along the last level of what an access reads goes along all of a
/// row and nothing else, and its coordinates only say where elements are.
static bool goesAlong(AccessOp access, const LoopPlanner &planner) {
  Value place = access.getTensor();
  const Format &format = planner.levelsOf(place).format;
  Value variable = variableOf(access.getIndices(), format,
                              unsigned(format.levels.size()) - 1);
  ForallOp loop = forallOf(variable);
  if (loop.getAt() || loop.getWithin() || loop.getIndex() != variable ||
      !llvm::all_of(variable.getUsers(), [](Operation *user) {
        return isa<AccessOp, AssignOp>(user);
      }))
    return false;
  FailureOr<LoopPlan> plan = planner.plan(loop);
  return succeeded(plan) && plan->streams.size() == 1 && !plan->isMerge() &&
         !plan->domain.isUniverse() && !plan->isLookedUp(0);
}

/// Tasks that own coordinates search for theirs in each row.
static bool searchesForOwn(KernelOp kernel) {
  return kernel
      .walk([](ForallOp forall) {
        std::optional<SharingAttr> sharing = forall.getSharing();
        return sharing && sharing->getShare() == Share::owner
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The last level lists coordinates.
static bool listsCoordinatesLast(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  std::optional<Format> format =
      type && type.getEncoding() ? getFormat(type) : std::nullopt;
  return format && format->storesWholeModes() &&
         format->levels.back().hasPositions();
}

/// A kernel whose result is the same in whatever order the rows of an operand
/// are.
static bool allowsAnyOrder(KernelOp kernel, Value operand) {
  if (searchesForOwn(kernel) || llvm::any_of(kernel.getResultTypes(), isSparse))
    return false;
  LoopPlanner planner(kernel);
  for (auto [input, place] :
       llvm::zip(kernel.getInputs(), kernel.getInputArguments()))
    if (input == operand)
      for (Operation *user : place.getUsers()) {
        auto access = dyn_cast<AccessOp>(user);
        if (!access || !goesAlong(access, planner))
          return false;
      }
  return true;
}

static bool allowsAnyOrder(func::FuncOp function, unsigned parameter) {
  if (!function || !function->hasAttr("encke.kernel"))
    return false;
  Value argument = function.getArgument(parameter);
  return llvm::all_of(argument.getUsers(), [&](Operation *user) {
    auto kernel = dyn_cast<KernelOp>(user);
    return isa<tensor::DimOp>(user) ||
           (kernel && allowsAnyOrder(kernel, argument));
  });
}

/// Of what a kernel's function gives, perhaps as one of two that the data
/// choose from.
static bool isReadInAnyOrder(Value tensor, const SymbolTable &symbols) {
  return llvm::all_of(tensor.getUses(), [&](OpOperand &use) {
    if (isa<scf::YieldOp>(use.getOwner())) {
      auto choice = dyn_cast<scf::IfOp>(use.getOwner()->getParentOp());
      return choice && isReadInAnyOrder(
                           choice.getResult(use.getOperandNumber()), symbols);
    }
    auto call = dyn_cast<func::CallOp>(use.getOwner());
    return call &&
           allowsAnyOrder(symbols.lookup<func::FuncOp>(call.getCallee()),
                          use.getOperandNumber());
  });
}

/// The workspaces that a kernel takes rows of its result from, one element
/// after the other.
static void leaveUnsorted(func::FuncOp function) {
  for (KernelOp kernel : function.front().getOps<KernelOp>()) {
    if (kernel->getNumResults() != 1 ||
        !listsCoordinatesLast(kernel->getResult(0)))
      continue;
    LoopPlanner planner(kernel);
    Value result = kernel.getOutputArguments().front();
    Format format = *getFormat(cast<PlaceType>(result.getType()).getTensor());
    kernel.walk([&](WhereOp where) {
      RankedTensorType type = where.getWorkspaceType().getTensor();
      if (type.getRank() != 1 || !type.getEncoding() ||
          where.getMarks() == ListMarks::stamp ||
          where.getMarks() == ListMarks::gather)
        return;
      Value place = where.getConsumer().getArgument(0);
      bool isPlain = llvm::all_of(place.getUsers(), [&](Operation *user) {
        auto access = dyn_cast<AccessOp>(user);
        if (!access || !goesAlong(access, planner))
          return false;
        auto assign = getModifying(*access->getBlock());
        return assign && assign.getTensor() == result &&
               assign->getBlock() == access->getBlock() &&
               variableOf(assign.getIndices(), format,
                          unsigned(format.levels.size()) - 1) ==
                   access.getIndices().front();
      });
      where.setUnsorted(isPlain && !place.use_empty());
    });
  }
}

void encke::decideUnsorted(ModuleOp module) {
  SymbolTableCollection tables;
  SymbolTable &symbols = tables.getSymbolTable(module);
  SymbolUserMap users(tables, module);
  module.walk([&](func::CallOp call) {
    auto function = symbols.lookup<func::FuncOp>(call.getCallee());
    if (function && function->hasAttr("encke.kernel") &&
        call.getNumResults() == 1 && listsCoordinatesLast(call.getResult(0)) &&
        !call.getResult(0).use_empty() &&
        isReadInAnyOrder(call.getResult(0), symbols) &&
        getCalls(function, users).size() == 1)
      leaveUnsorted(function);
  });
}
