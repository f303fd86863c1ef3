//===- Jam.cpp - rows that are multiplied by a matrix at once -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over rows computes a row, multiplies it by a dense matrix, and goes on
// with the result. The product of one row loads each element of the matrix for
// one multiplication; that of several rows at once, for as many.
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Blocks.h"
#include "passes/Cost/Registers.h"
#include "passes/Cost/SparseRows.h"
#include "passes/Decide/Decide.h"
#include "passes/SettleMarks/WhyNot.h"
#include "passes/Support/Buffers.h"
#include "passes/Support/TargetSpec.h"

#include "dialects/CIN/Marks.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

static RankedTensorType typeOf(Value place) {
  return cast<PlaceType>(place.getType()).getTensor();
}

/// A workspace as its consumer sees it; else the place.
static Value getOne(Value place) {
  auto where = dyn_cast<WhereOp>(ownerOf(place));
  return where ? where.getConsumer().getArgument(0) : place;
}

namespace {

/// What a row does, in order: that is before the product, of it, and after it.
enum Part : unsigned { before = 1, product = 2, after = 4 };

/// The loops that multiply a row by a matrix.
struct Product {
  SmallVector<ForallOp> summed; // outermost first
  ForallOp inner;
  AssignOp sum;
};

class Rows {
public:
  Rows(ForallOp rows, const cost::Target &target)
      : rows(rows), target(target) {}

  void decide();

private:
  void flatten(Block &block);
  bool isPlain();
  std::optional<Product> findProduct(Operation *item);
  bool matchProduct(ForallOp loop, Product &found);
  bool readsShared(const Product &found);
  bool isShared(Value place);
  bool isLarge(const Product &found);
  void mark(const Product &found, int64_t together, bool inPanels);
  bool isFill(Operation *item, const Product &first);
  void findParts(const Product &first);
  unsigned partsOf(Operation *op);
  bool staysInParts(const Product &first);
  void decideNext(const Product &found);
  bool isFarRow(AccessOp access, const Product &found);

  ForallOp rows;
  const cost::Target &target;
  SmallVector<Operation *> items; // of the row, in the order in which they run
  llvm::MapVector<Operation *, unsigned> partOf;
};

} // namespace

/// The iterations of several loops in each other, if they are known; not more
/// than any matrix has.
static std::optional<int64_t> countNest(ArrayRef<ForallOp> loops) {
  int64_t iterations = 1;
  for (ForallOp loop : loops) {
    std::optional<int64_t> count = countIterations(loop);
    if (!count || *count > cost::mostIterations)
      return std::nullopt;
    iterations = std::min(iterations * *count, cost::mostIterations);
  }
  return iterations;
}

void Rows::flatten(Block &block) {
  for (Operation &op : block)
    if (auto where = dyn_cast<WhereOp>(op)) {
      flatten(where.getProducer().front());
      flatten(where.getConsumer().front());
    } else {
      items.push_back(&op);
    }
}

/// All loops go straight on, and only dense tensors are written.
bool Rows::isPlain() {
  if (rows.getVector() || rows.getWithin() || rows.isDerived() ||
      rows.getOnDiagonal())
    return false;
  return !rows.walk([&](Operation *op) {
                if (auto forall = dyn_cast<ForallOp>(op)) {
                  bool isParallel = forall != rows && forall.getParallel();
                  return isParallel || forall.isDerived() ||
                                 !whyNotStraight(forall).empty()
                             ? WalkResult::interrupt()
                             : WalkResult::advance();
                }
                if (auto assign = dyn_cast<AssignOp>(op))
                  return typeOf(assign.getTensor()).getEncoding()
                             ? WalkResult::interrupt()
                             : WalkResult::advance();
                auto where = dyn_cast<WhereOp>(op);
                return where && (where.getFull() || where.getWorkspaceType()
                                                        .getTensor()
                                                        .getEncoding())
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

/// Loops over k, and in the innermost of them one over l that adds to elements,
/// with nothing beside it that is not computed.
bool Rows::matchProduct(ForallOp loop, Product &found) {
  ForallOp inner = loop;
  while (!inner.getRegisters()) {
    if (inner.getVector() || inner.getWithin() ||
        !findStoredAlong(inner).empty())
      return false;
    found.summed.push_back(inner);
    ForallOp next;
    bool isOther = false;
    inner.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto forall = dyn_cast<ForallOp>(op)) {
        isOther |= bool(next);
        next = forall;
        return WalkResult::skip();
      }
      auto assign = dyn_cast<AssignOp>(op);
      isOther |= assign && !(registerOf(assign.getTensor()) &&
                             inner->isAncestor(ownerOf(assign.getTensor())));
      auto where = dyn_cast<WhereOp>(op);
      isOther |= where && where.getWorkspaceType().getTensor().getRank() != 0;
      return WalkResult::advance();
    });
    if (!next || isOther)
      return false;
    inner = next;
  }
  found.inner = inner;
  SmallVector<AssignOp> elements;
  bool isOther = false;
  inner.getBody().walk([&](Operation *op) {
    isOther |= isa<ForallOp>(op);
    auto assign = dyn_cast<AssignOp>(op);
    if (!assign)
      return;
    if (!registerOf(assign.getTensor()))
      elements.push_back(assign);
    else
      isOther |= !inner->isAncestor(ownerOf(assign.getTensor()));
  });
  if (found.summed.empty() || isOther || elements.size() != 1)
    return false;
  found.sum = elements.front();
  std::optional<int64_t> iterations = countNest(found.summed),
                         count = countNest(inner);
  bool isShort = iterations && count &&
                 cost::isShortRow(*count, *inner.getVector(), *iterations);
  return !isShort && found.sum.getValue().getType().isIntOrFloat() &&
         readsShared(found);
}

/// The tensor is the caller's, not memory that the function made.
bool Rows::isShared(Value place) {
  auto kernel = dyn_cast<KernelOp>(ownerOf(place));
  if (!kernel)
    return false;
  Value tensor = kernel.getOperandOf(cast<BlockArgument>(place));
  while (auto result = dyn_cast<OpResult>(tensor)) {
    auto other = dyn_cast<KernelOp>(result.getOwner());
    if (!other)
      return false;
    tensor = other.getOutputs()[result.getResultNumber()];
  }
  return true;
}

/// Along its inner loop the product reads what is the same for all rows, and
/// only what each iteration of the innermost sum needs: else factors can be
/// taken out of that (passes/Vectorize).
bool Rows::readsShared(const Product &found) {
  bool shares = false, isNeeded = true;
  ForallOp inner = found.inner, last = found.summed.back(), around = rows;
  AssignOp sum = found.sum;
  inner.walk([&](AccessOp access) {
    if (access.getTensor() == sum.getTensor() ||
        !llvm::is_contained(access.getIndices(), inner.getIndex()))
      return;
    isNeeded &= llvm::is_contained(access.getIndices(), last.getIndex());
    shares |= !around.moves(access.getIndices()) &&
              isShared(access.getTensor()) &&
              !typeOf(access.getTensor()).getEncoding() &&
              llvm::all_of(access.getIndices(), [&](Value index) {
                return index == inner.getIndex() ||
                       llvm::any_of(found.summed,
                                    [&](ForallOp loop) {
                                      return loop.getIndex() == index;
                                    }) ||
                       !around.getBody().isAncestor(index.getParentRegion());
              });
  });
  return shares && isNeeded;
}

std::optional<Product> Rows::findProduct(Operation *item) {
  Product found;
  auto forall = dyn_cast<ForallOp>(item);
  if (!forall || !matchProduct(forall, found))
    return std::nullopt;
  return found;
}

/// Not all of the matrix stays in a cache, or nobody knows.
bool Rows::isLarge(const Product &found) {
  std::optional<int64_t> iterations = countNest(found.summed),
                         width = countNest(found.inner);
  AssignOp sum = found.sum;
  return !iterations || !width ||
         *iterations * *width * getElementBytes(sum.getValue().getType()) >
             cost::getBlockedBytes(target);
}

/// Sets what the product adds to to zero.
bool Rows::isFill(Operation *item, const Product &first) {
  auto forall = dyn_cast<ForallOp>(item);
  if (!forall)
    return false;
  auto assign = dyn_cast<AssignOp>(forall.getBlock().back());
  AssignOp sum = first.sum;
  return assign && llvm::hasSingleElement(forall.getBlock()) &&
         assign.getReduction() == Reduction::none &&
         assign.getTensor() == sum.getTensor() &&
         matchPattern(assign.getValue(), m_Constant());
}

void Rows::findParts(const Product &first) {
  bool isBefore = true;
  for (Operation *item : items) {
    bool isOurs = item == first.summed.front();
    isBefore &= !isOurs;
    partOf[item] = isOurs || (isBefore && isFill(item, first)) ? Part::product
                   : isBefore                                  ? Part::before
                                                               : Part::after;
  }
}

/// The parts in which the operation is done: what only computes, where it is
/// used.
unsigned Rows::partsOf(Operation *op) {
  Operation *item = op;
  while (item && !partOf.contains(item))
    item = item->getParentOp();
  if (!item)
    return 0;
  if (isa<ForallOp, AssignOp>(item))
    return partOf.lookup(item);
  unsigned parts = 0;
  for (Operation *user : item->getUsers())
    parts |= partsOf(user);
  return parts;
}

/// What one part writes is that part's alone, unless it is a row's own; numbers
/// that loops compute stay in their part, and those that go from row to row are
/// computed after the product.
bool Rows::staysInParts(const Product &first) {
  llvm::MapVector<Value, unsigned> writers, readers;
  bool stays = true;
  rows.walk([&](AssignOp assign) {
    writers[getOne(assign.getTensor())] |= partsOf(assign);
  });
  rows.walk([&](AccessOp access) {
    readers[getOne(access.getTensor())] |= partsOf(access);
  });
  for (auto [place, writing] : writers) {
    bool isOwn = rows->isProperAncestor(ownerOf(place));
    if (registerOf(place)) {
      stays &= isOwn ? llvm::has_single_bit(writing | readers.lookup(place))
                     : writing == Part::after;
      continue;
    }
    if (!isOwn)
      stays &= llvm::has_single_bit(writing | readers.lookup(place));
  }
  Value sums = AssignOp(first.sum).getTensor();
  bool isOwn = rows->isProperAncestor(ownerOf(sums));
  return stays && (isOwn || llvm::is_contained(AssignOp(first.sum).getIndices(),
                                               rows.getIndex()));
}

/// Whole rows of a tensor that may be far away.
bool Rows::isFarRow(AccessOp access, const Product &found) {
  RankedTensorType type = typeOf(access.getTensor());
  auto indices = access.getIndices();
  ForallOp along = found.summed.back(), around = rows;
  if (type.getEncoding() || indices.size() < 2 ||
      indices.back() != along.getIndex() ||
      indices[indices.size() - 2] != around.getIndex() ||
      !isShared(access.getTensor()) ||
      !llvm::all_of(indices.drop_back(2), [&](Value index) {
        return !around.getBody().isAncestor(index.getParentRegion());
      }))
    return false;
  int64_t each = getElementBytes(type.getElementType());
  bool isNear = type.hasStaticShape() && double(type.getNumElements() * each) <
                                             cost::getNearBytes(target);
  int64_t width = type.getShape().back();
  bool isShort =
      !ShapedType::isDynamic(width) && width * each < cost::shortStreamBytes;
  return !isNear && !isShort &&
         countIterations(along).value_or(ShapedType::kDynamic) == width;
}

/// A processor sees by itself that one row after the other is read, but four
/// rows at a time are four streams, each of which ends when it has been
/// understood.
void Rows::decideNext(const Product &found) {
  ForallOp outermost = found.summed.front();
  outermost.walk([&](AccessOp access) {
    if (access.getNext() || !isFarRow(access, found))
      return;
    RankedTensorType type = typeOf(access.getTensor());
    int64_t width = type.getShape().back();
    bool isCrowded =
        !ShapedType::isDynamic(width) &&
        width * getElementBytes(type.getElementType()) * cost::jammedRows >
            cost::getCrowdBytes(target);
    access.setNextAttr(NextAttr::get(access.getContext(), isCrowded ? 2 : 1));
  });
}

/// How many vectors stay in registers, and how far panels go. One that has all
/// of a few iterations goes along the row as far as it may.
void Rows::mark(const Product &found, int64_t together, bool inPanels) {
  ForallOp inner = found.inner;
  Type type = AssignOp(found.sum).getValue().getType();
  bool isFloat = type.isF32();
  int64_t registers = cost::getRegistersOfRows(target);
  std::optional<int64_t> iterations = countNest(found.summed),
                         along = countNest(inner);
  if (along) {
    auto vectors = int64_t(llvm::divideCeil(*along, *inner.getVector()));
    int64_t ofRow = registers / together;
    if (vectors > ofRow && vectors <= cost::getMostVectorsOfRow(ofRow))
      registers = vectors * together;
  }
  int64_t elements = 0, width = 0, most = 0;
  if (inPanels) {
    elements = cost::getPanelBytes(target) / getElementBytes(type);
    width = cost::panelWidth;
    most = isFloat ? cost::mostPanelsOfFloats : 0;
    bool isNarrow = along && *along <= width;
    if (!isNarrow && iterations && *iterations <= cost::fewIterations) {
      width = cost::getPanelSide(elements, *iterations);
      elements = std::max(elements, width * *iterations);
    } else if (isFloat && found.summed.size() == 1 &&
               getCollecting(AssignOp(found.sum).getReduction()) ==
                   Reduction::add) {
      // How many iterations a panel has is not known.
      inner.setTerms(cost::termsOfGroup);
    }
  }
  inner.setProductAttr(
      ProductAttr::get(rows.getContext(), registers, elements, width, most));
}

void Rows::decide() {
  std::optional<int64_t> count = getConstantIntValue(rows.getExtent());
  if (rows.getJam() || (count && *count < 2) || !isPlain() ||
      !isSmallEnoughTwice(rows, /*inVectors=*/false))
    return;
  flatten(rows.getBlock());
  SmallVector<Product> products;
  for (Operation *item : items)
    if (std::optional<Product> found = findProduct(item))
      products.push_back(std::move(*found));
  if (products.empty())
    return;
  const Product &first = products.front();
  findParts(first);
  if (!staysInParts(first))
    return;
  int64_t together =
      count ? std::min(*count, cost::jammedRows) : cost::jammedRows;
  bool blocks = together == cost::jammedRows &&
                llvm::any_of(products, [&](const Product &found) {
                  return isLarge(found);
                });
  for (const Product &found : products)
    mark(found, together, blocks && isLarge(found));
  rows.setJamAttr(JamAttr::get(rows.getContext(), together,
                               blocks ? cost::blockRows : 0,
                               blocks ? cost::keptBytes : 0));
  if (!blocks && !isLarge(first) && together == cost::jammedRows)
    decideNext(first);
}

void encke::decideJams(KernelOp kernel) {
  cost::Target target = getTarget(kernel);
  llvm::SmallPtrSet<Operation *, 8> around;
  kernel.walk([&](ForallOp forall) {
    if (around.contains(forall))
      return;
    Rows(forall, target).decide();
    if (forall.getJam())
      for (Operation *op = forall->getParentOp(); op; op = op->getParentOp())
        around.insert(op);
  });
}
