//===- Iterate.cpp - loops over spaces of levels --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An iterator is the position that it stands at in the last level of its space.
// Where a coordinate may stand at several positions, for the levels below tell
// its elements apart, it is the segment of these: the first one and the one
// past the last.
//
//===----------------------------------------------------------------------===//

#include "passes/TakeUpstream/TakeUpstream.h"

#include "dialects/CIN/Plan.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::upstream;
namespace st = mlir::sparse_tensor;

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// Where an iterator stands that a loop has made; nothing for one from
/// elsewhere.
static std::optional<Segment> segmentOf(Value iterator) {
  auto cast = iterator.getDefiningOp<UnrealizedConversionCastOp>();
  if (!cast || !cast.getOperand(0).getType().isIndex())
    return std::nullopt;
  Value end = cast.getNumOperands() == 2 ? cast.getOperand(1) : Value();
  return Segment{cast.getOperand(0), end};
}

static Value iteratorAt(OpBuilder &builder, Location loc, Type type,
                        Segment segment) {
  SmallVector<Value> parts{segment.at};
  if (segment.end)
    parts.push_back(segment.end);
  return UnrealizedConversionCastOp::create(builder, loc, type, parts)
      .getResult(0);
}

/// The arrays of one level: where positions below one of the level above begin
/// and end, and coordinates.
Value StorageLowering::levelArray(Operation *op, bool positions, Value tensor,
                                  int64_t level) {
  auto type = cast<RankedTensorType>(toStored(tensor.getType()));
  unsigned width =
      positions ? getPositionWidth(type) : getCoordinateWidth(type);
  Location loc = op->getLoc();
  return runtime.array(
      builder, loc, positions ? "encke_get_positions" : "encke_get_coordinates",
      builder.getIntegerType(width),
      {handleOf(loc, tensor), integer(loc, level), integer(loc, width / 8)},
      slotFor(op));
}

/// Integers of arrays have no sign.
static Value load(OpBuilder &builder, Location loc, Value array, Value at) {
  Value number = memref::LoadOp::create(builder, loc, array, at);
  return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                      number);
}

Value StorageLowering::indexOf(Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

Value StorageLowering::constant(Location loc, bool value) {
  return arith::ConstantOp::create(builder, loc, builder.getBoolAttr(value));
}

Value StorageLowering::add(Location loc, Value lhs, Value rhs) {
  return builder.createOrFold<arith::AddIOp>(loc, lhs, rhs);
}

Value StorageLowering::times(Location loc, Value lhs, int64_t rhs) {
  return builder.createOrFold<arith::MulIOp>(loc, lhs, indexOf(loc, rhs));
}

/// The level has all coordinates: positions follow from these.
static bool hasAll(LevelType kind) { return kind.isDense() || kind.isBatch(); }

/// Each batch has as many positions and as much room for coordinates as any
/// other, and counts from its own first one.
Segment StorageLowering::positionsInBatch(Operation *op, const Space &space,
                                          int64_t level, Value parent) {
  Location loc = op->getLoc();
  Value batches = indexOf(loc, 1);
  for (auto [number, kind] : llvm::enumerate(space.levels))
    if (kind.isBatch())
      batches = builder.createOrFold<arith::MulIOp>(
          loc, batches, levelSize(loc, space.tensor, int64_t(number)));
  auto perBatch = [&](bool positions) -> Value {
    Value array = levelArray(op, positions, space.tensor, level);
    return arith::DivUIOp::create(
        builder, loc, memref::DimOp::create(builder, loc, array, 0), batches);
  };
  Value one = indexOf(loc, 1);
  Value pos = levelArray(op, /*positions=*/true, space.tensor, level);
  Value parents = arith::SubIOp::create(builder, loc, perBatch(true), one);
  Value batch = arith::DivUIOp::create(builder, loc, parent, parents);
  Value first = arith::MulIOp::create(builder, loc, batch, perBatch(false));
  Value at = add(loc, parent, batch);
  return {add(loc, first, load(builder, loc, pos, at)),
          add(loc, first, load(builder, loc, pos, add(loc, at, one)))};
}

/// The positions of a level that has coordinates, below one of the level above.
Segment StorageLowering::positionsBelow(Operation *op, const Space &space,
                                        int64_t level, Segment parent) {
  Location loc = op->getLoc();
  LevelType kind = space.levels[size_t(level)];
  Value one = indexOf(loc, 1);
  if (kind.isSingle())
    return {parent.at, parent.end ? parent.end : add(loc, parent.at, one)};
  if (int64_t count = kind.fixedCount()) {
    Value first = times(loc, parent.at, count);
    return {first, add(loc, first, indexOf(loc, count))};
  }
  if (space.levels.front().isBatch() && kind.hasPositions())
    return positionsInBatch(op, space, level, parent.at);
  Value pos = levelArray(op, /*positions=*/true, space.tensor, level);
  bool isPair = kind.traits().positions == format::Positions::Pairs;
  Value first = isPair ? times(loc, parent.at, 2) : parent.at;
  return {load(builder, loc, pos, first),
          load(builder, loc, pos, add(loc, first, one))};
}

Value StorageLowering::levelSize(Location loc, Value tensor, int64_t level) {
  return toIndex(loc, call(loc, "encke_level_size", builder.getI64Type(),
                           {handleOf(loc, tensor), integer(loc, level)}));
}

/// The end of the positions from `at` to `end` that have the same coordinate.
Value StorageLowering::segmentEnd(Location loc, Value crd, Value at, Value end,
                                  Value coordinate) {
  Value one = indexOf(loc, 1);
  auto isSame = [&](OpBuilder &inner, Value position) -> Value {
    Value inside = arith::CmpIOp::create(inner, loc, arith::CmpIPredicate::ult,
                                         position, end);
    auto check =
        scf::IfOp::create(inner, loc, inner.getI1Type(), inside, true, true);
    OpBuilder branch = check.getThenBodyBuilder();
    Value other = load(branch, loc, crd, position);
    scf::YieldOp::create(branch, loc,
                         arith::CmpIOp::create(branch, loc,
                                               arith::CmpIPredicate::eq, other,
                                               coordinate)
                             .getResult());
    branch = check.getElseBodyBuilder();
    Value no =
        arith::ConstantOp::create(branch, loc, branch.getBoolAttr(false));
    scf::YieldOp::create(branch, loc, no);
    return check.getResult(0);
  };
  auto loop = scf::WhileOp::create(
      builder, loc, builder.getIndexType(), add(loc, at, one),
      [&](OpBuilder &inner, Location where, ValueRange position) {
        scf::ConditionOp::create(inner, where, isSame(inner, position.front()),
                                 position);
      },
      [&](OpBuilder &inner, Location where, ValueRange position) {
        Value next = arith::AddIOp::create(inner, where, position.front(), one);
        scf::YieldOp::create(inner, where, next);
      });
  return loop.getResult(0);
}

//===----------------------------------------------------------------------===//
// One space
//===----------------------------------------------------------------------===//

/// The levels that a loop goes over, and where below them it begins. Fails
/// after an error.
FailureOr<StorageLowering::Space> StorageLowering::findSpace(Operation *op,
                                                             Value value) {
  auto extract = value.getDefiningOp<st::ExtractIterSpaceOp>();
  if (!extract)
    return op->emitOpError(
        "not supported yet: a space that comes from elsewhere");
  Space space;
  space.tensor = extract.getTensor();
  auto type = cast<RankedTensorType>(toStored(space.tensor.getType()));
  std::optional<Format> format = getFormat(type);
  if (!format)
    return op->emitOpError("not supported yet: ") << sayWhyUnsupported(type);
  space.levels = format->levels;
  space.unique = cin::getUniqueLevels(*format);
  std::tie(space.first, space.last) = extract.getLvlRange();
  space.parent.at = indexOf(op->getLoc(), 0);
  if (Value parent = extract.getParentIter()) {
    std::optional<Segment> segment = segmentOf(parent);
    if (!segment)
      return op->emitOpError(
          "not supported yet: an iterator that comes from elsewhere");
    space.parent = *segment;
  }
  return space;
}

/// Begins a loop over the numbers of a range, which carries what is carried.
Value StorageLowering::beginLoop(Location loc, Segment range,
                                 SmallVectorImpl<OpenLoop> &loops,
                                 SmallVectorImpl<Value> &carried) {
  auto loop = scf::ForOp::create(builder, loc, range.at, range.end,
                                 indexOf(loc, 1), carried);
  if (!loop.getBody()->empty())
    loop.getBody()->getTerminator()->erase();
  carried.assign(loop.getRegionIterArgs().begin(),
                 loop.getRegionIterArgs().end());
  loops.push_back({loop, loop.getBody()});
  builder.setInsertionPointToEnd(loop.getBody());
  return loop.getInductionVar();
}

/// Begins one over the coordinates of a level that has some at several
/// positions.
Segment StorageLowering::beginSegments(Location loc, Segment range, Value crd,
                                       SmallVectorImpl<OpenLoop> &loops,
                                       SmallVectorImpl<Value> &carried) {
  SmallVector<Value> initial{range.at};
  llvm::append_range(initial, carried);
  SmallVector<Type> types = llvm::to_vector_of<Type>(TypeRange(initial));
  SmallVector<Location> places(types.size(), loc);
  auto loop = scf::WhileOp::create(builder, loc, types, initial);
  Block *before = builder.createBlock(&loop.getBefore(), {}, types, places);
  Value inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       before->getArgument(0), range.end);
  scf::ConditionOp::create(builder, loc, inside, before->getArguments());
  Block *body = builder.createBlock(&loop.getAfter(), {}, types, places);
  Value at = body->getArgument(0);
  carried.assign(body->args_begin() + 1, body->args_end());
  Value end = segmentEnd(loc, crd, at, range.end, load(builder, loc, crd, at));
  loops.push_back({loop, body, {end}});
  return {at, end};
}

void StorageLowering::replaceByLoops(Operation *op, ArrayRef<OpenLoop> loops,
                                     ValueRange yielded) {
  SmallVector<Value> values(yielded);
  for (const OpenLoop &loop : llvm::reverse(loops)) {
    SmallVector<Value> all(loop.state);
    llvm::append_range(all, values);
    builder.setInsertionPointToEnd(loop.body);
    scf::YieldOp::create(builder, op->getLoc(), all);
    values = llvm::to_vector_of<Value>(
        loop.op->getResults().drop_front(loop.state.size()));
  }
  op->replaceAllUsesWith(values);
  op->erase();
}

LogicalResult StorageLowering::lowerIterate(st::IterateOp op) {
  Location loc = op.getLoc();
  FailureOr<Space> found = findSpace(op, op.getIterSpace());
  if (failed(found))
    return failure();
  const Space &space = *found;
  Segment position = space.parent;
  SmallVector<OpenLoop> loops;
  SmallVector<Value> coordinates, carried(op.getInitArgs());
  for (int64_t level = space.first; level != space.last; ++level) {
    LevelType kind = space.levels[size_t(level)];
    if (hasAll(kind)) {
      Value size = levelSize(loc, space.tensor, level);
      Value coordinate =
          beginLoop(loc, {indexOf(loc, 0), size}, loops, carried);
      Value base = builder.createOrFold<arith::MulIOp>(loc, position.at, size);
      position = {add(loc, base, coordinate)};
      coordinates.push_back(coordinate);
      continue;
    }
    Value crd = levelArray(op, /*positions=*/false, space.tensor, level);
    if (!kind.isSingle() || position.end || loops.empty()) {
      Segment range = positionsBelow(op, space, level, position);
      if (space.hasSegments(level))
        position = beginSegments(loc, range, crd, loops, carried);
      else
        position = {beginLoop(loc, range, loops, carried)};
    }
    coordinates.push_back(load(builder, loc, crd, position.at));
  }
  if (loops.empty()) // one element
    beginLoop(loc, {indexOf(loc, 0), indexOf(loc, 1)}, loops, carried);
  Value iterator =
      iteratorAt(builder, loc, op.getIterator().getType(), position);
  Block &body = op.getRegion().front();
  for (auto [argument, value] : llvm::zip(op.getRegionIterArgs(), carried))
    argument.replaceAllUsesWith(value);
  for (auto [number, value] : llvm::enumerate(coordinates))
    if (std::optional<BlockArgument> used = op.getLvlCrd(number))
      used->replaceAllUsesWith(value);
  op.getIterator().replaceAllUsesWith(iterator);
  auto yield = cast<st::YieldOp>(body.getTerminator());
  SmallVector<Value> yielded(yield.getResults());
  yield.erase();
  Block *into = loops.back().body;
  into->getOperations().splice(into->end(), body.getOperations());
  replaceByLoops(op, loops, yielded);
  return success();
}

//===----------------------------------------------------------------------===//
// Several spaces
//===----------------------------------------------------------------------===//

/// What a loop over one level of a stream goes through: of a level with all
/// coordinates these, else the positions below where the loop around it stands.
/// Where that is not at an element there is nothing.
void StorageLowering::beginStream(Operation *op, Stream &stream) {
  Location loc = op->getLoc();
  const Space &space = stream.space;
  Value nothing = indexOf(loc, 0);
  stream.size = stream.crd = {};
  if (hasAll(space.levels[size_t(stream.level)])) {
    stream.size = levelSize(loc, space.tensor, stream.level);
    Value end = stream.size;
    if (stream.isPresent)
      end =
          arith::SelectOp::create(builder, loc, stream.isPresent, end, nothing);
    stream.range = {nothing, end};
    return;
  }
  stream.crd = levelArray(op, /*positions=*/false, space.tensor, stream.level);
  if (!stream.isPresent) {
    stream.range = positionsBelow(op, space, stream.level, stream.here);
    return;
  }
  Type index = builder.getIndexType();
  auto known = scf::IfOp::create(builder, loc, TypeRange{index, index},
                                 stream.isPresent, true, true);
  builder.setInsertionPointToStart(known.thenBlock());
  Segment below = positionsBelow(op, space, stream.level, stream.here);
  scf::YieldOp::create(builder, loc, ValueRange{below.at, below.end});
  builder.setInsertionPointToStart(known.elseBlock());
  scf::YieldOp::create(builder, loc, ValueRange{nothing, nothing});
  builder.setInsertionPointAfter(known);
  stream.range = {known.getResult(0), known.getResult(1)};
}

/// Begins a loop that goes to the least coordinate that some stream has next in
/// its level, while a case may still come. Returns the coordinate.
Value StorageLowering::beginTogether(st::CoIterateOp op,
                                     MutableArrayRef<Stream> streams,
                                     SmallVectorImpl<OpenLoop> &loops,
                                     SmallVectorImpl<Value> &carried) {
  Location loc = op.getLoc();
  SmallVector<Value> initial;
  for (Stream &stream : streams) {
    beginStream(op, stream);
    initial.push_back(stream.range.at);
  }
  llvm::append_range(initial, carried);
  SmallVector<Type> types = llvm::to_vector_of<Type>(TypeRange(initial));
  SmallVector<Location> places(types.size(), loc);
  auto loop = scf::WhileOp::create(builder, loc, types, initial);

  auto isInside = [&](const Stream &stream, Value position) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                 position, stream.range.end);
  };
  Block *before = builder.createBlock(&loop.getBefore(), {}, types, places);
  SmallVector<Value> alive;
  for (auto [stream, position] : llvm::zip(streams, before->getArguments()))
    alive.push_back(isInside(stream, position));
  Value goesOn = constant(loc, false);
  for (unsigned number = 0; number != op.getCaseRegions().size(); ++number) {
    Value mayCome = constant(loc, true);
    for (unsigned bit : op.getRegionDefinedSpace(number).bits())
      mayCome = arith::AndIOp::create(builder, loc, mayCome, alive[bit]);
    goesOn = arith::OrIOp::create(builder, loc, goesOn, mayCome);
  }
  scf::ConditionOp::create(builder, loc, goesOn, before->getArguments());

  Block *body = builder.createBlock(&loop.getAfter(), {}, types, places);
  Value past = indexOf(loc, -1), least = past;
  SmallVector<Value> coordinates;
  for (auto [stream, position] : llvm::zip(streams, body->getArguments())) {
    Value coordinate = position, inside = isInside(stream, position);
    if (stream.crd) {
      auto known = scf::IfOp::create(builder, loc, builder.getIndexType(),
                                     inside, true, true);
      OpBuilder branch = known.getThenBodyBuilder();
      scf::YieldOp::create(branch, loc,
                           load(branch, loc, stream.crd, position));
      branch = known.getElseBodyBuilder();
      scf::YieldOp::create(branch, loc, past);
      coordinate = known.getResult(0);
    } else {
      coordinate =
          arith::SelectOp::create(builder, loc, inside, position, past);
    }
    coordinates.push_back(coordinate);
    least = arith::MinUIOp::create(builder, loc, least, coordinate);
  }
  SmallVector<Value> next;
  for (auto [number, stream] : llvm::enumerate(streams)) {
    const Space &space = stream.space;
    bool isLast = stream.level + 1 == space.last;
    Value position = body->getArgument(unsigned(number));
    stream.isPresent = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, coordinates[number], least);
    Value end = add(loc, position, indexOf(loc, 1));
    Segment here = {position};
    if (stream.size) {
      Value base =
          builder.createOrFold<arith::MulIOp>(loc, stream.here.at, stream.size);
      here = {add(loc, base, position)};
    } else if (isLast ? space.hasSegments(stream.level)
                      : !space.unique[size_t(stream.level)]) {
      end = segmentEnd(loc, stream.crd, position, stream.range.end,
                       coordinates[number]);
      here.end = end;
    }
    stream.here = here;
    ++stream.level;
    next.push_back(
        arith::SelectOp::create(builder, loc, stream.isPresent, end, position));
  }
  carried.assign(body->args_begin() + streams.size(), body->args_end());
  loops.push_back({loop, body, next});
  return least;
}

/// Loops in loops, one for each level of the spaces; the last one has the
/// cases.
LogicalResult StorageLowering::lowerCoIterate(st::CoIterateOp op) {
  Location loc = op.getLoc();
  SmallVector<Stream> streams;
  for (Value value : op.getIterSpaces()) {
    FailureOr<Space> space = findSpace(op, value);
    if (failed(space))
      return failure();
    Stream &stream = streams.emplace_back();
    stream.space = *space;
    stream.level = space->first;
    stream.here = space->parent;
    if (space->last - space->first !=
        streams.front().space.last - streams.front().space.first)
      return op.emitOpError(
          "not supported yet: spaces of different numbers of levels");
  }
  SmallVector<OpenLoop> loops;
  SmallVector<Value> coordinates, carried(op.getInitArgs());
  while (streams.front().level != streams.front().space.last)
    coordinates.push_back(beginTogether(op, streams, loops, carried));
  // The first case that says what is here; where none does nothing changes.
  TypeRange results = op.getResultTypes();
  SmallVector<Value> yielded = carried;
  SmallVector<scf::IfOp> branches;
  for (unsigned number = 0; number != op.getCaseRegions().size(); ++number) {
    auto defined = op.getRegionDefinedSpace(number);
    Value isHere = constant(loc, true);
    for (auto [bit, stream] : llvm::enumerate(streams)) {
      Value present = stream.isPresent;
      if (!defined[unsigned(bit)])
        present =
            arith::XOrIOp::create(builder, loc, present, constant(loc, true));
      isHere = arith::AndIOp::create(builder, loc, isHere, present);
    }
    auto branch = scf::IfOp::create(builder, loc, results, isHere, true, true);
    branches.push_back(branch);
    builder.setInsertionPointToStart(branch.thenBlock());
    auto arguments = op.getRegionIterators(number);
    unsigned used = 0;
    for (unsigned bit : defined.bits()) {
      BlockArgument argument = arguments[used++];
      argument.replaceAllUsesWith(
          iteratorAt(builder, loc, argument.getType(), streams[bit].here));
    }
    for (auto [argument, value] :
         llvm::zip(op.getRegionIterArgs(number), carried))
      argument.replaceAllUsesWith(value);
    for (auto [argument, level] :
         llvm::zip(op.getCrds(number), op.getCrdUsedLvls().bits()))
      argument.replaceAllUsesWith(coordinates[level]);
    Block &given = op.getRegion(number).front();
    auto yield = cast<st::YieldOp>(given.getTerminator());
    SmallVector<Value> ours(yield.getResults());
    yield.erase();
    Block *into = branch.thenBlock();
    into->getOperations().splice(into->end(), given.getOperations());
    builder.setInsertionPointToEnd(into);
    scf::YieldOp::create(builder, loc, ours);
    builder.setInsertionPointToStart(branch.elseBlock());
  }
  for (scf::IfOp branch : llvm::reverse(branches)) {
    builder.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(builder, loc, yielded);
    yielded = llvm::to_vector_of<Value>(branch.getResults());
  }
  replaceByLoops(op, loops, yielded);
  return success();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

LogicalResult StorageLowering::lowerExtractValue(st::ExtractValOp op) {
  Location loc = op.getLoc();
  std::optional<Segment> segment = segmentOf(op.getIterator());
  auto type = cast<RankedTensorType>(op.getTensor().getType());
  Type stored = toStoredElement(type.getElementType());
  if (!segment || segment->end || getElementSuffix(stored).empty())
    return op.emitOpError("not supported yet: the value at this iterator");
  Value values = runtime.array(
      builder, loc, "encke_get_values", stored,
      {handleOf(loc, op.getTensor()), integer(loc, getRuntimeType(stored))},
      slotFor(op));
  Value value = memref::LoadOp::create(builder, loc, values, segment->at);
  op.replaceAllUsesWith(narrow(builder, loc, value, type.getElementType()));
  op.erase();
  return success();
}

/// Loops around others first; then what asks for their positions.
LogicalResult StorageLowering::lowerIterations() {
  SmallVector<Operation *> iterations;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<st::IterateOp, st::CoIterateOp>(op))
      iterations.push_back(op);
  });
  for (Operation *op : iterations) {
    builder.setInsertionPoint(op);
    auto one = dyn_cast<st::IterateOp>(op);
    if (failed(one ? lowerIterate(one)
                   : lowerCoIterate(cast<st::CoIterateOp>(op))))
      return failure();
  }
  SmallVector<st::ExtractValOp> values;
  module.walk([&](st::ExtractValOp op) { values.push_back(op); });
  for (st::ExtractValOp op : values) {
    builder.setInsertionPoint(op);
    if (failed(lowerExtractValue(op)))
      return failure();
  }
  SmallVector<Operation *> unused;
  module.walk([&](Operation *op) {
    bool isSpace = isa<st::ExtractIterSpaceOp>(op) ||
                   (isa<UnrealizedConversionCastOp>(op) &&
                    isa<st::IteratorType>(op->getResultTypes().front()));
    if (isSpace)
      unused.push_back(op);
  });
  for (Operation *op : llvm::reverse(unused))
    if (op->use_empty())
      op->erase();
  return success();
}
