//===- KernelFunctions.h - functions that kernels are -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_KERNELFUNCTIONS_H
#define ENCKE_PASSES_SUPPORT_KERNELFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace encke {

/// A private function without a body, called by the first of kernel_0,
/// kernel_1, ... that is free. C and C++ call it as _mlir_ciface_<name>.
mlir::func::FuncOp makeKernel(mlir::Location loc, mlir::SymbolTable &symbols,
                              mlir::TypeRange arguments,
                              mlir::TypeRange results);

/// The kernel that the call calls, for this call alone: if there are others, it
/// calls a copy from now on. Null where it calls no kernel of the module, or
/// `isWanted` says no.
mlir::func::FuncOp
takeOwnKernel(mlir::func::CallOp call, mlir::SymbolTable &symbols,
              llvm::function_ref<bool(mlir::func::FuncOp)> isWanted);

/// Of the function of a kernel that a loop of the program calls for one row of
/// a sparse tensor after the other: threads are not worth starting for each.
inline constexpr llvm::StringLiteral rowsAttribute = "encke.rows";

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_KERNELFUNCTIONS_H
