//===- Distribute.cpp - parts of tensors for processes --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value is a part where what makes it has made one. Whoever uses it asks for
// the form that is needed (Forms.cpp), so that each use is right, whatever was
// decided about the value.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/DistDialect.h"
#include "dialects/ProgramFunction.h"
#include "dialects/TA/Encoding.h"
#include "passes/Distribute/Distributor.h"
#include "passes/Distribute/Inline.h"
#include "passes/Distribute/Notes.h"
#include "passes/Support/Estimates.h"
#include "passes/Support/Places.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/raw_ostream.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_DISTRIBUTE
#include "passes/Distribute/Distribute.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::ta;
using namespace encke::distribute;

//===----------------------------------------------------------------------===//
// What is cut
//===----------------------------------------------------------------------===//

/// The outermost mode in storage, of a tensor that can be cut along it.
static std::optional<unsigned> outermostMode(RankedTensorType type) {
  std::optional<Format> format = getFormat(type);
  if (!format || format->levelToMode.empty())
    return std::nullopt;
  unsigned mode = format->levelToMode.front();
  return canRestrict(type, mode) ? std::optional(mode) : std::nullopt;
}

/// The mode of a tensor along which it is cut, if it can be: that of the label
/// that the program names, or the outermost.
std::optional<unsigned> Distributor::modeToCut(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return named ? findMode(tensor) : outermostMode(type);
}

/// What statements see of a tensor: one whose labels are reordered (L36) is cut
/// in the new order, in which parts need few ghosts of each other.
static Value findRenumbered(Value tensor) {
  auto isIn = [&](Operation *user) {
    auto permute = dyn_cast<PermuteOp>(user);
    return permute && permute.getDirection() != "out" &&
           permute->getBlock() == tensor.getParentBlock();
  };
  for (;;) {
    auto users = tensor.getUsers();
    auto found = llvm::find_if(users, isIn);
    if (found == users.end())
      return tensor;
    tensor = found->getResult(0);
  }
}

/// Takes the tensor as what is cut, if there is more of it than of another.
void Distributor::offer(Value tensor, unsigned mode, Estimates &estimates) {
  std::pair<bool, double> rank = {isSparse(tensor.getType()),
                                  estimates.getStored(tensor)};
  if (source && rank <= sourceRank)
    return;
  sourceRank = rank;
  source = tensor;
  sourceMode = mode;
}

/// Of what the program reads or draws outside of loops and branches, the sparse
/// tensor that stores most, or the dense one.
bool Distributor::choose() {
  program.walk([&](dist::LabelOp label) { named = label; });
  if (named) {
    namedLabel = named.getLabelAttr();
    space = spaces.of(named.getSize());
  }
  Estimates estimates;
  if (isExported)
    for (BlockArgument argument : program.getArguments())
      if (auto type = dyn_cast<RankedTensorType>(argument.getType()))
        if (std::optional<unsigned> mode = modeToCut(argument);
            mode && type.isDynamicDim(*mode))
          offer(argument, *mode, estimates);
  // What callers have parts of says who has what.
  if (!source)
    for (Operation &op : program.getBody().front())
      if (isa<ReadOp, RandomOp>(op))
        if (std::optional<unsigned> mode = modeToCut(op.getResult(0)))
          offer(op.getResult(0), *mode, estimates);
  if (source) {
    sourceName = getTensorName(source.getLoc());
    source = findRenumbered(source);
  }
  if (!source) {
    if (named)
      named.emitWarning() << "nothing is distributed by '" << named.getLabel()
                          << "': no tensor that is read or drawn outside of "
                             "loops and branches can be cut along it";
    return false;
  }
  space = spaces.of(source, sourceMode);
  return true;
}

void Distributor::dropName() {
  if (named)
    named.erase();
}

/// Which coordinates each process has: by what is cut.
void Distributor::cut() {
  OpBuilder builder(program.getContext());
  builder.setInsertionPointAfterValue(source);
  Location loc = source.getLoc();
  rows = dist::CutOp::create(builder, loc,
                             dist::RowsType::get(builder.getContext()), source,
                             builder.getI64IntegerAttr(sourceMode),
                             builder.getStringAttr(placeOf(loc)));
  ownExtent =
      dist::ExtentOp::create(builder, loc, builder.getIndexType(), rows);
  note(placeOf(loc) + ": dimension " + Twine(sourceMode + 1) + " of '" +
       sourceName + "' is distributed by elements, since " +
       (namedLabel ? "the program names '" + namedLabel.str() + "'"
                   : std::string("the tensor stores most")));
}

/// The outermost mode of what a caller has, if it has a part of it.
std::optional<unsigned> Distributor::findOuterMode(Value tensor) {
  std::optional<unsigned> mode = findMode(tensor);
  auto found = parts.find(tensor);
  RankedTensorType whole;
  if (mode)
    whole = found == parts.end() ? cast<RankedTensorType>(tensor.getType())
                                 : found->second.whole;
  return mode && whole.isDynamicDim(*mode) ? mode : std::nullopt;
}

/// The same: by the parts that callers bring.
void Distributor::join() {
  OpBuilder builder = OpBuilder::atBlockBegin(&program.getBody().front());
  Location loc = source.getLoc();
  SmallVector<Value> sizes;
  SmallVector<StringRef> names;
  SmallVector<std::string> texts;
  SmallVector<std::pair<BlockArgument, unsigned>> brought;
  for (BlockArgument argument : program.getArguments())
    if (std::optional<unsigned> mode = findOuterMode(argument)) {
      // What was chosen says how much each process has.
      bool isSource = argument == source;
      brought.insert(isSource ? brought.begin() : brought.end(),
                     {argument, isSource ? sourceMode : *mode});
    }
  for (auto [argument, mode] : brought) {
    sizes.push_back(
        tensor::DimOp::create(builder, argument.getLoc(), argument, mode));
    texts.push_back("dimension " + std::to_string(mode + 1) + " of '" +
                    getTensorName(argument.getLoc()).str() + "'");
    markPart(argument, mode);
  }
  names.append(texts.begin(), texts.end());
  rows = dist::JoinOp::create(
      builder, loc, dist::RowsType::get(builder.getContext()), sizes,
      builder.getStrArrayAttr(names), builder.getStringAttr(placeOf(loc)));
  ownExtent =
      dist::ExtentOp::create(builder, loc, builder.getIndexType(), rows);
  note(placeOf(loc) + ": of " + texts.front() +
       " each process brings a part, since the tensor stores most");
}

void Distributor::run() {
  if (isa<BlockArgument>(source))
    join();
  else
    cut();
  Operation *last = ownExtent.getDefiningOp();
  visitBlock(*last->getBlock(), std::next(last->getIterator()));
  for (Operation *statement : dead)
    statement->erase();
  readInShares();
}

SmallVector<int64_t> Distributor::getInterface() {
  SmallVector<int64_t> modes;
  for (BlockArgument argument : program.getArguments()) {
    std::optional<unsigned> mode = partMode(argument);
    modes.push_back(mode ? int64_t(*mode) : -1);
  }
  modes.append(resultModes);
  return modes;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void Distributor::say(Operation *statement, const Twine &what) {
  note(placeOf(statement) + ": " + what);
}

void Distributor::sayNothing() {
  note("nothing is distributed: the program reads no tensor, or only in loops "
       "and branches");
}

void Distributor::note(const Twine &what) {
  std::string text = what.str();
  notes.push_back(StringAttr::get(program.getContext(), text));
  if (report)
    llvm::errs() << "encke: " << text << "\n";
}

void Distributor::visitBlock(Block &block, Block::iterator begin) {
  for (Operation &op :
       llvm::make_early_inc_range(llvm::make_range(begin, block.end())))
    visit(&op);
}

void Distributor::visit(Operation *op) {
  bool isExpression =
      op->getNumResults() == 1 && isa<ExprType>(op->getResult(0).getType());
  if (isExpression || isa<dist::DistDialect>(op->getDialect()))
    return; // a part of statements
  asking = op;
  if (auto statement = dyn_cast<AssignOp>(op))
    visitStatement(statement);
  else if (auto loop = dyn_cast<scf::ForOp>(op))
    visitLoop(loop);
  else if (auto loop = dyn_cast<scf::WhileOp>(op))
    visitLoop(loop);
  else if (auto branch = dyn_cast<scf::IfOp>(op))
    visitBranch(branch);
  else if (isExported && isa<func::ReturnOp>(op))
    visitReturn(op);
  else
    visitOther(op);
}

/// What wants whole tensors, or no tensors.
void Distributor::visitOther(Operation *op) {
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    std::optional<int64_t> mode = dim.getConstantIndex();
    std::optional<unsigned> part = partMode(dim.getSource());
    if (part && mode && uint64_t(*mode) != *part)
      return;
    if (part && mode) {
      OpBuilder builder(op);
      dim.replaceAllUsesWith(dist::TotalOp::create(builder, op->getLoc(),
                                                   builder.getIndexType(), rows)
                                 .getResult());
      return;
    }
  }
  if (auto write = dyn_cast<WriteOp>(op))
    if (std::optional<unsigned> part = partMode(write.getValue())) {
      OpBuilder builder(op);
      dist::WriteOp::create(builder, op->getLoc(), write.getValue(), rows,
                            builder.getI64IntegerAttr(*part),
                            write.getPathAttr(), write.getAtAttr());
      op->erase();
      return;
    }
  // Only the first process prints and writes.
  bool isOutput = isa<PrintOp, WriteOp>(op);
  for (OpOperand &operand : op->getOpOperands())
    operand.set(isOutput ? getForFirst(operand.get())
                         : getWhole(operand.get()));
  for (Region &region : op->getRegions())
    for (Block &block : region)
      visitBlock(block, block.begin());
}

/// What can be a part is given back as one, whatever it is here.
void Distributor::visitReturn(Operation *op) {
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<unsigned> mode = findOuterMode(operand.get());
    resultModes.push_back(mode ? int64_t(*mode) : -1);
    operand.set(mode ? getPart(operand.get(), *mode) : getWhole(operand.get()));
  }
}

/// The first process says it, unless all know it.
void Distributor::agree(OpOperand &operand) {
  if (getConstantIntValue(operand.get()))
    return;
  OpBuilder builder(operand.getOwner());
  Type type = operand.get().getType();
  if (!type.isInteger(1) && !type.isInteger(64) && !type.isIndex())
    return;
  operand.set(dist::AgreeOp::create(builder, operand.getOwner()->getLoc(), type,
                                    operand.get()));
}

/// These are parts where they can be.
void Distributor::shareValues(ValueRange values) {
  for (Value value : values)
    if (std::optional<unsigned> mode = findMode(value))
      markPart(value, *mode);
}

/// Operands from `first` on go to `receivers`, as these are.
void Distributor::giveShared(Operation *op, unsigned first,
                             ValueRange receivers) {
  asking = op;
  for (auto [n, receiver] : llvm::enumerate(receivers)) {
    OpOperand &operand = op->getOpOperand(first + unsigned(n));
    if (std::optional<unsigned> mode = partMode(receiver))
      operand.set(getPart(operand.get(), *mode));
    else
      operand.set(getWhole(operand.get()));
  }
}

void Distributor::visitLoop(scf::ForOp loop) {
  for (OpOperand *bound :
       {&loop.getLowerBoundMutable(), &loop.getUpperBoundMutable(),
        &loop.getStepMutable()})
    agree(*bound);
  shareValues(loop.getRegionIterArgs());
  shareValues(loop.getResults());
  giveShared(loop, loop.getNumControlOperands(), loop.getRegionIterArgs());
  Block &body = *loop.getBody();
  Operation *yield = body.getTerminator();
  for (Operation &op : llvm::make_early_inc_range(body.without_terminator()))
    visit(&op);
  giveShared(yield, 0, loop.getRegionIterArgs());
}

void Distributor::visitLoop(scf::WhileOp loop) {
  shareValues(loop.getBeforeArguments());
  shareValues(loop.getAfterArguments());
  shareValues(loop.getResults());
  giveShared(loop, 0, loop.getBeforeArguments());
  for (Operation &op :
       llvm::make_early_inc_range(loop.getBeforeBody()->without_terminator()))
    visit(&op);
  scf::ConditionOp condition = loop.getConditionOp();
  agree(condition.getConditionMutable());
  giveShared(condition, 1, loop.getAfterArguments());
  for (Operation &op :
       llvm::make_early_inc_range(loop.getAfterBody()->without_terminator()))
    visit(&op);
  giveShared(loop.getYieldOp(), 0, loop.getBeforeArguments());
}

void Distributor::visitBranch(scf::IfOp branch) {
  agree(branch.getConditionMutable());
  shareValues(branch.getResults());
  for (Region *region : branch.getRegions())
    for (Block &block : *region) {
      for (Operation &op :
           llvm::make_early_inc_range(block.without_terminator()))
        visit(&op);
      giveShared(block.getTerminator(), 0, branch.getResults());
    }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct Distribute : encke::impl::DistributeBase<Distribute> {
  using DistributeBase::DistributeBase;

  void runOnOperation() override {
    SmallVector<func::FuncOp> functions;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if ((function.getName() == programFunctionName ||
           function->hasAttr(exportAttribute)) &&
          function.getBody().hasOneBlock())
        functions.push_back(function);
    // What one of them does for another is not on parts of what that has.
    for (func::FuncOp function : functions)
      inlineCalls(function);
    SmallVector<Attribute> notes;
    for (func::FuncOp function : functions)
      if (failed(distribute(function, notes)))
        return signalPassFailure();
    if (note && !functions.empty())
      getOperation()->setAttr(distributionAttribute,
                              ArrayAttr::get(&getContext(), notes));
  }

  LogicalResult distribute(func::FuncOp function,
                           SmallVectorImpl<Attribute> &notes) {
    bool isExported = function->hasAttr(exportAttribute);
    if (isExported &&
        !SymbolTable::symbolKnownUseEmpty(function, getOperation()))
      return function.emitError()
             << "not supported yet: on several processes, a function of a "
                "library that another one calls, and that calls itself or is "
                "too large to become a part of it";
    Distributor distributor(function, report, overlap, reproducible);
    bool isAny = distributor.choose();
    distributor.dropName();
    if (isAny)
      distributor.run();
    else
      distributor.sayNothing();
    if (isExported && isAny)
      function->setAttr(
          partsAttribute,
          DenseI64ArrayAttr::get(&getContext(), distributor.getInterface()));
    notes.append(distributor.notes);
    if (!isAny)
      return success();
    numLocal += distributor.numLocal;
    numReduced += distributor.numReduced;
    numReplicated += distributor.numReplicated;
    return success();
  }
};
} // namespace
