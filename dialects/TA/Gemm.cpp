//===- Gemm.cpp - a contraction as matrix products ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/TA/Gemm.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace encke::ta;

static ArrayAttr toArray(Builder &builder, ArrayRef<StringAttr> labels) {
  return builder.getArrayAttr(
      SmallVector<Attribute>(labels.begin(), labels.end()));
}

DictionaryAttr Gemm::getAttr(MLIRContext *context) const {
  Builder builder(context);
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("rows", toArray(builder, rows)),
       builder.getNamedAttr("columns", toArray(builder, columns)),
       builder.getNamedAttr("inner", toArray(builder, inner)),
       builder.getNamedAttr("loops", toArray(builder, loops))});
}

std::optional<Gemm> Gemm::fromAttr(DictionaryAttr attribute) {
  Gemm gemm;
  llvm::DenseSet<StringAttr> seen;
  auto read = [&](StringRef name, Labels &labels) {
    auto list = attribute.getAs<ArrayAttr>(name);
    if (!list)
      return false;
    for (Attribute label : list) {
      auto text = dyn_cast<StringAttr>(label);
      if (!text || !seen.insert(text).second)
        return false;
      labels.push_back(text);
    }
    return true;
  };
  bool isComplete = read("rows", gemm.rows) && read("columns", gemm.columns) &&
                    read("inner", gemm.inner) && read("loops", gemm.loops);
  if (!isComplete || attribute.size() != 4 || gemm.rows.empty() ||
      gemm.columns.empty() || gemm.inner.empty())
    return std::nullopt;
  return gemm;
}
