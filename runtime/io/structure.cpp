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

using namespace encke::rt;

namespace {
struct Measuring {
  const char *path;
  encke_structure *structure;
};
} // namespace

static Measuring measuring;

template <typename Index>
static void measure(const encke_tensor &tensor, encke_structure &found) {
  Expanded<Index> entries = expand<Index>(tensor);
  MatrixEntries<Index> matrix;
  matrix.rows = found.rows = tensor.sizes[0];
  matrix.columns = found.columns = tensor.sizes[1];
  matrix.count = found.entries = tensor.value_count;
  matrix.row = entries.modes[0].data();
  matrix.column = entries.modes[1].data();
  Spread rows = spreadOf(
      std::vector<Index>(matrix.row, matrix.row + matrix.count), matrix.rows);
  found.filled_rows = rows.groups;
  found.fullest_row = rows.fullest;
  found.row_deviation = rows.deviation;
  found.diagonals = diagonalsOf(matrix).groups;
  for (int64_t side = 2; side <= ENCKE_LARGEST_BLOCK; ++side)
    found.blocks[side] = countBlocks(matrix, side, side);
}

int encke_measure_structure(const char *path, const encke_options *options,
                            encke_structure *structure) {
  *structure = {};
  measuring = {path, structure};
  return encke_main(
      [] {
        guarded(nullptr, [] {
          encke_file &file = openFile(measuring.path);
          if (file.header().order() != 2)
            return;
          int64_t read = 0;
          const encke_tensor &tensor = *readTree(file, read);
          if (isNarrow(file.header()))
            measure<int32_t>(tensor, *measuring.structure);
          else
            measure<int64_t>(tensor, *measuring.structure);
        });
      },
      options, nullptr, 0);
}
