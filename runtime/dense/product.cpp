//===- product.cpp - loops of matrix products -----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dense/product.h"
#include "core/threads.h"
#include "dense/blas.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

namespace encke::rt {

// Multiplications that plain loops have done before BLAS could be loaded.
static constexpr int64_t smallProduct = 1 << 16;
// Multiplications that take about as long as an element does elsewhere in the
// runtime: the measure of threadsFor.
static constexpr int64_t multiplicationsPerElement = 32;
// So many products are added up in floats, by BLAS, which adds some hundreds to
// one number; what they sum to is added up in doubles. Then C is computed in
// blocks, of which these and the sums fit into a cache.
static constexpr int64_t termsOfSlab = 1024;
static constexpr int64_t rowsOfBlock = 256, columnsOfBlock = 1024;

namespace {

/// How BLAS reads a matrix.
struct Layout {
  int transpose;
  int leading;
};

/// One matrix product of the loops.
template <typename T>
struct Piece {
  const T *a;
  const T *b;
  T *c;
  ProductLoop rows, columns, inner;
  T alpha;
  bool accumulate;
};

} // namespace

/// A matrix is what BLAS wants, or its transpose is: no steps between the
/// elements of a row. Whatever has one element has no steps.
static std::optional<Layout> getLayout(int64_t rows, int64_t rowStride,
                                       int64_t columns, int64_t columnStride) {
  auto fits = [](int64_t value) {
    return value <= std::numeric_limits<int>::max();
  };
  auto make = [&](int transpose, int64_t count, int64_t stride,
                  int64_t length) -> std::optional<Layout> {
    int64_t leading = count <= 1 ? std::max<int64_t>(length, 1) : stride;
    if (leading < std::max<int64_t>(length, 1) || !fits(leading))
      return std::nullopt;
    return Layout{transpose, int(leading)};
  };
  if (!fits(rows) || !fits(columns))
    return std::nullopt;
  std::optional<Layout> layout;
  if (columnStride == 1 || columns <= 1)
    layout = make(blasNoTrans, rows, rowStride, columns);
  if (!layout && (rowStride == 1 || rows <= 1))
    layout = make(blasTrans, columns, columnStride, rows);
  return layout;
}

template <typename T>
static void callBlas(const Blas &blas, const Piece<T> &piece, Layout a,
                     Layout b, int ldc) {
  auto m = int(piece.rows.size), n = int(piece.columns.size);
  auto k = int(piece.inner.size);
  T alpha = piece.alpha, beta = piece.accumulate ? T(1) : T(0);
  if constexpr (std::is_same_v<T, float>)
    blas.sgemm(blasRowMajor, a.transpose, b.transpose, m, n, k, alpha, piece.a,
               a.leading, piece.b, b.leading, beta, piece.c, ldc);
  else if constexpr (std::is_same_v<T, double>)
    blas.dgemm(blasRowMajor, a.transpose, b.transpose, m, n, k, alpha, piece.a,
               a.leading, piece.b, b.leading, beta, piece.c, ldc);
  else
    blas.zgemm(blasRowMajor, a.transpose, b.transpose, m, n, k, &alpha, piece.a,
               a.leading, piece.b, b.leading, &beta, piece.c, ldc);
}

/// C^T = B^T * A^T.
template <typename T>
static Piece<T> transposed(const Piece<T> &piece) {
  auto swap = [](ProductLoop loop) {
    std::swap(loop.a, loop.b);
    return loop;
  };
  Piece<T> result = piece;
  std::swap(result.a, result.b);
  result.rows = swap(piece.columns);
  result.columns = swap(piece.rows);
  result.inner = swap(piece.inner);
  return result;
}

/// By BLAS, unless a matrix has no unit stride.
template <typename T>
static bool multiplyByBlas(const Blas &blas, const Piece<T> &given) {
  bool byRows = given.columns.c == 1 || given.columns.size <= 1;
  Piece<T> piece = byRows ? given : transposed(given);
  const ProductLoop &m = piece.rows, &n = piece.columns, &k = piece.inner;
  std::optional<Layout> a = getLayout(m.size, m.a, k.size, k.a);
  std::optional<Layout> b = getLayout(k.size, k.b, n.size, n.b);
  std::optional<Layout> c = getLayout(m.size, m.c, n.size, n.c);
  if (!a || !b || !c || c->transpose != blasNoTrans || k.size == 0)
    return false;
  callBlas(blas, piece, *a, *b, c->leading);
  return true;
}

/// Row by row: C's is added to, which the compiler makes SIMD code of where it
/// has no steps. The sums of a row of floats are doubles.
template <typename T>
static void multiplyByLoops(const Piece<T> &piece) {
  constexpr bool isFloat = std::is_same_v<T, float>;
  using Sum = std::conditional_t<isFloat, double, T>;
  const ProductLoop &m = piece.rows, &n = piece.columns, &k = piece.inner;
  auto addRow = [](Sum *c, T factor, const T *b, int64_t size) {
    for (int64_t j = 0; j < size; ++j)
      c[j] += Sum(factor) * Sum(b[j]);
  };
  std::vector<Sum> row(isFloat ? size_t(n.size) : 0);
  for (int64_t i = 0; i < m.size; ++i) {
    T *c = piece.c + i * m.c;
    Sum *sums;
    int64_t step = n.c;
    if constexpr (isFloat) {
      sums = row.data();
      step = 1;
      for (int64_t j = 0; j < n.size; ++j)
        sums[j] = piece.accumulate ? c[j * n.c] : T(0);
    } else {
      sums = c;
      if (!piece.accumulate)
        for (int64_t j = 0; j < n.size; ++j)
          c[j * n.c] = T(0);
    }
    for (int64_t p = 0; p < k.size; ++p) {
      T factor = piece.alpha * piece.a[i * m.a + p * k.a];
      const T *b = piece.b + p * k.b;
      if (n.b == 1 && step == 1)
        addRow(sums, factor, b, n.size);
      else
        for (int64_t j = 0; j < n.size; ++j)
          sums[j * step] += Sum(factor) * Sum(b[j * n.b]);
    }
    if constexpr (isFloat)
      for (int64_t j = 0; j < n.size; ++j)
        c[j * n.c] = float(sums[j]);
  }
}

namespace {

/// Goes through the points of loops in order, from any of them on.
class Odometer {
public:
  Odometer(const std::vector<ProductLoop> &loops, int64_t start)
      : loops(loops), at(loops.size()) {
    for (size_t depth = loops.size(); depth-- != 0;) {
      at[depth] = start % loops[depth].size;
      start /= loops[depth].size;
      move(loops[depth], at[depth]);
    }
  }

  void next() {
    for (size_t depth = loops.size(); depth-- != 0;) {
      move(loops[depth], 1);
      if (++at[depth] != loops[depth].size)
        return;
      move(loops[depth], -at[depth]);
      at[depth] = 0;
    }
  }

  int64_t a = 0, b = 0, c = 0; ///< distances from the beginning

private:
  void move(const ProductLoop &loop, int64_t by) {
    a += by * loop.a;
    b += by * loop.b;
    c += by * loop.c;
  }

  const std::vector<ProductLoop> &loops;
  std::vector<int64_t> at;
};

template <typename T>
class Multiplication {
public:
  Multiplication(const Product<T> &product);
  void run();

private:
  void runPart(int64_t begin, int64_t end) const;
  void runPoint(Piece<T> piece) const;
  void runInBlocks(const Piece<T> &piece) const;
  void runBlock(const Piece<T> &piece, std::vector<double> &total,
                std::vector<T> &part) const;
  void multiplyOne(const Piece<T> &piece) const;
  Piece<T> cut(Piece<T> piece, int64_t part) const;

  const Product<T> &product;
  std::vector<ProductLoop> free, summed; ///< loops with C's, and without
  int64_t points = 1, sums = 1;
  int64_t parts = 1; ///< that the larger side of each product is cut into
  const Blas *blas = nullptr;
};

} // namespace

static int64_t count(const std::vector<ProductLoop> &loops) {
  int64_t points = 1;
  for (const ProductLoop &loop : loops)
    points *= loop.size;
  return points;
}

template <typename T>
Multiplication<T>::Multiplication(const Product<T> &product)
    : product(product) {
  for (const ProductLoop &loop : product.loops)
    (loop.c == 0 ? summed : free).push_back(loop);
  points = count(free);
  sums = count(summed);
}

/// The part'th of `parts` pieces of rows or columns.
template <typename T>
Piece<T> Multiplication<T>::cut(Piece<T> piece, int64_t part) const {
  bool byRows = piece.rows.size >= piece.columns.size;
  ProductLoop &side = byRows ? piece.rows : piece.columns;
  int64_t begin = partBegin(side.size, int32_t(parts), int32_t(part));
  int64_t end = partBegin(side.size, int32_t(parts), int32_t(part) + 1);
  piece.a += begin * side.a;
  piece.b += begin * side.b;
  piece.c += begin * side.c;
  side.size = end - begin;
  return piece;
}

template <typename T>
void Multiplication<T>::multiplyOne(const Piece<T> &piece) const {
  if (!blas || !multiplyByBlas(*blas, piece))
    multiplyByLoops(piece);
}

/// The products of one place in C, slab by slab, whose sums are added in
/// doubles.
template <typename T>
void Multiplication<T>::runBlock(const Piece<T> &piece,
                                 std::vector<double> &total,
                                 std::vector<T> &part) const {
  const ProductLoop m = piece.rows, n = piece.columns;
  auto forAll = [&](auto body) {
    for (int64_t i = 0; i != m.size; ++i)
      for (int64_t j = 0; j != n.size; ++j)
        body(total[size_t(i * n.size + j)], part[size_t(i * n.size + j)],
             piece.c[i * m.c + j * n.c]);
  };
  forAll([&](double &sum, T &, T &c) { sum = piece.accumulate ? c : T(0); });
  Odometer at(summed, 0);
  int64_t rounds = std::max<int64_t>(sums, 1), terms = 0;
  for (int64_t round = 0; round != rounds; ++round) {
    for (int64_t begin = 0; begin < piece.inner.size; begin += termsOfSlab) {
      Piece<T> slab = piece;
      slab.a += at.a + begin * piece.inner.a;
      slab.b += at.b + begin * piece.inner.b;
      slab.inner.size = std::min(piece.inner.size - begin, termsOfSlab);
      slab.c = part.data();
      slab.rows.c = n.size;
      slab.columns.c = 1;
      slab.accumulate = terms != 0;
      multiplyOne(slab);
      terms += slab.inner.size;
      bool isLast =
          round + 1 == rounds && begin + termsOfSlab >= piece.inner.size;
      if (terms < termsOfSlab && !isLast)
        continue;
      forAll([](double &sum, T &more, T &) { sum += more; });
      terms = 0;
    }
    if (sums > 1)
      at.next();
  }
  forAll([](double &sum, T &, T &c) { c = T(sum); });
}

/// A long sum of floats.
template <typename T>
void Multiplication<T>::runInBlocks(const Piece<T> &piece) const {
  auto size = size_t(std::min(piece.rows.size, rowsOfBlock) *
                     std::min(piece.columns.size, columnsOfBlock));
  std::vector<double> total(size);
  std::vector<T> part(size);
  for (int64_t i = 0; i < piece.rows.size; i += rowsOfBlock)
    for (int64_t j = 0; j < piece.columns.size; j += columnsOfBlock) {
      Piece<T> block = piece;
      block.rows.size = std::min(piece.rows.size - i, rowsOfBlock);
      block.columns.size = std::min(piece.columns.size - j, columnsOfBlock);
      block.a += i * piece.rows.a + j * piece.columns.a;
      block.b += i * piece.rows.b + j * piece.columns.b;
      block.c += i * piece.rows.c + j * piece.columns.c;
      runBlock(block, total, part);
    }
}

/// All products of one place in C.
template <typename T>
void Multiplication<T>::runPoint(Piece<T> piece) const {
  // A sum over nothing still sets C.
  if (sums == 0)
    piece.inner.size = 0;
  if constexpr (std::is_same_v<T, float>)
    if (piece.inner.size > termsOfSlab / std::max<int64_t>(sums, 1))
      return runInBlocks(piece);
  int64_t rounds = std::max<int64_t>(sums, 1);
  Odometer at(summed, 0);
  for (int64_t round = 0; round != rounds; ++round) {
    Piece<T> one = piece;
    one.a += at.a;
    one.b += at.b;
    one.accumulate |= round != 0;
    multiplyOne(one);
    if (sums > 1)
      at.next();
  }
}

template <typename T>
void Multiplication<T>::runPart(int64_t begin, int64_t end) const {
  Odometer at(free, begin / parts);
  for (int64_t step = begin; step != end; ++step) {
    Piece<T> piece = {product.a + at.a, product.b + at.b,  product.c + at.c,
                      product.rows,     product.columns,   product.inner,
                      product.alpha,    product.accumulate};
    runPoint(parts == 1 ? piece : cut(piece, step % parts));
    if ((step + 1) % parts == 0)
      at.next();
  }
}

template <typename T>
void Multiplication<T>::run() {
  int64_t m = product.rows.size, n = product.columns.size;
  if (points * m * n == 0)
    return;
  int64_t work = points * m * n * std::max<int64_t>(product.inner.size, 1) *
                 std::max<int64_t>(sums, 1);
  if (work >= smallProduct)
    blas = &getBlas();
  int32_t threads = threadsFor(work / multiplicationsPerElement);
  // Enough steps that an uneven division among the threads does not show.
  if (threads > 1 && points < 8 * threads)
    parts = std::min<int64_t>(threads, std::max(m, n));
  int64_t steps = points * parts;
  threads = int32_t(std::min<int64_t>(threads, steps));
  if (threads == 1)
    return runPart(0, steps);
  onThreads(threads, [&](int32_t t) {
    runPart(partBegin(steps, threads, t), partBegin(steps, threads, t + 1));
  });
}

template <typename T>
void multiply(const Product<T> &product) {
  Multiplication<T>(product).run();
}

template void multiply(const Product<float> &);
template void multiply(const Product<double> &);
template void multiply(const Product<std::complex<double>> &);

} // namespace encke::rt
