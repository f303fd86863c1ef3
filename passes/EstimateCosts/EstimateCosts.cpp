//===- EstimateCosts.cpp - what each statement is expected to cost --------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Operations.h"
#include "passes/Support/Estimates.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Places.h"

#include "dialects/TA/TADialect.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Format.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_ESTIMATECOSTS
#include "passes/EstimateCosts/EstimateCosts.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::ta;

static IntegerAttr toAttribute(OpBuilder &builder, double value) {
  constexpr double most = 9e18;
  return builder.getI64IntegerAttr(
      static_cast<int64_t>(value < most ? value + 0.5 : most));
}

/// The most that the tensors which the parts of one statement make take at a
/// time: each from when it is made until its last reader has run.
static double getPeak(ArrayRef<AssignOp> parts, Estimates &estimates) {
  llvm::DenseMap<Value, size_t> lastReaders;
  for (size_t now = 0; now < parts.size(); ++now) {
    AssignOp part = parts[now];
    lastReaders[part] = now;
    walkExpression(part.getValue(), [&](Operation *op) {
      if (auto access = dyn_cast<AccessOp>(op))
        lastReaders[access.getTensor()] = now;
    });
  }
  SmallVector<double> freed(parts.size(), 0);
  double live = 0, peak = 0;
  for (size_t now = 0; now < parts.size(); ++now) {
    AssignOp part = parts[now];
    constexpr double most = 1e300; // what is infinite could not be subtracted
    double bytes = std::min(estimates.getBytes(part), most);
    live += bytes;
    peak = std::max(peak, live);
    freed[lastReaders[part]] += bytes;
    live -= freed[now];
  }
  return peak;
}

/// "3.7e19"
static std::string toText(double number) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::format("%.1e", number);
  size_t exponent = text.find("e+");
  return exponent == std::string::npos ? text : text.erase(exponent + 1, 1);
}

/// What no order of its factors makes cheap is not computed in silence.
static void warnOfCosts(ArrayRef<AssignOp> parts, Estimates &estimates) {
  double operations = 0;
  for (AssignOp part : parts) {
    if (!estimates.knowsSizes(part))
      return;
    operations += estimates.getOperations(part);
  }
  if (operations <= cost::tooManyOperations)
    return;
  AssignOp statement = parts.back();
  StringRef name = getTensorName(statement.getLoc());
  mlir::emitWarning(statement.getLoc())
      << (name.empty() ? "this" : ("'" + name + "'").str()) << " takes about "
      << toText(operations) << " operations, a core more than a day";
}

/// What is known of each tensor where it is made or read.
static void noteTensors(ModuleOp module, Estimates &estimates) {
  auto note = [&](Operation *op, Value tensor) {
    if (std::optional<TensorData> data = estimates.findData(tensor))
      op->setAttr(dataAttribute, encke::toAttribute(op->getContext(), *data));
  };
  module.walk([&](AssignOp op) { note(op, op); });
  module.walk([&](AccessOp op) { note(op, op.getTensor()); });
}

namespace {
struct EstimateCosts : encke::impl::EstimateCostsBase<EstimateCosts> {
  using EstimateCostsBase::EstimateCostsBase;

  void runOnOperation() override {
    // What came of one statement of the program has its place.
    llvm::MapVector<std::pair<Block *, Location>, SmallVector<AssignOp>> groups;
    getOperation().walk([&](AssignOp op) {
      groups[{op->getBlock(), withoutTensorName(op.getLoc())}].push_back(op);
    });
    OpBuilder builder(&getContext());
    Estimates estimates;
    for (auto &[key, parts] : groups) {
      warnOfCosts(parts, estimates);
      for (AssignOp part : parts)
        part->setAttr(flopsAttribute,
                      toAttribute(builder, estimates.getOperations(part)));
      parts.back()->setAttr(peakBytesAttribute,
                            toAttribute(builder, getPeak(parts, estimates)));
    }
    if (noteData)
      noteTensors(getOperation(), estimates);
  }
};
} // namespace
