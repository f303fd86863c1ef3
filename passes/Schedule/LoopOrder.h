//===- LoopOrder.h - the order of a kernel's loops --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SCHEDULE_LOOPORDER_H
#define ENCKE_PASSES_SCHEDULE_LOOPORDER_H

#include "dialects/CIN/CINDialect.h"

namespace encke {

/// A kernel in the naive form.
struct Nest {
  llvm::SmallVector<cin::ForallOp> foralls;  // outermost first
  llvm::SmallVector<mlir::Operation *> body; // of the innermost one
  cin::AssignOp assign;
  llvm::SmallVector<cin::AccessOp> accesses;
};

/// `innermost` and the assignment are all that the loops of the kernel hold;
/// none where it has another form.
std::optional<Nest> matchNest(cin::KernelOp kernel);

/// The order that was chosen, outermost loop first, and what it costs.
struct LoopOrder {
  llvm::SmallVector<cin::ForallOp> loops;
  /// Accesses whose tensor is stored in another order, or in a format that no
  /// loop can run over: convert them first.
  llvm::SmallVector<cin::AccessOp> converted;
  /// The sparse result is made in the order of the loops and then converted.
  bool convertsResult = false;
  /// A dense operand comes from memory in the order in which it is stored; what
  /// it is added to is in a cache.
  bool streams = false;
};

/// How many coordinates a dense loop visits, as far as that is known.
double getTrips(cin::ForallOp loop);

/// The same with what is noted of the nest's tensors (TensorData.h).
double findTrips(const Nest &nest, cin::ForallOp loop);

/// Of an element of a tensor.
double getBytes(mlir::Type element);

/// Chooses an order that visits the least coordinates, as far as that can be
/// told without the data. Each sparse tensor wants its loops in the order of
/// its levels; one that cannot have it is converted.
LoopOrder chooseLoopOrder(const Nest &nest);

/// This order of all loops, and what has to be converted for it.
LoopOrder takeLoopOrder(const Nest &nest, llvm::ArrayRef<cin::ForallOp> loops);

/// What the model expects of an order.
struct RankedOrder {
  LoopOrder order;
  /// With sparse tensors the coordinates that are visited, and what stands for
  /// conversions; else processor cycles.
  double cost;
};

/// The best orders, as many as there are, the best first, and `chosen`, the one
/// that the nest gets, by the numbers of the data where they are noted. None
/// where nothing is searched.
llvm::SmallVector<RankedOrder>
rankLoopOrders(const Nest &nest, llvm::ArrayRef<cin::ForallOp> chosen);
llvm::SmallVector<RankedOrder>
rankDenseOrders(const Nest &nest, llvm::ArrayRef<cin::ForallOp> chosen);

/// The loops that move the result and are inside of one that does not: what
/// they assign is collected.
llvm::SmallVector<cin::ForallOp>
getCollected(const Nest &nest, llvm::ArrayRef<cin::ForallOp> order);

/// It is collected in a row of blocks (dialects/CIN/BlockRow.h).
bool collectsBlocks(const Nest &nest, llvm::ArrayRef<cin::ForallOp> order);

/// A sparse result can be made in this order.
bool canAssemble(const Nest &nest, llvm::ArrayRef<cin::ForallOp> order,
                 bool inTable = false);

/// The same where all tensors are dense, by what comes from caches and memory;
/// `usual` is the order that suits the innermost loop best.
LoopOrder chooseDenseOrder(const Nest &nest,
                           llvm::ArrayRef<cin::ForallOp> usual);

/// The operand is stored in a format with padding: zeros that are no elements
/// (L47).
bool isPadded(cin::AccessOp access);

/// Elements are selected by a condition.
bool selectsElements(const Nest &nest);

/// What operands store matters, so that none may have padding.
bool needsPattern(const Nest &nest);

/// The loop moves the element that the nest assigns.
bool movesResult(const Nest &nest, cin::ForallOp loop);

/// Where the nest assigns an element of its result, it assigns all of them
/// along the loop.
bool fillsAlong(const Nest &nest, cin::ForallOp loop);

/// The loops of the nest may be exchanged.
bool canReorder(const Nest &nest);

/// The iterations of a loop may run at once.
bool isParallel(const Nest &nest, cin::ForallOp loop);

/// The nest reads the tensor that it assigns to.
bool readsResult(const Nest &nest);

/// The nest assigns to a sparse tensor, to which elements are appended.
bool appends(const Nest &nest);

/// That tensor is stored in blocks, and the nest has loops over these.
bool appendsInBlocks(const Nest &nest);

/// It matters what operands store, and they can be asked, for each position
/// that may be padding, whether it is an element.
bool asksForPadding(const Nest &nest);

} // namespace encke

#endif // ENCKE_PASSES_SCHEDULE_LOOPORDER_H
