//===- Sinks.h - what a run over a kernel makes of it -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The statements of a kernel are run over once, or several times for a sparse
// result: to bound or to count what it will store, and to fill it in. What a
// run makes of assignments, workspaces and loops is said by its sink.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_SINKS_SINKS_H
#define ENCKE_PASSES_CINTOSCF_SINKS_SINKS_H

#include "passes/CINToSCF/Scope.h"

namespace encke::generator {

class BlockRows;
class Buffers;
class Control;
class Places;
class Registers;
class Result;
class Rows;
class Tables;
class Statements;
class Values;
class Workspaces;

/// Takes what the statements of a kernel compute.
class Sink {
public:
  virtual ~Sink() = default;

  virtual mlir::LogicalResult assign(cin::AssignOp assign, Scope &scope) = 0;
  virtual mlir::LogicalResult where(cin::WhereOp where, Scope &scope) = 0;

  /// Workspaces have memory.
  virtual bool hasMemory() const { return true; }
  /// The code is for a case that is rare, so that it is generated once.
  virtual bool isRare() const { return false; }
  /// What is appended is only counted.
  virtual bool isCounting() const { return false; }
  /// Whether tasks share a loop that is cut into chunks.
  virtual bool sharesLoop(cin::ForallOp forall) const { return true; }

  /// Whether the loop need not be generated, as no iteration does anything; or
  /// its body once, as every iteration does the same.
  enum class Need { loop, body, nothing };
  virtual Need needOf(cin::ForallOp forall) const { return Need::loop; }
  /// Generates the effect of a loop over what its plan says without the loop;
  /// false where it has to run. `range`: the coordinates of one that visits
  /// them all, where it is only a part of them.
  virtual mlir::FailureOr<bool> closedForm(cin::ForallOp forall,
                                           PlannedLoop &plan,
                                           std::optional<Interval> range,
                                           Scope &scope) {
    return false;
  }
};

/// Stores what is assigned; of a sparse result, what it has arrays for in this
/// run: while it is counted, nothing (Store.cpp).
class Store : public Sink {
public:
  Store(Context &context, Places &places, Control &control, Values &values,
        Result &result, Workspaces &workspaces, Registers &registers,
        Buffers &buffers, Rows &rows, BlockRows &blockRows, Tables &tables,
        Statements &statements)
      : context(context), places(places), control(control), values(values),
        result(result), workspaces(workspaces), registers(registers),
        buffers(buffers), rows(rows), blockRows(blockRows), tables(tables),
        statements(statements) {}

  mlir::LogicalResult assign(cin::AssignOp assign, Scope &scope) override;
  mlir::LogicalResult where(cin::WhereOp where, Scope &scope) override;
  bool isRare() const override;
  bool isCounting() const override;
  mlir::FailureOr<bool> closedForm(cin::ForallOp forall, PlannedLoop &plan,
                                   std::optional<Interval> range,
                                   Scope &scope) override;

protected:
  Context &context;
  Places &places;
  Control &control;
  Values &values;
  Result &result;
  Workspaces &workspaces;
  Registers &registers;
  Buffers &buffers;
  Rows &rows;
  BlockRows &blockRows;
  Tables &tables;
  Statements &statements;

private:
  mlir::LogicalResult runFull(cin::WhereOp where, Scope &scope);
};

/// Finds out whether the producer of a full workspace assigns anything, without
/// values and without the loops along the workspace (Store.cpp).
class Probe : public Store {
public:
  Probe(const Store &store, cin::WhereOp probed)
      : Store(store), probed(probed) {}

  /// i1: whether it does.
  mlir::FailureOr<mlir::Value> run(Scope &scope);

  mlir::LogicalResult assign(cin::AssignOp assign, Scope &scope) override;
  Need needOf(cin::ForallOp forall) const override;

private:
  cin::WhereOp probed;
};

/// Computes how much the sparse result stores at most (Bounds.cpp).
class Bound : public Sink {
public:
  Bound(Context &context, Places &places, Control &control, Values &values,
        Result &result, Rows &rows, Statements &statements)
      : context(context), places(places), control(control), values(values),
        result(result), rows(rows), statements(statements) {}

  mlir::LogicalResult assign(cin::AssignOp assign, Scope &scope) override;
  mlir::LogicalResult where(cin::WhereOp where, Scope &scope) override;
  bool hasMemory() const override { return false; }
  bool isCounting() const override { return true; }
  bool sharesLoop(cin::ForallOp forall) const override;
  Need needOf(cin::ForallOp forall) const override;
  mlir::FailureOr<bool> closedForm(cin::ForallOp forall, PlannedLoop &plan,
                                   std::optional<Interval> range,
                                   Scope &scope) override;

private:
  StateKey lengthOf(mlir::Value place) const;
  void lengthen(llvm::ArrayRef<mlir::Value> places, mlir::Value by,
                Scope &scope);
  mlir::FailureOr<mlir::Value> boundOf(cin::ForallOp forall, PlannedLoop &plan,
                                       Scope &scope);

  Context &context;
  Places &places;
  Control &control;
  Values &values;
  Result &result;
  Rows &rows;
  Statements &statements;
};

} // namespace encke::generator

#endif // ENCKE_PASSES_CINTOSCF_SINKS_SINKS_H
