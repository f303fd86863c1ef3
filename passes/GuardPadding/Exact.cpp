//===- Exact.cpp - kernels that padding matters to ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/GuardPadding/Exact.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace encke;

static constexpr StringLiteral exactName = "encke.exact",
                               seldomName = "encke.seldom",
                               questionName = "encke.finite",
                               otherwiseName = "encke.otherwise";

static bool isIn(Operation *op, StringRef attribute) {
  auto function = op->getParentOfType<func::FuncOp>();
  return function && function->hasAttr(attribute);
}

static void mark(func::FuncOp function, StringRef attribute) {
  function->setAttr(attribute, UnitAttr::get(function.getContext()));
}

bool encke::isExact(Operation *op) { return isIn(op, exactName); }

void encke::setExact(func::FuncOp function) { mark(function, exactName); }

bool encke::isSeldomCalled(Operation *op) { return isIn(op, seldomName); }

void encke::setSeldomCalled(func::FuncOp function) {
  mark(function, seldomName);
}

std::optional<Guard> encke::getGuard(func::CallOp call) {
  auto question = call->getAttrOfType<FlatSymbolRefAttr>(questionName);
  auto exact = call->getAttrOfType<FlatSymbolRefAttr>(otherwiseName);
  if (!question || !exact)
    return std::nullopt;
  auto module = call->getParentOfType<ModuleOp>();
  Guard guard{module.lookupSymbol<func::FuncOp>(question),
              module.lookupSymbol<func::FuncOp>(exact)};
  return guard.question && guard.exact ? std::optional(guard) : std::nullopt;
}

void encke::setGuard(func::CallOp call, const Guard &guard) {
  func::FuncOp question = guard.question, exact = guard.exact;
  call->setAttr(questionName, FlatSymbolRefAttr::get(question.getNameAttr()));
  call->setAttr(otherwiseName, FlatSymbolRefAttr::get(exact.getNameAttr()));
}

void encke::dropGuard(func::CallOp call) {
  call->removeAttr(questionName);
  call->removeAttr(otherwiseName);
}

SmallVector<func::CallOp> encke::getCalls(func::FuncOp function,
                                          const SymbolUserMap &users) {
  SmallVector<func::CallOp> calls;
  if (!function.isPrivate())
    return {};
  for (Operation *user : users.getUsers(function)) {
    auto call = dyn_cast<func::CallOp>(user);
    if (!call || call.getCallee() != function.getName())
      return {};
    calls.push_back(call);
  }
  return calls;
}

std::string encke::getFreeName(ModuleOp module, const Twine &name) {
  std::string free = name.str();
  for (unsigned number = 0; module.lookupSymbol(free); ++number)
    free = (name + "_" + Twine(number)).str();
  return free;
}
