//===- TasksOps.cpp - the operations of the tasks dialect -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Reductions.h"
#include "dialects/Tasks/TasksDialect.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace encke;
using namespace encke::tasks;

#define GET_OP_CLASSES
#include "dialects/Tasks/TasksOps.cpp.inc"

/// Whoever lowers a plan knows where it was made.
static LogicalResult verifyPlan(Operation *op, Value plan) {
  if (plan.getDefiningOp<PlanOp>())
    return success();
  return op->emitOpError("needs the plan that a tasks.plan has made");
}

static LogicalResult verifyReduction(Operation *op, StringRef name) {
  if (cin::getReduction(name) != cin::Reduction::none)
    return success();
  return op->emitOpError("\"") << name << "\" is no operator that combines";
}

/// The region's arguments and what it yields.
static LogicalResult verifyRegion(Operation *op, Block &block,
                                  TypeRange arguments, TypeRange yields) {
  if (block.getArgumentTypes() != arguments) {
    InFlightDiagnostic error = op->emitOpError("has a region with ")
                               << block.getNumArguments() << " arguments (";
    llvm::interleaveComma(block.getArgumentTypes(), error);
    error << "), but they must be (";
    llvm::interleaveComma(arguments, error);
    return error << ")";
  }
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield)
    return op->emitOpError("has a region that does not end with tasks.yield");
  if (yield.getOperandTypes() == yields)
    return success();
  InFlightDiagnostic error = yield.emitOpError("must yield (");
  llvm::interleaveComma(yields, error);
  return error << ")";
}

//===----------------------------------------------------------------------===//
// Before the tasks
//===----------------------------------------------------------------------===//

LogicalResult PlanOp::verify() {
  if (getChunks() < 1 || getUnit() < 1)
    return emitOpError("has a positive number of chunks for each task, of "
                       "iterations");
  if (bool(getCoordinates()) != bool(getExtent()))
    return emitOpError("has coordinates up to an extent");
  return success();
}

LogicalResult NumberOp::verify() { return verifyPlan(*this, getPlan()); }

//===----------------------------------------------------------------------===//
// The tasks
//===----------------------------------------------------------------------===//

void RunOp::build(OpBuilder &builder, OperationState &state, Value plan,
                  ValueRange inits, ArrayRef<cin::Reduction> reductions) {
  state.addOperands(plan);
  state.addOperands(inits);
  state.addTypes(inits.getTypes());
  if (!inits.empty()) {
    SmallVector<StringRef> names =
        llvm::map_to_vector(reductions, cin::getOperatorName);
    state.addAttribute(getReductionsAttrName(state.name),
                       builder.getStrArrayAttr(names));
  }
  state.addRegion()->emplaceBlock();
}

PlanOp RunOp::getPlanOp() { return getPlan().getDefiningOp<PlanOp>(); }

static bool isLoop(Operation &op) { return isa<ChunksOp, PiecesOp>(op); }

Operation *RunOp::getLoop() { return &*llvm::find_if(getBlock(), isLoop); }

/// What the loop over chunks and what the task has for itself ask of each
/// other.
static LogicalResult verifyParts(RunOp run) {
  Operation *loop = run.getLoop();
  auto chunks = dyn_cast<ChunksOp>(loop);
  bool isDealt = run.getPlanOp().getDeal();
  if (isDealt && !chunks)
    return loop->emitOpError("has chunks that are taken: the plan must not be "
                             "'deal'");
  if (!isDealt && chunks && !chunks.getInits().empty())
    return chunks.emitOpError("carries values from chunk to chunk, which only "
                              "a plan that is 'deal' has in order");
  if (isDealt && chunks.getUse())
    return chunks.emitOpError("appends to a result in the order of the chunks: "
                              "the plan must not be 'deal'");
  auto pieces = dyn_cast<PiecesOp>(loop);
  if (pieces && run.getPlanOp().getWeights() != pieces.getEnds())
    return pieces.emitOpError("needs a plan that has the ends of the rows as "
                              "weights");
  auto own = run.find<OwnOp>();
  for (Operation &op : run.getBlock()) {
    if (isa<CopyOp, OwnOp>(op) && !isDealt)
      return op.emitOpError("combines what tasks add up, which depends on "
                            "nothing but their number if the plan is 'deal'");
    if (isa<OwnOp>(op) && &op != own)
      return op.emitOpError("stands in tasks that own something already");
    auto copy = dyn_cast<CopyOp>(op);
    if (copy && copy.getUnless() != (own ? own.getCondition() : Value()))
      return copy.emitOpError("needs no copy on the condition of tasks.own, "
                              "and on no other");
  }
  return success();
}

LogicalResult RunOp::verify() {
  if (failed(verifyPlan(*this, getPlan())) ||
      failed(verifyRegion(*this, getBlock(), {}, getInits().getTypes())))
    return failure();
  if (getResultTypes() != getInits().getTypes())
    return emitOpError("has results of other types than what it begins with");
  ArrayRef<Attribute> names =
      getReductions() ? getReductions()->getValue() : ArrayRef<Attribute>();
  if (names.size() != getInits().size())
    return emitOpError("has an operator for each of the values that it "
                       "collects");
  for (Attribute name : names)
    if (failed(verifyReduction(*this, cast<StringAttr>(name).getValue())))
      return failure();
  if (!getInits().empty() && !getPlanOp().getDeal())
    return emitOpError("combines what tasks add up, which depends on nothing "
                       "but their number if the plan is 'deal'");
  if (llvm::count_if(getBlock(), isLoop) != 1)
    return emitOpError("needs one loop over chunks, a tasks.chunks or a "
                       "tasks.pieces");
  return verifyParts(*this);
}

static void addChunk(OpBuilder &builder, OperationState &state,
                     TypeRange more) {
  Block &block = state.addRegion()->emplaceBlock();
  Type index = builder.getIndexType();
  block.addArguments({index, index}, {state.location, state.location});
  for (Type type : more)
    block.addArgument(type, state.location);
}

void ChunksOp::build(OpBuilder &builder, OperationState &state,
                     ValueRange inits) {
  state.addOperands(inits);
  state.addTypes(inits.getTypes());
  state.getOrAddProperties<Properties>().operandSegmentSizes = {
      int32_t(inits.size()), 0};
  addChunk(builder, state, inits.getTypes());
}

void ChunksOp::build(OpBuilder &builder, OperationState &state, Use use,
                     Value result, unsigned count) {
  state.addOperands(result);
  auto &properties = state.getOrAddProperties<Properties>();
  properties.operandSegmentSizes = {0, 1};
  properties.use = UseAttr::get(builder.getContext(), use);
  addChunk(builder, state, SmallVector<Type>(count, builder.getIndexType()));
}

LogicalResult ChunksOp::verify() {
  Builder builder(getContext());
  Type index = builder.getIndexType();
  SmallVector<Type> arguments = {index, index}, yields;
  if (bool(getUse()) != bool(getResult()))
    return emitOpError("needs to say in what it counts or fills a result");
  if (getResultTypes() != getInits().getTypes())
    return emitOpError("has results of other types than what it begins with");
  llvm::append_range(arguments, getInits().getTypes());
  llvm::append_range(yields, getInits().getTypes());
  if (getUse() == Use::part) {
    if (!getResult().getDefiningOp<PartOp>())
      return emitOpError("needs the part that a tasks.part has made");
    arguments.append(2, index);
    yields.push_back(index);
  } else if (getUse()) {
    auto type = dyn_cast<MemRefType>(getResult().getType());
    if (!type || type.getRank() != 2 || type.isDynamicDim(1))
      return emitOpError("needs counts with a known number of columns");
    // The first columns: those of parts have more.
    Block &block = getBlock();
    size_t most = type.getDimSize(1);
    size_t count = getUse() == Use::fill
                       ? block.getNumArguments() - arguments.size()
                       : block.getTerminator()->getNumOperands();
    if (count > most)
      return emitOpError("has ")
             << count << " numbers for a chunk, but " << most << " columns";
    (getUse() == Use::fill ? arguments : yields).append(count, index);
  }
  return verifyRegion(*this, getBlock(), arguments, yields);
}

void PiecesOp::build(OpBuilder &builder, OperationState &state, Value ends,
                     Value into, cin::Reduction reduction, Value coordinates) {
  state.addOperands({ends, into});
  if (coordinates)
    state.addOperands(coordinates);
  state.addAttribute(getReductionAttrName(state.name),
                     builder.getStringAttr(cin::getOperatorName(reduction)));
  addChunk(builder, state,
           {getViewType(cast<MemRefType>(ends.getType())),
            getViewType(cast<MemRefType>(into.getType()))});
}

LogicalResult PiecesOp::verify() {
  auto endsType = getEnds().getType();
  auto intoType = cast<MemRefType>(getInto().getType());
  if (intoType.getRank() == 0 || !intoType.getLayout().isIdentity())
    return emitOpError("needs rows one after the other to collect in");
  if (failed(verifyReduction(*this, getReduction())))
    return failure();
  Type index = IndexType::get(getContext());
  return verifyRegion(*this, getBlock(),
                      {index, index, getViewType(cast<MemRefType>(endsType)),
                       getViewType(intoType)},
                      {});
}

//===----------------------------------------------------------------------===//
// What a task has for itself
//===----------------------------------------------------------------------===//

void CopyOp::build(OpBuilder &builder, OperationState &state, Value buffer,
                   cin::Reduction reduction, Value unless) {
  build(builder, state, getViewType(cast<MemRefType>(buffer.getType())), buffer,
        cin::getOperatorName(reduction), unless);
}

LogicalResult CopyOp::verify() {
  auto type = cast<MemRefType>(getBuffer().getType());
  if (llvm::is_contained(type.getShape(), 0))
    return emitOpError("has no elements to copy");
  if (getMine().getType() != getViewType(type))
    return emitOpError("must be seen as ") << getViewType(type);
  return verifyReduction(*this, getReduction());
}

/// It must be asked before the tasks begin.
static LogicalResult verifyOutside(Operation *op, ValueRange values) {
  for (Value value : values)
    if (op->getParentRegion()->isAncestor(value.getParentRegion()))
      return op->emitOpError("needs values from outside of the tasks");
  return success();
}

LogicalResult OwnOp::verify() { return verifyOutside(*this, getOperands()); }

static LogicalResult verifyPartCounts(Operation *op, Value counts) {
  auto type = cast<MemRefType>(counts.getType());
  if (type.getDimSize(1) == partColumns)
    return success();
  return op->emitOpError("needs counts with ") << partColumns << " columns";
}

LogicalResult PartOp::verify() {
  if (failed(verifyOutside(*this, getOperands())))
    return failure();
  return verifyPartCounts(*this, getCounts());
}

//===----------------------------------------------------------------------===//
// Sparse results
//===----------------------------------------------------------------------===//

LogicalResult CountsOp::verify() {
  auto type = cast<MemRefType>(getCounts().getType());
  if (!type.isDynamicDim(0) || type.isDynamicDim(1) ||
      !type.getLayout().isIdentity())
    return emitOpError("has a row for each chunk and a known number of "
                       "columns");
  return verifyPlan(*this, getPlan());
}

LogicalResult ScanOp::verify() {
  auto type = cast<MemRefType>(getCounts().getType());
  if (type.isDynamicDim(1) || type.getDimSize(1) < int64_t(getNumResults()))
    return emitOpError("has more sums than columns");
  return verifyPlan(*this, getPlan());
}

LogicalResult JoinOp::verify() {
  if (failed(verifyPartCounts(*this, getCounts())))
    return failure();
  return verifyPlan(*this, getPlan());
}
