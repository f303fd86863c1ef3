//===- ExplainNames.h - what is in a kernel, in words -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_EXPLAINNAMES_H
#define ENCKE_DRIVER_EXPLAINNAMES_H

#include "dialects/CIN/CINDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "llvm/ADT/DenseMap.h"

#include <string>

namespace encke {

/// What is computed, and the elements that have to be stored for it.
struct ValueText {
  std::string text;
  bool isSum = false; ///< It is bracketed within a product.
  std::vector<std::string> conditions;

  /// The elements that are stored where this is.
  std::vector<std::string> getConditions() const;
};

/// What tensors, workspaces and elements are called.
class Names {
public:
  /// In the kernel function that `call` calls from now on.
  void enter(mlir::func::CallOp call, mlir::func::FuncOp function);

  /// Of a place, or of a tensor of the kernel function.
  std::string of(mlir::Value tensor);
  /// "A[i, j]"
  std::string ofElement(mlir::Value place, mlir::ValueRange indices);
  /// "A[i, j] * x[j]"
  std::string ofValue(mlir::Value value);

private:
  std::string ofProgram(mlir::Value inProgram);
  ValueText textOf(mlir::Value value);
  ValueText ofRegions(mlir::Operation *op);
  ValueText ofSelection(mlir::sparse_tensor::SelectOp op);

  mlir::func::CallOp call;
  mlir::func::FuncOp function;
  llvm::DenseMap<mlir::Value, std::string> known; ///< In the program, ...
  llvm::DenseMap<mlir::Value, std::string> local; ///< ... in a kernel.
  unsigned temporaries = 0, workspaces = 0;
};

/// "CSR", "dense".
std::string getFormatName(mlir::RankedTensorType type);

/// The label of a loop, or a word for it.
std::string getLoopName(cin::ForallOp loop);

/// The clauses of a schedule that say what the kernel does (L32); `why` not,
/// where they do not.
std::vector<std::string> findClauses(cin::KernelOp kernel, Names &names,
                                     std::string &why);

} // namespace encke

#endif // ENCKE_DRIVER_EXPLAINNAMES_H
