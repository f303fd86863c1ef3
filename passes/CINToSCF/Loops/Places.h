//===- Places.h - tensors and workspaces in generated code ------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_LOOPS_PLACES_H
#define ENCKE_PASSES_CINTOSCF_LOOPS_PLACES_H

#include "passes/CINToSCF/Scope.h"

#include <memory>

namespace encke::generator {

/// What a place is in the generated code.
struct Storage {
  mlir::Value buffer; ///< Dense, and the row of a row workspace: the memref.
  Format format;      ///< Sparse: the levels and the values.
  llvm::SmallVector<std::unique_ptr<Level>> levels;
  mlir::Value values;      ///< Sparse: by position.
  mlir::Value valueStride; ///< Of values that are fields of records (index).
  mlir::Value
      explicitValue;  ///< The value of all elements, where they have one.
  mlir::Value handle; ///< Sparse: the runtime's tensor, or null for a view.
  mlir::Value below;  ///< The position above the first level, or null for 0.
  mlir::Value mayStoreZeros; ///< i1; where padding is asked for.
  mlir::Value marks;      ///< Row of blocks: what is an element (memref<?xi8>).
  bool isVisited = false; ///< Row of a row workspace: in order.
  bool isMerged = false;  ///< In order, also while it is only counted.

  bool isSparse() const { return !levels.empty(); }
  mlir::Value &getElements() { return isSparse() ? values : buffer; }
};

/// The places of a kernel, but for registers and a sparse result.
class Places : Part {
public:
  explicit Places(Context &context) : Part(context) {}

  /// What the kernel reads, and dense outputs.
  mlir::LogicalResult open();
  /// A place of a workspace: a buffer, or a list of coordinates.
  Storage &openBuffer(mlir::Value place, mlir::Value buffer);
  Storage &openList(mlir::Value place, mlir::Value values,
                    std::unique_ptr<Level> level);

  Storage &storageOf(mlir::Value place) {
    return *storages.find(place)->second;
  }
  /// Null for a register, the sparse result, and places of other kernels.
  const Storage *find(mlir::Value place) const;
  /// The place belongs to this kernel, or to a `where` around the scope.
  bool isOpen(mlir::Value place, const Scope &scope) const;

  /// Bufferisation gives every output a buffer that no input shares; said in
  /// front of the loops, LLVM need not check it in them.
  void declareDistinct();
  /// The same in a region that becomes a function of its own, where LLVM no
  /// longer knows it. What the region is told does not hold outside.
  using KnownOutside = llvm::SmallVector<std::pair<mlir::Value *, mlir::Value>>;
  void declareDistinctInside(mlir::Value &buffer, KnownOutside &outside,
                             mlir::Location loc);
  static void leaveInside(const KnownOutside &outside);
  /// Two buffers.
  void declareDistinct(mlir::Value &a, mlir::Value &b, mlir::Location loc);

  /// The position under which the next level of an access lies.
  Segment parentPosition(cin::AccessOp access, const Scope &scope);
  /// The coordinate of a level with that index variable and map.
  mlir::Value coordinateOf(mlir::Value variable, const LevelMap &map,
                           const Scope &scope);
  /// A level's coordinate, where those of its mode are fixed.
  mlir::Value coordinateOf(cin::AccessOp access, const Storage &storage,
                           size_t level, const Scope &scope);
  /// Of a forall within a block: the block's first coordinate.
  mlir::Value firstOfBlock(cin::ForallOp forall, const Scope &scope);
  /// A level that does not have every coordinate is yet to be looked up, or
  /// what is there to be asked whether it is an element.
  bool dependsOnLoops(cin::AccessOp access, const Scope &scope) const;
  /// What is stored has something below it: the iterator's level has a position
  /// here.
  bool isBelowStored(cin::AccessOp access, const Scope &scope);
  /// The first access in the loop whose next level has its coordinate fixed.
  cin::AccessOp findLocatable(cin::ForallOp forall, const Scope &scope) const;
  /// The first access in the loop to a level of runs along it, the position
  /// above which is fixed; null where there is none.
  cin::AccessOp findRuns(cin::ForallOp forall, const Scope &scope) const;
  /// The first one in the loop whose position is fixed, but not yet whether it
  /// is an element; and whether it is (i1).
  cin::AccessOp findUnasked(cin::ForallOp forall, const Scope &scope) const;
  mlir::Value isElement(cin::AccessOp access, const Scope &scope);
  /// Whether some tensor that is asked in the region may store zeros (i1); null
  /// where none is asked.
  mlir::Value mayStoreZeros(mlir::Region &region);

private:
  mlir::LogicalResult openSparse(Storage &storage, mlir::Value handle,
                                 mlir::RankedTensorType type);
  mlir::Value sizeOf(mlir::Value handle, const Format &format, unsigned level);
  mlir::Value strideOf(mlir::RankedTensorType type, const Format &format,
                       unsigned level);
  void openZeros(Storage &storage);
  void setBatches(LevelArrays &arrays, mlir::Value batches);

  llvm::DenseMap<mlir::Value, std::unique_ptr<Storage>> storages;
};

/// Whether the kernel assembles the place.
bool isSparseResult(mlir::Value place);

/// i1: the value is zero, with either sign.
mlir::Value isZero(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value value);

/// The index variable of the loop over a level of an access.
inline mlir::Value variableOf(cin::AccessOp access, const Storage &storage,
                              size_t level) {
  return cin::variableOf(access, storage.format, level);
}

} // namespace encke::generator

#endif // ENCKE_PASSES_CINTOSCF_LOOPS_PLACES_H
