//===- Matrices.h - which matrices are measured -------------- -*- C++ -*--===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_BENCH_MATRICES_H
#define ENCKE_BENCH_MATRICES_H

#include "Generate.h"

#include <functional>
#include <string>
#include <vector>

namespace encke::bench {

/// What a matrix is measured for. Products of two sparse matrices take much
/// longer than their operands let expect.
enum class MatrixUse { everything, vectors, sparseProducts };

struct MatrixInput {
  std::string name;
  MatrixUse use;
  std::function<CsrMatrix()> make;
  bool isFile = false;
};

/// The generated ones, a quarter or so of the size if `quick`, and those of the
/// folder `matrices` in ENCKE_DATA_DIR that are large enough. Making one of
/// these needs a running context.
std::vector<MatrixInput> listMatrices(bool quick);

} // namespace encke::bench

#endif // ENCKE_BENCH_MATRICES_H
