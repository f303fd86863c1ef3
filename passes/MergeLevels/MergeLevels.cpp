//===- MergeLevels.cpp - loops over positions instead of coordinates ------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `fuse` and `pos` of Senanayake et al., "A Sparse Iteration Space
// Transformation Framework for Sparse Tensor Algebra" (OOPSLA 2020), where
// nobody asks for the coordinates: loops over the outermost levels of a sparse
// tensor become one over their positions. A result that stores an element for
// each of these has the same levels, so it shares the tensor's arrays, and only
// values are left to compute.
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Patterns.h"
#include "passes/Passes.h"
#include "passes/Support/Nest.h"

#include "dialects/CIN/CINDialect.h"
#include "dialects/CIN/MergedLevels.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

namespace encke {
#define GEN_PASS_DEF_MERGELEVELS
#include "passes/Passes.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::cin;

static RankedTensorType tensorOf(Value place) {
  return cast<PlaceType>(place.getType()).getTensor();
}

namespace {

/// A kernel that can do without the coordinates of some levels.
struct Candidate {
  KernelOp kernel;
  Nest nest;
  /// The one sparse operand, its format, and where the kernel reads it.
  Value source;
  Format format;
  AccessOp access;
  /// So many of its levels, outermost first.
  unsigned levels = 0;

  bool isSource(AccessOp other) const {
    auto place = cast<BlockArgument>(other.getTensor());
    return KernelOp(kernel).getOperandOf(place) == source;
  }
  ForallOp loopOf(unsigned level) const {
    return forallOf(AccessOp(access).getIndices()[format.levelToMode[level]]);
  }
  bool isMerged(ForallOp loop) const {
    for (unsigned level = 0; level < levels; ++level)
      if (loopOf(level) == loop)
        return true;
    return false;
  }
  RankedTensorType getSourceType() const {
    return cast<RankedTensorType>(source.getType());
  }
  /// The result is sparse, so it shares the levels; else it is one element.
  RankedTensorType getResultType() const {
    return tensorOf(AssignOp(nest.assign).getTensor());
  }
  bool isSparseResult() const { return bool(getResultType().getEncoding()); }
  /// Several elements of the operand come together in one of the sparse result.
  bool accumulates() const { return levels < format.levels.size(); }
};

} // namespace

//===----------------------------------------------------------------------===//
// Which kernels
//===----------------------------------------------------------------------===//

/// The kernel reads one sparse tensor, always the same element of it, which an
/// argument of its function brings: another kernel's result may be made where
/// it is read (cin-fuse-kernels).
static bool findSource(Candidate &candidate) {
  for (AccessOp access : candidate.nest.accesses) {
    auto place = cast<BlockArgument>(access.getTensor());
    if (place.getArgNumber() >= candidate.kernel.getInputs().size())
      return false; // reads the result
    if (!tensorOf(place).getEncoding())
      continue;
    if (!candidate.source) {
      candidate.source = candidate.kernel.getOperandOf(place);
      candidate.access = access;
    } else if (!candidate.isSource(access) ||
               access.getIndices() != candidate.access.getIndices()) {
      return false;
    }
  }
  return isa_and_present<BlockArgument>(candidate.source);
}

/// Each loop runs along a level of its own.
static bool hasLoopForEachLevel(Candidate &candidate) {
  std::optional<Format> format = getFormat(candidate.getSourceType());
  if (!format || !format->storesWholeModes())
    return false;
  candidate.format = *format;
  llvm::SmallPtrSet<Operation *, 4> loops;
  for (Value index : candidate.access.getIndices()) {
    ForallOp loop = forallOf(index);
    if (!loop || loop.getWithin() || loop.getDiagonal() || loop.getRow() ||
        !loops.insert(loop).second)
      return false;
  }
  return loops.size() == candidate.nest.foralls.size();
}

/// The loop's coordinate says where the tensor is read, and where the result
/// has its element, and nothing else.
static bool isOnlyPlace(const Candidate &candidate, ForallOp loop) {
  return llvm::all_of(loop.getIndex().getUsers(), [&](Operation *user) {
    auto access = dyn_cast<AccessOp>(user);
    return access ? candidate.isSource(access)
                  : user == candidate.nest.assign && candidate.isSparseResult();
  });
}

/// Dense levels below others have positions that are padding (L47), and may
/// have nothing below them.
static bool storesEachPosition(const Format &format) {
  ArrayRef<LevelType> levels = format.levels;
  return !llvm::is_contained(levels.drop_while([](LevelType type) {
    return type == LevelType::Dense;
  }),
                             LevelType::Dense);
}

/// All levels of a sparse result, in order, or as many as nobody asks for.
static unsigned countLevels(const Candidate &candidate) {
  if (candidate.isSparseResult())
    return candidate.getResultType().getRank();
  unsigned levels = 0;
  while (levels < candidate.format.levels.size() &&
         isOnlyPlace(candidate, candidate.loopOf(levels)))
    ++levels;
  return levels;
}

/// The levels of the result are those of the tensor.
static bool sharesLevels(const Candidate &candidate) {
  RankedTensorType type = candidate.getResultType();
  if (!canShareLevels(candidate.getSourceType(), candidate.levels, type))
    return false;
  Format format = *getFormat(type);
  AssignOp assign = candidate.nest.assign;
  for (unsigned level = 0; level < candidate.levels; ++level) {
    ForallOp loop = candidate.loopOf(level);
    if (forallOf(assign.getIndices()[format.levelToMode[level]]) != loop ||
        !isOnlyPlace(candidate, loop))
      return false;
  }
  return true;
}

/// What the result holds is right, whatever it is at first.
static bool canReduce(const Candidate &candidate) {
  Reduction reduction = AssignOp(candidate.nest.assign).getReduction();
  if (!candidate.isSparseResult())
    return reduction != Reduction::none &&
           candidate.getResultType().getRank() == 0;
  return reduction == Reduction::add ||
         (!candidate.accumulates() && reduction == Reduction::none);
}

/// The result is no other kernel's operand, which might be fused with this one.
static bool isLast(KernelOp kernel) {
  return kernel.getNumResults() == 1 &&
         llvm::none_of(kernel->getUsers(), [](Operation *user) {
           return isa<KernelOp, sparse_tensor::ConvertOp>(user);
         });
}

static std::optional<Candidate> match(KernelOp kernel) {
  std::optional<Nest> nest = matchNest(kernel);
  if (!nest || kernel.isOnePhase() || !isLast(kernel))
    return std::nullopt;
  Candidate candidate{kernel, *nest, {}, {}, {}, 0};
  if (!findSource(candidate) || !hasLoopForEachLevel(candidate))
    return std::nullopt;
  const Format &format = candidate.format;
  unsigned levels = candidate.levels = countLevels(candidate);
  if (levels == 0 || levels > format.levels.size() ||
      !storesEachPosition(format) ||
      llvm::all_of(ArrayRef(format.levels).take_front(levels),
                   [](LevelType type) { return type == LevelType::Dense; }))
    return std::nullopt;
  bool isDistinct =
      !candidate.accumulates() || format.levels[levels] != LevelType::Singleton;
  auto isSource = [&](AccessOp access) { return candidate.isSource(access); };
  AssignOp assign = nest->assign;
  bool fits = isDistinct && canReduce(candidate) &&
              isRestrictedTo(assign.getValue(), isSource) &&
              (!candidate.isSparseResult() || sharesLevels(candidate)) &&
              getMergedType(candidate.getSourceType(), levels);
  return fits ? std::optional(candidate) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Carrying it out
//===----------------------------------------------------------------------===//

namespace {

/// Builds the kernel over positions in front of the one over coordinates.
class Merger {
public:
  explicit Merger(Candidate &candidate)
      : candidate(candidate), builder(candidate.kernel),
        loc(candidate.kernel.getLoc()) {}

  void run();

private:
  StringAttr getLabel();
  ForallOp openLoop(Block &block, Value extent, StringAttr label);
  Value fill(Value values);
  KernelOp buildKernel(Value output);
  void buildBody(KernelOp merged);

  Candidate &candidate;
  OpBuilder builder;
  Location loc;
  Value source; ///< Its levels merged.
  Value positions;
};

} // namespace

/// Of the labels of the loops: "i_j".
StringAttr Merger::getLabel() {
  std::string label;
  for (unsigned level = 0; level < candidate.levels; ++level)
    if (std::optional<StringRef> part = candidate.loopOf(level).getLabel())
      label += (label.empty() ? "" : "_") + part->str();
  return label.empty() ? StringAttr() : builder.getStringAttr(label);
}

ForallOp Merger::openLoop(Block &block, Value extent, StringAttr label) {
  builder.setInsertionPointToEnd(&block);
  return ForallOp::create(builder, loc, extent, label);
}

/// Zeros to add to.
Value Merger::fill(Value values) {
  Type element = candidate.getResultType().getElementType();
  Value zero;
  if (auto complex = dyn_cast<ComplexType>(element)) {
    Attribute part = builder.getZeroAttr(complex.getElementType());
    zero = complex::ConstantOp::create(builder, loc, complex,
                                       builder.getArrayAttr({part, part}));
  } else {
    zero =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
  }
  auto kernel = KernelOp::create(builder, loc, ValueRange(), values);
  OpBuilder::InsertionGuard guard(builder);
  ForallOp loop = openLoop(kernel.getBlock(), positions, getLabel());
  builder.setInsertionPointToEnd(&loop.getBlock());
  AssignOp::create(builder, loc, kernel.getOutputArguments().front(),
                   ValueRange(loop.getIndex()), Reduction::none, zero);
  return kernel.getResult(0);
}

/// One loop over the positions around those that are left.
void Merger::buildBody(KernelOp merged) {
  IRMapping mapping;
  mapping.map(candidate.kernel.getBlock().getArguments(),
              merged.getBlock().getArguments());
  ForallOp loop = openLoop(merged.getBlock(), positions, getLabel());
  Value position = loop.getIndex();
  for (ForallOp old : candidate.nest.foralls)
    if (!candidate.isMerged(old)) {
      loop = openLoop(loop.getBlock(), old.getExtent(), old.getLabelAttr());
      mapping.map(old.getIndex(), loop.getIndex());
    }
  builder.setInsertionPointToEnd(&loop.getBlock());
  for (Operation *op : candidate.nest.body) {
    auto access = dyn_cast<AccessOp>(op);
    if (access && candidate.isSource(access)) {
      SmallVector<Value> indices{position};
      for (Value index : access.getIndices())
        if (!candidate.isMerged(forallOf(index)))
          indices.push_back(mapping.lookup(index));
      mapping.map(access.getResult(),
                  AccessOp::create(builder, access.getLoc(),
                                   mapping.lookup(access.getTensor()), indices)
                      .getResult());
    } else if (op == candidate.nest.assign && candidate.isSparseResult()) {
      auto assign = cast<AssignOp>(op);
      AssignOp::create(builder, assign.getLoc(),
                       mapping.lookup(assign.getTensor()), ValueRange(position),
                       candidate.accumulates() ? assign.getReduction()
                                               : Reduction::none,
                       mapping.lookupOrDefault(assign.getValue()));
    } else {
      builder.clone(*op, mapping);
    }
  }
}

KernelOp Merger::buildKernel(Value output) {
  SmallVector<Value> inputs(candidate.kernel.getInputs());
  llvm::replace(inputs, candidate.source, source);
  auto merged = KernelOp::create(builder, loc, inputs, output);
  OpBuilder::InsertionGuard guard(builder);
  buildBody(merged);
  return merged;
}

void Merger::run() {
  KernelOp kernel = candidate.kernel;
  auto levels = builder.getI64IntegerAttr(candidate.levels);
  source = MergeLevelsOp::create(
      builder, loc, getMergedType(candidate.getSourceType(), candidate.levels),
      levels, candidate.source);
  positions = tensor::DimOp::create(builder, loc, source, 0);
  Value output = kernel.getOutputs().front();
  if (!candidate.isSparseResult()) {
    kernel.getResult(0).replaceAllUsesWith(buildKernel(output).getResult(0));
    kernel.erase();
    return;
  }
  RankedTensorType type = candidate.getResultType();
  auto values =
      RankedTensorType::get(ShapedType::kDynamic, type.getElementType());
  auto shared = ShareLevelsOp::create(builder, loc, type, values, levels,
                                      candidate.source);
  Value begin = shared.getValues();
  if (candidate.accumulates())
    begin = fill(begin);
  kernel.getResult(0).replaceAllUsesWith(
      WithValuesOp::create(builder, loc, type, buildKernel(begin).getResult(0),
                           shared.getTensor())
          .getResult());
  kernel.erase();
  if (Operation *empty = output.getDefiningOp(); isOpTriviallyDead(empty))
    empty->erase();
}

namespace {
struct MergeLevels : encke::impl::MergeLevelsBase<MergeLevels> {
  void runOnOperation() override {
    SmallVector<KernelOp> kernels;
    getOperation().walk([&](KernelOp kernel) { kernels.push_back(kernel); });
    for (KernelOp kernel : kernels)
      if (std::optional<Candidate> candidate = match(kernel)) {
        Merger(*candidate).run();
        ++numMerged;
      }
  }
};
} // namespace
