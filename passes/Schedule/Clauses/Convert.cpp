//===- Convert.cpp - operands stored as a program says --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Clauses/Clauses.h"
#include "passes/Schedule/Conversions.h"

#include "dialects/TA/Encoding.h"
#include "passes/Support/Places.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// It is one of several elements of a tensor: `A[k, j]`.
static bool isElement(BlockArgument place, StringRef text) {
  return llvm::any_of(place.getUsers(), [&](Operation *user) {
    auto access = dyn_cast<AccessOp>(user);
    return access && describeElement(place, access.getIndices()) == text;
  });
}

static LogicalResult convert(ClauseAttr clause, KernelOp kernel) {
  StringRef name = cast<StringAttr>(clause.getArguments()[0]).getValue();
  StringRef word = cast<StringAttr>(clause.getArguments()[1]).getValue();
  OpBuilder builder(kernel);
  bool isThere = false;
  SmallVector<BlockArgument> places(kernel.getInputArguments());
  for (BlockArgument place : places) {
    if (getTensorName(place.getLoc()) != name && !isElement(place, name))
      continue;
    isThere = true;
    Value input = kernel.getOperandOf(place);
    auto type = cast<RankedTensorType>(input.getType());
    std::optional<Format> format =
        Format::named(word, unsigned(type.getRank()));
    if (!format)
      return emitError(clause.getLoc())
             << "there is no format '" << word << "' for a tensor of order "
             << type.getRank();
    if (!type.getEncoding() || format->isDense())
      return emitError(clause.getLoc())
             << "not supported yet: '" << toText(clause)
             << "' from or to a dense tensor";
    unsigned width = std::max(getPositionWidth(type), getCoordinateWidth(type));
    RankedTensorType wanted =
        getTensorType(*format, type.getShape(), type.getElementType(), width);
    if (wanted == type)
      continue;
    Value converted = sparse_tensor::ConvertOp::create(builder, clause.getLoc(),
                                                       wanted, input);
    place.replaceAllUsesWith(appendInput(kernel, converted, place.getLoc()));
  }
  dropUnusedInputs(kernel);
  if (!isThere)
    return refuse(clause) << "no operand is known as '" << name << "'";
  return success();
}

LogicalResult encke::convertAsTold(KernelOp kernel) {
  for (ClauseAttr clause : findClauses(getSchedule(kernel), "convert"))
    if (failed(convert(clause, kernel)))
      return failure();
  return success();
}
