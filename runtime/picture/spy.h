//===- spy.h - pictures of patterns -----------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_PICTURE_SPY_H
#define ENCKE_RUNTIME_PICTURE_SPY_H

#include "picture/canvas.h"

#include <vector>

namespace encke::rt {

/// What one panel shows: where a matrix has elements.
struct SpyPanel {
  std::string title;    ///< above the panel
  std::string subtitle; ///< below the title
  int64_t rows = 0, columns = 0;
  std::vector<int64_t> row, column; ///< of each element
  /// How many elements may have the same row and column: more than one where
  /// other dimensions of a tensor are not shown.
  double depth = 1;
};

/// The panels, of one size, side by side with one scale of density, under a
/// heading. Small matrices show each element as a square; of large ones, where
/// a pixel stands for many coordinates, and of tensors of which dimensions are
/// not shown, the colour says how many of these are elements.
Canvas drawSpy(const std::string &heading, const std::string &rowsAre,
               const std::string &columnsAre,
               const std::vector<SpyPanel> &panels);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_PICTURE_SPY_H
