//===- Convert.cpp - operands stored as a program says --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Clauses/Clauses.h"

#include "dialects/TA/Encoding.h"
#include "passes/Support/Places.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// Gives the kernel another operand in the place of one.
static void replaceInput(KernelOp kernel, unsigned number, Value other) {
  auto type = cast<RankedTensorType>(other.getType());
  kernel.setOperand(number, other);
  kernel.getBlock().getArgument(number).setType(
      PlaceType::get(kernel.getContext(), type));
}

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
  for (auto [number, place] : llvm::enumerate(kernel.getInputArguments())) {
    if (getTensorName(place.getLoc()) != name && !isElement(place, name))
      continue;
    isThere = true;
    auto type = cast<RankedTensorType>(kernel.getInputs()[number].getType());
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
    replaceInput(kernel, unsigned(number),
                 sparse_tensor::ConvertOp::create(builder, clause.getLoc(),
                                                  wanted,
                                                  kernel.getInputs()[number]));
  }
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
