//===- EigenReader.cpp - Eigen reads a file -------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader.h"

#if __has_include(<unsupported/Eigen/SparseExtra>)
#include <unsupported/Eigen/SparseExtra>

namespace encke::bench {

namespace {

/// 32-bit indices and doubles: for these, and for no others, Eigen scans lines
/// without a stream for each.
class EigenReader : public Reader {
public:
  bool read(const std::string &path) override {
    return Eigen::loadMarket(matrix, path);
  }

  Digest digest() override {
    Digest digest;
    for (int row = 0; row != matrix.outerSize(); ++row)
      for (Matrix::InnerIterator entry(matrix, row); entry; ++entry)
        digest.add(entry.value(), entry.row(), entry.col());
    return digest;
  }

private:
  using Matrix = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;
  Matrix matrix;
};

} // namespace

std::unique_ptr<Reader> makeEigenReader() {
  return std::make_unique<EigenReader>();
}

} // namespace encke::bench

#else

std::unique_ptr<encke::bench::Reader> encke::bench::makeEigenReader() {
  return nullptr;
}

#endif
