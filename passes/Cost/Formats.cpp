//===- Formats.cpp - a format for a matrix --------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Formats.h"

#include <algorithm>
#include <cmath>

using namespace encke::cost;

std::string MatrixFormat::str() const {
  std::string text = name;
  for (size_t n = 0; n != numbers.size(); ++n)
    text += (n ? ", " : "(") + std::to_string(numbers[n]);
  return numbers.empty() ? text : text + ")";
}

/// What is read goes as fast as the caches or memory give it.
static double atRate(const Target &target, double time, double bytes) {
  if (bytes > double(target.l3Bytes))
    return std::max(time, bytes / memoryRate);
  return bytes > streamedShare * double(target.l3Bytes)
             ? std::max(time, bytes / streamedRate)
             : time;
}

std::vector<MatrixFormat>
encke::cost::rankMatrixFormats(const Target &target,
                               const MatrixStructure &matrix) {
  double value = 8, index = 4; // bytes
  std::vector<MatrixFormat> formats;
  double rows = matrix.elements * rowElementTime + matrix.rows * rowTime;
  formats.push_back(
      {"CSR",
       {},
       atRate(target, rows,
              matrix.elements * (value + index) + matrix.rows * index),
       matrix.elements});
  // What is added to elements of a vector far from one another, as in a matrix
  // without structure, takes longer than what one triangle saves.
  if (matrix.isSymmetric && matrix.diagonals * rowsADiagonal <= matrix.rows) {
    double stored = matrix.elements / 2;
    // Beside it, both vectors are read and one is written.
    double bytes = stored * (value + index) + matrix.rows * (index + 3 * value);
    formats.push_back(
        {"triangle",
         {},
         atRate(target, stored * triangleElementTime + matrix.rows * rowTime,
                bytes),
         stored});
  }
  double places = matrix.diagonals * matrix.rows;
  formats.push_back({"DIA",
                     {},
                     atRate(target, places * diagonalPlaceTime, places * value),
                     places});
  for (size_t n = 0; n != matrix.blocks.size(); ++n) {
    auto [side, time] = blockTimes[n];
    double blocks = matrix.blocks[n];
    double inBlocks = blocks * double(side * side);
    double bytes = inBlocks * value + blocks * index;
    double each = bytes > getNearBytes(target) ? time * farBlock : time;
    double all =
        blocks * each + std::ceil(matrix.rows / double(side)) * blockRowTime;
    formats.push_back(
        {"BCSR", {side, side}, atRate(target, all, bytes), inBlocks});
  }
  std::stable_sort(formats.begin(), formats.end(),
                   [](const MatrixFormat &a, const MatrixFormat &b) {
                     return a.time < b.time;
                   });
  return formats;
}

MatrixFormat
encke::cost::chooseMatrixFormat(const std::vector<MatrixFormat> &ranked) {
  auto rows = std::find_if(
      ranked.begin(), ranked.end(),
      [](const MatrixFormat &format) { return format.name == "CSR"; });
  return ranked.front().time * leastFormatGain <= rows->time ? ranked.front()
                                                             : *rows;
}
