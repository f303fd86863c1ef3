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

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_KERNELFUNCTIONS_H
