//===- pagerank.cpp - PageRank of Eigen's matrices by a kernel ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The matrix and the vectors are Eigen's, one step is a kernel of kernels.ta.
// No array is copied.
//
//===----------------------------------------------------------------------===//

#include "encke/encke.hpp"
#include "kernels.h"

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include <cstdio>
#include <utility>
#include <vector>

/// Page j's links, each with an equal part of its rank, are column j.
static Eigen::SparseMatrix<double, Eigen::RowMajor>
makeLinks(int pages, const std::vector<std::pair<int, int>> &links) {
  std::vector<int> count(size_t(pages), 0);
  for (auto [from, to] : links)
    ++count[size_t(from)];
  std::vector<Eigen::Triplet<double>> entries;
  for (auto [from, to] : links)
    entries.emplace_back(to, from, 1.0 / count[size_t(from)]);
  Eigen::SparseMatrix<double, Eigen::RowMajor> matrix(pages, pages);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

int main() try {
  const int pages = 6;
  auto M = makeLinks(
      pages,
      {{0, 1}, {0, 2}, {1, 3}, {2, 0}, {2, 1}, {2, 4}, {3, 4}, {3, 5}, {4, 5}});
  Eigen::VectorXd rank = Eigen::VectorXd::Constant(pages, 1.0 / pages),
                  next = rank;
  int steps = 0;
  double change = 1;
  for (; change > 1e-9; ++steps) {
    encke::callInto(next, kernels_step, M, rank, 0.85, pages);
    change = (next - rank).lpNorm<1>();
    std::swap(rank, next);
  }
  std::printf("%d steps\n", steps);
  for (int page = 0; page != pages; ++page)
    std::printf("page %d: %.4f\n", page, rank[page]);
} catch (const encke::Error &error) {
  std::fprintf(stderr, "error: %s\n", error.what());
  return 1;
}
