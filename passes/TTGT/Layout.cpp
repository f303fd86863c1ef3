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
// The model's figures are fitted to the times of 620 random products, alone and
// in batches of up to 4000, on one core with AVX-512 (Zen 4); only their ratios
// matter. docs/performance.md says what it loses.
//
//===----------------------------------------------------------------------===//

#include "passes/TTGT/Layout.h"
#include "passes/JamRows/Jammed.h"
#include "passes/StreamOrder/Turned.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;
using namespace encke;
using Labels = Contraction::Labels;

// Double-precision operations a nanosecond: of a large matrix product, and of
// generated loops that find nothing in a cache.
static constexpr double productRate = 57, loopRate = 3;
// Generated loops that go along one operand again and again, by its bytes: for
// one row of the other one, and for several at a time (passes/JamRows).
struct PanelRate {
  double bytes, row, rows;
};
static constexpr PanelRate panelRates[] = {
    {32 << 10, 35, 58},      {128 << 10, 26, 58}, {blockedBytes, 20, 58},
    {1 << 20, 12, 57},       {2 << 20, 12, 55},   {4 << 20, 12, 52},
    {HUGE_VAL, loopRate, 48}};
// How many rounds it takes to begin and end the sums of a block of rows.
static constexpr double startRounds = 1;
// How many vectors long rows have to be that are not whole lines, one at a
// time.
static constexpr double splitVectors = 3;
// Loops along the last label that two operands have in common, as long as this
// and rounds that long; and those along the other label of the result, which is
// transposed then.
static constexpr double dotRate = 38, dotStart = 4, dotRows = 8,
                        swappedRate = 40, swappedWidth = 12, swappedRows = 8;
// Bytes a nanosecond: of what a product reads and writes in a cache, of a
// transposition (both directions counted), of one of so many bytes, of large
// arrays in memory, and of operands that no cache holds, to BLAS and to loops.
static constexpr double cacheRate = 90, transposeRate = 16, memoryRate = 12,
                        farTransposeRate = 8, farBytes = 8 << 20,
                        farProductRate = 14, farLoopRate = 20;
// Up to so many bytes stay in a cache of one core.
static constexpr double cacheBytes = 1 << 20;
// Nanoseconds for an element in a line of its own, of more than a first cache
// holds.
static constexpr double lineTime = 1.5, lineCache = 32 << 10;
// BLAS is half as fast with so many elements in a row of the result, or so many
// rows.
static constexpr double shortSide = 11, shortPower = 0.75, fewRows = 3;
// What is transposed takes memory: it must be worth more than the model errs.
static constexpr double transposeMargin = 1.03;
// Nanoseconds to call BLAS once, and to start a transposition.
static constexpr double callTime = 20, transposeTime = 2000;
// Up to so many multiplications BLAS does not pack its operands: short sides
// matter less, and it is slower by this factor, and so many nanoseconds, when
// the second operand is transposed.
static constexpr double smallProduct = 1e6, smallTransposed = 1.25,
                        smallTransposedTime = 64, smallSide = 2.5,
                        smallRows = 2;

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

static double getTransposeTime(double bytes) {
  return transposeTime +
         2 * bytes / (bytes > farBytes ? farTransposeRate : transposeRate);
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

/// What of so many elements no cache holds.
static double getFarBytes(const Contraction &in, double elements) {
  double bytes = elements * double(in.bytes);
  return in.unknown.empty() ? std::max(0.0, bytes - farBytes) : bytes;
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
  // Short sides fill neither registers nor the time that a call takes, least of
  // all where operands are packed.
  bool isSmall = m * n * k <= smallProduct;
  double width = byColumns ? m : n, height = byColumns ? n : m;
  double slow = isSmall ? (1 + smallRows / height) * (1 + smallSide / width) *
                              (1 + smallSide / k)
                        : (1 + fewRows / height) *
                              (1 + std::pow(shortSide / width, shortPower));
  double time =
      in.flops() * slow / (productRate * 8 / (in.isComplex ? 8 : bytes));
  ArrayRef<StringAttr> second = byColumns
                                    ? (layout.a.empty() ? in.a : layout.a)
                                    : (layout.b.empty() ? in.b : layout.b);
  if (second.back() == layout.gemm.inner.back() && isSmall)
    time = time * smallTransposed + calls * smallTransposedTime;
  double traffic = (m * k + k * n + 2 * m * n) * bytes;
  time += calls * (callTime + traffic / cacheRate);
  time += getFarBytes(in, in.count(in.a) + in.count(in.b)) / farProductRate;
  // Lines of C that are not written as a whole.
  double line = 64 / bytes / width;
  time += line * in.count(in.c) * bytes / memoryRate;
  bool isTransposed = false;
  for (const auto &[order, tensor] :
       {std::pair(&layout.a, &in.a), std::pair(&layout.b, &in.b),
        std::pair(&layout.c, &in.c)})
    if (!order->empty()) {
      isTransposed = true;
      time += getTransposeTime(in.count(*tensor) * bytes);
    }
  return time * (isTransposed ? transposeMargin : 1);
}

std::optional<Layout> encke::chooseLayout(const Contraction &contraction) {
  return Search(contraction).run();
}

namespace {

/// The operand that has C's last label, along which loops go for rows of the
/// other one.
struct Panel {
  ArrayRef<StringAttr> labels, other;
  double bytes; ///< of what stands still while rows are gone through
  double rate;  ///< flops a nanosecond

  Panel(const Contraction &in, bool isSecond);
};

} // namespace

Panel::Panel(const Contraction &in, bool isSecond)
    : labels(isSecond ? in.b : in.a), other(isSecond ? in.a : in.b) {
  // The rows: C's labels before the last one that the panel lacks.
  ArrayRef<StringAttr> outer = ArrayRef(in.c).drop_back();
  double rows = outer.empty() ? 1 : in.sizes.lookup(outer.back());
  while (!outer.empty() && !has(labels, outer.back()))
    outer = outer.drop_back();
  Labels reused = select(labels, labels, /*without=*/outer);
  bytes = in.count(reused) * double(in.bytes);
  double vectors = in.sizes.lookup(in.c.back()) * double(in.bytes) / 64;
  bool isJammed = outer.size() + 1 < in.c.size() && rows >= 2;
  bool isKnown = llvm::none_of(
      reused, [&](StringAttr label) { return in.unknown.contains(label); });
  // Of a panel that may be large, a library is the safer choice where nothing
  // else speaks for loops.
  isJammed &= isKnown || in.isFused();
  double atMost = isJammed && !isKnown ? HUGE_VAL : bytes;
  const PanelRate *known = llvm::find_if(
      panelRates, [&](const PanelRate &at) { return atMost <= at.bytes; });
  rate = (isJammed ? known->rows : known->row) * 8 /
         (in.isComplex ? 32 : double(in.bytes));
  if (!isJammed) {
    // Lines are split where rows are no whole ones.
    bool isAligned = vectors == std::floor(vectors);
    rate *= std::min(1.0, vectors / (isAligned ? 1 : splitVectors));
    return;
  }
  // Sums are loaded and stored; of their last vector some lanes are another
  // one's; and a row that is left over is half as fast.
  double rounds = in.count(select(labels, other, /*without=*/in.c));
  rate *= rounds / (rounds + startRounds) * vectors / std::ceil(vectors);
  if (std::fmod(rows, double(jammedRows)) == 1)
    rate *= rows / (rows + 1);
}

/// Flops a nanosecond where the panel has the result's last label elsewhere and
/// is not transposed: along the last label of the other operand.
static double getTurnedRate(const Contraction &in, const Panel &panel) {
  StringAttr along = panel.other.back();
  double length = in.sizes.lookup(along), last = in.sizes.lookup(in.c.back());
  bool isSwapped = has(in.c, along);
  if (isSwapped)
    return length >= swappedWidth && last >= swappedRows ? swappedRate
                                                         : loopRate;
  if (panel.labels.back() != along)
    return loopRate;
  double rows = in.flops() / 2 / in.count(panel.labels);
  return dotRate * length / (length + dotStart) * std::min(1.0, rows / dotRows);
}

/// Where one operand has the result's last label, its elements are vectors in
/// registers, while the loops run along that operand (the panel) for rows of
/// the other one. A panel that has the label elsewhere is transposed first, if
/// there are whole vectors (passes/StreamOrder).
double encke::estimateLoops(const Contraction &in) {
  StringAttr last = in.c.back();
  bool isSecond = has(in.b, last);
  Panel panel(in, isSecond);
  double bytes = double(in.bytes);
  bool isTurned = panel.labels.back() != last;
  bool canTurn = in.sizes.lookup(last) >= leastResultWidth &&
                 in.flops() / 2 >= leastResultRatio * in.count(panel.labels);
  if (has(panel.other, last))
    return in.flops() / loopRate;
  double time =
      getFarBytes(in, in.count(in.a) + in.count(in.b) + in.count(in.c)) /
      farLoopRate;
  if (isTurned && !canTurn)
    return time + in.flops() / getTurnedRate(in, panel);
  time += in.flops() / panel.rate;
  if (isTurned)
    time += getTransposeTime(in.count(panel.labels) * bytes);
  // Elements of the rows that are in a line of their own, where they do not
  // follow each other along the sums or the rows.
  StringAttr row = in.c.size() > 1 ? in.c[in.c.size() - 2] : StringAttr();
  StringAttr next = panel.other.back();
  if (next != row && !has(panel.labels, next) &&
      in.count(panel.other) * bytes > lineCache)
    time += in.flops() / 2 / in.sizes.lookup(last) * lineTime;
  return time;
}

double encke::estimateFused(const Contraction &in) {
  auto timeOf = [&](ArrayRef<StringAttr> labels) {
    double bytes = in.count(labels) * double(in.bytes);
    bool isFar = bytes > cacheBytes || llvm::any_of(labels, [&](auto label) {
                   return in.unknown.contains(label);
                 });
    return isFar ? 2 * bytes / memoryRate : 0;
  };
  double saved = in.readByRows ? timeOf(in.c) : 0;
  saved += in.madeByRows[0] ? timeOf(in.a) : 0;
  saved += in.madeByRows[1] ? timeOf(in.b) : 0;
  return estimateLoops(in) - saved;
}
