//===- CsrView.h - a matrix as the runtime describes it ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_BENCH_CSRVIEW_H
#define ENCKE_BENCH_CSRVIEW_H

#include "Generate.h"

#include "encke/tensor.h"

namespace encke::bench {

/// A CSR matrix as the runtime describes it; the arrays are borrowed.
struct CsrView {
  explicit CsrView(const CsrMatrix &matrix)
      : sizes{matrix.rows, matrix.columns}, levels(), tensor() {
    levels[0].type = ENCKE_DENSE;
    levels[0].mode = 0;
    levels[0].size = matrix.rows;
    levels[1].type = ENCKE_COMPRESSED;
    levels[1].mode = 1;
    levels[1].size = matrix.columns;
    levels[1].pos = const_cast<int32_t *>(matrix.positions.data());
    levels[1].pos_count = matrix.rows + 1;
    levels[1].crd = const_cast<int32_t *>(matrix.coordinates.data());
    levels[1].crd_count = matrix.nonzeros();
    tensor.order = tensor.level_count = 2;
    tensor.type = ENCKE_F64;
    tensor.pos_bytes = tensor.crd_bytes = sizeof(int32_t);
    tensor.sizes = sizes;
    tensor.levels = levels;
    tensor.values = const_cast<double *>(matrix.values.data());
    tensor.value_count = matrix.nonzeros();
  }
  CsrView(const CsrView &) = delete;
  CsrView &operator=(const CsrView &) = delete;

  int64_t sizes[2];
  encke_level levels[2];
  encke_tensor tensor;
};

} // namespace encke::bench

#endif // ENCKE_BENCH_CSRVIEW_H
