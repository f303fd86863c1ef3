//===- Orders.h - dense tensors in another order of modes -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_ORDERS_H
#define ENCKE_PASSES_SUPPORT_ORDERS_H

#include "dialects/TA/TADialect.h"

namespace encke {

/// A statement for the dense result of `statement` with its modes in the order
/// `order`, a permutation of its labels, from another value.
ta::AssignOp assignInOrder(mlir::OpBuilder &builder, ta::AssignOp statement,
                           mlir::Value value,
                           llvm::ArrayRef<mlir::StringAttr> order);

/// The statement that transposes a dense tensor, whose modes have the labels
/// `from`, into the order `to`.
ta::AssignOp transposeTo(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value tensor,
                         llvm::ArrayRef<mlir::StringAttr> from,
                         llvm::ArrayRef<mlir::StringAttr> to);

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_ORDERS_H
