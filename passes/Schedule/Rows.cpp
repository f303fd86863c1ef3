//===- Rows.cpp - rows beside the workspace of a sum ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Rows.h"

#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/CIN/Terms.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// A row workspace as long as the loop.
static WhereOp makeRow(OpBuilder &builder, Location loc, ForallOp along,
                       Type element) {
  Format compressed;
  compressed.levels.push_back(LevelType::compressed());
  compressed.levelToMode.push_back(0);
  std::optional<int64_t> size = getConstantIntValue(along.getExtent());
  RankedTensorType type =
      getTensorType(compressed, size.value_or(ShapedType::kDynamic), element,
                    /*indexWidth=*/32);
  SmallVector<Value> sizes;
  if (!size)
    sizes.push_back(along.getExtent());
  return WhereOp::create(builder, loc, type, sizes);
}

/// Another loop over the same coordinates; goes on inside.
static ForallOp openAlong(OpBuilder &builder, ForallOp along) {
  ForallOp forall = ForallOp::createAlong(builder, along);
  builder.setInsertionPointToStart(&forall.getBlock());
  return forall;
}

//===----------------------------------------------------------------------===//
// Row operands
//===----------------------------------------------------------------------===//

/// The loops around a statement, outermost first.
static SmallVector<ForallOp> loopsAround(Operation *statement) {
  SmallVector<ForallOp> loops;
  for (auto loop = statement->getParentOfType<ForallOp>(); loop;
       loop = loop->getParentOfType<ForallOp>())
    loops.push_back(loop);
  std::reverse(loops.begin(), loops.end());
  return loops;
}

namespace {

/// A sparse operand whose row the innermost of its loops would meet again in
/// each iteration of a loop around: a mask, mostly.
struct RowOperand {
  AccessOp access;
  ForallOp along;
  size_t outside; // how many loops are outside of the row
};

} // namespace

/// Only where another operand says which coordinates to look up.
static SmallVector<RowOperand> findRowOperands(AssignOp assign,
                                               ArrayRef<ForallOp> loops) {
  SmallVector<RowOperand> rows;
  SmallVector<ForallOp> driven;
  for (AccessOp access : assign->getBlock()->getOps<AccessOp>()) {
    if (!isSparsePlace(access.getTensor()) || whereOf(access.getTensor()) ||
        access.getIndices().empty() || !access.getLevels().empty())
      continue;
    SmallVector<size_t> depths =
        llvm::map_to_vector(access.getIndices(), [&](Value index) -> size_t {
          return llvm::find(loops, forallOf(index)) - loops.begin();
        });
    llvm::sort(depths);
    size_t outside = depths.size() > 1 ? depths[depths.size() - 2] + 1 : 0;
    ForallOp along = loops[depths.back()];
    if (depths.back() > outside && !along.getWithin())
      rows.push_back({access, along, outside});
    else
      driven.push_back(along);
  }
  llvm::erase_if(rows, [&](const RowOperand &row) {
    return !llvm::is_contained(driven, row.along);
  });
  return rows;
}

/// A workspace for the row around the outermost loop that meets it again.
static void putIntoRow(const RowOperand &row, ForallOp inside) {
  AccessOp access = row.access;
  ForallOp along = row.along;
  Location loc = access.getLoc();
  OpBuilder builder(inside);
  WhereOp where = makeRow(builder, loc, along, access.getType());
  Block &consumer = where.getConsumer().front();
  inside->moveBefore(&consumer, consumer.end());
  builder.setInsertionPointToStart(&where.getProducer().front());
  ForallOp forall = openAlong(builder, along);
  IRMapping mapping;
  mapping.map(along.getIndex(), forall.getIndex());
  Value stored = builder.clone(*access, mapping)->getResult(0);
  AssignOp::create(builder, loc, where.getProducer().getArgument(0),
                   ValueRange(forall.getIndex()), Reduction::none, stored);
  builder.setInsertionPoint(access);
  Value element = AccessOp::create(builder, loc, consumer.getArgument(0),
                                   ValueRange(along.getIndex()));
  access.replaceAllUsesWith(element);
  access.erase();
}

void encke::putOperandsIntoRows(AssignOp assign, size_t maxOutside) {
  SmallVector<ForallOp> loops = loopsAround(assign);
  SmallVector<RowOperand> rows = findRowOperands(assign, loops);
  llvm::erase_if(rows, [&](const RowOperand &row) {
    // Nothing comes between the rows of diagonals and the columns there.
    return row.outside > maxOutside || ForallOp(loops[row.outside]).getRow();
  });
  for (const RowOperand &row : rows)
    putIntoRow(row, loops[row.outside]);
}

//===----------------------------------------------------------------------===//
// Products with rows
//===----------------------------------------------------------------------===//

/// The tensor lists the coordinates along the loop.
static bool isListed(AccessOp access, ForallOp along) {
  std::optional<Format> format =
      getFormat(access.getTensor().getType().getTensor());
  if (!format || !format->storesWholeModes())
    return false;
  for (auto [level, type] : llvm::enumerate(format->levels))
    if (access.getIndices()[format->levelToMode[level]] == along.getIndex())
      return !type.isDense();
  return false;
}

/// Most likely, the loop goes along the columns of factors that a tensor is
/// multiplied with: these are few, so that rows are met again and have many of
/// them. A matrix may be a graph, whose rows have next to none of the columns.
static bool isAlongFactors(AccessOp tensor, ForallOp along) {
  return tensor.getIndices().size() > 2 && !along.moves(tensor.getIndices());
}

/// The loop goes along the last level of a tensor, of which each level has all
/// coordinates or lists them.
static bool isLastLevel(AccessOp access, ForallOp along) {
  std::optional<Format> format =
      getFormat(access.getTensor().getType().getTensor());
  return format && format->storesWholeModes() &&
         llvm::all_of(format->levels,
                      [](LevelType type) {
                        return type.isDense() || type.isCompressed();
                      }) &&
         format->levels.back().isCompressed() &&
         access.getIndices()[format->levelToMode.back()] == along.getIndex();
}

/// The product of what is `moved` by the loops that add up.
static RowProduct describeProduct(AccessOp row, ForallOp along,
                                  ArrayRef<Value> moved,
                                  ArrayRef<ForallOp> summing) {
  RowProduct product;
  if (summing.size() != 1 || row.getIndices().size() != 2 ||
      !isLastLevel(row, along))
    return {};
  for (Value factor : moved) {
    auto access = factor.getDefiningOp<AccessOp>();
    if (!access || !isSparsePlace(access.getTensor()))
      continue;
    bool isAdded =
        access.getIndices().size() == 2 && isLastLevel(access, along);
    Value &place = isAdded ? product.added : product.tensor;
    if (place || (!isAdded && !isLastLevel(access, summing.front())))
      return {};
    place = access.getTensor();
  }
  if (!product.tensor || !product.added)
    return {};
  product.row = row.getTensor();
  return product;
}

/// What is to be added up first; null where that cannot be, or where it is not
/// expected to pay.
static Value splitOffRow(PatternRewriter &rewriter, AssignOp assign,
                         const RowOperand &row, ArrayRef<ForallOp> loops,
                         SmallVectorImpl<RowProduct> &made) {
  AccessOp access = row.access;
  ForallOp along = row.along;
  if (along != loops.back() || !along.moves(assign.getIndices()) ||
      !isListed(access, along))
    return {};
  ArrayRef<ForallOp> summing = loops.drop_front(row.outside).drop_back();
  if (llvm::any_of(summing, [&](ForallOp loop) {
        return loop.moves(assign.getIndices()) ||
               loop.moves(access.getIndices());
      }))
    return {};
  Block *block = assign->getBlock();
  Product product = Product::of(assign.getValue(), block);
  if (!llvm::is_contained(product.factors, access.getResult()))
    return {};
  auto *common = std::stable_partition(
      product.factors.begin(), product.factors.end(),
      [&](Value factor) { return isMovedBy(factor, summing, block); });
  ArrayRef<Value> moved(product.factors.begin(), common);
  auto hasFactor = [&](auto is) {
    return llvm::any_of(moved, [&](Value factor) {
      auto other = factor.getDefiningOp<AccessOp>();
      return other && isSparsePlace(other.getTensor()) && is(other, along);
    });
  };
  if (!hasFactor(isListed) || !hasFactor(isAlongFactors))
    return {};
  made.push_back(describeProduct(access, along, moved, summing));
  rewriter.setInsertionPoint(assign);
  Value summed = product.multiply(rewriter, moved);
  SmallVector<Value> factors = {summed};
  factors.append(common, product.factors.end());
  Value value = product.multiply(rewriter, factors);
  assign.getValueMutable().assign(value);
  eraseUnusedBefore(rewriter, assign);
  return summed;
}

/// The row that is met again by most loops comes first: what is added up for it
/// may be such a product itself.
static WhereOp multiplyRow(PatternRewriter &rewriter, AssignOp assign,
                           SmallVectorImpl<RowProduct> &made) {
  if (assign.getReduction() != Reduction::add)
    return {};
  SmallVector<ForallOp> loops = loopsAround(assign);
  SmallVector<RowOperand> rows = findRowOperands(assign, loops);
  llvm::stable_sort(rows, [](const RowOperand &a, const RowOperand &b) {
    return a.outside < b.outside;
  });
  for (const RowOperand &row : rows) {
    Value summed = splitOffRow(rewriter, assign, row, loops, made);
    if (!summed)
      continue;
    ForallOp along = row.along;
    WorkspaceRequest request{assign, summed, {along.getIndex()}};
    request.compressed = true;
    FailureOr<WhereOp> where = precompute(rewriter, request);
    return failed(where) ? WhereOp() : *where;
  }
  return {};
}

void encke::multiplyRows(PatternRewriter &rewriter, AssignOp assign,
                         SmallVectorImpl<RowProduct> &made) {
  WhereOp where = multiplyRow(rewriter, assign, made);
  if (!where)
    return putOperandsIntoRows(assign);
  multiplyRows(rewriter, getModifying(where.getProducer().front()), made);
  putOperandsIntoRows(getModifying(where.getConsumer().front()));
}

void encke::maskAgain(AssignOp consuming, AssignOp producing) {
  auto masked = producing.getValue().getDefiningOp<sparse_tensor::BinaryOp>();
  auto collected = consuming.getValue().getDefiningOp<AccessOp>();
  if (getMasking(masked) != Masking::kept || !collected)
    return;
  auto mask = masked.getY().getDefiningOp<AccessOp>();
  if (!mask || mask.getIndices() != producing.getIndices())
    return;
  WhereOp where = whereOf(mask.getTensor());
  if (!where || !where->isAncestor(consuming))
    return;
  OpBuilder builder(consuming);
  IRMapping mapping;
  mapping.map(producing.getIndices(), collected.getIndices());
  Value element = builder.clone(*mask, mapping)->getResult(0);
  mapping.map(masked.getX(), collected.getResult());
  mapping.map(masked.getY(), element);
  Value value = builder.clone(*masked, mapping)->getResult(0);
  consuming.getValueMutable().assign(value);
}

Value encke::findUnmasked(AssignOp assign) {
  Operation *masked = assign.getValue().getDefiningOp();
  if (getMasking(masked) != Masking::dropped)
    return assign.getValue();
  auto mask = masked->getOperand(1).getDefiningOp<AccessOp>();
  bool isWhole = mask && !whereOf(mask.getTensor()) &&
                 isSparsePlace(mask.getTensor()) &&
                 mask.getIndices() == assign.getIndices();
  return isWhole ? masked->getOperand(0) : assign.getValue();
}

//===----------------------------------------------------------------------===//
// Sums of many
//===----------------------------------------------------------------------===//

/// The summands of a value: what is added to the others, and what is
/// subtracted.
static void findTerms(Value value, bool negative,
                      SmallVectorImpl<std::pair<Value, bool>> &terms) {
  Operation *op = value.getDefiningOp();
  if (isa_and_present<arith::AddFOp, arith::AddIOp, complex::AddOp,
                      arith::SubFOp, arith::SubIOp, complex::SubOp>(op)) {
    bool subtracts = isa<arith::SubFOp, arith::SubIOp, complex::SubOp>(op);
    findTerms(op->getOperand(0), negative, terms);
    findTerms(op->getOperand(1), negative != subtracts, terms);
  } else if (isa_and_present<arith::NegFOp, complex::NegOp>(op)) {
    findTerms(op->getOperand(0), !negative, terms);
  } else {
    terms.push_back({value, negative});
  }
}

static bool readsSparse(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto access = dyn_cast_if_present<AccessOp>(op))
    return isSparsePlace(access.getTensor());
  return op && llvm::any_of(op->getOperands(), readsSparse);
}

bool encke::isSumOfMany(Value value) {
  SmallVector<std::pair<Value, bool>> terms;
  findTerms(value, /*negative=*/false, terms);
  return !value.getType().isInteger(1) &&
         llvm::count_if(terms, [](const auto &term) {
           return readsSparse(term.first);
         }) >= minCollectedTerms;
}

/// The difference from nothing.
static Value negate(OpBuilder &builder, Location loc, Value value) {
  Value zero = emitIdentity(builder, loc, Reduction::add, value.getType());
  return emitReduction(builder, loc, Reduction::sub, zero, value);
}

/// What a term is computed by, again, with other index variables.
static Value cloneTree(OpBuilder &builder, Value value, Block *body,
                       IRMapping &mapping) {
  Operation *op = value.getDefiningOp();
  if (mapping.contains(value) || !op || op->getBlock() != body)
    return mapping.lookupOrDefault(value);
  for (Value operand : op->getOperands())
    cloneTree(builder, operand, body, mapping);
  return builder.clone(*op, mapping)->getResult(0);
}

void encke::collectTerms(AssignOp assign, ForallOp innermost) {
  SmallVector<std::pair<Value, bool>> terms;
  findTerms(assign.getValue(), assign.getReduction() == Reduction::sub, terms);
  Location loc = assign.getLoc();
  OpBuilder builder(innermost);
  WhereOp where = makeRow(builder, loc, innermost, assign.getValue().getType());
  builder.setInsertionPointToStart(&where.getConsumer().front());
  ForallOp forall = openAlong(builder, innermost);
  IRMapping mapping;
  mapping.map(innermost.getIndex(), forall.getIndex());
  Value element =
      AccessOp::create(builder, loc, where.getConsumer().getArgument(0),
                       ValueRange(forall.getIndex()));
  AssignOp::create(builder, loc, assign.getTensor(),
                   llvm::map_to_vector(assign.getIndices(),
                                       [&](Value index) {
                                         return mapping.lookupOrDefault(index);
                                       }),
                   Reduction::none, element);
  for (auto [term, negative] : terms) {
    builder.setInsertionPointToEnd(&where.getProducer().front());
    ForallOp loop = openAlong(builder, innermost);
    IRMapping inside;
    inside.map(innermost.getIndex(), loop.getIndex());
    Value value = cloneTree(builder, term, &innermost.getBlock(), inside);
    AssignOp::create(builder, loc, where.getProducer().getArgument(0),
                     ValueRange(loop.getIndex()), Reduction::add,
                     negative ? negate(builder, loc, value) : value);
  }
  innermost.erase();
}
