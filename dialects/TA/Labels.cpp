//===- Labels.cpp - labels of expressions: syntax and rules ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/TA/Labels.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace encke::ta;

ParseResult encke::ta::parseLabels(OpAsmParser &parser, ArrayAttr &labels) {
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

void encke::ta::printLabels(OpAsmPrinter &printer, ArrayAttr labels) {
  printer << '[';
  llvm::interleaveComma(labels.getAsRange<StringAttr>(), printer,
                        [&](StringAttr label) {
                          printer.printKeywordOrString(label.getValue());
                        });
  printer << ']';
}

SmallVector<StringAttr> encke::ta::toLabels(ArrayAttr labels) {
  return llvm::to_vector(labels.getAsRange<StringAttr>());
}

ArrayAttr encke::ta::toArrayAttr(OpBuilder &builder,
                                 ArrayRef<StringAttr> labels) {
  return builder.getArrayAttr(
      SmallVector<Attribute>(labels.begin(), labels.end()));
}

SmallVector<StringAttr> encke::ta::unionOfLabels(TypeRange types) {
  llvm::SmallSetVector<StringAttr, 8> labels;
  for (Type type : types)
    labels.insert_range(cast<ExprType>(type).getLabels());
  return labels.takeVector();
}

bool encke::ta::haveSameLabels(ArrayRef<StringAttr> a, ArrayRef<StringAttr> b) {
  llvm::SmallSetVector<StringAttr, 8> left, right;
  left.insert_range(a);
  right.insert_range(b);
  return left.size() == right.size() &&
         llvm::all_of(left, [&](StringAttr l) { return right.contains(l); });
}

LogicalResult encke::ta::verifyExpression(Operation *op, TypeRange types,
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

LogicalResult encke::ta::verifySizes(Operation *op, Type type,
                                     ValueRange sizes) {
  int64_t dynamic = cast<RankedTensorType>(type).getNumDynamicDims();
  if (dynamic != static_cast<int64_t>(sizes.size()))
    return op->emitOpError("has ")
           << sizes.size() << " sizes, but " << type << " has " << dynamic
           << " dynamic dimensions";
  return success();
}
