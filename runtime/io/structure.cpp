//===- structure.cpp - what a format for a matrix is chosen by ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "io/statistics.h"
#include "io/tree.h"
#include "storage/expand.h"
#include "storage/symmetric.h"

using namespace encke::rt;

namespace {
struct Measuring {
  const char *path;
  encke_structure *structure;
  const int64_t *sides;
  int64_t *blocks;
  int32_t count;
};
} // namespace

static Measuring measuring;

template <typename Index>
static void measure(const encke_tensor &tensor) {
  encke_structure &found = *measuring.structure;
  Expanded<Index> entries = expand<Index>(tensor);
  MatrixEntries<Index> matrix;
  matrix.rows = found.rows = tensor.sizes[0];
  matrix.columns = found.columns = tensor.sizes[1];
  matrix.count = found.entries = tensor.value_count;
  matrix.row = entries.modes[0].data();
  matrix.column = entries.modes[1].data();
  found.diagonals = diagonalsOf(matrix).groups;
  found.is_symmetric = isSymmetric(tensor);
  for (int32_t n = 0; n != measuring.count; ++n)
    measuring.blocks[n] =
        countBlocks(matrix, measuring.sides[n], measuring.sides[n]);
}

int encke_measure_structure(const char *path, const encke_options *options,
                            encke_structure *structure, const int64_t *sides,
                            int64_t *blocks, int32_t count) {
  *structure = {};
  measuring = {path, structure, sides, blocks, count};
  return encke_main(
      [] {
        guarded(nullptr, [] {
          encke_file &file = openFile(measuring.path);
          if (file.header().order() != 2)
            return;
          int64_t read = 0;
          const encke_tensor &tensor = *readTree(file, read);
          if (isNarrow(file.header()))
            measure<int32_t>(tensor);
          else
            measure<int64_t>(tensor);
        });
      },
      options, nullptr, 0);
}
