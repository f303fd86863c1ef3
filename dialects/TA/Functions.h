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

/// What the stages need to know of an elementwise function (L17, L26), or of a
/// comparison or connective, which are functions to bool.
struct ElementwiseFunction {
  /// Which element types its operands may have.
  enum Operands {
    Floating, ///< f32, f64, complex<f64>
    Ordered,  ///< all but complex<f64>
    Any,
    Bool,
  };
  llvm::StringRef name;
  unsigned arity;
  /// f(0) = 0 (for two operands f(0, 0) = 0): it keeps sparsity.
  bool keepsZero;
  Operands operands = Floating;
  bool givesBool = false;
};

/// The function of that name, or null.
const ElementwiseFunction *lookupFunction(llvm::StringRef name);

/// Whether the function takes operands of the type.
bool takes(const ElementwiseFunction &function, mlir::Type operand);

/// The element type of the result for operands of type `operand`: i1 for a
/// comparison, f64 for the absolute value of a complex number.
mlir::Type getResultType(const ElementwiseFunction &function,
                         mlir::Type operand);

/// Emits the function on single values of one element type.
mlir::Value emitFunction(mlir::OpBuilder &builder, mlir::Location loc,
                         llvm::StringRef name, mlir::ValueRange operands);

} // namespace encke::ta

#endif // ENCKE_DIALECTS_TA_FUNCTIONS_H
