//===- Functions.h - the elementwise functions of the language --*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_TA_FUNCTIONS_H
#define ENCKE_DIALECTS_TA_FUNCTIONS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/StringRef.h"

namespace encke::ta {

/// What the stages need to know of an elementwise function (L17, L26).
struct ElementwiseFunction {
  llvm::StringRef name;
  unsigned arity;
  /// f(0) = 0 (for two operands f(0, 0) = 0): it keeps sparsity.
  bool keepsZero;
};

/// The function of that name, or null.
const ElementwiseFunction *lookupFunction(llvm::StringRef name);

/// Emits the function on scalars of a floating-point type.
mlir::Value emitFunction(mlir::OpBuilder &builder, mlir::Location loc,
                         llvm::StringRef name, mlir::ValueRange operands);

} // namespace encke::ta

#endif // ENCKE_DIALECTS_TA_FUNCTIONS_H
