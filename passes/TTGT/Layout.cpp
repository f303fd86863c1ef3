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
// The model's figures are those of one core with AVX-512 (2.5 GHz Zen 4); only
// their ratios matter.
//
//===----------------------------------------------------------------------===//

#include "passes/TTGT/Layout.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace encke;
using Labels = Contraction::Labels;

// Double-precision operations a nanosecond: of a large matrix product, and of
// generated loops that find nothing in a cache.
static constexpr double productRate = 50, loopRate = 3;
// Generated loops that go along one operand again and again, by its bytes.
static constexpr std::pair<double, double> panelRates[] = {
    {32 << 10, 35}, {128 << 10, 26}, {512 << 10, 20}, {2 << 20, 12}};
// Bytes a nanosecond: of what a product reads and writes in a cache, of a
// transposition (both directions counted), and of large arrays in memory.
static constexpr double cacheRate = 60, transposeRate = 16, memoryRate = 12;
// Up to so many bytes stay in a cache.
static constexpr double cacheBytes = 1 << 20;
// Nanoseconds to call BLAS once, and to start a transposition.
static constexpr double callTime = 40, transposeTime = 2000;
// Up to so many multiplications BLAS does not pack its operands, and is slower
// by this factor when the second one is transposed.
static constexpr double smallProduct = 1e6, smallTransposed = 1.4;

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

namespace {

class Search {
public:
  explicit Search(const Contraction &in)
      : in(in), rows(select(in.a, in.c, in.b)),
        columns(select(in.b, in.c, in.a)), inner(select(in.a, in.b, in.c)) {
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
  double k = in.count(layout.gemm.inner);
  double calls = in.count(layout.gemm.loops);
  double bytes = double(in.bytes);
  // Short sides fill neither registers nor the time that a call takes.
  double rate = productRate * 8 / (in.isComplex ? 8 : bytes) /
                ((1 + 2 / m) * (1 + 2 / n) * (1 + 2 / k));
  ArrayRef<StringAttr> second = byColumns
                                    ? (layout.a.empty() ? in.a : layout.a)
                                    : (layout.b.empty() ? in.b : layout.b);
  if (second.back() == layout.gemm.inner.back() && m * n * k <= smallProduct)
    rate /= smallTransposed;
  double time = in.flops() / rate;
  double traffic = (m * k + k * n + 2 * m * n) * bytes;
  bool isCached = traffic <= cacheBytes && !in.hasUnknown;
  time += calls * (callTime + traffic / (isCached ? cacheRate : memoryRate));
  // Lines of C that are not written as a whole.
  double line = 64 / bytes / (byColumns ? m : n);
  time += line * in.count(in.c) * bytes / memoryRate;
  for (const auto &[order, tensor] :
       {std::pair(&layout.a, &in.a), std::pair(&layout.b, &in.b),
        std::pair(&layout.c, &in.c)})
    if (!order->empty())
      time += transposeTime + 2 * in.count(*tensor) * bytes / transposeRate;
  return time;
}

std::optional<Layout> encke::chooseLayout(const Contraction &contraction) {
  return Search(contraction).run();
}

/// Where the result's last label is the last one of one operand, too, its
/// elements are vectors in registers, while the loops run along that operand
/// (the panel) for each element of the other one in turn.
double encke::estimateLoops(const Contraction &in) {
  StringAttr last = in.c.back();
  ArrayRef<StringAttr> panel = has(in.b, last) ? in.b : in.a;
  ArrayRef<StringAttr> other = has(in.b, last) ? in.a : in.b;
  double rate = loopRate;
  if (panel.back() == last && !has(other, last) && !has(in.c, other.back())) {
    Labels reused = select(panel, panel, /*without=*/select(in.c, other, {}));
    double bytes = in.count(reused) * double(in.bytes);
    for (auto [limit, panelRate] : llvm::reverse(panelRates))
      if (bytes <= limit)
        rate = panelRate * 8 / (in.isComplex ? 32 : double(in.bytes));
    rate *= std::min(1.0, in.sizes.lookup(last) * double(in.bytes) / 64);
  }
  return in.flops() / rate;
}
