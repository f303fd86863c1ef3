//===- Renumbering.cpp - coordinates of rows numbered anew ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Renumbering.h"

#include "dialects/CIN/Rewrites.h"
#include "dialects/CIN/RowModes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

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
    if (where.getRenumber())
      wheres.push_back(where);
  });
  llvm::SmallDenseSet<WhereOp> done;
  for (WhereOp where : wheres) {
    if (done.contains(where))
      continue;
    std::optional<RowModes> row = RowModes::find(where);
    BlockArgument result = row->result;
    Value numbering =
        runtime.call(builder, loc, "encke_renumber_begin", pointer, {});
    SmallVector<BlockArgument> members;
    bool isGathered = llvm::any_of(row->wheres, [](WhereOp along) {
      return along.getMarks() == ListMarks::gather;
    });
    for (auto [place, mode] : row->modes) {
      if (place == result && !isGathered)
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
         number(where.getRenumber()->getSize()),
         number(where.getRenumber()->getRatio())});
    for (auto [position, member] : llvm::enumerate(members)) {
      Value view = runtime.call(builder, loc, "encke_renumber_view", pointer,
                                {numbering, number(position)});
      if (member == result)
        storedResult = view;
      else
        kernel->setOperand(member.getArgNumber(), view);
    }
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
