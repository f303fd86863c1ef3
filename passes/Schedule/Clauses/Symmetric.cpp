//===- Symmetric.cpp - products with one triangle of a matrix -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// y[i] += E(A[i, j]) of a matrix that equals its transpose reads the elements
// on one side of the diagonal only, and uses each for both of those that it
// stands for:
//
//   forall j
//     y[j] += w where forall i:
//       w += E(U[i, j]) with i and j exchanged
//       y[i] += E(U[i, j])
//
// What is on the diagonal comes before, from a tensor of its own: every element
// is used, and no other (L28).
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Clauses/Clauses.h"

#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/CIN/Sharing.h"
#include "dialects/Clauses.h"
#include "dialects/TA/Encoding.h"
#include "passes/Cost/Threads.h"
#include "passes/GuardPadding/Exact.h"
#include "passes/Support/Places.h"
#include "passes/Support/TriangleParts.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
namespace st = mlir::sparse_tensor;

namespace {

/// A statement that the clause is about.
struct SymmetricProduct {
  KernelOp kernel;
  ClauseAttr clause;
  unsigned input;  ///< the matrix, among the kernel's operands
  AccessOp access; ///< of it
  ForallOp moving; ///< the loop that moves the element of the result
  ForallOp other;
};

} // namespace

static LogicalResult notYet(ClauseAttr clause, StringRef what) {
  return emitError(clause.getLoc())
         << "not supported yet: '" << toText(clause) << "' " << what;
}

/// y[i] += E, where A[i, j] or A[j, i] is an element in E.
static LogicalResult match(const Nest &nest, SymmetricProduct &product) {
  AssignOp assign = nest.assign;
  constexpr StringLiteral what = "in a statement that is no sum of a matrix's "
                                 "elements along its rows or columns";
  BlockArgument place = product.kernel.getInputArguments()[product.input];
  SmallVector<AccessOp> accesses;
  for (AccessOp access : nest.accesses)
    if (access.getTensor() == place)
      accesses.push_back(access);
  if (nest.foralls.size() != 2 || accesses.size() != 1 ||
      accesses.front().getIndices().size() != 2 ||
      assign.getIndices().size() != 1 || isSparsePlace(assign.getTensor()) ||
      !canCollectInParts(assign) || readsResult(nest))
    return notYet(product.clause, what);
  product.access = accesses.front();
  auto row = forallOf(product.access.getIndices()[0]);
  auto column = forallOf(product.access.getIndices()[1]);
  product.moving = forallOf(assign.getIndices().front());
  if (row == column || (product.moving != row && product.moving != column))
    return notYet(product.clause, what);
  product.other = product.moving == row ? column : row;
  if (!isSparsePlace(product.access.getTensor()))
    return notYet(product.clause, "of a dense matrix");
  for (AccessOp access : nest.accesses)
    if (access != product.access && isSparsePlace(access.getTensor()))
      return notYet(product.clause, "beside another sparse tensor");
  for (ClauseAttr beside : getSchedule(product.kernel).getClauses())
    if (findClauseForm(beside.getName())->isAboutLoops &&
        !llvm::is_contained({"symmetric", "serial", "parallel"},
                            beside.getName()))
      return notYet(product.clause, "beside '" + toText(beside) + "'");
  return success();
}

/// The matrix in another format, of the same widths.
static RankedTensorType typeIn(RankedTensorType type, StringRef format) {
  unsigned width = std::max(getPositionWidth(type), getCoordinateWidth(type));
  return getTensorType(*Format::named(format, 2), type.getShape(),
                       type.getElementType(), width);
}

/// A part of the matrix: a conversion that leaves the rest out. It is to
/// another format, or it would be none.
static Value convertPart(const SymmetricProduct &product, RankedTensorType type,
                         StringRef part) {
  OpBuilder builder(product.kernel);
  auto convert =
      st::ConvertOp::create(builder, product.clause.getLoc(), type,
                            product.kernel->getOperand(product.input));
  convert->setAttr(partAttribute, builder.getStringAttr(part));
  return convert;
}

static void replaceMatrix(KernelOp kernel, unsigned input, Value part) {
  kernel->setOperand(input, part);
  kernel.getBlock().getArgument(input).setType(PlaceType::get(
      kernel.getContext(), cast<RankedTensorType>(part.getType())));
}

namespace {

/// The loops over one triangle, in the order in which it is stored.
class TriangleLoops {
public:
  TriangleLoops(const SymmetricProduct &product, const Nest &nest,
                bool byColumns)
      : product(product), nest(nest), byColumns(byColumns),
        builder(nest.foralls.front()),
        outer(ForallOp::createAlong(builder, product.moving)) {
    builder.setInsertionPointToStart(&outer.getBlock());
    inner = ForallOp::createAlong(builder, product.other);
  }

  /// E for the elements (outer, inner), which goes to the element of the result
  /// that `outer` moves, or to that which the inner loop does; at the end of
  /// the inner loop, wherever that is now.
  AssignOp add(bool movesWithOuter);
  ForallOp getOuter() const { return outer; }
  void setInner(ForallOp loop) { inner = loop; }

private:
  const SymmetricProduct &product;
  const Nest &nest;
  bool byColumns;
  OpBuilder builder;
  ForallOp outer, inner;
};

} // namespace

AssignOp TriangleLoops::add(bool movesWithOuter) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&inner.getBlock());
  Value out = outer.getIndex(), in = inner.getIndex();
  IRMapping map;
  map.map(ForallOp(product.moving).getIndex(), movesWithOuter ? out : in);
  map.map(ForallOp(product.other).getIndex(), movesWithOuter ? in : out);
  AccessOp matrix = product.access;
  AssignOp made;
  for (Operation *op : nest.body) {
    Operation *clone = builder.clone(*op, map);
    if (auto assign = dyn_cast<AssignOp>(clone))
      made = assign;
    SmallVector<Value> element = {byColumns ? in : out, byColumns ? out : in};
    if (op == matrix.getOperation())
      cast<AccessOp>(clone).getIndicesMutable().assign(element);
  }
  return made;
}

/// Every element of the diagonal: y[i] += E(D[i, i]), which the other kernel
/// goes on with.
static KernelOp addDiagonal(const SymmetricProduct &product,
                            RankedTensorType type) {
  KernelOp kernel = product.kernel;
  Value part = convertPart(product, type, "diagonal");
  OpBuilder builder(kernel);
  auto diagonal = cast<KernelOp>(builder.clone(*kernel.getOperation()));
  setSchedule(diagonal, {});
  replaceMatrix(diagonal, product.input, part);
  kernel.getOutputsMutable().assign(diagonal.getResults());
  kernel.setFromIdentity(false);
  return diagonal;
}

static void shareCopies(ForallOp outer) {
  outer.setParallel(true);
  Sharing sharing;
  sharing.share = Share::copy;
  sharing.byElements = true;
  sharing.chunks = cost::chunksOfTask;
  sharing.unit = cost::roundsOfChunk;
  sharing.setOn(outer);
}

static LogicalResult findMatrix(SymmetricProduct &product) {
  StringRef name = getTensor(product.clause);
  KernelOp kernel = product.kernel;
  for (auto [number, place] : llvm::enumerate(kernel.getInputArguments()))
    if (getTensorName(place.getLoc()) == name) {
      product.input = unsigned(number);
      return success();
    }
  return refuse(product.clause) << "no operand is known as '" << name << "'";
}

FailureOr<KernelOp> encke::multiplySymmetric(KernelOp kernel, bool parallel) {
  SymmetricProduct product;
  product.kernel = kernel;
  product.clause = findClause(kernel, "symmetric");
  if (failed(findMatrix(product)))
    return failure();
  std::optional<Nest> nest = matchNest(kernel);
  if (!nest)
    return notYet(product.clause, "in a statement of several terms");
  if (failed(match(*nest, product)))
    return failure();
  auto type =
      cast<RankedTensorType>(kernel.getInputs()[product.input].getType());
  if (!type.isDynamicDim(0) && !type.isDynamicDim(1) &&
      type.getDimSize(0) != type.getDimSize(1))
    return refuse(product.clause)
           << "'" << getTensor(product.clause) << "' is not square";

  // Below the diagonal by rows is above it by columns.
  bool byColumns = type == typeIn(type, "CSR");
  RankedTensorType triangle = typeIn(type, byColumns ? "CSC" : "CSR");
  RankedTensorType list = typeIn(type, "COO");
  Value part = convertPart(product, triangle,
                           byColumns ? "strict_upper" : "strict_lower");
  KernelOp diagonal =
      addDiagonal(product, type == list ? typeIn(type, "DCSR") : list);
  replaceMatrix(kernel, product.input, part);

  TriangleLoops loops(product, *nest, byColumns);
  ForallOp outer = loops.getOuter();
  AssignOp sum = loops.add(/*movesWithOuter=*/true);
  PatternRewriter rewriter(kernel.getContext());
  FailureOr<WhereOp> where = precompute(rewriter, {sum, sum.getValue(), {}});
  if (failed(where))
    return kernel.emitError("no workspace can be introduced");
  where->getProducer().walk([&](ForallOp inner) { loops.setInner(inner); });
  (void)loops.add(/*movesWithOuter=*/false);
  nest->foralls.front().erase();
  if (parallel && !isSeldomCalled(kernel) && !findClause(kernel, "serial"))
    shareCopies(outer);
  setSchedule(kernel, {});
  return diagonal;
}
