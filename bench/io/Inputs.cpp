//===- Inputs.cpp - files to read -----------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"

#include "Digest.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <random>
#include <stdexcept>
#include <vector>

namespace encke::bench {

namespace {

/// Text on its way into a file.
class TextFile {
public:
  explicit TextFile(const std::string &path)
      : path(path), file(std::fopen(path.c_str(), "w")) {
    if (!file)
      throw std::runtime_error("cannot write " + path);
  }
  TextFile(const TextFile &) = delete;
  TextFile &operator=(const TextFile &) = delete;
  ~TextFile() { std::fclose(file); }

  void put(const std::string &text) { std::fputs(text.c_str(), file); }
  template <typename Number>
  void put(Number number, char after) {
    char text[40];
    char *end = std::to_chars(text, text + sizeof(text) - 1, number).ptr;
    *end++ = after;
    std::fwrite(text, 1, size_t(end - text), file);
  }
  void finish() {
    if (std::fflush(file) != 0 || std::ferror(file))
      throw std::runtime_error("cannot write " + path);
  }

private:
  std::string path;
  std::FILE *file;
};

struct Entry {
  Place at; // matrices use two coordinates
  double value;
};

/// Says on stdout what readers of the file have to find.
void printDigest(const std::string &path, size_t order,
                 const std::vector<Entry> &entries) {
  Digest digest;
  for (const auto &[at, value] : entries)
    if (order == 2)
      digest.add(value, at[0], at[1]);
    else
      digest.add(value, at[0], at[1], at[2]);
  std::printf("{\"file\": \"%s\", \"digest\": %llu}\n",
              path.substr(path.rfind('/') + 1).c_str(),
              static_cast<unsigned long long>(digest.value()));
}

/// One line an entry, coordinates counted from 1.
void writeEntries(TextFile &file, size_t order,
                  const std::vector<Entry> &entries) {
  for (const Entry &entry : entries) {
    for (size_t mode = 0; mode != order; ++mode)
      file.put(entry.at[mode] + 1, ' ');
    file.put(entry.value, '\n');
  }
  file.finish();
}

void writeMatrix(const std::string &path, const CsrMatrix &matrix,
                 const std::vector<Entry> &entries) {
  TextFile file(path);
  file.put("%%MatrixMarket matrix coordinate real general\n");
  file.put(matrix.rows, ' ');
  file.put(matrix.columns, ' ');
  file.put(matrix.nonzeros(), '\n');
  writeEntries(file, 2, entries);
  printDigest(path, 2, entries);
}

void writeTensor(const std::string &path, const std::vector<Entry> &entries) {
  TextFile file(path);
  writeEntries(file, 3, entries);
  printDigest(path, 3, entries);
}

std::vector<Entry> entriesOf(const CsrMatrix &matrix) {
  std::vector<Entry> entries;
  entries.reserve(size_t(matrix.nonzeros()));
  for (int32_t row = 0; row != matrix.rows; ++row)
    for (int32_t p = matrix.positions[size_t(row)];
         p != matrix.positions[size_t(row) + 1]; ++p)
      entries.push_back(
          {{row, matrix.coordinates[size_t(p)], 0}, matrix.values[size_t(p)]});
  return entries;
}

void sortByColumns(std::vector<Entry> &entries) {
  std::stable_sort(
      entries.begin(), entries.end(),
      [](const Entry &a, const Entry &b) { return a.at[1] < b.at[1]; });
}

/// The standard fixes what the engine gives but not how it shuffles.
void shuffle(std::vector<Entry> &entries) {
  std::mt19937_64 engine(7);
  for (size_t n = entries.size(); n > 1; --n)
    std::swap(entries[n - 1], entries[engine() % n]);
}

} // namespace

CsrMatrix makeFem3d(bool quick) {
  return generateStencil27(quick ? 24 : 48, /*seed=*/1);
}

CsrMatrix makeRmat(bool quick) {
  return quick ? generateRmat(14, 200000, /*seed=*/2)
               : generateRmat(17, 2000000, /*seed=*/2);
}

std::vector<Place> makeSkewed(bool quick, Place &sizes) {
  sizes = quick ? Place{4000, 3000, 1000} : Place{40000, 30000, 1000};
  std::vector<uint64_t> indices = generateSkewedPlaces(
      {sizes.begin(), sizes.end()}, quick ? 200000 : 2000000, /*seed=*/5);
  std::vector<Place> places;
  places.reserve(indices.size());
  for (uint64_t index : indices) {
    uint64_t row = index / uint64_t(sizes[2]);
    places.push_back({int32_t(row / uint64_t(sizes[1])),
                      int32_t(row % uint64_t(sizes[1])),
                      int32_t(index % uint64_t(sizes[2]))});
  }
  return places;
}

void writeInputs(const std::string &folder, bool quick) {
  {
    CsrMatrix matrix = makeFem3d(quick);
    std::vector<Entry> entries = entriesOf(matrix);
    writeMatrix(folder + "/fem3d-rows.mtx", matrix, entries);
    sortByColumns(entries);
    writeMatrix(folder + "/fem3d-columns.mtx", matrix, entries);
    shuffle(entries);
    writeMatrix(folder + "/fem3d-shuffled.mtx", matrix, entries);
  }
  {
    CsrMatrix matrix = makeRmat(quick);
    std::vector<Entry> entries = entriesOf(matrix);
    sortByColumns(entries);
    writeMatrix(folder + "/rmat-columns.mtx", matrix, entries);
  }
  Place sizes;
  std::vector<Place> places = makeSkewed(quick, sizes);
  AlignedArray<double> values = generateValues(int64_t(places.size()), 6);
  std::vector<Entry> entries;
  for (size_t n = 0; n != places.size(); ++n)
    entries.push_back({places[n], values[n]});
  writeTensor(folder + "/skewed-sorted.tns", entries);
  shuffle(entries);
  writeTensor(folder + "/skewed-shuffled.tns", entries);
}

} // namespace encke::bench
