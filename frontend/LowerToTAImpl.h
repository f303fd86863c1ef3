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

  // Expressions (LowerToTAExpr.cpp). The element type of what is made is the
  // one that the checker gave to the expression, unless said otherwise.
  /// An expression over labels, of type !ta.expr.
  mlir::Value lowerExpr(const ast::Expr &expr);
  mlir::Value lowerExprAs(const ast::Expr &expr, mlir::Type element);
  mlir::Value lowerExprNode(const ast::Expr &expr);
  mlir::Value lowerBinary(const ast::Binary &binary);
  mlir::Value lowerSemiring(const ast::Semiring &semiring);
  mlir::Value lowerCallExpr(const ast::Call &call);
  mlir::Value lowerReduction(const ast::Call &call);
  mlir::Value lowerCount(const ast::Call &call);
  /// `value`, reduced over the labels that the checker put into `summed`.
  mlir::Value reduceOver(llvm::StringRef function, mlir::Value value,
                         const ast::Expr &expr);
  /// An expression without labels or tensors, of a scalar type.
  mlir::Value lowerScalarExpr(const ast::Expr &expr);
  mlir::Value lowerScalarAs(const ast::Expr &expr, mlir::Type type);
  mlir::Value lowerScalarBinary(const ast::Binary &binary);
  mlir::Value lowerScalarCall(const ast::Call &call);
  /// An expression whose value has no labels left, as a scalar.
  mlir::Value lowerToScalar(const ast::Expr &expr);
  mlir::Type typeOf(const ast::Expr &expr);
  mlir::Type operandTypeOf(const ast::Binary &binary);
  mlir::Type operandTypeOf(const ast::Call &call);
  /// `expr` with elements of a type that it can become.
  mlir::Value widen(mlir::Value expr, mlir::Type element, mlir::Location loc);
  /// Each side, repeated along the labels of the other (L20).
  std::pair<mlir::Value, mlir::Value>
  repeatAlongEachOther(mlir::Value lhs, mlir::Value rhs, mlir::Location loc);
  /// The new value of the target, from the value of the right side.
  mlir::Value lowerScalarUpdate(const ast::Assign &assign);
  mlir::Value lowerUpdate(const ast::Assign &assign, mlir::Value value,
                          llvm::ArrayRef<mlir::StringAttr> indices);
  mlir::Value lowerMask(const ast::Assign &assign, mlir::Value value,
                        llvm::ArrayRef<mlir::StringAttr> indices);
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

/// The MLIR type of an element type.
mlir::Type toType(ElementType type, mlir::MLIRContext *context);

/// True when no tensor takes part in `expr`.
bool isScalarExpr(const ast::Expr &expr);

} // namespace encke

#endif // ENCKE_FRONTEND_LOWERTOTAIMPL_H
