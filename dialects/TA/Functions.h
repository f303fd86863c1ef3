//===- Functions.h - what the functions of the language compute -*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_TA_FUNCTIONS_H
#define ENCKE_DIALECTS_TA_FUNCTIONS_H

#include "dialects/Functions.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/StringRef.h"

namespace encke::ta {

/// The element type that a type of MLIR is; none for any other.
std::optional<ElementType> toElementType(mlir::Type type);
mlir::Type toType(ElementType type, mlir::MLIRContext *context);

/// Whether the function takes operands of the type as they are.
bool takes(const ElementwiseFunction &function, mlir::Type operand);

/// The element type of the result for operands of type `operand`.
mlir::Type getResultType(const ElementwiseFunction &function,
                         mlir::Type operand);

/// Emits the function on single values of one element type.
mlir::Value emitFunction(mlir::OpBuilder &builder, mlir::Location loc,
                         llvm::StringRef name, mlir::ValueRange operands);

} // namespace encke::ta

#endif // ENCKE_DIALECTS_TA_FUNCTIONS_H
