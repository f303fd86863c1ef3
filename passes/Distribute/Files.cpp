//===- Files.cpp - parts of tensors come from shares of files -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor that is read and of which nothing but own parts is asked need not be
// whole anywhere: each process reads a share of the file.
//
//===----------------------------------------------------------------------===//

#include "passes/Distribute/Distributor.h"

#include "dialects/Dist/DistDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;
using namespace encke::distribute;

namespace {
/// What is asked of a tensor that is read.
struct Uses {
  dist::CutOp cut;
  dist::RestrictOp part;
  SmallVector<tensor::DimOp> sizes;
};
} // namespace

/// None where something needs the whole tensor.
static std::optional<Uses> findUses(ReadOp read, Value rows) {
  Uses uses;
  for (Operation *user : read.getResult().getUsers()) {
    auto dim = dyn_cast<tensor::DimOp>(user);
    auto part = dyn_cast<dist::RestrictOp>(user);
    auto cut = dyn_cast<dist::CutOp>(user);
    if (dim && dim.getConstantIndex())
      uses.sizes.push_back(dim);
    else if (part && part.getRows() == rows && !uses.part)
      uses.part = part;
    else if (cut && cut.getResult() == rows)
      uses.cut = cut;
    else
      return std::nullopt;
  }
  if (!uses.part || (uses.cut && uses.cut.getMode() != uses.part.getMode()))
    return std::nullopt;
  return uses;
}

/// Nothing between the two writes files.
static bool isNext(Operation *read, Operation *part) {
  if (read->getBlock() != part->getBlock())
    return false;
  for (Operation *op = read->getNextNode(); op != part; op = op->getNextNode())
    if (isa<WriteOp, dist::WriteOp, func::CallOp>(op) ||
        op->getNumRegions() != 0)
      return false;
  return true;
}

/// The size of a mode of what is read.
static Value sizeOf(OpBuilder &builder, ReadOp read, unsigned mode) {
  RankedTensorType type = read.getType();
  if (type.isDynamicDim(mode))
    return read.getSizes()[type.getDynamicDimIndex(mode)];
  return arith::ConstantIndexOp::create(builder, read.getLoc(),
                                        type.getDimSize(mode));
}

/// What expressions were before they were rebuilt.
static void eraseOldExpressions(func::FuncOp program) {
  SmallVector<Operation *> expressions;
  program.walk([&](Operation *op) {
    if (op->getNumResults() == 1 && isa<ExprType>(op->getResult(0).getType()))
      expressions.push_back(op);
  });
  for (Operation *op : llvm::reverse(expressions))
    if (op->use_empty())
      op->erase();
}

void Distributor::readInShares() {
  eraseOldExpressions(program);
  SmallVector<ReadOp> reads;
  program.walk([&](ReadOp read) { reads.push_back(read); });
  for (ReadOp read : reads) {
    std::optional<Uses> uses = findUses(read, rows);
    if (!uses || !isNext(read, uses->part))
      continue;
    unsigned mode = unsigned(uses->part.getMode());
    OpBuilder builder(read);
    for (tensor::DimOp dim : uses->sizes) {
      dim.replaceAllUsesWith(
          sizeOf(builder, read, unsigned(*dim.getConstantIndex())));
      dim.erase();
    }
    if (uses->cut) {
      builder.setInsertionPoint(uses->cut);
      auto cut = dist::CutFileOp::create(
          builder, uses->cut.getLoc(), rows.getType(), read.getFile(),
          read.getSelectorAttr(), builder.getI64IntegerAttr(mode),
          sizeOf(builder, read, mode), TypeAttr::get(read.getType()),
          read.getAtAttr());
      uses->cut.replaceAllUsesWith(cut.getResult());
      uses->cut.erase();
      rows = cut;
    }
    builder.setInsertionPoint(uses->part);
    SmallVector<Value> sizes(read.getSizes());
    RankedTensorType type = read.getType();
    if (type.isDynamicDim(mode))
      sizes.erase(sizes.begin() + type.getDynamicDimIndex(mode));
    auto part = dist::ReadPartOp::create(
        builder, read.getLoc(), uses->part.getType(), read.getFile(),
        read.getSelectorAttr(), rows, builder.getI64IntegerAttr(mode), sizes,
        read.getAtAttr());
    uses->part.replaceAllUsesWith(part.getResult());
    uses->part.erase();
    read.erase();
  }
}
