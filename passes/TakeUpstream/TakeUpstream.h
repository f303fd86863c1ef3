//===- TakeUpstream.h - the parts of take-upstream --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_TAKEUPSTREAM_TAKEUPSTREAM_H
#define ENCKE_PASSES_TAKEUPSTREAM_TAKEUPSTREAM_H

#include "dialects/Format.h"
#include "dialects/ProgramFunction.h"
#include "passes/Support/RuntimeCalls.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace encke::upstream {

/// The type of a tensor as Encke stores it: what says only how upstream would
/// is left out, and elements that are indices are integers. Other types are as
/// they are.
mlir::Type toStored(mlir::Type type);
/// The type in which an element is stored in a sparse tensor: `index` has no
/// width in memory.
mlir::Type toStoredElement(mlir::Type type);
/// A number as it is stored, and back: no value changes.
mlir::Value widen(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Value number);
mlir::Value narrow(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value stored, mlir::Type type);

mlir::Value emitZero(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Type type);

/// All types of tensors in the module become those that are stored (Types.cpp).
void takeTypes(mlir::ModuleOp module);

/// Where an iterator stands: a position, or all positions with its coordinate.
struct Segment {
  mlir::Value at, end = {}; ///< No end: of one position.
};

/// A loop that is begun.
struct OpenLoop {
  mlir::Operation *op;
  mlir::Block *body;
  /// What it carries before everything else, as the next round has it.
  llvm::SmallVector<mlir::Value> state = {};
};

/// Lowers what no kernel computes.
class StorageLowering {
public:
  explicit StorageLowering(mlir::ModuleOp module)
      : module(module), runtime(module), builder(module.getContext()) {}

  mlir::LogicalResult run();
  /// `source` at the indices that a map makes of these loops, as a tensor with
  /// a dimension for each of them (Windows.cpp).
  mlir::FailureOr<mlir::Value> makeWindows(mlir::Operation *op,
                                           mlir::Value source,
                                           mlir::AffineMap map,
                                           llvm::ArrayRef<unsigned> loops,
                                           llvm::ArrayRef<mlir::Range> ranges);
  /// How many positions a sparse tensor has, as an index.
  mlir::Value countPositions(mlir::Operation *op, mlir::Value tensor);

private:
  mlir::LogicalResult lower(mlir::Operation *op);
  void lowerAssert(mlir::cf::AssertOp op);
  mlir::LogicalResult lowerFilename(mlir::func::CallOp op);
  // Tensors as a whole (Tensors.cpp).
  mlir::LogicalResult lowerNew(mlir::sparse_tensor::NewOp op);
  mlir::LogicalResult lowerOut(mlir::sparse_tensor::OutOp op);
  void lowerPrint(mlir::sparse_tensor::PrintOp op);
  mlir::LogicalResult lowerConvert(mlir::sparse_tensor::ConvertOp op);
  mlir::LogicalResult lowerConcatenate(mlir::sparse_tensor::ConcatenateOp op);
  mlir::LogicalResult lowerReshape(mlir::Operation *op);
  mlir::LogicalResult lowerExtractSlice(mlir::tensor::ExtractSliceOp op);
  mlir::LogicalResult lowerReorder(mlir::sparse_tensor::ReorderCOOOp op);
  mlir::LogicalResult
  lowerReinterpret(mlir::sparse_tensor::ReinterpretMapOp op);
  mlir::LogicalResult lowerSliceNumber(mlir::Operation *op, mlir::Value slice,
                                       int64_t dim, bool isOffset);
  mlir::LogicalResult lowerCrdTranslate(mlir::sparse_tensor::CrdTranslateOp op);
  // Elements (Entries.cpp).
  mlir::LogicalResult lowerForeach(mlir::sparse_tensor::ForeachOp op);
  void lowerDenseForeach(mlir::sparse_tensor::ForeachOp op);
  mlir::LogicalResult lowerInsert(mlir::tensor::InsertOp op);
  void lowerExpand(mlir::sparse_tensor::ExpandOp op);
  mlir::LogicalResult lowerCompress(mlir::sparse_tensor::CompressOp op);
  mlir::LogicalResult lowerExtract(mlir::tensor::ExtractOp op);
  void lowerLoad(mlir::sparse_tensor::LoadOp op);
  mlir::LogicalResult lowerEmpty(mlir::Operation *op);
  void put(mlir::Location loc, mlir::Value handle, mlir::ValueRange indices,
           mlir::Value value);
  // Spaces (Iterate.cpp).
  struct Space {
    mlir::Value tensor;
    llvm::SmallVector<LevelType> levels; ///< All of the tensor.
    llvm::SmallVector<bool> unique;      ///< No coordinate is there twice.
    int64_t first, last;                 ///< Those of the space.
    Segment parent;
    /// A coordinate of the level is one iteration, with all positions that have
    /// it: the space ends above levels that tell these apart.
    bool hasSegments(int64_t level) const {
      return size_t(last) != levels.size() && !unique[size_t(last - 1)] &&
             !unique[size_t(level)];
    }
  };
  /// One of the spaces of a coiterate, where its loops stand.
  struct Stream {
    Space space;
    int64_t level;         ///< The next one.
    mlir::Value size;      ///< Of a level with all coordinates.
    mlir::Value crd;       ///< The array of another one.
    Segment range;         ///< What the loop's position goes through.
    mlir::Value isPresent; ///< It has an element where the loop is.
    Segment here;
  };
  mlir::LogicalResult lowerIterations();
  mlir::LogicalResult lowerIterate(mlir::sparse_tensor::IterateOp op);
  mlir::LogicalResult lowerCoIterate(mlir::sparse_tensor::CoIterateOp op);
  void beginStream(mlir::Operation *op, Stream &stream);
  mlir::Value beginTogether(mlir::sparse_tensor::CoIterateOp op,
                            llvm::MutableArrayRef<Stream> streams,
                            llvm::SmallVectorImpl<OpenLoop> &loops,
                            llvm::SmallVectorImpl<mlir::Value> &carried);
  mlir::FailureOr<Space> findSpace(mlir::Operation *op, mlir::Value value);
  Segment positionsBelow(mlir::Operation *op, const Space &space, int64_t level,
                         Segment parent);
  Segment positionsInBatch(mlir::Operation *op, const Space &space,
                           int64_t level, mlir::Value parent);
  mlir::Value segmentEnd(mlir::Location loc, mlir::Value crd, mlir::Value at,
                         mlir::Value end, mlir::Value coordinate);
  mlir::Value levelSize(mlir::Location loc, mlir::Value tensor, int64_t level);
  mlir::Value beginLoop(mlir::Location loc, Segment range,
                        llvm::SmallVectorImpl<OpenLoop> &loops,
                        llvm::SmallVectorImpl<mlir::Value> &carried);
  Segment beginSegments(mlir::Location loc, Segment range, mlir::Value crd,
                        llvm::SmallVectorImpl<OpenLoop> &loops,
                        llvm::SmallVectorImpl<mlir::Value> &carried);
  mlir::Value indexOf(mlir::Location loc, int64_t value);
  mlir::Value constant(mlir::Location loc, bool value);
  mlir::Value add(mlir::Location loc, mlir::Value lhs, mlir::Value rhs);
  mlir::Value times(mlir::Location loc, mlir::Value lhs, int64_t rhs);
  mlir::LogicalResult lowerExtractValue(mlir::sparse_tensor::ExtractValOp op);
  mlir::Value levelArray(mlir::Operation *op, bool positions,
                         mlir::Value tensor, int64_t level);
  // Arrays (Arrays.cpp).
  void lowerPositions(mlir::sparse_tensor::ToPositionsOp op);
  void lowerCoordinates(mlir::sparse_tensor::ToCoordinatesOp op);
  void lowerCoordinatesBuffer(mlir::sparse_tensor::ToCoordinatesBufferOp op);
  void lowerValues(mlir::sparse_tensor::ToValuesOp op);
  mlir::LogicalResult lowerAssemble(mlir::sparse_tensor::AssembleOp op);
  mlir::LogicalResult lowerDisassemble(mlir::sparse_tensor::DisassembleOp op);
  /// The array of one level as a memory reference of `type`: itself, or a copy
  /// with other integers.
  mlir::Value integersOf(mlir::Operation *op, bool positions,
                         mlir::Value handle, int64_t level, unsigned width,
                         mlir::MemRefType type);

  /// Ends loops in loops, the innermost of which yields these values, and puts
  /// their results in the place of those of `op`.
  void replaceByLoops(mlir::Operation *op, llvm::ArrayRef<OpenLoop> loops,
                      mlir::ValueRange yielded);
  /// A new tensor of the runtime of the type as it is stored.
  mlir::FailureOr<mlir::Value> newTensor(mlir::Operation *op, mlir::Type type,
                                         mlir::ValueRange dynamicSizes);
  /// The runtime's tensor that stands for a tensor, sparse or not.
  mlir::Value handleOf(mlir::Location loc, mlir::Value tensor);
  /// The tensor that a handle stands for.
  mlir::Value tensorOf(mlir::Location loc, mlir::Type type, mlir::Value handle);
  /// A dense tensor of stored elements that `fill` gets the runtime's view of.
  mlir::Value makeDense(mlir::Location loc, mlir::RankedTensorType type,
                        mlir::ValueRange dynamicSizes,
                        llvm::function_ref<void(mlir::Value)> fill);
  /// A tensor, sparse or not, that `fill` gets the runtime's tensor of.
  mlir::FailureOr<mlir::Value>
  makeTensor(mlir::Operation *op, mlir::RankedTensorType type,
             mlir::ValueRange dynamicSizes,
             llvm::function_ref<void(mlir::Value)> fill);
  mlir::Value call(mlir::Location loc, llvm::StringRef name,
                   mlir::TypeRange result, mlir::ValueRange arguments) {
    return runtime.call(builder, loc, name, result, arguments);
  }
  mlir::Value integer(mlir::Location loc, int64_t value) {
    return RuntimeCalls::integer(builder, loc, value);
  }
  mlir::Value toInteger(mlir::Location loc, mlir::Value index) {
    return RuntimeCalls::toInteger(builder, loc, index);
  }
  mlir::Value toIndex(mlir::Location loc, mlir::Value number) {
    return RuntimeCalls::toIndex(builder, loc, number);
  }
  /// A dense tensor with elements of another type, which hold the same.
  mlir::Value castDense(mlir::Location loc, mlir::Value tensor,
                        mlir::Type element);
  /// Where in the text an operation stands.
  mlir::Value place(mlir::Location loc);
  /// Room for a descriptor, which loops share.
  mlir::Value slotFor(mlir::Operation *op);
  /// Which sizes a type does not tell are those of the tensor.
  llvm::SmallVector<mlir::Value> sizesLike(mlir::Location loc, mlir::Type type,
                                           mlir::Value tensor);
  mlir::Type pointer() {
    return mlir::LLVM::LLVMPointerType::get(module.getContext());
  }

  mlir::ModuleOp module;
  RuntimeCalls runtime;
  mlir::OpBuilder builder;
  /// Offsets and strides of slices that were made.
  using Numbers = llvm::SmallVector<mlir::OpFoldResult>;
  llvm::DenseMap<mlir::Value, std::pair<Numbers, Numbers>> slices;
  int64_t uses = 0;
};

/// Rewrites bodies and results of `linalg` operations so that kernels compute
/// them, or upstream's loops over dense tensors (Linalg.cpp).
mlir::LogicalResult takeLinalg(mlir::ModuleOp module, StorageLowering &storage);

/// All indices of inputs that are no loop dimensions are sums of them, into
/// sparse tensors, or, `withDense`, any; and makes such tensors have them
/// (Windows.cpp).
bool takesWindows(mlir::linalg::LinalgOp op, bool withDense);
/// Puts the operation into a branch for where little is stored; returns the
/// same one in the other branch.
mlir::linalg::GenericOp addBranch(mlir::RewriterBase &rewriter,
                                  mlir::linalg::GenericOp op,
                                  StorageLowering &storage);
mlir::LogicalResult makeWindows(mlir::linalg::GenericOp op,
                                StorageLowering &storage);
/// Reduces by a region that no kernel has, element by element (Reduce.cpp);
/// false, and nothing is changed, where it is another operation.
bool reduceInOrder(mlir::RewriterBase &rewriter, mlir::linalg::GenericOp op);
/// The operations that a reduction becomes to which zeros count; none, and
/// nothing is changed, where it is another one.
llvm::SmallVector<mlir::linalg::GenericOp>
splitZeros(mlir::RewriterBase &rewriter, mlir::linalg::GenericOp op);

/// Each operation that kernels compute becomes one (Outline.cpp).
void outlineLinalg(mlir::ModuleOp module);

/// `main`, or a program that calls `name`, becomes the program (Program.cpp).
mlir::LogicalResult takeProgram(mlir::ModuleOp module, llvm::StringRef name);

} // namespace encke::upstream

#endif // ENCKE_PASSES_TAKEUPSTREAM_TAKEUPSTREAM_H
