//===- RowJam.h - a loop over rows, several at a time -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_JAMROWS_ROWJAM_H
#define ENCKE_PASSES_JAMROWS_ROWJAM_H

#include "dialects/CIN/LoopMarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

namespace encke {

/// A loop over rows that multiplies each by a matrix. Everything is checked
/// before anything is made.
class RowJam {
public:
  explicit RowJam(mlir::scf::ForOp rows)
      : rows(rows), mark(cin::LoopMarks::of(rows).jam), builder(rows) {}

  bool match();
  mlir::Location getLoc() { return rows.getLoc(); }
  mlir::Location getProductLoc() { return inner.getLoc(); }
  /// Returns loops in which there may be another one: over what is done after
  /// the product, and over the rows that are left.
  llvm::SmallVector<mlir::scf::ForOp> run();
  /// The places of accesses to rows that were fetched.
  llvm::ArrayRef<mlir::Location> getFetched() const { return fetched; }

private:
  /// The operations of a row before, of, and after the product.
  enum Part { before = 0, product = 1, after = 2 };

  bool findProduct();
  bool isProduct(mlir::scf::ForOp loop);
  bool isForLater(mlir::scf::ForOp zeros);
  void findParts();
  bool carriesAfter();
  bool isRowIndex(mlir::Value index);
  bool findMemory();
  bool mayLeavePart(mlir::Operation *op);
  bool findUsed(Part part);
  bool isWorkspace(mlir::memref::AllocOp alloc);
  void makeWorkspaces();
  /// Rows of the block that is gone through: from its row `begin` on (null: the
  /// first one), `count` of them.
  struct RowRange {
    mlir::Value begin, count;
  };
  /// The bounds of the loops of a panel: the outermost one over k, and that
  /// over l.
  struct Panel {
    mlir::Value kLo, kHi, lLo, lHi;
  };
  mlir::scf::ForOp
  emitForRows(RowRange range, mlir::ValueRange carried,
              llvm::function_ref<void(mlir::Value, mlir::IRMapping &)> body);
  mlir::scf::ForOp emitPart(RowRange range, Part part,
                            mlir::ValueRange carried = {});
  void emitFill(RowRange range, const Panel &panel);
  void emitProduct(RowRange range, const Panel &panel, bool startsAnew);
  bool areWhole();
  mlir::Value emitWhole();
  bool fillsPanel();
  bool isRow(mlir::memref::LoadOp load);
  void emitNextRows(mlir::Value iteration);
  llvm::SmallVector<mlir::memref::AllocOp> getKept();
  void limitRows();
  int64_t leastRows();
  mlir::Operation *findPlaceForRows();
  mlir::Value emitKeptRows();
  /// Of loops in each other; at most as many as would be a large matrix.
  std::optional<int64_t> countNest(llvm::ArrayRef<mlir::scf::ForOp> loops);
  bool hasPanels();
  cin::ProductAttr getProduct() { return cin::LoopMarks::of(inner).product; }
  Panel getWhole();
  mlir::Value emitCount(mlir::Value whole);
  std::pair<mlir::Value, mlir::Value> emitPanelSteps();
  void emitPanels(mlir::Value count);
  mlir::Operation *cloneForRow(mlir::Operation &op, mlir::Value row,
                               mlir::IRMapping &mapping);
  mlir::Value constant(int64_t value) {
    return mlir::arith::ConstantIndexOp::create(builder, rows.getLoc(), value);
  }

  mlir::scf::ForOp rows;
  cin::JamAttr mark; ///< What was decided; null where nothing was.
  mlir::OpBuilder builder;
  mlir::Value first;  ///< row of the block that is made
  int64_t jammed = 0; ///< rows at a time: four, or all where there are fewer
  int64_t atOnce = 0; ///< rows of a block, at most
  /// As many of them as are kept, by sizes that are known later; may be null.
  mlir::Value kept;
  llvm::SmallVector<mlir::scf::ForOp> summed; // over k, outermost first
  mlir::scf::ForOp inner;                     // over l
  mlir::scf::ForOp fill; // sets what the product adds to to zero; may be null
  mlir::memref::StoreOp store;
  llvm::MapVector<mlir::Operation *, Part>
      partOf; ///< of those in the row's body
  /// What each part needs, in order: its own, and what is computed again.
  llvm::SmallVector<llvm::SmallVector<mlir::Operation *>, 3> used;
  /// By the memory itself, the parts that use it, and what is written: a bit
  /// for each part.
  llvm::MapVector<mlir::Value, unsigned> users, writers;
  /// What only these rows use. Several parts have it in common: there is one
  /// for each row then.
  struct Workspace {
    bool forEachRow = false;
    mlir::memref::AllocOp made;
  };
  llvm::MapVector<mlir::memref::AllocOp, Workspace> workspaces;
  llvm::SmallVector<mlir::Location> fetched;
};

} // namespace encke

#endif // ENCKE_PASSES_JAMROWS_ROWJAM_H
