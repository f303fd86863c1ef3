//===- Products.cpp - a contraction by a library or by loops --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neighbouring labels that a tensor has for one purpose are one dimension
// there. Matrix products take such runs in the result for rows and columns, and
// one in the operands for the inner dimension; what is left are loops around
// the products. An operand in which the runs do not stand as they should, or
// which would have no unit stride, is transposed. All combinations are tried:
// there are some thousands for eight modes.
//
// What they take, and what loops would, passes/Cost/Products.h says.
//
//===----------------------------------------------------------------------===//

#include "passes/DenseLayout/Layout.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace encke;
using Labels = Layout::Labels;

double Contraction::count(ArrayRef<StringAttr> labels) const {
  double elements = 1;
  for (StringAttr label : labels)
    elements *= sizes.lookup(label);
  return elements;
}

bool Contraction::isKnown(ArrayRef<StringAttr> labels) const {
  return llvm::none_of(
      labels, [&](StringAttr label) { return unknown.contains(label); });
}

cost::Contracted Contraction::describe() const {
  double flops = isComplex ? 8 : 2;
  for (auto [label, size] : sizes)
    flops *= size;
  return {flops,    double(bytes), isComplex, !unknown.empty(),
          count(a), count(b),      count(c)};
}

static bool has(ArrayRef<StringAttr> labels, StringAttr label) {
  return llvm::is_contained(labels, label);
}

/// The labels of `from` that both others agree about.
static Labels select(ArrayRef<StringAttr> from, ArrayRef<StringAttr> with,
                     ArrayRef<StringAttr> without) {
  Labels selected;
  for (StringAttr label : from)
    if (has(with, label) && !has(without, label))
      selected.push_back(label);
  return selected;
}

//===----------------------------------------------------------------------===//
// By a library
//===----------------------------------------------------------------------===//

/// All runs of neighbours in `tensor` that are labels of `group`.
static SmallVector<Labels> getRuns(ArrayRef<StringAttr> tensor,
                                   ArrayRef<StringAttr> group) {
  SmallVector<Labels> runs;
  for (size_t begin = 0; begin != tensor.size(); ++begin)
    for (size_t end = begin; end != tensor.size() && has(group, tensor[end]);
         ++end)
      runs.emplace_back(tensor.slice(begin, end + 1 - begin));
  return runs;
}

static bool isRun(ArrayRef<StringAttr> tensor, ArrayRef<StringAttr> labels) {
  auto begin = size_t(llvm::find(tensor, labels.front()) - tensor.begin());
  return begin + labels.size() <= tensor.size() &&
         tensor.slice(begin, labels.size()) == labels;
}

namespace {

class Search {
public:
  Search(const Contraction &in, const cost::Target &target)
      : in(in), contracted(in.describe()), target(target),
        rows(select(in.a, in.c, in.b)), columns(select(in.b, in.c, in.a)),
        inner(select(in.a, in.b, in.c)),
        batch(select(in.c, select(in.a, in.b, {}), {})) {}

  std::optional<TimedLayout> run();

private:
  bool isProduct() const;
  void tryResult(ArrayRef<StringAttr> c, bool transposed);
  void tryGroups(ArrayRef<StringAttr> c, bool transposed, const Labels &rows,
                 const Labels &columns, const Labels &inner);

  const Contraction &in;
  cost::Contracted contracted;
  const cost::Target &target;
  Labels rows, columns, inner, batch;
  std::optional<TimedLayout> best;
};

} // namespace

/// Each label has one of the four purposes.
bool Search::isProduct() const {
  return !rows.empty() && !columns.empty() && !inner.empty() &&
         rows.size() + columns.size() + inner.size() + batch.size() ==
             in.sizes.size();
}

std::optional<TimedLayout> Search::run() {
  if (!isProduct())
    return std::nullopt;
  tryResult(in.c, /*transposed=*/false);
  if (in.mayTransposeResult)
    for (bool rowsLast : {false, true}) {
      Labels c = batch;
      llvm::append_range(c, rowsLast ? columns : rows);
      llvm::append_range(c, rowsLast ? rows : columns);
      tryResult(c, /*transposed=*/true);
    }
  return best;
}

void Search::tryResult(ArrayRef<StringAttr> c, bool transposed) {
  SmallVector<Labels> inners = getRuns(in.a, inner);
  inners.append(getRuns(in.b, inner));
  inners.push_back(inner);
  for (const Labels &someRows : getRuns(c, rows))
    for (const Labels &someColumns : getRuns(c, columns))
      if (c.back() == someRows.back() || c.back() == someColumns.back())
        for (const Labels &someInner : inners)
          tryGroups(c, transposed, someRows, someColumns, someInner);
}

void Search::tryGroups(ArrayRef<StringAttr> c, bool transposed,
                       const Labels &someRows, const Labels &someColumns,
                       const Labels &someInner) {
  Layout layout;
  layout.gemm = {someRows, someColumns, someInner, {}};
  Labels &loops = layout.gemm->loops;
  for (StringAttr label : c)
    if (!has(someRows, label) && !has(someColumns, label))
      loops.push_back(label);
  for (StringAttr label : inner)
    if (!has(someInner, label))
      loops.push_back(label);

  cost::Product product;
  /// The last label of the operand, which is transposed if need be: to loops,
  /// then the two groups.
  auto place = [&](ta::AccessOp access, ArrayRef<StringAttr> tensor,
                   const Labels &free, bool freeLast) {
    if (isRun(tensor, free) && isRun(tensor, someInner) &&
        (tensor.back() == free.back() || tensor.back() == someInner.back()))
      return tensor.back();
    Labels order = select(loops, tensor, {});
    llvm::append_range(order, freeLast ? someInner : free);
    llvm::append_range(order, freeLast ? free : someInner);
    product.transposed.push_back(in.count(tensor));
    layout.operands.emplace_back(access, order);
    return order.back();
  };
  // BLAS sees C or, where its rows are contiguous, the transposed product. It
  // likes its second operand best with the free labels last.
  bool byColumns = c.back() == someRows.back();
  StringAttr lastOfA = place(in.accessA, in.a, someRows, byColumns);
  StringAttr lastOfB = place(in.accessB, in.b, someColumns, !byColumns);
  if (transposed) {
    product.transposed.push_back(in.count(in.c));
    layout.result.assign(c.begin(), c.end());
  }
  double m = in.count(someRows), n = in.count(someColumns);
  product.height = byColumns ? n : m;
  product.width = byColumns ? m : n;
  product.inner = in.count(someInner);
  product.calls = in.count(loops);
  product.isSecondTransposed =
      (byColumns ? lastOfA : lastOfB) == someInner.back();
  double time = cost::getProductTime(target, contracted, product);
  if (!best || time < best->nanoseconds)
    best = {std::move(layout), time};
}

std::optional<TimedLayout> encke::chooseProducts(const Contraction &contraction,
                                                 const cost::Target &target) {
  return Search(contraction, target).run();
}

//===----------------------------------------------------------------------===//
// By loops
//===----------------------------------------------------------------------===//

/// Where one operand has the result's last label, its elements are vectors in
/// registers, while the loops run along that operand (the panel) for rows of
/// the other one.
static cost::Loops describeLoops(const Contraction &in, const Layout &layout) {
  StringAttr last = in.c.back();
  bool isSecond = has(in.b, last);
  ArrayRef<StringAttr> panel = isSecond ? in.b : in.a,
                       other = isSecond ? in.a : in.b;
  cost::Loops loops;
  loops.isAlongBoth = has(other, last);
  loops.panel = in.count(panel);
  loops.other = in.count(other);
  loops.last = in.sizes.lookup(last);
  loops.isFused = in.readByRows || in.madeByRows[0] || in.madeByRows[1];
  loops.isTransposed = layout.transposes(isSecond ? in.accessB : in.accessA);
  loops.isTurned = panel.back() != last && !loops.isTransposed;
  // The rows: C's labels before the last one that the panel lacks.
  ArrayRef<StringAttr> outer = ArrayRef(in.c).drop_back();
  loops.rows = outer.empty() ? 1 : in.sizes.lookup(outer.back());
  while (!outer.empty() && !has(panel, outer.back()))
    outer = outer.drop_back();
  loops.hasRows = outer.size() + 1 < in.c.size();
  Labels reused = select(panel, panel, /*without=*/outer);
  loops.reused = in.count(reused);
  loops.isReusedKnown = in.isKnown(reused);
  loops.rounds = in.count(select(panel, other, /*without=*/in.c));
  StringAttr along = other.back();
  loops.along = in.sizes.lookup(along);
  loops.isAlongResult = has(in.c, along);
  loops.isAlongPanel = panel.back() == along;
  // Elements of the rows are in lines of their own where they do not follow
  // each other along the sums or the rows.
  StringAttr row = in.c.size() > 1 ? in.c[in.c.size() - 2] : StringAttr();
  loops.hasLines = along != row && !has(panel, along);
  return loops;
}

double encke::estimateLoops(const Contraction &in, const Layout &layout,
                            const cost::Target &target) {
  cost::Contracted contracted = in.describe();
  double time =
      cost::getLoopTime(target, contracted, describeLoops(in, layout));
  auto save = [&](bool isSaved, ArrayRef<StringAttr> labels) {
    if (isSaved)
      time -= cost::getSavedTime(target, contracted, in.count(labels),
                                 in.isKnown(labels));
  };
  save(in.readByRows, in.c);
  save(in.madeByRows[0], in.a);
  save(in.madeByRows[1], in.b);
  return time;
}
