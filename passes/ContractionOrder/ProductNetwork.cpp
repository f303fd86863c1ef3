//===- ProductNetwork.cpp - products of tensors as networks ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ContractionOrder/ProductNetwork.h"
#include "passes/ContractionOrder/Search.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Invariance.h"

#include "dialects/TA/TADialect.h"

using namespace mlir;
using namespace encke;

/// The least of what the factors say: slices may be longer than their label.
static double findSize(const Product &product, StringAttr label,
                       Estimates &estimates) {
  double size = 0;
  for (Value factor : product.factors)
    if (llvm::is_contained(labelsOf(factor), label)) {
      double own = estimates.getSize(factor, label);
      size = size ? std::min(size, own) : own;
    }
  return size;
}

ProductNetwork encke::makeNetwork(const Product &product,
                                  ArrayRef<StringAttr> output,
                                  const Place &place, Estimates &estimates) {
  ProductNetwork result;
  llvm::SetVector<StringAttr> &labels = result.labels;
  for (Value factor : product.factors)
    labels.insert_range(labelsOf(factor));
  if (labels.size() > Network::maxLabels ||
      product.factors.size() > Network::maxFactors)
    return result;
  Network &network = result.network;
  for (auto [number, label] : llvm::enumerate(labels)) {
    network.sizes.push_back(findSize(product, label, estimates));
    if (llvm::is_contained(output, label))
      network.output |= LabelSet(1) << number;
  }
  for (Value value : product.factors) {
    Network::Factor factor;
    for (auto [number, label] : llvm::enumerate(labels))
      if (llvm::is_contained(labelsOf(value), label))
        factor.labels |= LabelSet(1) << number;
    factor.density = estimates.getDensity(value);
    factor.isFull = isFull(value);
    factor.rounds = countRounds(value, place.statement);
    network.factors.push_back(factor);
  }
  network.wanted = place.wanted;
  network.isOutputSparse = place.isSparse;
  network.keepsPattern = place.keepsPattern || !product.algebra.isArithmetic();
  network.hasIdentity =
      !product.algebra.isArithmetic() && !product.closed.empty();
  return result;
}

std::optional<double> encke::estimateCost(const Product &product,
                                          ArrayRef<StringAttr> output,
                                          const Place &place,
                                          Estimates &estimates) {
  ProductNetwork made = makeNetwork(product, output, place, estimates);
  if (made.network.factors.empty())
    return std::nullopt;
  return findOrder(made.network).cost.work;
}
