//===- Versions.h - kernels of which the data choose one --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SCHEDULE_VERSIONS_H
#define ENCKE_PASSES_SCHEDULE_VERSIONS_H

#include "passes/Schedule/Schedule.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/SymbolTable.h"

namespace encke {

/// On a function that calls choose instead of another one: when, for people.
inline constexpr llvm::StringLiteral otherWayAttribute = "encke.other_way";

/// Keeps a kernel as it is before it is scheduled, where there may be another
/// version of it.
class Versions {
public:
  explicit Versions(cin::KernelOp kernel);

  /// If it was scheduled with one product of rows: a copy of the kernel before
  /// that, which calls choose where the product does not pay, as what is stored
  /// says (cost::getGainOfSumming). If it multiplies sparse matrices: a copy
  /// that collects rows in a hash table, for wide ones of few elements. If it
  /// collects rows of blocks: a copy that converts what is stored in blocks,
  /// for those of few elements (cost::getLeastOfBlocks). Null where there is
  /// none; else `way` is what its schedule is to be. `users` of the module are
  /// those before.
  cin::KernelOp make(const ScheduleCounts &scheduled,
                     const mlir::SymbolUserMap &users, ScheduleWay &way);

private:
  cin::KernelOp addOther(mlir::func::FuncOp question,
                         llvm::ArrayRef<mlir::func::CallOp> calls,
                         const llvm::Twine &suffix, llvm::StringRef when);

  mlir::func::FuncOp function;
  mlir::OwningOpRef<mlir::func::FuncOp> before;
};

} // namespace encke

#endif // ENCKE_PASSES_SCHEDULE_VERSIONS_H
