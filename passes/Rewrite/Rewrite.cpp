//===- Rewrite.cpp - one rewrite of concrete index notation ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Rewrites.h"

#include "llvm/ADT/SmallPtrSet.h"

#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_REWRITE
#include "passes/Rewrite/Rewrite.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::cin;

namespace {

/// Turns what a pattern gives as its reason for not applying into a remark.
struct Listener : RewriterBase::Listener {
  void notifyMatchFailure(Location loc,
                          function_ref<void(Diagnostic &)> reason) override {
    Diagnostic why(loc, DiagnosticSeverity::Remark);
    reason(why);
    emitRemark(loc) << "not applied: " << why.str();
  }
};

/// Applies the pattern to each operation of its kind that there is now, unless
/// it was inside of one that the pattern has changed.
template <typename Pattern, typename Op>
void apply(ModuleOp module, StringRef label) {
  SmallVector<Op> roots;
  module.walk<WalkOrder::PreOrder>([&](Op op) {
    auto forall = dyn_cast<ForallOp>(op.getOperation());
    if (label.empty() || !forall || forall.getLabel() == label)
      roots.push_back(op);
  });
  Listener listener;
  PatternRewriter rewriter(module.getContext());
  rewriter.setListener(&listener);
  Pattern pattern(module.getContext());
  llvm::SmallPtrSet<Operation *, 8> changed;
  for (Op op : roots) {
    if (changed.contains(op))
      continue;
    SmallVector<Operation *> inside;
    op->walk([&](Op nested) { inside.push_back(nested); });
    if (succeeded(pattern.matchAndRewrite(op, rewriter)))
      changed.insert_range(inside);
  }
}

struct Rule {
  StringLiteral name;
  void (*apply)(ModuleOp, StringRef);
};

constexpr Rule rules[] = {
    {"reorder-foralls", apply<ReorderForalls, ForallOp>},
    {"hoist-forall-of-consumer", apply<HoistForallOfConsumer, WhereOp>},
    {"sink-forall-into-consumer", apply<SinkForallIntoConsumer, ForallOp>},
    {"hoist-forall-of-both", apply<HoistForallOfBoth, WhereOp>},
    {"sink-forall-into-both", apply<SinkForallIntoBoth, ForallOp>},
    {"nest-where-in-producer", apply<NestWhereInProducer, WhereOp>},
    {"nest-where-in-consumer", apply<NestWhereInConsumer, WhereOp>},
    {"swap-producers", apply<SwapProducers, WhereOp>},
    {"precompute", apply<PrecomputeMarked, AssignOp>},
    {"sink-forall-into-producer", apply<SinkForallIntoProducer, ForallOp>},
    {"take-out-factors", apply<TakeOutFactors, WhereOp>},
    {"assign-once", apply<AssignOnce, AssignOp>},
    {"reuse-result", apply<ReuseResult, WhereOp>},
};

struct Rewrite : encke::impl::RewriteBase<Rewrite> {
  using RewriteBase::RewriteBase;

  void runOnOperation() override {
    for (const Rule &known : rules)
      if (known.name == rule)
        return known.apply(getOperation(), at);
    getOperation().emitError("cin-rewrite has no rule '") << rule << "'";
    signalPassFailure();
  }
};

} // namespace
