//===- PictureTest.cpp - pictures of patterns -----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

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
    int status = encke_spy(from.c_str(), to.c_str(), method, slice, &options);
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
