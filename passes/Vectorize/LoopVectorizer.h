//===- LoopVectorizer.h - one loop over vectors -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_VECTORIZE_LOOPVECTORIZER_H
#define ENCKE_PASSES_VECTORIZE_LOOPVECTORIZER_H

#include "dialects/CIN/LoopMarks.h"
#include "passes/Vectorize/Reductions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseSet.h"

namespace encke {

/// Rewrites one loop with vectors of `width` elements. Everything is checked
/// before anything is made.
class LoopVectorizer {
public:
  LoopVectorizer(mlir::scf::ForOp loop, int64_t width)
      : loop(loop), width(width), lanes(width), builder(loop) {}

  /// Every store is contiguous along the loop, the last index of every load is
  /// the loop's counter, or a sum with it, or another one is the counter, or
  /// none depends on it, and carried values are reductions. Where there are
  /// some, the last index of a load may also be what the loop has loaded. To be
  /// asked before anything else.
  bool canVectorize();

  /// Why it cannot, if it said so.
  llvm::StringRef getReason() const { return reason; }

  /// What is carried. After canVectorize.
  const Reductions &getReductions() const { return reductions; }

  /// There are loads at what the loop has loaded. After canVectorize.
  bool gathers() const { return !gathered.empty(); }
  bool isGathered(mlir::memref::LoadOp load) const {
    return gathered.contains(load);
  }

  /// Puts the loop over whole vectors in front; the old loop does the rest.
  /// What it adds up has so many sums, of consecutive vectors. If it adds
  /// floats to doubles, so many vectors of terms are added up before.
  void run(int64_t sums, int64_t terms);

  /// What is added to doubles are floats. After canVectorize.
  bool addsFloats();

  /// The value depends on the loop's counter. After canVectorize.
  bool isVarying(mlir::Value value) const { return varying.contains(value); }

  /// The value is the loop's counter, or a sum with it. After canVectorize.
  bool isAlong(mlir::Value value) const { return along.contains(value); }

  /// From now on, only so many lanes stand for elements; the others load
  /// nothing, or, with `beyond`, what is after the elements in memory. All
  /// lanes do unless this is called.
  void setLanes(int64_t count, bool beyond) {
    lanes = count;
    loadsBeyond = beyond;
  }

  /// From now on, vectors have so many elements.
  void setWidth(int64_t elements) { width = lanes = elements; }

  /// From now on, elements at coordinates are loaded in one instruction, or one
  /// by one, as it is before.
  void setInOneGather(bool one) { inOneGather = one; }

  /// Makes the body for the vector that begins at the counter, and returns what
  /// it yields.
  llvm::SmallVector<mlir::Value> emitBody(mlir::OpBuilder &builder,
                                          mlir::Value counter,
                                          mlir::ValueRange carried);

  /// Makes the vector form of an operation of the body. `mapping` goes from the
  /// scalar body to the vector body, and the counter to its first element.
  void vectorizeOp(mlir::OpBuilder &builder, mlir::IRMapping &mapping,
                   mlir::Operation &op);

  /// The value as a vector: broadcast when it does not vary along the loop.
  mlir::Value asVector(mlir::OpBuilder &builder, const mlir::IRMapping &mapping,
                       mlir::Value value);

  mlir::VectorType vectorOf(mlir::Type type) {
    return mlir::VectorType::get(width, type);
  }

private:
  bool refuse(llvm::StringRef why) {
    reason = why;
    return false;
  }
  llvm::SmallVector<mlir::Value> emitTerms(mlir::Value counter);
  llvm::SmallVector<mlir::Value> addTerms(mlir::Value counter, int64_t count,
                                          mlir::ValueRange sums);
  bool addAlong(mlir::Operation &op);
  bool checkMemory(mlir::Operation &op, mlir::Value memref,
                   mlir::ValueRange indices);
  mlir::Value inLane(mlir::OpBuilder &builder, mlir::Value value,
                     const mlir::IRMapping &mapping, mlir::IRMapping &lane);
  bool isStored(mlir::Value memref);
  mlir::Value gather(mlir::OpBuilder &builder, const mlir::IRMapping &mapping,
                     mlir::memref::LoadOp load);
  bool isStrided(mlir::memref::LoadOp load);
  mlir::Value loadStrided(mlir::OpBuilder &builder,
                          const mlir::IRMapping &mapping,
                          mlir::memref::LoadOp load);
  mlir::Value loadContiguous(mlir::OpBuilder &builder, mlir::ValueRange indices,
                             mlir::memref::LoadOp load);

  mlir::scf::ForOp loop;
  llvm::StringRef reason;
  int64_t width, lanes;
  bool loadsBeyond = false, inOneGather = false;
  mlir::OpBuilder builder;
  /// What is added to doubles, if these are all floats.
  llvm::SmallVector<mlir::arith::ExtFOp> narrowTerms;
  Reductions reductions; // of the carried values
  llvm::DenseSet<mlir::Value> varying;
  llvm::DenseSet<mlir::Value> along; // of the varying ones: consecutive indices
  llvm::DenseSet<mlir::Operation *> gathered; // loads at what was loaded
};

/// Tells LLVM neither to unroll nor to interleave a loop, where it gains
/// nothing, and, of one over a few elements, to make no vectors either.
void keepRolled(mlir::scf::ForOp loop, bool isShort);

/// Lanes of a vector, the first ones, as a mask.
mlir::Value emitMask(mlir::OpBuilder &builder, mlir::Location loc,
                     int64_t lanes, int64_t width);

/// Complex numbers have no vectors.
bool hasVector(mlir::Type type);

/// Where the last whole `unit` of iterations from `lo` on ends; not before `hi`
/// if that is before `lo`.
mlir::Value emitRoundDown(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value lo, mlir::Value hi, int64_t unit);

/// The sum of two numbers or vectors.
mlir::Value emitSum(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value lhs, mlir::Value rhs);

/// The sum of the lanes of `sum`, and of `initial`.
mlir::Value emitSumOfLanes(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value sum, mlir::Value initial);

/// Makes what is done with the vector at a counter: from the sums so far, those
/// with it.
using VectorBody = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    mlir::Value counter, mlir::ValueRange sums)>;

/// A loop from `lo` to `hi` over so many vectors of `width` elements a step,
/// each of which has sums of its own: `sums` begins with those of the first.
mlir::scf::ForOp emitVectorLoop(mlir::OpBuilder &builder, mlir::Location loc,
                                mlir::Value lo, mlir::Value hi, int64_t width,
                                int64_t vectors, mlir::ValueRange sums,
                                VectorBody body);

/// What `sum` adds to the double `old`, if that is a float that is used for
/// nothing else, and the sum is one of floats (`encke.float_sum`); else null.
/// Several of them may be added up before (L21).
mlir::arith::ExtFOp findNarrowTerm(mlir::Value sum, mlir::Value old);

/// The store of a loop that does nothing but set elements to zero; else null.
mlir::memref::StoreOp getZeroing(mlir::scf::ForOp loop);

/// Rewrites a loop whose only results are sums, minima and the like, and that
/// reads elements at coordinates which it loads, with vectors, as the marks
/// say; `vectorizer` must have said that it can. Returns what it did.
enum class SparseSum {
  none,        ///< Nothing, for it is no such loop.
  ofEvenRows,  ///< Rows are not asked for, or cannot be uneven.
  ofUnevenRows ///< As it was asked for.
};
SparseSum sumSparseLevel(mlir::scf::ForOp loop, LoopVectorizer &vectorizer,
                         const cin::LoopMarks &marks);

/// Keeps what `loop`, over a few elements of a block, sums up in vectors of
/// `width` elements across the loop over blocks around it; for all rows of the
/// blocks at once where the loop over these is marked so (`unroll`). Changes
/// nothing when there are no such loops; `vectorizer` must have said that it
/// can.
struct BlockSum {
  bool isDone = false;
  std::optional<mlir::Location> rows; ///< Which are added up at once.
};
BlockSum sumBlocks(mlir::scf::ForOp loop, LoopVectorizer &vectorizer,
                   int64_t width);

/// A flag that each iteration of a loop sets is no longer carried by it: it is
/// set where the loop has iterations.
void takeOutFlags(mlir::Operation *root);

/// Makes a loop that adds to elements for so many iterations of the loop around
/// at a time, where `loop` is all that that one holds and always adds to the
/// same elements; what is left of these iterations remains. Returns the new
/// loop, with the marks of `loop`, or null, and changes nothing, where `loop`
/// does something else.
mlir::scf::ForOp joinIterations(mlir::scf::ForOp loop, int64_t together);

/// Keeps as many vectors as the marks say of what `loop` accumulates in
/// registers across the loops around it that reduce. Changes nothing when they
/// cannot be found; `vectorizer` must have said that it can.
struct RegisterBlock {
  bool isDone = false;
  bool overlaps = false; ///< The last vector ends with the last element.
  bool isFactored = false;
};
RegisterBlock blockRegisters(mlir::scf::ForOp loop, LoopVectorizer &vectorizer,
                             const cin::LoopMarks &marks);

} // namespace encke

#endif // ENCKE_PASSES_VECTORIZE_LOOPVECTORIZER_H
