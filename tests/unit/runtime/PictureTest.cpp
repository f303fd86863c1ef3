//===- PictureTest.cpp - pictures of patterns -----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include "picture/script.h"
#include "picture/spy.h"

#include <gtest/gtest.h>
#include <map>
#include <set>
#include <zlib.h>

using namespace encke::test;
using namespace encke::rt;

namespace {

/// A PNG file of this library, decoded; every checksum is looked at.
struct Image {
  uint32_t width = 0, height = 0;
  std::string scanlines;

  explicit Image(const std::string &file) {
    EXPECT_EQ(file.substr(0, 8), "\x89PNG\r\n\x1a\n");
    size_t at = 8;
    auto number = [&](size_t place) {
      uint32_t value = 0;
      for (size_t byte = 0; byte != 4; ++byte)
        value = value << 8 | uint8_t(file.at(place + byte));
      return value;
    };
    std::string data, names;
    while (at + 12 <= file.size()) {
      uint32_t length = number(at);
      std::string body = file.substr(at + 4, length + 4);
      EXPECT_EQ(number(at + 8 + length),
                crc32(0, reinterpret_cast<const Bytef *>(body.data()),
                      uInt(body.size())));
      names += body.substr(0, 4) + " ";
      if (body.compare(0, 4, "IHDR") == 0) {
        width = number(at + 8);
        height = number(at + 12);
      } else if (body.compare(0, 4, "IDAT") == 0) {
        data = body.substr(4);
      }
      at += length + 12;
    }
    EXPECT_EQ(at, file.size());
    EXPECT_EQ(names, "IHDR IDAT IEND ");
    uLongf size = (uLongf(width) * 3 + 1) * height;
    scanlines.resize(size);
    EXPECT_EQ(uncompress(reinterpret_cast<Bytef *>(&scanlines[0]), &size,
                         reinterpret_cast<const Bytef *>(data.data()),
                         uLong(data.size())),
              Z_OK);
    EXPECT_EQ(size, scanlines.size());
  }

  uint32_t pixel(uint32_t x, uint32_t y) const {
    size_t at = size_t(y) * (size_t(width) * 3 + 1) + 1 + size_t(x) * 3;
    uint32_t color = 0;
    for (size_t byte = 0; byte != 3; ++byte)
      color = color << 8 | uint8_t(scanlines.at(at + byte));
    return color;
  }
  size_t count(uint32_t color) const {
    size_t found = 0;
    for (uint32_t y = 0; y != height; ++y)
      for (uint32_t x = 0; x != width; ++x)
        found += pixel(x, y) == color;
    return found;
  }
};

TEST(Picture, PngHoldsWhatWasDrawn) {
  Canvas canvas(7, 5);
  canvas.fill(2, 1, 3, 2, {1, 2, 3});
  canvas.fill(5, 4, 100, 100, {255, 0, 0});
  canvas.fill(-3, -3, 4, 4, {0, 255, 0});
  Image image(canvas.png());
  EXPECT_EQ(image.width, 7u);
  EXPECT_EQ(image.height, 5u);
  EXPECT_EQ(image.count(0x010203), 6u);
  EXPECT_EQ(image.count(0xff0000), 2u);
  EXPECT_EQ(image.count(0x00ff00), 1u);
  EXPECT_EQ(image.count(0xffffff), 26u);
  EXPECT_EQ(image.pixel(2, 1), 0x010203u);
  EXPECT_EQ(image.pixel(4, 2), 0x010203u);
}

TEST(Picture, EveryLetterIsDifferent) {
  std::set<std::string> letters;
  for (char letter = ' '; letter <= '~'; ++letter) {
    Canvas canvas(10, 20);
    canvas.text(0, 0, std::string(1, letter), {0, 0, 0}, 2);
    letters.insert(canvas.png());
  }
  EXPECT_EQ(letters.size(), 95u);
  // What is no letter is a question mark; text that is turned has as many dots.
  Canvas odd(10, 20), mark(10, 20), up(20, 20);
  odd.text(0, 0, "\xc3", {0, 0, 0}, 2);
  mark.text(0, 0, "?", {0, 0, 0}, 2);
  up.textUpwards(0, 20, "?", {0, 0, 0}, 2);
  EXPECT_EQ(odd.png(), mark.png());
  EXPECT_EQ(Image(mark.png()).count(0), Image(up.png()).count(0));
}

TEST(Picture, SquaresStandWhereElementsAre) {
  SpyPanel panel;
  panel.rows = 3;
  panel.columns = 4;
  panel.row = {0, 2, 2};
  panel.column = {3, 0, 1};
  Image image(drawSpy("A", "row", "column", {panel}).png());
  // 32 pixels a side, less the space between squares.
  size_t square = 31 * 31;
  std::set<uint32_t> colors;
  for (uint32_t y = 0; y != image.height; ++y)
    for (uint32_t x = 0; x != image.width; ++x)
      colors.insert(image.pixel(x, y));
  size_t squares = 0;
  for (uint32_t color : colors)
    squares += image.count(color) == 3 * square;
  EXPECT_EQ(squares, 1u);
}

/// Each where it belongs: three stand in a square.
TEST(Picture, PanelsStandInAGrid) {
  std::vector<SpyPanel> panels(3);
  for (size_t n = 0; n != panels.size(); ++n) {
    panels[n].rows = panels[n].columns = 2;
    panels[n].row.assign(n + 1, 0);
    panels[n].column = {0, 1, 1};
    panels[n].column.resize(n + 1);
  }
  Image image(drawSpy("", "i", "j", panels).png());
  // The corners of squares of 31 pixels, of one colour, not white.
  std::set<std::pair<uint32_t, uint32_t>> corners;
  auto isSquare = [&](uint32_t x, uint32_t y) {
    uint32_t color = image.pixel(x, y);
    if (color == 0xffffff || image.pixel(x - 1, y) == color ||
        image.pixel(x, y - 1) == color)
      return false;
    for (uint32_t n = 0; n != 31; ++n)
      if (image.pixel(x + n, y + n) != color || image.pixel(x + n, y) != color)
        return false;
    return true;
  };
  for (uint32_t y = 1; y + 31 < image.height; ++y)
    for (uint32_t x = 1; x + 31 < image.width; ++x)
      if (isSquare(x, y))
        corners.insert({x, y});
  ASSERT_EQ(corners.size(), 5u);
  std::set<uint32_t> tops, lefts;
  for (auto [x, y] : corners) {
    lefts.insert(x);
    tops.insert(y);
  }
  EXPECT_EQ(tops.size(), 2u);  // two panels, and one below
  EXPECT_EQ(lefts.size(), 4u); // two columns of each of two panels
}

TEST(Picture, LettersOfAnyScript) {
  EXPECT_TRUE(needsScript("a\xc3\xa9"));
  EXPECT_FALSE(needsScript("a, b & c"));
  EXPECT_FALSE(needsScript("a\xc3")); // no UTF-8: a question mark
  std::string text = "<\xd0\x9c & \xce\xb5>";
  Canvas canvas(200, 60);
  canvas.text(5, 10, text, {0, 0, 200}, 2);
  // By Pango, or as boxes: some dots, which are not those of question marks.
  Image image(canvas.png());
  EXPECT_GT(image.count(0x0000c8), 10u);
  EXPECT_GT(Canvas::textWidth(text, 2), 20);
  Canvas marks(200, 60);
  marks.text(5, 10, "<? & ?>", {0, 0, 200}, 2);
  EXPECT_NE(canvas.png(), marks.png());
  // An SVG file has it as text, and not in its pixels.
  std::string svg = canvas.svg();
  EXPECT_NE(svg.find("<text x=\"5\" y=\"24\" font-family=\"sans-serif\" "
                     "font-size=\"20\" fill=\"#0000c8\">&lt;\xd0\x9c &amp; "
                     "\xce\xb5&gt;</text>"),
            std::string::npos)
      << svg.substr(svg.size() - 200);
  Canvas empty(200, 60);
  std::string blank = empty.svg();
  EXPECT_EQ(svg.compare(0, blank.size() - 8, blank, 0, blank.size() - 8), 0);
  EXPECT_EQ(canvas.pdf().compare(0, 8, "%PDF-1.4"), 0);
}

/// Letters for which there is no font, or no Pango.
TEST(Picture, BoxesInPlaceOfLetters) {
  Canvas box(12, 18);
  box.text(0, 0, std::string(1, '\0'), {0, 0, 0}, 2);
  EXPECT_EQ(Image(box.png()).count(0), 4u * (2 * 5 + 2 * 5));
}

TEST(Picture, WhatIsNotShownMakesItThinner) {
  SpyPanel panel;
  panel.rows = panel.columns = 2;
  panel.row = {0, 0, 0, 1};
  panel.column = {0, 0, 0, 1};
  // Pixels of the darkest and of the lightest blue, besides the scale's.
  auto countSquares = [&] {
    Image image(drawSpy("", "i", "j", {panel}).png());
    std::map<uint32_t, size_t> pixels;
    for (uint32_t y = 0; y != image.height; ++y)
      for (uint32_t x = 0; x != image.width; ++x)
        ++pixels[image.pixel(x, y)];
    size_t squares = 0;
    for (auto [color, count] : pixels)
      squares += count >= 31 * 31 && count < 2 * 31 * 31;
    return squares;
  };
  EXPECT_EQ(countSquares(), 0u); // both full: one colour for two squares
  panel.depth = 4;
  EXPECT_EQ(countSquares(), 2u);
}

TEST(Picture, AnySizeIsDrawn) {
  for (auto [rows, columns] :
       std::vector<std::pair<int64_t, int64_t>>{{0, 0},
                                                {1, 1},
                                                {1, 100000},
                                                {2000000000, 3},
                                                {641, 640},
                                                {639, 5000}}) {
    SpyPanel panel;
    panel.rows = rows;
    panel.columns = columns;
    if (rows != 0) {
      panel.row = {0, rows - 1};
      panel.column = {columns - 1, 0};
    }
    Image image(drawSpy("", "row", "column", {panel, panel}).png());
    EXPECT_LT(image.width, 2000u);
    EXPECT_LT(image.height, 1000u);
  }
}

TEST(Picture, OfAFile) {
  Directory directory;
  std::string matrix = directory.write(
      "a.mtx", "%%MatrixMarket matrix coordinate real general\n3 4 3\n"
               "1 4 1\n3 1 2\n3 2 3\n");
  std::string tensor = directory.write("t.tns", "1 1 1 1\n2 3 2 2\n2 2 1 3\n");
  std::string vector = directory.write("v.tns", "1 1.5\n4 2.5\n");
  std::string to = directory.path("a.png");
  auto spy = [&](const std::string &from, const char *method,
                 const char *slice) {
    encke_options options = defaultOptions();
    testing::internal::CaptureStderr();
    int status = encke_spy(from.c_str(), to.c_str(), method, slice,
                           /*alike=*/0, &options);
    std::string message = testing::internal::GetCapturedStderr();
    EXPECT_EQ(status, message.empty() ? 0 : 2);
    return message;
  };
  EXPECT_EQ(spy(matrix, "", ""), "");
  uint32_t width = Image(readFile(to)).width;
  EXPECT_EQ(spy(matrix, "lexi", ""), "");
  EXPECT_GT(Image(readFile(to)).width, width);
  EXPECT_EQ(spy(tensor, "degree", "3=1"), "");
  EXPECT_EQ(spy(tensor, "", ""), "");
  EXPECT_EQ(spy(tensor, "", "1=*"), "");
  // As many slices as are told apart, of more coordinates than these.
  std::string deep = directory.write("d.tns", "1 1 1 1\n2 2 1000 2\n");
  EXPECT_EQ(spy(deep, "", "3=*"), "");
  EXPECT_NE(spy(tensor, "", "4=1").find("has no dimension 4: it has 3"),
            std::string::npos);
  EXPECT_NE(spy(tensor, "", "3=2").find("from 0 to 1"), std::string::npos);
  EXPECT_NE(spy(tensor, "", "3").find("is no part of a slice"),
            std::string::npos);
  EXPECT_NE(spy(matrix, "", "1=0").find("needs two dimensions"),
            std::string::npos);
  EXPECT_NE(spy(vector, "", "").find("needs two dimensions"),
            std::string::npos);
  EXPECT_NE(spy(directory.path("none.mtx"), "", "").find("No such file"),
            std::string::npos);
}

} // namespace
