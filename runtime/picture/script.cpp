//===- script.cpp - letters of any script ---------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pango finds fonts, joins letters and turns lines as their script has it, and
// Cairo makes pixels of them. Of both only what is called is declared here, as
// their headers have it: neither need be there to build Encke, and a picture
// whose text is ASCII needs none of them.
//
//===----------------------------------------------------------------------===//

#include "picture/script.h"

#include "core/library.h"
#include "core/utf8.h"

#include <algorithm>

namespace encke::rt {

bool needsScript(const std::string &line) {
  const char *end = line.data() + line.size();
  bool isPlain = true;
  for (const char *p = line.data(); p != end;) {
    size_t length = characterLength(p, end);
    if (length == 0)
      return false;
    isPlain &= length == 1;
    p += length;
  }
  return !isPlain;
}

namespace {

class Pango {
public:
  Pango()
      : cairo("libcairo.so.2"), pango("libpango-1.0.so.0"),
        both("libpangocairo-1.0.so.0"), objects("libgobject-2.0.so.0") {
    isThere = cairo.find(newSurface, "cairo_image_surface_create") &&
              cairo.find(flush, "cairo_surface_flush") &&
              cairo.find(data, "cairo_image_surface_get_data") &&
              cairo.find(stride, "cairo_image_surface_get_stride") &&
              cairo.find(freeSurface, "cairo_surface_destroy") &&
              cairo.find(newCairo, "cairo_create") &&
              cairo.find(freeCairo, "cairo_destroy") &&
              pango.find(newFont, "pango_font_description_from_string") &&
              pango.find(setSize, "pango_font_description_set_absolute_size") &&
              pango.find(freeFont, "pango_font_description_free") &&
              pango.find(setFont, "pango_layout_set_font_description") &&
              pango.find(setText, "pango_layout_set_text") &&
              pango.find(size, "pango_layout_get_pixel_size") &&
              pango.find(baseline, "pango_layout_get_baseline") &&
              both.find(newLayout, "pango_cairo_create_layout") &&
              both.find(show, "pango_cairo_show_layout") &&
              objects.find(unref, "g_object_unref");
  }

  /// Draws onto a surface of that size, if that is large enough.
  DrawnLine draw(const std::string &line, int pixels, int width,
                 int height) const;

  bool isThere;

private:
  /// Pango's unit of length, of a pixel.
  static constexpr int unit = 1024;
  enum Format { A8 = 2 }; ///< a byte of each pixel

  LoadedLibrary cairo, pango, both, objects;
  void *(*newSurface)(int format, int width, int height);
  void (*flush)(void *surface);
  unsigned char *(*data)(void *surface);
  int (*stride)(void *surface);
  void (*freeSurface)(void *surface);
  void *(*newCairo)(void *surface);
  void (*freeCairo)(void *);
  void *(*newFont)(const char *name);
  void (*setSize)(void *font, double size);
  void (*freeFont)(void *font);
  void (*setFont)(void *layout, const void *font);
  void (*setText)(void *layout, const char *text, int length);
  void (*size)(void *layout, int *width, int *height);
  int (*baseline)(void *layout);
  void *(*newLayout)(void *cairo);
  void (*show)(void *cairo, void *layout);
  void (*unref)(void *object);
};

} // namespace

DrawnLine Pango::draw(const std::string &line, int pixels, int width,
                      int height) const {
  DrawnLine drawn;
  void *surface = newSurface(A8, width, height), *on = newCairo(surface);
  void *layout = newLayout(on), *font = newFont("Sans");
  setSize(font, double(pixels) * unit);
  setFont(layout, font);
  setText(layout, line.data(), int(line.size()));
  size(layout, &drawn.width, &drawn.height);
  drawn.baseline = baseline(layout) / unit;
  if (drawn.width <= width && drawn.height <= height) {
    show(on, layout);
    flush(surface);
    const unsigned char *from = data(surface);
    int step = stride(surface);
    drawn.width = width;
    drawn.height = height;
    for (int row = 0; from && row != height; ++row)
      drawn.cover.insert(drawn.cover.end(), from + row * step,
                         from + row * step + width);
  }
  freeFont(font);
  unref(layout);
  freeCairo(on);
  freeSurface(surface);
  return drawn;
}

std::optional<DrawnLine> drawLine(const std::string &line, int pixels) {
  static const Pango pango;
  constexpr int most = 1 << 14; // pixels that a line may take
  if (!pango.isThere)
    return std::nullopt;
  DrawnLine size = pango.draw(line, pixels, 1, 1);
  DrawnLine drawn = pango.draw(line, pixels, std::clamp(size.width, 1, most),
                               std::clamp(size.height, 1, most));
  if (drawn.cover.empty())
    return std::nullopt;
  return drawn;
}

} // namespace encke::rt
