//===- info.cpp - says what a data file holds -----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "io/statistics.h"
#include "storage/pack.h"
#include "storage/walk.h"

#include <algorithm>
#include <cmath>

using namespace encke::rt;

namespace {

/// Reads one file and prints what there is to say about it.
class Info {
public:
  Info(encke_file &file, Output &out)
      : file(file), header(file.header()), out(out) {}

  void print();

private:
  void printKind();
  void readEntries();
  void printEntries();
  void printMode(const char *name, size_t mode);
  void printMatrix();
  void printBlocks(const MatrixEntries &matrix);
  void printMemory();
  void printFormat(const std::string &name, double bytes);
  MatrixEntries takeMatrix() const;
  int64_t size() const { return int64_t(values.size()); }
  /// The bytes of positions and coordinates, and of values.
  double indexBytes() const;
  double valueBytes() const {
    return double(
        elementBytes(header.field == Field::Complex ? ENCKE_C128 : ENCKE_F64));
  }
  double countPrefixes(size_t depth) const;

  encke_file &file;
  const Header &header;
  Output &out;
  std::vector<std::vector<int64_t>> coordinates; ///< by mode, sorted entries
  std::vector<double> values;  ///< as far as a double tells them apart
  std::vector<Spread> spreads; ///< by mode
  int64_t read = 0;            ///< entries before duplicates were summed
  std::vector<std::pair<std::string, double>> blockFormats;
  Spread diagonals;
};

} // namespace

void Info::printKind() {
  static const char *const layouts[] = {"coordinate", "array"};
  static const char *const fields[] = {"real", "integer", "pattern", "complex"};
  static const char *const symmetries[] = {"general", "symmetric",
                                           "skew-symmetric", "hermitian"};
  out << file.path() << ": ";
  if (!file.text().member().empty())
    out << file.text().member() << ", ";
  if (header.kind == FileKind::Tns)
    out << (header.exact       ? "COMET's .tns with a header, from 0"
            : header.base == 0 ? ".tns without a header, from 0"
                               : "FROSTT's .tns, from 1");
  else
    out << "Matrix Market, " << layouts[int(header.layout)] << ", "
        << fields[int(header.field)] << ", "
        << symmetries[int(header.symmetry)];
  out << "\n  sizes: " << (header.exact ? "" : "at least ")
      << sizesText(header.sizes) << '\n';
}

/// Reads all entries and sums duplicates, in the order of their coordinates.
void Info::readEntries() {
  AnyEntries all =
      file.read({header.field == Field::Complex ? ENCKE_C128 : ENCKE_F64});
  std::visit(
      [&](const auto &list) {
        read = list.size();
        size_t order = list.coordinates.size();
        std::vector<int64_t> sorted(static_cast<size_t>(read));
        for (int64_t e = 0; e != read; ++e)
          sorted[size_t(e)] = e;
        auto compare = [&](int64_t a, int64_t b) {
          for (const auto &mode : list.coordinates)
            if (mode[a] != mode[b])
              return mode[a] < mode[b] ? -1 : 1;
          return 0;
        };
        std::stable_sort(
            sorted.begin(), sorted.end(),
            [&](int64_t a, int64_t b) { return compare(a, b) < 0; });
        coordinates.resize(order);
        for (size_t i = 0; i != sorted.size(); ++i) {
          int64_t e = sorted[i];
          double value = list.values[e].real;
          if (list.imaginary.size() != 0 && value == 0)
            value = list.imaginary[e];
          if (i != 0 && compare(sorted[i - 1], e) == 0) {
            values.back() += value;
            continue;
          }
          for (size_t mode = 0; mode != order; ++mode)
            coordinates[mode].push_back(list.coordinates[mode][e]);
          values.push_back(value);
        }
      },
      all);
}

void Info::printEntries() {
  out << "  entries: " << size();
  if (header.symmetry != Symmetry::General)
    out << " with symmetry expanded, of " << header.declared << " written";
  if (read != size())
    out << ", " << read - size() << " duplicates summed";
  auto zeros = std::count(values.begin(), values.end(), 0.0);
  if (header.layout == Layout::Coordinate && zeros != 0)
    out << ", " << int64_t(zeros) << " of them zero";
  double volume = 1;
  for (int64_t size : header.sizes)
    volume *= double(size);
  if (volume > 0) {
    out << "; density ";
    out.sixDigits(double(size()) / volume);
  }
  out << '\n';
}

void Info::printMode(const char *name, size_t mode) {
  const Spread &spread = spreads[mode];
  int64_t all = header.sizes[mode];
  out << "  " << name << ": ";
  if (all == 0) {
    out << "none\n";
    return;
  }
  out << (spread.groups == all
              ? std::string("all")
              : std::to_string(spread.groups) + " of " + std::to_string(all))
      << " with entries; entries of each: mean ";
  out.sixDigits(double(size()) / double(all));
  out << ", deviation ";
  out.sixDigits(spread.deviation);
  out << ", most " << spread.fullest << '\n';
}

MatrixEntries Info::takeMatrix() const {
  return {header.sizes[0], header.sizes[1], coordinates[0], coordinates[1],
          values};
}

void Info::printMatrix() {
  static const char *const symmetries[] = {
      "none", "of the pattern", "skew, of the values", "of the values"};
  MatrixEntries matrix = takeMatrix();
  Bandwidth band = bandwidthOf(matrix);
  out << "  bandwidth: " << band.lower << " below the diagonal, " << band.upper
      << " above\n";
  diagonals = diagonalsOf(matrix);
  out << "  diagonals with entries: " << diagonals.groups << '\n';
  if (header.field != Field::Complex && matrix.rows == matrix.columns)
    out << "  symmetry: " << symmetries[int(symmetryOf(matrix))] << '\n';
  printBlocks(matrix);
}

/// How full blocks are that have an entry.
void Info::printBlocks(const MatrixEntries &matrix) {
  out << "  blocks:";
  for (int64_t side : {2, 3, 4, 8}) {
    int64_t blocks = blocksOf(matrix, side, side).groups;
    if (blocks == 0) // their numbers do not fit 64 bits
      continue;
    double places = double(blocks) * double(side * side);
    char text[64];
    std::snprintf(text, sizeof(text), "%s %lld x %lld %.0f %% full",
                  blockFormats.empty() ? "" : ",", static_cast<long long>(side),
                  static_cast<long long>(side), 100 * double(size()) / places);
    out << text;
    double index = indexBytes();
    blockFormats.emplace_back(
        "BCSR(" + std::to_string(side) + ", " + std::to_string(side) + ")",
        std::ceil(double(matrix.rows) / double(side)) * index +
            double(blocks) * index + places * valueBytes());
  }
  out << '\n';
}

double Info::indexBytes() const {
  bool narrow =
      fitsNarrow(size()) &&
      std::all_of(header.sizes.begin(), header.sizes.end(), fitsNarrow);
  return narrow ? 4 : 8;
}

void Info::printFormat(const std::string &name, double bytes) {
  out << "    " << name
      << std::string(name.size() < 12 ? 12 - name.size() : 1, ' ')
      << bytesText(bytes) << '\n';
}

/// How many different coordinates there are in the first `depth` modes.
double Info::countPrefixes(size_t depth) const {
  int64_t count = 0;
  for (size_t e = 0; e != values.size(); ++e) {
    bool isNew = e == 0;
    for (size_t mode = 0; mode != depth && !isNew; ++mode)
      isNew = coordinates[mode][e] != coordinates[mode][e - 1];
    count += isNew;
  }
  return double(count);
}

/// What the storage of each format would take.
void Info::printMemory() {
  out << "  memory:\n";
  double index = indexBytes(), value = valueBytes(), count = double(size());
  double order = double(header.order());
  double dense = value;
  for (int64_t size : header.sizes)
    dense *= double(size);
  printFormat("Dense", dense);
  printFormat("COO", count * (order * index + value));
  double tree = count * value; // CSF: two arrays a level, but none for leaves
  for (size_t depth = 1; depth <= coordinates.size(); ++depth)
    tree +=
        countPrefixes(depth) * index * (depth == coordinates.size() ? 1 : 2);
  printFormat("CSF", tree);
  if (header.order() != 2)
    return;
  double rows = double(header.sizes[0]), columns = double(header.sizes[1]);
  double entries = count * (index + value);
  printFormat("CSR", (rows + 1) * index + entries);
  printFormat("CSC", (columns + 1) * index + entries);
  printFormat("DCSR", 2 * double(spreads[0].groups) * index + entries);
  printFormat("DCSC", 2 * double(spreads[1].groups) * index + entries);
  printFormat("ELL", rows * double(spreads[0].fullest) * (index + value));
  printFormat("DIA", double(diagonals.groups) * (index + rows * value));
  for (const auto &[name, bytes] : blockFormats)
    printFormat(name, bytes);
}

void Info::print() {
  printKind();
  readEntries();
  printEntries();
  for (size_t mode = 0; mode != coordinates.size(); ++mode)
    spreads.push_back(spreadOf(coordinates[mode], header.sizes[mode]));
  bool isMatrix = header.order() == 2;
  for (size_t mode = 0; mode != coordinates.size(); ++mode) {
    std::string name = "dimension " + std::to_string(mode + 1);
    printMode(isMatrix ? (mode == 0 ? "rows" : "columns") : name.c_str(), mode);
  }
  if (isMatrix && size() != 0)
    printMatrix();
  printMemory();
}

static const char *infoPath;

int encke_info(const char *path, const encke_options *options) {
  infoPath = path;
  return encke_main(
      [] {
        guarded(nullptr, [] {
          Context &context = Context::current();
          Info(context.open(infoPath), context.out).print();
        });
      },
      options, nullptr, 0);
}
