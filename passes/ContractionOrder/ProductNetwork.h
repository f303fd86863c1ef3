//===- ProductNetwork.h - products of tensors as networks -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CONTRACTIONORDER_PRODUCTNETWORK_H
#define ENCKE_PASSES_CONTRACTIONORDER_PRODUCTNETWORK_H

#include "passes/ContractionOrder/Product.h"
#include "passes/Cost/Network.h"
#include "passes/Support/Estimates.h"

#include "llvm/ADT/SetVector.h"

namespace encke {

/// Where a product stands in its statement.
struct Place {
  mlir::Operation *statement;
  bool keepsPattern = false; ///< it matters where it has no element
  bool isSparse = false;     ///< the statement's result
  double wanted = 1;         ///< the part of its points that a mask leaves
  bool isDivided = false;    ///< or divides: a missing element is no zero
};

/// A product in numbers. Label n of the network is `labels[n]`.
/// The expression with other operands: `rewrite` gives one for each, of which
/// it is told the place.
mlir::Value
rewriteOperands(mlir::OpBuilder &builder, mlir::Value expr, Place place,
                Estimates &estimates,
                llvm::function_ref<mlir::Value(mlir::Value, Place)> rewrite);

struct ProductNetwork {
  llvm::SetVector<mlir::StringAttr> labels;
  Network network;
};

/// The network of a product's factors, summed over the labels that `output`
/// lacks.
ProductNetwork makeNetwork(const Product &product,
                           llvm::ArrayRef<mlir::StringAttr> output,
                           const Place &place, Estimates &estimates);

/// What the product costs in the best order, without what it takes to compute
/// factors that are no tensors.
double estimateCost(const Product &product,
                    llvm::ArrayRef<mlir::StringAttr> output, const Place &place,
                    Estimates &estimates);

} // namespace encke

#endif // ENCKE_PASSES_CONTRACTIONORDER_PRODUCTNETWORK_H
