//===- Workspaces.h - memory and code of workspaces -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A workspace is a register, a row of which few elements are stored, or a
// buffer. Each kind says how it is assigned to, and how its statement runs.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_SINKS_WORKSPACES_H
#define ENCKE_PASSES_CINTOSCF_SINKS_WORKSPACES_H

#include "passes/CINToSCF/Scope.h"

#include "llvm/ADT/MapVector.h"

namespace encke::generator {

class Control;
class Places;
class Result;
class Statements;
class Values;
struct Storage;

/// Memory for a workspace, whose elements have the type.
mlir::Value allocateFor(mlir::OpBuilder &builder, cin::WhereOp where,
                        mlir::Type element, mlir::Location loc);

/// The size of a mode of a workspace (index).
mlir::Value emitSize(mlir::OpBuilder &builder, cin::WhereOp where,
                     unsigned mode, mlir::Location loc);

/// Sets all elements of a buffer.
void fill(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value buffer,
          mlir::Value with);

/// What an element is once a value was assigned to it.
mlir::Value combine(mlir::OpBuilder &builder, cin::AssignOp assign,
                    mlir::Value old, mlir::Value value);

/// What nothing changes that is combined with it, minus zero for sums; null
/// where there is no such element.
mlir::Value emitNothing(mlir::OpBuilder &builder, mlir::Location loc,
                        cin::Reduction reduction, mlir::Type type);

/// Workspaces without modes (Registers.cpp).
class Registers : Part {
public:
  Registers(Context &context, Control &control, Values &values, Result &result,
            Statements &statements)
      : Part(context), control(control), values(values), result(result),
        statements(statements) {}

  mlir::LogicalResult assign(cin::AssignOp assign, cin::WhereOp where,
                             Scope &scope);
  mlir::LogicalResult run(cin::WhereOp where, Scope &scope);

private:
  mlir::LogicalResult consume(cin::WhereOp where, Scope &scope);

  Control &control;
  Values &values;
  Result &result;
  Statements &statements;
};

/// Dense places in memory (Buffers.cpp).
class Buffers : Part {
public:
  Buffers(Context &context, Places &places, Control &control, Values &values,
          Statements &statements)
      : Part(context), places(places), control(control), values(values),
        statements(statements) {}

  mlir::LogicalResult assign(cin::AssignOp assign, Scope &scope);
  /// The workspace is that buffer.
  mlir::LogicalResult run(cin::WhereOp where, mlir::Value buffer, Scope &scope);

private:
  Places &places;
  Control &control;
  Values &values;
  Statements &statements;
};

/// A row workspace: its elements, which of them are stored, and a list of the
/// stored ones' coordinates. A row that is only looked up has no list: the
/// marks are stamps, numbers of the executions that stored the elements. One
/// that is gathered has neither.
struct Row {
  mlir::Value values, marks, list, listPointer, size;
  mlir::Value history; ///< `History` in Rows.cpp; null where none is kept.
  mlir::Value rounds;  ///< How many executions there were, of stamps.
  mlir::Value round;   ///< The number of this one.
  /// Behind the elements: where one is that any other is added to as to
  /// nothing. Of a row that is gathered: that element itself.
  mlir::Value nothing;
  /// Whether an element is the first one of its kind is branched on.
  bool branches = true;
};

/// Row workspaces (Rows.cpp).
class Rows : Part {
public:
  Rows(Context &context, Places &places, Control &control, Values &values,
       Result &result, Statements &statements)
      : Part(context), places(places), control(control), values(values),
        result(result), statements(statements) {}

  Row open(cin::WhereOp where);
  mlir::LogicalResult assign(cin::AssignOp assign, Row &row, Scope &scope);
  mlir::LogicalResult run(cin::WhereOp where, Row &row, Scope &scope);
  /// The consumer sees a list of `count` coordinates.
  void openConsumer(cin::WhereOp where, const Row &row, mlir::Value count);

private:
  mlir::LogicalResult branchOnMark(cin::AssignOp assign, const Row &row,
                                   mlir::Value index, mlir::Value value,
                                   StateKey countKey, Scope &scope);
  void putAnyway(cin::AssignOp assign, const Row &row, mlir::Value index,
                 mlir::Value value, StateKey countKey, Scope &scope);
  void openValues(cin::WhereOp where, Row &row);
  mlir::Value combineAnyway(cin::AssignOp assign, const Row &row,
                            mlir::Value index, mlir::Value isThere,
                            mlir::Value value);
  mlir::Value select(mlir::Value condition, mlir::Value yes, mlir::Value no,
                     mlir::Location loc);
  void putStamp(cin::AssignOp assign, const Row &row, mlir::Value index,
                mlir::Value value);
  mlir::FailureOr<bool> needsElements(cin::WhereOp where, const Scope &scope);
  mlir::FailureOr<mlir::Value> findWhetherNeeded(cin::WhereOp where,
                                                 Scope &scope);
  mlir::LogicalResult runStamped(cin::WhereOp where, Row &row, Scope &scope);
  mlir::LogicalResult fillAndLookUp(cin::WhereOp where, Row &row, Scope &scope);
  mlir::LogicalResult runGathered(cin::WhereOp where, const Row &row,
                                  Scope &scope);
  void putOnList(const Row &row, mlir::Value index, mlir::Value length,
                 mlir::Location loc);
  mlir::LogicalResult produce(cin::WhereOp where, Row &row, Scope &scope);
  void remember(const Row &row, mlir::Value count, mlir::Value assigned,
                mlir::Value known, mlir::Location loc);
  void sort(const Row &row, mlir::Value length);
  void clearMarks(const Row &row, mlir::Value count, mlir::Location loc);

  Places &places;
  Control &control;
  Values &values;
  Result &result;
  Statements &statements;
};

/// A row of blocks: room for all blocks, which of their elements are stored,
/// and a list of the blocks of which some are.
struct BlockList {
  mlir::Value values, marks;             ///< By position.
  mlir::Value listed, list, listPointer; ///< By block; its coordinates.
  mlir::Value size;                      ///< How many blocks there may be.
  mlir::Value nothing;                   ///< What elements are before.
};

/// Rows of blocks (BlockRows.cpp).
class BlockRows : Part {
public:
  BlockRows(Context &context, Places &places, Control &control, Values &values,
            Result &result, Statements &statements)
      : Part(context), places(places), control(control), values(values),
        result(result), statements(statements) {}

  BlockList open(cin::WhereOp where);
  /// `body`, in the producer, inside of the loop over the blocks.
  mlir::LogicalResult insideBlock(cin::WhereOp where, const BlockList &blocks,
                                  cin::ForallOp forall, Scope &scope,
                                  Body body);
  mlir::LogicalResult assign(cin::AssignOp assign, const BlockList &blocks,
                             Scope &scope);
  mlir::LogicalResult run(cin::WhereOp where, BlockList &blocks, Scope &scope);

private:
  bool isCopied(cin::WhereOp where) const;
  bool onlyLists(cin::WhereOp where) const;
  mlir::LogicalResult whenWhole(cin::ForallOp forall, Scope &scope, Body body);
  void putOnList(cin::WhereOp where, const BlockList &blocks, mlir::Value block,
                 mlir::Value whether, Scope &scope);
  mlir::LogicalResult put(cin::AssignOp assign, const BlockList &blocks,
                          mlir::Value isPresent, Scope &scope);
  mlir::LogicalResult produce(cin::WhereOp where, Scope &scope);
  Storage &openConsumer(cin::WhereOp where, const BlockList &blocks,
                        mlir::Value count);
  void sort(const BlockList &blocks, mlir::Value length);
  mlir::Value hasElements(cin::WhereOp where, const BlockList &blocks,
                          mlir::Value first);
  void copyBlock(cin::WhereOp where, const BlockList &blocks, mlir::Value first,
                 mlir::Value position);
  mlir::LogicalResult copy(cin::WhereOp where, const BlockList &blocks,
                           mlir::Value count, Scope &scope);
  mlir::LogicalResult consume(cin::WhereOp where, const BlockList &blocks,
                              mlir::Value count, Scope &scope);
  void clear(cin::WhereOp where, const BlockList &blocks, mlir::Value count);

  Places &places;
  Control &control;
  Values &values;
  Result &result;
  Statements &statements;
};

/// A workspace with keys, of any order: no larger than what is assigned.
struct Table {
  mlir::Value handle;      ///< Of the runtime: encke_table.
  mlir::Value nothing;     ///< A buffer with what nothing changes.
  mlir::Value descriptor;  ///< Room for that of an array.
  bool hasNothing = false; ///< There is something that nothing changes.
};

/// Hash tables and sorted lists (Tables.cpp). What one holds is put in order
/// before it is read, and has the levels of a sparse tensor then.
class Tables : Part {
public:
  Tables(Context &context, Places &places, Control &control, Values &values,
         Result &result, Statements &statements)
      : Part(context), places(places), control(control), values(values),
        result(result), statements(statements) {}

  Table open(cin::WhereOp where);
  void close(const Table &table);
  mlir::LogicalResult assign(cin::AssignOp assign, const Table &table,
                             Scope &scope);
  mlir::LogicalResult run(cin::WhereOp where, const Table &table, Scope &scope);

private:
  mlir::Value emitKey(cin::AssignOp assign, Scope &scope);
  mlir::Value findSlot(const Table &table, mlir::Value keys, mlir::Value key,
                       mlir::Location loc);
  mlir::Value putIntoSlot(cin::AssignOp assign, const Table &table,
                          mlir::Value key, mlir::Value value,
                          mlir::Value count);
  mlir::Value putInOrder(cin::AssignOp assign, const Table &table,
                         mlir::Value key, mlir::Value value, mlir::Value count);
  mlir::Value viewTaken(const Table &table, int64_t field, mlir::Type element,
                        mlir::Value count, mlir::Location loc);
  void openConsumer(cin::WhereOp where, const Table &table, mlir::Value tensor,
                    mlir::Value count);

  Places &places;
  Control &control;
  Values &values;
  Result &result;
  Statements &statements;
};

/// The memory of workspaces serves every execution of their statements in one
/// task.
class Workspaces : Part {
public:
  Workspaces(Context &context, Places &places, Rows &rows, BlockRows &blocks,
             Tables &tables, Result &result)
      : Part(context), places(places), rowKind(rows), blockKind(blocks),
        tableKind(tables), result(result) {}

  /// `around` is the kernel, or a parallel loop.
  mlir::LogicalResult open(mlir::Operation *around);
  void close(mlir::Operation *around);

  /// That of a place within its `where`; null for other kinds.
  Row *findRow(mlir::Value place);
  BlockList *findBlocks(mlir::Value place);
  /// `body`, inside of the loop, which may be the one over the blocks of a row
  /// that is filled.
  mlir::LogicalResult insideBlock(cin::ForallOp forall, Scope &scope,
                                  Body body);
  const Table *findTable(mlir::Value place) const;
  Row &rowOf(cin::WhereOp where) { return *rows[where]; }
  const Table &tableOf(cin::WhereOp where) { return tables[where]; }
  mlir::Value bufferOf(cin::WhereOp where) { return buffers.lookup(where); }

  /// Of a loop whose merge scatters: where a stream has each coordinate, with
  /// no places if these are too many; null where their number is not known in
  /// front of the kernel.
  mlir::Value placesOf(cin::ForallOp forall) {
    return scattered.lookup(forall);
  }
  /// Of such a loop: whether it steps through its streams nevertheless (i1), as
  /// was found out in front of the kernel; null where that is not asked.
  mlir::Value stepsThrough(cin::ForallOp forall) {
    return stepped.lookup(forall);
  }

private:
  mlir::LogicalResult openPlaces(cin::ForallOp forall);
  mlir::LogicalResult lookAtRows(cin::ForallOp forall);

  Places &places;
  Rows &rowKind;
  BlockRows &blockKind;
  Tables &tableKind;
  Result &result;
  /// By `where`; a parallel loop inside of one opens others.
  llvm::MapVector<mlir::Operation *, std::unique_ptr<Row>> rows;
  llvm::MapVector<mlir::Operation *, BlockList> blockRows;
  llvm::MapVector<mlir::Operation *, Table> tables;
  llvm::MapVector<mlir::Operation *, mlir::Value> buffers, scattered, stepped;
};

} // namespace encke::generator

#endif // ENCKE_PASSES_CINTOSCF_SINKS_WORKSPACES_H
