//===- Blocks.cpp - loops over blocks, diagonals and other levels ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Blocks.h"
#include "passes/Cost/Blocks.h"
#include "passes/Cost/Orders.h"
#include "passes/Schedule/Rows.h"

#include "dialects/CIN/Derived.h"
#include "dialects/CIN/Plan.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

namespace {

class LoopSplitter {
public:
  explicit LoopSplitter(Nest &nest) : nest(nest), whole(nest.foralls) {}

  void run();
  void tile(ForallOp loop, uint64_t width);

private:
  bool splitByLevels();
  bool addLevels(AccessOp access);
  ForallOp addLevel(AccessOp access, const Format &format, unsigned level);
  void derive(AccessOp access, const Format &format, ArrayRef<AffineMap> modes,
              ArrayRef<Value> variables);
  bool doesNothingWithout(AccessOp access);
  void findParts();
  void renest(ArrayRef<ForallOp> order);
  ForallOp split(ForallOp loop, uint64_t width);
  ForallOp addDiagonals();
  void undo();

  Nest &nest;
  SmallVector<ForallOp> whole; // the loops as they were
  llvm::DenseMap<Operation *, uint64_t> widths;
  ForallOp rows, columns; // whose diagonals are stored
};

} // namespace

/// The blocks and the diagonals in which operands are stored. Those of one
/// operand decide; others that do not fit are converted.
void LoopSplitter::findParts() {
  for (AccessOp access : nest.accesses) {
    auto type = cast<PlaceType>(access.getTensor().getType()).getTensor();
    std::optional<Format> format = getFormat(type);
    if (!format || !type.getEncoding())
      continue;
    ValueRange indices = access.getIndices();
    for (auto [mode, index] : llvm::enumerate(indices))
      if (std::optional<uint64_t> width = format->getBlockWidth(mode))
        widths.try_emplace(forallOf(index), *width);
    auto diagonals = format->getDiagonalModes();
    if (!diagonals || rows ||
        indices[diagonals->first] == indices[diagonals->second])
      continue;
    rows = forallOf(indices[diagonals->first]);
    columns = forallOf(indices[diagonals->second]);
  }
  // The loops over strips, diagonals and blocks come in addition. Where the
  // rows are stored in blocks, these are the strips.
  if (rows && (widths.contains(columns) ||
               whole.size() + 2 + widths.size() > cost::mostSearched ||
               !canReorder(nest)))
    rows = columns = {};
}

/// Nests the loops, around the body, in another order. What is not among them
/// any more stays apart.
void LoopSplitter::renest(ArrayRef<ForallOp> order) {
  SmallVector<ForallOp> old = nest.foralls;
  Block *block = old.front()->getBlock();
  Block::iterator at = std::next(old.front()->getIterator());
  SmallVector<Operation *> body = llvm::map_to_vector(
      old.back().getBlock(), [](Operation &op) { return &op; });
  for (Operation *op : body)
    op->remove();
  for (ForallOp loop : old)
    loop->remove();
  for (ForallOp loop : order) {
    block->getOperations().insert(at, loop);
    block = &loop.getBlock();
    at = block->end();
  }
  for (Operation *op : body)
    block->getOperations().insert(block->end(), op);
  nest.foralls.assign(order.begin(), order.end());
}

/// forall i in n S  =>  forall ib in n / width (forall i in n within ib S).
/// Returns the loop over the blocks, which is nowhere yet.
ForallOp LoopSplitter::split(ForallOp loop, uint64_t width) {
  Location loc = loop.getLoc();
  OpBuilder builder(loop->getParentOfType<KernelOp>());
  Value size = arith::ConstantIndexOp::create(builder, loc, int64_t(width));
  Value count =
      builder.createOrFold<arith::CeilDivUIOp>(loc, loop.getExtent(), size);
  StringAttr label = loop.getLabelAttr();
  if (label)
    label = builder.getStringAttr(label.getValue() + "b");
  auto blocks = ForallOp::create(builder, loc, count, label);
  blocks->remove();
  loop.getWithinMutable().assign(blocks.getIndex());
  loop.setWidth(width);
  return blocks;
}

/// The loop over the diagonals of rows and columns, which is nowhere yet.
ForallOp LoopSplitter::addDiagonals() {
  Location loc = rows.getLoc();
  OpBuilder builder(rows->getParentOfType<KernelOp>());
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value both = builder.createOrFold<arith::AddIOp>(loc, rows.getExtent(),
                                                   columns.getExtent());
  Value count = builder.createOrFold<arith::SubIOp>(loc, both, one);
  auto diagonals =
      ForallOp::create(builder, loc, count, builder.getStringAttr("d"));
  diagonals->remove();
  columns.setOnDiagonal(diagonals, rows);
  return diagonals;
}

//===----------------------------------------------------------------------===//
// Levels with other expressions
//===----------------------------------------------------------------------===//

/// Loops over blocks and diagonals are not enough for a format: all rows of a
/// diagonal have a place in it, and a column is not in blocks.
static bool hasOtherLevels(const Format &format) {
  auto diagonals = format.getDiagonalModes();
  for (auto [type, map] : llvm::zip(format.levels, format.maps))
    if (map.kind == LevelMap::General ||
        (diagonals && map.kind != LevelMap::Diagonal && !type.isDense()))
      return true;
  return diagonals && format.getBlockWidth(diagonals->second);
}

/// The loop over a level that stores no mode as it is, which is nowhere yet.
ForallOp LoopSplitter::addLevel(AccessOp access, const Format &format,
                                unsigned level) {
  auto kernel = access->getParentOfType<KernelOp>();
  Location loc = access.getLoc();
  OpBuilder builder(kernel);
  std::optional<int64_t> known = format.map(level).getSize();
  Value tensor = kernel.getOperandOf(cast<BlockArgument>(access.getTensor()));
  Value size =
      known ? arith::ConstantIndexOp::create(builder, loc, *known).getResult()
            : LevelSizeOp::create(builder, loc, builder.getIndexType(), level,
                                  tensor)
                  .getResult();
  auto label = builder.getStringAttr("l" + Twine(level));
  auto loop = ForallOp::create(builder, loc, size, label);
  loop->remove();
  return loop;
}

/// The access is to a tensor of these levels, whatever its elements are.
static bool hasSameLevels(AccessOp access, Format format) {
  RankedTensorType type = access.getTensor().getType().getTensor();
  std::optional<Format> other = getFormat(type);
  if (!type.getEncoding() || !other)
    return false;
  format.value = other->value;
  return *other == format;
}

/// The loops of modes that no level stores as they are become derived ones.
void LoopSplitter::derive(AccessOp access, const Format &format,
                          ArrayRef<AffineMap> modes,
                          ArrayRef<Value> variables) {
  auto kernel = access->getParentOfType<KernelOp>();
  OpBuilder builder(kernel);
  SmallVector<unsigned> looped = getLoopedLevels(format);
  for (auto [mode, map] : llvm::enumerate(modes)) {
    if (isa<AffineDimExpr>(map.getResult(0)))
      continue;
    SmallVector<Value> given = llvm::map_to_vector(
        getUsedDims(map), [&](unsigned number) { return variables[number]; });
    for (unsigned number : getUsedSymbols(map))
      given.push_back(LevelLeastOp::create(
          builder, access.getLoc(), builder.getIndexType(), looped[number],
          kernel.getOperandOf(cast<BlockArgument>(access.getTensor()))));
    forallOf(access.getIndices()[mode])
        .setPlace(compressUnusedSymbols(compressUnusedDims(map)), given);
  }
  // Another tensor in the format has the same levels, unless these ask what it
  // stores.
  for (AccessOp other : nest.accesses) {
    bool isAlike = asksWhatIsStored(format)
                       ? other.getTensor() == access.getTensor()
                       : hasSameLevels(other, format);
    if (isAlike && other.getIndices() == access.getIndices())
      other.getLevelsMutable().assign(variables);
  }
}

/// Loops along the levels of one operand, outermost first, each with the modes
/// that it tells with those around; then the others. False where the format has
/// no such loops.
bool LoopSplitter::addLevels(AccessOp access) {
  RankedTensorType type = access.getTensor().getType().getTensor();
  Format format = *getFormat(type);
  auto modes = getModesByLevels(format, access.getContext());
  SmallVector<Value> indices(access.getIndices());
  auto isRepeated = [&](Value index) {
    return llvm::count(indices, index) != 1;
  };
  if (!modes || llvm::any_of(indices, isRepeated) || !canReorder(nest))
    return false;
  SmallVector<Value> variables;
  for (auto [number, level] : llvm::enumerate(getLoopedLevels(format))) {
    AffineExpr own = getAffineDimExpr(number, access.getContext());
    auto *whole = llvm::find_if(
        *modes, [&](AffineMap map) { return map.getResult(0) == own; });
    variables.push_back(whole == modes->end()
                            ? addLevel(access, format, level).getIndex()
                            : indices[whole - modes->begin()]);
  }
  derive(access, format, *modes, variables);
  SmallVector<ForallOp> order = getLoopsByLevels(access);
  for (ForallOp loop : whole)
    if (!llvm::is_contained(order, loop))
      order.push_back(loop);
  renest(order);
  return true;
}

/// Where the access stores nothing, the statement has nothing to do. A level
/// that counts what is stored has no coordinates for what is not, and others
/// may have some for nothing.
bool LoopSplitter::doesNothingWithout(AccessOp access) {
  LoopPlanner planner(access->getParentOfType<KernelOp>());
  Absent absent;
  absent.insert(planner.sameAs(access));
  FailureOr<LoopPlan> plan = planner.plan(nest.foralls.front(), absent);
  return succeeded(plan) && plan->domain.isEmpty();
}

bool LoopSplitter::splitByLevels() {
  // A result is appended to along its own levels.
  if (appends(nest))
    return false;
  for (AccessOp access : nest.accesses) {
    RankedTensorType type = access.getTensor().getType().getTensor();
    std::optional<Format> format = getFormat(type);
    if (!type.getEncoding() || !format || !hasOtherLevels(*format))
      continue;
    if (!addLevels(access))
      return false;
    LoopOrder chosen = chooseLoopOrder(nest);
    bool fits = chosen.converted.empty() && !chosen.convertsResult;
    if (!fits || (hasUnusedCoordinates(*format) && !doesNothingWithout(access)))
      undo();
    return fits;
  }
  return false;
}

void LoopSplitter::undo() {
  SmallVector<ForallOp> added;
  for (ForallOp loop : nest.foralls)
    if (!llvm::is_contained(whole, loop))
      added.push_back(loop);
  for (ForallOp loop : whole) {
    loop.getWithinMutable().clear();
    loop.removeWidthAttr();
    loop.removeAtAttr();
    loop.getGivenMutable().clear();
  }
  for (AccessOp access : nest.accesses)
    access.getLevelsMutable().clear();
  renest(whole);
  for (ForallOp loop : added)
    loop->destroy();
}

/// A sum of many terms is collected in a row, which no block is.
static bool collectsTerms(const Nest &nest) {
  AssignOp assign = nest.assign;
  return appends(nest) && isSumOfMany(assign.getValue());
}

void LoopSplitter::run() {
  if (splitByLevels() || collectsTerms(nest))
    return;
  findParts();
  if (widths.empty() && !rows)
    return;
  SmallVector<ForallOp> order;
  if (rows) {
    bool isVector = whole.size() == 2;
    uint64_t strip = isVector ? cost::stripOfElements : cost::stripOfMatrices;
    auto [stored, isFree] = widths.try_emplace(rows, strip);
    order.push_back(split(rows, stored->second));
    order.append({addDiagonals(), rows, columns});
  }
  for (ForallOp loop : whole) {
    if (uint64_t width = loop == rows ? 0 : widths.lookup(loop))
      order.push_back(split(loop, width));
    if (loop != rows && loop != columns)
      order.push_back(loop);
  }
  renest(order);
  LoopOrder chosen = chooseLoopOrder(nest);
  if (!chosen.converted.empty() || chosen.convertsResult ||
      !canAssemble(nest, chosen.loops))
    undo();
}

void LoopSplitter::tile(ForallOp loop, uint64_t width) {
  ForallOp blocks = split(loop, width);
  if (std::optional<StringRef> label = loop.getLabel()) {
    std::string name = label->str(), number = std::to_string(width);
    blocks.setLabel(name + "/" + number);
    loop.setLabel(name + "%" + number);
  }
  SmallVector<ForallOp> order;
  for (ForallOp other : whole) {
    if (other == loop)
      order.push_back(blocks);
    order.push_back(other);
  }
  renest(order);
}

void encke::splitLoops(Nest &nest) { LoopSplitter(nest).run(); }

void encke::tileLoop(Nest &nest, ForallOp loop, uint64_t width) {
  LoopSplitter(nest).tile(loop, width);
}
