//===- Sparse.cpp - kernels with sparse results ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference lists the terms of a row and sorts them: slow, and unlike what
// any contender does.
//
//===----------------------------------------------------------------------===//

#include "Sparse.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace encke::bench {

namespace {

/// The terms of a row: coordinates and what is added there.
using Row = std::vector<std::pair<int32_t, double>>;

/// Sorts the terms and adds up those of one coordinate.
void addUp(Row &row) {
  std::stable_sort(row.begin(), row.end(),
                   [](const auto &left, const auto &right) {
                     return left.first < right.first;
                   });
  size_t count = 0;
  for (const auto &[coordinate, value] : row)
    if (count && row[count - 1].first == coordinate)
      row[count - 1].second += value;
    else
      row[count++] = {coordinate, value};
  row.resize(count);
}

CsrMatrix fromRows(const std::vector<Row> &rows, int64_t columns) {
  CsrMatrix matrix;
  matrix.rows = static_cast<int64_t>(rows.size());
  matrix.columns = columns;
  matrix.positions = AlignedArray<int32_t>(rows.size() + 1);
  size_t count = 0;
  for (const Row &row : rows)
    count += row.size();
  matrix.coordinates = AlignedArray<int32_t>(count);
  matrix.values = AlignedArray<double>(count);
  int32_t at = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    matrix.positions[i] = at;
    for (const auto &[coordinate, value] : rows[i]) {
      matrix.coordinates[at] = coordinate;
      matrix.values[at++] = value;
    }
  }
  matrix.positions[rows.size()] = at;
  return matrix;
}

/// Calls `visit(coordinate, value)` for the elements of a row.
template <typename Visit>
void forRow(const CsrMatrix &matrix, int64_t row, Visit visit) {
  for (int32_t p = matrix.positions[row]; p < matrix.positions[row + 1]; ++p)
    visit(matrix.coordinates[p], matrix.values[p]);
}

Row productRow(const CsrMatrix &A, const CsrMatrix &B, int64_t i) {
  Row row;
  forRow(A, i, [&](int32_t j, double left) {
    forRow(B, j,
           [&](int32_t k, double right) { row.emplace_back(k, left * right); });
  });
  addUp(row);
  return row;
}

Row keepInside(const Row &row, const CsrMatrix &mask, int64_t i) {
  Row kept;
  forRow(mask, i, [&](int32_t k, double) {
    auto found = std::lower_bound(
        row.begin(), row.end(), k,
        [](const auto &term, int32_t wanted) { return term.first < wanted; });
    if (found != row.end() && found->first == k)
      kept.push_back(*found);
  });
  return kept;
}

Row sampledRow(const SparseProblem &problem, int64_t i) {
  Row row;
  int64_t size = problem.columns;
  forRow(*problem.operands[0], i, [&](int32_t j, double value) {
    double sum = 0;
    for (int64_t k = 0; k < size; ++k)
      sum += problem.U[i * size + k] * problem.V[j * size + k];
    row.emplace_back(j, value * sum);
  });
  return row;
}

} // namespace

CsrMatrix rotateRows(const CsrMatrix &matrix, int64_t by) {
  std::vector<Row> rows(matrix.rows);
  for (int64_t i = 0; i < matrix.rows; ++i)
    forRow(matrix, (i + by) % matrix.rows,
           [&](int32_t j, double value) { rows[i].emplace_back(j, value); });
  return fromRows(rows, matrix.columns);
}

CsrMatrix patternOf(const CsrMatrix &matrix) {
  CsrMatrix pattern = rotateRows(matrix, 0);
  std::fill(pattern.values.begin(), pattern.values.end(), 1.0);
  return pattern;
}

CsrMatrix computeReference(const SparseProblem &problem) {
  const std::vector<const CsrMatrix *> &in = problem.operands;
  const CsrMatrix &A = *in.front();
  if (problem.operation == SparseOperation::columns) {
    std::vector<Row> columns(A.columns);
    for (int64_t i = 0; i < A.rows; ++i)
      forRow(A, i, [&](int32_t j, double value) {
        columns[j].emplace_back(static_cast<int32_t>(i), value);
      });
    return fromRows(columns, A.rows);
  }
  std::vector<Row> rows(A.rows);
  for (int64_t i = 0; i < A.rows; ++i)
    switch (problem.operation) {
    case SparseOperation::product:
      rows[i] = productRow(A, *in[1], i);
      break;
    case SparseOperation::maskedProduct:
      rows[i] = keepInside(productRow(A, *in[1], i), *in[2], i);
      break;
    case SparseOperation::sampled:
      rows[i] = sampledRow(problem, i);
      break;
    default:
      for (const CsrMatrix *matrix : in)
        forRow(*matrix, i, [&](int32_t j, double value) {
          rows[i].emplace_back(j, value);
        });
      addUp(rows[i]);
    }
  return fromRows(rows, in.back()->columns);
}

bool agrees(const CompressedArrays &result, const CsrMatrix &expected) {
  if (result.segments != expected.rows ||
      !std::equal(expected.positions.begin(), expected.positions.end(),
                  result.positions) ||
      !std::equal(expected.coordinates.begin(), expected.coordinates.end(),
                  result.coordinates))
    return false;
  for (int64_t p = 0; p < expected.nonzeros(); ++p)
    if (!(std::abs(result.values[p] - expected.values[p]) <=
          1e-10 * expected.values[p]))
      return false;
  return true;
}

double countOperations(const SparseProblem &problem, const CsrMatrix &result) {
  const std::vector<const CsrMatrix *> &in = problem.operands;
  int64_t count = 0;
  switch (problem.operation) {
  case SparseOperation::product:
  case SparseOperation::maskedProduct:
    for (int32_t j : in[0]->coordinates)
      count += 2 * (in[1]->positions[j + 1] - in[1]->positions[j]);
    break;
  case SparseOperation::sum:
    for (const CsrMatrix *matrix : in)
      count += matrix->nonzeros();
    count -= result.nonzeros();
    break;
  case SparseOperation::sampled:
    count = 2 * problem.columns * result.nonzeros();
    break;
  case SparseOperation::columns:
    break;
  }
  return static_cast<double>(count);
}

double countBytes(const SparseProblem &problem, const CsrMatrix &result) {
  auto bytesOf = [](const CsrMatrix &matrix) {
    return matrix.nonzeros() * int64_t(sizeof(double) + sizeof(int32_t)) +
           (matrix.rows + 1) * int64_t(sizeof(int32_t));
  };
  auto dense = static_cast<int64_t>(problem.U.size() + problem.V.size());
  int64_t count = bytesOf(result) + dense * int64_t(sizeof(double));
  for (const CsrMatrix *matrix : problem.operands)
    count += bytesOf(*matrix);
  return static_cast<double>(count);
}

} // namespace encke::bench
