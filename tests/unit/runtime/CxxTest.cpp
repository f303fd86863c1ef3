//===- CxxTest.cpp - the layer for C++ over the C interface ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What functions of a library are given. The functions are here of C++;
// programs that call compiled ones are in tests/interop.
//
//===----------------------------------------------------------------------===//

#include "encke/encke.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace {

using encke::View;

template <typename Index>
std::vector<Index> positionsOf(const encke_tensor &tensor) {
  const encke_level &level = tensor.levels[0];
  const Index *first = static_cast<const Index *>(level.pos);
  return {first, first + level.pos_count};
}

template <typename T>
void expectInside(const View<T> &view) {
  const char *begin = reinterpret_cast<const char *>(&view);
  auto isInside = [&](const void *address) {
    return address >= begin && address < begin + sizeof(view);
  };
  EXPECT_TRUE(isInside(view.get()));
  EXPECT_TRUE(isInside(view.get()->sizes));
  EXPECT_TRUE(isInside(view.get()->levels));
  EXPECT_TRUE(isInside(view.get()->levels[0].pos));
}

TEST(Cxx, CopiesOfViewsPointIntoThemselves) {
  std::vector<int32_t> rows = {0, 2}, columns = {1, 0};
  std::vector<double> values = {5, 6};
  View<double> list = encke::coo(3, 2, rows, columns, values);
  View<const double> copy = list;
  View<double> assigned = encke::dense({2}, values);
  assigned = list;
  expectInside(list);
  expectInside(copy);
  expectInside(assigned);
  EXPECT_EQ(positionsOf<int32_t>(*assigned.get()),
            (std::vector<int32_t>{0, 2}));
  EXPECT_EQ(copy.get()->levels[1].crd, columns.data());
  EXPECT_EQ(copy.size(0), 3);
  EXPECT_EQ(copy.values().data(), values.data());
}

TEST(Cxx, CountsOfListsHaveTheWidthOfCoordinates) {
  std::vector<int64_t> rows = {0, 2}, columns = {1, 0};
  std::vector<float> values = {5, 6};
  View<float> list = encke::coo(3, 2, rows, columns, values);
  EXPECT_EQ(list.get()->crd_bytes, 8);
  EXPECT_EQ(list.get()->type, ENCKE_F32);
  EXPECT_EQ(positionsOf<int64_t>(*list.get()), (std::vector<int64_t>{0, 2}));
  View<float> diagonals = encke::dia(1, 4, rows, values);
  EXPECT_EQ(positionsOf<int64_t>(*diagonals.get()),
            (std::vector<int64_t>{0, 2}));
  const int32_t none = 0;
  EXPECT_THROW(encke::dia(1, 1, int64_t(1) << 31, &none, values.data()),
               encke::Error);
}

TEST(Cxx, ConstnessOfValuesDecides) {
  std::vector<double> values = {1, 2};
  const std::vector<double> constant = {1, 2};
  const std::array<int, 3> ints = {};
  static_assert(std::is_same_v<decltype(encke::view(values)), View<double>>);
  static_assert(
      std::is_same_v<decltype(encke::view(constant)), View<const double>>);
  static_assert(std::is_same_v<decltype(encke::view(ints)), View<const int>>);
  static_assert(
      std::is_same_v<decltype(encke::dense({2}, values.data())), View<double>>);
}

int fail(const encke_tensor *, encke_call *call) {
  std::strcpy(call->identifier, "io-error");
  std::strcpy(call->place, "f.ta:1:2");
  std::strcpy(call->message, "no such file");
  return ENCKE_RUN_TIME_ERROR;
}

int refuse(encke_call *) { return ENCKE_OPERAND_ERROR; }

TEST(Cxx, ErrorsAreThrown) {
  std::vector<double> values = {1, 2};
  try {
    encke::call(fail, values);
    FAIL();
  } catch (const encke::Error &error) {
    EXPECT_EQ(error.status(), ENCKE_RUN_TIME_ERROR);
    EXPECT_EQ(error.identifier(), "io-error");
    EXPECT_EQ(error.place(), "f.ta:1:2");
    EXPECT_EQ(error.message(), "no such file");
    EXPECT_STREQ(error.what(), "f.ta:1:2: no such file");
  }
  // Without a message, of a library that does not know the struct.
  try {
    encke::call(refuse);
    FAIL();
  } catch (const encke::Error &error) {
    EXPECT_NE(error.message().find("another version"), std::string::npos);
  }
}

/// The options as the function sees them.
int tell(int64_t *result, encke_call *call) {
  *result = 100 * call->threads + 10 * call->flags + call->cancel;
  return ENCKE_OK;
}

TEST(Cxx, OptionsArriveAndStay) {
  encke::Call call;
  EXPECT_EQ(call.run(tell), 0);
  call.threads(3).check().accumulate();
  EXPECT_EQ(call.run(tell), 300 + 10 * (ENCKE_CHECK | ENCKE_ACCUMULATE));
  call.check(false).alias();
  call.cancel();
  EXPECT_EQ(call.run(tell), 301 + 10 * (ENCKE_ALIAS_OK | ENCKE_ACCUMULATE));
}

int scale(float a, int32_t n, bool b, const encke_complex *z,
          encke_complex *result, encke_call *) {
  result->real = double(a) * n * z->real + b;
  result->imaginary = double(a) * n * z->imaginary;
  return ENCKE_OK;
}

TEST(Cxx, NumbersAreConverted) {
  using Complex = std::complex<double>;
  EXPECT_EQ(encke::call(scale, 2, 3L, true, Complex(1, 2)), Complex(7, 12));
  EXPECT_EQ(encke::call<Complex>(scale, 0.5, short(2), false, 3), Complex(3));
  EXPECT_THROW(encke::call<Complex>(scale, 1, 1L << 40, true, 1), encke::Error);
  EXPECT_THROW(encke::call<Complex>(scale, 1, ~0U, true, 1), encke::Error);
}

int released;

int make(const encke_tensor *x, encke_tensor **result, encke_call *) {
  static double values[] = {3, 4};
  static int64_t size = 2;
  static encke_level level;
  static encke_tensor tensor;
  level.size = 2;
  tensor.order = tensor.level_count = 1;
  tensor.sizes = &size;
  tensor.levels = &level;
  tensor.values = values;
  tensor.value_count = 2;
  tensor.release = [](encke_tensor *) { ++released; };
  if (*result)
    static_cast<double *>((*result)->values)[0] = double(x->value_count);
  else
    *result = &tensor;
  return ENCKE_OK;
}

TEST(Cxx, ResultsAreFreedOnce) {
  released = 0;
  {
    std::vector<double> x = {1};
    encke::Tensor first = encke::call(make, x);
    encke::Tensor second = std::move(first);
    EXPECT_FALSE(first); // NOLINT(bugprone-use-after-move)
    EXPECT_EQ(second.values<double>()[1], 4);
    EXPECT_THROW(second.values<float>(), encke::Error);
    EXPECT_EQ(released, 0);
    encke::Tensor third(second.release());
    second = std::move(third);
    encke::callInto(second, make, x);
    EXPECT_EQ(second.values<double>()[0], 1);
    std::array<double, 1> y = {};
    encke::callInto(y, make, second);
    EXPECT_EQ(y[0], 2);
  }
  EXPECT_EQ(released, 1);
}

} // namespace
