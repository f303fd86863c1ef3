//===- Distribute.h - products of sums as sums of products ------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CONTRACTIONORDER_DISTRIBUTE_H
#define ENCKE_PASSES_CONTRACTIONORDER_DISTRIBUTE_H

#include "passes/ContractionOrder/ProductNetwork.h"

namespace encke {

/// A factor of the product is a sum with products in it, so that it may be
/// cheaper to multiply out.
bool hasSumOfProducts(const Product &product);

/// One factor of `product`, which `expr` is, is a sum with products in it, and
/// multiplied out all takes less: `(A*B + C)*x` as `A*(B*x) + C*x`. Returns the
/// sum, or null where nothing is gained.
mlir::Value distribute(mlir::OpBuilder &builder, const Product &product,
                       mlir::Value expr, const Place &place,
                       Estimates &estimates);

} // namespace encke

#endif // ENCKE_PASSES_CONTRACTIONORDER_DISTRIBUTE_H
