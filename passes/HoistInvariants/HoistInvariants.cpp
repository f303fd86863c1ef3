//===- HoistInvariants.cpp - what kernels in loops do only once -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop of the program calls kernels. What a kernel does with tensors that the
// loop does not change goes into a kernel of its own, which is called before
// the loop: conversions (L28), results of which all operands stay the same, and
// the symbolic phases of those whose operands store the same elements each
// time.
//
//===----------------------------------------------------------------------===//

#include "passes/HoistInvariants/Phases.h"
#include "passes/Support/Clock.h"
#include "passes/Support/KernelFunctions.h"

#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_HOISTINVARIANTS
#include "passes/HoistInvariants/HoistInvariants.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::cin;
namespace st = mlir::sparse_tensor;

/// What an operation uses, inside of it as well.
static llvm::SetVector<Value> getUses(Operation *op) {
  llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  return used;
}

/// The value shares all of the levels of another tensor of its type.
static ShareLevelsOp findShared(Value value) {
  auto with = value.getDefiningOp<WithValuesOp>();
  auto shared =
      with ? with.getTensor().getDefiningOp<ShareLevelsOp>() : ShareLevelsOp();
  bool isAll = shared && shared.getSource().getType() == value.getType();
  return isAll ? shared : ShareLevelsOp();
}

namespace {

/// The calls of one loop.
class LoopHoister {
public:
  LoopHoister(Operation *loop, SymbolTable &symbols)
      : loop(loop), symbols(symbols) {}

  void run();

  unsigned numHoisted = 0, numSplit = 0;

private:
  bool isOutside(Value value) const {
    return !loop->isAncestor(value.getParentBlock()->getParentOp());
  }
  Value findShape(Value tensor) const;
  void noteCarried();
  Value findPatternBefore(Value tensor);

  // One call and its kernel.
  func::FuncOp getKernel(func::CallOp call);
  void hoist(func::CallOp call);
  bool isInvariant(Value value);
  bool isInvariant(Operation *op);
  Value patternOf(Value value);
  bool canSplit(KernelOp kernel);
  void outline(ArrayRef<Operation *> roots);
  BlockArgument addArgument(Value operand);
  void forward();
  void notePatterns();

  Operation *loop;
  SymbolTable &symbols;
  /// For sparse results of calls, and what the loop carries: a tensor from
  /// outside that stores the same.
  llvm::DenseMap<Value, Value> patterns;

  func::CallOp call;
  func::FuncOp kernel;
};

struct HoistInvariants : encke::impl::HoistInvariantsBase<HoistInvariants> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    SmallVector<Operation *> loops; // the inner ones first
    getOperation().walk([&](Operation *op) {
      if (isa<scf::ForOp, scf::WhileOp>(op))
        loops.push_back(op);
    });
    for (Operation *loop : loops) {
      LoopHoister hoister(loop, symbols);
      hoister.run();
      numHoisted += hoister.numHoisted;
      numSplit += hoister.numSplit;
    }
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void LoopHoister::run() {
  // A round is measured: its work stays in it (L17).
  if (readsClock(loop))
    return;
  noteCarried();
  SmallVector<func::CallOp> calls;
  for (Region &region : loop->getRegions())
    for (Block &block : region)
      llvm::append_range(calls, block.getOps<func::CallOp>());
  for (func::CallOp inside : calls)
    hoist(inside);
  if (numHoisted == 0)
    return;
  // Tensors made from there on are those of a round of the loop, which frees
  // them.
  for (func::CallOp made :
       llvm::make_early_inc_range(loop->getBlock()->getOps<func::CallOp>()))
    if (made.getCallee() == "encke_tensors_made" &&
        llvm::any_of(made->getUsers(), [&](Operation *user) {
          return loop->isProperAncestor(user);
        }))
      made->moveBefore(loop);
}

/// A tensor from outside of the loop with the same sizes: those of what a loop
/// carries do not change.
Value LoopHoister::findShape(Value tensor) const {
  for (int depth = 0; depth < 8 && tensor && !isOutside(tensor); ++depth) {
    if (auto argument = dyn_cast<BlockArgument>(tensor)) {
      if (argument.getOwner()->getParentOp() != loop)
        return {};
      if (auto round = dyn_cast<scf::ForOp>(loop)) {
        if (argument == round.getInductionVar())
          return {};
        tensor = round.getTiedLoopInit(argument)->get();
      } else {
        auto repeat = cast<scf::WhileOp>(loop);
        tensor =
            argument.getOwner() == repeat.getBeforeBody()
                ? repeat.getInits()[argument.getArgNumber()]
                : repeat.getConditionOp().getArgs()[argument.getArgNumber()];
      }
      continue;
    }
    // A kernel's dense result has the sizes of the buffer that it is given.
    auto inner = tensor.getDefiningOp<func::CallOp>();
    auto callee = inner ? symbols.lookup<func::FuncOp>(inner.getCallee())
                        : func::FuncOp();
    if (!callee || callee.isDeclaration())
      return {};
    unsigned number = cast<OpResult>(tensor).getResultNumber();
    Value result = callee.front().getTerminator()->getOperand(number);
    while (auto nest = result.getDefiningOp<KernelOp>())
      result = nest.getOutputs()[cast<OpResult>(result).getResultNumber()];
    auto given = dyn_cast<BlockArgument>(result);
    tensor = given ? inner.getOperand(given.getArgNumber()) : Value();
  }
  return tensor && isOutside(tensor) ? tensor : Value();
}

/// Where the tensor that a round computes has its pattern from: a tensor that
/// the round was given, or one from outside; null where it is a new one.
Value LoopHoister::findPatternBefore(Value tensor) {
  while (tensor && !isOutside(tensor)) {
    if (isa<BlockArgument>(tensor))
      return tensor;
    auto inner = tensor.getDefiningOp<func::CallOp>();
    auto callee = inner ? symbols.lookup<func::FuncOp>(inner.getCallee())
                        : func::FuncOp();
    if (!callee || callee.isDeclaration())
      return {};
    Value made = callee.front().getTerminator()->getOperand(
        cast<OpResult>(tensor).getResultNumber());
    if (ShareLevelsOp shared = findShared(made))
      made = shared.getSource();
    auto given = dyn_cast<BlockArgument>(made);
    tensor = given ? inner.getOperand(given.getArgNumber()) : Value();
  }
  return tensor;
}

/// What each round only gives new values to stores what it did before the loop.
void LoopHoister::noteCarried() {
  auto rounds = dyn_cast<scf::ForOp>(loop);
  if (!rounds)
    return;
  for (BlockArgument carried : rounds.getRegionIterArgs()) {
    if (!isSparse(carried.getType()))
      continue;
    Value before = rounds.getTiedLoopInit(carried)->get();
    Value pattern =
        findPatternBefore(rounds.getTiedLoopYieldedValue(carried)->get());
    if (pattern == carried || (pattern && pattern == before))
      patterns[carried] = before;
  }
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Makes a sparse tensor of tensors.
static bool mayBeOnce(Operation &op) {
  return isa<KernelOp, st::ConvertOp, WithValuesOp>(op) &&
         llvm::all_of(op.getResultTypes(), isSparse);
}

/// Makes the values of such a tensor, in an array that is its own.
static bool makesValues(Operation &op) {
  if (isa<ShareLevelsOp>(op))
    return true;
  auto kernel = dyn_cast<KernelOp>(op);
  return kernel && kernel.getNumResults() == 1 &&
         isa_and_present<KernelOp, ShareLevelsOp>(
             kernel.getOutputs().front().getDefiningOp()) &&
         makesValues(*kernel.getOutputs().front().getDefiningOp());
}

/// The call's kernel, if it may have something to hoist, for this call alone.
func::FuncOp LoopHoister::getKernel(func::CallOp call) {
  return takeOwnKernel(call, symbols, [](func::FuncOp kernel) {
    return llvm::any_of(kernel.front(), mayBeOnce);
  });
}

bool LoopHoister::isInvariant(Value value) {
  if (Operation *op = value.getDefiningOp())
    return isInvariant(op);
  auto argument = cast<BlockArgument>(value);
  return argument.getOwner() == &kernel.front() &&
         isOutside(call.getOperand(argument.getArgNumber()));
}

bool LoopHoister::isInvariant(Operation *op) {
  if (auto dim = dyn_cast<tensor::DimOp>(op))
    if (auto source = dyn_cast<BlockArgument>(dim.getSource()))
      return dim.getConstantIndex() &&
             findShape(call.getOperand(source.getArgNumber()));
  if (!mayBeOnce(*op) && !makesValues(*op) &&
      (isa<KernelOp, st::ConvertOp>(op) || !isPure(op)))
    return false;
  return llvm::all_of(getUses(op),
                      [&](Value used) { return isInvariant(used); });
}

/// A tensor, the same in each round, that stores what `value` stores: in the
/// kernel.
Value LoopHoister::patternOf(Value value) {
  if (isInvariant(value))
    return value;
  if (auto nest = value.getDefiningOp<KernelOp>())
    return nest.getNumeric() ? patternOf(nest.getOutputs().front()) : Value();
  if (auto shared = findShared(value))
    return patternOf(shared.getSource());
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return {};
  Value outside = patterns.lookup(call.getOperand(argument.getArgNumber()));
  return outside ? addArgument(outside) : Value();
}

bool LoopHoister::canSplit(KernelOp nest) {
  if (!hasPatternOfOperands(nest) || !isInvariant(nest.getOutputs().front()))
    return false;
  for (Value input : nest.getInputs())
    if (isSparse(input.getType()) && !patternOf(input))
      return false;
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(nest.getBody(), captured);
  return llvm::all_of(captured, [&](Value used) {
    return !used.getType().isIndex() || isInvariant(used);
  });
}

/// The kernel's argument for a value from outside of the loop.
BlockArgument LoopHoister::addArgument(Value operand) {
  for (auto [number, given] : llvm::enumerate(call.getOperands()))
    if (given == operand)
      return kernel.getArgument(number);
  unsigned number = kernel.getNumArguments();
  (void)kernel.insertArgument(number, operand.getType(), {}, operand.getLoc());
  call.getOperandsMutable().append(operand);
  return kernel.getArgument(number);
}

void LoopHoister::hoist(func::CallOp inside) {
  call = inside;
  kernel = getKernel(call);
  if (!kernel)
    return;
  SmallVector<Operation *> roots;
  for (Operation &op : llvm::make_early_inc_range(kernel.front())) {
    auto nest = dyn_cast<KernelOp>(op);
    if (mayBeOnce(op) && isInvariant(&op)) {
      roots.push_back(&op);
    } else if (nest && canSplit(nest)) {
      roots.push_back(
          splitPhases(nest, [&](Value value) { return patternOf(value); }));
      ++numSplit;
    }
  }
  if (!roots.empty())
    outline(roots);
  numHoisted += roots.size();
  if (kernel.front().without_terminator().empty())
    forward();
  else
    notePatterns();
}

/// A tensor that all iterations use is not emptied by the first one.
static void keepWhole(Value tensor) {
  SmallVector<Operation *> clears;
  for (Operation *handle : tensor.getUsers())
    if (isa<UnrealizedConversionCastOp>(handle))
      for (Operation *user : handle->getUsers())
        if (auto call = dyn_cast<func::CallOp>(user);
            call && call.getCallee() == "encke_tensor_clear")
          clears.push_back(call);
  for (Operation *clear : clears)
    clear->erase();
}

/// A kernel that only returns arguments is gone.
void LoopHoister::forward() {
  for (Value result : call.getResults())
    keepWhole(result);
  IRMapping given;
  given.map(kernel.getArguments(), call.getOperands());
  for (auto [result, value] : llvm::zip(
           call.getResults(), kernel.front().getTerminator()->getOperands()))
    result.replaceAllUsesWith(given.lookup(value));
  call.erase();
  symbols.erase(kernel);
}

/// What the roots need, in the order of the kernel.
static SmallVector<Operation *> getSlice(ArrayRef<Operation *> roots,
                                         Block &body) {
  llvm::SetVector<Operation *> needed(roots.begin(), roots.end());
  for (size_t number = 0; number < needed.size(); ++number)
    for (Value used : getUses(needed[number]))
      if (Operation *op = used.getDefiningOp())
        needed.insert(op);
  SmallVector<Operation *> slice;
  for (Operation &op : body)
    if (needed.contains(&op))
      slice.push_back(&op);
  return slice;
}

/// Moves the roots into a kernel that is called before the loop.
void LoopHoister::outline(ArrayRef<Operation *> roots) {
  OpBuilder outside(loop);
  Location loc = call.getLoc();
  auto once = func::FuncOp::create(loc, kernel.getName().str() + "_once",
                                   outside.getFunctionType({}, {}));
  once.setPrivate();
  once->setDiscardableAttrs(kernel->getDiscardableAttrDictionary());
  Block *body = once.addEntryBlock();
  auto inside = OpBuilder::atBlockBegin(body);
  IRMapping mapping;
  SmallVector<Value> operands;
  auto give = [&](Value inKernel, Value operand) {
    if (mapping.contains(inKernel))
      return;
    mapping.map(inKernel, body->addArgument(operand.getType(), loc));
    operands.push_back(operand);
  };
  SmallVector<Operation *> slice = getSlice(roots, kernel.front());
  for (Operation *op : slice) {
    auto dim = dyn_cast<tensor::DimOp>(op);
    auto sized = dim ? dyn_cast<BlockArgument>(dim.getSource()) : nullptr;
    if (sized && !isInvariant(sized)) {
      Value shape = findShape(call.getOperand(sized.getArgNumber()));
      give(dim.getResult(),
           tensor::DimOp::create(outside, loc, shape, *dim.getConstantIndex()));
      continue;
    }
    for (Value used : getUses(op))
      if (auto argument = dyn_cast<BlockArgument>(used))
        give(argument, call.getOperand(argument.getArgNumber()));
    inside.clone(*op, mapping);
  }
  SmallVector<Value> results;
  for (Operation *root : roots)
    results.push_back(mapping.lookup(root->getResult(0)));
  func::ReturnOp::create(inside, loc, results);
  once.setType(outside.getFunctionType(body->getArgumentTypes(),
                                       ValueRange(results).getTypes()));
  symbols.insert(once);
  once->moveBefore(kernel);

  auto first = func::CallOp::create(outside, loc, once, operands);
  for (auto [root, result] : llvm::zip(roots, first.getResults()))
    root->getResult(0).replaceAllUsesWith(addArgument(result));
  for (Operation *op : llvm::reverse(slice))
    if (op->use_empty())
      op->erase();
}

/// What is known of the call's results for the calls behind it.
void LoopHoister::notePatterns() {
  Operation *end = kernel.front().getTerminator();
  for (auto [result, value] :
       llvm::zip(call.getResults(), end->getOperands())) {
    if (!isSparse(value.getType()))
      continue;
    Value pattern = value;
    if (auto nest = value.getDefiningOp<KernelOp>(); nest && nest.getNumeric())
      pattern = nest.getOutputs().front();
    else if (auto shared = findShared(value))
      pattern = shared.getSource();
    auto argument = dyn_cast<BlockArgument>(pattern);
    if (!argument)
      continue;
    Value operand = call.getOperand(argument.getArgNumber());
    if (isOutside(operand))
      patterns[result] = operand;
    else if (Value same = patterns.lookup(operand))
      patterns[result] = same;
  }
}
