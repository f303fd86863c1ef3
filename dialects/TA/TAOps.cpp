//===- TAOps.cpp - syntax and rules of the ta operations ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Clauses.h"
#include "dialects/TA/Functions.h"
#include "dialects/TA/Gemm.h"
#include "dialects/TA/Operators.h"
#include "dialects/TA/Scalars.h"
#include "dialects/TA/TADialect.h"
#include "runtime/format/condition.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace encke::ta;

#define GET_OP_CLASSES
#include "dialects/TA/TAOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Labels: shared syntax and rules
//===----------------------------------------------------------------------===//

static ParseResult parseLabels(OpAsmParser &parser, ArrayAttr &labels) {
  SmallVector<Attribute> parsed;
  auto parseLabel = [&]() -> ParseResult {
    std::string label;
    if (parser.parseKeywordOrString(&label))
      return failure();
    parsed.push_back(parser.getBuilder().getStringAttr(label));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseLabel))
    return failure();
  labels = parser.getBuilder().getArrayAttr(parsed);
  return success();
}

static void printLabels(OpAsmPrinter &printer, ArrayAttr labels) {
  printer << '[';
  llvm::interleaveComma(labels.getAsRange<StringAttr>(), printer,
                        [&](StringAttr label) {
                          printer.printKeywordOrString(label.getValue());
                        });
  printer << ']';
}

static SmallVector<StringAttr> toLabels(ArrayAttr labels) {
  return llvm::to_vector(labels.getAsRange<StringAttr>());
}

static ArrayAttr toArrayAttr(OpBuilder &builder, ArrayRef<StringAttr> labels) {
  return builder.getArrayAttr(
      SmallVector<Attribute>(labels.begin(), labels.end()));
}

/// The labels of both sides, in order of first use.
static SmallVector<StringAttr> unionOfLabels(TypeRange types) {
  llvm::SmallSetVector<StringAttr, 8> labels;
  for (Type type : types)
    labels.insert_range(cast<ExprType>(type).getLabels());
  return labels.takeVector();
}

static bool haveSameLabels(ArrayRef<StringAttr> a, ArrayRef<StringAttr> b) {
  llvm::SmallSetVector<StringAttr, 8> left, right;
  left.insert_range(a);
  right.insert_range(b);
  return left.size() == right.size() &&
         llvm::all_of(left, [&](StringAttr l) { return right.contains(l); });
}

/// `types` agree in element type and `result` varies over `labels`.
static LogicalResult verifyExpression(Operation *op, TypeRange types,
                                      ExprType result,
                                      ArrayRef<StringAttr> labels) {
  for (Type type : types)
    if (cast<ExprType>(type).getElementType() != result.getElementType())
      return op->emitOpError("operand type ")
             << type << " and result type " << result
             << " differ in element type";
  if (!haveSameLabels(result.getLabels(), labels))
    return op->emitOpError("result type ")
           << result << " does not have the labels that the operands imply: "
           << ExprType::get(op->getContext(), labels, result.getElementType());
  return success();
}

/// One index operand for each dynamic dimension of `type`.
static LogicalResult verifySizes(Operation *op, Type type, ValueRange sizes) {
  int64_t dynamic = cast<RankedTensorType>(type).getNumDynamicDims();
  if (dynamic != static_cast<int64_t>(sizes.size()))
    return op->emitOpError("has ")
           << sizes.size() << " sizes, but " << type << " has " << dynamic
           << " dynamic dimensions";
  return success();
}

//===----------------------------------------------------------------------===//
// Files, sizes
//===----------------------------------------------------------------------===//

ParseResult FileOp::parse(OpAsmParser &parser, OperationState &result) {
  Attribute source;
  int64_t number = 0;
  OptionalParseResult isNumber = parser.parseOptionalInteger(number);
  if (isNumber.has_value()) {
    if (failed(*isNumber))
      return failure();
    source = parser.getBuilder().getI64IntegerAttr(number);
  } else {
    SMLoc where = parser.getCurrentLocation();
    if (parser.parseAttribute(source))
      return failure();
    if (!isa<StringAttr, TextAttr>(source))
      return parser.emitError(where, "invalid kind of attribute specified");
  }
  StringAttr at;
  if (parser.parseKeyword("at") ||
      parser.parseAttribute(at, "at", result.attributes) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  result.addAttribute("source", source);
  result.addTypes(FileType::get(parser.getContext()));
  return success();
}

void FileOp::print(OpAsmPrinter &printer) {
  if (auto number = dyn_cast<IntegerAttr>(getSource()))
    printer << ' ' << number.getInt();
  else
    printer << ' ' << getSource();
  printer << " at " << getAtAttr();
  printer.printOptionalAttrDict((*this)->getAttrs(), {"source", "at"});
}

LogicalResult FileOp::verify() {
  if (auto number = dyn_cast<IntegerAttr>(getSource()))
    if (number.getInt() < 0)
      return emitOpError("the number of a data file cannot be negative");
  return success();
}

LogicalResult SizeOp::verify() {
  size_t files = getFiles().size();
  if (getModes().size() != files || getOrders().size() != files)
    return emitOpError("needs one mode and one order for each file");
  size_t given = getGiven().size();
  if (getOrigins() ? getOrigins()->size() != given : given != 0)
    return emitOpError("needs one origin for each given size");
  if (getAt().size() != files + given + (getValue() ? 1 : 0))
    return emitOpError("needs one place for each source of the size");
  if (files == 0 && given == 0 && !getValue())
    return emitOpError("has nothing that fixes the size");
  for (auto [mode, order] : llvm::zip(getModes(), getOrders()))
    if (mode < 0 || mode >= order)
      return emitOpError("mode ") << mode << " is not one of " << order;
  return success();
}

LogicalResult ReadOp::verify() {
  static constexpr StringLiteral selectors[] = {"full", "strict_lower", "lower",
                                                "strict_upper", "upper"};
  if (!llvm::is_contained(selectors, getSelector()))
    return emitOpError("unknown selector '") << getSelector() << "'";
  return verifySizes(*this, getType(), getSizes());
}

LogicalResult RandomOp::verify() {
  if (getType().getEncoding())
    return emitOpError("fills dense tensors only");
  return verifySizes(*this, getType(), getSizes());
}

/// A text for each part, or a value.
template <typename Op>
static LogicalResult verifyLine(Op op) {
  size_t values = 0;
  for (Attribute part : op.getParts()) {
    values += isa<UnitAttr>(part);
    if (!isa<UnitAttr, StringAttr, TextAttr>(part))
      return op.emitOpError("has a part that is neither a text nor 'unit'");
  }
  if (values != op.getValues().size())
    return op.emitOpError("has ")
           << op.getValues().size() << " values, but its line has " << values;
  return success();
}

LogicalResult PrintLineOp::verify() { return verifyLine(*this); }

LogicalResult FailOp::verify() { return verifyLine(*this); }

//===----------------------------------------------------------------------===//
// Tensors at places, and as a whole
//===----------------------------------------------------------------------===//

/// `part` is the type of the tensor whose coordinates the map begins with.
template <typename Op>
static LogicalResult verifyPlaces(Op op, RankedTensorType tensor,
                                  RankedTensorType part) {
  AffineMap map = op.getMap();
  size_t tables = op.getTables().size();
  if (map.getNumDims() != unsigned(part.getRank()) ||
      map.getNumResults() != unsigned(tensor.getRank()))
    return op.emitOpError("needs a map from ")
           << part.getRank() << " coordinates to " << tensor.getRank();
  if (map.getNumSymbols() != op.getScalars().size() + tables)
    return op.emitOpError("needs a symbol for each scalar and each table");
  if (part.getElementType() != tensor.getElementType())
    return op.emitOpError("changes the type of the elements");
  if ((op.getTableMaps() ? op.getTableMaps()->size() : 0) != tables)
    return op.emitOpError("needs a map for each table");
  for (size_t table = 0; table != tables; ++table) {
    auto type = cast<RankedTensorType>(op.getTables()[table].getType());
    AffineMap at = cast<AffineMapAttr>((*op.getTableMaps())[table]).getValue();
    if (type.getEncoding() || !type.getElementType().isSignlessInteger(64))
      return op.emitOpError("a table is a dense tensor of i64");
    if (at.getNumDims() != map.getNumDims() ||
        at.getNumResults() != unsigned(type.getRank()) ||
        !at.isProjectedPermutation())
      return op.emitOpError("looks a table up at coordinates of the part");
  }
  if (op.getClipped())
    for (int64_t mode : op.getClippedAttr().asArrayRef())
      if (mode < 0 || mode >= tensor.getRank())
        return op.emitOpError("clips mode ")
               << mode << " of a tensor of order " << tensor.getRank();
  return success();
}

LogicalResult SliceOp::verify() {
  if (failed(verifyPlaces(*this, getTensor().getType(), getType())))
    return failure();
  return verifySizes(*this, getType(), getSizes());
}

LogicalResult InsertOp::verify() {
  static constexpr StringLiteral operators[] = {
      "add", "sub", "mul", "min", "max", "any", "or", "and", "erase"};
  if (getCombine() && !llvm::is_contained(operators, *getCombine()))
    return emitOpError("cannot combine by '") << *getCombine() << "'";
  return verifyPlaces(*this, getType(), getValue().getType());
}

LogicalResult WholeOp::verify() {
  static constexpr StringLiteral functions[] = {
      "reshape", "cumsum",   "sort", "argsort", "top",
      "solve",   "cholesky", "qr",   "svd",     "eigh"};
  if (!llvm::is_contained(functions, getFunction()))
    return emitOpError("unknown function '") << getFunction() << "'";
  int64_t dynamic = 0;
  for (Type type : getResultTypes())
    dynamic += cast<RankedTensorType>(type).getNumDynamicDims();
  if (dynamic != int64_t(getSizes().size()))
    return emitOpError("has ")
           << getSizes().size() << " sizes, but its results have " << dynamic
           << " dynamic dimensions";
  return success();
}

//===----------------------------------------------------------------------===//
// Reordered labels
//===----------------------------------------------------------------------===//

/// Each ordering goes with a mode of the tensor, each mode with one at most.
template <typename Op>
static LogicalResult verifyOrderings(Op op) {
  ArrayRef<int64_t> modes = op.getModes();
  if (modes.size() != op.getOrderings().size())
    return op.emitOpError("needs a mode for each ordering");
  auto type = cast<RankedTensorType>(op.getTensor().getType());
  for (auto [place, mode] : llvm::enumerate(modes)) {
    if (mode < 0 || mode >= type.getRank())
      return op.emitOpError("names mode ")
             << mode << " of a tensor of order " << type.getRank();
    if (llvm::is_contained(modes.take_front(place), mode))
      return op.emitOpError("names mode ") << mode << " twice";
  }
  return success();
}

LogicalResult ReorderOp::verify() {
  static constexpr StringLiteral methods[] = {"lexi", "rcm", "degree",
                                              "partition", "auto"};
  if (!llvm::is_contained(methods, getMethod()))
    return emitOpError("unknown reordering '") << getMethod() << "'";
  if (!getBeside().empty() && getMethod() != "auto")
    return emitOpError("weighs what is used beside the tensor, which only "
                       "'auto' does");
  return verifyOrderings(*this);
}

LogicalResult PermuteOp::verify() {
  static constexpr StringLiteral directions[] = {"in", "out", "again"};
  if (!llvm::is_contained(directions, getDirection()))
    return emitOpError("unknown direction '") << getDirection() << "'";
  return verifyOrderings(*this);
}

LogicalResult AskOp::verify() {
  const QuestionForm *form = findQuestionForm(getQuestion());
  if (!form)
    return emitOpError("asks an unknown question, '") << getQuestion() << "'";
  if (getTensors().size() != form->tensors)
    return emitOpError("'")
           << form->name << "' is asked of " << form->tensors << " tensors";
  for (Type type : getTensors().getTypes())
    if (!cast<RankedTensorType>(type).getEncoding())
      return emitOpError("is about sparse tensors");
  return success();
}

LogicalResult DecomposeOp::verify() {
  auto whole = cast<RankedTensorType>(getTensor().getType());
  for (Type part : getResultTypes()) {
    auto type = cast<RankedTensorType>(part);
    if (type.getShape() != whole.getShape() ||
        type.getElementType() != whole.getElementType())
      return emitOpError("has parts of the sizes and elements of its tensor");
    if (!whole.getEncoding() || !type.getEncoding())
      return emitOpError("is of sparse tensors");
  }
  if (getNumResults() != getConditions().size() + 1)
    return emitOpError("has a part for each condition, and one for the rest");
  for (auto text : getConditions().getAsRange<StringAttr>()) {
    encke::format::Problem problem;
    auto condition = encke::format::parseCondition(
        std::string_view(text.getValue()), {}, problem);
    if (!condition)
      return emitOpError("has a wrong condition '")
             << text.getValue() << "': " << problem.text;
    if (condition->order() > unsigned(whole.getRank()))
      return emitOpError("has a condition over more modes than its tensor: '")
             << text.getValue() << "'";
  }
  return success();
}

LogicalResult CoordinatesOp::verify() {
  auto type = cast<RankedTensorType>(getType());
  if (type.getEncoding() || type.getRank() != 1 ||
      !type.getElementType().isInteger(64))
    return emitOpError("makes a dense vector of i64");
  return verifySizes(*this, type, getSizes());
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

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
  if (!isWidening(from, to))
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

/// Complex numbers have no order.
static LogicalResult verifyOperator(Operation *op, StringRef name,
                                    Type element) {
  const SemiringOperator *known = lookupOperator(name);
  if (!known)
    return op->emitOpError("unknown operator '") << name << "'";
  if (known->isOrdered && isa<ComplexType>(element))
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

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void AssignOp::build(OpBuilder &builder, OperationState &state, Type type,
                     Value value, ArrayRef<StringAttr> labels,
                     ValueRange sizes) {
  build(builder, state, type, value, toArrayAttr(builder, labels), sizes,
        /*gemm=*/DictionaryAttr(), /*zeros=*/false);
}

void AssignOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if ((*this)->hasAttr(measuredAttribute))
    effects.emplace_back(MemoryEffects::Write::get());
}

ParseResult AssignOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand value;
  SmallVector<OpAsmParser::UnresolvedOperand> sizes;
  ArrayAttr indices;
  ExprType type;
  RankedTensorType resultType;
  if (parser.parseOperand(value) || parseLabels(parser, indices) ||
      parser.parseKeyword("sizes") ||
      parser.parseOperandList(sizes, AsmParser::Delimiter::Paren) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) || parser.parseArrow() ||
      parser.parseType(resultType) ||
      parser.resolveOperand(value, type, result.operands) ||
      parser.resolveOperands(sizes, parser.getBuilder().getIndexType(),
                             result.operands))
    return failure();
  result.addAttribute("indices", indices);
  result.addTypes(resultType);
  return success();
}

void AssignOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getValue();
  printLabels(printer, getIndices());
  printer << " sizes(" << getSizes() << ')';
  printer.printOptionalAttrDict((*this)->getAttrs(), {"indices"});
  printer << " : " << getValue().getType() << " -> " << getType();
}

LogicalResult AssignOp::verify() {
  RankedTensorType type = getType();
  SmallVector<StringAttr> indices = toLabels(getIndices());
  llvm::SmallSetVector<StringAttr, 8> unique;
  unique.insert_range(indices);
  if (unique.size() != indices.size())
    return emitOpError("the same label twice on the left");
  if (static_cast<int64_t>(indices.size()) != type.getRank())
    return emitOpError("has ") << indices.size() << " labels, but " << type
                               << " has " << type.getRank() << " dimensions";
  ExprType value = getValue().getType();
  if (value.getElementType() != type.getElementType())
    return emitOpError("value and result differ in element type");
  if (!haveSameLabels(value.getLabels(), indices))
    return emitOpError("value of type ")
           << value << " does not vary over exactly the result's labels";
  if (DictionaryAttr gemm = getGemmAttr(); gemm && !Gemm::fromAttr(gemm))
    return emitOpError("'gemm' must list the labels of rows, columns, inner "
                       "and loops, each label once");
  return verifySizes(*this, type, getSizes());
}
