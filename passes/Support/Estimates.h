//===- Estimates.h - how large tensors will be ------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the compiler expects of data. A size is a constant, or what the header
// of a file says (the attributes `encke.sizes` and `encke.entries` of a
// ta.file, which the driver gives it where the file is at hand), or assumed.
// Decisions may rest on these numbers, results may not.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_ESTIMATES_H
#define ENCKE_PASSES_SUPPORT_ESTIMATES_H

#include "passes/Support/TensorData.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace mlir::func {
class CallOp;
} // namespace mlir::func

namespace encke {

namespace ta {
class AssignOp;
class FileOp;
class SizeOp;
} // namespace ta

/// The attributes of a ta.file that say what its header says.
inline constexpr llvm::StringLiteral fileSizesAttribute = "encke.sizes";
inline constexpr llvm::StringLiteral fileEntriesAttribute = "encke.entries";

/// And of a statement (ta.assign): its floating-point operations, and the most
/// bytes that what it makes takes at a time.
inline constexpr llvm::StringLiteral flopsAttribute = "encke.flops";
inline constexpr llvm::StringLiteral peakBytesAttribute = "encke.peak_bytes";

class Estimates {
public:
  /// The size of a label of the expression.
  double getSize(mlir::Value expr, mlir::StringAttr label);
  /// The product of the sizes of the labels.
  double getSpace(mlir::Value expr, llvm::ArrayRef<mlir::StringAttr> labels);
  /// The elements that a tensor stores.
  double getStored(mlir::Value tensor);
  /// The part of an expression's points that has an element, 0 to 1.
  double getDensity(mlir::Value expr);
  /// The floating-point operations of a statement in normal form.
  double getOperations(ta::AssignOp statement);
  /// The sizes of all that the statement reads and makes are known, by the
  /// program or the headers of files, and not assumed.
  bool knowsSizes(ta::AssignOp statement);
  /// The expression, made once before a loop, is worth the place of a tensor.
  /// One that is larger than all that it is made of must save several
  /// operations for each of its elements, and fit: as long as it stays in the
  /// loop, a fused kernel needs no place for it.
  bool isWorthKeeping(mlir::Value expr);
  /// The bytes of a tensor's values and coordinates.
  double getBytes(mlir::Value tensor);
  /// All of this, of a tensor whose sizes are known.
  std::optional<TensorData> findData(mlir::Value tensor);
  /// A size, where it is known.
  std::optional<double> findDimension(mlir::Value tensor, unsigned mode);
  /// How many coordinates all processes own together (dist.rows).
  std::optional<double> findTotal(mlir::Value rows);

private:
  std::optional<double> findInKernel(mlir::func::CallOp call, unsigned number,
                                     unsigned mode);
  std::optional<double> findValue(mlir::Value index);
  double getDimension(mlir::Value tensor, unsigned mode);
  double computeStored(mlir::Value tensor);
  double computeDensity(mlir::Value expr);
  double computeReducedDensity(mlir::Operation *reduction);
  double countTerms(mlir::Value expr, bool isFirst);

  llvm::DenseMap<mlir::Value, double> stored, densities;
};

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_ESTIMATES_H
