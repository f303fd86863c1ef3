//===- Rewrites.h - the rewrites of concrete index notation -----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The equivalences of Kjolstad, Ahrens, Kamil and Amarasinghe, "Tensor Algebra
// Compilation with Workspaces", sections 3.3, 4.1 and 4.2, one pattern each.
// A pattern applies to one operation and checks the paper's preconditions;
// where they do not hold it changes nothing and says why (notifyMatchFailure).
// None of them decides whether a rewrite pays: that is the policy's
// (cin-schedule).
//
// `S1 where S2` is the cin.where with the consumer S1 and the producer S2.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_REWRITES_H
#define ENCKE_DIALECTS_CIN_REWRITES_H

#include "dialects/CIN/CINDialect.h"
#include "dialects/Format.h"

#include "mlir/IR/PatternMatch.h"

namespace encke::cin {

//===----------------------------------------------------------------------===//
// Reordering (section 3.3)
//===----------------------------------------------------------------------===//

/// forall i forall j S  =>  forall j forall i S, at the outer forall.
///
/// S holds no sequence and modifies its tensor with an assignment, whose
/// indices then are i and j among others, or with an increment by an operator
/// that is associative and commutes, as each reduction of the dialect does. It
/// does not read what it modifies, except the element that it sets, if only
/// once.
struct ReorderForalls : mlir::OpRewritePattern<ForallOp> {
  using OpRewritePattern::OpRewritePattern;
  mlir::LogicalResult
  matchAndRewrite(ForallOp outer,
                  mlir::PatternRewriter &rewriter) const override;
};

/// (forall j S1) where S2  =>  forall j (S1 where S2), at the where. S2 cannot
/// use j. Neither side holds a sequence.
struct HoistForallOfConsumer : mlir::OpRewritePattern<WhereOp> {
  using OpRewritePattern::OpRewritePattern;
  mlir::LogicalResult
  matchAndRewrite(WhereOp where,
                  mlir::PatternRewriter &rewriter) const override;
};

/// forall j (S1 where S2)  =>  (forall j S1) where S2, at the forall: S2, which
/// does not use j, is computed once. Neither side holds a sequence.
struct SinkForallIntoConsumer : mlir::OpRewritePattern<ForallOp> {
  using OpRewritePattern::OpRewritePattern;
  mlir::LogicalResult
  matchAndRewrite(ForallOp forall,
                  mlir::PatternRewriter &rewriter) const override;
};

/// (forall j S1) where (forall j S2)  =>  forall j (S1 where S2), at the where.
///
/// The paper asks for an S2 that modifies the workspace with an assignment.
/// What that gives, j among the indices of the workspace, is what the
/// equivalence needs, so an increment does as well when each access to the
/// workspace has j at the same place. Neither side holds a sequence.
struct HoistForallOfBoth : mlir::OpRewritePattern<WhereOp> {
  using OpRewritePattern::OpRewritePattern;
  mlir::LogicalResult
  matchAndRewrite(WhereOp where,
                  mlir::PatternRewriter &rewriter) const override;
};

/// forall j (S1 where S2)  =>  (forall j S1) where (forall j S2), at the
/// forall, under the same preconditions.
struct SinkForallIntoBoth : mlir::OpRewritePattern<ForallOp> {
  using OpRewritePattern::OpRewritePattern;
  mlir::LogicalResult
  matchAndRewrite(ForallOp forall,
                  mlir::PatternRewriter &rewriter) const override;
};

/// (S1 where S2) where S3  =>  S1 where (S2 where S3), at the outer where, when
/// S1 does not use the tensor that S3 modifies. No sequences.
struct NestWhereInProducer : mlir::OpRewritePattern<WhereOp> {
  using OpRewritePattern::OpRewritePattern;
  mlir::LogicalResult
  matchAndRewrite(WhereOp where,
                  mlir::PatternRewriter &rewriter) const override;
};

/// S1 where (S2 where S3)  =>  (S1 where S2) where S3, at the outer where. S1
/// does not use the tensor that S3 modifies, which it does not see. No
/// sequences.
struct NestWhereInConsumer : mlir::OpRewritePattern<WhereOp> {
  using OpRewritePattern::OpRewritePattern;
  mlir::LogicalResult
  matchAndRewrite(WhereOp where,
                  mlir::PatternRewriter &rewriter) const override;
};

/// (S1 where S2) where S3  =>  (S1 where S3) where S2, at the outer where, when
/// S2 does not use the tensor that S3 modifies; S3 does not see that of S2. No
/// sequences.
struct SwapProducers : mlir::OpRewritePattern<WhereOp> {
  using OpRewritePattern::OpRewritePattern;
  mlir::LogicalResult
  matchAndRewrite(WhereOp where,
                  mlir::PatternRewriter &rewriter) const override;
};

//===----------------------------------------------------------------------===//
// Workspaces (section 4)
//===----------------------------------------------------------------------===//

/// How an operation masks: its value is that of its first operand where the
/// second one, the mask, has an element (`kept`), or where it has none
/// (`dropped`); `none`: it does something else.
enum class Masking { none, kept, dropped };
Masking getMasking(mlir::Operation *op);

/// What the workspace transformation is asked for (section 4.1): the expression
/// E, part of the value of the assignment, and the index variables of the
/// workspace. `compressed`: it remembers which of its elements were assigned,
/// as what is on the way into a sparse tensor must; `full`: only whether, since
/// all of them are (isAlongSparse).
struct WorkspaceRequest {
  AssignOp assign;
  mlir::Value expression;
  llvm::SmallVector<mlir::Value> indices;
  bool compressed = false;
  bool full = false;
  /// Compressed, too, and in the format of the sparse result: a row of blocks
  /// (BlockRow.h). The index variables of the loops that go along it.
  llvm::SmallVector<mlir::Value> blocks = {};
  /// Compressed, too, and of any order: a hash table or a sorted list.
  std::optional<ListMarks> keys = std::nullopt;
};

/// The workspace transformation (section 4.1). Replaces the assignment S_A by
/// S_A' where (w[indices] (+)= E), with S_A' reading w in place of E, and moves
/// the foralls around it, innermost first, into the side or the sides that use
/// them, until one is used by both and is no index of the workspace.
///
/// Every operator between E and the assignment has to distribute over the
/// operator (+) by which that increments; an assignment that does not increment
/// has no such operator. Foralls are moved as far as they hold no sequence.
///
/// Returns the where, or failure after notifyMatchFailure.
mlir::FailureOr<WhereOp> precompute(mlir::PatternRewriter &rewriter,
                                    const WorkspaceRequest &request);

/// Clones what the value is computed from in the block, in the order there, to
/// the insertion point, and returns the clone's value. What is mapped already
/// is not cloned.
mlir::Value cloneExpression(mlir::RewriterBase &rewriter, mlir::Value value,
                            mlir::Block &block, mlir::IRMapping &mapping);

/// What a value, computed in a block, is the product of, from left to right: a
/// multiplication of which nothing else uses the result is what its operands
/// are.
struct Product {
  llvm::SmallVector<mlir::Value> factors;
  mlir::Operation *example = nullptr; ///< One of the multiplications, if any.

  static Product of(mlir::Value value, mlir::Block *block);
  /// That of other factors, by multiplications like the example.
  mlir::Value multiply(mlir::RewriterBase &rewriter,
                       llvm::ArrayRef<mlir::Value> others) const;
};

/// A value that is computed in the block depends on the rounds of the loops.
bool isMovedBy(mlir::Value value, llvm::ArrayRef<ForallOp> loops,
               mlir::Block *block);

/// Erases what stands in front of `op`, is no statement, and is not used.
void eraseUnusedBefore(mlir::RewriterBase &rewriter, mlir::Operation *op);

/// S1 where (forall j (w += x * y))  =>  S1' where (forall j (w += y)), where x
/// does not use the index of one of the foralls, of which there may be several,
/// and S1' reads x * w in place of w. The workspace is one element, which S1
/// reads once and in no loop of its own. There is a term at least, or x is a
/// finite constant: a sum of nothing is zero, also where x is infinite.
struct TakeOutFactors : mlir::OpRewritePattern<WhereOp> {
  using OpRewritePattern::OpRewritePattern;
  mlir::LogicalResult
  matchAndRewrite(WhereOp where,
                  mlir::PatternRewriter &rewriter) const override;
};

/// forall j (S1 where S2)  =>  S1 where (forall j S2), where S1 does not use j:
/// the last of the moves of section 4.1. S1 increments by the operator by which
/// S2 increments the workspace, and what S1 does with the workspace distributes
/// over that operator. Neither side holds a sequence.
struct SinkForallIntoProducer : mlir::OpRewritePattern<ForallOp> {
  using OpRewritePattern::OpRewritePattern;
  mlir::LogicalResult
  matchAndRewrite(ForallOp forall,
                  mlir::PatternRewriter &rewriter) const override;
};

/// Applies precompute() where the text asks for it: the value of an assignment,
/// or of the operation that the assignment uses, marked with the attribute
/// `encke.precompute = ["j", ...]`, the labels of the workspace's indices; an
/// attribute `encke.compressed` beside it makes it compressed.
struct PrecomputeMarked : mlir::OpRewritePattern<AssignOp> {
  using OpRewritePattern::OpRewritePattern;
  mlir::LogicalResult
  matchAndRewrite(AssignOp assign,
                  mlir::PatternRewriter &rewriter) const override;
};

/// An increment of a sparse output, once for each element, becomes an
/// assignment: such an output starts empty, which is the identity of any
/// operator (section 3.1). What the transformation leaves of a sum on its way
/// into a sparse tensor is that. Every forall around moves the element.
struct AssignOnce : mlir::OpRewritePattern<AssignOp> {
  using OpRewritePattern::OpRewritePattern;
  mlir::LogicalResult
  matchAndRewrite(AssignOp assign,
                  mlir::PatternRewriter &rewriter) const override;
};

/// Result reuse (section 4.2): the result takes the place of the workspace, and
/// what is done with that becomes an increment,
///
///   (forall j A[j] = w[j] + E) where (forall j w[j] = F)
///     =>  forall j A[j] = F; forall j A[j] += E,
///
/// at the where. The foralls on both sides are the same, so that nothing is
/// hoisted; w stands under at most one operator, that of the increment; and A
/// can be incremented: it is dense, or a workspace.
struct ReuseResult : mlir::OpRewritePattern<WhereOp> {
  using OpRewritePattern::OpRewritePattern;
  mlir::LogicalResult
  matchAndRewrite(WhereOp where,
                  mlir::PatternRewriter &rewriter) const override;
};

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

/// The forall that binds an index variable.
ForallOp forallOf(mlir::Value index);

/// Whether what a sparse tensor stores along an index variable matters to a
/// statement inside. Where none does, and nothing is selected by its value, the
/// statement assigns all elements along the variable, or none.
bool isAlongSparse(mlir::Value index);

/// Whether all levels of a sparse result below its compressed ones are dense
/// and the assignment, where it reaches an element in them, reaches all: there
/// is no padding (L47). Selections by value aside.
bool fillsDenseLevels(AssignOp assign, const Format &format);

/// The loops over the index variables of an access run over what the level of
/// a tensor in `format` stores. All coordinates of a dense level that stores
/// its mode whole can be located, whatever loop they come from.
bool fitsLevel(const Format &format, unsigned level, mlir::ValueRange indices);

/// The only statement (forall, where, assign) of a block; null where there are
/// several, which are a sequence, or none.
mlir::Operation *getOnlyStatement(mlir::Block &block);

/// Some block inside of the statement, or the statement's own, is a sequence.
bool containsSequence(mlir::Operation *statement);

/// The assignment that modifies the tensor of the one statement of a block,
/// which holds no sequences: a where modifies what its consumer modifies.
AssignOp getModifying(mlir::Block &block);

/// Something inside of the region, or the operation, uses the value.
bool usesInside(mlir::Region &region, mlir::Value value);
bool usesInside(mlir::Operation *op, mlir::Value value);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_REWRITES_H
