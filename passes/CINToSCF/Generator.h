//===- Generator.h - loops over levels from a kernel ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_GENERATOR_H
#define ENCKE_PASSES_CINTOSCF_GENERATOR_H

#include "dialects/CIN/CINDialect.h"
#include "passes/CINToSCF/Levels.h"
#include "passes/Support/RuntimeCalls.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"

namespace encke {

/// Generates the code of one bufferised kernel in front of it.
class KernelGenerator {
public:
  KernelGenerator(cin::KernelOp kernel, RuntimeCalls &runtime)
      : kernel(kernel), runtime(runtime), builder(kernel) {}

  mlir::LogicalResult run();

private:
  /// What a place is in the generated code.
  struct Storage {
    mlir::Value buffer; // dense: the memref
    Format format;      // sparse: the levels and the values
    llvm::SmallVector<std::unique_ptr<Level>> levels;
    mlir::Value values;

    bool isSparse() const { return !levels.empty(); }
  };

  /// What is known at one point of the generated code. Copied into each loop.
  struct Scope {
    /// Index variables and computed values.
    mlir::IRMapping values;
    /// The positions of a sparse access, one a level, as far as the loops
    /// around have fixed them.
    llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value>> positions;
    /// The current value of each register workspace, by its `where`.
    llvm::DenseMap<mlir::Operation *, mlir::Value> registers;
  };

  /// The level that a loop runs over, shared by equal accesses.
  struct Iterated {
    llvm::SmallVector<cin::AccessOp> accesses;
    const Level *level = nullptr;
    mlir::Value parent; // the position above
  };

  // Tensors (Generator.cpp).
  mlir::LogicalResult openPlaces();
  mlir::LogicalResult openSparse(Storage &storage, mlir::Value handle,
                                 mlir::RankedTensorType type);
  void declareDistinct();

  // Statements (Generator.cpp).
  mlir::LogicalResult generate(mlir::Block &block, Scope &scope);
  mlir::LogicalResult generateAccess(cin::AccessOp access, Scope &scope);
  mlir::LogicalResult generateAssign(cin::AssignOp assign, Scope &scope);
  mlir::LogicalResult generateWhere(cin::WhereOp where, Scope &scope);
  mlir::LogicalResult generateOther(mlir::Operation &op, Scope &scope);
  mlir::Value combine(mlir::Location loc, cin::Reduction reduction,
                      mlir::Value old, mlir::Value value);

  // Loops (Loops.cpp).
  mlir::LogicalResult generateForall(cin::ForallOp forall, Scope &scope);
  mlir::FailureOr<llvm::SmallVector<cin::AccessOp>>
  accessesAlong(cin::ForallOp forall, const Scope &scope);
  mlir::FailureOr<std::optional<Iterated>>
  chooseIterated(cin::ForallOp forall, llvm::ArrayRef<cin::AccessOp> accesses,
                 const Scope &scope);
  mlir::LogicalResult enterLoop(cin::ForallOp forall,
                                llvm::ArrayRef<cin::AccessOp> accesses,
                                const std::optional<Iterated> &iterated,
                                mlir::Value counter, Scope &scope);
  llvm::SmallVector<mlir::Operation *> carriedRegisters(cin::ForallOp forall,
                                                        const Scope &scope);

  /// The position under which the next level of an access lies.
  mlir::Value parentPosition(cin::AccessOp access, const Scope &scope);
  const Storage &storageOf(mlir::Value place) {
    return *storages.find(place)->second;
  }
  /// The place belongs to this kernel, or to a `where` around the scope.
  bool isOpen(mlir::Value place, const Scope &scope);
  /// The `where` whose order-0 workspace a place is, or null.
  static cin::WhereOp registerOf(mlir::Value place);

  cin::KernelOp kernel;
  RuntimeCalls &runtime;
  mlir::OpBuilder builder;
  llvm::DenseMap<mlir::Value, std::unique_ptr<Storage>> storages;
};

} // namespace encke

#endif // ENCKE_PASSES_CINTOSCF_GENERATOR_H
