//===- canvas.h - a picture in memory ---------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_PICTURE_CANVAS_H
#define ENCKE_RUNTIME_PICTURE_CANVAS_H

#include <cstdint>
#include <string>
#include <vector>

namespace encke::rt {

struct Color {
  uint8_t red, green, blue;
};

/// The colour between two, at `part` of the way.
Color mix(Color from, Color to, double part);

/// Pixels, white at first; (0, 0) is at the top left. What is drawn outside is
/// cut off.
class Canvas {
public:
  Canvas(int width, int height);

  int width() const { return columns; }
  int height() const { return rows; }

  void fill(int x, int y, int width, int height, Color color);
  /// A line of text with its top left corner at (x, y); each dot of a letter is
  /// a square of `scale` pixels. Letters that are not ASCII are those of a
  /// font, or boxes where none can be drawn.
  void text(int x, int y, const std::string &line, Color color, int scale);
  /// The same of ASCII, from the bottom upwards.
  void textUpwards(int x, int y, const std::string &line, Color color,
                   int scale);
  static int textWidth(const std::string &line, int scale);

  /// As a PNG file.
  std::string png() const;
  /// The same as an SVG file, which has the pixels, and lines that are not
  /// ASCII as text; and as one page of PDF.
  std::string svg() const;
  std::string pdf() const;

private:
  /// Text that is not ASCII, which is drawn last.
  struct Line {
    int x, y;
    std::string text;
    Color color;
    int scale;
  };
  void draw(const Line &line);
  /// The picture with all of its text in its pixels.
  Canvas whole() const;
  std::string pngOfPixels() const;

  int columns, rows;
  std::vector<uint8_t> pixels; ///< red, green, blue, row by row
  std::vector<Line> lines;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_PICTURE_CANVAS_H
