//===- cxx.cpp - operands, results and errors in C++ ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "encke/encke.hpp"
#include "kernels.h"

#include <array>
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

template <typename T>
static void show(const char *name, const encke::Tensor &tensor) {
  std::printf("%s: (", name);
  for (int32_t mode = 0; mode != tensor.order(); ++mode)
    std::printf(mode ? " x %d" : "%d", int(tensor.size(mode)));
  std::printf(")");
  for (T value : tensor.values<T>())
    std::printf(" %g", double(value));
  std::printf("\n");
}

template <typename Function>
static void fails(const char *name, Function function) {
  try {
    function();
    std::printf("%s: no error\n", name);
  } catch (const encke::Error &error) {
    std::printf("%s: %d %s [%s] %s\n", name, error.status(),
                error.identifier().c_str(), error.place().c_str(),
                error.message().c_str());
  }
}

namespace {
/// A matrix class of a program's own.
struct Own {
  std::vector<double> elements;
};

/// What std::span is.
template <typename T>
struct View {
  T *first;
  std::size_t count;
  T *data() const { return first; }
  std::size_t size() const { return count; }
};
} // namespace

template <>
struct encke::ViewOf<const Own> {
  static auto make(const Own &own) { return encke::view(own.elements); }
};
template <>
struct encke::ViewOf<Own> : encke::ViewOf<const Own> {};

static void operands() {
  // 1 0 2 0; 0 0 0 0; 0 3 0 4
  const std::vector<int32_t> pos = {0, 2, 2, 4}, crd = {0, 2, 1, 3};
  std::vector<double> v = {1, 2, 3, 4};
  std::array<double, 4> x = {1, 10, 100, 1000};
  encke::View<double> A = encke::csr(3, 4, pos, crd, v);
  show<double>("csr", encke::call(kernels_spmv, A, x));
  std::vector<int64_t> wide = {0, 2, 2, 4}, columns = {0, 2, 1, 3};
  show<double>("64 bits", encke::call(kernels_spmv,
                                      encke::csr(3, 4, wide, columns, v), x));
  show<double>("pointers", encke::call(kernels_spmv,
                                       encke::csr(3, 4, 4, pos.data(),
                                                  crd.data(), v.data()),
                                       encke::vector(4, x.data())));
  show<double>("csc",
               encke::call(kernels_columns, encke::csc(4, 3, pos, crd, v),
                           View<const double>{x.data(), 3}));
  show<double>("temporary",
               encke::call(kernels_spmv, A, std::vector<double>{1, 1, 1, 1}));
  show<double>("own", encke::call(kernels_spmv, A, Own{{4, 3, 2, 1}}));
  double array[] = {1, 1, 0, 0};
  show<double>("array", encke::call(kernels_spmv, A, array));
  show<double>("sizes", encke::call(kernels_spmv, A, encke::dense({4}, array)));

  std::vector<std::vector<int32_t>> coordinates = {
      {0, 0, 1, 2}, {0, 1, 0, 2}, {1, 0, 3, 2}};
  std::vector<float> f = {1, 2, 4, 8};
  show<float>("coo", encke::call(kernels_entries,
                                 encke::coo({4, 3, 5}, coordinates, f)));
  // A container of arrays that others own may be gone.
  show<float>("spans", encke::call(kernels_entries,
                                   encke::coo({4, 3, 5},
                                              std::vector<View<const int32_t>>{
                                                  {coordinates[0].data(), 4},
                                                  {coordinates[1].data(), 4},
                                                  {coordinates[2].data(), 4}},
                                              f)));
  std::array<std::vector<int32_t>, 3> fpos = {
      {{0, 2}, {0, 1, 3}, {0, 1, 2, 4}}};
  std::array<std::vector<int32_t>, 3> fcrd = {
      {{0, 3}, {1, 0, 2}, {4, 0, 1, 2}}};
  std::vector<double> t = {5, 6, 7, 8}, five = {1, 2, 3, 4, 5};
  show<double>("csf", encke::call(kernels_fibres,
                                  encke::csf({4, 3, 5}, fpos, fcrd, t), five));
  std::vector<int32_t> bpos = {0, 1, 2}, bcrd = {0, 1};
  std::vector<double> blocks = {1, 2, 3, 4, 0, 6, 0, 0};
  show<double>("bsr",
               encke::call(kernels_blocks,
                           encke::bsr(3, 4, 2, 2, bpos, bcrd, blocks), x));
  std::vector<int32_t> numbers = {2, 3};
  std::vector<double> diagonals = {1, 2, 3, 4, 5, 6};
  encke::View<double> D = encke::dia(3, 4, numbers, diagonals);
  // Views can be copied, and kept.
  std::vector<encke::View<const double>> views = {A, D};
  views.emplace_back(D);
  views[0] = A;
  show<double>("dia", encke::call(kernels_diagonals, views[2], x));
  show<double>("kept", encke::call(kernels_spmv, views[0], x));
}

static void results() {
  const std::vector<int32_t> pos = {0, 2, 2, 4}, crd = {0, 2, 1, 3};
  const std::vector<double> v = {1, 2, 3, 4}, x = {1, 10, 100, 1000};
  auto A = encke::csr(3, 4, pos, crd, v);
  auto B = encke::csc(4, 3, pos, crd, v);

  double norm = encke::call(kernels_norm, x);
  std::printf("norm: %.6g\n", norm);
  bool positive = encke::call(kernels_isPositive, 1);
  std::printf("bool: %d\n", positive);
  std::complex<double> z = encke::call(kernels_scalars, 2, 3, true, 0.5, -1,
                                       std::complex<double>(1, 4));
  std::printf("complex: %g %g\n", z.real(), z.imag());
  z = encke::call<std::complex<double>>(kernels_scalars, 2, 3, true, 0.5, -1,
                                        1);
  std::printf("complex: %g %g\n", z.real(), z.imag());

  encke::Tensor C = encke::call(kernels_doubled, A);
  std::printf("levels: %d %d;", C.levelCount(), C.level(1).type);
  for (int32_t position : C.positions<int32_t>(1))
    std::printf(" %d", position);
  std::printf(";");
  for (int32_t coordinate : C.coordinates<int32_t>(1))
    std::printf(" %d", coordinate);
  std::printf("\n");
  // Results are operands, and are moved.
  encke::Tensor moved = std::move(C);
  show<double>("again", encke::call(kernels_spmv, moved, x));
  std::printf("empty: %d %d\n", bool(C), bool(moved));
  C = std::move(moved);
  encke_tensor *given = C.release();
  C.reset(given);
  std::printf("shared: %d", C.level(1).crd == crd.data());
  C = encke::Call().alias().run(kernels_doubled, A);
  std::printf(" %d\n", C.level(1).crd == crd.data());

  std::vector<int32_t> at = {1, 3}, of = {0, 2, 0, 1, 1, 3}, none;
  std::vector<double> two = {2, 3}, slots = {1, 2, 0, 0, 3, 4};
  std::printf("dot: %g\n",
              encke::call(kernels_dot, encke::sparseVector(4, at, two), x));
  show<double>("slots",
               encke::call(kernels_slots, encke::ell(3, 4, of, slots), x));
  std::vector<std::vector<int32_t>> levelPos = {none, {0, 2, 4}},
                                    levelCrd = {{0, 2}, crd};
  show<double>("by format", encke::call(kernels_stored_rows,
                                        encke::byFormat("f64 C0 C1", {3, 4},
                                                        levelPos, levelCrd, v),
                                        x));
  encke::Call reading;
  reading.files({"matrix.mtx"});
  std::printf("file: %g\n", reading.run(kernels_first_file, 2));

  // Into memory that is there.
  std::vector<double> y = {7, 7, 7};
  encke::callInto(y, kernels_spmv, A, x);
  std::printf("into: %g %g %g\n", y[0], y[1], y[2]);
  encke::Call call;
  call.threads(1).check().accumulate().into(y, kernels_spmv, A, x);
  std::printf("added: %g %g %g\n", y[0], y[1], y[2]);
  std::vector<int32_t> more = {0, 2, 3, 5}, where = {0, 2, 0, 1, 3};
  std::vector<double> w = {9, 9, 9, 9, 9};
  encke::View<double> pattern = encke::csr(3, 4, more, where, w);
  encke::callInto(pattern, kernels_doubled, A);
  std::printf("pattern: %g %g %g %g %g\n", w[0], w[1], w[2], w[3], w[4]);
  encke::Tensor again = encke::call(kernels_spmv, A, x);
  call.into(again, kernels_spmv, A, x);
  show<double>("twice", again);
  encke_operand operand;
  encke_vector(&operand, 3, ENCKE_F64, y.data());
  encke::callInto(operand, kernels_spmv, A, x);
  std::printf("operand of C: %g %g %g\n", y[0], y[1], y[2]);
  show<double>("by columns", encke::call(kernels_columns, B, y));
}

static void errors() {
  const std::vector<int32_t> pos = {0, 2, 2, 4}, crd = {0, 2, 1, 3};
  const std::vector<int32_t> unsorted = {2, 0, 1, 3};
  std::vector<double> v = {1, 2, 3, 4};
  const std::vector<double> x = {1, 10, 100, 1000}, three = {1, 2, 3};
  auto A = encke::csr(3, 4, pos, crd, v);
  fails("sizes", [&] { encke::call(kernels_spmv, A, three); });
  fails("format", [&] { encke::call(kernels_columns, A, x); });
  fails("run time", [&] { encke::call(kernels_file, x); });
  fails("no file", [&] { encke::call(kernels_first_file, 2); });
  fails("no such file", [&] {
    encke::Call().files({"nowhere.mtx"}).run(kernels_first_file, 2);
  });
  fails("null", [&] { encke::call(kernels_norm, nullptr); });
  fails("moved", [&] { encke::call(kernels_norm, encke::Tensor()); });
  fails("unchecked counts", [&] {
    encke::call(kernels_spmv,
                encke::csr(3, 4, 5, pos.data(), crd.data(), v.data()), x);
  });
  fails("unsorted", [&] {
    encke::Call().check().run(kernels_spmv, encke::csr(3, 4, pos, unsorted, v),
                              x);
  });
  fails("threads", [&] { encke::Call().threads(-1).run(kernels_norm, x); });
  fails("cancelled", [&] {
    encke::Call call;
    std::thread([&] { call.cancel(); }).join();
    call.run(kernels_spmv, A, x);
  });
  fails("positions", [&] { encke::csr(2, 4, pos, crd, v); });
  fails("rows", [&] { encke::csr(-1, 4, pos, crd, v); });
  fails("values", [&] { encke::csr(3, 4, pos, crd, three); });
  fails("entries",
        [&] { encke::csr(3, 4, -1, pos.data(), crd.data(), v.data()); });
  fails("blocks", [&] { encke::bsr(3, 4, 2, 2, pos, crd, v); });
  fails("blocks", [&] { encke::bsr(3, 4, 0, 2, pos, crd, v); });
  fails("block values", [&] { encke::bsr(6, 4, 2, 2, pos, crd, v); });
  fails("diagonals", [&] { encke::dia(2, 4, crd, v); });
  std::vector<std::vector<int32_t>> two = {crd, crd};
  fails("lists", [&] { encke::coo({3, 4, 5}, two, v); });
  fails("lists", [&] { encke::coo({3}, two, v); });
  fails("list", [&] { encke::coo({3, 4}, two, three); });
  fails("vector",
        [&] { encke::coo({3}, 4, std::array{crd.data()}.data(), v.data()); });
  fails("levels", [&] { encke::csf({3, 4}, two, two, v); });
  fails("slots", [&] { encke::ell(3, 4, crd, v); });
  fails("sparse vector", [&] { encke::sparseVector(4, crd, three); });
  fails("format", [&] { encke::byFormat("CSR", {3, 4}, two, two, v); });
  fails("format's type",
        [&] { encke::byFormat("f32 C0 C1", {3, 4}, two, two, v); });
  fails("format's sizes",
        [&] { encke::byFormat("f64 C0 C1", {3, 4, 5}, two, two, v); });
  fails("format's levels",
        [&] { encke::byFormat("f64 D0 D1 C2", {3, 4, 5}, two, two, v); });
  fails("positions of a level",
        [&] { encke::byFormat("f64 C0 C1", {3, 4}, two, two, v); });
  std::vector<std::vector<int32_t>> some = {{0, 4}, {0, 1, 2, 3, 4}};
  fails("values of a level",
        [&] { encke::byFormat("f64 C0 C1", {3, 4}, some, two, three); });
  fails("levels", [&] { encke::csf({3, 4, 5}, two, two, v); });
  fails("dense", [&] { encke::dense({2, 3}, v); });
  fails("dense", [&] { encke::dense({-2, 3}, v.data()); });
  fails("huge", [&] { encke::dense({INT64_MAX, INT64_MAX}, v); });
  fails("orders", [&] { encke::dense(std::vector<int>(17, 1), v); });
  encke::Tensor y = encke::call(kernels_spmv, A, x);
  fails("type", [&] { y.values<float>(); });
  fails("width", [&] { y.positions<int64_t>(0); });
  fails("no tensor", [&] {
    encke::Tensor none;
    encke::callInto(none, kernels_spmv, A, x);
  });
  fails("sizes of the result", [&] { encke::callInto(v, kernels_spmv, A, x); });
  fails("range", [&] {
    encke::call<std::complex<double>>(kernels_scalars, 2, 3, true, 0.5,
                                      int64_t(1) << 31, 1);
  });
  try {
    encke::call(kernels_file, x);
  } catch (const std::exception &error) {
    std::printf("what: %s\n", error.what());
  }
}

int main() {
  operands();
  results();
  errors();
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int n = 0; n != 4; ++n)
    threads.emplace_back([&, n] {
      std::vector<double> x(1000, n);
      for (int round = 0; round != 100; ++round) {
        encke::Tensor y = encke::call(kernels_scaled, x, 2);
        right += y.values<double>()[7] == 2 * n;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  std::printf("threads: %d\n", int(right));
}
