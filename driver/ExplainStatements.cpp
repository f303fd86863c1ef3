//===- ExplainStatements.cpp - statements of the stage ta-opt, in words ---===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Explain.h"
#include "driver/ExplainNames.h"
#include "driver/Factors.h"

#include "passes/Support/Estimates.h"
#include "passes/Support/Labels.h"
#include "passes/Support/Places.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace encke;

bool ExplainedStatement::knowsSizes() const {
  return llvm::all_of(
      data, [](const ExplainedData &entry) { return bool(entry.data); });
}

static double getNumber(Operation *op, StringRef name) {
  auto number = op->getAttrOfType<IntegerAttr>(name);
  return number ? double(number.getInt()) : 0;
}

namespace {

/// Reads the kernels of a program one after the other.
class StatementReader {
public:
  StatementReader(MeasureFile measure) : measure(measure) {}

  void read(func::CallOp call, func::FuncOp function,
            ExplainedStatement &statement);

private:
  void addData(Operation *op, RankedTensorType type, bool isResult,
               ExplainedStatement &statement);
  Factors getFactors(Value value);

  MeasureFile measure;
  func::CallOp call;
  llvm::DenseMap<Value, Factors> parts; ///< What the program has of them.
  llvm::DenseMap<Value, std::string> clauses;
};

} // namespace

/// What is known of the tensor that the operation reads or makes, once.
void StatementReader::addData(Operation *op, RankedTensorType type,
                              bool isResult, ExplainedStatement &statement) {
  StringRef name = getTensorName(op->getLoc());
  // What is in between of parts has no name, and of numbers there is nothing to
  // say.
  if (name.empty() || type.getRank() == 0 ||
      llvm::any_of(statement.data, [&](const ExplainedData &entry) {
        return entry.tensor.name == name;
      }))
    return;
  ExplainedData &entry = statement.data.emplace_back();
  entry.tensor = {name.str(), getFormatName(type)};
  entry.data = readTensorData(op->getAttr(dataAttribute));
  entry.isResult = isResult;
  if (entry.data && entry.data->file && type.getEncoding())
    entry.spread = measure(entry.data->file);
}

/// The factors of a product as the program writes them; none of anything else.
Factors StatementReader::getFactors(Value value) {
  return findFactors(value, [&](ta::AccessOp access) {
    auto argument = dyn_cast<BlockArgument>(access.getTensor());
    return argument ? parts.lookup(call.getOperand(argument.getArgNumber()))
                    : std::nullopt;
  });
}

void StatementReader::read(func::CallOp newCall, func::FuncOp function,
                           ExplainedStatement &statement) {
  call = newCall;
  function.walk([&](ta::AccessOp access) {
    addData(access, cast<RankedTensorType>(access.getTensor().getType()),
            /*isResult=*/false, statement);
    // Parts before this one are stored by clauses of its own.
    auto argument = dyn_cast<BlockArgument>(access.getTensor());
    if (argument && getTensorName(access.getLoc()).empty())
      if (auto part = clauses.find(call.getOperand(argument.getArgNumber()));
          part != clauses.end() &&
          !llvm::is_contained(statement.temporaries, part->second))
        statement.temporaries.push_back(part->second);
  });
  function.walk([&](ta::AssignOp op) {
    // The last one is the statement, those before are parts of it.
    if (auto order = op->getAttrOfType<StringAttr>(orderAttribute))
      statement.order = order.str();
    statement.operations += getNumber(op, flopsAttribute);
    statement.bytes =
        std::max(statement.bytes, getNumber(op, peakBytesAttribute));
    statement.isHoisted |= op->hasAttr(hoistedAttribute);
    ++statement.parts;
    addData(op, op.getType(), /*isResult=*/true, statement);
    Factors factors = getFactors(op.getValue());
    parts[call.getResult(0)] = factors;
    statement.isProduct = factors.has_value();
    std::string format = getFormatName(op.getType());
    if (factors && factors->size() > 1)
      clauses[call.getResult(0)] =
          "temporary(" +
          llvm::join(llvm::map_range(*factors,
                                     [](const PartText &factor) {
                                       return factor.toFactor();
                                     }),
                     " * ") +
          ", " + (op.getType().getEncoding() ? format : "Dense") + ")";
  });
}

Explanation encke::explainStatements(ModuleOp module, MeasureFile measure) {
  Explanation explanation;
  SymbolTable symbols(module);
  StatementReader reader(measure);
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
      explanation.emplace_back().place = place;
      found = std::prev(explanation.end());
    }
    reader.read(call, function, *found);
  });
  return explanation;
}
