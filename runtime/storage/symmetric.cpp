//===- symmetric.cpp - parts of matrices that equal their transpose -------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By rows and by columns such a matrix is stored alike, so what is above its
// diagonal lies in order in either.
//
//===----------------------------------------------------------------------===//

#include "core/error.h"
#include "storage/entries.h"
#include "storage/expand.h"
#include "storage/pack.h"
#include "storage/tensor.h"

#include <cstring>
#include <string>
#include <tuple>

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

template <typename Index, typename Keep>
static void packElements(encke_tensor &to, const Expanded<Index> &from,
                         Keep keep) {
  int64_t count = 0;
  for (int64_t e = 0; e != from.values.size(); ++e)
    count += keep(from.modes[0][e], from.modes[1][e]);
  std::vector<Array<Index>> modes;
  for (int mode = 0; mode != 2; ++mode)
    modes.emplace_back(count);
  Elements values(from.values.type(), count);
  int64_t width = values.width(), place = 0;
  for (int64_t e = 0; e != from.values.size(); ++e) {
    if (!keep(from.modes[0][e], from.modes[1][e]))
      continue;
    for (size_t mode = 0; mode != 2; ++mode)
      modes[mode][place] = from.modes[mode][e];
    std::memcpy(values.data<char>() + place++ * width,
                from.values.template data<char>() + e * width, size_t(width));
  }
  KnownOrder known;
  known.sortedBy = from.known.sortedBy;
  known.distinct = true;
  pack(to, std::move(modes), std::move(values), std::move(known));
}

template <typename Index>
static void fillPart(encke_tensor &to, const encke_tensor &matrix,
                     const std::string &format, const std::string &part) {
  std::string widths = widthsOf(format);
  encke_tensor *rows =
      encke_convert(&matrix, (widths + "D0 C1").c_str(), nullptr);
  Expanded<Index> byRows = expand<Index>(*rows);
  if (part == "diagonal") {
    packElements(to, byRows, [](Index i, Index j) { return i == j; });
  } else {
    encke_tensor *columns =
        encke_convert(&matrix, (widths + "D1 C0").c_str(), nullptr);
    {
      Expanded<Index> byColumns = expand<Index>(*columns);
      requireSymmetry(byRows, byColumns);
      if (part == "strict_lower")
        packElements(to, byRows, [](Index i, Index j) { return i > j; });
      else
        packElements(to, byColumns, [](Index i, Index j) { return i < j; });
    }
    encke_tensor_free(columns);
  }
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
