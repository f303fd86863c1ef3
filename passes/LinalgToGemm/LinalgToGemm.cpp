//===- LinalgToGemm.cpp - what a library computes -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/CINDialect.h"
#include "dialects/TA/Encoding.h"
#include "dialects/TA/Gemm.h"
#include "dialects/TA/Scalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_LINALGTOGEMM
#include "passes/LinalgToGemm/LinalgToGemm.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::cin;

static bool isDense(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return tensor && !tensor.getEncoding();
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {

/// The body `yield out + a * b * scalar...`, or with `-`.
class ProductBody {
public:
  explicit ProductBody(linalg::GenericOp generic)
      : block(generic.getRegion().front()) {}

  bool match();
  /// The product of the scalars, made with `builder`.
  Value emitScale(OpBuilder &builder, Location loc) const;

private:
  bool collectFactors(Value value);

  Block &block;
  bool negative = false;
  SmallVector<Value> scalars;
  unsigned seen[2] = {0, 0};
};

} // namespace

bool ProductBody::collectFactors(Value value) {
  Operation *op = value.getDefiningOp();
  if (op && op->getBlock() == &block) {
    if (isa<arith::NegFOp, complex::NegOp>(op)) {
      negative = !negative;
      return collectFactors(op->getOperand(0));
    }
    return isa<arith::MulFOp, complex::MulOp>(op) &&
           collectFactors(op->getOperand(0)) &&
           collectFactors(op->getOperand(1));
  }
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != &block)
    scalars.push_back(value);
  else if (argument.getArgNumber() < 2)
    ++seen[argument.getArgNumber()];
  else
    return false;
  return true;
}

bool ProductBody::match() {
  Value out = block.getArguments().back();
  Operation *op = block.getTerminator()->getOperand(0).getDefiningOp();
  if (block.getNumArguments() != 3 || !op || op->getBlock() != &block)
    return false;
  bool isSub = isa<arith::SubFOp, complex::SubOp>(op);
  if (!isSub && !isa<arith::AddFOp, complex::AddOp>(op))
    return false;
  negative = isSub;
  unsigned position = op->getOperand(0) == out ? 0 : 1;
  if (op->getOperand(position) != out || (isSub && position == 1))
    return false;
  return collectFactors(op->getOperand(1 - position)) && seen[0] == 1 &&
         seen[1] == 1;
}

Value ProductBody::emitScale(OpBuilder &builder, Location loc) const {
  Type type = block.getArguments().back().getType();
  Value scale = ta::emitConstant(builder, loc, type, negative ? -1.0 : 1.0);
  for (Value scalar : scalars)
    scale = ta::emitMul(builder, loc, scale, scalar);
  return scale;
}

/// The names of the loop dimensions that an operand's modes are.
static ArrayAttr getLabels(AffineMap map, ArrayAttr loops) {
  SmallVector<Attribute> labels;
  for (AffineExpr expr : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || dim.getPosition() >= loops.size())
      return {};
    labels.push_back(loops[dim.getPosition()]);
  }
  return ArrayAttr::get(loops.getContext(), labels);
}

/// The buffer that only a fill with zero writes before: it need not be read.
static Value getUnfilled(Value init) {
  auto fill = init.getDefiningOp<linalg::FillOp>();
  if (!fill || !init.hasOneUse())
    return {};
  Value value = fill.getInputs().front();
  bool isZero = matchPattern(value, m_AnyZeroFloat());
  if (auto complex = value.getDefiningOp<complex::ConstantOp>())
    isZero = llvm::all_of(complex.getValue(), [](Attribute part) {
      return cast<FloatAttr>(part).getValue().isZero();
    });
  return isZero ? fill.getOutputs().front() : Value();
}

static LogicalResult convertProduct(linalg::GenericOp generic) {
  auto dictionary =
      dyn_cast<DictionaryAttr>(generic->getAttr(ta::gemmAttributeName));
  auto loops = generic->getAttrOfType<ArrayAttr>("encke.labels");
  std::optional<ta::Gemm> gemm =
      dictionary ? ta::Gemm::fromAttr(dictionary) : std::nullopt;
  ProductBody body(generic);
  bool isDenseProduct = generic.getNumDpsInputs() == 2 &&
                        generic.getNumDpsInits() == 1 &&
                        llvm::all_of(generic->getOperands(), isDense);
  if (!gemm || !loops || !isDenseProduct || !body.match())
    return generic.emitOpError(
        "marked as a matrix product, but it is not one of two dense tensors");
  SmallVector<ArrayAttr> labels;
  for (AffineMap map : generic.getIndexingMapsArray())
    labels.push_back(getLabels(map, loops));
  if (llvm::is_contained(labels, ArrayAttr()))
    return generic.emitOpError("marked as a matrix product, but an index has "
                               "no label");

  OpBuilder builder(generic);
  unsigned first =
      llvm::is_contained(labels[0].getValue(), gemm->rows.front()) ? 0 : 1;
  Value init = generic.getDpsInits().front();
  Value unfilled = getUnfilled(init);
  auto list = [&](StringRef name) { return dictionary.getAs<ArrayAttr>(name); };
  auto product = GemmOp::create(
      builder, generic.getLoc(), init.getType(), generic.getOperand(first),
      generic.getOperand(1 - first), unfilled ? unfilled : init,
      body.emitScale(builder, generic.getLoc()), labels[first],
      labels[1 - first], labels[2], list("rows"), list("columns"),
      list("inner"), list("loops"), /*accumulate=*/!unfilled);
  generic->replaceAllUsesWith(product->getResults());
  generic.erase();
  if (unfilled)
    init.getDefiningOp()->erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Transpositions
//===----------------------------------------------------------------------===//

static bool isTransposition(linalg::GenericOp generic) {
  if (generic.getNumDpsInputs() != 1 || generic.getNumDpsInits() != 1 ||
      !llvm::all_of(generic->getOperands(), isDense) ||
      generic.getNumParallelLoops() != generic.getNumLoops())
    return false;
  Block &body = generic.getRegion().front();
  AffineMap from = generic.getIndexingMapsArray().front();
  return body.getTerminator()->getOperand(0) == body.getArgument(0) &&
         generic.getIndexingMapsArray().back().isIdentity() &&
         from.isPermutation() && !from.isIdentity() &&
         !getElementSuffix(body.getArgument(0).getType()).empty();
}

static void convertTransposition(linalg::GenericOp generic) {
  AffineMap from = generic.getIndexingMapsArray().front();
  SmallVector<int32_t> modes(from.getNumResults());
  for (auto [mode, expr] : llvm::enumerate(from.getResults()))
    modes[cast<AffineDimExpr>(expr).getPosition()] = static_cast<int32_t>(mode);
  OpBuilder builder(generic);
  Value init = generic.getDpsInits().front();
  auto transposed =
      TransposeOp::create(builder, generic.getLoc(), init.getType(),
                          generic.getOperand(0), init, modes);
  generic->replaceAllUsesWith(transposed->getResults());
  generic.erase();
}

namespace {
struct LinalgToGemm : encke::impl::LinalgToGemmBase<LinalgToGemm> {
  void runOnOperation() override {
    SmallVector<linalg::GenericOp> products, transpositions;
    getOperation().walk([&](linalg::GenericOp generic) {
      if (generic->hasAttr(ta::gemmAttributeName))
        products.push_back(generic);
      else if (isTransposition(generic))
        transpositions.push_back(generic);
    });
    for (linalg::GenericOp generic : products)
      if (failed(convertProduct(generic)))
        return signalPassFailure();
    for (linalg::GenericOp generic : transpositions)
      convertTransposition(generic);
  }
};
} // namespace
