//===- script.h - letters of any script -------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_PICTURE_SCRIPT_H
#define ENCKE_RUNTIME_PICTURE_SCRIPT_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace encke::rt {

/// How far the letters of a line cover each pixel, row by row: 255 is all of
/// it.
struct DrawnLine {
  int width = 0, height = 0;
  int baseline = 0; ///< the row on which letters stand
  std::vector<uint8_t> cover;
};

/// True for text in UTF-8 with letters that font.h does not have.
bool needsScript(const std::string &line);

/// The line in letters of `pixels` pixels, drawn by Pango; nothing where that
/// library is not installed.
std::optional<DrawnLine> drawLine(const std::string &line, int pixels);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_PICTURE_SCRIPT_H
