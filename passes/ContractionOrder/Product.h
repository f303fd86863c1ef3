//===- Product.h - products of many factors in expressions ------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CONTRACTIONORDER_PRODUCT_H
#define ENCKE_PASSES_CONTRACTIONORDER_PRODUCT_H

#include "passes/Support/Labels.h"

#include <optional>

namespace encke {

/// The operators of a product. In IR, ordinary arithmetic has operations of its
/// own; of another semiring they are the names of its operators.
struct ProductAlgebra {
  llvm::StringRef reduce, combine;

  bool isArithmetic() const { return combine.empty(); }
  bool operator==(const ProductAlgebra &other) const {
    return reduce == other.reduce && combine == other.combine;
  }
};

/// What a tree of products and sums amounts to: the product of all factors,
/// reduced over the labels `closed`. In a semiring it does not matter in which
/// order that happens.
struct Product {
  ProductAlgebra algebra;
  llvm::SmallVector<mlir::Value> factors;           ///< they vary over labels
  llvm::SmallVector<mlir::Value> scalars, divisors; ///< they do not
  llvm::SmallVector<mlir::StringAttr> closed;
  /// The parentheses: which factors each multiplication multiplies, from one on
  /// up to another. Those inside come first.
  llvm::SmallVector<std::pair<unsigned, unsigned>> groups;
  bool isNegative = false;
};

/// The product that `expr` is, if it is one of at least two factors with
/// labels, or of one and several numbers. Labels that are closed twice become
/// different ones. With `keepsSums`, a factor that sums stays one: had it a
/// part in one sum, that would be zero where another factor has no element.
std::optional<Product> matchProduct(mlir::OpBuilder &builder,
                                    FreshLabels &fresh, mlir::Value expr,
                                    bool keepsSums = false);

/// The product of the values, reduced over those labels that `kept` lacks.
mlir::Value emitProduct(mlir::OpBuilder &builder, mlir::Location loc,
                        const ProductAlgebra &algebra,
                        llvm::ArrayRef<mlir::Value> values,
                        llvm::ArrayRef<mlir::StringAttr> kept);

/// The scalars of the product, of which there are some, as one.
mlir::Value emitScalarFactor(mlir::OpBuilder &builder, const Product &product);

/// `value` with the scalars, divisors and sign of the product.
mlir::Value emitScalars(mlir::OpBuilder &builder, const Product &product,
                        mlir::Value value);

} // namespace encke

#endif // ENCKE_PASSES_CONTRACTIONORDER_PRODUCT_H
