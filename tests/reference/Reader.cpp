//===- Reader.cpp - the oracle's own file reader --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Reader.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace encke::reference;

namespace {

/// The lines of a file that carry something, with their numbers.
class Lines {
public:
  Lines(const std::string &path, char commentMark)
      : path(path), stream(path), commentMark(commentMark) {
    if (!stream)
      throw DataError("cannot open " + path);
  }

  /// The next line that is neither blank nor a comment.
  bool next(std::string &line) {
    while (std::getline(stream, line)) {
      ++number;
      size_t start = line.find_first_not_of(" \t\r");
      if (start != std::string::npos && line[start] != commentMark)
        return true;
    }
    return false;
  }

  [[noreturn]] void fail(const std::string &message) const {
    throw DataError(path + ":" + std::to_string(number) + ": " + message);
  }

private:
  std::string path;
  std::ifstream stream;
  char commentMark;
  int64_t number = 0;
};

std::string lower(std::string text) {
  for (char &c : text)
    c = std::tolower(static_cast<unsigned char>(c));
  return text;
}

std::vector<double> numbersOf(const Lines &lines, const std::string &line) {
  std::istringstream words(line);
  std::vector<double> numbers;
  for (std::string word; words >> word;) {
    char *end = nullptr;
    numbers.push_back(std::strtod(word.c_str(), &end));
    if (*end)
      lines.fail("not a number: " + word);
  }
  return numbers;
}

FileData readMatrixMarket(const std::string &path) {
  std::ifstream first(path);
  std::string banner, object, layout, field, symmetry;
  first >> banner >> object >> layout >> field >> symmetry;
  layout = lower(layout), field = lower(field), symmetry = lower(symmetry);
  if (lower(banner) != "%%matrixmarket" || lower(object) != "matrix")
    throw DataError(path + ":1: not a Matrix Market matrix");
  if (field != "real" && field != "integer" && field != "pattern")
    throw NotSupported("the Matrix Market field " + field);
  if (symmetry != "general" && symmetry != "symmetric" &&
      symmetry != "skew-symmetric")
    throw NotSupported("the Matrix Market symmetry " + symmetry);

  FileData file;
  file.path = path;
  file.listsEveryElement = layout == "array";
  Lines lines(path, '%');
  std::string line;
  if (!lines.next(line))
    lines.fail("no size line");
  std::vector<double> header = numbersOf(lines, line);
  if (header.size() != (file.listsEveryElement ? 2u : 3u))
    lines.fail("a wrong number of sizes");
  int64_t rows = header[0], columns = header[1];
  file.sizes = {rows, columns};

  auto add = [&](int64_t row, int64_t column, double value) {
    if (row < 0 || row >= rows || column < 0 || column >= columns)
      lines.fail("a coordinate out of range");
    file.entries.push_back({{row, column}, value});
    if (symmetry == "general" || row == column)
      return;
    double mirrored = symmetry == "symmetric" ? value : -value;
    file.entries.push_back({{column, row}, mirrored});
  };
  auto nextNumbers = [&](size_t count) {
    if (!lines.next(line))
      lines.fail("fewer entries than announced");
    std::vector<double> numbers = numbersOf(lines, line);
    if (numbers.size() < count)
      lines.fail("too few numbers");
    return numbers;
  };

  if (file.listsEveryElement) {
    // Column by column; of a symmetric matrix only the lower triangle.
    for (int64_t column = 0; column < columns; ++column) {
      int64_t start = symmetry == "general"     ? 0
                      : symmetry == "symmetric" ? column
                                                : column + 1;
      for (int64_t row = start; row < rows; ++row)
        add(row, column, nextNumbers(1)[0]);
    }
  } else {
    size_t width = field == "pattern" ? 2 : 3;
    for (int64_t n = 0; n < static_cast<int64_t>(header[2]); ++n) {
      std::vector<double> entry = nextNumbers(width);
      add(entry[0] - 1, entry[1] - 1, field == "pattern" ? 1.0 : entry[2]);
    }
  }
  if (lines.next(line))
    lines.fail("more entries than announced");
  return file;
}

bool isInteger(double value) { return value == static_cast<int64_t>(value); }

/// COMET's header `d1 .. dn nnz`: the last number counts the other lines and
/// the rest exceed every coordinate of their column.
bool isCometHeader(const std::vector<std::vector<double>> &rows) {
  const std::vector<double> &header = rows.front();
  if (!std::all_of(header.begin(), header.end(), isInteger) ||
      header.back() != static_cast<double>(rows.size() - 1))
    return false;
  for (size_t r = 1; r < rows.size(); ++r)
    for (size_t d = 0; d + 1 < header.size(); ++d)
      if (rows[r][d] >= header[d])
        return false;
  return true;
}

FileData readTns(const std::string &path) {
  FileData file;
  file.path = path;
  Lines lines(path, '#');
  std::vector<std::vector<double>> rows;
  for (std::string line; lines.next(line);) {
    rows.push_back(numbersOf(lines, line));
    if (rows.back().size() < 2 || rows.back().size() != rows.front().size())
      lines.fail("a wrong number of columns");
  }
  if (rows.empty())
    lines.fail("an empty .tns file without a header");
  bool hasHeader = isCometHeader(rows);
  size_t order = rows.front().size() - 1;
  file.sizes.assign(order, 0);
  file.sizesAreLowerBounds = !hasHeader;
  if (hasHeader)
    for (size_t d = 0; d < order; ++d)
      file.sizes[d] = rows.front()[d];
  for (size_t r = hasHeader ? 1 : 0; r < rows.size(); ++r) {
    Point at;
    for (size_t d = 0; d < order; ++d) {
      at.push_back(static_cast<int64_t>(rows[r][d]) - (hasHeader ? 0 : 1));
      if (at[d] < 0)
        throw DataError(path + ": a coordinate out of range");
      if (!hasHeader)
        file.sizes[d] = std::max(file.sizes[d], at[d] + 1);
    }
    file.entries.push_back({at, rows[r].back()});
  }
  return file;
}

bool endsWith(const std::string &text, const std::string &end) {
  return text.size() >= end.size() &&
         text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// For an order-1 tensor: which of the two dimensions of a matrix file it is.
size_t vectorDimension(const FileData &file) {
  if (file.sizes.size() == 2 && file.sizes[1] == 1)
    return 0;
  if (file.sizes.size() == 2 && file.sizes[0] == 1)
    return 1;
  throw DataError(file.path + " does not hold an order-1 tensor");
}

bool isInPart(Part part, const Point &at) {
  switch (part) {
  case Part::Full:
    return true;
  case Part::StrictLower:
    return at[0] > at[1];
  case Part::Lower:
    return at[0] >= at[1];
  case Part::StrictUpper:
    return at[0] < at[1];
  case Part::Upper:
    return at[0] <= at[1];
  }
  return true;
}

} // namespace

FileData encke::reference::readFile(const std::string &path) {
  if (endsWith(path, ".mtx"))
    return readMatrixMarket(path);
  if (endsWith(path, ".tns"))
    return readTns(path);
  throw NotSupported("the file extension of " + path);
}

std::vector<int64_t> encke::reference::sizesFor(const FileData &file,
                                                size_t order) {
  if (file.sizes.size() == order)
    return file.sizes;
  if (order == 1)
    return {file.sizes[vectorDimension(file)]};
  throw DataError(file.path + " holds a tensor of order " +
                  std::to_string(file.sizes.size()) + ", not " +
                  std::to_string(order));
}

void encke::reference::store(const FileData &file, Part part, Tensor &tensor) {
  if (part != Part::Full && file.sizes.size() != 2)
    throw ProgramError("a triangle of a tensor that is not a matrix");
  tensor.clear();
  std::map<Point, double> sums;
  for (const auto &[at, value] : file.entries)
    if (isInPart(part, at))
      sums[at] += value;
  bool isMatrixAsVector = tensor.getOrder() == 1 && file.sizes.size() == 2;
  for (const auto &[at, value] : sums) {
    // L38: an array-layout file stores only its nonzeros in a sparse tensor.
    if (tensor.isSparse() && file.listsEveryElement && value == 0)
      continue;
    tensor.set(isMatrixAsVector ? Point{at[vectorDimension(file)]} : at, value);
  }
}
