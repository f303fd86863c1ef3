//===- PatternOrigins.cpp - tensors that store the same places ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/MergeLevels/PatternOrigins.h"

#include "passes/MergeLevels/Candidate.h"

#include "dialects/CIN/CINDialect.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

PatternOrigins::PatternOrigins(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      functions[function.getSymNameAttr()] = function;
  module.walk([&](func::CallOp call) {
    auto [entry, isFirst] =
        calls.try_emplace(call.getCalleeAttr().getAttr(), call);
    if (!isFirst)
      entry->second = {};
  });
}

/// A result of a kernel, which may have the pattern of one of its operands.
Value PatternOrigins::getOriginOfResult(OpResult result) const {
  Operation *op = result.getOwner();
  if (auto call = dyn_cast<func::CallOp>(op)) {
    func::FuncOp function = functions.lookup(call.getCalleeAttr().getAttr());
    if (!function || !llvm::hasSingleElement(function.getBody()))
      return result;
    Value returned = function.getBody().front().getTerminator()->getOperand(
        result.getResultNumber());
    Value origin = getOrigin(returned);
    // What a kernel makes anew is the call's.
    return origin.getParentRegion() == &function.getBody() ? Value(result)
                                                           : origin;
  }
  if (auto with = dyn_cast<WithValuesOp>(op)) {
    auto shared = with.getTensor().getDefiningOp<ShareLevelsOp>();
    bool isAll = shared && shared.getSource().getType() == result.getType();
    return isAll ? getOrigin(shared.getSource()) : Value(result);
  }
  auto kernel = dyn_cast<KernelOp>(op);
  if (!kernel || kernel.getOutputs().size() != 1)
    return result;
  if (kernel.getNumeric())
    return getOrigin(kernel.getOutputs().front());
  std::optional<MergeCandidate> candidate = matchCandidate(kernel);
  return candidate && candidate->hasPatternOfSource()
             ? getOrigin(candidate->source)
             : Value(result);
}

Value PatternOrigins::getOrigin(Value tensor) const {
  if (auto result = dyn_cast<OpResult>(tensor))
    return getOriginOfResult(result);
  auto argument = cast<BlockArgument>(tensor);
  auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  func::CallOp call =
      function ? calls.lookup(function.getSymNameAttr()) : func::CallOp();
  return call ? getOrigin(call.getOperand(argument.getArgNumber())) : tensor;
}

bool PatternOrigins::areSame(Value a, Value b) const {
  return cast<RankedTensorType>(a.getType()).getEncoding() ==
             cast<RankedTensorType>(b.getType()).getEncoding() &&
         getOrigin(a) == getOrigin(b);
}
