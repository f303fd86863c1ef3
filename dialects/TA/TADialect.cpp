//===- TADialect.cpp - the ta dialect and its types -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/TA/TADialect.h"
#include "dialects/TA/Encoding.h"
#include "dialects/TA/Scalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace encke::ta;

#include "dialects/TA/TADialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/TA/TAAttributes.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/TA/TATypes.cpp.inc"

namespace {
/// The encoding of a named format prints as `#CSR_i32`, not as `#sparse`.
struct FormatNames : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attribute, raw_ostream &os) const override {
    auto encoding =
        dyn_cast<sparse_tensor::SparseTensorEncodingAttr>(attribute);
    if (!encoding || !encoding.isPermutation())
      return AliasResult::NoAlias;
    SmallVector<int64_t> shape(encoding.getDimRank(), ShapedType::kDynamic);
    std::optional<encke::Format> format =
        encke::getFormat(RankedTensorType::get(
            shape, Float64Type::get(encoding.getContext()), encoding));
    if (!format || !llvm::isAlpha(format->str().front()))
      return AliasResult::NoAlias;
    os << format->str();
    if (unsigned width = encoding.getPosWidth())
      os << "_i" << width;
    return AliasResult::FinalAlias;
  }
};
} // namespace

void TADialect::initialize() {
  addInterfaces<FormatNames>();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/TA/TAAttributes.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/TA/TATypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/TA/TAOps.cpp.inc"
      >();
}

LogicalResult FormatAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef levels, unsigned indexWidth) {
  if (!encke::Format::parse(levels))
    return emitError() << '"' << levels << "\" is no format";
  if (indexWidth != 32 && indexWidth != 64)
    return emitError() << "positions and coordinates have 32 or 64 bits";
  return success();
}

LogicalResult
FormatAttr::verifyEncoding(ArrayRef<int64_t> shape, Type elementType,
                           function_ref<InFlightDiagnostic()> emitError) const {
  unsigned order = encke::Format::parse(getLevels())->order();
  if (order != shape.size())
    return emitError() << "the format is for tensors of order " << order;
  return success();
}

bool ExprType::hasLabel(StringAttr label) const {
  return llvm::is_contained(getLabels(), label);
}

LogicalResult ExprType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<StringAttr> labels, Type elementType) {
  llvm::SmallDenseSet<StringAttr> seen;
  for (StringAttr label : labels)
    if (!seen.insert(label).second)
      return emitError() << "label '" << label.getValue() << "' appears twice";
  if (!isElementType(elementType))
    return emitError() << "element type " << elementType
                       << " is not one of the language's";
  return success();
}

/// `<[i, j] f64>`: labels are bare names, as in the program.
Type ExprType::parse(AsmParser &parser) {
  SmallVector<StringAttr> labels;
  auto parseLabel = [&]() -> ParseResult {
    std::string label;
    if (parser.parseKeywordOrString(&label))
      return failure();
    labels.push_back(StringAttr::get(parser.getContext(), label));
    return success();
  };
  Type elementType;
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseLabel) ||
      parser.parseType(elementType) || parser.parseGreater())
    return {};
  return parser.getChecked<ExprType>(parser.getContext(), labels, elementType);
}

void ExprType::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getLabels(), printer, [&](StringAttr label) {
    printer.printKeywordOrString(label.getValue());
  });
  printer << "] " << getElementType() << '>';
}
