//===- product.h - loops of matrix products ---------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_DENSE_PRODUCT_H
#define ENCKE_RUNTIME_DENSE_PRODUCT_H

#include <complex>
#include <cstdint>
#include <vector>

namespace encke::rt {

/// A dimension of a contraction: its size, and the distance of neighbours along
/// it in A, B and C in elements; 0 in a tensor that does not have it.
struct ProductLoop {
  int64_t size;
  int64_t a, b, c;
};

/// C[m,n] (+)= alpha * A[m,k] * B[k,n] for each point of the loops around.
/// A dimension that C does not have is summed over.
template <typename T>
struct Product {
  const T *a;
  const T *b;
  T *c;
  ProductLoop rows, columns, inner; // m, n, k
  std::vector<ProductLoop> loops;
  T alpha;
  /// Adds to C; otherwise what C holds does not matter.
  bool accumulate;
};

/// Computes it, on as many threads as the program may use: by BLAS where it is
/// large enough and has a unit stride in each matrix, else by plain loops.
/// Throws when the BLAS library cannot be loaded. For float, double and
/// std::complex<double>.
template <typename T>
void multiply(const Product<T> &product);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_DENSE_PRODUCT_H
