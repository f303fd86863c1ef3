//===- CINBufferize.cpp - a kernel's tensors become buffers ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel writes its outputs in place and only reads its inputs. Statements
// inside refer to the body's arguments, so bufferisation swaps the operands
// and leaves the body alone.
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/CINDialect.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

using namespace mlir;
using namespace encke::cin;
using bufferization::AnalysisState;

/// An output that is only ever set, and set everywhere, need not be read; that
/// takes an analysis of the loops, so every operand counts as read.
bool KernelOp::bufferizesToMemoryRead(OpOperand &operand,
                                      const AnalysisState &state) {
  return true;
}

bool KernelOp::bufferizesToMemoryWrite(OpOperand &operand,
                                       const AnalysisState &state) {
  return isDpsInit(&operand);
}

/// An output that is also an input must not share its buffer: other elements
/// may be read after they were written.
bool KernelOp::bufferizesToElementwiseAccess(const AnalysisState &state,
                                             ArrayRef<OpOperand *> operands) {
  return false;
}

bufferization::AliasingValueList
KernelOp::getAliasingValues(OpOperand &operand, const AnalysisState &state) {
  if (!isDpsInit(&operand))
    return {};
  return {
      {getTiedOpResult(&operand), bufferization::BufferRelation::Equivalent}};
}

LogicalResult
KernelOp::bufferize(RewriterBase &rewriter,
                    const bufferization::BufferizationOptions &options,
                    bufferization::BufferizationState &state) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(*this);
  auto toBuffer = [&](Value value) -> FailureOr<Value> {
    if (!isa<mlir::TensorType>(value.getType()))
      return value;
    return bufferization::getBuffer(rewriter, value, options, state);
  };
  SmallVector<Value> inputs, outputs;
  for (Value input : getInputs()) {
    FailureOr<Value> buffer = toBuffer(input);
    if (failed(buffer))
      return failure();
    inputs.push_back(*buffer);
  }
  for (Value output : getOutputs()) {
    FailureOr<Value> buffer = toBuffer(output);
    if (failed(buffer))
      return failure();
    outputs.push_back(*buffer);
  }
  auto kernel = KernelOp::create(rewriter, getLoc(), inputs, outputs);
  kernel.setAssemblyOf(*this);
  // The builder makes arguments for tensors; these places keep their types.
  rewriter.eraseBlock(&kernel.getBlock());
  rewriter.inlineRegionBefore(getBody(), kernel.getBody(),
                              kernel.getBody().end());
  SmallVector<Value> results;
  if (getNumResults() != 0)
    results = outputs;
  bufferization::replaceOpWithBufferizedValues(rewriter, *this, results);
  return success();
}
