//===- TAOps.cpp - syntax and rules of the ta operations ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Clauses.h"
#include "dialects/TA/Gemm.h"
#include "dialects/TA/Labels.h"
#include "dialects/TA/TADialect.h"
#include "runtime/format/condition.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace encke::ta;

#define GET_OP_CLASSES
#include "dialects/TA/TAOps.cpp.inc"

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
  if (getType().getEncoding() && !getDensity())
    return emitOpError("needs a density to fill a sparse tensor");
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

namespace {

struct WholeFunction {
  StringLiteral name;
  unsigned operands, results;
};

} // namespace

static constexpr WholeFunction wholeFunctions[] = {
    {"reshape", 1, 1}, {"cumsum", 1, 1},   {"sort", 1, 1},  {"argsort", 1, 1},
    {"top", 1, 1},     {"elements", 2, 1}, {"solve", 2, 1}, {"cholesky", 1, 1},
    {"qr", 1, 2},      {"svd", 1, 3},      {"eigh", 1, 2}};

LogicalResult WholeOp::verify() {
  const auto *function =
      llvm::find_if(wholeFunctions, [&](const WholeFunction &known) {
        return known.name == getFunction();
      });
  if (function == std::end(wholeFunctions))
    return emitOpError("unknown function '") << getFunction() << "'";
  if (getTensors().size() != function->operands ||
      getNumResults() != function->results)
    return emitOpError("'") << function->name << "' of " << function->operands
                            << " tensors gives " << function->results;
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
