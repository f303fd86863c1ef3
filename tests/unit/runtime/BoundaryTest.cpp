//===- BoundaryTest.cpp - sizes next to 2^31, 2^32 and 2^63 ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Few entries in huge sizes: what fits is right, what does not is an error,
// and no test needs the memory that the sizes would.
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "TensorModel.h"

#include <gtest/gtest.h>

#include <cstdint>

using namespace encke::test;

namespace {

constexpr int64_t two31 = int64_t(1) << 31, two32 = int64_t(1) << 32,
                  two62 = int64_t(1) << 62;
const int64_t sizesAtBoundaries[] = {two31 - 1, two31, two31 + 1,
                                     two32 - 1, two32, two32 + 1,
                                     two62 - 1, two62, INT64_MAX};

const std::string text(int64_t number) { return std::to_string(number); }

/// Corners, and entries whose coordinates agree in their low 31 or 32 bits.
TensorModel cornersOf(int64_t rows, int64_t columns) {
  TensorModel model{{rows, columns},
                    {{{rows - 1, columns - 1}, 4},
                     {{rows - 1, 0}, 3},
                     {{0, columns - 1}, 2},
                     {{0, 0}, 1},
                     {{rows - 1, columns - 1}, 5}}};
  for (int64_t bit : {two31, two32})
    if (rows > bit + 7 && columns > bit + 5) {
      model.entries.push_back({{7 + bit, 5}, 6});
      model.entries.push_back({{7, 5 + bit}, 7});
      model.entries.push_back({{7, 5}, 8});
    }
  return model;
}

std::string matrixMarket(const TensorModel &model) {
  std::string file = "%%MatrixMarket matrix coordinate integer general\n" +
                     text(model.sizes[0]) + " " + text(model.sizes[1]) + " " +
                     std::to_string(model.entries.size()) + "\n";
  for (const Entry &entry : model.entries)
    file += text(entry.at[0] + 1) + " " + text(entry.at[1] + 1) + " " +
            text(entry.value) + "\n";
  return file;
}

/// Reads `path` in `format`, and expects the elements of `model`.
void expectRead(const std::string &path, const std::string &format,
                const TensorModel &model, int32_t dialect = 0) {
  SCOPED_TRACE(format + " of " + text(model.sizes[0]));
  encke_options options = defaultOptions();
  options.tns_dialect = dialect;
  Outcome outcome = runProgram(
      [&] {
        encke_tensor *tensor = readTensor(format.c_str(), path.c_str());
        EXPECT_EQ(decode(*tensor).elements, model.elements());
        EXPECT_EQ(encke_tensor_size(tensor, 0), model.sizes[0]);
        encke_tensor *turned = encke_convert(tensor, "f64 8 8 C1 C0", nullptr);
        EXPECT_EQ(decode(*turned).elements, model.elements());
      },
      options);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(Boundary, MatrixMarketSizes) {
  Directory directory;
  for (int64_t size : sizesAtBoundaries) {
    TensorModel model = cornersOf(size, size == INT64_MAX ? 3 : size);
    std::string path = directory.write("a.mtx", matrixMarket(model));
    for (const char *format :
         {"f64 4 8 C0 C1", "f64 8 8 N0 S1", "f64 4 8 C1 C0", "f64 8 8 C0 N1"})
      expectRead(path, format, model);
  }
}

TEST(Boundary, TnsSizes) {
  Directory directory;
  for (int64_t size : sizesAtBoundaries) {
    TensorModel model = cornersOf(size, size);
    std::string path = directory.path("a.tns");
    writeComet(path, model);
    expectRead(path, "f64 4 8 C0 C1", model, 2);
    std::string frostt;
    for (const Entry &entry : model.entries)
      frostt += text(entry.at[0] + 1) + " " + text(entry.at[1] + 1) + " " +
                text(entry.value) + ".0\n";
    expectRead(directory.write("b.tns", frostt), "f64 4 8 N0 S1", model);
  }
}

// The keys that entries are sorted by are wider than 64 bits together.
TEST(Boundary, SortKeys) {
  std::mt19937 random(7);
  for (int64_t size : sizesAtBoundaries) {
    TensorModel model{{size, size, 5, size}, {}};
    for (int n = 0; n != 500; ++n) {
      auto near = [&](int64_t from) {
        return std::min(from + int64_t(random() % 9), size - 1);
      };
      const int64_t froms[] = {0, two31 - 4, size / 2, size - 9};
      Coordinates at;
      for (int64_t bound : model.sizes)
        at.push_back(bound == 5
                         ? int64_t(random() % 5)
                         : near(std::max<int64_t>(
                               std::min(froms[random() % 4], size - 1), 0)));
      model.entries.push_back({at, int64_t(random() % 9)});
    }
    for (const char *format : {"f64 8 8 C3 C0 C2 C1", "f64 8 8 N1 S3 S0 D2",
                               "f64 8 8 D2 C3 C1 N0"}) {
      SCOPED_TRACE(format);
      Outcome outcome = runProgram([&] {
        encke_tensor *tensor = makeTensor(model, format);
        EXPECT_EQ(decode(*tensor).elements, model.elements());
      });
      EXPECT_EQ(outcome.status, 0) << outcome.err;
    }
  }
}

// A coordinate of 2^31 - 1 fits in 32 bits, one of 2^31 does not.
TEST(Boundary, NarrowCoordinates) {
  Directory directory;
  std::string path;
  auto read = [&](int64_t size, const char *format) {
    TensorModel model{{size, 2}, {{{size - 1, 1}, 5}}};
    path = directory.write("a.mtx", matrixMarket(model));
    return readAndPrint(format, path);
  };
  for (const char *format :
       {"f64 4 4 C0 C1", "f64 4 4 N0 S1", "f64 4 4 C1 C0"}) {
    EXPECT_EQ(read(two31, format).status, 0);
    Outcome outcome = read(two31 + 1, format);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(withoutDirectory(outcome.err, path),
              "a.mtx: error: coordinate 2147483648, counted from 0, of "
              "dimension 1 does not fit "
              "the tensor's 32-bit coordinates\n  in p.ta:2:1\n");
  }
  Outcome outcome = runProgram([&] {
    encke_tensor *wide =
        makeTensor({{two32, 2}, {{{two31, 0}, 5}}}, "f64 8 8 C0 C1");
    encke_convert(wide, "f64 8 4 C0 C1", "p.ta:3:1");
  });
  EXPECT_EQ(outcome.err, "p.ta:3:1: error: 2147483648 does not fit the 32 bits "
                         "of the tensor's positions or coordinates\n");
}

// By the headers alone: the files need not have their entries.
TEST(Boundary, WidthsByHeaders) {
  Directory directory;
  encke_options options = defaultOptions();
  auto isWide = [&](const std::string &name, const std::string &text) {
    return encke_needs_wide_indices(directory.write(name, text).c_str(),
                                    &options) != 0;
  };
  const std::string general = "%%MatrixMarket matrix coordinate real general\n";
  const std::string symmetric =
      "%%MatrixMarket matrix coordinate real symmetric\n";
  EXPECT_FALSE(isWide("a.mtx", general + "2147483647 2147483647 2147483647\n"));
  EXPECT_TRUE(isWide("a.mtx", general + "2147483648 1 1\n"));
  EXPECT_TRUE(isWide("a.mtx", general + "1 2147483648 1\n"));
  EXPECT_TRUE(isWide("a.mtx", general + "9 9 2147483648\n"));
  EXPECT_FALSE(isWide("a.mtx", symmetric + "9 9 1073741823\n"));
  EXPECT_TRUE(isWide("a.mtx", symmetric + "9 9 1073741824\n"));
  EXPECT_TRUE(isWide("a.mtx", symmetric + "9 9 9223372036854775807\n"));
  const std::string array = "%%MatrixMarket matrix array real general\n";
  EXPECT_FALSE(isWide("a.mtx", array + "65536 32767\n"));
  EXPECT_TRUE(isWide("a.mtx", array + "65536 32768\n"));
  EXPECT_FALSE(isWide("a.tns", "2147483647 1.5\n"));
  EXPECT_TRUE(isWide("a.tns", "2147483648 1.5\n"));
  EXPECT_TRUE(isWide("a.tns", "2147483648 1\n5 1.5\n"));
}

// Header numbers past 2^63 - 1, and arrays whose elements would be.
TEST(Boundary, HeadersThatOverflow) {
  Directory directory;
  auto error = [&](const std::string &layout, const std::string &sizes) {
    std::string path = directory.write(
        "a.mtx", "%%MatrixMarket matrix " + layout + "\n" + sizes + "\n");
    return withoutDirectory(readAndPrint("f64 8 8 C0 C1", path).err, path);
  };
  EXPECT_EQ(error("coordinate real general", "9223372036854775808 1 0"),
            "a.mtx:2:1: error: this number is too large: "
            "'9223372036854775808'\n9223372036854775808 1 0\n"
            "^~~~~~~~~~~~~~~~~~~\n  in p.ta:1:1\n");
  EXPECT_EQ(error("coordinate real general", "1 1 9223372036854775807"),
            "a.mtx:3:1: error: the file ends after 0 of the "
            "9223372036854775807 entries that the header declares\n"
            "  in p.ta:2:1\n");
  for (const char *sizes : {"3037000500 3037000500", "4294967296 2147483648"}) {
    std::string refused = error("array real general", sizes);
    EXPECT_NE(refused.find(":2:1: error: an array of "), std::string::npos)
        << refused;
  }
  // Just below: the elements are missing.
  EXPECT_NE(error("array real symmetric", "3037000499 3037000499")
                .find("the file ends after 0 of the 4611686016981624750"),
            std::string::npos);
  EXPECT_NE(error("array real skew-symmetric", "3037000499 3037000499")
                .find("the file ends after 0 of the 4611686013944624251"),
            std::string::npos);
}

// Levels that would have a place for every coordinate.
TEST(Boundary, PlacesThatNoMemoryHas) {
  Directory directory;
  struct {
    const char *format;
    int64_t rows, columns;
  } cases[] = {{"f64 8 8 D0 C1", two62, 2},
               {"f64 8 8 D0 C1", INT64_MAX, 2},
               {"f64 8 8 D1 C0", 2, two62},
               {"f64 8 8 D0 D1", two32, two32},
               {"f64 8 8 D0 D1", two31, two32},
               {"f64 8 8 D0 D1", two62, 2},
               {"f64 8 8 C0 D1", 2, two62},
               {"f64 8 8 D0 D# S1", two62, 2},
               {"f64 8 8 D0/2 C1/2 D0%2 D1%2", two62, 2},
               {"f64 8 8 C1-0 D0", two62, 2},
               {"f64 8 8 D0/2 D1/2 N0%2 S1%2", two62, two62}};
  for (const auto &one : cases) {
    SCOPED_TRACE(one.format);
    TensorModel model{{one.rows, one.columns}, {{{1, 1}, 5}}};
    std::string path = directory.write("a.mtx", matrixMarket(model));
    Outcome outcome = readAndPrint(one.format, path);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err.find("p.ta:2:1: error: out of memory"), 0u)
        << outcome.err;
    // Not a product that has wrapped around.
    EXPECT_EQ(outcome.err.find(" 8 bytes"), std::string::npos) << outcome.err;
  }
}

TEST(Boundary, Diagonals) {
  Directory directory;
  TensorModel model{{two62, two62}, {{{two62 - 1, 0}, 5}, {{0, two62 - 1}, 6}}};
  expectRead(directory.write("a.mtx", matrixMarket(model)), "f64 8 8 C1-0 C0",
             model);
  model = {{two62 + 1, two62}, {{{two62, 0}, 5}}};
  Outcome outcome = readAndPrint("f64 8 8 C1-0 C0",
                                 directory.write("a.mtx", matrixMarket(model)));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err, "error: the tensor has more diagonals than 64 bits "
                         "can count\n");
}

TEST(Boundary, Slices) {
  TensorModel model{{two62, 3}, {}};
  for (int64_t at : {int64_t(0), two31 - 1, two31, two31 + 2, two32, two62 - 2})
    model.entries.push_back({{at, at % 3}, 1 + at % 7});
  Outcome outcome = runProgram([&] {
    encke_tensor *source = makeTensor(model, "f64 8 8 C0 C1");
    encke_tensor *result = encke_tensor_new("f64 8 8 N0 S1");
    encke_tensor_set_size(result, 0, (two62 - two31) / 2);
    encke_tensor_set_size(result, 1, 3);
    std::string ranges = text(two31) + ":" + text(two62) + ":2 :";
    encke_slice(result, source, ranges.c_str(), nullptr);
    std::map<Coordinates, int64_t> expected;
    for (const Entry &entry : model.entries)
      if (entry.at[0] >= two31 && entry.at[0] % 2 == 0)
        expected[{(entry.at[0] - two31) / 2, entry.at[1]}] = entry.value;
    EXPECT_EQ(decode(*result).elements, expected);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

// What generated code asks for; nothing is allocated before the check.
TEST(Boundary, Results) {
  auto allocate = [](const char *format, int64_t elements) {
    return runProgram([=] {
      encke_tensor *tensor = encke_tensor_new(format);
      encke_result_allocate(tensor, 1, 1, elements);
    });
  };
  EXPECT_EQ(allocate("f64 4 4 D0 C1", two31).err,
            "error: the result has 2147483648 elements, more than 32-bit "
            "positions can count; the program was compiled for small files\n");
  EXPECT_EQ(allocate("f64 8 8 D0 C1", two62).status, 2);
  EXPECT_EQ(allocate("f64 8 8 D0 C1", INT64_MAX).status, 2);
  auto check = [](int64_t size) {
    return runProgram([=] { encke_check_row(size); }).status;
  };
  EXPECT_EQ(check(two32), 0);
  EXPECT_EQ(check(two32 + 1), 2);
}

// `encke info` and `encke convert` of the same.
TEST(Boundary, InfoAndConvert) {
  Directory directory;
  encke_options options = defaultOptions();
  for (int64_t size : sizesAtBoundaries) {
    TensorModel model = cornersOf(size, size);
    std::string path = directory.write("a.mtx", matrixMarket(model));
    std::string copy = directory.path("b.mtx");
    EXPECT_EQ(encke_info(path.c_str(), nullptr, 0, &options), 0);
    EXPECT_EQ(encke_convert_file(path.c_str(), copy.c_str(), &options), 0);
    expectRead(copy, "f64 8 8 C0 C1", model);
  }
}

} // namespace
