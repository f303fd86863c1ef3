//===- PrintTest.cpp - printing in both forms (L16) -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <gtest/gtest.h>
#include <limits>

using namespace encke::test;

namespace {

class Print : public testing::Test {
protected:
  std::string plain(const char *format) {
    return readAndPrint(format, path).out;
  }
  std::string storage(const char *format) {
    encke_options options = defaultOptions();
    options.storage_print = 1;
    return readAndPrint(format, path, options).out;
  }

  Directory directory;
  // 1 0 2
  // 0 0 0
  // 0 0 0.1
  // 3 0 0
  std::string path = directory.write(
      "a.mtx", "%%MatrixMarket matrix coordinate real general\n4 3 4\n"
               "1 1 1\n1 3 2\n3 3 0.1\n4 1 3\n");
};

TEST_F(Print, PlainDense) {
  std::string rows = "# A: 4 x 3 double\n1 0 2\n0 0 0\n0 0 0.1\n3 0 0\n";
  EXPECT_EQ(plain("f64 4 4 D0 D1"), rows);
  EXPECT_EQ(plain("f64 4 4 D1 D0"), rows);
}

TEST_F(Print, PlainSparse) {
  EXPECT_EQ(plain("f64 4 4 D0 C1"),
            "# A: 4 x 3 double, 4 entries stored as {D, CU}; coordinates count "
            "from 0\n0 0 1\n0 2 2\n2 2 0.1\n3 0 3\n");
  EXPECT_EQ(plain("f32 4 4 D1 C0"),
            "# A: 4 x 3 float, 4 entries stored as {D, CU} by mode 1, 0; "
            "coordinates count from 0\n0 0 1\n0 2 2\n2 2 0.1\n3 0 3\n");
}

TEST_F(Print, Complex) {
  EXPECT_EQ(plain("c128 4 4 D0 C1"),
            "# A: 4 x 3 complex, 4 entries stored as {D, CU}; coordinates "
            "count from 0\n0 0 1+0j\n0 2 2+0j\n2 2 0.1+0j\n3 0 3+0j\n");
}

TEST_F(Print, PaddingIsNotPrinted) { // L47
  EXPECT_EQ(plain("f64 4 4 C0 D1"),
            "# A: 4 x 3 double, 4 entries stored as {CU, D}; coordinates count "
            "from 0\n0 0 1\n0 2 2\n2 2 0.1\n3 0 3\n");
}

TEST_F(Print, StorageCsr) {
  EXPECT_EQ(storage("f64 4 4 D0 C1"), "data = \n4,\n"
                                      "data = \n-1,\n"
                                      "data = \n0,2,2,3,4,\n"
                                      "data = \n0,2,2,0,\n"
                                      "data = \n1,2,0.1,3,\n");
}

TEST_F(Print, StorageCoo) {
  EXPECT_EQ(storage("f64 8 8 N0 S1"), "data = \n0,4,\n"
                                      "data = \n0,0,2,3,\n"
                                      "data = \n-1,\n"
                                      "data = \n0,2,2,0,\n"
                                      "data = \n1,2,0.1,3,\n");
}

TEST_F(Print, StorageDcsr) {
  EXPECT_EQ(storage("f64 4 4 C0 C1"), "data = \n0,3,\n"
                                      "data = \n0,2,3,\n"
                                      "data = \n0,2,3,4,\n"
                                      "data = \n0,2,2,0,\n"
                                      "data = \n1,2,0.1,3,\n");
}

TEST_F(Print, StorageDenseIsRowMajor) {
  std::string block = "data = \n1,0,2,0,0,0,0,0,0.1,3,0,0,\n";
  EXPECT_EQ(storage("f64 4 4 D0 D1"), block);
  EXPECT_EQ(storage("f64 4 4 D1 D0"), block);
}

TEST_F(Print, StorageSkipsArraysWithoutElements) {
  path = directory.write(
      "b.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 0\n");
  EXPECT_EQ(storage("f64 4 4 D0 C1"),
            "data = \n2,\ndata = \n-1,\ndata = \n0,0,0,\n");
  EXPECT_EQ(storage("f64 4 4 N0 S1"), "data = \n0,0,\ndata = \n-1,\n");
}

TEST_F(Print, StorageHasSixDigits) {
  path = directory.write("b.mtx", "%%MatrixMarket matrix array real general\n"
                                  "5 1\n0.333333333333\n1234567\n1e-7\n-0.5\n"
                                  "1e300\n");
  EXPECT_EQ(storage("f64 4 4 D0"),
            "data = \n0.333333,1.23457e+06,1e-07,-0.5,1e+300,\n");
}

TEST_F(Print, PlainVectorHasOneValueALine) {
  path = directory.write("b.mtx", "%%MatrixMarket matrix array real general\n"
                                  "3 1\n0.1\n1e300\n5e-324\n");
  EXPECT_EQ(plain("f64 4 4 D0"), "# A: 3 double\n0.1\n1e+300\n5e-324\n");
}

TEST_F(Print, PlainHigherOrders) {
  path = directory.write("b.tns", "2 1 2 5\n1 2 1 6\n");
  EXPECT_EQ(plain("f64 4 4 D0 D1 D2"), "# A: 2 x 2 x 2 double\n"
                                       "# [0, :, :]\n0 0\n6 0\n"
                                       "# [1, :, :]\n0 5\n0 0\n");
  path = directory.write("c.tns", "1 2 1 2 6\n");
  EXPECT_EQ(plain("i32 4 4 D3 D1 D0 D2"), "# A: 1 x 2 x 1 x 2 int32\n"
                                          "# [0, 0, :, :]\n0 0\n"
                                          "# [0, 1, :, :]\n0 6\n");
}

TEST(PrintScalar, BothForms) {
  auto body = [] {
    encke_print_f64(28.2);
    encke_print_f64(1.0 / 3);
    encke_print_i64(-7);
    encke_print_f32(1.0f / 3);
    encke_print_c128(1.5, -2);
    encke_print_c128(0, 1.0 / 3);
  };
  encke_options options = defaultOptions();
  EXPECT_EQ(runProgram(body, options).out,
            "28.2\n0.3333333333333333\n-7\n0.33333334\n1.5-2j\n"
            "0+0.3333333333333333j\n");
  options.storage_print = 1;
  EXPECT_EQ(runProgram(body, options).out,
            "28.2\n0.333333\n-7\n0.333333\n(1.5,-2)\n(0,0.333333)\n");
}

TEST(PrintScalar, NaNHasNoSign) {
  double nan = std::numeric_limits<double>::quiet_NaN();
  Outcome outcome = runProgram([&] {
    encke_print_c128(-nan, nan);
    encke_print_c128(1.5, -nan);
  });
  EXPECT_EQ(outcome.out, "nan+nanj\n1.5+nanj\n");
}

TEST(PrintScalar, OrderZero) {
  auto body = [] {
    double value = 2.5;
    struct {
      void *allocated, *aligned;
      int64_t offset;
    } descriptor = {&value, &value, 0};
    encke_unranked_memref buffer = {0, &descriptor};
    encke_print(_mlir_ciface_encke_view_f64(&buffer), "s");
  };
  encke_options options = defaultOptions();
  EXPECT_EQ(runProgram(body, options).out, "# s: double\n2.5\n");
  options.storage_print = 1;
  EXPECT_EQ(runProgram(body, options).out, "data = \n2.5,\n");
}

TEST(PrintScalar, Elapsed) { // L17
  EXPECT_EQ(runProgram([] { encke_print_elapsed(1.0, 3.5); }).out,
            "ELAPSED_TIME = 2.500000\n");
}

TEST(PrintTensor, MoreThanABuffer) {
  Outcome outcome = runProgram([] {
    encke_tensor *tensor = encke_tensor_new("f64 4 4 D0");
    encke_tensor_set_size(tensor, 0, 100000);
    encke_random(tensor, 1);
    encke_print(tensor, "r");
  });
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 100001);
}

TEST(PrintTensor, WithoutValues) {
  Outcome outcome = runProgram([] {
    encke_tensor *tensor = encke_tensor_new("f64 4 4 D0");
    encke_print(tensor, "A");
  });
  EXPECT_EQ(outcome.err, "error: A is printed before it has values\n");
  outcome = runProgram([] {
    encke_tensor *tensor = encke_tensor_new("f64 4 4 D0 C1");
    encke_tensor_set_size(tensor, 0, 3);
    encke_print(tensor, "A");
  });
  EXPECT_EQ(outcome.out, "# A: 3 x 0 double, 0 entries stored as {D, CU}; "
                         "coordinates count from 0\n");
}

} // namespace
