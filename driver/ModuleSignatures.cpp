//===- ModuleSignatures.cpp - functions of a module for a library ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ModuleSignatures.h"

#include "dialects/ProgramFunction.h"
#include "dialects/TA/Encoding.h"
#include "dialects/TA/Functions.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;
using namespace encke;
namespace st = mlir::sparse_tensor;

/// The type of a scalar or an element; none where libraries have no such one.
static std::optional<ElementType> getElement(Type type, bool isScalar) {
  if (type.isIndex())
    return ElementType::Int64;
  std::optional<ElementType> element = ta::toElementType(type);
  bool isNarrow = element && computedIn(*element) != *element;
  return isScalar && isNarrow ? std::nullopt : element;
}

/// None where a library cannot have such a parameter.
static std::optional<ParameterSignature> describe(Type type) {
  ParameterSignature signature;
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::optional<ElementType> element =
      getElement(tensor ? tensor.getElementType() : type, !tensor);
  if (!element || (tensor && tensor.getElementType().isIndex()))
    return std::nullopt;
  signature.type = *element;
  if (!tensor)
    return signature;
  signature.format = getFormat(tensor);
  if (!signature.format)
    return std::nullopt;
  for (int64_t mode = 0; mode != tensor.getRank(); ++mode) {
    bool isKnown = !tensor.isDynamicDim(mode);
    signature.sizes.push_back(isKnown ? tensor.getDimSize(mode) : -1);
    signature.labels.push_back(isKnown ? std::to_string(tensor.getDimSize(mode))
                                       : "?");
  }
  return signature;
}

static std::string getPlace(Location loc) {
  auto place = dyn_cast<FileLineColLoc>(loc);
  if (!place)
    return "";
  return (place.getFilename().getValue() + ":" + Twine(place.getLine()) + ":" +
          Twine(place.getColumn()))
      .str();
}

/// None after an error.
static std::optional<FunctionSignature> describe(func::FuncOp function) {
  FunctionSignature signature;
  signature.name = function.getName().str();
  signature.place = getPlace(function.getLoc());
  if (function.getNumResults() > 1) {
    function.emitError() << "not supported yet: a function of a library with "
                            "several results";
    return std::nullopt;
  }
  for (auto [number, type] : llvm::enumerate(function.getArgumentTypes())) {
    std::optional<ParameterSignature> parameter = describe(type);
    if (!parameter) {
      function.emitError() << "not supported yet: a function of a library with "
                              "an argument of type "
                           << type;
      return std::nullopt;
    }
    parameter->name = "arg" + std::to_string(number);
    signature.parameters.push_back(*parameter);
  }
  for (Type type : function.getResultTypes()) {
    signature.result = describe(type);
    if (signature.result)
      continue;
    function.emitError() << "not supported yet: a function of a library with a "
                            "result of type "
                         << type;
    return std::nullopt;
  }
  return signature;
}

std::optional<std::vector<FunctionSignature>>
encke::exportFunctions(ModuleOp module) {
  std::vector<FunctionSignature> signatures;
  bool isRight = true;
  for (auto function : module.getOps<func::FuncOp>()) {
    bool isProgram = function.getName() == programFunctionName ||
                     function.getName() == "main";
    if (function.isExternal() || function.isPrivate() || isProgram)
      continue;
    if (std::optional<FunctionSignature> signature = describe(function)) {
      function->setAttr(exportAttribute, function.getNameAttr());
      signatures.push_back(*signature);
    } else {
      isRight = false;
    }
  }
  if (isRight && signatures.empty()) {
    emitError(module.getLoc())
        << "the module has no public function with a body for a library";
    isRight = false;
  }
  return isRight ? std::optional(signatures) : std::nullopt;
}

void encke::setWidths(ModuleOp module, unsigned width) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](RankedTensorType type) -> Type {
    auto encoding = st::getSparseTensorEncoding(type);
    if (!encoding)
      return type;
    return RankedTensorType::get(type.getShape(), type.getElementType(),
                                 encoding.withBitWidths(width, width));
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}
