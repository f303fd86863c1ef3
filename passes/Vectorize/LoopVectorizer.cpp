//===- LoopVectorizer.cpp - one loop over vectors -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Vectorize/LoopVectorizer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace encke;

/// Complex numbers have no vectors, and bools in memory are bytes, which a
/// vector of bits is not.
bool encke::hasVector(Type type) { return type.isIntOrIndexOrFloat(); }

/// The loop stores elements of the memory.
bool LoopVectorizer::isStored(Value memref) {
  return llvm::any_of(
      loop.getBody()->getOps<memref::StoreOp>(),
      [&](memref::StoreOp store) { return store.getMemRef() == memref; });
}

/// A contiguous element along the loop, or one that does not depend on it; of
/// what is only loaded, also one that is strided, or one at what was loaded.
bool LoopVectorizer::checkMemory(Operation &op, Value memref,
                                 ValueRange indices) {
  auto type = cast<MemRefType>(memref.getType());
  Type element = type.getElementType();
  bool isContiguous =
      type.getLayout().isIdentity() || type.isLastDimUnitStride();
  if (!isContiguous || !hasVector(element) || element.isInteger(1))
    return false;
  bool isLoad = isa<memref::LoadOp>(op);
  bool mayGather = isLoad && type.getLayout().isIdentity() &&
                   (loop.getNumResults() != 0 || !isStored(memref));
  for (auto [mode, index] : llvm::enumerate(indices)) {
    bool isLast = mode + 1 == indices.size();
    bool isStrided = !isLast && index == loop.getInductionVar();
    if (!isVarying(index) || (isLast && isAlong(index)) ||
        (isStrided && isLoad))
      continue;
    if (!isLast || !mayGather)
      return false;
    gathered.insert(&op);
  }
  return true;
}

/// The counter, and what is added to it: there, a vector has consecutive
/// values, of which the first one is enough.
bool LoopVectorizer::addAlong(Operation &op) {
  auto add = dyn_cast<arith::AddIOp>(op);
  if (!add || !add.getType().isIndex())
    return false;
  Value lhs = add.getLhs(), rhs = add.getRhs();
  if (isAlong(lhs) ? isVarying(rhs) : isVarying(lhs))
    return false;
  if (!isAlong(lhs) && !isAlong(rhs))
    return false;
  along.insert(add);
  varying.insert(add);
  return true;
}

bool LoopVectorizer::isStrided(memref::LoadOp load) {
  OperandRange indices = load.getIndices();
  return !indices.empty() &&
         llvm::is_contained(indices.drop_back(), loop.getInductionVar());
}

/// Element by element. Where it does not depend on a loop around, the vector
/// is made outside of that.
Value LoopVectorizer::loadStrided(OpBuilder &builder, const IRMapping &mapping,
                                  memref::LoadOp load) {
  Location loc = load.getLoc();
  SmallVector<Value> elements;
  for (int64_t n = 0; n < width; ++n) {
    if (n >= lanes) {
      elements.push_back(arith::ConstantOp::create(
          builder, loc, builder.getZeroAttr(load.getType())));
      continue;
    }
    IRMapping lane(mapping);
    Value step = arith::ConstantIndexOp::create(builder, loc, n);
    lane.map(loop.getInductionVar(),
             arith::AddIOp::create(
                 builder, loc, mapping.lookup(loop.getInductionVar()), step));
    elements.push_back(builder.clone(*load, lane)->getResult(0));
  }
  return vector::FromElementsOp::create(builder, loc, vectorOf(load.getType()),
                                        elements);
}

memref::StoreOp encke::getZeroing(scf::ForOp loop) {
  auto store = dyn_cast<memref::StoreOp>(loop.getBody()->front());
  bool isAlone =
      store && store->getNextNode() == loop.getBody()->getTerminator();
  bool isZero = isAlone && (matchPattern(store.getValue(), m_PosZeroFloat()) ||
                            matchPattern(store.getValue(), m_Zero()));
  return isZero ? store : memref::StoreOp();
}

/// The value in one lane, as a scalar. `lane` has the counter of that lane, and
/// remembers what was made for it.
Value LoopVectorizer::inLane(OpBuilder &builder, Value value,
                             const IRMapping &mapping, IRMapping &lane) {
  if (lane.contains(value))
    return lane.lookup(value);
  if (!isVarying(value))
    return mapping.lookupOrDefault(value);
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    lane.map(operand, inLane(builder, operand, mapping, lane));
  builder.clone(*op, lane);
  return lane.lookup(value);
}

/// At the coordinates that the vector has.
Value LoopVectorizer::gather(OpBuilder &builder, const IRMapping &mapping,
                             memref::LoadOp load) {
  Location loc = load.getLoc();
  VectorType type = vectorOf(load.getType());
  if (inOneGather) {
    SmallVector<Value> base;
    for (Value index : load.getIndices().drop_back())
      base.push_back(mapping.lookupOrDefault(index));
    base.push_back(arith::ConstantIndexOp::create(builder, loc, 0));
    Value all = arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(vectorOf(builder.getI1Type()), true));
    Value zeros =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
    return vector::GatherOp::create(builder, loc, type, load.getMemRef(), base,
                                    mapping.lookup(load.getIndices().back()),
                                    all, zeros);
  }
  SmallVector<Value> elements;
  for (int64_t n = 0; n < width; ++n) {
    IRMapping lane;
    Value step = arith::ConstantIndexOp::create(builder, loc, n);
    lane.map(loop.getInductionVar(),
             arith::AddIOp::create(
                 builder, loc, mapping.lookup(loop.getInductionVar()), step));
    elements.push_back(inLane(builder, load.getResult(), mapping, lane));
  }
  return vector::FromElementsOp::create(builder, loc, type, elements);
}

Value encke::emitMask(OpBuilder &builder, Location loc, int64_t lanes,
                      int64_t width) {
  auto type = VectorType::get(width, builder.getI1Type());
  return vector::ConstantMaskOp::create(builder, loc, type, lanes);
}

Value LoopVectorizer::loadContiguous(OpBuilder &builder, ValueRange indices,
                                     memref::LoadOp load) {
  Location loc = load.getLoc();
  VectorType type = vectorOf(load.getType());
  if (lanes == width || loadsBeyond)
    return vector::LoadOp::create(builder, loc, type, load.getMemRef(),
                                  indices);
  Value zeros =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  return vector::MaskedLoadOp::create(
      builder, loc, type, load.getMemRef(), indices,
      emitMask(builder, loc, lanes, width), zeros);
}

Value encke::emitRoundDown(OpBuilder &builder, Location loc, Value lo, Value hi,
                           int64_t unit) {
  Value count = arith::SubIOp::create(builder, loc, hi, lo);
  Value size = arith::ConstantIndexOp::create(builder, loc, unit);
  Value rest = arith::RemSIOp::create(builder, loc, count, size);
  return arith::SubIOp::create(builder, loc, hi, rest);
}

Value encke::emitSum(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  if (isa<FloatType>(getElementTypeOrSelf(lhs)))
    return arith::AddFOp::create(builder, loc, lhs, rhs);
  return arith::AddIOp::create(builder, loc, lhs, rhs);
}

Value encke::emitSumOfLanes(OpBuilder &builder, Location loc, Value sum,
                            Value initial) {
  return vector::ReductionOp::create(
      builder, loc, vector::CombiningKind::ADD, sum, initial,
      isa<FloatType>(initial.getType())
          ? arith::FastMathFlags::reassoc | arith::FastMathFlags::contract
          : arith::FastMathFlags::none);
}

/// Also what takes a number for one without a sign, or the other way round.
static bool isElementwise(Operation &op) {
  auto cast = dyn_cast<UnrealizedConversionCastOp>(op);
  bool isNumber = cast && cast.getNumOperands() == 1 &&
                  cast.getNumResults() == 1 &&
                  isa<IntegerType>(cast.getOperand(0).getType()) &&
                  isa<IntegerType>(cast.getResult(0).getType());
  return isNumber || OpTrait::hasElementwiseMappableTraits(&op);
}

bool LoopVectorizer::canVectorize() {
  varying.insert(loop.getInductionVar());
  along.insert(loop.getInductionVar());
  varying.insert(loop.getRegionIterArgs().begin(),
                 loop.getRegionIterArgs().end());
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (addAlong(op))
      continue;
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      if (!checkMemory(op, load.getMemRef(), load.getIndices()))
        return refuse("what it reads along the loop has no vectors, or is not "
                      "side by side");
    } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
      if (!checkMemory(op, store.getMemRef(), store.getIndices()) ||
          llvm::none_of(store.getIndices(),
                        [&](Value index) { return isAlong(index); }))
        return refuse("what it writes has no vectors, or is not side by side "
                      "along the loop");
    } else if (!isElementwise(op) && !isPure(&op)) {
      return refuse("it holds more than one computation of an element");
    }
    bool depends = llvm::any_of(op.getOperands(),
                                [&](Value value) { return isVarying(value); });
    if (depends) {
      bool isMemory = isa<memref::LoadOp, memref::StoreOp>(op);
      // The counter may be an index only: its vector form is never needed.
      if (!isMemory && !(llvm::all_of(op.getOperandTypes(), hasVector) &&
                         llvm::all_of(op.getResultTypes(), hasVector)))
        return refuse("values of that type have no vectors");
      if (!isMemory && (!isElementwise(op) ||
                        llvm::any_of(op.getOperands(), [&](Value value) {
                          return isAlong(value);
                        })))
        return refuse("it computes with coordinates, or holds what is not done "
                      "element by element");
      varying.insert(op.getResults().begin(), op.getResults().end());
    }
  }
  std::optional<Reductions> found = Reductions::find(loop);
  if (!found)
    return refuse(
        "what it adds up, or otherwise carries along, has no vectors");
  reductions = std::move(*found);
  return true;
}

Value LoopVectorizer::asVector(OpBuilder &builder, const IRMapping &mapping,
                               Value value) {
  Value mapped = mapping.lookupOrDefault(value);
  if (isa<VectorType>(mapped.getType()))
    return mapped;
  return vector::BroadcastOp::create(builder, value.getLoc(),
                                     vectorOf(mapped.getType()), mapped);
}

void LoopVectorizer::vectorizeOp(OpBuilder &builder, IRMapping &mapping,
                                 Operation &op) {
  Location loc = op.getLoc();
  bool depends = llvm::any_of(op.getOperands(),
                              [&](Value value) { return isVarying(value); });
  auto mapIndices = [&](ValueRange indices) {
    return llvm::map_to_vector(
        indices, [&](Value index) { return mapping.lookupOrDefault(index); });
  };
  if (!depends || llvm::any_of(op.getResults(),
                               [&](Value result) { return isAlong(result); })) {
    builder.clone(op, mapping);
  } else if (auto load = dyn_cast<memref::LoadOp>(op);
             load && isStrided(load)) {
    mapping.map(load.getResult(), loadStrided(builder, mapping, load));
  } else if (load && gathered.contains(load)) {
    mapping.map(load.getResult(), gather(builder, mapping, load));
  } else if (load) {
    Value vector = loadContiguous(builder, mapIndices(load.getIndices()), load);
    if (auto plain = vector.getDefiningOp<vector::LoadOp>())
      cin::setRowMarks(plain, cin::RowMarks::of(load));
    mapping.map(load.getResult(), vector);
  } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
    vector::StoreOp::create(builder, loc,
                            asVector(builder, mapping, store.getValue()),
                            store.getMemRef(), mapIndices(store.getIndices()));
  } else {
    SmallVector<Value> operands =
        llvm::map_to_vector(op.getOperands(), [&](Value operand) {
          return asVector(builder, mapping, operand);
        });
    SmallVector<Type> types = llvm::map_to_vector(
        op.getResultTypes(), [&](Type type) -> Type { return vectorOf(type); });
    OperationState state(loc, op.getName(), operands, types, op.getAttrs());
    mapping.map(op.getResults(), builder.create(state)->getResults());
  }
}

SmallVector<Value> LoopVectorizer::emitBody(OpBuilder &builder, Value counter,
                                            ValueRange carried) {
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), counter);
  mapping.map(loop.getRegionIterArgs(), carried);
  for (Operation &op : loop.getBody()->without_terminator())
    vectorizeOp(builder, mapping, op);
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  return llvm::map_to_vector(yield.getOperands(), [&](Value value) {
    return asVector(builder, mapping, value);
  });
}

scf::ForOp encke::emitVectorLoop(OpBuilder &builder, Location loc, Value lo,
                                 Value hi, int64_t width, int64_t vectors,
                                 ValueRange sums, VectorBody body) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  auto steps =
      scf::ForOp::create(builder, loc, lo, hi, constant(vectors * width), sums);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(steps.getBody());
  size_t each = sums.size() / vectors;
  SmallVector<Value> yielded;
  for (int64_t n = 0; n < vectors; ++n) {
    Value counter = steps.getInductionVar();
    if (n > 0)
      counter =
          arith::AddIOp::create(builder, loc, counter, constant(n * width));
    llvm::append_range(yielded, body(counter, steps.getRegionIterArgs().slice(
                                                  n * each, each)));
  }
  if (!yielded.empty())
    scf::YieldOp::create(builder, loc, yielded);
  return steps;
}

arith::ExtFOp encke::findNarrowTerm(Value sum, Value old) {
  auto add = sum.getDefiningOp<arith::AddFOp>();
  if (!add)
    return {};
  Value term = add.getLhs() == old ? add.getRhs() : add.getLhs();
  auto widened = term.getDefiningOp<arith::ExtFOp>();
  bool isAdded = add.getLhs() == old || add.getRhs() == old;
  bool isFloatSum = isAdded && widened && widened->hasOneUse() &&
                    widened->hasAttr("encke.float_sum");
  return isFloatSum ? widened : arith::ExtFOp();
}

bool LoopVectorizer::addsFloats() {
  narrowTerms.clear();
  for (auto [sum, old] :
       llvm::zip(loop.getYieldedValues(), loop.getRegionIterArgs())) {
    arith::ExtFOp term = findNarrowTerm(sum, old);
    if (!term || !isVarying(term.getIn()))
      return false;
    narrowTerms.push_back(term);
  }
  return !narrowTerms.empty();
}

/// What the vector that begins at the counter adds, as floats.
SmallVector<Value> LoopVectorizer::emitTerms(Value counter) {
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), counter);
  auto isLater = [&](Operation &op) {
    return llvm::is_contained(narrowTerms, &op) ||
           llvm::is_contained(loop.getYieldedValues(), op.getResult(0));
  };
  for (Operation &op : loop.getBody()->without_terminator())
    if (op.getNumResults() != 1 || !isLater(op))
      vectorizeOp(builder, mapping, op);
  return llvm::map_to_vector(narrowTerms, [&](arith::ExtFOp term) {
    return asVector(builder, mapping, term.getIn());
  });
}

/// The sums with what several vectors add.
SmallVector<Value> LoopVectorizer::addTerms(Value counter, int64_t count,
                                            ValueRange sums) {
  Location loc = loop.getLoc();
  SmallVector<Value> terms = emitTerms(counter);
  for (int64_t n = 1; n < count; ++n) {
    Value next = arith::AddIOp::create(
        builder, loc, counter,
        arith::ConstantIndexOp::create(builder, loc, n * width));
    for (auto [term, more] : llvm::zip(terms, emitTerms(next)))
      term = arith::AddFOp::create(builder, loc, term, more,
                                   arith::FastMathFlags::contract);
  }
  SmallVector<Value> results;
  for (auto [sum, term] : llvm::zip(sums, terms))
    results.push_back(
        emitSum(builder, loc, sum,
                arith::ExtFOp::create(builder, loc,
                                      vectorOf(builder.getF64Type()), term)));
  return results;
}

/// The old loop stays for the rest: it starts where the vectors end.
void LoopVectorizer::run(int64_t sums, int64_t terms) {
  Location loc = loop.getLoc();
  Value begin = loop.getLowerBound(), hi = loop.getUpperBound();
  auto body = [&](Value counter, ValueRange vectors) {
    return emitBody(builder, counter, vectors);
  };
  SmallVector<Value> carried;
  bool areNarrow = terms > 1 && addsFloats();
  if (loop.getNumResults() != 0 && sums == 1 && !areNarrow)
    carried = reductions.emitNeutral(builder, width, 1);
  else if (loop.getNumResults() != 0) {
    int64_t length = areNarrow ? terms * width : width;
    auto addFloats = [&](Value counter, ValueRange vectors) {
      return addTerms(counter, terms, vectors);
    };
    Value groupsEnd = emitRoundDown(builder, loc, begin, hi, sums * length);
    scf::ForOp groups =
        emitVectorLoop(builder, loc, begin, groupsEnd, length, sums,
                       reductions.emitNeutral(builder, width, sums),
                       areNarrow ? VectorBody(addFloats) : VectorBody(body));
    // LLVM may unroll a few iterations, of which it knows the number.
    if (!loop.getStaticTripCount())
      keepRolled(groups, /*isShort=*/false);
    carried = reductions.reduceVectors(builder, groups.getResults(), sums);
    begin = groupsEnd;
  }
  Value whole = emitRoundDown(builder, loc, begin, hi, width);
  scf::ForOp vectorLoop = emitVectorLoop(builder, loc, begin, whole, width,
                                         /*vectors=*/1, carried, body);
  if (!carried.empty() && !loop.getStaticTripCount())
    keepRolled(vectorLoop, /*isShort=*/true);
  SmallVector<Value> initial = reductions.reduceLanes(
      builder, vectorLoop.getResults(), loop.getInitArgs());
  loop.getLowerBoundMutable().assign(whole);
  if (!initial.empty())
    loop.getInitArgsMutable().assign(initial);
  keepRolled(loop, /*isShort=*/true);
}

void encke::keepRolled(scf::ForOp loop, bool isShort) {
  MLIRContext *context = loop.getContext();
  auto yes = BoolAttr::get(context, true);
  auto unroll = LLVM::LoopUnrollAttr::get(context, /*disable=*/yes,
                                          /*count=*/{}, /*runtimeDisable=*/{},
                                          /*full=*/{}, /*followupUnrolled=*/{},
                                          /*followupRemainder=*/{},
                                          /*followupAll=*/{});
  auto interleave = LLVM::LoopInterleaveAttr::get(
      context, IntegerAttr::get(IntegerType::get(context, 32), 1));
  LLVM::LoopVectorizeAttr vectorize;
  if (isShort)
    vectorize = LLVM::LoopVectorizeAttr::get(
        context, /*disable=*/yes, /*predicateEnable=*/{},
        /*scalableEnable=*/{}, /*width=*/{}, /*followupVectorized=*/{},
        /*followupEpilogue=*/{}, /*followupAll=*/{});
  loop->setAttr("llvm.loop_annotation",
                LLVM::LoopAnnotationAttr::get(
                    context, /*disableNonforced=*/{}, vectorize, interleave,
                    unroll, /*unrollAndJam=*/{},
                    /*licm=*/{}, /*distribute=*/{}, /*pipeline=*/{},
                    /*peeled=*/{}, /*unswitch=*/{}, /*mustProgress=*/{},
                    /*isVectorized=*/{}, /*startLoc=*/{}, /*endLoc=*/{},
                    /*parallelAccesses=*/{}));
}
