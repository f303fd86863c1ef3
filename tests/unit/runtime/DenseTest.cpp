//===- DenseTest.cpp - transposition and products of dense tensors --------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "dense/product.h"
#include "dense/tiles.h"
#include "dense/transpose.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <random>

using namespace encke::test;
using namespace encke::rt;

namespace {

//===----------------------------------------------------------------------===//
// Transposition
//===----------------------------------------------------------------------===//

/// A row-major tensor as bytes that tell every element from the others.
struct Tensor {
  Tensor(std::vector<int64_t> sizes, int64_t bytes)
      : sizes(std::move(sizes)), strides(this->sizes.size()), bytes(bytes) {
    for (size_t mode = strides.size(); mode-- != 0;) {
      strides[mode] = count;
      count *= this->sizes[mode];
    }
    data.resize(size_t(count * bytes));
    std::mt19937 random(7);
    for (char &byte : data)
      byte = char(random());
  }

  std::vector<int64_t> sizes, strides;
  int64_t bytes, count = 1;
  std::vector<char> data;
};

/// The number of elements that are wrong after the transposition.
int64_t transposeAndCount(const Tensor &source,
                          const std::vector<size_t> &order) {
  std::vector<SourceMode> modes;
  for (size_t mode : order)
    modes.push_back({source.sizes[mode], source.strides[mode]});
  std::vector<char> target(source.data.size() + 1, 'x');
  transpose(source.data.data(), target.data(), source.bytes, modes);
  int64_t wrong = target.back() != 'x';
  std::vector<int64_t> at(modes.size());
  for (int64_t i = 0; i != source.count; ++i) {
    int64_t from = 0;
    for (size_t mode = 0; mode != modes.size(); ++mode)
      from += at[mode] * modes[mode].stride;
    wrong += std::memcmp(&target[size_t(i * source.bytes)],
                         &source.data[size_t(from * source.bytes)],
                         size_t(source.bytes)) != 0;
    for (size_t mode = modes.size(); mode-- != 0;) {
      if (++at[mode] != modes[mode].size)
        break;
      at[mode] = 0;
    }
  }
  return wrong;
}

TEST(Transpose, EveryOrderOfFourModes) {
  for (int64_t bytes : {1, 2, 4, 8, 16}) {
    Tensor source({3, 17, 5, 9}, bytes);
    std::vector<size_t> order = {0, 1, 2, 3};
    do
      EXPECT_EQ(transposeAndCount(source, order), 0)
          << bytes << ": " << order[0] << order[1] << order[2] << order[3];
    while (std::next_permutation(order.begin(), order.end()));
  }
}

TEST(Transpose, TilesAndWhatIsLeftOfThem) {
  for (int64_t rows : {1, 2, 63, 64, 65, 130})
    for (int64_t columns : {1, 7, 64, 129})
      for (int64_t bytes : {4, 8, 16}) {
        Tensor source({rows, columns}, bytes);
        EXPECT_EQ(transposeAndCount(source, {1, 0}), 0)
            << rows << " x " << columns << " of " << bytes;
      }
}

/// Tiles are longer where a matrix is narrow, and rows that are short move as
/// wholes.
TEST(Transpose, NarrowMatricesAndShortRows) {
  for (int64_t bytes : {1, 4, 8, 16})
    for (int64_t narrow = 1; narrow != 20; ++narrow) {
      EXPECT_EQ(transposeAndCount(Tensor({narrow, 1100}, bytes), {1, 0}), 0)
          << narrow << " of " << bytes;
      EXPECT_EQ(transposeAndCount(Tensor({1100, narrow}, bytes), {1, 0}), 0)
          << narrow << " of " << bytes;
      EXPECT_EQ(transposeAndCount(Tensor({70, 41, narrow}, bytes), {1, 0, 2}),
                0)
          << narrow << " of " << bytes;
    }
}

TEST(Transpose, EmptyAndSingle) {
  EXPECT_EQ(transposeAndCount(Tensor({0, 5}, 8), {1, 0}), 0);
  EXPECT_EQ(transposeAndCount(Tensor({4, 0, 3}, 8), {2, 0, 1}), 0);
  EXPECT_EQ(transposeAndCount(Tensor({1, 1, 1}, 8), {2, 0, 1}), 0);
  EXPECT_EQ(transposeAndCount(Tensor({1, 6, 1, 5}, 8), {3, 2, 1, 0}), 0);
  EXPECT_EQ(transposeAndCount(Tensor({}, 8), {}), 0);
}

/// Targets beyond the caches are written past them: aligned rows, rows that
/// are not, and rows that are copied.
TEST(Transpose, LargeTargets) {
  EXPECT_EQ(transposeAndCount(Tensor({1400, 1504}, 8), {1, 0}), 0);
  EXPECT_EQ(transposeAndCount(Tensor({1501, 1399}, 8), {1, 0}), 0);
  EXPECT_EQ(transposeAndCount(Tensor({1003, 1051}, 16), {1, 0}), 0);
  EXPECT_EQ(transposeAndCount(Tensor({130, 150, 113}, 8), {1, 0, 2}), 0);
}

/// Narrow registers are not chosen on this machine, but on others.
TEST(Transpose, KernelsOfEveryWidth) {
  std::vector<const TileKernels *> all = {&simd128::kernels};
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2"))
    all.push_back(&simd256::kernels);
  if (__builtin_cpu_supports("avx512f"))
    all.push_back(&simd512::kernels);
#endif
  const std::pair<int64_t, int64_t> shapes[] = {
      {37, 50}, {16, 32}, {3, 50}, {37, 5}, {17, 1}};
  for (const TileKernels *kernels : all)
    for (auto [rows, columns] : shapes)
      for (bool stream : {false, true})
        for (int64_t bytes : {4, 8, 16}) {
          Tensor source({rows, columns}, bytes);
          std::vector<char> target(source.data.size());
          Tile tile = {source.data.data(), target.data(), rows,  columns,
                       columns * bytes,    rows * bytes,  stream};
          (bytes == 4   ? kernels->transpose4
           : bytes == 8 ? kernels->transpose8
                        : kernels->transpose16)(tile);
          for (int64_t i = 0; i != rows; ++i)
            for (int64_t j = 0; j != columns; ++j)
              ASSERT_EQ(
                  std::memcmp(&target[size_t((j * rows + i) * bytes)],
                              &source.data[size_t((i * columns + j) * bytes)],
                              size_t(bytes)),
                  0);
        }
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

template <typename T>
struct Operands {
  std::vector<T> a, b, c;

  Operands(size_t sizeA, size_t sizeB, size_t sizeC)
      : a(sizeA), b(sizeB), c(sizeC) {
    std::mt19937 random(11);
    for (std::vector<T> *array : {&a, &b, &c})
      for (T &value : *array)
        value = T(int(random() % 19) - 9);
  }
};

/// Calls body(a, b, c), with distances, for each point of the loops.
template <typename Body>
void forPoints(const std::vector<ProductLoop> &loops, const Body &body) {
  std::vector<int64_t> at(loops.size());
  int64_t points = 1;
  for (const ProductLoop &loop : loops)
    points *= loop.size;
  for (int64_t point = 0; point != points; ++point) {
    int64_t a = 0, b = 0, c = 0;
    for (size_t k = 0; k != loops.size(); ++k) {
      a += at[k] * loops[k].a;
      b += at[k] * loops[k].b;
      c += at[k] * loops[k].c;
    }
    body(a, b, c);
    for (size_t k = loops.size(); k-- != 0;) {
      if (++at[k] != loops[k].size)
        break;
      at[k] = 0;
    }
  }
}

/// What the definition gives; small integers are exact in every order.
template <typename T>
void multiplyByDefinition(const Product<T> &product, T *result) {
  std::vector<ProductLoop> all = product.loops, ofResult;
  all.insert(all.end(), {product.rows, product.columns, product.inner});
  for (const ProductLoop &loop : all)
    if (loop.c != 0)
      ofResult.push_back(loop);
  if (!product.accumulate)
    forPoints(ofResult, [&](int64_t, int64_t, int64_t c) { result[c] = T(0); });
  forPoints(all, [&](int64_t a, int64_t b, int64_t c) {
    result[c] += product.alpha * product.a[a] * product.b[b];
  });
}

/// A product of m x k and k x n matrices with a batch in front, each stored by
/// rows or by columns.
template <typename T>
void checkMatrices(int64_t m, int64_t n, int64_t k, unsigned transposed,
                   bool accumulate, const encke_options &options) {
  constexpr int64_t batch = 2;
  Operands<T> in(size_t(batch * m * k), size_t(batch * k * n),
                 size_t(batch * m * n));
  bool ta = transposed & 1, tb = transposed & 2, tc = transposed & 4;
  Product<T> product = {in.a.data(),
                        in.b.data(),
                        in.c.data(),
                        {m, ta ? 1 : k, 0, tc ? 1 : n},
                        {n, 0, tb ? k : 1, tc ? m : 1},
                        {k, ta ? m : 1, tb ? 1 : n, 0},
                        {{batch, m * k, k * n, m * n}},
                        T(3),
                        accumulate};
  std::vector<T> expected = in.c;
  multiplyByDefinition(product, expected.data());
  Outcome outcome = runProgram([&] { multiply(product); }, options);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(in.c, expected) << m << "x" << n << "x" << k << " transposed "
                            << transposed << " accumulate " << accumulate;
}

template <typename T>
class Multiply : public testing::Test {};
using Types = testing::Types<float, double, std::complex<double>>;
TYPED_TEST_SUITE(Multiply, Types);

TYPED_TEST(Multiply, EveryOrientation) {
  for (unsigned transposed = 0; transposed != 8; ++transposed)
    for (bool accumulate : {false, true}) {
      // Below what BLAS is loaded for, and above.
      checkMatrices<TypeParam>(5, 7, 3, transposed, accumulate,
                               defaultOptions());
      checkMatrices<TypeParam>(67, 41, 33, transposed, accumulate,
                               defaultOptions());
    }
}

/// Large enough for three threads, which share rows or columns.
TEST(MultiplyThreads, DivideTheLongerSide) {
  encke_options options = defaultOptions();
  options.threads = 3;
  checkMatrices<double>(301, 90, 130, 0, false, options);
  checkMatrices<double>(90, 301, 130, 5, true, options);
}

TYPED_TEST(Multiply, ThinAndEmpty) {
  for (unsigned transposed = 0; transposed != 8; ++transposed)
    for (auto [m, n, k] : std::vector<std::array<int64_t, 3>>{{1, 1, 1},
                                                              {1, 400, 200},
                                                              {400, 1, 200},
                                                              {200, 200, 1},
                                                              {1, 1, 70000},
                                                              {0, 5, 5},
                                                              {5, 0, 5},
                                                              {5, 6, 0},
                                                              {200, 200, 0}})
      for (bool accumulate : {false, true})
        checkMatrices<TypeParam>(m, n, k, transposed, accumulate,
                                 defaultOptions());
}

/// Loops that sum, and a matrix without a unit stride, which BLAS cannot read.
TEST(MultiplyLoops, SummedAndWithSteps) {
  for (bool accumulate : {false, true})
    for (int64_t summed : {0, 1, 6}) {
      constexpr int64_t m = 40, n = 30, k = 20;
      Operands<double> in(size_t(m * k * 6 * 2), size_t(k * n * 6 * 2),
                          size_t(m * n * 2));
      Product<double> product = {in.a.data(),
                                 in.b.data(),
                                 in.c.data(),
                                 {m, k * 12, 0, n * 2},
                                 {n, 0, 2, 2},
                                 {k, 12, 2 * n, 0},
                                 {{summed, 2, 2 * n * k, 0}, {2, 1, 1, 1}},
                                 2.0,
                                 accumulate};
      std::vector<double> expected = in.c;
      multiplyByDefinition(product, expected.data());
      Outcome outcome = runProgram([&] { multiply(product); });
      EXPECT_EQ(outcome.status, 0) << outcome.err;
      EXPECT_EQ(in.c, expected) << summed << accumulate;
    }
}

/// Long sums of floats, by loops and by BLAS, of one slab of terms and of many,
/// in one block of C and in several, and of many short terms (L21).
TEST(MultiplyFloats, LongSums) {
  struct Shape {
    int64_t m, n, k, summed;
  };
  for (Shape shape :
       {Shape{1, 2, 20000, 1}, Shape{70, 30, 20000, 1}, Shape{300, 3, 3001, 1},
        Shape{3, 1100, 1500, 1}, Shape{20, 10, 7, 3000}, Shape{2, 3, 1000, 1}})
    for (bool accumulate : {false, true}) {
      auto [m, n, k, summed] = shape;
      std::vector<float> a(size_t(m * k * summed), 0.1F),
          b(size_t(k * n * summed), 0.1F), c(size_t(m * n), 1.0F);
      Product<float> product = {a.data(),
                                b.data(),
                                c.data(),
                                {m, k, 0, n},
                                {n, 0, 1, 1},
                                {k, 1, n, 0},
                                {{summed, m * k, k * n, 0}},
                                2.0F,
                                accumulate};
      Outcome outcome = runProgram([&] { multiply(product); });
      EXPECT_EQ(outcome.status, 0) << outcome.err;
      double tenth = 0.1F;
      double expected = 2 * tenth * tenth * double(k * summed) + accumulate;
      for (float element : c)
        EXPECT_NEAR(element / expected, 1, 1e-5) << m << " " << n << " " << k;
    }
}

//===----------------------------------------------------------------------===//
// The C interface
//===----------------------------------------------------------------------===//

/// A memory reference as MLIR lays it out.
struct Reference {
  Reference(double *data, std::vector<int64_t> sizes) {
    words.resize(3 + 2 * sizes.size());
    words[0] = words[1] = reinterpret_cast<int64_t>(data);
    int64_t stride = 1;
    for (size_t mode = sizes.size(); mode-- != 0;) {
      words[3 + mode] = sizes[mode];
      words[3 + sizes.size() + mode] = stride;
      stride *= sizes[mode];
    }
    reference = {int64_t(sizes.size()), words.data()};
  }
  Reference(const Reference &) = delete;

  std::vector<int64_t> words;
  encke_unranked_memref reference;
};

TEST(DenseInterface, Transposes) {
  std::vector<double> a = {1, 2, 3, 4, 5, 6}, b(6);
  Reference from(a.data(), {2, 3}), to(b.data(), {3, 2});
  int32_t modes[] = {1, 0};
  Outcome outcome = runProgram([&] {
    _mlir_ciface_encke_transpose_f64(&from.reference, &to.reference, modes);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(b, (std::vector<double>{1, 4, 2, 5, 3, 6}));
}

/// Rows of two labels.
TEST(DenseInterface, MultipliesGroupsOfLabels) {
  std::vector<double> a(2 * 3 * 4), b(4 * 5), c(2 * 3 * 5), expected(c.size());
  std::iota(a.begin(), a.end(), 1);
  std::iota(b.begin(), b.end(), -7);
  for (int64_t row = 0; row != 6; ++row)
    for (int64_t column = 0; column != 5; ++column)
      for (int64_t k = 0; k != 4; ++k)
        expected[size_t(row * 5 + column)] +=
            2 * a[size_t(row * 4 + k)] * b[size_t(k * 5 + column)];
  Reference A(a.data(), {2, 3, 4}), B(b.data(), {4, 5}), C(c.data(), {2, 3, 5});
  int32_t labels[] = {ENCKE_ROWS,    0,  -1, 0, ENCKE_ROWS,  1, -1, 1,
                      ENCKE_COLUMNS, -1, 1,  2, ENCKE_INNER, 2, 0,  -1};
  Outcome outcome = runProgram([&] {
    _mlir_ciface_encke_gemm_f64(&A.reference, &B.reference, &C.reference,
                                labels, 4, 2.0, 0);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(c, expected);
}

} // namespace
