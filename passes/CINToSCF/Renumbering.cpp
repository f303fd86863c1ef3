//===- Renumbering.cpp - coordinates of rows numbered anew ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Renumbering.h"
#include "passes/Cost/SparseRows.h"

#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

namespace {

/// What row workspaces run along together: their index variables, and the mode
/// of each place that these access.
struct RowModes {
  llvm::SmallSetVector<WhereOp, 2> wheres;
  llvm::SmallSetVector<Value, 4> variables;
  llvm::MapVector<Value, unsigned> modes; // by place
};
} // namespace

static ValueRange indicesOf(Operation *op) {
  if (auto access = dyn_cast<AccessOp>(op))
    return access.getIndices();
  return cast<AssignOp>(op).getIndices();
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
    if (format->levelToMode[level] == *found && levelType == LevelType::Dense)
      return std::nullopt;
  return found;
}

static bool isRow(WhereOp where) {
  return bool(where.getWorkspaceType().getTensor().getEncoding());
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
        row.variables.insert(indicesOf(user).front());
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
static std::optional<RowModes> findModes(WhereOp where, KernelOp kernel) {
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

/// A workspace along `size` coordinates.
static void resize(WhereOp where, Value size) {
  RankedTensorType type = where.getWorkspaceType().getTensor();
  auto open = PlaceType::get(where.getContext(),
                             RankedTensorType::get({ShapedType::kDynamic},
                                                   type.getElementType(),
                                                   type.getEncoding()));
  where.getConsumer().getArgument(0).setType(open);
  where.getProducer().getArgument(0).setType(open);
  where.getSizesMutable().assign(size);
}

void Renumbering::begin() {
  Location loc = kernel.getLoc();
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto number = [&](int64_t value) {
    return RuntimeCalls::integer(builder, loc, value);
  };
  SmallVector<WhereOp> wheres;
  kernel.walk([&](WhereOp where) {
    RankedTensorType type = where.getWorkspaceType().getTensor();
    if (isRow(where) &&
        (type.isDynamicDim(0) || type.getDimSize(0) > cost::shortMode))
      wheres.push_back(where);
  });
  llvm::SmallDenseSet<WhereOp> done;
  for (WhereOp where : wheres) {
    if (done.contains(where))
      continue;
    std::optional<RowModes> row = findModes(where, kernel);
    BlockArgument result;
    if (row)
      for (BlockArgument output : kernel.getOutputArguments())
        if (row->modes.contains(output))
          result = output;
    if (!result || row->modes.size() == 1)
      continue;
    Value numbering =
        runtime.call(builder, loc, "encke_renumber_begin", pointer, {});
    SmallVector<BlockArgument> members;
    for (auto [place, mode] : row->modes) {
      if (place == result)
        continue;
      auto member = cast<BlockArgument>(place);
      members.push_back(member);
      runtime.call(builder, loc, "encke_renumber_add", {},
                   {numbering, kernel.getOperandOf(member), number(mode)});
    }
    Value extent = forallOf(row->variables.front()).getExtent();
    Value size = runtime.call(
        builder, loc, "encke_renumber_size", builder.getI64Type(),
        {numbering,
         arith::IndexCastOp::create(builder, loc, builder.getI64Type(), extent),
         number(cost::shortMode), number(cost::sparseMode)});
    for (auto [position, member] : llvm::enumerate(members))
      kernel->setOperand(member.getArgNumber(),
                         runtime.call(builder, loc, "encke_renumber_view",
                                      pointer, {numbering, number(position)}));
    // In a numeric kernel the result has its coordinates already.
    Value handle = kernel.getOperandOf(result);
    unsigned mode = row->modes.lookup(result);
    if (kernel.getNumeric())
      handle = LLVM::ZeroOp::create(builder, loc, pointer);
    else
      runtime.call(builder, loc, "encke_tensor_set_size", {},
                   {handle, number(mode), size});
    Value length =
        arith::IndexCastOp::create(builder, loc, builder.getIndexType(), size);
    for (WhereOp along : row->wheres) {
      resize(along, length);
      done.insert(along);
    }
    for (Value variable : row->variables)
      forallOf(variable).getExtentMutable().assign(length);
    renumbered.push_back({numbering, handle, mode});
  }
}

void Renumbering::end() {
  // A later one may have views of an earlier one.
  for (const Rows &ended : llvm::reverse(renumbered))
    runtime.call(builder, kernel.getLoc(), "encke_renumber_end", {},
                 {ended.numbering, ended.result,
                  RuntimeCalls::integer(builder, kernel.getLoc(), ended.mode)});
}
