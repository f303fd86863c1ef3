//===- Hdf5FilesTest.cpp - tensors in files of HDF5 -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files are made here byte by byte as the library writes them by default, with
// tables of symbols and trees; those that Encke writes are read back.
//
//===----------------------------------------------------------------------===//

#include "StoredFiles.h"

#include "io/json.h"

#include <map>

using namespace encke::test;

namespace {

constexpr uint64_t nowhere = UINT64_MAX;

std::string number(uint64_t value, int bytes) {
  std::string text;
  for (int n = 0; n != bytes; ++n)
    text += char(value >> (8 * n) & 255);
  return text;
}

std::string padded(std::string text) {
  text.resize((text.size() + 7) / 8 * 8);
  return text;
}

std::string message(uint64_t type, const std::string &content) {
  std::string all = padded(content);
  return number(type, 2) + number(all.size(), 2) + number(0, 4) + all;
}

const std::string int64Type = number(0x10, 1) + number(8, 3) + number(8, 4) +
                              number(0, 2) + number(64, 2);
const std::string doubleType = number(0x11, 1) + number(0x003f20, 3) +
                               number(8, 4) + number(0, 2) + number(64, 2) +
                               number(52, 1) + number(11, 1) + number(0, 1) +
                               number(52, 1) + number(1023, 4);

std::string textType(size_t length) {
  return number(0x13, 1) + number(0, 3) + number(length, 4);
}

/// Two doubles as a complex number.
const std::string complexType = number(0x16, 1) + number(2, 3) + number(16, 4) +
                                padded("r") + number(0, 4) + number(0, 28) +
                                doubleType + padded("i") + number(8, 4) +
                                number(0, 28) + doubleType;

std::string space(const std::vector<uint64_t> &sizes) {
  std::string all = number(1, 1) + number(sizes.size(), 1) + number(0, 6);
  for (uint64_t size : sizes)
    all += number(size, 8);
  return all;
}

std::string attribute(const std::string &name, const std::string &type,
                      const std::vector<uint64_t> &sizes,
                      const std::string &data) {
  std::string extent = space(sizes);
  return message(12, number(1, 2) + number(name.size() + 1, 2) +
                         number(type.size(), 2) + number(extent.size(), 2) +
                         padded(name + '\0') + padded(type) + padded(extent) +
                         data);
}

std::string attribute(const std::string &name, const std::string &text) {
  return attribute(name, textType(text.size()), {}, text);
}

using Members = std::map<std::string, uint64_t>;

/// A file that is written from its end to its beginning: objects first.
class Hdf5Maker {
public:
  explicit Hdf5Maker(size_t before = 0) : before(before), bytes(96, '\0') {}

  uint64_t put(const std::string &block) {
    bytes = padded(bytes);
    uint64_t at = bytes.size();
    bytes += block;
    return at;
  }

  uint64_t object(const std::vector<std::string> &messages) {
    std::string all;
    for (const std::string &one : messages)
      all += one;
    return put(number(1, 2) + number(messages.size(), 2) + number(1, 4) +
               number(all.size(), 4) + number(0, 4) + all);
  }

  uint64_t dataset(const std::string &type, const std::vector<uint64_t> &sizes,
                   const std::string &data, const std::string &more = "") {
    uint64_t at = put(data);
    return object({message(1, space(sizes)), message(3, type),
                   message(8, number(3, 1) + number(1, 1) + number(at, 8) +
                                  number(data.size(), 8)),
                   more});
  }
  uint64_t integers(const std::vector<int64_t> &numbers,
                    const std::string &more = "") {
    return dataset(int64Type, {numbers.size()}, bytesOf(numbers), more);
  }
  uint64_t doubles(const std::vector<double> &numbers,
                   const std::string &more = "") {
    return dataset(doubleType, {numbers.size()}, bytesOf(numbers), more);
  }

  /// Chunks with where they begin.
  uint64_t chunked(
      const std::string &type, const std::vector<uint64_t> &sizes,
      const std::vector<uint64_t> &chunk, uint64_t bytesEach,
      const std::vector<std::pair<std::vector<uint64_t>, std::string>> &chunks,
      const std::string &filters, const std::string &more = "") {
    std::string tree = "TREE" + number(1, 1) + number(0, 1) +
                       number(chunks.size(), 2) + number(nowhere, 8) +
                       number(nowhere, 8);
    for (const auto &[first, content] : chunks) {
      tree += number(content.size(), 4) + number(0, 4);
      for (uint64_t at : first)
        tree += number(at, 8);
      tree += number(0, 8) + number(put(content), 8);
    }
    tree += number(0, 8 + 8 * (int(sizes.size()) + 1));
    std::string layout = number(3, 1) + number(2, 1) +
                         number(sizes.size() + 1, 1) + number(put(tree), 8);
    for (uint64_t size : chunk)
      layout += number(size, 4);
    layout += number(bytesEach, 4);
    return object({message(1, space(sizes)), message(3, type),
                   message(8, layout), filters, more});
  }

  /// A group: names in a heap, a leaf with a symbol each, a tree above it.
  uint64_t group(const Members &members, const std::string &attributes = "") {
    std::string names(8, '\0'), leaf = "SNOD" + number(1, 2);
    leaf += number(members.size(), 2);
    for (const auto &[name, address] : members) {
      leaf += number(names.size(), 8) + number(address, 8) + number(0, 24);
      names = padded(names + name + '\0');
    }
    uint64_t heap = put("HEAP" + number(0, 4) + number(names.size(), 8) +
                        number(nowhere, 8) + number(put(names), 8));
    uint64_t tree = put("TREE" + number(0, 2) + number(1, 2) +
                        number(nowhere, 8) + number(nowhere, 8) + number(0, 8) +
                        number(put(leaf), 8) + number(8, 8));
    return object({message(17, number(tree, 8) + number(heap, 8)), attributes});
  }

  std::string finish(uint64_t root) const {
    std::string block =
        "\x89HDF\r\n\x1a\n" + number(0, 5) + number(8, 1) + number(8, 1) +
        number(0, 1) + number(4, 2) + number(16, 2) + number(0, 4) +
        number(before, 8) + number(nowhere, 8) + number(bytes.size(), 8) +
        number(nowhere, 8) + number(0, 8) + number(root, 8) + number(0, 24);
    return std::string(before, ' ') + block + bytes.substr(block.size());
  }

private:
  size_t before;
  std::string bytes;
};

std::string filters(const std::vector<std::pair<int, int>> &all) {
  std::string text = number(1, 1) + number(all.size(), 1) + number(0, 6);
  for (auto [id, parameter] : all)
    text += number(uint64_t(id), 2) + number(0, 4) + number(1, 2) +
            number(uint64_t(parameter), 4) + number(0, 4);
  return message(11, text);
}

/// First bytes of all numbers, second ones, and so on.
std::string shuffled(const std::string &text, size_t width) {
  std::string result;
  for (size_t byte = 0; byte != width; ++byte)
    for (size_t n = byte; n < text.size(); n += width)
      result += text[n];
  return result;
}

class Hdf5Files : public StoredFiles {
protected:
  /// The matrix 0 0 1.5 / 0 -2 0, or another format of Binsparse.
  std::string binsparse(const std::string &format, const Members &members,
                        Hdf5Maker &maker, const std::string &more = "",
                        const std::string &type = "float64",
                        const std::string &shape = "2, 3") {
    std::string text = R"({"binsparse": {"version": "0.1", "format": )" +
                       format + ", \"shape\": [" + shape + "], " + more +
                       R"("data_types": {"values": ")" + type +
                       R"("}}, "author": "a \"b\" \u00e9"})";
    return reads("a.bsp.h5", maker.finish(maker.group(
                                 members, attribute("binsparse", text))));
  }

  /// What is in a group of arrays.
  Members arrays(Hdf5Maker &maker,
                 const std::map<std::string, std::vector<int64_t>> &integers,
                 const std::vector<double> &values) {
    Members members;
    for (const auto &[name, numbers] : integers)
      members[name] = maker.integers(numbers);
    members["values"] = maker.doubles(values);
    return members;
  }
};

//===----------------------------------------------------------------------===//
// Binsparse
//===----------------------------------------------------------------------===//

TEST_F(Hdf5Files, FormatsOfBinsparse) {
  const std::string expected = "2 x 3: 0 2 1.5; 1 1 -2";
  struct Case {
    const char *format;
    std::map<std::string, std::vector<int64_t>> integers;
    std::vector<double> values;
  };
  const Case cases[] = {
      {"\"CSR\"",
       {{"pointers_to_1", {0, 1, 2}}, {"indices_1", {2, 1}}},
       {1.5, -2}},
      {"\"CSC\"",
       {{"pointers_to_1", {0, 0, 1, 2}}, {"indices_1", {1, 0}}},
       {-2, 1.5}},
      {"\"COO\"", {{"indices_0", {0, 1}}, {"indices_1", {2, 1}}}, {1.5, -2}},
      {"\"COOC\"", {{"indices_0", {1, 2}}, {"indices_1", {1, 0}}}, {-2, 1.5}},
      {"\"DCSR\"",
       {{"indices_0", {0, 1}},
        {"pointers_to_1", {0, 1, 2}},
        {"indices_1", {2, 1}}},
       {1.5, -2}},
      {"\"DCSC\"",
       {{"indices_0", {1, 2}},
        {"pointers_to_1", {0, 1, 2}},
        {"indices_1", {1, 0}}},
       {-2, 1.5}},
      {R"({"level": "dense", "rank": 1, "subformat": {"level": "sparse",
           "rank": 1, "subformat": {"level": "element"}}})",
       {{"pointers_to_1", {0, 1, 2}}, {"indices_1", {2, 1}}},
       {1.5, -2}},
  };
  for (const auto &[format, integers, values] : cases) {
    Hdf5Maker maker;
    Members members = arrays(maker, integers, values);
    EXPECT_EQ(binsparse(format, members, maker), expected) << format;
  }
  Hdf5Maker dense;
  EXPECT_EQ(
      binsparse("\"DMATC\"", arrays(dense, {}, {1, 2, 3, 4, 5, 6}), dense),
      "2 x 3: 0 0 1; 0 1 3; 0 2 5; 1 0 2; 1 1 4; 1 2 6");
  Hdf5Maker vector;
  EXPECT_EQ(binsparse("\"CVEC\"",
                      arrays(vector, {{"indices_0", {1, 3}}}, {1.5, -2}),
                      vector, "", "float64", "5"),
            "5: 1 1.5; 3 -2");
}

/// Levels in another order than the dimensions.
TEST_F(Hdf5Files, CustomFormatsOfBinsparse) {
  Hdf5Maker maker;
  Members members = arrays(maker,
                           {{"indices_0", {1, 3}},
                            {"pointers_to_1", {0, 1, 2}},
                            {"indices_1", {2, 0}}},
                           {1, 2, 3, 4});
  EXPECT_EQ(binsparse(R"({"swizzle": [2, 0, 1], "level": "sparse", "rank": 1,
      "subformat": {"level": "sparse", "rank": 1,
      "subformat": {"level": "dense", "rank": 1,
      "subformat": {"level": "element"}}}})",
                      members, maker, "", "float64", "3, 2, 4"),
            "3 x 2 x 4: 0 0 3 3; 0 1 3 4; 2 0 1 1; 2 1 1 2");
  Hdf5Maker cut;
  members = arrays(cut, {{"indices_0", {1, 3}}}, {1, 2, 3});
  EXPECT_EQ(binsparse(R"({"level": "sparse", "rank": 1,
      "subformat": {"level": "dense", "rank": 1,
      "subformat": {"level": "element"}}})",
                      members, cut, "", "float64", "4, 2"),
            ": Binsparse: a dense level has another number of positions than "
            "what is in it, 3");
  Hdf5Maker fall;
  members = arrays(fall,
                   {{"indices_0", {0, 1}},
                    {"pointers_to_1", {0, 2, 1}},
                    {"indices_1", {2, 1}}},
                   {1, 2});
  EXPECT_EQ(binsparse("\"DCSR\"", members, fall),
            ": Binsparse: the positions in pointers_to_1 do not begin with 0, "
            "or fall, or are past the coordinates");
}

TEST_F(Hdf5Files, ValuesOfBinsparse) {
  std::map<std::string, std::vector<int64_t>> csr = {
      {"pointers_to_1", {0, 1, 2}}, {"indices_1", {1, 0}}};
  Hdf5Maker iso;
  EXPECT_EQ(
      binsparse("\"CSR\"", arrays(iso, csr, {7}), iso, "", "iso[float64]"),
      "2 x 3: 0 1 7; 1 0 7");
  Hdf5Maker complex;
  EXPECT_EQ(binsparse("\"CSR\"", arrays(complex, csr, {1, 2, 3, -4}), complex,
                      "", "complex[float64]"),
            "2 x 3: 0 1 1+2i; 1 0 3-4i");
  Hdf5Maker upper;
  std::map<std::string, std::vector<int64_t>> triangle = {
      {"pointers_to_1", {0, 2, 2}}, {"indices_1", {0, 1}}};
  EXPECT_EQ(binsparse("\"CSR\"", arrays(upper, triangle, {5, 6}), upper,
                      R"("structure": "symmetric_upper", )", "float64", "2, 2"),
            "2 x 2: 0 0 5; 0 1 6; 1 0 6");
  Hdf5Maker lower;
  EXPECT_EQ(binsparse("\"CSR\"", arrays(lower, triangle, {5, 6}), lower,
                      R"("structure": "symmetric_lower", )", "float64", "2, 2"),
            ": an entry above the diagonal (row 1, column 2): this symmetric "
            "file holds the lower triangle only");
  Hdf5Maker fill;
  Members members = arrays(fill, csr, {1, 2});
  members["fill_value"] = fill.doubles({3});
  EXPECT_EQ(binsparse("\"CSR\"", members, fill, R"("fill": true, )"),
            ": Binsparse: not supported yet: elements that are not stored and "
            "are 3");
  Hdf5Maker few;
  EXPECT_EQ(binsparse("\"CSR\"", arrays(few, csr, {1}), few),
            ": Binsparse: 1 values of 2 elements");
  Hdf5Maker none;
  EXPECT_EQ(binsparse("\"XYZ\"", {}, none),
            ": Binsparse: not supported yet: the format 'XYZ'");
  Hdf5Maker outside;
  csr["indices_1"] = {1, 3};
  EXPECT_EQ(binsparse("\"CSR\"", arrays(outside, csr, {1, 2}), outside),
            ": coordinate 3 of dimension 2 is outside the size 3, counted from "
            "0");
}

/// What is written reads back.
TEST_F(Hdf5Files, WrittenAsBinsparse) {
  const std::pair<const char *, std::string> files[] = {
      {"a.mtx", "%%MatrixMarket matrix coordinate real general\n"
                "3 4 2\n1 3 1.5\n3 1 -2\n"},
      {"b.mtx", "%%MatrixMarket matrix coordinate complex general\n"
                "3 4 2\n1 3 1.5 1\n3 1 -2 0\n"},
      {"c.mtx", "%%MatrixMarket matrix array integer general\n"
                "2 3\n1\n2\n3\n4\n5\n6\n"},
      {"d.mtx", "%%MatrixMarket matrix coordinate real general\n3 4 0\n"},
      {"e.mtx", "%%MatrixMarket matrix coordinate real general\n"
                "3000000000 4 1\n3000000000 4 2.5\n"},
      {"f.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n"
                "3 3 2\n2 1\n3 3\n"},
      {"g.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric\n"
                "3 3 1\n2 1 4.5\n"},
      {"h.tns", "1 2 3 1.5\n4 1 2 -2\n"},
      {"i.tns", "2 1.5\n4 -2\n"},
  };
  for (const auto &[name, text] : files) {
    std::string from = directory.write(name, text), to = from + ".h5";
    for (bool keep : {false, true}) {
      encke_options options = defaultOptions();
      options.keep = keep;
      ASSERT_EQ(encke_convert_file(from.c_str(), to.c_str(), &options), 0);
      FileOutcome before = readOutcome(from), after = readOutcome(to);
      EXPECT_EQ(after.error, "") << name;
      EXPECT_EQ(after.sizes, before.sizes) << name;
      EXPECT_EQ(after.contents, before.contents) << name;
    }
  }
}

/// A form that cannot say a symmetry gets both triangles (`--keep`).
TEST_F(Hdf5Files, KeptWhereItIsSaid) {
  std::string from = directory.write(
      "a.mtx", "%%MatrixMarket matrix coordinate real symmetric\n"
               "3 3 2\n2 1 5\n3 3 1\n");
  encke_options options = defaultOptions();
  options.keep = 1;
  for (const char *to : {".npz", ".tns", ".h5", ".mtx"}) {
    ASSERT_EQ(encke_convert_file(from.c_str(), (from + to).c_str(), &options),
              0);
    EXPECT_EQ(readOutcome(from + to).contents, "0 1 5; 1 0 5; 2 2 1") << to;
  }
}

//===----------------------------------------------------------------------===//
// Other programs
//===----------------------------------------------------------------------===//

/// As anndata, scanpy and 10x Genomics have them.
TEST_F(Hdf5Files, GroupsOfArrays) {
  auto group = [](Hdf5Maker &maker, std::vector<int64_t> indptr,
                  const std::string &attributes, Members more = {}) {
    more["indptr"] = maker.integers(indptr);
    more["indices"] = maker.integers({2, 1});
    more["data"] = maker.doubles({1.5, -2});
    return maker.group(more, attributes);
  };
  std::string shape =
      attribute("shape", int64Type, {2}, bytesOf<int64_t>({2, 3}));
  Hdf5Maker anndata;
  uint64_t x = group(anndata, {0, 1, 2},
                     shape + attribute("encoding-type", "csr_matrix"));
  uint64_t raw = group(anndata, {0, 2, 2},
                       shape + attribute("encoding-type", "csr_matrix"));
  std::string file = anndata.finish(
      anndata.group({{"X", x}, {"layers", anndata.group({{"raw", raw}})}}));
  EXPECT_EQ(reads("a.h5ad", file), "2 x 3: 0 2 1.5; 1 1 -2");
  EXPECT_EQ(reads("a.h5ad", file, ":layers/raw"), "2 x 3: 0 1 -2; 0 2 1.5");
  EXPECT_EQ(reads("a.h5ad", file, ":layers/x"),
            ": the file has no matrix 'layers/x', but 'X', 'layers/raw'");
  Hdf5Maker tenx;
  uint64_t matrix = group(
      tenx, {0, 1, 2}, "",
      {{"shape", tenx.integers({3, 2})}, {"barcodes", tenx.integers({0, 0})}});
  EXPECT_EQ(reads("a.h5", tenx.finish(tenx.group({{"matrix", matrix}}))),
            "3 x 2: 1 1 -2; 2 0 1.5");
  Hdf5Maker square;
  matrix =
      group(square, {0, 1, 2, 2}, "", {{"shape", square.integers({3, 3})}});
  EXPECT_EQ(reads("a.h5", square.finish(square.group({{"m", matrix}}))),
            ":m: nothing says whether these are compressed rows or columns");
}

TEST_F(Hdf5Files, VariablesOfMatlab) {
  Hdf5Maker maker(512);
  std::string isDouble = attribute("MATLAB_class", "double");
  uint64_t sparse =
      maker.group({{"data", maker.dataset(complexType, {2},
                                          bytesOf<double>({1.5, 1, -2, 0}))},
                   {"ir", maker.integers({1, 0})},
                   {"jc", maker.integers({0, 0, 1, 2})}},
                  isDouble + attribute("MATLAB_sparse", int64Type, {},
                                       bytesOf<int64_t>({2})));
  uint64_t dense = maker.dataset(doubleType, {3, 2},
                                 bytesOf<double>({1, 2, 3, 4, 5, 6}), isDouble);
  uint64_t title = maker.dataset(int64Type, {1}, bytesOf<int64_t>({72}),
                                 attribute("MATLAB_class", "char"));
  uint64_t problem =
      maker.group({{"A", sparse}, {"title", title}, {"b", dense}},
                  attribute("MATLAB_class", "struct"));
  std::string file = maker.finish(maker.group({{"Problem", problem}}));
  EXPECT_EQ(reads("a.mat", file), "2 x 3: 0 2 -2+0i; 1 1 1.5+1i");
  EXPECT_EQ(reads("a.mat", file, ":Problem.b"),
            "2 x 3: 0 0 1; 0 1 3; 0 2 5; 1 0 2; 1 1 4; 1 2 6");
  Hdf5Maker empty(512); // has no elements
  sparse = empty.group(
      {{"jc", empty.integers({0, 0, 0})}},
      attribute("MATLAB_sparse", int64Type, {}, bytesOf<int64_t>({4})));
  EXPECT_EQ(reads("a.mat", empty.finish(empty.group({{"A", sparse}}))),
            "4 x 2: ");
}

//===----------------------------------------------------------------------===//
// Datasets
//===----------------------------------------------------------------------===//

/// Chunks that reach beyond the array, one of which was never written.
TEST_F(Hdf5Files, Chunks) {
  auto chunk = [](double a, double b, double c, double d) {
    return bytesOf<double>({a, b, c, d});
  };
  std::vector<std::pair<std::vector<uint64_t>, std::string>> plain = {
      {{0, 0}, chunk(1, 2, 4, 5)},
      {{0, 2}, chunk(3, 99, 6, 99)},
      {{2, 0}, chunk(7, 8, 99, 99)}};
  const std::string expected =
      "3 x 3: 0 0 1; 0 1 2; 0 2 3; 1 0 4; 1 1 5; 1 2 6; 2 0 7; 2 1 8; 2 2 ";
  auto read =
      [&](const std::vector<std::pair<std::vector<uint64_t>, std::string>>
              &chunks,
          const std::string &filter, const std::string &more = "") {
        Hdf5Maker maker;
        uint64_t x =
            maker.chunked(doubleType, {3, 3}, {2, 2}, 8, chunks, filter, more);
        return reads("a.h5", maker.finish(maker.group({{"x", x}})));
      };
  EXPECT_EQ(read(plain, ""), expected + "0");
  EXPECT_EQ(read(plain, "",
                 message(5, number(2, 1) + number(2, 2) + number(1, 1) +
                                number(8, 4) + bytesOf<double>({-1}))),
            expected + "-1");
  auto packed = plain;
  for (auto &[first, content] : packed)
    content = deflated(shuffled(content, 8), 15);
  EXPECT_EQ(read(packed, filters({{2, 8}, {1, 6}})), expected + "0");
  auto summed = plain;
  for (auto &[first, content] : summed) {
    uint32_t low = 0, high = 0;
    for (size_t n = 0; n < content.size(); n += 2) {
      low = (low +
             (uint32_t(uint8_t(content[n])) << 8 | uint8_t(content[n + 1]))) %
            65535;
      high = (high + low) % 65535;
    }
    content += number(high << 16 | low, 4);
  }
  EXPECT_EQ(read(summed, filters({{3, 0}})), expected + "0");
  summed[1].second[3] ^= 1;
  EXPECT_EQ(read(summed, filters({{3, 0}})),
            ": the dataset 'x' is damaged: another checksum");
  EXPECT_EQ(read(plain, filters({{32001, 0}})),
            ":x: not supported yet: HDF5 with chunks that Blosc has "
            "compressed");
  auto twice = plain;
  twice.insert(twice.end(), plain.begin(), plain.end());
  EXPECT_EQ(read(twice, ""), ": the HDF5 file is damaged, or cut off");
  plain[2].first[0] = 4;
  EXPECT_EQ(read(plain, ""), ": the HDF5 file is damaged, or cut off");
}

TEST_F(Hdf5Files, WhichDatasetIsMeant) {
  Hdf5Maker maker;
  std::string file = maker.finish(
      maker.group({{"a", maker.doubles({1})}, {"b", maker.integers({2, 3})}}));
  EXPECT_EQ(reads("a.h5", file), ": the file has the matrices 'a', 'b'");
  EXPECT_EQ(reads("a.h5", file, ":b"), "2: 0 2; 1 3");
  EXPECT_EQ(reads("a.h5", file, ":/a"), "1: 0 1");
  Hdf5Maker inner;
  file = inner.finish(
      inner.group({{"g", inner.group({{"x", inner.doubles({1})}})}}));
  EXPECT_EQ(reads("a.h5", file),
            ": the file has the matrices 'g/x', of which none is on top: "
            "behind a colon a name chooses one");
  EXPECT_EQ(reads("a.h5", file, ":g/x"), "1: 0 1");
  Hdf5Maker none;
  EXPECT_EQ(reads("a.h5", none.finish(none.group({}))),
            ": the file has no matrix");
}

/// Cut off somewhere, or with a byte changed, a file is read or refused.
TEST_F(Hdf5Files, DamagedFiles) {
  Hdf5Maker maker;
  uint64_t x = maker.chunked(doubleType, {3}, {2}, 8,
                             {{{0}, deflated(bytesOf<double>({1, 2}), 15)},
                              {{2}, deflated(bytesOf<double>({3, 9}), 15)}},
                             filters({{1, 6}}));
  std::string file = maker.finish(maker.group(
      {{"x", x}}, attribute("a", int64Type, {2}, bytesOf<int64_t>({1, 2}))));
  ASSERT_EQ(reads("a.h5", file), "3: 0 1; 1 2; 2 3");
  for (size_t length = 8; length < file.size(); length += 17) {
    std::string path = directory.write("a.h5", file.substr(0, length));
    FileOutcome outcome = readOutcome(path);
    EXPECT_FALSE(outcome.error.empty()) << length;
  }
  for (size_t at = 8; at < file.size(); at += 5) {
    std::string changed = file;
    changed[at] = char(~changed[at]);
    readOutcome(directory.write("a.h5", changed));
  }
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

TEST(Json, ReadsWhatIsJson) {
  using encke::rt::Json;
  auto json = encke::rt::parseJson(
      R"( {"a": [1, -2.5e3, true, null], "b": {"c": "x\n\"\u20ac"}} )");
  ASSERT_TRUE(json);
  ASSERT_EQ(json->kind, Json::Object);
  const Json *list = json->find("a"), *object = json->find("b");
  ASSERT_TRUE(list && object);
  EXPECT_EQ(list->items.size(), 4u);
  EXPECT_EQ(list->items[0].integer(), 1);
  EXPECT_EQ(list->items[1].integer(), std::nullopt);
  EXPECT_EQ(list->items[2].kind, Json::Bool);
  EXPECT_EQ(object->find("c")->text, "x\n\"\xe2\x82\xac");
  EXPECT_FALSE(json->find("c"));
  for (const char *wrong :
       {"", "{", "{\"a\"}", "{\"a\": }", "[1,]", "[1 2]", "\"a", "\"\\x\"",
        "\"\\u12\"", "nul", "1 2", "{1: 2}", "-", "--1"})
    EXPECT_FALSE(encke::rt::parseJson(wrong)) << wrong;
  EXPECT_FALSE(encke::rt::parseJson(std::string(100000, '[')));
}

} // namespace
