//===- Expressions.cpp - syntax and rules of expressions in ta ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/TA/Functions.h"
#include "dialects/TA/Labels.h"
#include "dialects/TA/Operators.h"
#include "dialects/TA/Scalars.h"
#include "dialects/TA/TADialect.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace encke::ta;

static ExprType accessType(RankedTensorType tensor,
                           ArrayRef<StringAttr> indices) {
  llvm::SmallSetVector<StringAttr, 8> labels;
  labels.insert_range(indices);
  return ExprType::get(tensor.getContext(), labels.getArrayRef(),
                       tensor.getElementType());
}

void AccessOp::build(OpBuilder &builder, OperationState &state, Value tensor,
                     ArrayRef<StringAttr> labels) {
  build(builder, state,
        accessType(cast<RankedTensorType>(tensor.getType()), labels), tensor,
        toArrayAttr(builder, labels));
}

ParseResult AccessOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand tensor;
  ArrayAttr indices;
  RankedTensorType type;
  if (parser.parseOperand(tensor) || parseLabels(parser, indices) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperand(tensor, type, result.operands))
    return failure();
  result.addAttribute("indices", indices);
  result.addTypes(accessType(type, toLabels(indices)));
  return success();
}

void AccessOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getTensor();
  printLabels(printer, getIndices());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"indices"});
  printer << " : " << getTensor().getType();
}

LogicalResult AccessOp::verify() {
  auto tensor = cast<RankedTensorType>(getTensor().getType());
  if (static_cast<int64_t>(getIndices().size()) != tensor.getRank())
    return emitOpError("has ")
           << getIndices().size() << " labels, but " << tensor << " has "
           << tensor.getRank() << " dimensions";
  return verifyExpression(
      *this, TypeRange(), getType(),
      accessType(tensor, toLabels(getIndices())).getLabels());
}

void ScalarOp::build(OpBuilder &builder, OperationState &state, Value value) {
  build(builder, state,
        ExprType::get(builder.getContext(), {}, value.getType()), value);
}

LogicalResult ScalarOp::verify() {
  if (!getType().getLabels().empty() ||
      getType().getElementType() != getValue().getType())
    return emitOpError("result must be a value of ")
           << getValue().getType() << " over no label";
  return success();
}

static void buildBinary(OpBuilder &builder, OperationState &state, Value lhs,
                        Value rhs) {
  state.addOperands({lhs, rhs});
  state.addTypes(ExprType::get(builder.getContext(),
                               unionOfLabels({lhs.getType(), rhs.getType()}),
                               cast<ExprType>(lhs.getType()).getElementType()));
}

template <typename Op>
static LogicalResult verifyBinary(Op op) {
  TypeRange types = op->getOperandTypes();
  return verifyExpression(op, types, op.getType(), unionOfLabels(types));
}

/// For the sum and the difference: no implicit broadcast.
template <typename Op>
static LogicalResult verifySameLabels(Op op) {
  if (!haveSameLabels(op.getLhs().getType().getLabels(),
                      op.getRhs().getType().getLabels()))
    return op.emitOpError("operands ")
           << op.getLhs().getType() << " and " << op.getRhs().getType()
           << " must have the same labels (ta.repeat broadcasts)";
  return verifyBinary(op);
}

void AddOp::build(OpBuilder &b, OperationState &s, Value l, Value r) {
  buildBinary(b, s, l, r);
}
void SubOp::build(OpBuilder &b, OperationState &s, Value l, Value r) {
  buildBinary(b, s, l, r);
}
void MulOp::build(OpBuilder &b, OperationState &s, Value l, Value r) {
  buildBinary(b, s, l, r);
}
void DivOp::build(OpBuilder &b, OperationState &s, Value l, Value r) {
  buildBinary(b, s, l, r);
}
LogicalResult AddOp::verify() { return verifySameLabels(*this); }
LogicalResult SubOp::verify() { return verifySameLabels(*this); }
LogicalResult MulOp::verify() { return verifyBinary(*this); }
LogicalResult DivOp::verify() { return verifyBinary(*this); }

/// The labels of an expression, with another element type.
static ExprType withElements(Value expr, Type elementType) {
  return ExprType::get(expr.getContext(),
                       cast<ExprType>(expr.getType()).getLabels(), elementType);
}

void CastOp::build(OpBuilder &builder, OperationState &state, Value operand,
                   Type elementType) {
  build(builder, state, withElements(operand, elementType), operand);
}

LogicalResult CastOp::verify() {
  Type from = getOperand().getType().getElementType();
  Type to = getType().getElementType();
  if (!isWidening(from, to) && !isStorageOf(from, to) && !isStorageOf(to, from))
    return emitOpError("a value of ") << from << " does not become " << to;
  return verifyExpression(*this, TypeRange(), getType(),
                          getOperand().getType().getLabels());
}

void ApplyOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                    ValueRange operands) {
  Type element = cast<ExprType>(operands.front().getType()).getElementType();
  const ElementwiseFunction *function = lookupFunction(name);
  build(builder, state,
        ExprType::get(builder.getContext(), unionOfLabels(operands.getTypes()),
                      function ? getResultType(*function, element) : element),
        name, operands);
}

LogicalResult ApplyOp::verify() {
  const ElementwiseFunction *function = lookupFunction(getFunction());
  if (!function)
    return emitOpError("unknown function '") << getFunction() << "'";
  if (getOperands().size() != function->arity)
    return emitOpError("function '")
           << getFunction() << "' takes " << function->arity << " operands";
  auto first = cast<ExprType>(getOperands().front().getType());
  Type element = first.getElementType();
  if (!takes(*function, element))
    return emitOpError("function '")
           << getFunction() << "' does not take operands of " << element;
  for (Type type : getOperandTypes())
    if (cast<ExprType>(type).getElementType() != element)
      return emitOpError("operand types ")
             << first << " and " << type << " differ in element type";
  Type expected = getResultType(*function, element);
  if (getType().getElementType() != expected)
    return emitOpError("result type ")
           << getType() << " must have element type " << expected;
  return verifyExpression(*this, TypeRange(), getType(),
                          unionOfLabels(getOperandTypes()));
}

OpFoldResult CheckOp::fold(FoldAdaptor adaptor) {
  auto holds = dyn_cast_if_present<IntegerAttr>(adaptor.getCondition());
  return holds && !holds.getValue().isZero() ? OpFoldResult(getValue())
                                             : OpFoldResult();
}

/// The labels of `type` without `over`.
static SmallVector<StringAttr> labelsWithout(ExprType type,
                                             ArrayRef<StringAttr> over) {
  SmallVector<StringAttr> left;
  for (StringAttr label : type.getLabels())
    if (!llvm::is_contained(over, label))
      left.push_back(label);
  return left;
}

static ExprType typeWithout(ExprType type, ArrayRef<StringAttr> over) {
  return ExprType::get(type.getContext(), labelsWithout(type, over),
                       type.getElementType());
}

/// `%e over [j] : type -> type`, of the sum and the other reductions.
static ParseResult parseReduction(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand operand;
  ArrayAttr over;
  ExprType type, resultType;
  if (parser.parseOperand(operand) || parser.parseKeyword("over") ||
      parseLabels(parser, over) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) || parser.parseArrow() ||
      parser.parseType(resultType) ||
      parser.resolveOperand(operand, type, result.operands))
    return failure();
  result.addAttribute("over", over);
  result.addTypes(resultType);
  return success();
}

template <typename Op>
static void printReduction(OpAsmPrinter &printer, Op op) {
  printer << ' ' << op.getOperand() << " over ";
  printLabels(printer, op.getOver());
  printer.printOptionalAttrDict(op->getAttrs(), {"over", "function"});
  printer << " : " << op.getOperand().getType() << " -> " << op.getType();
}

template <typename Op>
static LogicalResult verifyReduction(Op op) {
  ExprType type = op.getOperand().getType();
  SmallVector<StringAttr> over = toLabels(op.getOver());
  if (over.empty())
    return op.emitOpError("reduces over no label");
  for (StringAttr label : over)
    if (!type.hasLabel(label))
      return op.emitOpError("the operand does not vary over label '")
             << label.getValue() << "'";
  return verifyExpression(op, type, op.getType(), labelsWithout(type, over));
}

void SumOp::build(OpBuilder &builder, OperationState &state, Value operand,
                  ArrayRef<StringAttr> labels) {
  build(builder, state, typeWithout(cast<ExprType>(operand.getType()), labels),
        operand, toArrayAttr(builder, labels));
}

ParseResult SumOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseReduction(parser, result);
}

void SumOp::print(OpAsmPrinter &printer) { printReduction(printer, *this); }

LogicalResult SumOp::verify() { return verifyReduction(*this); }

void ReduceOp::build(OpBuilder &builder, OperationState &state,
                     StringRef function, Value operand,
                     ArrayRef<StringAttr> labels) {
  build(builder, state, typeWithout(cast<ExprType>(operand.getType()), labels),
        function, operand, toArrayAttr(builder, labels));
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr function;
  if (parser.parseAttribute(function, "function", result.attributes))
    return failure();
  return parseReduction(parser, result);
}

void ReduceOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getFunctionAttr();
  printReduction(printer, *this);
}

static LogicalResult verifyOperator(Operation *op, StringRef name,
                                    Type element) {
  const SemiringOperator *known = lookupOperator(name);
  if (!known)
    return op->emitOpError("unknown operator '") << name << "'";
  if (!known->takes(element))
    return op->emitOpError("operator '")
           << name << "' does not take operands of " << element;
  return success();
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyOperator(*this, getFunction(), getType().getElementType())))
    return failure();
  if (getFunction() == "add")
    return emitOpError("is a sum: use ta.sum");
  if (!lookupOperator(getFunction())->reduces)
    return emitOpError("operator '") << getFunction() << "' cannot reduce";
  return verifyReduction(*this);
}

void CombineOp::build(OpBuilder &builder, OperationState &state,
                      StringRef function, bool isUnion, Value lhs, Value rhs) {
  build(builder, state,
        ExprType::get(builder.getContext(),
                      unionOfLabels({lhs.getType(), rhs.getType()}),
                      cast<ExprType>(lhs.getType()).getElementType()),
        function, isUnion, lhs, rhs);
}

LogicalResult CombineOp::verify() {
  if (failed(verifyOperator(*this, getFunction(), getType().getElementType())))
    return failure();
  return verifyBinary(*this);
}

void MaskOp::build(OpBuilder &builder, OperationState &state, Value value,
                   Value mask, bool complement) {
  build(builder, state, value.getType(), value, complement, mask);
}

/// What restricts a value varies over labels of it.
static LogicalResult verifyRestriction(Operation *op, StringRef what,
                                       ExprType value, ExprType by) {
  for (StringAttr label : by.getLabels())
    if (!value.hasLabel(label))
      return op->emitOpError("the value does not vary over label '")
             << label.getValue() << "' of the " << what;
  return verifyExpression(op, value, cast<ExprType>(op->getResult(0).getType()),
                          value.getLabels());
}

LogicalResult MaskOp::verify() {
  return verifyRestriction(*this, "mask", getValue().getType(),
                           getMask().getType());
}

void FilterOp::build(OpBuilder &builder, OperationState &state, Value value,
                     Value condition) {
  build(builder, state, value.getType(), value, condition);
}

LogicalResult FilterOp::verify() {
  if (!getCondition().getType().getElementType().isInteger(1))
    return emitOpError("the condition is no truth value");
  return verifyRestriction(*this, "condition", getValue().getType(),
                           getCondition().getType());
}

void StoredOp::build(OpBuilder &builder, OperationState &state, Value operand,
                     Type elementType) {
  build(builder, state, withElements(operand, elementType), operand);
}

LogicalResult StoredOp::verify() {
  return verifyExpression(*this, TypeRange(), getType(),
                          getOperand().getType().getLabels());
}

void RepeatOp::build(OpBuilder &builder, OperationState &state, Value operand,
                     ArrayRef<StringAttr> labels, ValueRange sizes) {
  auto type = cast<ExprType>(operand.getType());
  SmallVector<StringAttr> all(type.getLabels());
  all.append(labels.begin(), labels.end());
  build(builder, state,
        ExprType::get(builder.getContext(), all, type.getElementType()),
        operand, toArrayAttr(builder, labels), sizes);
}

ParseResult RepeatOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand operand;
  SmallVector<OpAsmParser::UnresolvedOperand> sizes;
  ArrayAttr along;
  ExprType type, resultType;
  if (parser.parseOperand(operand) || parser.parseKeyword("along") ||
      parseLabels(parser, along) ||
      parser.parseOperandList(sizes, AsmParser::Delimiter::Paren) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) || parser.parseArrow() ||
      parser.parseType(resultType) ||
      parser.resolveOperand(operand, type, result.operands) ||
      parser.resolveOperands(sizes, parser.getBuilder().getIndexType(),
                             result.operands))
    return failure();
  result.addAttribute("along", along);
  result.addTypes(resultType);
  return success();
}

void RepeatOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getOperand() << " along ";
  printLabels(printer, getAlong());
  printer << '(' << getSizes() << ')';
  printer.printOptionalAttrDict((*this)->getAttrs(), {"along"});
  printer << " : " << getOperand().getType() << " -> " << getType();
}

LogicalResult RepeatOp::verify() {
  ExprType type = getOperand().getType();
  SmallVector<StringAttr> all(type.getLabels());
  for (StringAttr label : toLabels(getAlong())) {
    if (llvm::is_contained(all, label))
      return emitOpError("the operand already varies over label '")
             << label.getValue() << "'";
    all.push_back(label);
  }
  if (getSizes().size() != getAlong().size())
    return emitOpError("needs one size for each new label");
  return verifyExpression(*this, type, getType(), all);
}
