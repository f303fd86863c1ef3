//===- canvas.cpp - a picture in memory -----------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "picture/canvas.h"

#include "core/error.h"
#include "core/utf8.h"
#include "picture/font.h"
#include "picture/script.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <zlib.h>

using namespace encke::rt;

Color encke::rt::mix(Color from, Color to, double part) {
  auto between = [&](uint8_t a, uint8_t b) {
    return uint8_t(std::lround(a + (b - a) * part));
  };
  return {between(from.red, to.red), between(from.green, to.green),
          between(from.blue, to.blue)};
}

Canvas::Canvas(int width, int height)
    : columns(width), rows(height),
      pixels(size_t(width) * size_t(height) * 3, 255) {}

void Canvas::fill(int x, int y, int width, int height, Color color) {
  int right = std::min(x + width, columns), bottom = std::min(y + height, rows);
  for (int row = std::max(y, 0); row < bottom; ++row)
    for (int column = std::max(x, 0); column < right; ++column) {
      uint8_t *pixel =
          &pixels[(size_t(row) * size_t(columns) + size_t(column)) * 3];
      pixel[0] = color.red;
      pixel[1] = color.green;
      pixel[2] = color.blue;
    }
}

/// Calls `draw` with the column and the row of each dot of the line.
template <typename Draw>
static void forEachDot(const std::string &line, Draw draw) {
  for (size_t place = 0; place != line.size(); ++place)
    for (int row = 0; row != letterHeight; ++row)
      for (int column = 0; column != letterWidth; ++column)
        if (hasDot(line[place], row, column))
          draw(int(place) * (letterWidth + 1) + column, row);
}

void Canvas::text(int x, int y, const std::string &line, Color color,
                  int scale) {
  if (needsScript(line))
    return lines.push_back({x, y, line, color, scale});
  forEachDot(line, [&](int column, int row) {
    fill(x + column * scale, y + row * scale, scale, scale, color);
  });
}

/// What letters of a font measure beside those of dots.
static int fontPixels(int scale) { return 10 * scale; }

/// Letters stand on the seventh row of dots.
static int baseline(int y, int scale) { return y + 7 * scale; }

/// As many letters, where those that are not ASCII are zero bytes.
static std::string withBoxes(const std::string &line) {
  std::string letters;
  const char *end = line.data() + line.size();
  for (const char *p = line.data(); p != end;) {
    size_t length = characterLength(p, end);
    letters += length == 1 ? *p : '\0';
    p += length;
  }
  return letters;
}

void Canvas::draw(const Line &line) {
  auto drawn = drawLine(line.text, fontPixels(line.scale));
  if (!drawn) {
    forEachDot(withBoxes(line.text), [&](int column, int row) {
      fill(line.x + column * line.scale, line.y + row * line.scale, line.scale,
           line.scale, line.color);
    });
    return;
  }
  int top = baseline(line.y, line.scale) - drawn->baseline;
  for (int row = 0; row != drawn->height; ++row)
    for (int column = 0; column != drawn->width; ++column) {
      int x = line.x + column, y = top + row;
      double cover =
          drawn->cover[size_t(row) * size_t(drawn->width) + size_t(column)] /
          255.0;
      if (cover == 0 || x < 0 || y < 0 || x >= columns || y >= rows)
        continue;
      const uint8_t *under =
          &pixels[(size_t(y) * size_t(columns) + size_t(x)) * 3];
      fill(x, y, 1, 1, mix({under[0], under[1], under[2]}, line.color, cover));
    }
}

Canvas Canvas::whole() const {
  Canvas all = *this;
  for (const Line &line : lines)
    all.draw(line);
  return all;
}

void Canvas::textUpwards(int x, int y, const std::string &line, Color color,
                         int scale) {
  forEachDot(line, [&](int column, int row) {
    fill(x + row * scale, y - (column + 1) * scale, scale, scale, color);
  });
}

int Canvas::textWidth(const std::string &line, int scale) {
  if (needsScript(line)) {
    auto drawn = drawLine(line, fontPixels(scale));
    return drawn ? drawn->width : textWidth(withBoxes(line), scale);
  }
  return line.empty() ? 0 : (int(line.size()) * (letterWidth + 1) - 1) * scale;
}

//===----------------------------------------------------------------------===//
// PNG (ISO/IEC 15948)
//===----------------------------------------------------------------------===//

static void addNumber(std::string &to, uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8)
    to += char(number >> shift & 255);
}

/// Length, name, contents, checksum of the last two.
static void addChunk(std::string &to, const char *name,
                     const std::string &contents) {
  addNumber(to, uint32_t(contents.size()));
  std::string body = name + contents;
  to += body;
  addNumber(to, uint32_t(crc32(0, reinterpret_cast<const Bytef *>(body.data()),
                               uInt(body.size()))));
}

/// What zlib makes of it.
static std::string deflated(const std::string &text) {
  uLongf size = compressBound(uLong(text.size()));
  std::string data(size, '\0');
  int status = compress2(reinterpret_cast<Bytef *>(&data[0]), &size,
                         reinterpret_cast<const Bytef *>(text.data()),
                         uLong(text.size()), Z_BEST_COMPRESSION);
  if (status != Z_OK)
    throw Error("zlib fails with status " + std::to_string(status));
  data.resize(size);
  return data;
}

std::string Canvas::png() const { return whole().pngOfPixels(); }

std::string Canvas::pngOfPixels() const {
  std::string header;
  addNumber(header, uint32_t(columns));
  addNumber(header, uint32_t(rows));
  // Eight bits a colour, red, green and blue, and the only methods there are.
  header += std::string("\x08\x02\x00\x00\x00", 5);

  std::string scanlines; // each after the number of its filter: none
  size_t bytes = size_t(columns) * 3;
  for (size_t row = 0; row != size_t(rows); ++row) {
    scanlines += '\0';
    scanlines.append(reinterpret_cast<const char *>(&pixels[row * bytes]),
                     bytes);
  }
  std::string file = "\x89PNG\r\n\x1a\n";
  addChunk(file, "IHDR", header);
  addChunk(file, "IDAT", deflated(scanlines));
  addChunk(file, "IEND", "");
  return file;
}

//===----------------------------------------------------------------------===//
// SVG and PDF, which have the picture inside
//===----------------------------------------------------------------------===//

/// RFC 4648.
static std::string base64(const std::string &bytes) {
  static constexpr char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t at = 0; at < bytes.size(); at += 3) {
    uint32_t three = 0;
    for (size_t n = 0; n != 3; ++n)
      three = three << 8 |
              (at + n < bytes.size() ? uint8_t(bytes[at + n]) : uint32_t(0));
    for (int n = 0; n != 4; ++n)
      text += at + size_t(n) <= bytes.size()
                  ? digits[three >> (18 - 6 * n) & 63]
                  : '=';
  }
  return text;
}

/// As the text of an element.
static std::string escaped(const std::string &text) {
  std::string result;
  for (char c : text)
    result += c == '<'   ? "&lt;"
              : c == '>' ? "&gt;"
              : c == '&' ? "&amp;"
                         : std::string(1, c);
  return result;
}

std::string Canvas::svg() const {
  std::string text;
  for (const Line &line : lines) {
    char color[8];
    std::snprintf(color, sizeof(color), "#%02x%02x%02x", line.color.red,
                  line.color.green, line.color.blue);
    text += "<text x=\"" + std::to_string(line.x) + "\" y=\"" +
            std::to_string(baseline(line.y, line.scale)) +
            "\" font-family=\"sans-serif\" font-size=\"" +
            std::to_string(fontPixels(line.scale)) + "\" fill=\"" + color +
            "\">" + escaped(line.text) + "</text>\n";
  }
  std::string size = "width=\"" + std::to_string(columns) + "\" height=\"" +
                     std::to_string(rows) + "\"";
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" " + size + ">\n<image " +
         size + " image-rendering=\"pixelated\" href=\"data:image/png;base64," +
         base64(pngOfPixels()) + "\"/>\n" + text + "</svg>\n";
}

/// ISO 32000: five objects, and where each begins.
std::string Canvas::pdf() const {
  std::string width = std::to_string(columns), height = std::to_string(rows);
  Canvas all = whole();
  std::string image = deflated(std::string(
      reinterpret_cast<const char *>(all.pixels.data()), all.pixels.size()));
  std::string page = width + " 0 0 " + height + " 0 0 cm /I Do";
  auto stream = [](const std::string &entries, const std::string &content) {
    return "<< " + entries + " /Length " + std::to_string(content.size()) +
           " >>\nstream\n" + content + "\nendstream";
  };
  std::string objects[] = {
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 " + width + " " + height +
          "] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>",
      stream("", page),
      stream("/Type /XObject /Subtype /Image /Width " + width + " /Height " +
                 height +
                 " /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter "
                 "/FlateDecode",
             image)};
  std::string file = "%PDF-1.4\n", places;
  int number = 0;
  for (const std::string &object : objects) {
    char place[24];
    std::snprintf(place, sizeof(place), "%010zu 00000 n \n", file.size());
    places += place;
    file += std::to_string(++number) + " 0 obj\n" + object + "\nendobj\n";
  }
  std::string start = std::to_string(file.size());
  std::string count = std::to_string(number + 1);
  return file + "xref\n0 " + count + "\n0000000000 65535 f \n" + places +
         "trailer\n<< /Size " + count + " /Root 1 0 R >>\nstartxref\n" + start +
         "\n%%EOF\n";
}
