//===- PackTest.cpp - packing entries into any combination of levels ------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random tensors with duplicates and empty rows are read into random formats;
// the levels are decoded by their definition (encke/tensor.h) and compared with
// a map from coordinates to sums.
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <random>

using namespace encke::test;

namespace {

using Coordinates = std::vector<int64_t>;

struct Entry {
  Coordinates at;
  int64_t value;
};

struct Tensor {
  Coordinates sizes;
  std::vector<Entry> entries;
};

/// A COMET .tns file: it has the sizes.
void writeComet(const std::string &path, const Tensor &tensor) {
  std::ofstream file(path);
  for (int64_t size : tensor.sizes)
    file << size << ' ';
  file << tensor.entries.size() << '\n';
  for (const Entry &entry : tensor.entries) {
    for (int64_t c : entry.at)
      file << c << ' ';
    file << entry.value << '\n';
  }
}

/// Every row's coordinates are drawn from a part of the sizes only, so that
/// there are empty rows; every fifth entry repeats an earlier one.
Tensor randomTensor(std::mt19937 &random, const Coordinates &sizes,
                    size_t count) {
  Tensor tensor{sizes, {}};
  for (size_t e = 0; e != count; ++e) {
    Coordinates at;
    for (int64_t size : sizes)
      at.push_back(int64_t(random() % uint64_t(size)) / 2 * 2 % size);
    if (e % 5 == 4)
      at = tensor.entries[random() % e].at;
    tensor.entries.push_back({at, int64_t(random() % 9) + 1});
  }
  return tensor;
}

/// Decodes levels and values by their definition, checking it on the way.
class Decoder {
public:
  explicit Decoder(const encke_tensor &tensor)
      : tensor(tensor), at(size_t(tensor.order)) {}

  void run() { walk(0, 0); }

  std::map<Coordinates, int64_t> sums;
  std::vector<Entry> stored; ///< in storage order

private:
  int64_t integer(const void *array, int32_t bytes, int64_t i) {
    return bytes == 4 ? static_cast<const int32_t *>(array)[i]
                      : static_cast<const int64_t *>(array)[i];
  }

  int64_t value(int64_t position) {
    EXPECT_LT(position, tensor.value_count);
    switch (tensor.type) {
    case ENCKE_F64:
      return int64_t(static_cast<const double *>(tensor.values)[position]);
    case ENCKE_F32:
      return int64_t(static_cast<const float *>(tensor.values)[position]);
    case ENCKE_I64:
      return static_cast<const int64_t *>(tensor.values)[position];
    default:
      return static_cast<const int32_t *>(tensor.values)[position];
    }
  }

  void walk(int32_t depth, int64_t parent) {
    if (depth == tensor.order) {
      if (int64_t v = value(parent)) {
        sums[at] += v;
        stored.push_back({at, v});
      }
      return;
    }
    const encke_level &level = tensor.levels[depth];
    int64_t &c = at[size_t(level.mode)];
    EXPECT_EQ(level.size, tensor.sizes[level.mode]);
    if (level.type == ENCKE_DENSE) {
      EXPECT_EQ(level.pos, nullptr);
      EXPECT_EQ(level.crd, nullptr);
      for (c = 0; c != level.size; ++c)
        walk(depth + 1, parent * level.size + c);
      return;
    }
    int64_t begin = parent, end = parent + 1;
    if (level.type != ENCKE_SINGLETON) {
      ASSERT_LT(parent + 1, level.pos_count);
      begin = integer(level.pos, tensor.pos_bytes, parent);
      end = integer(level.pos, tensor.pos_bytes, parent + 1);
      ASSERT_LE(begin, end);
      if (parent == 0) {
        EXPECT_EQ(begin, 0);
      }
      if (parent + 2 == level.pos_count) {
        EXPECT_EQ(end, level.crd_count);
      }
    }
    ASSERT_LE(end, level.crd_count);
    int64_t last = -1;
    for (int64_t q = begin; q != end; ++q) {
      c = integer(level.crd, tensor.crd_bytes, q);
      ASSERT_GE(c, level.type == ENCKE_COMPRESSED ? last + 1
                                                  : std::max<int64_t>(last, 0));
      ASSERT_LT(c, level.size);
      last = c;
      walk(depth + 1, q);
      c = last;
    }
  }

  const encke_tensor &tensor;
  Coordinates at;
};

bool aligned(const void *pointer) {
  return reinterpret_cast<uintptr_t>(pointer) % 64 == 0;
}

/// Reads `tensor` in `format` and compares.
void check(const Tensor &tensor, const std::string &format) {
  SCOPED_TRACE(format);
  Directory directory;
  std::string path = directory.path("a.tns");
  writeComet(path, tensor);
  encke_options options = defaultOptions();
  options.tns_dialect = 2;
  std::map<Coordinates, int64_t> expected;
  for (const Entry &entry : tensor.entries)
    expected[entry.at] += entry.value;
  bool keepsDuplicates = format.find('N') != std::string::npos;
  Outcome outcome = runProgram(
      [&] {
        encke_tensor *read = readTensor(format.c_str(), path.c_str());
        Decoder decoder(*read);
        decoder.run();
        EXPECT_EQ(decoder.sums, expected);
        EXPECT_EQ(decoder.stored.size(),
                  keepsDuplicates ? tensor.entries.size() : expected.size());
        EXPECT_TRUE(aligned(read->values));
        for (int32_t l = 0; l != read->order; ++l)
          EXPECT_TRUE(aligned(read->levels[l].pos) &&
                      aligned(read->levels[l].crd));
      },
      options);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

/// A format text with random level types (L48: S follows only N or S) in a
/// random order of the modes.
std::string randomFormat(std::mt19937 &random, size_t order) {
  static const char *const types[] = {"f64", "f32", "i64", "i32"};
  std::string format = types[random() % 4];
  for (int i = 0; i != 2; ++i)
    format += random() % 2 ? " 4" : " 8";
  std::vector<size_t> modes(order);
  std::iota(modes.begin(), modes.end(), 0);
  std::shuffle(modes.begin(), modes.end(), random);
  char last = 'D';
  for (size_t mode : modes) {
    bool maySingle = last == 'N' || last == 'S';
    last = "DCNS"[random() % (maySingle ? 4 : 3)];
    format += std::string(" ") + last + std::to_string(mode);
  }
  return format;
}

TEST(Pack, RandomFormats) {
  std::mt19937 random(1);
  for (size_t order = 1; order <= 5; ++order)
    for (int round = 0; round != 60; ++round) {
      Coordinates sizes;
      for (size_t mode = 0; mode != order; ++mode)
        sizes.push_back(1 + int64_t(random() % 7));
      check(randomTensor(random, sizes, random() % 60),
            randomFormat(random, order));
    }
}

// Rows long enough for each of the ways to sort.
TEST(Pack, LongRows) {
  std::mt19937 random(2);
  for (const char *format :
       {"f64 4 4 D0 C1", "f64 4 4 D1 C0", "f64 4 4 C0 C1", "f64 4 4 N0 S1"}) {
    check(randomTensor(random, {3, 100000}, 9000), format);
    check(randomTensor(random, {3, 1000}, 300), format);
    check(randomTensor(random, {100000, 2}, 5000), format);
  }
}

// Coordinates that need 64 bits, and together more than a sort key has.
TEST(Pack, HugeSizes) {
  std::mt19937 random(3);
  const int64_t huge = int64_t(1) << 40;
  for (const char *format :
       {"f64 4 8 C0 C1 C2", "f64 8 8 C2 C1 C0", "i64 8 8 N1 S0 S2"}) {
    check(randomTensor(random, {huge, huge, huge}, 40), format);
    check(randomTensor(random, {huge, huge, huge}, 4000), format);
    check(randomTensor(random, {2, huge, huge}, 4000), format);
  }
}

TEST(Pack, Empty) {
  for (const char *format : {"f64 4 4 D0 C1", "f64 4 4 C0 C1", "f64 4 4 N0 S1",
                             "f64 4 4 D0 D1", "f64 4 4 C0 D1"})
    check({{3, 4}, {}}, format);
}

TEST(Pack, NonuniqueKeepsTheOrderOfDuplicates) {
  Directory directory;
  std::string path =
      directory.write("a.tns", "2 2 4\n1 1 3\n2 1 1\n1 1 2\n1 1 1\n");
  EXPECT_EQ(readAndPrint("f64 4 4 N0 S1", path).out,
            "# A: 2 x 2 double, 5 entries stored as {CN, S}; coordinates count "
            "from 0\n0 0 3\n0 0 2\n0 0 1\n1 0 1\n1 1 4\n");
}

TEST(Pack, SumsThatOverflowAreErrors) {
  Directory directory;
  std::string text = "1 2 2000000000\n1 2 2000000000\n";
  std::string path = directory.write("a.tns", text);
  for (const char *format : {"i32 4 4 D0 C1", "i32 4 4 D0 D1"}) {
    Outcome outcome = readAndPrint(format, path);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err, "p.ta:2:1: error: the sum of the entries at [0, 1] "
                           "does not fit in int32\n");
  }
  EXPECT_EQ(readAndPrint("i64 4 4 D0 D1", path).out,
            "# A: 1 x 2 int\n0 4000000000\n");
}

TEST(Pack, ReadsInPlaceIntoAView) {
  Directory directory;
  std::string path = directory.write("a.tns", "1 2 5\n2 1 7\n");
  double values[4] = {9, 9, 9, 9};
  struct {
    void *allocated, *aligned;
    int64_t offset, sizes[2], strides[2];
  } descriptor = {values, values, 0, {2, 2}, {2, 1}};
  Outcome outcome = runProgram([&] {
    encke_unranked_memref buffer = {2, &descriptor};
    encke_tensor *view = _mlir_ciface_encke_view_f64(&buffer);
    encke_read(view, encke_file_path(path.c_str(), nullptr), 0, nullptr);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(std::vector<double>(values, values + 4),
            (std::vector<double>{0, 5, 7, 0}));
}

TEST(Pack, ReadingAgainReplaces) {
  Directory directory;
  std::string one = directory.write("1.tns", "1 2 5\n2 1 7\n");
  std::string two = directory.write("2.tns", "2 2 3\n");
  for (const char *format : {"f64 4 4 D0 C1", "f64 4 4 D0 D1"}) {
    Outcome outcome = runProgram([&] {
      encke_tensor *tensor = readTensor(format, one.c_str());
      encke_read(tensor, encke_file_path(two.c_str(), nullptr), 0, nullptr);
      Decoder decoder(*tensor);
      decoder.run();
      EXPECT_EQ(decoder.sums, (std::map<Coordinates, int64_t>{{{1, 1}, 3}}));
    });
    EXPECT_EQ(outcome.status, 0) << outcome.err;
  }
}

TEST(Pack, BadFormatsAreErrors) {
  auto error = [](const char *format) {
    return runProgram([&] { encke_tensor_new(format); }).err;
  };
  EXPECT_EQ(error("f64 4 4 D0 S1"),
            "error: an S level may follow only CN or S\n");
  EXPECT_EQ(error("f64 4 4 D0 C0"), "error: two levels store mode 0\n");
  EXPECT_EQ(error("f64 4 2 D0"),
            "error: positions and coordinates have 4 or 8 bytes, not 2\n");
  EXPECT_EQ(error("f64 4 4 X0"),
            "error: 'X0' is no level of an order-1 tensor\n");
  EXPECT_EQ(error("f16 4 4 D0"), "error: 'f16' is no element type\n");
}

} // namespace
