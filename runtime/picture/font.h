//===- font.h - letters of dots ---------------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_PICTURE_FONT_H
#define ENCKE_RUNTIME_PICTURE_FONT_H

#include <cstdint>

namespace encke::rt {

constexpr int letterWidth = 5;
/// With what hangs below the line.
constexpr int letterHeight = 9;

/// True when the letter, of ASCII (others are a question mark, 0 is a box), has
/// a dot there.
bool hasDot(char letter, int row, int column);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_PICTURE_FONT_H
