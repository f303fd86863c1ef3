//===- symmetric.cpp - parts of matrices that equal their transpose -------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By rows and by columns such a matrix is stored alike, so what is below its
// diagonal by rows is above it by columns. To look whether it is symmetric and
// to copy one triangle takes one pass each.
//
//===----------------------------------------------------------------------===//

#include "storage/symmetric.h"

#include "core/error.h"
#include "storage/entries.h"
#include "storage/expand.h"
#include "storage/format_text.h"
#include "storage/pack.h"
#include "storage/tensor.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <tuple>
#include <utility>

using namespace encke::rt;

/// "f64 4 4" of "f64 4 4 D1 C0".
static std::string widthsOf(const std::string &format) {
  size_t end = 0;
  for (int word = 0; word != 3; ++word)
    end = format.find(' ', end) + 1;
  return format.substr(0, end);
}

static std::string element(int64_t row, int64_t column) {
  return "[" + std::to_string(row) + ", " + std::to_string(column) + "]";
}

template <typename Index>
static bool sameValue(const Expanded<Index> &a, const Expanded<Index> &b,
                      int64_t at) {
  int64_t width = a.values.width();
  return std::memcmp(a.values.template data<char>() + at * width,
                     b.values.template data<char>() + at * width,
                     size_t(width)) == 0;
}

/// The elements by rows are those by columns, rows and columns exchanged.
template <typename Index>
static void requireSymmetry(const Expanded<Index> &byRows,
                            const Expanded<Index> &byColumns) {
  for (int64_t e = 0; e != byRows.values.size(); ++e) {
    int64_t row = byRows.modes[0][e], column = byRows.modes[1][e];
    int64_t otherRow = byColumns.modes[1][e],
            otherColumn = byColumns.modes[0][e];
    if (row != otherRow || column != otherColumn) {
      // The first one in this order is that which has no counterpart.
      bool isFirst = std::tie(row, column) < std::tie(otherRow, otherColumn);
      std::string stored = isFirst ? element(row, column)
                                   : element(otherColumn, otherRow),
                  missing = isFirst ? element(column, row)
                                    : element(otherRow, otherColumn);
      throw Error("this matrix is not symmetric: it stores " + stored +
                  ", but not " + missing);
    }
    if (!sameValue(byRows, byColumns, e))
      throw Error("this matrix is not symmetric: " + element(row, column) +
                  " and " + element(column, row) + " differ");
  }
}

/// A matrix by lines, its rows or its columns: of one that is symmetric these
/// are alike.
template <typename Index>
struct Lines {
  const int64_t *starts; ///< of each line, and where the last one ends
  const Index *places;   ///< in the line, ascending
  const char *values;
  int64_t width; ///< of a value, in bytes
  int64_t count;

  bool sameValue(int64_t one, int64_t other) const {
    const char *a = values + one * width, *b = values + other * width;
    // Of the usual width, without a call.
    return width == 8 ? std::memcmp(a, b, 8) == 0
                      : std::memcmp(a, b, size_t(width)) == 0;
  }

  /// Where the line has come to the diagonal.
  int64_t diagonal(int64_t line) const {
    return std::lower_bound(places + starts[line], places + starts[line + 1],
                            Index(line)) -
           places;
  }
};

/// What is behind the diagonal in one line is before it in another: lines one
/// after the other come upon the elements of each of those in order.
template <typename Index>
static bool isSymmetric(const Lines<Index> &lines) {
  Array<int64_t> next(lines.count);
  std::copy_n(lines.starts, lines.count, next.data());
  for (int64_t line = 0; line != lines.count; ++line) {
    int64_t at = next[line], end = lines.starts[line + 1];
    // All before the diagonal have had their counterparts.
    if (at != end && lines.places[at] < line)
      return false;
    if (at != end && lines.places[at] == line)
      ++at;
    for (; at != end; ++at) {
      int64_t other = lines.places[at], there = next[other]++;
      if (there == lines.starts[other + 1] || lines.places[there] != line ||
          !lines.sameValue(at, there))
        return false;
    }
  }
  return true;
}

/// The elements first ... second - 1 of each line, as the range says.
template <typename Index, typename RangeOf>
static void packRanges(encke_tensor &to, const Lines<Index> &lines,
                       int32_t type, int32_t lineMode, RangeOf rangeOf) {
  KnownOrder known;
  known.sortedBy = {lineMode, 1 - lineMode};
  known.distinct = true;
  known.starts = Array<int64_t>(lines.count + 1);
  known.starts[0] = 0;
  for (int64_t line = 0; line != lines.count; ++line) {
    auto [begin, end] = rangeOf(line);
    known.starts[line + 1] = known.starts[line] + (end - begin);
  }
  std::vector<Array<Index>> modes(2);
  Array<Index> &places = modes[size_t(1 - lineMode)];
  places = Array<Index>(known.starts[lines.count]);
  Elements values(type, known.starts[lines.count]);
  char *copied = values.template data<char>();
  for (int64_t line = 0; line != lines.count; ++line) {
    auto [begin, end] = rangeOf(line);
    int64_t at = known.starts[line];
    std::copy(lines.places + begin, lines.places + end, places.data() + at);
    std::copy(lines.values + begin * lines.width,
              lines.values + end * lines.width, copied + at * lines.width);
  }
  pack(to, std::move(modes), std::move(values), std::move(known));
}

/// Says what is not symmetric in a matrix by rows.
template <typename Index>
static void refuse(const encke_tensor &rows, const std::string &widths) {
  encke_tensor *columns =
      encke_convert(&rows, (widths + "D1 C0").c_str(), nullptr);
  requireSymmetry(expand<Index>(rows), expand<Index>(*columns));
  throw Error("this matrix is not symmetric");
}

namespace {

/// A matrix by rows; a copy, unless it is stored so already.
template <typename Index>
class ByRows {
public:
  /// `widths`: the first words of the format.
  ByRows(const encke_tensor &matrix, const std::string &widths) {
    std::string type = widths.substr(0, widths.find(' '));
    isCopy = formatText(matrix) != type + " D0 C1";
    rows = isCopy ? encke_convert(&matrix, (widths + "D0 C1").c_str(), nullptr)
                  : &matrix;
    expanded = expand<Index>(*rows, /*inShort=*/true);
    lines = {expanded.known.starts.data(), expanded.modes[1].data(),
             expanded.values.template data<char>(), expanded.values.width(),
             matrix.sizes[0]};
  }
  ByRows(const ByRows &) = delete;
  ByRows &operator=(const ByRows &) = delete;
  ~ByRows() {
    expanded = {};
    if (isCopy)
      encke_tensor_free(const_cast<encke_tensor *>(rows));
  }

  const encke_tensor &get() const { return *rows; }
  const Lines<Index> &getLines() const { return lines; }
  int32_t type() const { return expanded.values.type(); }

private:
  bool isCopy;
  const encke_tensor *rows;
  Expanded<Index> expanded;
  Lines<Index> lines;
};

} // namespace

template <typename Index>
static void fillPart(encke_tensor &to, const encke_tensor &matrix,
                     const std::string &format, const std::string &part) {
  std::string widths = widthsOf(format);
  ByRows<Index> rows(matrix, widths);
  const Lines<Index> &lines = rows.getLines();
  if (part == "diagonal") {
    packRanges(to, lines, rows.type(), 0, [&](int64_t line) {
      int64_t at = lines.diagonal(line);
      bool isThere = at != lines.starts[line + 1] && lines.places[at] == line;
      return std::pair(at, at + isThere);
    });
    return;
  }
  if (!isSymmetric(lines))
    refuse<Index>(rows.get(), widths);
  // Above the diagonal by columns is below it by rows.
  packRanges(to, lines, rows.type(), part == "strict_lower" ? 0 : 1,
             [&](int64_t line) {
               return std::pair(lines.starts[line], lines.diagonal(line));
             });
}

bool encke::rt::isSymmetric(const encke_tensor &matrix) {
  if (matrix.order != 2 || matrix.sizes[0] != matrix.sizes[1])
    return false;
  std::string type = typeText(matrix.type);
  if (fitsNarrow(matrix.sizes[0]))
    return ::isSymmetric(ByRows<int32_t>(matrix, type + " 4 4 ").getLines());
  return ::isSymmetric(ByRows<int64_t>(matrix, type + " 8 8 ").getLines());
}

encke_tensor *encke_symmetric_part(const encke_tensor *matrix,
                                   const char *format, const char *part,
                                   const char *where) {
  return guarded(where, [&] {
    encke_tensor *to = newTensor(format);
    if (matrix->order != 2 || to->order != 2)
      throw Error("only a matrix has a diagonal");
    int64_t rows = matrix->sizes[0], columns = matrix->sizes[1];
    if (rows != columns)
      throw Error("this matrix is not symmetric: it has " +
                  std::to_string(rows) + " rows and " +
                  std::to_string(columns) + " columns");
    for (int64_t mode : {0, 1})
      encke_tensor_set_size(to, mode, rows);
    if (fitsNarrow(rows))
      fillPart<int32_t>(*to, *matrix, format, part);
    else
      fillPart<int64_t>(*to, *matrix, format, part);
    return to;
  });
}
