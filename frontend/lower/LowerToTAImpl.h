//===- LowerToTAImpl.h - the walk from tree to ta ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_LOWER_LOWERTOTAIMPL_H
#define ENCKE_FRONTEND_LOWER_LOWERTOTAIMPL_H

#include "frontend/check/Sema.h"

#include "dialects/TA/Functions.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace encke {

namespace sema {
struct WholeFunction;
}

using DeclaredFunctions =
    llvm::DenseMap<const ast::Function *, mlir::func::FuncOp>;

/// Lowers the body of one function. Tensors and scalars are values: the maps
/// hold the current one of each variable.
class FunctionLowering {
public:
  FunctionLowering(const FunctionInfo &info, const llvm::SourceMgr &sources,
                   unsigned indexWidth, const DeclaredFunctions &program,
                   mlir::OpBuilder &builder)
      : info(info), sources(sources), indexWidth(indexWidth), program(program),
        builder(builder) {}

  /// Makes the function, without a body.
  mlir::func::FuncOp declare(const ast::Function &function,
                             llvm::StringRef name);
  /// Fills the body; the functions that it calls are declared.
  void define(const ast::Function &function, mlir::func::FuncOp func);
  /// False when something was reported that cannot be written in ta.
  bool isGood() const { return good; }

private:
  /// A size at hand, what it is the size of, and where the program says so.
  struct GivenSize {
    mlir::Value value;
    std::string origin;
    llvm::SMRange where;
  };

  // Functions (LowerToTAFunctions.cpp).
  void checkArguments();
  void makeParameters();
  llvm::SmallVector<mlir::Type> resultTypes(const ast::Function &of);
  void lowerUnpack(const ast::Unpack &unpack);
  void lowerFactors(const ast::Unpack &unpack, const ast::Call &call);
  void setTarget(const ast::Assign &target, mlir::Value value);
  mlir::func::CallOp lowerCall(const ast::Call &call);
  mlir::Value lowerTensorCall(const ast::Call &call,
                              const ast::TensorDecl *target);
  void takeSizes(mlir::Value result, const std::vector<bool> &gives,
                 const ast::TensorDecl *target, const ast::Call &call);
  void takeSize(mlir::Value size, unsigned group, const std::string &origin,
                llvm::SMRange where);
  mlir::Value copyTo(mlir::Value tensor, mlir::RankedTensorType type,
                     mlir::Location where);
  mlir::Value castTo(mlir::Value tensor, mlir::Type type, mlir::Location where);
  /// `tensor` with the type of `decl`.
  mlir::Value convertTensor(mlir::Value tensor, const ast::TensorDecl *decl,
                            mlir::Location where);

  /// Variables that a block changes, in a fixed order: what a loop carries and
  /// a branch yields.
  struct Changes {
    llvm::SetVector<const ast::TensorDecl *> tensors;
    llvm::SetVector<const ast::ScalarDecl *> scalars;
  };
  /// A region whose values must not be used outside it. Sizes that are first
  /// asked for in a loop are made before it, except where `op` is a branch.
  struct Scope {
    explicit Scope(mlir::Operation *op = nullptr) : op(op) {}
    mlir::Operation *op; // null: the function
    llvm::DenseMap<unsigned, mlir::Value> sizes;
    llvm::DenseMap<unsigned, mlir::Value> coordinates;
  };

  // Returns (LowerToTAReturns.cpp).
  /// The function as a loop that runs once, and its results as variables.
  struct Returns {
    explicit Returns(const ast::Function &function);
    ast::Jumps jumps;
    llvm::SmallVector<std::unique_ptr<ast::TensorDecl>> tensors;
    llvm::SmallVector<std::unique_ptr<ast::ScalarDecl>> scalars;
  };
  /// The function's body; gives the values that are returned.
  llvm::SmallVector<mlir::Value> lowerToResults(const ast::Block &body);
  void setResults(llvm::ArrayRef<mlir::Value> values);
  void lowerReturn(const ast::Return &stop);
  /// What a `return` changes here.
  void collectReturn(Changes &changes);
  /// Statements to come, the next ones last.
  using Blocks = llvm::SmallVector<llvm::ArrayRef<ast::StmtPtr>, 2>;
  /// Lowers statements up to a `return`, or all. Gives the values that are
  /// returned.
  llvm::SmallVector<mlir::Value> lowerToReturn(Blocks blocks);
  llvm::SmallVector<mlir::Value> lowerReturningIf(const ast::If &branch,
                                                  const Blocks &rest);
  llvm::SmallVector<mlir::Value> lowerReturned(const ast::Return &stop);
  llvm::SmallVector<mlir::Value> lowerNoResults(llvm::SMRange where);

  // Control flow (LowerToTAControl.cpp).
  /// Of the loop around, where the statement may jump in it or leave it.
  const ast::Jumps *findJumps(const ast::Stmt &stmt) const;
  void lowerFor(const ast::For &loop);
  void lowerWhile(const ast::While &loop);
  void lowerIf(const ast::If &branch);
  void lowerJump(const ast::Jump &jump);
  /// Lowers `block` inside `op`, with `arguments` as the values of `changes`;
  /// returns their values at its end.
  llvm::SmallVector<mlir::Value>
  lowerRegion(mlir::Operation *op, llvm::function_ref<void()> lowerBody,
              const Changes &changes, llvm::ArrayRef<mlir::Value> arguments);
  /// A branch, without `lowerElse` if that is null: the results are the values
  /// of `changes` behind it.
  void lowerBranch(mlir::Location where, mlir::Value condition,
                   const Changes &changes, mlir::TypeRange types,
                   llvm::ArrayRef<mlir::Value> old,
                   llvm::function_ref<void()> lowerThen,
                   llvm::function_ref<void()> lowerElse);
  void collectChanges(llvm::ArrayRef<ast::StmtPtr> block, Changes &changes);
  /// Statements that a jump before them may leave out.
  void lowerUnlessLeft(const ast::Jumps &loop,
                       llvm::ArrayRef<ast::StmtPtr> rest, llvm::SMRange where);
  /// The body of a round, and what the loop hands on.
  void lowerRound(const ast::Block &body, const ast::Jumps &jumps);
  void lowerStoppingFor(const ast::For &loop, mlir::Value first,
                        mlir::Value end,
                        llvm::function_ref<mlir::Value(mlir::Value)> variable);
  mlir::Value truth(bool value, llvm::SMRange where);
  mlir::Value lowerUnless(mlir::Value stopped,
                          llvm::function_ref<mlir::Value()> lowerValue,
                          llvm::SMRange where);
  /// The values of `changes` now; a tensor that has none yet is zero (L46).
  llvm::SmallVector<mlir::Value> valuesOf(const Changes &changes,
                                          llvm::SMRange where);
  void setValues(const Changes &changes, llvm::ArrayRef<mlir::Value> values);
  mlir::Value zeroTensor(const ast::TensorDecl *decl, llvm::SMRange where);
  mlir::Value filledTensor(mlir::RankedTensorType type, mlir::ValueRange sizes,
                           mlir::ValueRange dynamic, mlir::Location where);

  /// L61: the label by which the program is distributed.
  void lowerDistributed(const ast::Identifier &name);

  // Reordered labels (LowerToTAReorder.cpp). Tensors are in memory by the
  // orderings of the groups of their dimensions; what is read, written, or
  // goes to and comes from functions, is in the order of the files.
  void makeOrderings();
  void lowerReorder(const ast::Reorder &stmt);
  /// The tensors that have a value now and a dimension that `stmt` reorders.
  llvm::SmallVector<const ast::TensorDecl *>
  reorderedBy(const ast::Reorder &stmt) const;
  llvm::SmallVector<unsigned> groupsOf(const ast::Reorder &stmt) const;
  llvm::SmallVector<mlir::Value> bytesBeside(const ast::Reorder &stmt);
  mlir::Value sizeAtHand(unsigned group);
  mlir::Value inMemoryOrder(mlir::Value tensor, const ast::TensorDecl *decl,
                            llvm::SMRange where);
  /// The value of `decl`.
  mlir::Value inFileOrder(const ast::TensorDecl *decl, llvm::SMRange where);
  mlir::Value permute(mlir::Value tensor, const ast::TensorDecl *decl,
                      llvm::StringRef direction, llvm::SMRange where);

  // Statements (LowerToTA.cpp).
  void lowerBlock(llvm::ArrayRef<ast::StmtPtr> block);
  void lower(const ast::Stmt &stmt);
  void lowerScalar(const ast::ScalarDecl *decl, const ast::Expr &value);
  void lowerAssign(const ast::Assign &assign);
  void lowerWhens(const ast::Assign &assign,
                  llvm::ArrayRef<const ast::Directive *> whens);
  void lowerCallStatement(const ast::Call &call);
  void lowerLine(const ast::Call &call);
  /// A text, or the parameter that is one.
  mlir::Attribute textOf(const ast::Expr &expr);
  mlir::Attribute textOf(const ast::ParamDecl &parameter);
  /// The value of a right side that is not an expression over labels (a read,
  /// random numbers, a literal), or null.
  mlir::Value lowerSource(const ast::Assign &assign);
  /// Where an access goes (LowerToTAPlaces.cpp): the whole tensor, or a part
  /// with a mode for each label, as `ta.slice` has it.
  struct Places {
    mlir::AffineMap map;
    llvm::SmallVector<mlir::Value> scalars, tables;
    llvm::SmallVector<llvm::SmallVector<mlir::AffineExpr>> tableModes;
    llvm::SmallVector<int64_t> clipped;
    llvm::SmallVector<mlir::StringAttr> labels;
    llvm::SmallVector<mlir::StringAttr> alone;   ///< that are whole indices
    llvm::SmallVector<unsigned> groups;          ///< of sizes, for each label
    llvm::SmallVector<mlir::OpFoldResult> sizes; ///< none of a whole tensor
    bool isWhole = true;
    bool isDiagonal = false;
    bool mayMeet() const;
  };
  Places placesOf(const ast::TensorDecl *decl,
                  llvm::ArrayRef<ast::Index> indices, bool isTarget);
  mlir::AffineExpr lowerLabel(Places &places, const ast::TensorDecl *decl,
                              unsigned mode, mlir::StringAttr name,
                              bool isTarget);
  mlir::AffineExpr inRange(Places &places, llvm::StringRef label,
                           mlir::AffineExpr number);
  mlir::AffineExpr lowerAffine(Places &places, const ast::Expr &value);
  mlir::AffineExpr lowerLookup(Places &places, const ast::Expr &value);
  void mergeRepeated(Places &places,
                     llvm::SmallVectorImpl<mlir::AffineExpr> &modes);
  mlir::AffineExpr addScalar(Places &places, mlir::Value scalar);
  mlir::AffineExpr modeOf(Places &places, mlir::StringAttr label);
  mlir::OpFoldResult foldedSize(unsigned group);
  mlir::Value toCoordinate(const ast::Expr &value);
  mlir::RankedTensorType partType(mlir::RankedTensorType tensor,
                                  const Places &places, bool isSparse);
  static bool keepsGaps(const ast::Assign &assign, llvm::StringRef combine);
  llvm::SmallVector<mlir::Value> dynamicOf(const Places &places);
  mlir::ArrayAttr tableMaps(const Places &places);
  mlir::DenseI64ArrayAttr clipped(const Places &places);
  mlir::Value sliceAt(mlir::Value tensor, const Places &places,
                      llvm::SMRange where);
  llvm::StringRef combineOf(const ast::Assign &assign, const Places &places);
  void lowerRange(const ast::LabelDecl &decl);
  /// A tensor, or the parts that it is decomposed into (L34).
  llvm::SmallVector<mlir::Value> partsOf(const ast::TensorDecl *decl);
  /// The tensor as an access sees it.
  mlir::Value lowerAccess(const ast::Access &access);
  mlir::Value accessAt(mlir::Value tensor, const Places &places,
                       llvm::ArrayRef<mlir::StringAttr> indices,
                       llvm::SMRange where);
  /// The record of the clauses of a statement (LowerToTASchedule.cpp).
  void giveSchedule(const ast::Assign &assign, mlir::Operation *statement);
  mlir::Value ask(const ast::Directive &when);
  mlir::Value assignAt(const ast::Assign &assign, const Places &places,
                       mlir::Value old, mlir::Value value,
                       llvm::ArrayRef<mlir::StringAttr> indices);
  mlir::Value lowerRead(const ast::Assign &assign, const ast::Call &call);
  mlir::Value lowerElement(const ast::Expr &element,
                           const ast::TensorDecl *decl);
  mlir::Value lowerLiteral(const ast::Literal &literal,
                           const ast::TensorDecl *decl);
  mlir::Value lowerSparseLiteral(const ast::SparseLiteral &literal,
                                 const ast::TensorDecl *decl);
  /// d0, d1, ...: what goes by positions.
  llvm::SmallVector<mlir::StringAttr> numberedLabels(size_t order);
  mlir::Value lowerWhole(const ast::Assign &assign, const ast::Call &call,
                         const sema::WholeFunction &function);
  void giveReshapedSize(const ast::TensorDecl *decl, mlir::Value tensor,
                        const ast::Call &call);
  mlir::Value lowerRandom(const ast::Assign &assign, const ast::Call &call);

  // Expressions (LowerToTAExpr.cpp). The element type of what is made is the
  // one that the checker gave to the expression, unless said otherwise.
  /// An expression over labels, of type !ta.expr.
  mlir::Value lowerExpr(const ast::Expr &expr);
  mlir::Value lowerExprAs(const ast::Expr &expr, mlir::Type element);
  mlir::Value lowerExprNode(const ast::Expr &expr);
  /// The coordinate of a label, as in the files (L51).
  mlir::Value lowerCoordinate(llvm::StringRef name, llvm::SMRange range);
  mlir::Value coordinatesOf(unsigned group, llvm::SMRange range);
  mlir::Value lowerSelection(const ast::Selection &selection,
                             mlir::Type element);
  mlir::Value lowerBinary(const ast::Binary &binary);
  mlir::Value lowerSemiring(const ast::Semiring &semiring);
  mlir::Value lowerCallExpr(const ast::Call &call);
  mlir::Value lowerChoice(llvm::ArrayRef<mlir::Value> operands,
                          mlir::Location where);
  mlir::Value lowerScalarChoice(const ast::Call &call);
  mlir::Value lowerQuotient(llvm::StringRef spelling, mlir::Value lhs,
                            mlir::Value rhs, mlir::Location where);
  /// The only element of an expression without labels.
  mlir::Value assignScalar(mlir::Value value, mlir::Location where);
  mlir::Value lowerNorm(const ast::Call &call);
  mlir::Value
  lowerNormOfDoubles(mlir::Value value, mlir::Value squares,
                     mlir::Location where,
                     llvm::function_ref<mlir::Value(mlir::Value)> sumSquares);
  mlir::Value lowerReduction(const ast::Call &call);
  mlir::Value lowerCount(const ast::Call &call);
  // Statistics (L55).
  mlir::Value filtered(mlir::Value value, mlir::Value condition,
                       mlir::Location where);
  mlir::Value lowerCountOfAll(const ast::Call &call, mlir::Value condition);
  bool isIntoSparse() const;
  mlir::Value storeReduced(mlir::Value value, bool isSparse,
                           mlir::Location where);
  mlir::Value lowerMean(const ast::Call &call);
  mlir::Value lowerVariance(const ast::Call &call);
  mlir::Value lowerExtreme(const ast::Call &call);
  mlir::Value lowerAll(const ast::Call &call);
  bool isEmpty(mlir::StringAttr label);
  mlir::Value identityOf(llvm::StringRef function, mlir::Value value,
                         llvm::ArrayRef<mlir::StringAttr> over,
                         mlir::Location where);
  /// `value`, reduced over the labels that the checker put into `summed`.
  mlir::Value reduceOver(llvm::StringRef function, mlir::Value value,
                         const ast::Expr &expr);
  /// An expression without labels or tensors, of a scalar type.
  mlir::Value lowerScalarExpr(const ast::Expr &expr);
  mlir::Value lowerScalarAs(const ast::Expr &expr, mlir::Type type);
  mlir::Value lowerScalarBinary(const ast::Binary &binary);
  mlir::Value lowerScalarCall(const ast::Call &call);
  /// An expression whose value has no labels left, as a scalar.
  /// `scheduled`: the statement whose loops compute it, if one does.
  mlir::Value lowerToScalar(const ast::Expr &expr,
                            const ast::Assign *scheduled = nullptr);
  /// The same of the type that its place has.
  mlir::Value lowerToScalarAs(const ast::Expr &expr, ElementType type,
                              const ast::Assign *scheduled = nullptr);
  mlir::Type typeOf(const ast::Expr &expr);
  mlir::Type operandTypeOf(const ast::Binary &binary);
  mlir::Type operandTypeOf(const ast::Call &call);
  /// `expr` with elements of a type that it can become.
  mlir::Value widen(mlir::Value expr, mlir::Type element, mlir::Location loc);
  /// An expression or a scalar of a type of L50, in the one that it is computed
  /// in.
  mlir::Value widenStored(mlir::Value value);
  /// Each side, repeated along the labels of the other (L20).
  std::pair<mlir::Value, mlir::Value>
  repeatAlongEachOther(mlir::Value lhs, mlir::Value rhs, mlir::Location loc);
  /// The new value of the target, from the value of the right side.
  mlir::Value lowerScalarUpdate(const ast::Assign &assign);
  mlir::Value lowerUpdate(const ast::Assign &assign, const Places &places,
                          mlir::Value old, mlir::Value value,
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
  /// The size of `group` where it is known, or null.
  mlir::Value findSize(unsigned group);
  /// What the text, the parameters, `given` and, if asked, the files agree on.
  mlir::Value makeSize(unsigned group, bool withFiles,
                       llvm::ArrayRef<GivenSize> given);
  mlir::Value sizeBy(const ParameterSize &given, llvm::StringRef label);
  void reportUnknownSize(unsigned group);
  mlir::Value sizeOfLabel(mlir::StringAttr label);
  mlir::RankedTensorType typeOf(const ast::TensorDecl *decl);
  /// The sizes of the dynamic dimensions of `decl`.
  llvm::SmallVector<mlir::Value> dynamicSizes(const ast::TensorDecl *decl);
  mlir::Value openFile(const FileRef &file, llvm::SMRange where);
  mlir::Location loc(llvm::SMRange range);
  /// The same, of what makes or reads a tensor: errors and reports name it.
  mlir::Location nameLoc(const ast::TensorDecl *tensor, llvm::SMRange range);
  /// "file.ta:line:column".
  mlir::StringAttr place(llvm::SMRange range);
  mlir::StringAttr label(llvm::StringRef name) {
    return builder.getStringAttr(name);
  }
  llvm::SmallVector<mlir::StringAttr> labels(llvm::ArrayRef<ast::Index> names);

  const FunctionInfo &info;
  const llvm::SourceMgr &sources;
  unsigned indexWidth;
  const DeclaredFunctions &program;
  mlir::OpBuilder &builder;
  const ast::Function *function = nullptr;
  /// Those around the statement, the innermost one last, behind the function
  /// where its results are variables.
  llvm::SmallVector<const ast::Jumps *> loops;
  std::unique_ptr<Returns> returns;
  const ast::Stmt *statement = nullptr; ///< being lowered
  /// It sees the difference between an element that is 0 and none.
  bool seesGaps = false;
  /// The `when` of it whose question was answered with yes; null: of none.
  const ast::Directive *answered = nullptr;
  bool good = true;
  /// What the caller gave; a parameter that is assigned to has another value.
  llvm::DenseMap<const ast::TensorDecl *, mlir::Value> parameters;
  llvm::DenseMap<const ast::TensorDecl *, mlir::Value> tensors;
  /// What makes the parts of values of hybrid tensors.
  llvm::DenseMap<std::pair<mlir::Value, const ast::TensorDecl *>,
                 ta::DecomposeOp>
      decomposed;
  /// By reordered group.
  llvm::DenseMap<unsigned, mlir::Value> orderings;
  llvm::DenseMap<const ast::ScalarDecl *, mlir::Value> scalars;
  /// The computed ranges, as they were declared last (L56).
  struct ComputedRange {
    mlir::Value lo, step; ///< step: null for 1
  };
  llvm::StringMap<ComputedRange> ranges;
  llvm::SmallVector<Scope, 4> scopes{1};
};

using ta::toType;

} // namespace encke

#endif // ENCKE_FRONTEND_LOWER_LOWERTOTAIMPL_H
