//===- lapack.cpp - dense linear algebra by LAPACK ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LAPACK has its matrices by columns, and Encke by rows: what is not symmetric
// goes there transposed. All is computed in doubles.
//
//===----------------------------------------------------------------------===//

#include "dense/lapack.h"
#include "core/error.h"
#include "dense/blas.h"
#include "storage/tensor.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace encke::rt {

namespace {

/// A matrix by columns; of a vector one column.
struct Matrix {
  Matrix(int rows, int columns)
      : rows(rows), columns(columns), values(size_t(rows) * size_t(columns)) {}
  double &at(int row, int column) {
    return values[size_t(column) * size_t(rows) + size_t(row)];
  }
  double *data() { return values.data(); }

  int rows, columns;
  std::vector<double> values;
};

} // namespace

static int narrow(int64_t size) {
  if (size > INT32_MAX)
    throw Error("a matrix of size " + std::to_string(size) +
                " is too large for LAPACK");
  return int(size);
}

static Matrix matrixOf(const encke_tensor &tensor) {
  Matrix matrix(narrow(tensor.sizes[0]),
                tensor.order == 1 ? 1 : narrow(tensor.sizes[1]));
  std::vector<int64_t> strides = denseStrides(tensor);
  withElement(tensor.type, [&](auto element) {
    using T = decltype(element);
    if constexpr (!isComplexNumber<T>) {
      const auto *values = static_cast<const T *>(tensor.values);
      for (int r = 0; r != matrix.rows; ++r)
        for (int c = 0; c != matrix.columns; ++c)
          matrix.at(r, c) =
              double(values[r * strides[0] +
                            (tensor.order == 1 ? 0 : c * strides[1])]);
    }
  });
  return matrix;
}

static void store(encke_tensor &tensor, Matrix &matrix) {
  ensureDenseValues(tensor);
  std::vector<int64_t> strides = denseStrides(tensor);
  int columns = tensor.order == 1 ? 1 : int(tensor.sizes[1]);
  withElement(tensor.type, [&](auto element) {
    using T = decltype(element);
    auto *values = static_cast<T *>(tensor.values);
    for (int r = 0; r != int(tensor.sizes[0]); ++r)
      for (int c = 0; c != columns; ++c)
        values[r * strides[0] + (tensor.order == 1 ? 0 : c * strides[1])] =
            T(matrix.at(r, c));
  });
}

template <typename... Arguments>
static int call(const char *name, Arguments... arguments) {
  auto *function =
      reinterpret_cast<void (*)(Arguments..., int *)>(findInBlas(name));
  if (!function)
    throw Error("", "the BLAS library has no LAPACK",
                "install OpenBLAS (Debian: libopenblas0-pthread), or name a "
                "library that has LAPACK in the environment variable "
                "ENCKE_BLAS");
  int info = 0;
  function(arguments..., &info);
  if (info < 0)
    throw Error("LAPACK refuses an argument of " + std::string(name));
  return info;
}

/// As `call`, of functions that say how much room they need.
template <typename Call>
static int callWithRoom(Call call) {
  double best = 1;
  int ask = -1;
  call(&best, &ask);
  int room = int(best);
  std::vector<double> work(size_t(std::max(room, 1)));
  return call(work.data(), &room);
}

static void requireSquare(const Matrix &matrix) {
  if (matrix.rows != matrix.columns)
    throw Error("the matrix is not square: it has " +
                std::to_string(matrix.rows) + " rows and " +
                std::to_string(matrix.columns) + " columns");
}

static void requireSymmetric(Matrix &matrix) {
  requireSquare(matrix);
  for (int r = 0; r != matrix.rows; ++r)
    for (int c = 0; c != r; ++c)
      if (matrix.at(r, c) != matrix.at(c, r))
        throw Error("the matrix is not symmetric: element [" +
                    std::to_string(r) + ", " + std::to_string(c) +
                    "] is not element [" + std::to_string(c) + ", " +
                    std::to_string(r) + "]");
}

static void requireFinite(Matrix &matrix) {
  for (int r = 0; r != matrix.rows; ++r)
    for (int c = 0; c != matrix.columns; ++c)
      if (!std::isfinite(matrix.at(r, c)))
        throw Error("the matrix has an element that is not finite: [" +
                    std::to_string(r) + ", " + std::to_string(c) + "]");
}

static void solve(encke_tensor &result, const encke_tensor &matrix,
                  const encke_tensor &right) {
  Matrix a = matrixOf(matrix), b = matrixOf(right);
  requireSquare(a);
  if (a.rows != b.rows)
    throw Error("the matrix has " + std::to_string(a.rows) +
                " rows, but the right side " + std::to_string(b.rows));
  if (a.rows == 0)
    return store(result, b);
  std::vector<int> pivots(size_t(a.rows));
  if (call("dgesv_", &a.rows, &b.columns, a.data(), &a.rows, pivots.data(),
           b.data(), &b.rows) > 0)
    throw Error("the matrix is singular");
  store(result, b);
}

static void cholesky(encke_tensor &result, const encke_tensor &matrix) {
  Matrix a = matrixOf(matrix);
  requireSymmetric(a);
  if (a.rows != 0 && call("dpotrf_", "L", &a.rows, a.data(), &a.rows) > 0)
    throw Error("the matrix is not positive definite");
  for (int r = 0; r != a.rows; ++r)
    for (int c = r + 1; c != a.columns; ++c)
      a.at(r, c) = 0;
  store(result, a);
}

static void qr(encke_tensor &q, encke_tensor &r, const encke_tensor &matrix) {
  Matrix a = matrixOf(matrix);
  int least = std::min(a.rows, a.columns);
  std::vector<double> factors(size_t(std::max(least, 1)));
  Matrix upper(least, a.columns);
  if (least != 0) {
    callWithRoom([&](double *work, int *room) {
      return call("dgeqrf_", &a.rows, &a.columns, a.data(), &a.rows,
                  factors.data(), work, room);
    });
    for (int row = 0; row != least; ++row)
      for (int column = row; column != a.columns; ++column)
        upper.at(row, column) = a.at(row, column);
    callWithRoom([&](double *work, int *room) {
      return call("dorgqr_", &a.rows, &least, &least, a.data(), &a.rows,
                  factors.data(), work, room);
    });
  }
  store(q, a);
  store(r, upper);
}

static void svd(encke_tensor &u, encke_tensor &s, encke_tensor &v,
                const encke_tensor &matrix) {
  Matrix a = matrixOf(matrix);
  requireFinite(a);
  int least = std::min(a.rows, a.columns);
  Matrix left(a.rows, least), right(least, a.columns), values(least, 1),
      transposed(a.columns, least);
  std::vector<int> integers(size_t(8 * std::max(least, 1)));
  if (least != 0 && callWithRoom([&](double *work, int *room) {
                      return call("dgesdd_", "S", &a.rows, &a.columns, a.data(),
                                  &a.rows, values.data(), left.data(),
                                  &left.rows, right.data(), &right.rows, work,
                                  room, integers.data());
                    }) > 0)
    throw Error("the singular values cannot be found: they do not converge");
  for (int row = 0; row != least; ++row)
    for (int column = 0; column != a.columns; ++column)
      transposed.at(column, row) = right.at(row, column);
  store(u, left);
  store(s, values);
  store(v, transposed);
}

static void eigh(encke_tensor &w, encke_tensor &v, const encke_tensor &matrix) {
  Matrix a = matrixOf(matrix);
  requireFinite(a);
  requireSymmetric(a);
  Matrix values(a.rows, 1);
  if (a.rows != 0 && callWithRoom([&](double *work, int *room) {
                       return call("dsyev_", "V", "L", &a.rows, a.data(),
                                   &a.rows, values.data(), work, room);
                     }) > 0)
    throw Error("the eigenvalues cannot be found: they do not converge");
  store(w, values);
  store(v, a);
}

bool factorise(std::string_view function,
               const std::vector<encke_tensor *> &results,
               const std::vector<const encke_tensor *> &operands) {
  if (function == "solve")
    solve(*results[0], *operands[0], *operands[1]);
  else if (function == "cholesky")
    cholesky(*results[0], *operands[0]);
  else if (function == "qr")
    qr(*results[0], *results[1], *operands[0]);
  else if (function == "svd")
    svd(*results[0], *results[1], *results[2], *operands[0]);
  else if (function == "eigh")
    eigh(*results[0], *results[1], *operands[0]);
  else
    return false;
  return true;
}

} // namespace encke::rt
