//===- Spaces.h - which modes and labels have one size ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_DISTRIBUTE_SPACES_H
#define ENCKE_PASSES_DISTRIBUTE_SPACES_H

#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

#include <map>
#include <vector>

namespace encke::distribute {

/// A space is a range of coordinates: 0 ... n - 1. Modes of tensors and labels
/// of statements are in one space where the program says that their sizes are
/// the same. Two that only happen to be of one size are in two.
class Spaces {
public:
  explicit Spaces(mlir::func::FuncOp function);

  /// Which of them are the same may change with what becomes known.
  using Space = unsigned;
  bool isSame(Space a, Space b) { return find(a) == find(b); }
  Space of(mlir::Value tensor, unsigned mode) {
    return find(idOf(tensor, mode));
  }
  /// Of the coordinates of a dimension of that size.
  Space of(mlir::Value size) { return find(idOfSize(size)); }
  /// Of a label of the statement's target, or of one that a sum or a reduction
  /// in its value closes.
  Space of(ta::AssignOp statement, mlir::Operation *closes,
           mlir::StringAttr label);

  /// The sum `closes` of `statement` is now the value of `part`.
  void takeOver(ta::AssignOp statement, mlir::Operation *closes,
                ta::AssignOp part);
  /// `made` has the sizes of `tensor`.
  void copy(mlir::Value tensor, mlir::Value made) {
    uniteTensors(tensor, made);
  }

private:
  using Scope = llvm::DenseMap<mlir::StringAttr, unsigned>;

  unsigned make();
  unsigned find(unsigned id);
  void unite(unsigned a, unsigned b);
  unsigned idOf(mlir::Value tensor, unsigned mode);
  unsigned idOfSize(mlir::Value index);
  unsigned idOfSize(int64_t value);
  unsigned idOfLabel(mlir::Operation *statement, mlir::Operation *closes,
                     mlir::StringAttr label);

  void visit(mlir::Operation *op);
  void visitStatement(ta::AssignOp statement);
  void visitExpression(ta::AssignOp statement, mlir::Value expr,
                       const Scope &scope);
  void uniteSizes(mlir::Value tensor, mlir::ValueRange sizes);
  void uniteTensors(mlir::Value a, mlir::Value b);
  void uniteAll(mlir::ValueRange a, mlir::ValueRange b);

  std::vector<unsigned> parents;
  llvm::DenseMap<std::pair<mlir::Value, unsigned>, unsigned> modes;
  std::map<int64_t, unsigned> constants;
  llvm::DenseMap<std::pair<std::pair<mlir::Operation *, mlir::Operation *>,
                           mlir::StringAttr>,
                 unsigned>
      labels;
};

} // namespace encke::distribute

#endif // ENCKE_PASSES_DISTRIBUTE_SPACES_H
