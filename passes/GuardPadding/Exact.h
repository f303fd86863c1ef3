//===- Exact.h - kernels that padding matters to ----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_GUARDPADDING_EXACT_H
#define ENCKE_PASSES_GUARDPADDING_EXACT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

#include <optional>

namespace encke {

/// The operation is in a function whose kernels multiply elements only:
/// operands with padding are converted for them. Set by cin-guard-padding.
bool isExact(mlir::Operation *op);
void setExact(mlir::func::FuncOp function);

/// The operation is in a function that is called when the question of a guard
/// is answered with no.
bool isSeldomCalled(mlir::Operation *op);
void setSeldomCalled(mlir::func::FuncOp function);

/// A call of a kernel that takes padding for zeros is right if `question`,
/// called with the first operands of the call, returns true. Otherwise `exact`,
/// called with these, is right.
struct Guard {
  mlir::func::FuncOp question, exact;
};

/// Between cin-guard-padding and cin-ask-finite, calls have guards.
std::optional<Guard> getGuard(mlir::func::CallOp call);
void setGuard(mlir::func::CallOp call, const Guard &guard);
void dropGuard(mlir::func::CallOp call);

/// Where the function is called; none if it may be called from elsewhere. The
/// users of its module are found once for all functions.
llvm::SmallVector<mlir::func::CallOp>
getCalls(mlir::func::FuncOp function, const mlir::SymbolUserMap &users);

/// A name that no function of the module has, beginning with `name`.
std::string getFreeName(mlir::ModuleOp module, const llvm::Twine &name);

} // namespace encke

#endif // ENCKE_PASSES_GUARDPADDING_EXACT_H
