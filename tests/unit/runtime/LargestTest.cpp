//===- LargestTest.cpp - the largest magnitude of many numbers ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dense/largest.h"
#include "Support.h"
#include "encke/runtime.h"

#include <gtest/gtest.h>

#include <complex>
#include <limits>
#include <vector>

using namespace encke::test;
using namespace encke::rt;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double noNumber = std::numeric_limits<double>::quiet_NaN();

/// Numbers between -9 and 9.
template <typename T>
std::vector<T> makeNumbers(int64_t count) {
  std::vector<T> numbers;
  for (int64_t i = 0; i != count; ++i)
    numbers.push_back(T((i * 7) % 19 - 9));
  return numbers;
}

template <typename T>
double largestIn(const std::vector<T> &numbers) {
  return largest(numbers.data(), int64_t(numbers.size()));
}

template <typename T>
void findEverywhere() {
  for (int64_t count : {1, 7, 8, 16, 17, 40, 67})
    for (int64_t at = 0; at != count; ++at) {
      std::vector<T> numbers = makeNumbers<T>(count);
      numbers[size_t(at)] = T(-12.5);
      EXPECT_EQ(largestIn(numbers), 12.5) << count << ' ' << at;
      for (double odd : {infinity, -infinity, noNumber, -noNumber}) {
        numbers[size_t(at)] = T(odd);
        EXPECT_EQ(largestIn(numbers), infinity) << count << ' ' << at;
      }
    }
}

TEST(Largest, IsFoundEverywhere) {
  findEverywhere<double>();
  findEverywhere<float>();
}

TEST(Largest, OfNothing) {
  EXPECT_EQ(largestIn(std::vector<double>()), 0);
  EXPECT_EQ(largestIn(std::vector<double>{-0.0, 0.0}), 0);
}

TEST(Largest, OfExtremes) {
  constexpr double most = std::numeric_limits<double>::max(),
                   least = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(largestIn(std::vector<double>{1, -most, least}), most);
  EXPECT_EQ(largestIn(std::vector<double>{0, -least}), least);
  EXPECT_EQ(largestIn(std::vector<float>{std::numeric_limits<float>::max()}),
            double(std::numeric_limits<float>::max()));
}

/// Long enough for several threads.
TEST(Largest, OfMany) {
  std::vector<double> numbers(3000000, 0.5);
  numbers[2999998] = -2;
  EXPECT_EQ(largestIn(numbers), 2);
  numbers[1600001] = noNumber;
  EXPECT_EQ(largestIn(numbers), infinity);
}

/// What lies between the elements does not count.
TEST(Largest, OfElementsApart) {
  std::vector<double> numbers(4 * 5 * 6, infinity);
  for (int64_t i = 0; i != 3; ++i)
    for (int64_t j = 0; j != 5; ++j)
      for (int64_t k = 0; k != 2; ++k)
        numbers[size_t(30 * i + 6 * j + 3 * k)] = double(i - j * k);
  EXPECT_EQ(largest(numbers.data(), {3, 5, 2}, {30, 6, 3}, 1), 4);
  EXPECT_EQ(largest(numbers.data(), {3, 5, 3}, {30, 6, 3}, 1), infinity);
  EXPECT_EQ(largest(numbers.data(), {3, 0, 2}, {30, 6, 3}, 1), 0);
  EXPECT_EQ(largest(numbers.data(), {1, 1}, {30, 7}, 1), 0);
  EXPECT_EQ(largest(numbers.data(), {}, {}, 1), 0);
}

TEST(Largest, OfComplexNumbers) {
  std::vector<double> numbers = {1, -2, 3, 4, 5, infinity, 0, 7, 8, -20, 1, 1};
  EXPECT_EQ(largest(numbers.data(), {2}, {1}, 2), 4);
  EXPECT_EQ(largest(numbers.data(), {2}, {2}, 2), infinity);
  EXPECT_EQ(largest(numbers.data(), {2}, {4}, 2), 20);
  EXPECT_EQ(largest(numbers.data(), {2, 3}, {3, 1}, 2), infinity);
}

/// One value of all elements stands once; fields of records stand apart.
TEST(Largest, OfWhatIsStored) {
  std::vector<double> numbers = {1, infinity, -3, infinity, 2, infinity};
  encke_tensor tensor = {};
  tensor.type = ENCKE_F64;
  tensor.values = numbers.data();
  tensor.value_count = 3;
  tensor.value_stride = 2;
  EXPECT_EQ(encke_largest_stored(&tensor), 3);
  numbers[4] = noNumber;
  EXPECT_EQ(encke_largest_stored(&tensor), infinity);
  tensor.value_stride = 0;
  tensor.explicit_value = numbers.data();
  tensor.values = nullptr;
  EXPECT_EQ(encke_largest_stored(&tensor), 1);
  tensor.value_count = 0;
  EXPECT_EQ(encke_largest_stored(&tensor), 0);
}

} // namespace
