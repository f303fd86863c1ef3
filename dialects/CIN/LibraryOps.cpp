//===- LibraryOps.cpp - dense work for the runtime library ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/CINDialect.h"
#include "dialects/TA/Operators.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using bufferization::AnalysisState;
using bufferization::BufferizationOptions;
using bufferization::BufferizationState;

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// A tensor without a format, or a buffer.
static bool isDense(Value operand) {
  auto tensor = dyn_cast<RankedTensorType>(operand.getType());
  return (tensor && !tensor.getEncoding()) ||
         isa<MemRefType>(operand.getType());
}

/// All operands are dense tensors, or buffers, of one element type; the result
/// is the output's tensor.
static LogicalResult verifyDense(Operation *op, ValueRange operands,
                                 Value output, Value result) {
  auto first = dyn_cast<ShapedType>(operands.front().getType());
  for (Value operand : operands) {
    if (!isDense(operand))
      return op->emitOpError("needs dense tensors or buffers");
    if (cast<ShapedType>(operand.getType()).getElementType() !=
        first.getElementType())
      return op->emitOpError("operands differ in element type");
  }
  bool isTensor = isa<RankedTensorType>(output.getType());
  if (isTensor != bool(result) ||
      (isTensor && result.getType() != output.getType()))
    return op->emitOpError("must yield the output's tensor");
  return success();
}

namespace {
using Labels = SmallVector<StringAttr>;
} // namespace

static Labels toLabels(ArrayAttr labels) {
  return llvm::to_vector(labels.getAsRange<StringAttr>());
}

/// The labels of the group stand in the tensor, next to each other.
static bool isGroupOf(ArrayRef<StringAttr> group, ArrayRef<StringAttr> tensor) {
  auto begin = size_t(llvm::find(tensor, group.front()) - tensor.begin());
  return begin + group.size() <= tensor.size() &&
         tensor.slice(begin, group.size()) == group;
}

/// One label for each mode of a tensor.
static LogicalResult verifyLabels(GemmOp op, Value operand,
                                  ArrayRef<StringAttr> labels) {
  llvm::DenseSet<StringAttr> distinct(labels.begin(), labels.end());
  auto type = cast<ShapedType>(operand.getType());
  if (distinct.size() != labels.size() ||
      static_cast<int64_t>(labels.size()) != type.getRank())
    return op.emitOpError("needs a label of its own for each mode of ") << type;
  return success();
}

/// Each label of the tensors stands in one group.
static LogicalResult verifyGroups(GemmOp op, ArrayRef<Labels> tensors,
                                  ArrayRef<Labels> groups) {
  llvm::DenseSet<StringAttr> grouped, used;
  size_t count = 0;
  for (const Labels &group : groups) {
    grouped.insert_range(group);
    count += group.size();
  }
  for (const Labels &tensor : tensors)
    used.insert_range(tensor);
  if (grouped.size() != count || grouped != used)
    return op.emitOpError("each label must stand in one group");
  return success();
}

LogicalResult GemmOp::verify() {
  if (failed(verifyDense(*this, {getA(), getB(), getC()}, getC(), getResult())))
    return failure();
  Type element = cast<ShapedType>(getC().getType()).getElementType();
  auto complex = dyn_cast<ComplexType>(element);
  if (!element.isF64() && !element.isF32() &&
      !(complex && complex.getElementType().isF64()))
    return emitOpError("multiplies f32, f64 and complex<f64>, not ") << element;
  if (getScale().getType() != element)
    return emitOpError("must be scaled by a value of ") << element;

  Labels a = toLabels(getLabelsA()), b = toLabels(getLabelsB()),
         c = toLabels(getLabelsC());
  Labels rows = toLabels(getRows()), columns = toLabels(getColumns()),
         inner = toLabels(getInner()), loops = toLabels(getLoops());
  auto check = [&](StringRef name, ArrayRef<StringAttr> group, const Labels &in,
                   const Labels &alsoIn, const Labels &notIn) -> LogicalResult {
    bool isElsewhere = llvm::any_of(group, [&](StringAttr label) {
      return llvm::is_contained(notIn, label);
    });
    if (group.empty() || isElsewhere || !isGroupOf(group, in) ||
        !isGroupOf(group, alsoIn))
      return emitOpError("labels of ")
             << name
             << " must be neighbours in just the two tensors that they are for";
    return success();
  };
  if (failed(verifyLabels(*this, getA(), a)) ||
      failed(verifyLabels(*this, getB(), b)) ||
      failed(verifyLabels(*this, getC(), c)) ||
      failed(check("rows", rows, a, c, b)) ||
      failed(check("columns", columns, b, c, a)) ||
      failed(check("inner", inner, a, b, c)))
    return failure();
  return verifyGroups(*this, {a, b, c}, {rows, columns, inner, loops});
}

LogicalResult TransposeOp::verify() {
  if (failed(verifyDense(*this, {getInput(), getOutput()}, getOutput(),
                         getResult())))
    return failure();
  auto input = cast<ShapedType>(getInput().getType());
  auto output = cast<ShapedType>(getOutput().getType());
  SmallVector<int32_t> sorted(getModes());
  llvm::sort(sorted);
  bool isPermutation = llvm::all_of(llvm::enumerate(sorted), [](auto it) {
    return it.value() == static_cast<int32_t>(it.index());
  });
  if (!isPermutation || input.getRank() != output.getRank() ||
      static_cast<int64_t>(sorted.size()) != input.getRank())
    return emitOpError("modes must be a permutation of ")
           << input.getRank() << " modes";
  return success();
}

LogicalResult ScatterOp::verify() {
  if (failed(verifyDense(*this, {getValues(), getOutput()}, getOutput(),
                         getResult())))
    return failure();
  StringRef combine = getCombine();
  const ta::SemiringOperator *known = ta::lookupOperator(combine);
  bool isReduction = known && known->reduces && !known->spelling.empty();
  if (!combine.empty() && combine != "sub" && !isReduction)
    return emitOpError("combines by \"\", \"sub\" or a reduction, not by '")
           << combine << "'";
  int64_t rank = cast<ShapedType>(getValues().getType()).getRank();
  if (getTables().size() != getMaps().size())
    return emitOpError("needs a map for each table");
  for (auto [table, map] :
       llvm::zip(getTables(), getMaps().getAsValueRange<AffineMapAttr>())) {
    if (!isDense(table) ||
        !cast<ShapedType>(table.getType()).getElementType().isInteger(64))
      return emitOpError("needs dense tables of i64");
    if (!map.isProjectedPermutation() || map.getNumDims() != rank ||
        map.getNumResults() != cast<ShapedType>(table.getType()).getRank())
      return emitOpError(
          "the map of a table must name a mode of the values for "
          "each mode of the table");
  }
  int64_t modes = cast<ShapedType>(getOutput().getType()).getRank();
  int64_t count = modes * (2 + rank + getTables().size());
  if (static_cast<int64_t>(getNumbers().size()) != count)
    return emitOpError("needs ") << count << " numbers for its places";
  return success();
}

/// A sparse tensor is a handle of the runtime's in the end, which knows its
/// element type.
LogicalResult LargestOp::verify() {
  auto type = dyn_cast<ShapedType>(getTensor().getType());
  if (!type)
    return isa<LLVM::LLVMPointerType>(getTensor().getType())
               ? success()
               : emitOpError("needs a tensor");
  Type element = type.getElementType();
  auto complex = dyn_cast<ComplexType>(element);
  if (!element.isF64() && !element.isF32() &&
      !(complex && complex.getElementType().isF64()))
    return emitOpError("is of f32, f64 and complex<f64>, not ") << element;
  return success();
}

//===----------------------------------------------------------------------===//
// Effects and bufferisation
//===----------------------------------------------------------------------===//

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

/// Only buffers have effects.
static void addEffects(MutableArrayRef<OpOperand> operands, OpOperand &output,
                       bool readsOutput, Effects &effects) {
  for (OpOperand &operand : operands) {
    if (!isa<BaseMemRefType>(operand.get().getType()))
      continue;
    if (&operand != &output || readsOutput)
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
    if (&operand == &output)
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
}

void GemmOp::getEffects(Effects &effects) {
  addEffects((*this)->getOpOperands(), getCMutable(), getAccumulate(), effects);
}

void TransposeOp::getEffects(Effects &effects) {
  addEffects((*this)->getOpOperands(), getOutputMutable(),
             /*readsOutput=*/false, effects);
}

/// A place may be outside: the tensor is looked at even where nobody reads the
/// result.
void ScatterOp::getEffects(Effects &effects) {
  addEffects((*this)->getOpOperands(), getOutputMutable(),
             /*readsOutput=*/true, effects);
  effects.emplace_back(MemoryEffects::Write::get());
}

void LargestOp::getEffects(Effects &effects) {
  if (!isa<mlir::TensorType>(getTensor().getType()))
    effects.emplace_back(MemoryEffects::Read::get(), &getTensorMutable());
}

bool GemmOp::bufferizesToMemoryRead(OpOperand &operand, const AnalysisState &) {
  return !isDpsInit(&operand) || getAccumulate();
}

bool TransposeOp::bufferizesToMemoryRead(OpOperand &operand,
                                         const AnalysisState &) {
  return !isDpsInit(&operand);
}

bool ScatterOp::bufferizesToMemoryRead(OpOperand &, const AnalysisState &) {
  return true;
}

template <typename Op>
static bufferization::AliasingValueList getAliases(Op op, OpOperand &operand) {
  if (!op.isDpsInit(&operand))
    return {};
  return {{op.getTiedOpResult(&operand),
           bufferization::BufferRelation::Equivalent}};
}

/// The same operation on buffers.
template <typename Op>
static LogicalResult toBuffers(Op op, RewriterBase &rewriter,
                               const BufferizationOptions &options,
                               BufferizationState &state) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    if (isa<mlir::TensorType>(operand.getType())) {
      FailureOr<Value> buffer =
          bufferization::getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      operand = *buffer;
    }
    operands.push_back(operand);
  }
  unsigned output = op.getDpsInitOperand(0)->getOperandNumber();
  SmallVector<NamedAttribute> attributes(op->getAttrs());
  Op::create(rewriter, op.getLoc(), TypeRange(), operands, attributes);
  bufferization::replaceOpWithBufferizedValues(rewriter, op, operands[output]);
  return success();
}

// All write their output while they still read their inputs, so that an output
// that is also an input gets a buffer of its own.
#define ENCKE_BUFFERIZE(Op)                                                    \
  bool Op::bufferizesToMemoryWrite(OpOperand &operand,                         \
                                   const AnalysisState &) {                    \
    return isDpsInit(&operand);                                                \
  }                                                                            \
  bool Op::bufferizesToElementwiseAccess(const AnalysisState &,                \
                                         ArrayRef<OpOperand *>) {              \
    return false;                                                              \
  }                                                                            \
  bufferization::AliasingValueList Op::getAliasingValues(                      \
      OpOperand &operand, const AnalysisState &) {                             \
    return getAliases(*this, operand);                                         \
  }                                                                            \
  LogicalResult Op::bufferize(RewriterBase &rewriter,                          \
                              const BufferizationOptions &options,             \
                              BufferizationState &state) {                     \
    return toBuffers(*this, rewriter, options, state);                         \
  }

ENCKE_BUFFERIZE(GemmOp)
ENCKE_BUFFERIZE(TransposeOp)
ENCKE_BUFFERIZE(ScatterOp)

bool LargestOp::bufferizesToMemoryRead(OpOperand &, const AnalysisState &) {
  return true;
}

bool LargestOp::bufferizesToMemoryWrite(OpOperand &, const AnalysisState &) {
  return false;
}

bufferization::AliasingValueList
LargestOp::getAliasingValues(OpOperand &, const AnalysisState &) {
  return {};
}

LogicalResult LargestOp::bufferize(RewriterBase &rewriter,
                                   const BufferizationOptions &options,
                                   BufferizationState &state) {
  FailureOr<Value> buffer =
      bufferization::getBuffer(rewriter, getTensor(), options, state);
  if (failed(buffer))
    return failure();
  rewriter.replaceOpWithNewOp<LargestOp>(*this, getType(), *buffer);
  return success();
}
