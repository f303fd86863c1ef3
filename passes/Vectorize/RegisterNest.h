//===- RegisterNest.h - loops that add up in registers ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_VECTORIZE_REGISTERNEST_H
#define ENCKE_PASSES_VECTORIZE_REGISTERNEST_H

#include "passes/Vectorize/Factors.h"

namespace encke {

/// A loop that accumulates into elements, and those around it that go on with
/// the same ones.
class RegisterNest {
public:
  /// Of vectors of `width` elements, of which so many may stay in registers.
  RegisterNest(mlir::scf::ForOp inner, int64_t width, int64_t registers)
      : inner(inner), width(width), registers(registers) {}

  bool match();

  /// How many vectors it takes to hold all elements along the inner loop, if
  /// that is known. Two of them may have elements in common.
  std::optional<int64_t> countVectors();
  int64_t countRows() {
    return jam ? jam.getStaticTripCount()->getSExtValue() : 1;
  }
  /// The innermost one of the loops that reduce.
  mlir::scf::ForOp getReducing() {
    return mlir::cast<mlir::scf::ForOp>((jam ? jam : inner)->getParentOp());
  }
  /// The value is the number of a row, or computed of it and of what is outside
  /// of the loop.
  bool isRowIndex(mlir::Value value, mlir::scf::ForOp loop);

  mlir::scf::ForOp inner; ///< over k
  // The accumulation: store(combine(load, addend)).
  mlir::memref::LoadOp load;
  mlir::memref::StoreOp store;
  mlir::Operation *combiner = nullptr;
  bool isSum = false;   ///< Else it multiplies, or takes the least or greatest.
  mlir::scf::ForOp jam; ///< Around the inner one: over rows; may be null.
  mlir::scf::ForOp outer; ///< The outermost loop that reduces.
  mlir::scf::ForOp zeros; ///< Sets the elements to zero before; may be null.

private:
  bool matchAccumulation();
  bool isElsewhere(mlir::Operation *op);
  bool isApart(mlir::Operation &op);
  bool isSameIndex(mlir::Value its, mlir::Value ours, mlir::Value itsRow);
  bool setsOurs(mlir::scf::ForOp loop, mlir::Value row);
  bool setsOurRows(mlir::scf::ForOp loop);
  mlir::scf::ForOp findZeros();
  bool canCarryAcross(mlir::scf::ForOp loop);

  int64_t width, registers;
};

/// Makes what the loops of a nest add to some vectors.
class RegisterSums {
public:
  RegisterSums(RegisterNest &nest, LoopVectorizer &vectorizer,
               const cin::LoopMarks &marks, mlir::OpBuilder &builder);

  /// The sums with all that the loops add: of the vectors that begin at these
  /// counters, or of single elements, of each row.
  llvm::SmallVector<mlir::Value> emit(mlir::ValueRange sums,
                                      llvm::ArrayRef<mlir::Value> counters,
                                      bool ofElements);

  /// Some factors are multiplied in after the innermost loop that reduces,
  /// which has sums of its own.
  bool hasFactors() const { return factors.has_value(); }

private:
  using Values = llvm::SmallVector<mlir::Value>;
  using Counters = llvm::ArrayRef<mlir::Value>;

  Values emitNest(mlir::scf::ForOp loop, const mlir::IRMapping &mapping,
                  mlir::ValueRange sums, Counters counters);
  Values emitBody(const mlir::IRMapping &mapping, mlir::ValueRange sums,
                  Counters counters);
  Values emitRows(const mlir::IRMapping &mapping, mlir::ValueRange sums,
                  Counters counters);
  Values emitFactored(mlir::scf::ForOp loop, const mlir::IRMapping &mapping,
                      mlir::ValueRange sums, Counters counters);
  Values emitLoop(mlir::scf::ForOp loop, const mlir::IRMapping &mapping,
                  mlir::ValueRange sums, Counters counters);
  Values emitGroups(mlir::scf::ForOp loop, const mlir::IRMapping &mapping,
                    mlir::ValueRange sums, Counters counters);
  Values emitIterations(mlir::scf::ForOp loop, mlir::Value lo, mlir::Value hi,
                        const mlir::IRMapping &mapping, mlir::ValueRange sums,
                        Counters counters);
  Values emitWide(mlir::ValueRange sums, Counters counters);
  int64_t countSets(mlir::scf::ForOp loop, int64_t vectors);
  bool isNarrow();
  mlir::Value widen(mlir::Value value);
  mlir::Value round(mlir::Value value);
  mlir::Value zeroOf(mlir::Type type);
  mlir::Value constant(int64_t value);

  RegisterNest &nest;
  LoopVectorizer &vectorizer;
  const cin::LoopMarks &marks;
  mlir::OpBuilder &builder;
  /// Of what is added, if the loop around the inner one leaves some as they
  /// are.
  std::optional<Factors> factors;
  bool isScalar = false; ///< What is emitted now is for single elements.
  bool isWide = false;   ///< What is emitted now adds floats up in doubles.
};

} // namespace encke

#endif // ENCKE_PASSES_VECTORIZE_REGISTERNEST_H
