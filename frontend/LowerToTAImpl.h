//===- LowerToTAImpl.h - the walk from tree to ta ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_LOWERTOTAIMPL_H
#define ENCKE_FRONTEND_LOWERTOTAIMPL_H

#include "frontend/Sema.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/DenseMap.h"

namespace encke {

/// Lowers the body of one function. Tensors and scalars are values: the maps
/// hold the current one of each variable.
class FunctionLowering {
public:
  FunctionLowering(const FunctionInfo &info, const llvm::SourceMgr &sources,
                   unsigned indexWidth, mlir::OpBuilder &builder)
      : info(info), sources(sources), indexWidth(indexWidth), builder(builder) {
  }

  void lowerBlock(const ast::Block &block);

private:
  // Statements (LowerToTA.cpp).
  void lower(const ast::Stmt &stmt);
  void lowerScalar(const ast::ScalarDecl *decl, const ast::Expr &value);
  void lowerAssign(const ast::Assign &assign);
  void lowerCallStatement(const ast::Call &call);
  /// The value of a right side that is not an expression over labels (a read,
  /// random numbers, a literal), or null.
  mlir::Value lowerSource(const ast::Assign &assign);
  mlir::Value lowerRead(const ast::Assign &assign, const ast::Call &call);
  mlir::Value lowerLiteral(const ast::Literal &literal,
                           const ast::TensorDecl *decl);
  int64_t nextRandomSeed(const ast::Call &call);

  // Expressions (LowerToTAExpr.cpp).
  /// An expression over labels, of type !ta.expr.
  mlir::Value lowerExpr(const ast::Expr &expr);
  mlir::Value lowerExprNode(const ast::Expr &expr);
  mlir::Value lowerBinary(const ast::Binary &binary);
  mlir::Value lowerCallExpr(const ast::Call &call);
  /// An expression without labels or tensors, of a scalar type.
  mlir::Value lowerScalarExpr(const ast::Expr &expr);
  /// An expression whose value has no labels left, as a scalar.
  mlir::Value lowerToScalar(const ast::Expr &expr);
  /// `expr`, repeated along those of `labels` that it does not vary over;
  /// `sizeOf(k)` is the size of the k-th.
  mlir::Value repeatAlong(mlir::Value expr,
                          llvm::ArrayRef<mlir::StringAttr> labels,
                          llvm::function_ref<mlir::Value(size_t)> sizeOf,
                          mlir::Location loc);

  // Sizes, types and places (LowerToTASizes.cpp).
  mlir::Value sizeOfGroup(unsigned group);
  mlir::Value sizeOfLabel(mlir::StringAttr label);
  mlir::RankedTensorType typeOf(const ast::TensorDecl *decl);
  /// The sizes of the dynamic dimensions of `decl`.
  llvm::SmallVector<mlir::Value> dynamicSizes(const ast::TensorDecl *decl);
  mlir::Value openFile(const FileRef &file, llvm::SMRange where);
  mlir::Location loc(llvm::SMRange range);
  /// "file.ta:line:column".
  mlir::StringAttr place(llvm::SMRange range);
  mlir::StringAttr label(llvm::StringRef name) {
    return builder.getStringAttr(name);
  }
  llvm::SmallVector<mlir::StringAttr>
  labels(llvm::ArrayRef<ast::Identifier> names);

  const FunctionInfo &info;
  const llvm::SourceMgr &sources;
  unsigned indexWidth;
  mlir::OpBuilder &builder;
  llvm::DenseMap<const ast::TensorDecl *, mlir::Value> tensors;
  llvm::DenseMap<const ast::ScalarDecl *, mlir::Value> scalars;
  llvm::DenseMap<unsigned, mlir::Value> sizes;
  int64_t randomSeed = 0;
};

/// True when no tensor takes part in `expr`.
bool isScalarExpr(const ast::Expr &expr);

} // namespace encke

#endif // ENCKE_FRONTEND_LOWERTOTAIMPL_H
