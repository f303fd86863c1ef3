//===- Assembly.h - the arrays of a sparse result ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sparse result is appended to in the order of its levels. The kernel's loops
// run twice: once to count what each compressed level will hold, then, with
// arrays of exactly that size, to fill them in. A cursor for each compressed
// level says how many coordinates it has so far. Where it is easy to say how
// many there will be at most, that is done instead of counting (Bounds.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_SINKS_ASSEMBLY_H
#define ENCKE_PASSES_CINTOSCF_SINKS_ASSEMBLY_H

#include "dialects/CIN/Plan.h"
#include "dialects/Format.h"
#include "passes/Support/RuntimeCalls.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace encke {

/// The sparse result of one kernel in the generated code.
class Assembly {
public:
  /// What of the result is made: all of it, what it stores without the values
  /// (symbolic), or the values of what it stores already (numeric).
  enum class Phase { both, symbolic, numeric };

  /// `handle` is the runtime's tensor, its sizes set and without values. In the
  /// numeric phase it has all of its arrays.
  Assembly(mlir::Value handle, mlir::RankedTensorType type,
           const Format &format, Phase phase);

  mlir::Value getHandle() const { return handle; }
  unsigned getNumLevels() const { return format.levels.size(); }
  unsigned getMode(unsigned level) const { return format.levelToMode[level]; }
  /// The index variable of the loop over a level; null where there is none.
  mlir::Value getVariable(cin::AssignOp assign, unsigned level) const {
    return cin::variableOf(assign.getIndices(), format, level);
  }
  bool isDense(unsigned level) const { return format.levels[level].isDense(); }
  /// In blocks, positions may be no elements.
  bool hasPadding() const {
    return !format.storesWholeModes() && format.hasPadding();
  }
  /// Whether the level has positions of its own (CU, CN).
  bool isCompressed(unsigned level) const;
  bool isLast(unsigned level) const { return level + 1 == getNumLevels(); }

  /// A compressed level and the S levels under it share one cursor: an element
  /// has a coordinate in each. The first and the last level of the group of a
  /// level that is not dense, and the number of its cursor.
  unsigned getGroupBegin(unsigned level) const;
  unsigned getGroupEnd(unsigned level) const;
  unsigned getCursor(unsigned level) const;
  unsigned getNumCursors() const { return numCursors; }
  /// The next compressed level below, if any.
  std::optional<unsigned> getNextCompressed(unsigned level) const;

  /// There is a first run, to count.
  bool isCounted() const { return phase != Phase::numeric; }
  /// True while the second run is generated.
  bool isFilling() const { return filling; }
  /// Whether what follows fills, or counts what will be filled.
  void setFilling(bool fills) { filling = fills; }
  /// True while the run that is generated stores values.
  bool storesValues() const { return filling && phase != Phase::symbolic; }

  /// The sizes of dense levels.
  void open(mlir::OpBuilder &builder, RuntimeCalls &runtime,
            mlir::Location loc);
  /// Between the runs: allocates the arrays, for the number of coordinates that
  /// each cursor has counted.
  void allocate(mlir::OpBuilder &builder, RuntimeCalls &runtime,
                mlir::Location loc, mlir::ValueRange cursors);
  /// i1: whether it has no more than so many elements, whatever it stores.
  mlir::Value isSmall(mlir::OpBuilder &builder, mlir::Location loc,
                      int64_t most) const;
  /// i1: whether the arrays may be as long as for so many coordinates of the
  /// last cursor, of which they will hold fewer; and, after the second run, how
  /// many of each cursor they do hold.
  mlir::Value mayReserve(mlir::OpBuilder &builder, RuntimeCalls &runtime,
                         mlir::Location loc, mlir::Value elements) const;
  void cut(mlir::OpBuilder &builder, RuntimeCalls &runtime, mlir::Location loc,
           mlir::ValueRange cursors) const;
  /// Until `leave`, elements go to the arrays of another tensor like the
  /// result, each `shift` behind its position; positions, to the result's.
  void enter(mlir::OpBuilder &builder, RuntimeCalls &runtime,
             mlir::Location loc, mlir::Value other);
  void setShift(mlir::Value by) { shift = by; }
  void leave();
  /// Instead of counting and allocating: takes the arrays that are there.
  void reopen(mlir::OpBuilder &builder, RuntimeCalls &runtime,
              mlir::Location loc);
  /// The positions and coordinates of the last level, a compressed one, in the
  /// numeric phase. `stored` is the result with coordinates that are numbered
  /// anew, or null.
  std::pair<mlir::Value, mlir::Value> readPattern(mlir::OpBuilder &builder,
                                                  RuntimeCalls &runtime,
                                                  mlir::Location loc,
                                                  mlir::Value stored) const;
  /// After the second run.
  void finish(mlir::OpBuilder &builder, RuntimeCalls &runtime,
              mlir::Location loc);

  /// The position of a coordinate of a dense level.
  mlir::Value locate(mlir::OpBuilder &builder, mlir::Location loc,
                     unsigned level, mlir::Value parent,
                     mlir::Value coordinate) const;
  /// crd[level][position] = coordinate, pos[level][parent + 1] = end,
  /// values[position] = value; each in the phase that makes it.
  void storeCoordinate(mlir::OpBuilder &builder, mlir::Location loc,
                       unsigned level, mlir::Value position,
                       mlir::Value coordinate) const;
  void storePosition(mlir::OpBuilder &builder, mlir::Location loc,
                     unsigned level, mlir::Value parent, mlir::Value end) const;
  void storeValue(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Value position, mlir::Value value) const;
  /// The arrays that the last level's elements go to, in the phase that makes
  /// them.
  llvm::SmallVector<mlir::Value, 2> getElementArrays() const;
  /// The zero at the position is an element.
  void markZero(mlir::OpBuilder &builder, RuntimeCalls &runtime,
                mlir::Location loc, mlir::Value position) const;
  /// The values from a position on, as a buffer of the sizes of `shape`, row by
  /// row; `sizes` are those that it leaves open.
  mlir::Value viewValues(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value position, mlir::ArrayRef<int64_t> shape,
                         mlir::ValueRange sizes) const;

private:
  struct Arrays {
    mlir::Value size, positions, coordinates;
  };

  mlir::Value forEachStored(
      mlir::OpBuilder &builder, RuntimeCalls &runtime, mlir::Location loc,
      mlir::ValueRange cursors,
      llvm::function_ref<void(unsigned, mlir::Value, mlir::Value)> body) const;
  void takeElements(mlir::OpBuilder &builder, RuntimeCalls &runtime,
                    mlir::Location loc, mlir::Value tensor);
  mlir::Value shifted(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value position) const;

  mlir::Value handle;
  mlir::RankedTensorType type;
  Format format;
  Phase phase;
  unsigned numCursors = 0;
  bool filling = false;
  llvm::SmallVector<Arrays> levels, outside;
  mlir::Value values, valuesOutside;
  mlir::Value shift; // or null
};

} // namespace encke

#endif // ENCKE_PASSES_CINTOSCF_SINKS_ASSEMBLY_H
