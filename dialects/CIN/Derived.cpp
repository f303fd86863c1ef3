//===- Derived.cpp - modes that levels tell together ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Derived.h"

#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/Encoding.h"
#include "runtime/format/levels.h"

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

using Kind = format::Expression::Kind;

SmallVector<unsigned> cin::getLoopedLevels(const Format &format) {
  SmallVector<unsigned> levels;
  for (unsigned level = 0; level < format.levels.size(); ++level)
    if (!format.isSlot(level))
      levels.push_back(level);
  return levels;
}

/// Of what the inverse of a format consists of; null where it is not affine.
static AffineExpr toAffine(const format::Expression &e,
                           llvm::function_ref<AffineExpr(int64_t)> level,
                           MLIRContext *context) {
  if (e.is(Kind::Integer))
    return getAffineConstantExpr(e.getNumber(), context);
  if (e.is(Kind::Level))
    return level(e.getNumber());
  if (e.isLeaf() || e.isQuery())
    return {};
  AffineExpr lhs = toAffine(e.operand(0), level, context);
  AffineExpr rhs = toAffine(e.operand(1), level, context);
  if (!lhs || !rhs)
    return {};
  bool isConstant = isa<AffineConstantExpr>(rhs);
  switch (e.getKind()) {
  case Kind::Add:
    return lhs + rhs;
  case Kind::Subtract:
    return lhs - rhs;
  case Kind::Multiply:
    return isConstant || isa<AffineConstantExpr>(lhs) ? lhs * rhs
                                                      : AffineExpr();
  case Kind::Divide:
    return isConstant ? lhs.floorDiv(rhs) : AffineExpr();
  case Kind::Remainder:
    return isConstant ? lhs % rhs : AffineExpr();
  default:
    return {};
  }
}

/// The least value of a level's expression is 0, whatever the sizes: it is that
/// of coordinates 0, and grows with them.
static bool isFromZero(const format::Expression &e) {
  if (e.isLeaf() || e.is(Kind::Add))
    return e.is(Kind::Integer) ? e.getNumber() == 0
                               : llvm::all_of(e.getOperands(), isFromZero);
  if (e.is(Kind::Remainder))
    return e.operand(0).is(Kind::Mode);
  bool byConstant = e.is(Kind::Divide) || e.is(Kind::Multiply);
  return byConstant && isFromZero(e.operand(0)) &&
         e.operand(1).is(Kind::Integer) && e.operand(1).getNumber() > 0;
}

std::optional<SmallVector<AffineMap>>
cin::getModesByLevels(const Format &format, MLIRContext *context) {
  format::Problem problem;
  auto levels = format::parseLevels(format.levelText(), problem);
  if (!levels)
    return std::nullopt;
  SmallVector<unsigned> looped = getLoopedLevels(format);
  auto levelOf = [&](int64_t level) -> AffineExpr {
    const auto *found = llvm::find(looped, unsigned(level));
    if (found == looped.end())
      return {};
    auto number = unsigned(found - looped.begin());
    AffineExpr coordinate = getAffineDimExpr(number, context);
    return isFromZero((*levels)[size_t(level)].coordinate)
               ? coordinate
               : coordinate + getAffineSymbolExpr(number, context);
  };
  SmallVector<AffineMap> modes;
  for (const format::Expression &mode :
       format::invert(*levels, format.order())) {
    AffineExpr expr = toAffine(mode, levelOf, context);
    if (!expr)
      return std::nullopt;
    modes.push_back(AffineMap::get(looped.size(), looped.size(), expr));
  }
  return modes;
}

std::optional<unsigned> cin::findLevelOf(AccessOp access, const Format &format,
                                         ForallOp loop) {
  OperandRange variables = access.getLevels();
  auto found = llvm::find(variables, loop.getIndex());
  return found == variables.end() ? std::nullopt
                                  : std::optional(getLoopedLevels(
                                        format)[found - variables.begin()]);
}

SmallVector<ForallOp> cin::getLoopsByLevels(AccessOp access) {
  SmallVector<ForallOp> loops;
  auto add = [&](ForallOp loop) {
    if (!llvm::is_contained(loops, loop))
      loops.push_back(loop);
  };
  auto isTold = [&](ForallOp mode) {
    return mode.getAt() &&
           llvm::all_of(mode.getGivenIndices(), [&](Value given) {
             return llvm::is_contained(loops, forallOf(given));
           });
  };
  for (Value level : access.getLevels()) {
    add(forallOf(level));
    for (Value index : access.getIndices())
      if (isTold(forallOf(index)))
        add(forallOf(index));
  }
  return loops;
}

SmallVector<unsigned> cin::getModesOf(const Format &format, unsigned level) {
  return format.map(level).getModes(format.levelToMode[level]);
}

bool cin::asksWhatIsStored(const Format &format) {
  return llvm::any_of(
      format.maps, [](const LevelMap &map) { return map.asksWhatIsStored(); });
}

/// Of the values that an expression can have by its bounds, or that levels may
/// tell of a part of it, some are of no coordinates: 3 * j is every third one,
/// and j % 2 is no 5.
static bool hasGaps(const format::Expression &e, bool isInSum) {
  if (e.is(Kind::Multiply) || (isInSum && e.is(Kind::Remainder)))
    return true;
  isInSum |= e.is(Kind::Add) || e.is(Kind::Subtract);
  return llvm::any_of(e.getOperands(), [&](const format::Expression &operand) {
    return hasGaps(operand, isInSum);
  });
}

bool cin::hasUnusedCoordinates(const Format &format) {
  return asksWhatIsStored(format) ||
         llvm::any_of(format.maps, [](const LevelMap &map) {
           return map.expression && hasGaps(*map.expression, /*isInSum=*/false);
         });
}

std::optional<double>
cin::countCoordinates(const Format &format, unsigned level,
                      llvm::function_ref<double(unsigned)> sizeOf) {
  format::Problem problem;
  auto levels = format::parseLevels(format.levelText(), problem);
  if (!levels || !(*levels)[level].coordinate.hasStaticBounds())
    return std::nullopt;
  auto bounds =
      (*levels)[level].coordinate.bounds([&](const format::Expression &mode) {
        double size = sizeOf(unsigned(mode.getNumber()));
        return format::Interval{0, std::max<int64_t>(int64_t(size) - 1, 0)};
      });
  if (!bounds)
    return std::nullopt;
  return static_cast<double>(bounds->greatest) -
         static_cast<double>(bounds->least) + 1;
}

SmallVector<unsigned> cin::getUsedDims(AffineMap map) {
  SmallVector<unsigned> used;
  for (unsigned number = 0; number < map.getNumDims(); ++number)
    if (map.isFunctionOfDim(number))
      used.push_back(number);
  return used;
}

SmallVector<unsigned> cin::getUsedSymbols(AffineMap map) {
  SmallVector<unsigned> used;
  for (unsigned number = 0; number < map.getNumSymbols(); ++number)
    if (map.isFunctionOfSymbol(number))
      used.push_back(number);
  return used;
}

bool cin::levelMoves(ForallOp loop, ValueRange indices) {
  return llvm::any_of(loop.getIndex().getUsers(), [&](Operation *user) {
    auto access = dyn_cast<AccessOp>(user);
    if (!access || access.getLevels().empty())
      return false;
    Format format = *getFormat(access.getTensor().getType().getTensor());
    std::optional<unsigned> level = findLevelOf(access, format, loop);
    return level &&
           llvm::all_of(getModesOf(format, *level), [&](unsigned mode) {
             return llvm::is_contained(indices, access.getIndices()[mode]);
           });
  });
}

static bool areEqual(AffineMap a, AffineMap b) {
  return a.getNumDims() == b.getNumDims() &&
         a.getNumSymbols() == b.getNumSymbols() &&
         simplifyAffineExpr(a.getResult(0) - b.getResult(0), a.getNumDims(),
                            a.getNumSymbols()) ==
             getAffineConstantExpr(0, a.getContext());
}

LogicalResult cin::verifyLevels(AccessOp access) {
  OperandRange variables = access.getLevels();
  if (variables.empty())
    return success();
  RankedTensorType type = access.getTensor().getType().getTensor();
  std::optional<Format> format = getFormat(type);
  if (!type.getEncoding() || !format)
    return access.emitOpError("names the levels of a tensor that has none: ")
           << type;
  if (size_t count = getLoopedLevels(*format).size(); count != variables.size())
    return access.emitOpError("names ")
           << variables.size() << " levels, but " << type << " has " << count
           << " with loops";
  for (Value variable : variables) {
    auto forall = dyn_cast<ForallOp>(variable.getParentBlock()->getParentOp());
    if (!isa<BlockArgument>(variable) || !forall ||
        !forall->isProperAncestor(access))
      return access.emitOpError("the variables of levels must be index "
                                "variables of cin.foralls around it");
  }
  auto modes = getModesByLevels(*format, access.getContext());
  if (!modes)
    return access.emitOpError("not supported yet: loops over the levels of ")
           << type;
  for (auto [mode, map] : llvm::enumerate(*modes)) {
    Value index = access.getIndices()[mode];
    auto forall = cast<ForallOp>(index.getParentBlock()->getParentOp());
    if (auto dim = dyn_cast<AffineDimExpr>(map.getResult(0))) {
      if (variables[dim.getPosition()] != index)
        return access.emitOpError("level ")
               << dim.getPosition() << " has the coordinates of index " << mode
               << ": they need one variable";
      continue;
    }
    SmallVector<Value> given = llvm::map_to_vector(
        getUsedDims(map), [&](unsigned dim) { return variables[dim]; });
    AffineMap used = compressUnusedSymbols(compressUnusedDims(map));
    if (!forall.getAt() || forall.getGivenIndices() != given ||
        !areEqual(*forall.getAt(), used))
      return access.emitOpError("index ")
             << mode << " must be what its levels tell, by "
             << AffineMapAttr::get(used);
  }
  return success();
}
