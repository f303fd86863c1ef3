//===- LowerChecks.cpp - checks of single values become branches ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/TA/TADialect.h"
#include "passes/Support/Places.h"
#include "passes/Support/RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_LOWERCHECKS
#include "passes/LowerChecks/LowerChecks.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

static void lower(ta::CheckOp check, RuntimeCalls &runtime) {
  OpBuilder builder(check);
  Location loc = check.getLoc();
  Value truth =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  Value fails =
      arith::XOrIOp::create(builder, loc, check.getCondition(), truth);
  auto branch = scf::IfOp::create(builder, loc, fails);
  builder.setInsertionPointToStart(branch.thenBlock());
  std::string place = getPlace(loc);
  // Without one, it is that of the statement that runs.
  Value where =
      place.empty()
          ? LLVM::ZeroOp::create(builder, loc,
                                 LLVM::LLVMPointerType::get(loc.getContext()))
                .getResult()
          : runtime.string(builder, loc, place);
  runtime.call(builder, loc, "encke_fail", {},
               {where, runtime.string(builder, loc, check.getMessage())});
  check.replaceAllUsesWith(check.getValue());
  check.erase();
}

namespace {
struct LowerChecks : encke::impl::LowerChecksBase<LowerChecks> {
  void runOnOperation() override {
    SmallVector<ta::CheckOp> checks;
    getOperation().walk([&](ta::CheckOp check) { checks.push_back(check); });
    RuntimeCalls runtime(getOperation());
    for (ta::CheckOp check : checks)
      lower(check, runtime);
    numChecks += checks.size();
  }
};
} // namespace
