//===- Labels.h - labels of expressions: syntax and rules -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_TA_LABELS_H
#define ENCKE_DIALECTS_TA_LABELS_H

#include "dialects/TA/TADialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

namespace encke::ta {

/// `[i, j]`.
mlir::ParseResult parseLabels(mlir::OpAsmParser &parser,
                              mlir::ArrayAttr &labels);
void printLabels(mlir::OpAsmPrinter &printer, mlir::ArrayAttr labels);

llvm::SmallVector<mlir::StringAttr> toLabels(mlir::ArrayAttr labels);
mlir::ArrayAttr toArrayAttr(mlir::OpBuilder &builder,
                            llvm::ArrayRef<mlir::StringAttr> labels);

/// The labels of all types, in order of first use.
llvm::SmallVector<mlir::StringAttr> unionOfLabels(mlir::TypeRange types);

/// Whether both have the same labels, in any order.
bool haveSameLabels(llvm::ArrayRef<mlir::StringAttr> a,
                    llvm::ArrayRef<mlir::StringAttr> b);

/// Whether `types` agree in element type and `result` varies over `labels`;
/// else an error of `op`.
mlir::LogicalResult verifyExpression(mlir::Operation *op, mlir::TypeRange types,
                                     ExprType result,
                                     llvm::ArrayRef<mlir::StringAttr> labels);

/// Whether there is one of `sizes` for each dynamic dimension of `type`; else
/// an error of `op`.
mlir::LogicalResult verifySizes(mlir::Operation *op, mlir::Type type,
                                mlir::ValueRange sizes);

} // namespace encke::ta

#endif // ENCKE_DIALECTS_TA_LABELS_H
