//===- eigen.cpp - Eigen's matrices as operands and results ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "eigen.h"
#include "encke/encke.hpp"

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include <cstdio>

using RowMatrix =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <typename Index>
using CSR = Eigen::SparseMatrix<double, Eigen::RowMajor, Index>;
template <typename Index>
using CSC = Eigen::SparseMatrix<double, Eigen::ColMajor, Index>;

static void expect(const char *name, bool holds) {
  if (!holds)
    std::printf("%s: differs\n", name);
}

template <typename Function>
static void fails(const char *name, Function function) {
  try {
    function();
    std::printf("%s: no error\n", name);
  } catch (const encke::Error &error) {
    std::printf("%s: %d %s\n", name, error.status(), error.message().c_str());
  }
}

template <typename Matrix>
static Matrix make(int rows, int columns, int seed) {
  Matrix matrix(rows, columns);
  // Every third row is empty.
  for (int row = 0; row != rows; ++row)
    for (int column = 0; column != columns && row % 3; ++column)
      if ((seed = (seed * 75 + 74) % 65537) % 3 == 0)
        matrix.insert(row, column) = seed % 10 - 4;
  matrix.makeCompressed();
  return matrix;
}

template <typename Index>
static void sparse() {
  auto A = make<CSR<Index>>(7, 5, 1);
  auto B = make<CSR<Index>>(5, 6, 2);
  CSC<Index> T = A;
  Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(5, -1, 3), right = A * x;

  encke::Tensor y = encke::call(eigen_spmv, A, x);
  expect("spmv", y.as<Eigen::Map<Eigen::VectorXd>>() == right);
  y = encke::call(eigen_columns, T, x);
  expect("by columns", y.as<Eigen::Map<Eigen::VectorXd>>() == right);
  Eigen::Map<const CSR<Index>> map(7, 5, A.nonZeros(), A.outerIndexPtr(),
                                   A.innerIndexPtr(), A.valuePtr());
  const CSR<Index> &constant = A;
  expect("map", encke::call(eigen_spmv, map, x).get()->value_count == 7);
  Eigen::VectorXd z = Eigen::VectorXd::Constant(7, 9);
  encke::callInto(z, eigen_spmv, map, x);
  expect("into", z == right);
  encke::Call().accumulate().into(z, eigen_spmv, constant, x);
  expect("added", z == 2 * right);
  // A segment of a vector, and a row of a matrix that is by rows.
  RowMatrix W = RowMatrix::Random(5, 5);
  encke::callInto(z, eigen_spmv, A, W.row(2));
  expect("row", z == A * W.row(2).transpose());
  Eigen::VectorXd longer = Eigen::VectorXd::Random(9);
  encke::callInto(z, eigen_spmv, A, longer.segment(2, 5));
  expect("segment", z == A * longer.segment(2, 5));
  Eigen::Matrix<double, 5, 1> fixed = x;
  encke::callInto(Eigen::Map<Eigen::VectorXd>(z.data(), 7), eigen_spmv, A,
                  fixed);
  expect("fixed", z == right);

  const encke::Tensor product = encke::call(eigen_product, A, B);
  auto C = product.as<Eigen::Map<const CSR<Index>>>();
  CSR<Index> P = A * B;
  expect("product", C.isApprox(P));
  // A pattern that is there already gets the values.
  P.coeffs() = 3;
  encke::callInto(P, eigen_product, A, B);
  expect("numeric", P.isApprox(A * B));

  RowMatrix D = RowMatrix::Random(5, 3), E(7, 3);
  encke::callInto(E, eigen_spmm, A, D);
  expect("spmm", E.isApprox(A * D));
  Eigen::MatrixXd F = D.transpose();
  encke::callInto(E, eigen_spmm, A, F.transpose());
  expect("transpose", E.isApprox(A * D));
  encke::Tensor G = encke::call(eigen_spmm, A, D);
  expect("dense map", G.as<Eigen::Map<RowMatrix>>() == E);

  Eigen::SparseVector<float, 0, Index> s(9);
  s.insert(2) = 3;
  s.insert(7) = -2;
  Eigen::ArrayXf t = Eigen::ArrayXf::LinSpaced(9, 0, 8);
  expect("vector", encke::call(eigen_dot, s, t) == 6 - 14);
  s.setZero();
  expect("empty", encke::call(eigen_dot, s, t) == 0);
}

static void errors() {
  auto A = make<CSR<int>>(7, 5, 1);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(5);
  Eigen::MatrixXd byColumns = Eigen::MatrixXd::Random(5, 3);
  RowMatrix wide = RowMatrix::Random(5, 6);
  CSR<int> loose(7, 5);
  loose.reserve(Eigen::VectorXi::Constant(7, 2));
  loose.insert(3, 4) = 1;
  fails("loose", [&] { encke::call(eigen_spmv, loose, x); });
  fails("columns", [&] { encke::call(eigen_spmm, A, byColumns); });
  fails("gaps", [&] { encke::call(eigen_spmm, A, wide.leftCols(3)); });
  fails("stride", [&] { encke::call(eigen_spmv, A, wide.col(1)); });
  fails("format", [&] { encke::call(eigen_spmv, CSC<int>(A), x); });
  fails("widths",
        [&] { encke::call(eigen_product, A, make<CSR<int64_t>>(5, 6, 2)); });
  fails("part", [&] {
    encke::call(eigen_spmv,
                encke::csr(2, 5, 3, A.outerIndexPtr() + 2, A.innerIndexPtr(),
                           A.valuePtr()),
                x);
  });
  encke::Tensor y = encke::call(eigen_spmv, A, x);
  encke::Tensor C = encke::call(eigen_product, A, make<CSR<int>>(5, 6, 2));
  fails("float", [&] { y.as<Eigen::Map<Eigen::VectorXf>>(); });
  fails("matrix", [&] { y.as<Eigen::Map<RowMatrix>>(); });
  fails("sparse", [&] { y.as<Eigen::Map<CSR<int>>>(); });
  fails("fixed", [&] { y.as<Eigen::Map<Eigen::Vector3d>>(); });
  fails("width", [&] { C.as<Eigen::Map<CSR<int64_t>>>(); });
  fails("by columns", [&] { C.as<Eigen::Map<CSC<int>>>(); });
  fails("dense", [&] { C.as<Eigen::Map<RowMatrix>>(); });
}

int main() {
  sparse<int>();
  sparse<int64_t>();
  errors();
}
