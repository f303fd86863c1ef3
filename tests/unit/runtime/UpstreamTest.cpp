//===- UpstreamTest.cpp - what modules of upstream's call -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "encke/upstream.h"
#include "Support.h"

#include <gtest/gtest.h>

using namespace encke::test;

namespace {

class Upstream : public testing::Test {
protected:
  /// A 4 x 3 tensor of a format with the elements of a.mtx.
  encke_tensor *read(const char *format) const {
    return readTensor(format, path.c_str());
  }
  static encke_tensor *make(const char *format) {
    encke_tensor *tensor = encke_tensor_new(format);
    encke_tensor_set_size(tensor, 0, 4);
    encke_tensor_set_size(tensor, 1, 3);
    return tensor;
  }
  static void put(encke_tensor *tensor, int64_t i, int64_t j, double value) {
    encke_put_coordinate(tensor, i);
    encke_put_coordinate(tensor, j);
    encke_put_f64(tensor, value);
  }

  Directory directory;
  // 1 0 2
  // 0 0 0
  // 0 0 0.5
  // 3 0 0
  std::string path = directory.write(
      "a.mtx", "%%MatrixMarket matrix coordinate real general\n4 3 4\n"
               "1 1 1\n1 3 2\n3 3 0.5\n4 1 3\n");
};

TEST_F(Upstream, PrintsNumbers) {
  Outcome outcome = runProgram([] {
    printI64(-7);
    printComma();
    printU64(~uint64_t(0));
    printNewline();
    printOpen();
    printF64(123456789.0);
    printComma();
    printF32(0.1F);
    printClose();
    printNewline();
    printF16(0x3C00); // 1
    printComma();
    printF16(0xC500); // -5
    printComma();
    printF16(0x0001); // the least one
    printComma();
    printF16(0x7C00);
    printComma();
    printBF16(0x3FC0); // 1.5
    printString("\nend\n");
  });
  EXPECT_EQ(outcome.out, "-7, 18446744073709551615\n( 1.23457e+08, 0.1 )\n"
                         "1, -5, 5.96046e-08, inf, 1.5\nend\n");
}

TEST_F(Upstream, PrintsMemory) {
  Outcome outcome = runProgram([] {
    double values[] = {1, 0.5, -2, 3, 4, 5};
    // A transposed matrix: 2 x 3 with strides 1 and 2.
    struct {
      double *allocated, *aligned;
      int64_t offset, sizes[2], strides[2];
    } matrix = {values, values, 0, {2, 3}, {1, 2}};
    encke_unranked_memref buffer = {2, &matrix};
    _mlir_ciface_printMemrefF64(&buffer);
    encke_unranked_memref none = {0, &matrix};
    _mlir_ciface_printMemrefF64(&none);
  });
  size_t data = outcome.out.find("rank = 2");
  ASSERT_NE(data, std::string::npos);
  EXPECT_EQ(outcome.out.substr(data, outcome.out.find("Unranked", data) - data),
            "rank = 2 offset = 0 sizes = [2, 3] strides = [1, 2] data = \n"
            "[[1,   -2,   4], \n [0.5,   3,   5]]\n");
  EXPECT_NE(outcome.out.find("rank = 0 offset = 0 sizes = [] strides = [] "
                             "data = \n[1]\n"),
            std::string::npos);
}

TEST_F(Upstream, ListsPositions) {
  // Blocks of two rows and two columns: what is beyond the tensor is no
  // position of it, but padding is.
  Outcome outcome = runProgram([&] {
    encke_tensor *list =
        encke_list_positions(read("f64 4 4 D0/2 C1/2 D0%2 D1%2"));
    const auto *rows = static_cast<int64_t *>(list->levels[0].crd);
    const auto *columns = static_cast<int64_t *>(list->levels[1].crd);
    const auto *values = static_cast<double *>(list->values);
    for (int64_t n = 0; n != encke_position_total(list); ++n) {
      printI64(rows[n]);
      printI64(columns[n]);
      printComma();
      printF64(values[n]);
      printString(";");
    }
  });
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, "00, 1;01, 0;10, 0;11, 0;02, 2;12, 0;"
                         "20, 0;21, 0;30, 3;31, 0;22, 0.5;32, 0;");
}

TEST_F(Upstream, PutsElements) {
  for (const char *format : {"f64 4 4 D0 C1", "f64 8 8 D1 C0", "f32 4 4 C0 C1",
                             "f64 4 4 N0 S1", "f64 4 4 D0/2 C1/2 D0%2 D1%2"}) {
    Outcome outcome = runProgram([&] {
      encke_tensor *tensor = make(format);
      encke_result_clear(tensor);
      put(tensor, 3, 0, 4);
      put(tensor, 0, 2, 1);
      put(tensor, 3, 0, 5); // of one place the last one counts
      put(tensor, 2, 1, -0.5);
      encke_finish(tensor);
      put(tensor, 1, 1, 7); // and into what has elements
      encke_finish(tensor);
      encke_print(tensor, "A");
    });
    EXPECT_EQ(outcome.err, "") << format;
    EXPECT_EQ(outcome.out.substr(outcome.out.find("0 2 ")),
              "0 2 1\n1 1 7\n2 1 -0.5\n3 0 5\n")
        << format;
  }
}

TEST_F(Upstream, PutsOnlyWhereThereIsRoom) {
  Outcome outcome = runProgram([] { put(make("f64 4 4 D0 C1"), 0, 3, 1); });
  EXPECT_EQ(outcome.err, "error: an element is put at coordinate 3 of "
                         "dimension 2, which has size 3\n");
  outcome = runProgram([] {
    encke_tensor *tensor = make("f64 4 4 D0 C1");
    encke_put_coordinate(tensor, 0);
    encke_put_f64(tensor, 1);
  });
  EXPECT_EQ(outcome.err,
            "error: an element is put without all its coordinates\n");
}

TEST_F(Upstream, PutsTensors) {
  Outcome outcome = runProgram([&] {
    encke_tensor *both = encke_tensor_new("f64 4 4 D0 C1");
    encke_tensor_set_size(both, 0, 4);
    encke_tensor_set_size(both, 1, 6);
    encke_result_clear(both);
    encke_put_all(both, read("f64 4 4 D1 C0"), 1, 0);
    encke_put_all(both, read("f64 4 4 D0 D1"), 1, 3);
    encke_finish(both);
    encke_print(both, "A");
  });
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out.substr(outcome.out.find("\n0 0 ")),
            "\n0 0 1\n0 2 2\n0 3 1\n0 5 2\n2 2 0.5\n2 5 0.5\n3 0 3\n3 3 3\n");
}

/// CSR of 4 x 3 from these arrays.
static std::string assemble(std::vector<int8_t> positions,
                            std::vector<int64_t> coordinates, int64_t values,
                            bool isOrdered = true) {
  const double all[] = {1, 2, 3, 4};
  Outcome outcome = runProgram([&] {
    encke_tensor *tensor = encke_tensor_new("f64 4 4 D0 C1");
    encke_tensor_set_size(tensor, 0, 4);
    encke_tensor_set_size(tensor, 1, 3);
    encke_assemble_positions(tensor, 1, positions.data(),
                             int64_t(positions.size()), 1);
    encke_assemble_coordinates(tensor, 1, coordinates.data(),
                               int64_t(coordinates.size()), 8, 1);
    encke_assemble_values(tensor, all, values);
    encke_assemble_finish(tensor, isOrdered, nullptr);
    encke_print(tensor, "A");
  });
  return outcome.err + outcome.out.substr(outcome.out.find('\n') + 1);
}

TEST_F(Upstream, Assembles) {
  EXPECT_EQ(assemble({0, 2, 2, 2, 3}, {0, 2, 1}, 3), "0 0 1\n0 2 2\n3 1 3\n");
  // Arrays may be longer, and out of order.
  EXPECT_EQ(assemble({0, 2, 2, 2, 3, 9}, {2, 0, 1, 0}, 4),
            "0 0 2\n0 2 1\n3 1 3\n");
}

TEST_F(Upstream, AssemblesNothingWrong) {
  EXPECT_EQ(assemble({0, 2, 2, 3}, {0, 2, 1}, 3),
            "error: level 1 has 4 positions, 5 are needed\n");
  EXPECT_EQ(assemble({0, 2, 1, 2, 3}, {0, 2, 1}, 3),
            "error: the positions of level 1 go from 2 to 1\n");
  EXPECT_EQ(assemble({0, 2, 2, 2, 4}, {0, 2, 1}, 3),
            "error: level 1 has 3 coordinates, 4 are needed\n");
  EXPECT_EQ(assemble({0, 2, 2, 2, 3}, {0, 3, 1}, 3),
            "error: coordinate 3 of level 1, which has size 3\n");
  EXPECT_EQ(assemble({0, 2, 2, 2, 3}, {0, 2, 1}, 2),
            "error: the tensor has 2 values, 3 are needed\n");
}

TEST_F(Upstream, Reinterprets) {
  auto reinterpret = [&](int64_t rows) {
    return runProgram([&] {
      encke_tensor *tensor = encke_tensor_new("f64 8 8 D1 C0");
      encke_tensor_set_size(tensor, 0, 3);
      encke_tensor_set_size(tensor, 1, rows);
      encke_reinterpret(tensor, read("f64 4 4 D0 C1"), nullptr);
      encke_print(tensor, "A");
    });
  };
  Outcome outcome = reinterpret(4);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out.substr(outcome.out.find("\n0 0 ")),
            "\n0 0 1\n0 3 3\n2 0 2\n2 2 0.5\n");
  EXPECT_EQ(reinterpret(5).err,
            "error: level 0 has size 4, and is taken for one of size 5\n");
}

TEST_F(Upstream, CopiesArrays) {
  Outcome outcome = runProgram([&] {
    encke_tensor *tensor = read("f64 4 4 D0 C1");
    int16_t positions[5];
    int8_t coordinates[8] = {};
    double values[4];
    printI64(encke_copy_positions(tensor, 1, positions, 5, 2));
    for (int16_t position : positions)
      printI64(position);
    printI64(encke_copy_coordinates(tensor, 1, coordinates, 4, 1, 2));
    for (int8_t coordinate : coordinates)
      printI64(coordinate);
    printI64(encke_copy_values(tensor, values, 4));
    printF64(values[2]);
    (void)encke_copy_values(tensor, values, 3);
  });
  EXPECT_EQ(outcome.out, "50223440020200040.5");
  EXPECT_EQ(outcome.err,
            "error: there is room for 3 values, and 4 are copied\n");
}

TEST_F(Upstream, Writes) {
  Outcome outcome = runProgram([&] {
    encke_tensor *tensor = read("f64 4 4 D1 C0");
    encke_print_arrays(tensor, 2);
    encke_out(tensor, "", nullptr);
  });
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, "---- Sparse Tensor ----\nnse = 4\ndim = ( 4, 3 )\n"
                         "lvl = ( 3, 4 )\npos[1] : ( 0, 2, 2, 4 )\n"
                         "crd[1] : ( 0, 3, 0, 2 )\nvalues : ( 1, 3, 2, 0.5 )\n"
                         "----\n; extended FROSTT format\n2 4\n4 3\n1 1 1\n"
                         "4 1 3\n1 3 2\n3 3 0.5\n");
}

TEST_F(Upstream, NeedsArguments) {
  Outcome outcome = runProgram([] { (void)encke_argument_f64(0, nullptr); });
  EXPECT_EQ(outcome.err, "error: argument 1, a number, is missing: 0 given\n");
  outcome = runProgram([] { (void)encke_tensor_filename(5, nullptr); });
  EXPECT_EQ(outcome.err, "error: no data file for tensor 5: name it on the "
                         "command line (0 given), or set TENSOR5\n");
}

} // namespace
