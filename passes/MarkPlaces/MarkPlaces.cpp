//===- MarkPlaces.cpp - tell the runtime which statement runs -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Places.h"
#include "passes/Support/RuntimeCalls.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_MARKPLACES
#include "passes/MarkPlaces/MarkPlaces.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

/// Marks the operations of a function of the program. `place` is always the one
/// that the runtime has when the next operation runs; empty when several are
/// possible.
class PlaceMarker {
public:
  PlaceMarker(ModuleOp module, const SymbolTable &symbols)
      : symbols(symbols), runtime(module) {}

  void mark(Region &region) {
    for (Block &block : region) {
      // Control comes from wherever it likes to a block but the first.
      if (&block != &region.front())
        place.clear();
      for (Operation &op : block)
        mark(op);
    }
  }

  unsigned numPlaces = 0;

private:
  void mark(Operation &op) {
    if (mayFail(op))
      markBefore(op);
    if (callsProgram(op))
      place.clear();
    if (op.getNumRegions() == 0)
      return;
    std::string before = isa<LoopLikeOpInterface>(op) ? "" : place;
    bool same = true;
    for (Region &region : op.getRegions()) {
      place = before;
      mark(region);
      same &= place == before;
    }
    place = same ? before : "";
  }

  /// True for what ends the program when there is no memory, or for another
  /// reason. A kernel that calls nothing does not.
  bool mayFail(Operation &op) {
    if (isa<memref::AllocOp, LLVM::CallOp>(op))
      return true;
    auto call = dyn_cast<func::CallOp>(op);
    if (!call || callsProgram(op))
      return false;
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!callee || callee.isExternal())
      return true;
    if (failing.try_emplace(callee, true).second) {
      bool fails = callee
                       .walk([&](Operation *inside) {
                         return mayFail(*inside) ? WalkResult::interrupt()
                                                 : WalkResult::advance();
                       })
                       .wasInterrupted();
      failing[callee] = fails;
    }
    return failing.lookup(callee);
  }

  /// True for calls of functions with statements of their own.
  bool callsProgram(Operation &op) {
    auto call = dyn_cast<func::CallOp>(op);
    if (!call)
      return false;
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    return callee && !callee.isExternal() && !callee->hasAttr("encke.kernel");
  }

  void markBefore(Operation &op) {
    std::string next = getPlace(op.getLoc());
    if (next.empty() || next == place)
      return;
    OpBuilder builder(&op);
    runtime.call(builder, op.getLoc(), "encke_mark_place", {},
                 runtime.string(builder, op.getLoc(), next));
    place = std::move(next);
    ++numPlaces;
  }

  const SymbolTable &symbols;
  RuntimeCalls runtime;
  llvm::DenseMap<Operation *, bool> failing; ///< Of kernels.
  std::string place;
};

namespace {
struct MarkPlaces : encke::impl::MarkPlacesBase<MarkPlaces> {
  void runOnOperation() override {
    SmallVector<func::FuncOp> functions;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && !function->hasAttr("encke.kernel"))
        functions.push_back(function);
    // Calls of what is added meanwhile are not looked at.
    SymbolTable symbols(getOperation());
    for (func::FuncOp function : functions) {
      PlaceMarker marker(getOperation(), symbols);
      marker.mark(function.getBody());
      numPlaces += marker.numPlaces;
    }
  }
};
} // namespace
