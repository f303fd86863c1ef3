//===- ExplainStatements.cpp - statements of the stage ta-opt, in words ---===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Explain.h"

#include "dialects/TA/TADialect.h"
#include "passes/Support/Estimates.h"
#include "passes/Support/Labels.h"
#include "passes/Support/Places.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace encke;

static double getNumber(Operation *op, StringRef name) {
  auto number = op->getAttrOfType<IntegerAttr>(name);
  return number ? double(number.getInt()) : 0;
}

static void addPart(ta::AssignOp op, ExplainedStatement &statement) {
  // The last one is the statement, those before are parts of it.
  if (auto order = op->getAttrOfType<StringAttr>(orderAttribute))
    statement.order = order.str();
  statement.operations += getNumber(op, flopsAttribute);
  statement.bytes =
      std::max(statement.bytes, getNumber(op, peakBytesAttribute));
  statement.isHoisted |= op->hasAttr(hoistedAttribute);
  ++statement.parts;
}

Explanation encke::explainStatements(ModuleOp module) {
  Explanation explanation;
  SymbolTable symbols(module);
  // Kernels are functions; where they are called the program has them.
  module.walk([&](func::CallOp call) {
    auto function = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!function || !function->hasAttr("encke.kernel"))
      return;
    std::string place = getPlace(call.getLoc());
    auto found = llvm::find_if(explanation, [&](const auto &statement) {
      return statement.place == place;
    });
    if (found == explanation.end()) {
      explanation.push_back({place, "", "", 0, 0, 0, false, {}});
      found = std::prev(explanation.end());
    }
    function.walk([&](ta::AssignOp op) { addPart(op, *found); });
  });
  return explanation;
}
