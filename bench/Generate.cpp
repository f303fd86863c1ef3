//===- Generate.cpp - matrices to measure with ----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generate.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <random>
#include <vector>

namespace encke::bench {

namespace {

/// A double in [0, 1). The standard fixes what the engine gives but not what
/// its distributions make of it.
double nextUniform(std::mt19937_64 &engine) {
  return static_cast<double>(engine() >> 11) * 0x1p-53;
}

/// One edge, as row * 2^32 + column: each bit of both is a choice of quadrant.
uint64_t nextRmatEdge(std::mt19937_64 &engine, int32_t scale) {
  uint64_t row = 0;
  uint64_t column = 0;
  for (int32_t bit = 0; bit < scale; ++bit) {
    double choice = nextUniform(engine);
    bool down = choice >= 0.57 + 0.19;
    bool right = down ? choice >= 0.57 + 0.19 + 0.19 : choice >= 0.57;
    row = row << 1 | (down ? 1 : 0);
    column = column << 1 | (right ? 1 : 0);
  }
  return row << 32 | column;
}

void sortUnique(std::vector<uint64_t> &keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

} // namespace

AlignedArray<double> generateValues(int64_t count, uint64_t seed) {
  std::mt19937_64 engine(seed);
  AlignedArray<double> values(count);
  for (double &value : values)
    value = 0.5 + nextUniform(engine);
  return values;
}

CsrMatrix generateStencil27(int32_t side, uint64_t seed) {
  CsrMatrix matrix;
  matrix.rows = matrix.columns = int64_t(side) * side * side;
  // Along each axis the inner points have 3 neighbours, the two ends have 2.
  int64_t perAxis = side == 1 ? 1 : 3 * int64_t(side) - 2;
  int64_t nonzeros = perAxis * perAxis * perAxis;
  matrix.positions = AlignedArray<int32_t>(matrix.rows + 1);
  matrix.coordinates = AlignedArray<int32_t>(nonzeros);

  int32_t row = 0;
  int32_t position = 0;
  auto appendLine = [&](int32_t line, int32_t x) {
    for (int32_t n = std::max(x - 1, 0); n <= std::min(x + 1, side - 1); ++n)
      matrix.coordinates[position++] = line * side + n;
  };
  matrix.positions[0] = 0;
  for (int32_t z = 0; z < side; ++z)
    for (int32_t y = 0; y < side; ++y)
      for (int32_t x = 0; x < side; ++x) {
        for (int32_t nz = std::max(z - 1, 0); nz <= std::min(z + 1, side - 1);
             ++nz)
          for (int32_t ny = std::max(y - 1, 0); ny <= std::min(y + 1, side - 1);
               ++ny)
            appendLine(nz * side + ny, x);
        matrix.positions[++row] = position;
      }
  assert(position == nonzeros);
  matrix.values = generateValues(nonzeros, seed);
  return matrix;
}

CsrMatrix generateBand(int32_t rows, int32_t half, uint64_t seed) {
  CsrMatrix matrix;
  matrix.rows = matrix.columns = rows;
  matrix.positions = AlignedArray<int32_t>(rows + 1);
  matrix.positions[0] = 0;
  for (int32_t row = 0; row < rows; ++row)
    matrix.positions[row + 1] = matrix.positions[row] + 1 +
                                std::min(row, half) +
                                std::min(rows - 1 - row, half);
  int32_t nonzeros = matrix.positions[rows];
  matrix.coordinates = AlignedArray<int32_t>(nonzeros);
  for (int32_t row = 0; row < rows; ++row)
    std::iota(matrix.coordinates.begin() + matrix.positions[row],
              matrix.coordinates.begin() + matrix.positions[row + 1],
              std::max(row - half, 0));
  matrix.values = generateValues(nonzeros, seed);
  return matrix;
}

CsrMatrix generateUniform(int32_t rows, int32_t columns, int32_t perRow,
                          uint64_t seed) {
  std::mt19937_64 engine(seed);
  CsrMatrix matrix;
  matrix.rows = rows;
  matrix.columns = columns;
  matrix.positions = AlignedArray<int32_t>(rows + 1);
  matrix.coordinates = AlignedArray<int32_t>(int64_t(rows) * perRow);
  std::vector<int32_t> row;
  for (int32_t i = 0; i < rows; ++i) {
    matrix.positions[i] = i * perRow;
    row.clear();
    while (row.size() < static_cast<size_t>(perRow)) {
      auto column = static_cast<int32_t>(nextUniform(engine) * columns);
      if (std::find(row.begin(), row.end(), column) == row.end())
        row.push_back(column);
    }
    std::sort(row.begin(), row.end());
    std::copy(row.begin(), row.end(),
              matrix.coordinates.begin() + int64_t(i) * perRow);
  }
  matrix.positions[rows] = rows * perRow;
  matrix.values = generateValues(matrix.positions[rows], seed + 1);
  return matrix;
}

CsrMatrix generateRowBand(int32_t rows, int32_t columns, int32_t dense,
                          uint64_t seed) {
  CsrMatrix matrix;
  matrix.rows = rows;
  matrix.columns = columns;
  matrix.positions = AlignedArray<int32_t>(rows + 1);
  matrix.coordinates =
      AlignedArray<int32_t>(int64_t(dense) * columns + rows - dense);
  int32_t position = 0;
  for (int32_t i = 0; i < rows; ++i) {
    matrix.positions[i] = position;
    int32_t count = i < dense ? columns : 1;
    std::iota(matrix.coordinates.begin() + position,
              matrix.coordinates.begin() + position + count,
              i < dense ? 0 : i % columns);
    position += count;
  }
  matrix.positions[rows] = position;
  matrix.values = generateValues(position, seed);
  return matrix;
}

CsrMatrix generateRmat(int32_t scale, int64_t edges, uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::vector<uint64_t> keys;
  keys.reserve(edges);
  // Duplicates are replaced by new edges until all are distinct.
  while (static_cast<int64_t>(keys.size()) < edges) {
    while (static_cast<int64_t>(keys.size()) < edges)
      keys.push_back(nextRmatEdge(engine, scale));
    sortUnique(keys);
  }

  CsrMatrix matrix;
  matrix.rows = matrix.columns = int64_t(1) << scale;
  matrix.positions = AlignedArray<int32_t>(matrix.rows + 1);
  matrix.coordinates = AlignedArray<int32_t>(edges);
  std::fill(matrix.positions.begin(), matrix.positions.end(), 0);
  for (int64_t n = 0; n < edges; ++n) {
    ++matrix.positions[(keys[n] >> 32) + 1];
    matrix.coordinates[n] = static_cast<int32_t>(keys[n]);
  }
  for (int64_t row = 0; row < matrix.rows; ++row)
    matrix.positions[row + 1] += matrix.positions[row];
  matrix.values = generateValues(edges, seed + 1);
  return matrix;
}

std::vector<uint64_t> generateSkewedPlaces(const std::vector<int32_t> &sizes,
                                           size_t count, uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::vector<uint64_t> places;
  // Duplicates are replaced until all are distinct.
  while (places.size() < count) {
    while (places.size() < count) {
      uint64_t place = 0;
      for (size_t mode = 0; mode < sizes.size(); ++mode) {
        double number = nextUniform(engine);
        bool skewed = mode + 1 < sizes.size();
        place = place * uint64_t(sizes[mode]) +
                uint64_t((skewed ? number * number : number) * sizes[mode]);
      }
      places.push_back(place);
    }
    sortUnique(places);
  }
  return places;
}

} // namespace encke::bench
