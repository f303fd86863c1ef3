//===- spmv.cpp - a matrix in CSR times a vector, from C++ ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "encke/encke.hpp"
#include "kernels.h"

#include <cstdio>
#include <vector>

int main() try {
  // 1 0 2 0
  // 0 0 0 0
  // 0 3 0 4
  std::vector<int> positions = {0, 2, 2, 4}, columns = {0, 2, 1, 3};
  std::vector<double> values = {1, 2, 3, 4}, x = {1, 10, 100, 1000};
  auto A = encke::csr(3, 4, positions, columns, values);

  encke::Tensor y = encke::call(kernels_spmv, A, x);
  for (double element : y.values<double>())
    std::printf("%g\n", element);

  x.pop_back(); // no longer as long as A is wide
  y = encke::call(kernels_spmv, A, x);
} catch (const encke::Error &error) {
  std::printf("error %d, %s: %s\n", error.status(), error.identifier().c_str(),
              error.what());
}
