//===- GemmToCalls.cpp - dense work as calls of the runtime ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/CINDialect.h"
#include "dialects/TA/Encoding.h"
#include "passes/Support/RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_GEMMTOCALLS
#include "passes/GemmToCalls/GemmToCalls.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// As `encke_label_role` in the runtime's header.
namespace {
enum Role { rows = 0, columns = 1, inner = 2, loop = 3 };
} // namespace

static Type elementOf(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getElementType();
}

static Value toUnranked(OpBuilder &builder, Location loc, Value buffer) {
  return memref::CastOp::create(
      builder, loc, UnrankedMemRefType::get(elementOf(buffer), Attribute()),
      buffer);
}

/// Four words for each label, as `encke_gemm_*` wants them.
static SmallVector<int32_t> getWords(GemmOp gemm) {
  SmallVector<int32_t> words;
  auto modeIn = [](ArrayAttr labels, Attribute label) {
    const auto *found = llvm::find(labels.getValue(), label);
    return found == labels.end() ? -1
                                 : static_cast<int32_t>(found - labels.begin());
  };
  auto add = [&](ArrayAttr labels, Role role) {
    for (Attribute label : labels)
      words.append(
          {static_cast<int32_t>(role), modeIn(gemm.getLabelsA(), label),
           modeIn(gemm.getLabelsB(), label), modeIn(gemm.getLabelsC(), label)});
  };
  add(gemm.getRows(), Role::rows);
  add(gemm.getColumns(), Role::columns);
  add(gemm.getInner(), Role::inner);
  add(gemm.getLoops(), Role::loop);
  return words;
}

static void callGemm(GemmOp gemm, RuntimeCalls &runtime) {
  OpBuilder builder(gemm);
  Location loc = gemm.getLoc();
  SmallVector<int32_t> words = getWords(gemm);
  SmallVector<Value> arguments;
  for (Value buffer : {gemm.getA(), gemm.getB(), gemm.getC()})
    arguments.push_back(toUnranked(builder, loc, buffer));
  arguments.push_back(runtime.integers(builder, loc, words));
  arguments.push_back(
      runtime.integer(builder, loc, static_cast<int64_t>(words.size()) / 4));
  Value scale = gemm.getScale();
  if (isa<ComplexType>(scale.getType())) {
    arguments.push_back(complex::ReOp::create(builder, loc, scale));
    arguments.push_back(complex::ImOp::create(builder, loc, scale));
  } else {
    arguments.push_back(scale);
  }
  arguments.push_back(runtime.integer(builder, loc, gemm.getAccumulate()));
  StringRef suffix = getElementSuffix(elementOf(gemm.getC()));
  runtime.call(builder, loc, ("encke_gemm_" + suffix).str(), {}, arguments);
  gemm.erase();
}

static void callTranspose(TransposeOp transpose, RuntimeCalls &runtime) {
  OpBuilder builder(transpose);
  Location loc = transpose.getLoc();
  StringRef suffix = getElementSuffix(elementOf(transpose.getOutput()));
  runtime.call(builder, loc, ("encke_transpose_" + suffix).str(), {},
               {toUnranked(builder, loc, transpose.getInput()),
                toUnranked(builder, loc, transpose.getOutput()),
                runtime.integers(builder, loc, transpose.getModes())});
  transpose.erase();
}

/// The buffer, or a copy of it where it is a part of another one.
static Value withoutGaps(OpBuilder &builder, Location loc, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.getLayout().isIdentity())
    return buffer;
  SmallVector<Value> sizes;
  for (int64_t mode = 0; mode != type.getRank(); ++mode)
    if (type.isDynamicDim(mode))
      sizes.push_back(memref::DimOp::create(builder, loc, buffer, mode));
  Value copy = memref::AllocOp::create(
      builder, loc, MemRefType::get(type.getShape(), type.getElementType()),
      sizes);
  memref::CopyOp::create(builder, loc, buffer, copy);
  return copy;
}

static void callScatter(ScatterOp scatter, RuntimeCalls &runtime) {
  OpBuilder builder(scatter);
  Location loc = scatter.getLoc();
  SmallVector<Value> views;
  auto view = [&](Value buffer) {
    views.push_back(
        runtime.view(builder, loc, withoutGaps(builder, loc, buffer)));
    return views.back();
  };
  SmallVector<Value> list = {
      RuntimeCalls::integer(builder, loc, scatter.getTables().size())};
  llvm::append_range(list, scatter.getNumbers());
  for (auto [table, map] :
       llvm::zip(scatter.getTables(),
                 scatter.getMaps().getAsValueRange<AffineMapAttr>())) {
    list.push_back(view(table));
    for (AffineExpr mode : map.getResults())
      list.push_back(RuntimeCalls::integer(
          builder, loc, cast<AffineDimExpr>(mode).getPosition()));
  }
  Value values = view(scatter.getValues());
  Value buffer = withoutGaps(builder, loc, scatter.getOutput());
  views.push_back(runtime.view(builder, loc, buffer));
  runtime.callWithList(builder, loc, "encke_insert",
                       {views.back(), views.back(), values,
                        runtime.string(builder, loc, scatter.getCombine()),
                        runtime.string(builder, loc, scatter.getPlace())},
                       list);
  // In a loop they would be as many as it has iterations.
  for (Value tensor : views)
    runtime.call(builder, loc, "encke_tensor_free", {}, tensor);
  if (buffer != scatter.getOutput())
    memref::CopyOp::create(builder, loc, buffer, scatter.getOutput());
  scatter.erase();
}

static void callLargest(LargestOp largest, RuntimeCalls &runtime) {
  OpBuilder builder(largest);
  Location loc = largest.getLoc();
  Value tensor = largest.getTensor();
  std::string name = "encke_largest_stored";
  if (isa<MemRefType>(tensor.getType())) {
    name = ("encke_largest_" + getElementSuffix(elementOf(tensor))).str();
    tensor = toUnranked(builder, loc, tensor);
  }
  largest.replaceAllUsesWith(
      runtime.call(builder, loc, name, builder.getF64Type(), tensor));
  largest.erase();
}

/// Of a loop's tensors (passes/SeparateBuffers).
static void callCopy(linalg::CopyOp copy) {
  OpBuilder builder(copy);
  memref::CopyOp::create(builder, copy.getLoc(), copy.getInputs().front(),
                         copy.getOutputs().front());
  copy.erase();
}

namespace {
struct GemmToCalls : encke::impl::GemmToCallsBase<GemmToCalls> {
  void runOnOperation() override {
    RuntimeCalls runtime(getOperation());
    WalkResult walked = getOperation().walk([&](Operation *op) {
      if (!isa<GemmOp, TransposeOp, ScatterOp, LargestOp, linalg::CopyOp>(op))
        return WalkResult::advance();
      if (isa<RankedTensorType>(op->getOperand(0).getType())) {
        op->emitOpError("has tensors: bufferise them first");
        return WalkResult::interrupt();
      }
      if (auto copy = dyn_cast<linalg::CopyOp>(op))
        callCopy(copy);
      else if (auto gemm = dyn_cast<GemmOp>(op))
        callGemm(gemm, runtime);
      else if (auto scatter = dyn_cast<ScatterOp>(op))
        callScatter(scatter, runtime);
      else if (auto largest = dyn_cast<LargestOp>(op))
        callLargest(largest, runtime);
      else
        callTranspose(cast<TransposeOp>(op), runtime);
      return WalkResult::advance();
    });
    if (walked.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
