//===- FetchRows.cpp - rows at scattered coordinates, before their turn ---===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Buffers.h"
#include "passes/Support/Hoisting.h"
#include "passes/Support/MarkRequests.h"
#include "passes/Support/RuntimeCalls.h"
#include "passes/Support/TargetSpec.h"

#include "dialects/CIN/LoopMarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/MapVector.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_FETCHROWS
#include "passes/FetchRows/FetchRows.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using encke::cin::LoopMarks;
using encke::cin::PrefetchAttr;
using encke::cin::RowMarks;

namespace {

/// What a loop reads of a row of a dense tensor: the lines that begin so many
/// elements after some places along the last dimension.
struct Row {
  vector::LoadOp load;
  int64_t bytes = 0;
  SmallVector<std::pair<Value, int64_t>> lines;
};

/// A coordinate that a loop loads, as an index, and the rows that are there.
struct Coordinate {
  memref::LoadOp load;
  Operation *index;
  PrefetchAttr mark;
  llvm::MapVector<Value, Row> rows; // by their tensor
};

class RowFetcher {
public:
  RowFetcher(scf::ForOp loop, RuntimeCalls &runtime)
      : loop(loop), runtime(runtime), builder(loop), target(getTarget(loop)) {}

  bool match();
  /// The loads whose rows are fetched.
  ArrayRef<Operation *> getMatched() const { return matched; }
  /// It is asked whether rows will come from far away.
  bool asks() const { return coordinates.front().mark.getFar() != 0; }
  /// The outermost loop around that one look chooses for.
  scf::ForOp findNest();
  /// i1: whether rows will come from far away, asked before all loops.
  Value emitIsScattered();
  void emitFetches();

private:
  bool isOutside(Value value) { return loop.isDefinedOutsideOfLoop(value); }
  void matchCoordinate(memref::LoadOp load);
  void matchRow(Coordinate &coordinate, vector::LoadOp load);
  bool areOutsideOf(LoopLikeOpInterface around, Value (*as)(Value));
  Value emitBytes(Value memref);
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loop.getLoc(), value);
  }

  scf::ForOp loop;
  RuntimeCalls &runtime;
  OpBuilder builder;
  cost::Target target;
  SmallVector<Coordinate> coordinates;
  SmallVector<Operation *> matched;
};

} // namespace

/// The loop whose counter the value is.
static scf::ForOp getCounted(Value value) {
  auto counter = dyn_cast<BlockArgument>(value);
  auto loop = counter ? dyn_cast<scf::ForOp>(counter.getOwner()->getParentOp())
                      : scf::ForOp();
  return loop && loop.getInductionVar() == counter ? loop : scf::ForOp();
}

/// Vectors along a row at the coordinate; those that a loop inside goes through
/// begin where that one does.
void RowFetcher::matchRow(Coordinate &coordinate, vector::LoadOp load) {
  Value at = coordinate.index->getResult(0);
  OperandRange indices = load.getIndices();
  PrefetchAttr mark = RowMarks::of(load).prefetch;
  auto isFixed = [&](Value index) { return index == at || isOutside(index); };
  if (!mark || (coordinate.mark && coordinate.mark != mark) ||
      !isOutside(load.getBase()) ||
      !llvm::is_contained(indices.drop_back(), at) ||
      !llvm::all_of(indices.drop_back(), isFixed))
    return;
  int64_t each = getElementBytes(load.getVectorType().getElementType());
  int64_t elements = load.getVectorType().getNumElements();
  Value begin = indices.back();
  if (!isOutside(begin)) {
    scf::ForOp inside = getCounted(begin);
    if (!inside || !isOutside(inside.getLowerBound()))
      return;
    std::optional<APInt> iterations = inside.getStaticTripCount();
    std::optional<int64_t> step = getConstantIntValue(inside.getStep());
    if (iterations && step)
      elements = iterations->getSExtValue() * *step;
    begin = inside.getLowerBound();
  }
  coordinate.mark = mark;
  matched.push_back(load);
  Row &row = coordinate.rows[load.getBase()];
  row.load = load;
  // Vectors that follow each other are one after the other in memory, too.
  int64_t lineBytes = target.lineBytes;
  int64_t next = llvm::alignTo(row.bytes, uint64_t(lineBytes)) - row.bytes;
  row.bytes += elements * each;
  for (; next < elements * each && int64_t(row.lines.size()) < mark.getLines();
       next += lineBytes)
    row.lines.push_back({begin, next / each});
}

void RowFetcher::matchCoordinate(memref::LoadOp load) {
  if (load.getIndices().size() != 1 ||
      load.getIndices().front() != loop.getInductionVar() ||
      !isOutside(load.getMemRef()))
    return;
  for (Operation *user : load->getUsers()) {
    if (!isa<arith::IndexCastOp, arith::IndexCastUIOp>(user))
      continue;
    Coordinate coordinate{load, user, {}, {}};
    loop.walk([&](vector::LoadOp row) { matchRow(coordinate, row); });
    if (!coordinate.rows.empty())
      coordinates.push_back(std::move(coordinate));
  }
}

bool RowFetcher::match() {
  if (getConstantIntValue(loop.getStep()) != 1)
    return false;
  for (auto load : loop.getBody()->getOps<memref::LoadOp>())
    matchCoordinate(load);
  return !coordinates.empty();
}

/// The size of a tensor in memory.
Value RowFetcher::emitBytes(Value memref) {
  Location loc = loop.getLoc();
  auto type = cast<MemRefType>(memref.getType());
  Value bytes = constant(getElementBytes(type.getElementType()));
  for (int64_t mode = 0; mode < type.getRank(); ++mode)
    bytes = arith::MulIOp::create(
        builder, loc, bytes, memref::DimOp::create(builder, loc, memref, mode));
  return RuntimeCalls::toInteger(builder, loc, bytes);
}

/// What stands for the coordinates and the tensors is there before the loop.
bool RowFetcher::areOutsideOf(LoopLikeOpInterface around, Value (*as)(Value)) {
  return llvm::all_of(coordinates, [&](Coordinate &coordinate) {
    return around.isDefinedOutsideOfLoop(as(coordinate.load.getMemRef())) &&
           llvm::all_of(coordinate.rows, [&](auto &row) {
             return around.isDefinedOutsideOfLoop(as(row.first));
           });
  });
}

scf::ForOp RowFetcher::findNest() {
  scf::ForOp nest = loop;
  for (Operation *around = loop->getParentOp();
       isa<scf::ForOp, scf::IfOp>(around); around = around->getParentOp()) {
    auto aroundLoop = dyn_cast<scf::ForOp>(around);
    if (!aroundLoop)
      continue;
    if (!areOutsideOf(aroundLoop, [](Value memref) { return memref; }))
      break;
    if (LoopMarks::of(aroundLoop).twice)
      nest = aroundLoop;
  }
  return nest;
}

Value RowFetcher::emitIsScattered() {
  Location loc = loop.getLoc();
  OpBuilder::InsertionGuard guard(builder);
  Operation *place =
      findPlaceBeforeLoops(loop, [&](LoopLikeOpInterface around) {
        return areOutsideOf(around, getItself);
      });
  builder.setInsertionPoint(place);
  Value result;
  for (Coordinate &coordinate : coordinates) {
    Value array = getItself(coordinate.load.getMemRef());
    Value pointer = RuntimeCalls::pointerTo(builder, loc, array);
    Value count = memref::DimOp::create(builder, loc, array, 0);
    Value bytes;
    for (auto &[tensor, row] : coordinate.rows) {
      Value its = emitBytes(getItself(tensor));
      bytes = bytes ? arith::AddIOp::create(builder, loc, bytes, its) : its;
    }
    int64_t width = getElementBytes(coordinate.load.getType());
    Value answer = runtime.call(
        builder, loc, "encke_loop_is_scattered", builder.getI64Type(),
        {pointer, RuntimeCalls::integer(builder, loc, width),
         RuntimeCalls::toInteger(builder, loc, count), bytes,
         RuntimeCalls::integer(builder, loc, coordinate.mark.getFew()),
         RuntimeCalls::integer(builder, loc, coordinate.mark.getNear()),
         RuntimeCalls::integer(builder, loc, coordinate.mark.getFar())});
    result =
        result ? arith::OrIOp::create(builder, loc, result, answer) : answer;
  }
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, result,
                               RuntimeCalls::integer(builder, loc, 0));
}

/// The rows of an element that comes later, at the begin of each iteration.
void RowFetcher::emitFetches() {
  Location loc = loop.getLoc();
  for (Coordinate &coordinate : coordinates) {
    builder.setInsertionPoint(loop);
    Value array = coordinate.load.getMemRef();
    Value count = memref::DimOp::create(builder, loc, array, 0);
    Value last = arith::SubIOp::create(builder, loc, count, constant(1));
    builder.setInsertionPointToStart(loop.getBody());
    Value later = arith::AddIOp::create(builder, loc, loop.getInductionVar(),
                                        constant(coordinate.mark.getAhead()));
    later = arith::MinUIOp::create(builder, loc, later, last);
    Value there = memref::LoadOp::create(builder, loc, array, later);
    IRMapping mapping;
    mapping.map(coordinate.load.getResult(), there);
    there = builder.clone(*coordinate.index, mapping)->getResult(0);
    mapping.map(coordinate.index->getResult(0), there);
    for (auto &[tensor, row] : coordinate.rows)
      for (auto [begin, offset] : row.lines) {
        SmallVector<Value> at = llvm::map_to_vector(
            row.load.getIndices().drop_back(),
            [&](Value index) { return mapping.lookupOrDefault(index); });
        at.push_back(
            arith::AddIOp::create(builder, loc, begin, constant(offset)));
        memref::PrefetchOp::create(builder, loc, tensor, at,
                                   /*isWrite=*/false, /*localityHint=*/3,
                                   /*isDataCache=*/true);
      }
  }
}

/// The nest stands there twice: with fetches, and without. One look chooses for
/// all loops in it, so that both are as good as without the other: LLVM would
/// not move anything out of a loop that may not run.
static void emitBoth(scf::ForOp nest, MutableArrayRef<RowFetcher> fetchers) {
  Location loc = nest.getLoc();
  OpBuilder builder(nest);
  Value isScattered;
  for (RowFetcher &fetcher : fetchers) {
    Value answer = fetcher.emitIsScattered();
    isScattered = isScattered
                      ? arith::OrIOp::create(builder, loc, isScattered, answer)
                            .getResult()
                      : answer;
  }
  auto choice = scf::IfOp::create(builder, loc, nest.getResultTypes(),
                                  isScattered, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  nest.replaceAllUsesWith(choice.getResults());
  builder.setInsertionPointToStart(choice.elseBlock());
  Operation *copy = builder.clone(*nest);
  scf::YieldOp::create(builder, loc, copy->getResults());
  builder.setInsertionPointToStart(choice.thenBlock());
  auto yield = scf::YieldOp::create(builder, loc, nest.getResults());
  nest->moveBefore(yield);
  for (RowFetcher &fetcher : fetchers)
    fetcher.emitFetches();
}

/// Why a mark is not carried out.
static StringRef getReason(StringRef mark) {
  return mark == "twice" ? "no loop inside asks whether rows are far away that "
                           "are there before"
                         : "no loop goes through the coordinates of rows that "
                           "are read in vectors";
}

namespace {
struct FetchRows : encke::impl::FetchRowsBase<FetchRows> {
  using FetchRowsBase::FetchRowsBase;

  void runOnOperation() override {
    RuntimeCalls runtime(getOperation());
    std::vector<RowFetcher> plain;
    llvm::MapVector<Operation *, std::vector<RowFetcher>> nests;
    MarkRequests requests;
    getOperation().walk([&](Operation *op) {
      if (RowMarks::of(op).prefetch)
        requests[op->getLoc()].ask("prefetch");
      if (LoopMarks::of(op).twice)
        requests[op->getLoc()].ask("twice");
    });
    getOperation().walk([&](scf::ForOp loop) {
      RowFetcher fetcher(loop, runtime);
      if (!fetcher.match())
        return;
      for (Operation *load : fetcher.getMatched())
        requests[load->getLoc()].fulfil("prefetch");
      if (!fetcher.asks()) {
        plain.push_back(std::move(fetcher));
        return;
      }
      scf::ForOp nest = fetcher.findNest();
      requests[nest.getLoc()].fulfil("twice");
      nests[nest].push_back(std::move(fetcher));
    });
    if (strictMarks && failed(requests.check(getReason)))
      return signalPassFailure();
    for (RowFetcher &fetcher : plain)
      fetcher.emitFetches();
    for (auto &[nest, fetchers] : nests) {
      emitBoth(cast<scf::ForOp>(nest), fetchers);
      numFetching += fetchers.size();
    }
    numFetching += plain.size();
    getOperation().walk([](Operation *op) {
      if (isa<memref::LoadOp, vector::LoadOp>(op))
        cin::setRowMarks(op, {});
      else if (isa<scf::ForOp>(op))
        LoopMarks().setOn(op);
    });
  }
};
} // namespace
