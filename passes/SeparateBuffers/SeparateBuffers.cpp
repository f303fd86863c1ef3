//===- SeparateBuffers.cpp - a buffer for each tensor of a loop -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One-shot bufferisation knows which tensors may share a buffer, but of what a
// loop yields only whether it comes from outside: the results of a loop, and
// the arguments of its next round, are taken for different buffers even where
// one tensor is yielded twice. A tensor from outside that is read again, later,
// is copied, or the next round would update it in place: upstream copies it,
// but not where a function returned it as it was given.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"

#include <algorithm>

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_SEPARATEBUFFERS
#include "passes/SeparateBuffers/SeparateBuffers.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

//===----------------------------------------------------------------------===//
// Which buffers a tensor may be in
//===----------------------------------------------------------------------===//

namespace {
/// Buffers, each by the tensor that is in it first.
using Buffers = SmallPtrSet<Value, 4>;

/// Follows tensors back to where their buffers may come from.
class Origins {
public:
  Origins(ModuleOp module) : symbols(module) {}

  Buffers of(Value tensor);

private:
  /// The tensors whose buffer `tensor` may have; none where it is a new one.
  SmallVector<Value> before(Value tensor);
  SmallVector<Value> beforeCall(func::CallOp call, unsigned number);
  /// The arguments whose buffer a function may return as its n-th result.
  ArrayRef<unsigned> returned(func::FuncOp callee, unsigned number);

  bufferization::BufferizationOptions options;
  bufferization::AnalysisState state{options};
  SymbolTable symbols;
  llvm::DenseMap<std::pair<Operation *, unsigned>, SmallVector<unsigned, 2>>
      known; ///< of functions
};
} // namespace

static bool meet(const Buffers &some, const Buffers &others) {
  return llvm::any_of(some, [&](Value v) { return others.contains(v); });
}

static SmallVector<Value> tensorsOf(ValueRange values) {
  return llvm::to_vector(llvm::make_filter_range(
      values, [](Value v) { return isa<TensorType>(v.getType()); }));
}

Buffers Origins::of(Value tensor) {
  Buffers found;
  SmallPtrSet<Value, 8> visited;
  SmallVector<Value> pending{tensor};
  while (!pending.empty()) {
    Value next = pending.pop_back_val();
    if (!visited.insert(next).second)
      continue;
    SmallVector<Value> earlier = before(next);
    if (earlier.empty())
      found.insert(next);
    pending.append(earlier);
  }
  return found;
}

SmallVector<Value> Origins::before(Value tensor) {
  auto result = dyn_cast<OpResult>(tensor);
  if (!result)
    return {};
  if (auto call = dyn_cast<func::CallOp>(result.getOwner()))
    return beforeCall(call, result.getResultNumber());
  SmallVector<Value> found;
  if (state.getOptions().dynCastBufferizableOp(tensor)) {
    for (const bufferization::AliasingOpOperand &alias :
         state.getAliasingOpOperands(tensor))
      found.push_back(alias.opOperand->get());
    return found;
  }
  return tensorsOf(result.getOwner()->getOperands());
}

/// A kernel's result is in the buffer of an argument, or in a new one.
SmallVector<Value> Origins::beforeCall(func::CallOp call, unsigned number) {
  auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
  if (!callee || callee.isExternal())
    return tensorsOf(call.getOperands());
  return llvm::map_to_vector(returned(callee, number), [&](unsigned n) {
    return Value(call.getOperand(n));
  });
}

ArrayRef<unsigned> Origins::returned(func::FuncOp callee, unsigned number) {
  auto key = std::make_pair(callee.getOperation(), number);
  // A function that calls itself finds no more than it has found elsewhere.
  if (auto [place, isNew] = known.try_emplace(key); !isNew)
    return place->second;
  SmallVector<unsigned, 2> arguments;
  for (auto done : callee.getOps<func::ReturnOp>())
    for (Value origin : of(done.getOperand(number)))
      if (auto argument = dyn_cast<BlockArgument>(origin);
          argument && argument.getOwner() == &callee.getBody().front())
        arguments.push_back(argument.getArgNumber());
  return known[key] = std::move(arguments);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {

class Separation {
public:
  Separation(ModuleOp module) : module(module), origins(module) {}

  /// Returns how many tensors are copied.
  unsigned run();

private:
  void separate(scf::WhileOp loop);
  void separate(Operation *end, unsigned first, ArrayRef<Value> own);
  void separate(OpOperand &use, Value own, const Buffers &taken);

  ModuleOp module;
  Origins origins;
  unsigned copies = 0;
};

struct SeparateBuffers : encke::impl::SeparateBuffersBase<SeparateBuffers> {
  void runOnOperation() override { copies += Separation(getOperation()).run(); }
};

} // namespace

unsigned Separation::run() {
  module.walk([&](scf::ForOp loop) {
    separate(loop.getBody()->getTerminator(), 0,
             llvm::to_vector_of<Value>(loop.getRegionIterArgs()));
  });
  module.walk([&](scf::WhileOp loop) { separate(loop); });
  return copies;
}

/// The condition hands the arguments of a round to its body.
void Separation::separate(scf::WhileOp loop) {
  scf::ConditionOp condition = loop.getConditionOp();
  auto asked = llvm::to_vector_of<Value>(loop.getBeforeArguments());
  SmallVector<Value> handedOn(asked.size());
  for (auto [number, given] : llvm::enumerate(condition.getArgs()))
    if (number < asked.size() && given == asked[number])
      handedOn[number] = loop.getAfterArguments()[number];
  asked.resize(condition.getArgs().size());
  separate(condition, 1, asked);
  separate(loop.getYieldOp(), 0, handedOn);
}

/// Those of tensors that are there before the loop.
static Buffers outsideOf(const Buffers &buffers, Operation *loop) {
  Buffers outside;
  for (Value buffer : buffers)
    if (!loop->isAncestor(buffer.getParentBlock()->getParentOp()))
      outside.insert(buffer);
  return outside;
}

/// The operands of `end` from the first one on are to be in different buffers,
/// the n-th one in that of own[n] if it is copied and there is one.
void Separation::separate(Operation *end, unsigned first, ArrayRef<Value> own) {
  auto uses = end->getOpOperands().drop_front(first);
  SmallVector<unsigned> numbers;
  SmallVector<Buffers> buffers(uses.size());
  for (unsigned n = 0; n != uses.size(); ++n)
    if (isa<TensorType>(uses[n].get().getType())) {
      numbers.push_back(n);
      buffers[n] = origins.of(uses[n].get());
    }
  // What is in its own buffer stays there.
  std::stable_partition(numbers.begin(), numbers.end(), [&](unsigned n) {
    return buffers[n].size() == 1 && buffers[n].contains(own[n]);
  });
  Buffers taken;
  for (unsigned n : numbers) {
    Buffers others = outsideOf(buffers[n], end->getParentOp());
    others.insert(taken.begin(), taken.end());
    if (meet(buffers[n], others)) {
      bool isFree = own[n] && own[n].getType() == uses[n].get().getType() &&
                    llvm::none_of(numbers, [&](unsigned other) {
                      return other != n && buffers[other].contains(own[n]);
                    });
      separate(uses[n], isFree ? own[n] : Value(), others);
      buffers[n] = origins.of(uses[n].get());
    }
    taken.insert(buffers[n].begin(), buffers[n].end());
  }
}

/// Copies the tensor if it may be in one of the buffers that are taken.
void Separation::separate(OpOperand &use, Value own, const Buffers &taken) {
  Value tensor = use.get();
  if (!meet(origins.of(tensor), taken))
    return;
  // Before the loop there is nothing that is its own.
  if (auto choice = tensor.getDefiningOp<scf::IfOp>();
      choice && tensor.hasOneUse() &&
      choice->getBlock() == use.getOwner()->getBlock()) {
    unsigned number = cast<OpResult>(tensor).getResultNumber();
    for (scf::YieldOp yield : {choice.thenYield(), choice.elseYield()})
      separate(yield->getOpOperand(number), own, taken);
    return;
  }
  ++copies;
  OpBuilder builder(use.getOwner());
  Location loc = use.getOwner()->getLoc();
  if (own)
    use.set(linalg::CopyOp::create(builder, loc, tensor, own)->getResult(0));
  else
    use.set(bufferization::AllocTensorOp::create(
        builder, loc, cast<RankedTensorType>(tensor.getType()), ValueRange(),
        tensor));
}
