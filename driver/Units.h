//===- Units.h - kernels compiled each by itself ----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_UNITS_H
#define ENCKE_DRIVER_UNITS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>
#include <vector>

namespace encke {

/// What the name of a kernel that is compiled by itself begins with; a hash of
/// what it does follows.
inline constexpr llvm::StringLiteral unitPrefix = "encke_kernel_";

/// A module with one kernel, and what that calls declared.
struct Unit {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// The kernel's name, the same for each program that has this kernel.
  std::string name;
  /// The module as text, in which nothing depends on the program that the
  /// kernel is from.
  std::string text;
};

/// Takes the kernels out of a module at the scf stage, where each has buffers
/// of its own and knows nothing of its callers; the module declares them.
/// Kernels that do the same become one. Their names depend on `salt` as well:
/// what else the code for them depends on.
std::vector<Unit> splitIntoUnits(mlir::ModuleOp module, llvm::StringRef salt);

} // namespace encke

#endif // ENCKE_DRIVER_UNITS_H
