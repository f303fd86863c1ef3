//===- Layout.cpp - the matrix products of a contraction ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neighbouring labels that a tensor has for one purpose are one dimension
// there. A layout picks such runs in the result for rows and columns, and one
// in the operands for the inner dimension; what is left are loops around the
// products. An operand in which the runs do not stand as they should, or which
// would have no unit stride, is transposed. All combinations are tried: there
// are some thousands for eight modes.
//
// What they take, passes/Cost/Products.h says.
//
//===----------------------------------------------------------------------===//

#include "passes/TTGT/Layout.h"
#include "passes/Cost/Products.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace encke;
using Labels = Contraction::Labels;

double Contraction::count(ArrayRef<StringAttr> labels) const {
  double elements = 1;
  for (StringAttr label : labels)
    elements *= sizes.lookup(label);
  return elements;
}

double Contraction::flops() const {
  double points = 1;
  for (auto [label, size] : sizes)
    points *= size;
  return (isComplex ? 8 : 2) * points;
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

/// What the model has to know of it.
static cost::Contracted describe(const Contraction &in) {
  return {in.flops(),     double(in.bytes), in.isComplex,  !in.unknown.empty(),
          in.count(in.a), in.count(in.b),   in.count(in.c)};
}

namespace {

class Search {
public:
  Search(const Contraction &in, const cost::Target &target)
      : in(in), contracted(describe(in)), target(target),
        rows(select(in.a, in.c, in.b)), columns(select(in.b, in.c, in.a)),
        inner(select(in.a, in.b, in.c)) {
    for (StringAttr label : in.c)
      if (has(in.a, label) && has(in.b, label))
        batch.push_back(label);
  }

  std::optional<Layout> run();

private:
  bool isProduct() const;
  void tryResult(ArrayRef<StringAttr> c, bool transposed);
  void tryGroups(ArrayRef<StringAttr> c, bool transposed, const Labels &rows,
                 const Labels &columns, const Labels &inner);
  Labels getOrder(ArrayRef<StringAttr> tensor, const ta::Gemm &gemm,
                  ArrayRef<StringAttr> free, bool freeLast) const;
  double estimate(const Layout &layout, bool byColumns) const;

  const Contraction &in;
  cost::Contracted contracted;
  const cost::Target &target;
  Labels rows, columns, inner, batch;
  std::optional<Layout> best;
};

} // namespace

bool Search::isProduct() const {
  auto isShared = [&](ArrayRef<StringAttr> tensor, ArrayRef<StringAttr> first,
                      ArrayRef<StringAttr> second) {
    return llvm::all_of(tensor, [&](StringAttr label) {
      return has(first, label) || has(second, label);
    });
  };
  return !rows.empty() && !columns.empty() && !inner.empty() &&
         isShared(in.a, in.b, in.c) && isShared(in.b, in.a, in.c) &&
         isShared(in.c, in.a, in.b);
}

std::optional<Layout> Search::run() {
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

/// The order to transpose an operand to: loops, then the two groups.
Labels Search::getOrder(ArrayRef<StringAttr> tensor, const ta::Gemm &gemm,
                        ArrayRef<StringAttr> free, bool freeLast) const {
  Labels order = select(gemm.loops, tensor, {});
  llvm::append_range(order, freeLast ? ArrayRef(gemm.inner) : free);
  llvm::append_range(order, freeLast ? free : ArrayRef(gemm.inner));
  return order;
}

void Search::tryGroups(ArrayRef<StringAttr> c, bool transposed,
                       const Labels &someRows, const Labels &someColumns,
                       const Labels &someInner) {
  Layout layout;
  layout.gemm = {someRows, someColumns, someInner, {}};
  Labels &loops = layout.gemm.loops;
  for (StringAttr label : c)
    if (!has(someRows, label) && !has(someColumns, label))
      loops.push_back(label);
  for (StringAttr label : inner)
    if (!has(someInner, label))
      loops.push_back(label);

  auto fits = [&](ArrayRef<StringAttr> tensor, const Labels &free) {
    return isRun(tensor, free) && isRun(tensor, someInner) &&
           (tensor.back() == free.back() || tensor.back() == someInner.back());
  };
  // BLAS sees C or, where its rows are contiguous, the transposed product. It
  // likes its second operand best with the free labels last.
  bool byColumns = c.back() == someRows.back();
  if (!fits(in.a, someRows))
    layout.a = getOrder(in.a, layout.gemm, someRows, byColumns);
  if (!fits(in.b, someColumns))
    layout.b = getOrder(in.b, layout.gemm, someColumns, !byColumns);
  if (transposed)
    layout.c.assign(c.begin(), c.end());
  layout.nanoseconds = estimate(layout, byColumns);
  if (!best || layout.nanoseconds < best->nanoseconds)
    best = std::move(layout);
}

double Search::estimate(const Layout &layout, bool byColumns) const {
  double m = in.count(layout.gemm.rows), n = in.count(layout.gemm.columns);
  cost::Product product;
  product.height = byColumns ? n : m;
  product.width = byColumns ? m : n;
  product.inner = in.count(layout.gemm.inner);
  product.calls = in.count(layout.gemm.loops);
  ArrayRef<StringAttr> second = byColumns
                                    ? (layout.a.empty() ? in.a : layout.a)
                                    : (layout.b.empty() ? in.b : layout.b);
  product.isSecondTransposed = second.back() == layout.gemm.inner.back();
  for (const auto &[order, tensor] :
       {std::pair(&layout.a, &in.a), std::pair(&layout.b, &in.b),
        std::pair(&layout.c, &in.c)})
    if (!order->empty())
      product.transposed.push_back(in.count(*tensor));
  return cost::getProductTime(target, contracted, product);
}

std::optional<Layout> encke::chooseLayout(const Contraction &contraction,
                                          const cost::Target &target) {
  return Search(contraction, target).run();
}

/// Where one operand has the result's last label, its elements are vectors in
/// registers, while the loops run along that operand (the panel) for rows of
/// the other one. A panel that has the label elsewhere is transposed first, if
/// there are whole vectors (passes/StreamOrder).
static cost::Loops describeLoops(const Contraction &in) {
  StringAttr last = in.c.back();
  bool isSecond = has(in.b, last);
  ArrayRef<StringAttr> panel = isSecond ? in.b : in.a,
                       other = isSecond ? in.a : in.b;
  cost::Loops loops;
  loops.isAlongBoth = has(other, last);
  loops.panel = in.count(panel);
  loops.other = in.count(other);
  loops.last = in.sizes.lookup(last);
  loops.isFused = in.isFused();
  loops.isTurned = panel.back() != last;
  // The rows: C's labels before the last one that the panel lacks.
  ArrayRef<StringAttr> outer = ArrayRef(in.c).drop_back();
  loops.rows = outer.empty() ? 1 : in.sizes.lookup(outer.back());
  while (!outer.empty() && !has(panel, outer.back()))
    outer = outer.drop_back();
  loops.hasRows = outer.size() + 1 < in.c.size();
  Labels reused = select(panel, panel, /*without=*/outer);
  loops.reused = in.count(reused);
  loops.isReusedKnown = llvm::none_of(
      reused, [&](StringAttr label) { return in.unknown.contains(label); });
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

double encke::estimateLoops(const Contraction &in, const cost::Target &target) {
  return cost::getLoopTime(target, describe(in), describeLoops(in));
}

double encke::estimateFused(const Contraction &in, const cost::Target &target) {
  cost::Contracted contracted = describe(in);
  auto timeOf = [&](ArrayRef<StringAttr> labels) {
    bool isKnown = llvm::none_of(
        labels, [&](StringAttr label) { return in.unknown.contains(label); });
    return cost::getSavedTime(target, contracted, in.count(labels), isKnown);
  };
  double saved = in.readByRows ? timeOf(in.c) : 0;
  saved += in.madeByRows[0] ? timeOf(in.a) : 0;
  saved += in.madeByRows[1] ? timeOf(in.b) : 0;
  return estimateLoops(in, target) - saved;
}
