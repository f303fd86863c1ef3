//===- Tile.cpp - loops that a program has tiled --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Blocks.h"
#include "passes/Schedule/Clauses/Clauses.h"

#include "dialects/TA/Encoding.h"
#include "passes/Support/Places.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// All coordinates of the loop have a position in what is stored.
template <typename Op>
static bool isDenseAlong(Op element, ForallOp loop) {
  RankedTensorType type = element.getTensor().getType().getTensor();
  std::optional<Format> format = getFormat(type);
  if (!type.getEncoding())
    return true;
  if (!format)
    return false;
  for (auto [level, mode] : llvm::enumerate(format->levelToMode))
    if (element.getIndices()[mode] == loop.getIndex() &&
        (!format->levels[level].isDense() ||
         !format->map(unsigned(level)).isWhole()))
      return false;
  return true;
}

static LogicalResult tile(ClauseAttr clause, Nest &nest,
                          ScheduleAttr schedule) {
  Decision unused;
  StringRef label = getLabels(clause).front();
  ForallOp loop = NestSchedule{nest, schedule, unused}.findLoop(clause, label);
  if (!loop)
    return failure();
  auto refuse = [&](Value place) {
    StringRef name = getTensorName(place.getLoc());
    return emitError(clause.getLoc())
           << "'" << toText(clause)
           << "': " << (name.empty() ? "a tensor" : name)
           << " does not store all coordinates of " << label;
  };
  for (AccessOp access : nest.accesses)
    if (!isDenseAlong(access, loop))
      return refuse(access.getTensor());
  AssignOp assign = nest.assign;
  if (!isDenseAlong(assign, loop))
    return refuse(assign.getTensor());
  if (appends(nest) && movesResult(nest, loop))
    return emitError(clause.getLoc())
           << "not supported yet: 'tile' of a label of a sparse result";
  if (!findClause(schedule, "order"))
    return emitError(clause.getLoc())
           << "'" << toText(clause) << "' needs an 'order' that says where '"
           << label << '/' << *getNumber(clause) << "' and '" << label << '%'
           << *getNumber(clause) << "' stand";
  tileLoop(nest, loop, uint64_t(*getNumber(clause)));
  return success();
}

LogicalResult encke::tileAsTold(Nest &nest, ScheduleAttr schedule) {
  for (ClauseAttr clause : findClauses(schedule, "tile"))
    if (failed(tile(clause, nest, schedule)))
      return failure();
  return success();
}
