//===- Generator.h - loops over levels from a kernel ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One kernel at a time. A forall becomes loops over the points of its iteration
// lattice (dialects/CIN/Plan.h); in each case of a point, the accesses that are
// absent there drop out of the values. A kernel with a sparse result is
// generated twice, to count what it stores and to fill it in (Assembly.h).
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_GENERATOR_H
#define ENCKE_PASSES_CINTOSCF_GENERATOR_H

#include "dialects/CIN/Plan.h"
#include "dialects/CIN/Presence.h"
#include "passes/CINToSCF/Assembly.h"
#include "passes/CINToSCF/Levels.h"
#include "passes/Support/RuntimeCalls.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::scf {
class ForOp;
} // namespace mlir::scf

namespace encke {

/// The loop that was made last in this block, where nothing follows it; else
/// null.
mlir::scf::ForOp findLoopBefore(mlir::OpBuilder &builder);

/// Generates the code of one bufferised kernel in front of it.
class KernelGenerator {
  friend class LoopCosts;
  friend class MergeLoops;
  friend class ParallelLoops;

public:
  /// With `strictMarks`, a mark that its loop cannot have is an error.
  KernelGenerator(cin::KernelOp kernel, RuntimeCalls &runtime, bool strictMarks)
      : kernel(kernel), runtime(runtime), builder(kernel), planner(kernel),
        strictMarks(strictMarks) {}

  mlir::LogicalResult run();

private:
  /// What a place is in the generated code.
  struct Storage {
    mlir::Value buffer; // dense, and the row of a row workspace: the memref
    Format format;      // sparse: the levels and the values
    llvm::SmallVector<std::unique_ptr<Level>> levels;
    mlir::Value values;     // sparse: by position
    bool isVisited = false; // row of a row workspace: in order
    bool isMerged = false;  // in order, also while it is only counted

    bool isSparse() const { return !levels.empty(); }
    mlir::Value &getElements() { return isSparse() ? values : buffer; }
  };

  /// A row workspace: its elements, which of them are stored, and a list of
  /// the stored ones' coordinates.
  struct Row {
    mlir::Value values, marks, list, listPointer, size;
    mlir::Value history; ///< `History` in Rows.cpp; null where none is kept
    /// Whether an element is the first one of its kind is branched on.
    bool branches = true;
  };

  /// The variables of the generated code: the value of a register workspace,
  /// whether anything was assigned to it, the length of a row's list, and how
  /// often the row was assigned to; the position of an iterator; from `cursor`
  /// on, the cursors of the result.
  enum Variable : int { value, present, count, assigned, position, cursor };
  using StateKey = std::pair<mlir::Operation *, int>;
  using Keys = llvm::SmallVector<StateKey>;

  /// Whether a value is present: never (constant false), always (constant
  /// true), or as the generated code finds out.
  struct Presence {
    bool known = true, is = false;
    mlir::Value dynamic;
  };
  static Presence always() { return {true, true, {}}; }
  static Presence never() { return {true, false, {}}; }

  /// What is known at one point of the generated code. Copied into each loop
  /// and branch.
  struct Scope {
    /// Index variables and computed values.
    mlir::IRMapping values;
    /// Where a sparse access stands in each level, as far as the loops around
    /// have fixed it.
    llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Segment>> positions;
    /// Sparse accesses that store nothing here.
    cin::Absent absent;
    /// The current value of each variable. Loops and branches carry those that
    /// are assigned inside.
    llvm::DenseMap<StateKey, mlir::Value> state;
    /// The presence of registers, where it is known before they are filled.
    llvm::DenseMap<mlir::Operation *, Presence> registers;
    /// The positions and coordinates of the levels of the sparse result.
    llvm::SmallVector<mlir::Value> resultPositions, resultCoordinates;
  };
  using Body = llvm::function_ref<mlir::LogicalResult(Scope &)>;
  using CounterBody =
      llvm::function_ref<mlir::LogicalResult(mlir::Value, Scope &)>;

  /// Goes along one stream of a loop.
  struct Iterator {
    cin::AccessOp access;
    const Level *level = nullptr;
    mlir::Value position, end; // as far as the loop has come
    mlir::Value coordinate;    // there
    mlir::Value present;       // i1: it is the coordinate of this step; null
                               // where that is certain
    mlir::Value segmentEnd;    // of a level that repeats coordinates
  };
  using IteratorSet = cin::IteratorSet;
  using LatticePoint = cin::LatticePoint;
  using Domain = cin::Domain;
  /// A plan, and an iterator for each of its streams.
  struct LoopPlan : cin::LoopPlan {
    llvm::SmallVector<Iterator> iterators;

    /// The first whose coordinates are visited.
    Iterator &getFirst() { return iterators[getFirstVisited()]; }
    const Iterator &getFirst() const { return iterators[getFirstVisited()]; }
  };
  /// The chunks of a sparse result that is counted.
  struct Chunks {
    mlir::Value plan, counts;
    llvm::SmallVector<mlir::Value> totals; ///< What all of them append.
  };
  /// What one task owns, where it is known.
  struct Own {
    cin::ForallOp loop;
    mlir::Value isPart; // i1: not all coordinates
    mlir::Value lo, hi; // index: the coordinates are lo ... hi - 1
  };

  // Tensors (Generator.cpp).
  mlir::LogicalResult checkBody();
  mlir::LogicalResult checkForms();
  mlir::LogicalResult checkMarks();
  mlir::LogicalResult openPlaces();
  mlir::LogicalResult openSparse(Storage &storage, mlir::Value handle,
                                 mlir::RankedTensorType type);
  mlir::Value sizeOf(mlir::Value handle, const Format &format, unsigned level);
  mlir::LogicalResult openResult(mlir::BlockArgument place);
  bool leavesNoPadding(const Format &format);
  mlir::LogicalResult assemble();
  Keys cursorKeys() const;
  llvm::SmallVector<mlir::Value> cursorsIn(const Scope &scope) const;
  Scope openCursors();
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> countResult();
  mlir::Value allocateFor(cin::WhereOp where, mlir::Type element);
  Row openRow(cin::WhereOp where);
  mlir::LogicalResult openWorkspaces(mlir::Operation *around);
  void closeWorkspaces(mlir::Operation *around);
  /// Coordinates along rows that may be far longer than what is stored
  /// (RowCoordinates.cpp).
  void renumberRows();
  void endRenumbering();
  void declareDistinct();
  void declareDistinct(mlir::Value &a, mlir::Value &b, mlir::Location loc);
  /// The same in a region that becomes a function of its own, where LLVM no
  /// longer knows it. What the region is told does not hold outside.
  using KnownOutside = llvm::SmallVector<std::pair<mlir::Value *, mlir::Value>>;
  void declareDistinctInside(mlir::Value &buffer, KnownOutside &outside,
                             mlir::Location loc);
  static void leaveInside(const KnownOutside &outside);
  mlir::Value pointerTo(mlir::Value buffer);

  // Statements (Statements.cpp).
  mlir::LogicalResult generate(mlir::Block &block, Scope &scope);
  mlir::LogicalResult generateAssign(cin::AssignOp assign, Scope &scope);
  mlir::LogicalResult assignRegister(cin::AssignOp assign, cin::WhereOp where,
                                     Scope &scope);
  mlir::LogicalResult branchOnMark(cin::AssignOp assign, const Row &row,
                                   mlir::Value index, mlir::Value value,
                                   StateKey countKey, Scope &scope);
  void putAnyway(cin::AssignOp assign, const Row &row, mlir::Value index,
                 mlir::Value value, StateKey countKey, Scope &scope);
  void putOnList(const Row &row, mlir::Value index, mlir::Value length,
                 mlir::Location loc);
  mlir::LogicalResult assignRow(cin::AssignOp assign, const Row &row,
                                Scope &scope);
  mlir::LogicalResult assignResult(cin::AssignOp assign, Scope &scope);
  mlir::LogicalResult assignBuffer(cin::AssignOp assign, Scope &scope);
  mlir::LogicalResult generateWhere(cin::WhereOp where, Scope &scope);
  mlir::LogicalResult generateRegister(cin::WhereOp where, Scope &scope);
  mlir::LogicalResult consumeRegister(cin::WhereOp where, Scope &scope);
  mlir::LogicalResult produceRow(cin::WhereOp where, const Row &row,
                                 Scope &scope);
  void remember(const Row &row, mlir::Value count, mlir::Value assigned,
                mlir::Value known, mlir::Location loc);
  mlir::LogicalResult generateRow(cin::WhereOp where, Scope &scope);
  void openProducer(cin::WhereOp where, const Row &row);
  /// The row's list has `count` coordinates.
  void openConsumer(cin::WhereOp where, const Row &row, mlir::Value count);
  mlir::LogicalResult generateBuffer(cin::WhereOp where, mlir::Value buffer,
                                     Scope &scope);
  mlir::LogicalResult generateFull(cin::WhereOp where, Scope &scope);
  /// Whether the producer assigns anything.
  mlir::FailureOr<mlir::Value> probe(cin::WhereOp where, Scope &scope);
  bool isAlongProbed(cin::ForallOp forall);
  mlir::Value combine(cin::AssignOp assign, mlir::Value old, mlir::Value value);

  // Values (Values.cpp).
  Presence presenceOf(mlir::Value value, Scope &scope);
  Presence presenceOf(cin::AssignOp assign, Scope &scope);
  /// That of what a register collects, if it is known without running the
  /// loops of the producer: the loops visit everything up to their extents.
  std::optional<Presence> presenceOfProducer(cin::WhereOp where, Scope &scope);
  std::optional<Iterator> findOnlyLevel(llvm::ArrayRef<cin::ForallOp> foralls,
                                        Scope &scope);
  bool isBelowStored(const Iterator &iterator, Scope &scope);
  bool dependsOnLoops(cin::AccessOp access, const Scope &scope);
  Presence presenceOfRegions(mlir::Operation *op, Scope &scope);
  Presence presenceOfSelection(mlir::Value value, mlir::Region &region,
                               Scope &scope);
  Presence either(Presence a, Presence b);
  Presence both(Presence a, Presence b);
  /// The value where it is present; null where it is absent; failure after an
  /// error.
  mlir::FailureOr<mlir::Value> evaluate(mlir::Value value, Scope &scope);
  /// The same for all of them; nothing may be absent.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  evaluateAll(mlir::ValueRange values, Scope &scope);
  /// `evaluated`, which is `value` where that is present; zero elsewhere.
  mlir::Value zeroWhereAbsent(mlir::Value value, mlir::Value evaluated,
                              Scope &scope);
  mlir::FailureOr<mlir::Value> evaluateAccess(cin::AccessOp access,
                                              Scope &scope);
  mlir::FailureOr<mlir::Value> evaluateRegions(mlir::Operation *op,
                                               Scope &scope);
  mlir::FailureOr<mlir::Value> evaluateOther(mlir::Operation *op, Scope &scope);
  mlir::FailureOr<mlir::Value>
  inlineRegion(mlir::Region &region, mlir::ValueRange arguments, Scope &scope);
  /// Emits `body` where the presence is or turns out to be true.
  mlir::LogicalResult whenPresent(mlir::Location loc, Presence presence,
                                  const Keys &keys, Scope &scope, Body body);

  // Loops (Loops.cpp).
  mlir::FailureOr<LoopPlan> planLoop(cin::ForallOp forall, Scope &scope);
  mlir::LogicalResult generateForall(cin::ForallOp forall, Scope &scope);
  /// All of the loop, which is not shared by tasks.
  mlir::LogicalResult loopInOne(cin::ForallOp forall, LoopPlan &plan,
                                Scope &scope);
  /// Of the coordinates lo ... hi - 1.
  mlir::LogicalResult loopOverCoordinates(cin::ForallOp forall, LoopPlan &plan,
                                          mlir::Value lo, mlir::Value hi,
                                          const Keys &keys, Scope &scope);
  mlir::LogicalResult loopOverPositions(cin::ForallOp forall, LoopPlan &plan,
                                        const Keys &keys, Scope &scope);
  /// What comes behind the body of a case, before which `earlier` ones were not
  /// taken.
  using CaseEnd = llvm::function_ref<void(
      IteratorSet here, llvm::ArrayRef<LatticePoint> earlier, Scope &scope)>;
  mlir::LogicalResult emitCases(cin::ForallOp forall, LoopPlan &plan,
                                llvm::ArrayRef<LatticePoint> cases,
                                LatticePoint point, mlir::Value coordinate,
                                const Keys &keys, Scope &scope,
                                CaseEnd atEnd = {});
  /// The body at a coordinate where exactly the iterators of `here` are
  /// present.
  mlir::LogicalResult enterBody(cin::ForallOp forall, const LoopPlan &plan,
                                IteratorSet here, mlir::Value coordinate,
                                Scope &scope);
  static mlir::Value variableOf(cin::AccessOp access, const Storage &storage,
                                size_t level) {
    return cin::variableOf(access, storage.format, level);
  }
  /// A level's coordinate, where those of its mode are fixed.
  mlir::Value coordinateOf(cin::AccessOp access, const Storage &storage,
                           size_t level, Scope &scope);
  /// Of a forall within a block: the block's first coordinate.
  mlir::Value firstOfBlock(cin::ForallOp forall, const Scope &scope);
  mlir::LogicalResult loopWithinBlock(cin::ForallOp forall,
                                      const LoopPlan &plan, const Keys &keys,
                                      Scope &scope);
  // Diagonals (Diagonals.cpp).
  mlir::LogicalResult enterDiagonal(cin::ForallOp forall, Scope &scope);
  /// The first row of which the loop that `rows` holds visits the column.
  mlir::FailureOr<mlir::Value> firstRowOf(cin::ForallOp rows,
                                          mlir::Value diagonal, Scope &scope);
  mlir::LogicalResult clipToDiagonal(cin::ForallOp rows, mlir::Value &lo,
                                     mlir::Value &hi, Scope &scope);
  /// The loop over diagonals only adds to elements in memory, so that several
  /// diagonals can be added at once.
  bool joinsDiagonals(cin::ForallOp forall, const LoopPlan &plan,
                      const Keys &keys, Scope &scope);
  mlir::LogicalResult loopOverDiagonals(cin::ForallOp forall, LoopPlan &plan,
                                        Scope &scope);
  /// How many diagonals, and whether these cover the rows of a block.
  using DiagonalGroup = std::pair<int64_t, mlir::Value>;
  mlir::LogicalResult addDiagonals(cin::ForallOp forall, LoopPlan &plan,
                                   mlir::Value position, mlir::Value length,
                                   llvm::ArrayRef<DiagonalGroup> groups,
                                   Scope &scope);
  mlir::FailureOr<mlir::Value> coverRows(cin::ForallOp rows,
                                         const Iterator &iterator,
                                         mlir::Value position, int64_t count,
                                         mlir::Value length, Scope &scope);
  mlir::LogicalResult addTogether(cin::ForallOp forall,
                                  const Iterator &iterator,
                                  mlir::Value position, int64_t count,
                                  mlir::Value length, Scope &scope);

  cin::AccessOp findLocatable(cin::ForallOp forall, Scope &scope);
  mlir::LogicalResult locateLevels(cin::ForallOp forall, Scope &scope,
                                   Body body);
  void advance(LoopPlan &plan, LatticePoint point, mlir::Location loc,
               Scope &scope);
  static llvm::SmallVector<Iterator *> iteratorsIn(LoopPlan &plan,
                                                   IteratorSet set);
  static Keys positionKeys(llvm::ArrayRef<Iterator *> iterators);
  void lookUp(LoopPlan &plan, mlir::Value coordinate, const Scope &scope,
              mlir::Location loc);
  void findCoordinate(Iterator &iterator, mlir::Location loc);
  void findSegmentEnd(Iterator &iterator, mlir::Location loc);

  // Searches (Searches.cpp).
  mlir::Value search(Iterator &iterator, const Segment &parent,
                     mlir::Value coordinate, mlir::Location loc);
  /// The first of the positions lo ... hi - 1 whose coordinate is not smaller,
  /// or hi.
  mlir::Value lowerBound(const Level &level, mlir::Value lo, mlir::Value hi,
                         mlir::Value coordinate, mlir::Location loc);
  // Directories of levels that are searched (Directories.cpp).
  mlir::LogicalResult openDirectories(mlir::Block &block);
  mlir::LogicalResult openDirectories(cin::ForallOp forall);
  /// As findSegmentEnd, of what a search has found.
  void findFoundSegmentEnd(Iterator &iterator, mlir::Location loc);
  void openDirectory(Level &level, mlir::Value visited, int64_t places);
  void closeDirectories();

  mlir::Value gallop(const Iterator &iterator, mlir::Value coordinate,
                     mlir::Location loc);

  // Parallel loops, whose tasks are the business of ParallelLoops
  // (Parallel.cpp, Owners.cpp).
  bool runsInChunks(cin::ForallOp forall);
  /// The parallel loop around the operation, or null.
  cin::ForallOp chunkedLoopAround(mlir::Operation *op);
  void narrow(LoopPlan &plan, mlir::Value lo, mlir::Value hi,
              mlir::Location loc);
  /// The rounds lo ... hi - 1: coordinates, or positions of the first iterator.
  mlir::LogicalResult loopOverRounds(cin::ForallOp forall, LoopPlan &plan,
                                     mlir::Value lo, mlir::Value hi,
                                     Scope &scope);
  mlir::LogicalResult loopOverOwn(cin::ForallOp forall, LoopPlan &plan,
                                  Scope &scope);

  // The sparse result (Results.cpp).
  /// The loop's variable is that of the next level, or the loop does not
  /// append.
  mlir::LogicalResult checkResultLoop(cin::ForallOp forall, const Scope &scope);
  /// `body`, between what a level of the result needs before and after it.
  mlir::LogicalResult insideResultLevel(cin::ForallOp forall,
                                        mlir::Value coordinate, Scope &scope,
                                        Body body);
  mlir::LogicalResult closeResultLevel(mlir::Location loc, unsigned level,
                                       mlir::Value changed, Scope &scope);
  void closeDenseLevel(mlir::Location loc, unsigned level, mlir::Value before,
                       Scope &scope);
  mlir::LogicalResult appendToResult(cin::AssignOp assign, Scope &scope);
  /// The consumer copies a full workspace to where the result will have it, so
  /// that the producer may as well write there.
  bool isRowOfResult(cin::WhereOp where);
  /// That part of the result's values; while they are filled in.
  mlir::Value viewRowOfResult(cin::WhereOp where, const Scope &scope);
  /// While counting: whether each step of the loop appends one element,
  /// whatever its value; null where that is not known before the loop.
  std::optional<Presence> appendsEachTime(cin::ForallOp forall,
                                          const LoopPlan &plan, Scope &scope);
  bool appendsAll(cin::ForallOp forall, const LoopPlan &plan, Scope &scope);
  mlir::LogicalResult appendRow(cin::ForallOp forall, LoopPlan &plan,
                                mlir::Value lo, mlir::Value hi,
                                const Keys &keys, Scope &scope);
  void advanceCursor(mlir::Value by, Scope &scope);
  StateKey cursorKey(unsigned level) const;
  StateKey touchedKey() const;
  bool appendsInside(mlir::Operation *op) const;

  // How much the sparse result may store at most (Bounds.cpp).
  bool countsInstead() const;
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> boundOrCount();
  std::optional<Keys> lengthenedByBound(cin::ForallOp forall) const;
  mlir::LogicalResult boundSteps(cin::ForallOp forall, LoopPlan &plan,
                                 const Keys &lengthened, Scope &scope);
  mlir::FailureOr<mlir::Value> boundOf(cin::ForallOp forall, LoopPlan &plan,
                                       Scope &scope);
  mlir::LogicalResult boundRow(cin::WhereOp where, Scope &scope);
  StateKey lengthOf(mlir::Value place) const;
  std::optional<Keys> lengthenedInSteps(cin::ForallOp forall) const;
  void lengthen(const Keys &keys, mlir::Value by, Scope &scope);

  // Loops and branches that carry variables (Control.cpp).
  Keys changedIn(mlir::Operation *op, const Scope &scope);
  mlir::LogicalResult emitFor(cin::ForallOp forall, mlir::Value lo,
                              mlir::Value hi, const Keys &keys, Scope &scope,
                              CounterBody body);
  mlir::LogicalResult emitIf(mlir::Location loc, mlir::Value condition,
                             const Keys &keys, Scope &scope, Body thenBody,
                             Body elseBody);

  /// The position under which the next level of an access lies.
  Segment parentPosition(cin::AccessOp access, const Scope &scope);
  Storage &storageOf(mlir::Value place) {
    return *storages.find(place)->second;
  }
  cin::AccessOp sameAs(cin::AccessOp access) const {
    return planner.sameAs(access);
  }
  /// The place belongs to this kernel, or to a `where` around the scope.
  bool isOpen(mlir::Value place, const Scope &scope);

  cin::KernelOp kernel;
  RuntimeCalls &runtime;
  mlir::OpBuilder builder;
  cin::LoopPlanner planner;
  bool strictMarks;
  llvm::DenseMap<mlir::Value, std::unique_ptr<Storage>> storages;
  llvm::MapVector<mlir::Operation *, Row> rows; // by `where`
  llvm::MapVector<mlir::Operation *, mlir::Value> buffers;
  llvm::SmallVector<mlir::Value> directories;
  /// Of what stands in front of all loops, the last operation.
  mlir::Operation *lastOpened = nullptr;
  /// Those rows whose coordinates are numbered anew, and the mode of the
  /// result.
  struct Renumbering {
    mlir::Value numbering, result;
    unsigned mode;
  };
  llvm::SmallVector<Renumbering> renumberings;
  /// The sparse result, if there is one, and its place.
  std::optional<Assembly> assembly;
  mlir::Value resultPlace;
  Chunks resultChunks;
  /// The bodies of loops so far. A union of n tensors has a case for each
  /// subset of them, in each loop.
  unsigned numBodies = 0;
  /// The full workspace whose producer runs without values.
  cin::WhereOp probed;
  /// The result's arrays may be longer than needed. While `isBounding`, only
  /// bounds of lengths are computed.
  bool isBounded = false, isBounding = false;
  /// Of a result that is bounded: i1, whether it has room for that many.
  mlir::Value isReserved;
  /// What the task owns whose part of a loop is generated.
  std::optional<Own> own;
  /// An error was reported where none could be returned.
  bool hasFailed = false;
};

} // namespace encke

#endif // ENCKE_PASSES_CINTOSCF_GENERATOR_H
