//===- Program.h - the lowering of what is no kernel ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_TATOLINALG_PROGRAM_H
#define ENCKE_PASSES_TATOLINALG_PROGRAM_H

#include "dialects/Dist/DistDialect.h"
#include "dialects/TA/TADialect.h"
#include "passes/Support/LevelParts.h"
#include "passes/Support/RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace encke {

/// The place has the same coordinate for all of a part: no table tells it.
bool isScalarPlace(mlir::AffineExpr expr, unsigned firstTable);

/// A slice as upstream's operations on tensors take it.
struct SliceBounds {
  llvm::SmallVector<mlir::OpFoldResult> offsets, sizes, strides;
};

class ProgramLowering {
public:
  ProgramLowering(mlir::ModuleOp module)
      : module(module), runtime(module), levelParts(module),
        builder(module.getContext()),
        pointer(mlir::LLVM::LLVMPointerType::get(module.getContext())) {}

  void addTiming();
  mlir::LogicalResult run();

private:
  mlir::LogicalResult lower(mlir::Operation *op);
  void lowerFile(ta::FileOp op);
  void lowerSize(ta::SizeOp op);
  mlir::LogicalResult lowerRead(ta::ReadOp op);
  mlir::LogicalResult lowerRandom(ta::RandomOp op);
  void lowerOrdering(ta::OrderingOp op);
  mlir::LogicalResult lowerReorder(ta::ReorderOp op);
  std::pair<mlir::Value, mlir::Value> bytesBeside(ta::ReorderOp op);
  mlir::LogicalResult lowerPermute(ta::PermuteOp op);
  llvm::SmallVector<mlir::Value> dynamicSizes(mlir::RankedTensorType type,
                                              mlir::Value tensor);
  void lowerCoordinates(ta::CoordinatesOp op);
  template <typename Op>
  void announceOrderings(Op op);
  mlir::LogicalResult lowerSlice(ta::SliceOp op);
  mlir::LogicalResult lowerDecompose(ta::DecomposeOp op);
  void lowerAsk(ta::AskOp op);
  mlir::LogicalResult lowerInsert(ta::InsertOp op);
  mlir::Value lowerScatter(ta::InsertOp op);
  mlir::LogicalResult lowerWhole(ta::WholeOp op);
  // Parts of tensors on several processes (Processes.cpp).
  mlir::LogicalResult lowerOnProcesses(mlir::Operation *op);
  void setRows(mlir::Operation *op, mlir::Value handle, unsigned result = 0);
  void lowerJoin(dist::JoinOp op);
  mlir::LogicalResult lowerCutFile(dist::CutFileOp op);
  mlir::LogicalResult lowerReadPart(dist::ReadPartOp op);
  mlir::LogicalResult lowerGhosts(dist::GhostsOp op);
  mlir::LogicalResult lowerWritePart(dist::WriteOp op);
  mlir::LogicalResult lowerBegin(dist::BeginOp op);
  mlir::LogicalResult lowerInner(dist::InnerOp op);
  mlir::LogicalResult lowerStack(dist::StackOp op);
  mlir::LogicalResult lowerAllReduce(dist::AllReduceOp op);
  template <typename Op>
  mlir::LogicalResult lowerMove(Op op, llvm::StringRef function,
                                llvm::StringRef extent);
  void lowerAgree(dist::AgreeOp op);

  void lowerParameter(ta::ParameterOp op);
  /// The address of a text, which a parameter may be (L59).
  mlir::Value textOf(mlir::Location loc, mlir::Attribute text);
  template <typename Op>
  mlir::LogicalResult lowerParts(Op line);
  mlir::LogicalResult lowerPrintLine(ta::PrintLineOp op);
  mlir::LogicalResult lowerFail(ta::FailOp op);
  mlir::LogicalResult lowerPrint(ta::PrintOp op);
  mlir::LogicalResult lowerWrite(ta::WriteOp op);

  // Parts of tensors (Places.cpp).
  /// A coordinate of a tensor as a sum: `offset`, and these factors times the
  /// coordinates of a part and the elements of tables; null for 0.
  struct Coordinate {
    mlir::Value offset;
    llvm::SmallVector<mlir::Value> byPart, byTable;
  };
  template <typename Op>
  llvm::SmallVector<Coordinate> getCoordinates(Op op);
  template <typename Op>
  std::optional<SliceBounds> getBounds(Op op, mlir::Value tensor,
                                       mlir::Value part);
  template <typename Op>
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  listPlaces(Op op, llvm::ArrayRef<Coordinate> coordinates);
  template <typename Op>
  llvm::SmallVector<mlir::Value>
  listNumbers(Op op, llvm::ArrayRef<Coordinate> coordinates);
  void checkBlock(mlir::Location loc, mlir::Value tensor, int64_t mode,
                  const Coordinate &coordinate, mlir::OpFoldResult count,
                  llvm::StringRef at);
  /// The slice that ranges known in the text pick of a sparse tensor.
  std::optional<std::string> getRanges(ta::SliceOp op);
  // Elements of dense tensors that tables tell (Gathers.cpp).
  /// All are dense, of i64.
  static bool areDenseTables(mlir::ValueRange tables);
  static bool isGather(ta::SliceOp op);
  mlir::LogicalResult lowerGather(ta::SliceOp op);
  mlir::func::FuncOp makeGather(ta::SliceOp op,
                                llvm::ArrayRef<Coordinate> coordinates,
                                mlir::ValueRange numbers);
  std::optional<llvm::SmallVector<mlir::Value>>
  fixedCoordinates(ta::SliceOp op);
  mlir::Value viewSlice(ta::SliceOp op);
  mlir::Value findElement(ta::SliceOp op);
  void addMain();

  /// The tensor value made of the parts of a runtime tensor.
  mlir::Value castFromParts(mlir::Location loc, mlir::RankedTensorType type,
                            mlir::Value handle);
  /// Which entries are read (L13), as the runtime has it.
  mlir::Value selectorOf(mlir::Location loc, llvm::StringRef name);
  /// A fresh buffer for a dense tensor, and the runtime's view of it.
  std::pair<mlir::Value, mlir::Value> newBuffer(mlir::Location loc,
                                                mlir::RankedTensorType type,
                                                mlir::ValueRange dynamicSizes);
  /// What is in a buffer of its own, as the tensor that is to replace `result`.
  mlir::Value tensorIn(mlir::Value buffer, mlir::Value result);
  /// A tensor of that type, which `fill` is given as the runtime has it.
  mlir::FailureOr<mlir::Value>
  makeTensor(mlir::Operation *op, mlir::RankedTensorType type,
             mlir::ValueRange sizes,
             llvm::function_ref<void(mlir::Value)> fill);
  /// The runtime's tensor that stands for a tensor value, to print or write.
  mlir::FailureOr<mlir::Value> handleOf(mlir::Operation *user,
                                        mlir::Value tensor);
  /// The runtime's tensor behind a sparse tensor value.
  mlir::Value toHandle(mlir::Location loc, mlir::Value tensor) {
    return mlir::UnrealizedConversionCastOp::create(builder, loc, pointer,
                                                    tensor)
        .getResult(0);
  }
  mlir::Value toInteger(mlir::Location loc, mlir::Value index) {
    return mlir::arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                            index);
  }

  mlir::ModuleOp module;
  RuntimeCalls runtime;
  LevelPartsFinder levelParts;
  mlir::OpBuilder builder;
  mlir::Type pointer;
  llvm::DenseMap<mlir::Value, mlir::Value> handles;
  int64_t uses = 0;
};

} // namespace encke

#endif // ENCKE_PASSES_TATOLINALG_PROGRAM_H
