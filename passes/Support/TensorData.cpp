//===- TensorData.cpp - what is known of a tensor's data ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/TensorData.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace encke;

DictionaryAttr encke::toAttribute(MLIRContext *context,
                                  const TensorData &data) {
  Builder builder(context);
  NamedAttrList list;
  list.set("sizes", builder.getDenseF64ArrayAttr(data.sizes));
  list.set("stored", builder.getF64FloatAttr(data.stored));
  list.set("bytes", builder.getF64FloatAttr(data.bytes));
  list.set("exact", builder.getBoolAttr(data.isExact));
  if (data.file)
    list.set("file", data.file);
  return list.getDictionary(context);
}

std::optional<TensorData> encke::readTensorData(Attribute attribute) {
  auto list = dyn_cast_if_present<DictionaryAttr>(attribute);
  if (!list)
    return std::nullopt;
  TensorData data;
  auto sizes = list.getAs<DenseF64ArrayAttr>("sizes");
  auto stored = list.getAs<FloatAttr>("stored"),
       bytes = list.getAs<FloatAttr>("bytes");
  auto exact = list.getAs<BoolAttr>("exact");
  if (!sizes || !stored || !bytes || !exact)
    return std::nullopt;
  data.sizes.assign(sizes.asArrayRef().begin(), sizes.asArrayRef().end());
  data.stored = stored.getValueAsDouble();
  data.bytes = bytes.getValueAsDouble();
  data.isExact = exact.getValue();
  data.file = list.get("file");
  return data;
}

std::optional<TensorData> encke::findTensorData(Value tensor) {
  while (auto convert = tensor.getDefiningOp<sparse_tensor::ConvertOp>())
    tensor = convert.getSource();
  auto argument = dyn_cast<BlockArgument>(tensor);
  auto function = argument ? dyn_cast_if_present<FunctionOpInterface>(
                                 argument.getOwner()->getParentOp())
                           : FunctionOpInterface();
  if (!function)
    return std::nullopt;
  return readTensorData(
      function.getArgAttr(argument.getArgNumber(), dataAttribute));
}
