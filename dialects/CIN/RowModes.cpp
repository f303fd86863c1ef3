//===- RowModes.cpp - what lies along a row workspace ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/RowModes.h"
#include "dialects/CIN/Marks.h"
#include "dialects/TA/Encoding.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

static ValueRange indicesOf(Operation *op) {
  if (auto access = dyn_cast<AccessOp>(op))
    return access.getIndices();
  auto assign = dyn_cast<AssignOp>(op);
  return assign ? ValueRange(assign.getIndices()) : ValueRange();
}

/// The one mode that variables of the row access in each use of the place, a
/// mode that is stored by coordinates.
static std::optional<unsigned> findMode(Value place, const RowModes &row) {
  std::optional<unsigned> found;
  for (Operation *user : place.getUsers()) {
    std::optional<unsigned> here;
    for (auto [mode, index] : llvm::enumerate(indicesOf(user))) {
      if (!row.variables.contains(index))
        continue;
      if (here)
        return std::nullopt;
      here = mode;
    }
    if (!here || (found && *found != *here))
      return std::nullopt;
    found = here;
  }
  auto type = cast<PlaceType>(place.getType()).getTensor();
  std::optional<Format> format = getFormat(type);
  if (!found || !type.getEncoding() || !format || !format->storesWholeModes())
    return std::nullopt;
  for (auto [level, levelType] : llvm::enumerate(format->levels))
    if (format->levelToMode[level] == *found && levelType.isDense())
      return std::nullopt;
  return found;
}

bool encke::cin::isRow(WhereOp where) {
  RankedTensorType type = where.getWorkspaceType().getTensor();
  std::optional<Format> format = getFormat(type);
  return type.getEncoding() && format && format->levels.size() == 1 &&
         !where.isKeyed();
}

/// The index variables of the workspace and of the row workspaces that these
/// access, too: a mask, mostly. Returns the places that they access besides.
static llvm::SmallSetVector<Value, 4> followVariables(WhereOp first,
                                                      RowModes &row) {
  llvm::SmallSetVector<Value, 4> places;
  row.wheres.insert(first);
  auto addVariables = [&](WhereOp where) {
    for (Region *region : {&where.getConsumer(), &where.getProducer()})
      for (Operation *user : region->getArgument(0).getUsers())
        if (ValueRange indices = indicesOf(user); !indices.empty())
          row.variables.insert(indices.front());
  };
  addVariables(first);
  for (size_t next = 0; next < row.variables.size(); ++next)
    for (Operation *user : row.variables[next].getUsers()) {
      Value place = user->getOperand(0);
      auto where = dyn_cast<WhereOp>(place.getParentBlock()->getParentOp());
      if (!where || !isRow(where))
        places.insert(place);
      else if (row.wheres.insert(where))
        addVariables(where);
    }
  return places;
}

/// Null where something along the row has all of its coordinates anyway, or
/// needs their true values.
static std::optional<RowModes> findModes(WhereOp where) {
  auto kernel = where->getParentOfType<KernelOp>();
  RowModes row;
  llvm::SmallSetVector<Value, 4> places = followVariables(where, row);
  for (Value variable : row.variables)
    for (Operation *user : variable.getUsers())
      if (!isa<AccessOp, AssignOp>(user))
        return std::nullopt;
  for (Value place : places) {
    if (place.getParentBlock()->getParentOp() != kernel)
      return std::nullopt;
    std::optional<unsigned> mode = findMode(place, row);
    if (!mode)
      return std::nullopt;
    row.modes[place] = *mode;
  }
  return row;
}

std::optional<RowModes> RowModes::find(WhereOp where) {
  std::optional<RowModes> row = findModes(where);
  if (!row)
    return std::nullopt;
  for (BlockArgument output :
       where->getParentOfType<KernelOp>().getOutputArguments())
    if (row->modes.contains(output))
      row->result = output;
  if (!row->result || row->modes.size() == 1)
    return std::nullopt;
  return row;
}

LogicalResult encke::cin::verifyRenumbering(KernelOp kernel) {
  WalkResult result = kernel.walk([](WhereOp where) {
    if (!where.getRenumber() || (isRow(where) && RowModes::find(where)))
      return WalkResult::advance();
    where.emitOpError("cannot have its coordinates numbered anew: it is no "
                      "list of coordinates, something along it has all of "
                      "them or needs their true values, or no sparse result "
                      "lies along it");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}
