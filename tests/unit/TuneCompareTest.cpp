//===- TuneCompareTest.cpp - results of two schedules ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/TuneCompare.h"

#include "gtest/gtest.h"

#include <cmath>
#include <complex>
#include <vector>

using namespace encke;

namespace {

/// A vector of which a few elements are stored.
template <typename T>
struct SparseVector {
  SparseVector(encke_type type, std::vector<int32_t> coordinates,
               std::vector<T> elements)
      : positions{0, int32_t(coordinates.size())},
        coordinates(std::move(coordinates)), elements(std::move(elements)) {
    level.type = ENCKE_COMPRESSED;
    level.size = size;
    level.pos = positions.data();
    level.pos_count = int64_t(positions.size());
    level.crd = this->coordinates.data();
    level.crd_count = int64_t(this->coordinates.size());
    tensor.order = 1;
    tensor.type = type;
    tensor.pos_bytes = tensor.crd_bytes = 4;
    tensor.sizes = &size;
    tensor.levels = &level;
    tensor.level_count = 1;
    tensor.values = this->elements.data();
    tensor.value_count = int64_t(this->elements.size());
  }
  SparseVector(const SparseVector &) = delete;

  int64_t size = 100;
  std::vector<int32_t> positions, coordinates;
  std::vector<T> elements;
  encke_level level = {};
  encke_tensor tensor = {};
};

template <typename T>
std::string compare(encke_type type, const std::vector<T> &a,
                    const std::vector<T> &b) {
  std::vector<int32_t> coordinates;
  for (size_t place = 0; place != a.size(); ++place)
    coordinates.push_back(int32_t(place));
  SparseVector<T> one(type, coordinates, a), other(type, coordinates, b);
  return TunedResult(one.tensor).compare(TunedResult(other.tensor));
}

TEST(TuneCompareTest, sumsInAnotherOrderAreTheSame) {
  EXPECT_EQ(
      compare<double>(ENCKE_F64, {1, 2e8, 1e-6}, {1 + 1e-14, 2e8, 1e-6 + 2e-5}),
      "");
  EXPECT_EQ(compare<float>(ENCKE_F32, {1, 3}, {1.00001F, 3}), "");
}

TEST(TuneCompareTest, otherValuesAreNot) {
  EXPECT_EQ(compare<double>(ENCKE_F64, {1, 2, 3}, {1, 2, 3.001}),
            "value 2 is 3.001, not 3");
  EXPECT_EQ(compare<double>(ENCKE_F64, {1, 0}, {1, 1e-6}),
            "value 1 is 1e-06, not 0");
  EXPECT_EQ(compare<int64_t>(ENCKE_I64, {1, 2}, {1, 3}), "its values differ");
  EXPECT_EQ(compare<char>(ENCKE_BOOL, {1, 0}, {1, 1}), "its values differ");
}

TEST(TuneCompareTest, sumsThatCancelAreComparedToTheirTerms) {
  SparseVector<double> one(ENCKE_F64, {1, 5}, {1, 2}),
      other(ENCKE_F64, {1, 5}, {3, 2}), terms(ENCKE_F64, {1, 5}, {1e16, 2}),
      elsewhere(ENCKE_F64, {1, 6}, {1e16, 2});
  TunedResult expected(one.tensor), found(other.tensor), known(terms.tensor),
      unknown(elsewhere.tensor);
  EXPECT_EQ(expected.compare(found, &known), "");
  EXPECT_EQ(expected.compare(found), "value 0 is 3, not 1");
  EXPECT_EQ(expected.compare(found, &unknown), "value 0 is 3, not 1");
  SparseVector<double> wrong(ENCKE_F64, {1, 5}, {1, 3});
  EXPECT_EQ(expected.compare(TunedResult(wrong.tensor), &known),
            "value 1 is 3, not 2");
}

TEST(TuneCompareTest, infinityAndNaNAreThemselves) {
  double infinity = INFINITY;
  EXPECT_EQ(compare<double>(ENCKE_F64, {NAN, infinity}, {NAN, infinity}), "");
  EXPECT_NE(compare<double>(ENCKE_F64, {infinity}, {-infinity}), "");
  EXPECT_NE(compare<double>(ENCKE_F64, {NAN}, {1}), "");
  EXPECT_NE(compare<double>(ENCKE_F64, {1}, {infinity}), "");
}

TEST(TuneCompareTest, complexNumbersHaveTwoParts) {
  using Complex = std::complex<double>;
  EXPECT_EQ(compare<Complex>(ENCKE_C128, {{1, -2}}, {{1, -2}}), "");
  EXPECT_EQ(compare<Complex>(ENCKE_C128, {{1, -2}, {3, 4}}, {{1, -2}, {3, 5}}),
            "value 3 is 5, not 4");
}

TEST(TuneCompareTest, elementsAreWhereTheyWere) {
  SparseVector<double> one(ENCKE_F64, {1, 5}, {1, 2});
  SparseVector<double> moved(ENCKE_F64, {1, 6}, {1, 2});
  SparseVector<double> fewer(ENCKE_F64, {1}, {1});
  EXPECT_EQ(TunedResult(one.tensor).compare(TunedResult(moved.tensor)),
            "it has elements at other coordinates");
  EXPECT_EQ(TunedResult(one.tensor).compare(TunedResult(fewer.tensor)),
            "it has 1 values, not 2");
}

} // namespace
