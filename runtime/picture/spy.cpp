//===- spy.cpp - pictures of patterns -------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "picture/spy.h"

#include "picture/font.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdio>

using namespace encke::rt;

namespace {

constexpr int textScale = 2, headingScale = 3;
constexpr int lineHeight = 11 * textScale;
constexpr int longestSide = 640, shortestSide = 24; ///< of a panel, in pixels
constexpr int shortestLongSide = 160, widestGrid = 1000;
constexpr int mostCell = 32, tickLength = 6, gap = 2 * lineHeight;
constexpr Color ink = {40, 40, 40}, pale = {110, 110, 110},
                frame = {150, 150, 150}, thin = {158, 197, 244},
                dense = {8, 32, 92};

/// One axis of a panel: coordinates to bins to pixels.
struct Axis {
  int64_t size = 0;
  bool isEmpty = false; ///< has no coordinate; it is drawn as if it had one
  int bins = 0;         ///< several coordinates each, where there is no room
  int pixels = 0;       ///< of all

  int64_t binOf(int64_t coordinate) const {
    // A double may round the last coordinate to the size.
    return std::min<int64_t>(bins - 1,
                             int64_t(double(coordinate) * bins / double(size)));
  }
  int begin(int64_t bin) const { return int(bin * pixels / bins); }
  int place(int64_t coordinate) const {
    return int(double(coordinate) * pixels / double(size));
  }
  double coordinatesOfBin() const { return double(size) / bins; }
};

/// How many elements fall into each pair of bins.
class Grid {
public:
  Grid(const SpyPanel &panel, const Axis &down, const Axis &across)
      : down(down), across(across), depth(panel.depth),
        counts(size_t(down.bins) * size_t(across.bins)) {
    for (size_t e = 0; e != panel.row.size(); ++e)
      ++counts[size_t(down.binOf(panel.row[e]) * across.bins +
                      across.binOf(panel.column[e]))];
  }

  /// Of the coordinates of a bin, those that are elements.
  double density(int64_t row, int64_t column) const {
    return std::min(
        1.0, double(counts[size_t(row * across.bins + column)]) /
                 (down.coordinatesOfBin() * across.coordinatesOfBin() * depth));
  }

  /// How many pairs of bins have elements.
  int64_t filled() const {
    return int64_t(counts.size()) -
           std::count(counts.begin(), counts.end(), int64_t(0));
  }

private:
  const Axis &down, &across;
  double depth;
  std::vector<int64_t> counts;
};

class SpyPicture {
public:
  SpyPicture(const std::string &heading, const std::string &rowsAre,
             const std::string &columnsAre,
             const std::vector<SpyPanel> &panels);

  Canvas draw();

private:
  void layOut();
  void findScale();
  bool hasScale() const { return least < most; }
  Color colorOf(double density) const;
  void drawPanel(Canvas &canvas, const SpyPanel &panel, const Grid &grid,
                 int left, int top) const;
  void drawTicks(Canvas &canvas, int left, int top) const;
  void drawScale(Canvas &canvas, int left, int top) const;

  std::string heading, rowsAre, columnsAre;
  const std::vector<SpyPanel> &panels;
  Axis down, across;
  std::vector<Grid> grids;
  double least = 1, most = 0; ///< densities that occur
  int rowTicks = 0;           ///< pixels that the numbers of rows take
  int gridColumns = 1, gridRows = 1;
  int panelWidth = 0, panelHeight = 0;
  int aboveGrid = 0, abovePanel = 0; ///< pixels for what is written there
};

} // namespace

/// Both axes have the same scale, unless one would be too short to be seen.
static Axis makeAxis(int64_t size, int64_t longest, int longestSide) {
  Axis axis;
  axis.size = std::max<int64_t>(size, 1);
  axis.isEmpty = size == 0;
  if (longest <= longestSide) {
    axis.bins = int(axis.size);
    axis.pixels =
        axis.bins * int(std::min<int64_t>(mostCell, longestSide / longest));
  } else {
    double share = double(axis.size) / double(longest);
    axis.pixels = std::max(shortestSide, int(std::lround(longestSide * share)));
    axis.bins = int(std::min<int64_t>(axis.size, axis.pixels));
  }
  axis.pixels = std::max(axis.pixels, shortestSide);
  return axis;
}

/// 1, 2 or 5 times a power of ten: about five ticks.
static int64_t tickStep(int64_t size) {
  int64_t step = 1;
  for (int factor = 0; size / step > 6; ++factor)
    step = factor % 3 == 1 ? step / 2 * 5 : step * 2;
  return step;
}

static std::vector<int64_t> ticksOf(const Axis &axis) {
  std::vector<int64_t> ticks;
  if (axis.isEmpty)
    return ticks;
  for (int64_t at = 0; at < axis.size; at += tickStep(axis.size))
    ticks.push_back(at);
  return ticks;
}

static std::string percent(double density) {
  char text[32];
  double value = 100 * density;
  std::snprintf(text, sizeof(text), value < 0.001 ? "%.1e %%" : "%.3g %%",
                value);
  return text;
}

SpyPicture::SpyPicture(const std::string &heading, const std::string &rowsAre,
                       const std::string &columnsAre,
                       const std::vector<SpyPanel> &panels)
    : heading(heading), rowsAre(rowsAre), columnsAre(columnsAre),
      panels(panels) {
  int64_t longest = std::max({panels[0].rows, panels[0].columns, int64_t(1)});
  // Two panels stand side by side, more of them in a square.
  auto count = int(panels.size());
  gridColumns = count;
  if (count > 2)
    gridColumns = int(std::ceil(std::sqrt(count)));
  gridRows = (count + gridColumns - 1) / gridColumns;
  int side = count > 2 ? std::max(shortestLongSide, widestGrid / gridColumns)
                       : longestSide;
  down = makeAxis(panels[0].rows, longest, side);
  across = makeAxis(panels[0].columns, longest, side);
  for (const SpyPanel &panel : panels)
    grids.emplace_back(panel, down, across);
  findScale();
  layOut();
}

void SpyPicture::findScale() {
  for (const Grid &grid : grids)
    for (int64_t row = 0; row != down.bins; ++row)
      for (int64_t column = 0; column != across.bins; ++column)
        if (double density = grid.density(row, column); density > 0) {
          least = std::min(least, density);
          most = std::max(most, density);
        }
}

/// Logarithmic; what is thin is still well seen on white.
Color SpyPicture::colorOf(double density) const {
  if (!hasScale())
    return mix(thin, dense, 0.7);
  return mix(thin, dense, std::log(density / least) / std::log(most / least));
}

void SpyPicture::layOut() {
  std::vector<int64_t> ticks = ticksOf(down);
  std::string last = ticks.empty() ? "" : std::to_string(ticks.back());
  rowTicks = Canvas::textWidth(last, textScale) + 2 * tickLength;
  int widest = across.pixels;
  for (const SpyPanel &panel : panels)
    widest = std::max({widest, Canvas::textWidth(panel.title, textScale),
                       Canvas::textWidth(panel.subtitle, textScale)});
  panelWidth = lineHeight + rowTicks + widest + gap;
  // Title, subtitle, name of the columns, their numbers.
  abovePanel = 4 * lineHeight + 3 * tickLength;
  aboveGrid = gap / 2 + 11 * headingScale;
  int below = std::max(down.pixels, Canvas::textWidth(rowsAre, textScale));
  panelHeight = abovePanel + below + gap / 2;
}

void SpyPicture::drawTicks(Canvas &canvas, int left, int top) const {
  // A coordinate of several pixels has its number at its middle.
  auto middle = [](const Axis &axis, int64_t at) {
    return (axis.place(at) + std::max(axis.place(at), axis.place(at + 1) - 1)) /
           2;
  };
  int letters = letterHeight * textScale;
  // Of numbers that have no room beside each other the later ones are left out.
  int free = INT_MIN;
  for (int64_t at : ticksOf(across)) {
    std::string number = std::to_string(at);
    int x = left + middle(across, at);
    int width = Canvas::textWidth(number, textScale);
    canvas.fill(x, top - tickLength, 1, tickLength, pale);
    if (x - width / 2 < free)
      continue;
    canvas.text(x - width / 2, top - 2 * tickLength - letters, number, pale,
                textScale);
    free = x - width / 2 + width + letters / 2;
  }
  free = INT_MIN;
  for (int64_t at : ticksOf(down)) {
    std::string number = std::to_string(at);
    int y = top + middle(down, at);
    canvas.fill(left - tickLength, y, tickLength, 1, pale);
    if (y < free)
      continue;
    free = y + letters + tickLength;
    canvas.text(left - 2 * tickLength - Canvas::textWidth(number, textScale),
                y - letters / 2, number, pale, textScale);
  }
}

void SpyPicture::drawPanel(Canvas &canvas, const SpyPanel &panel,
                           const Grid &grid, int left, int top) const {
  int title = top - abovePanel;
  canvas.text(left, title, panel.title, ink, textScale);
  canvas.text(left, title + lineHeight, panel.subtitle, pale, textScale);
  canvas.text(left, title + 2 * lineHeight + tickLength / 2, columnsAre, ink,
              textScale);
  canvas.textUpwards(left - rowTicks - lineHeight,
                     top + Canvas::textWidth(rowsAre, textScale), rowsAre, ink,
                     textScale);
  canvas.fill(left - 1, top - 1, across.pixels + 2, down.pixels + 2, frame);
  canvas.fill(left, top, across.pixels, down.pixels, {255, 255, 255});
  constexpr int mark = 4;
  constexpr int64_t few = 400; ///< of which larger marks hide no others
  bool isSparse = grid.filled() <= few;
  for (int64_t row = 0; row != down.bins; ++row)
    for (int64_t column = 0; column != across.bins; ++column) {
      double density = grid.density(row, column);
      if (density == 0)
        continue;
      int x = across.begin(column), y = down.begin(row);
      int width = across.begin(column + 1) - x;
      int height = down.begin(row + 1) - y;
      if (isSparse && std::min(width, height) < mark) {
        // A pixel or two would not be seen.
        x = std::clamp(x - (mark - width) / 2, 0, across.pixels - mark);
        y = std::clamp(y - (mark - height) / 2, 0, down.pixels - mark);
        canvas.fill(left + x, top + y, mark, mark, dense);
        continue;
      }
      // Squares that are large enough stand apart.
      int space = std::min(width, height) >= 5 ? 1 : 0;
      canvas.fill(left + x, top + y, width - space, height - space,
                  colorOf(density));
    }
  if (down.isEmpty || across.isEmpty)
    canvas.text(left + tickLength, top + tickLength, "empty", pale, textScale);
  drawTicks(canvas, left, top);
}

void SpyPicture::drawScale(Canvas &canvas, int left, int top) const {
  constexpr int width = 20, height = 200;
  canvas.text(left, top - lineHeight, "density, log scale", ink, textScale);
  for (int y = 0; y != height; ++y)
    canvas.fill(left, top + y, width, 1,
                mix(dense, thin, double(y) / (height - 1)));
  int letters = letterHeight * textScale;
  for (int part : {0, 1, 2})
    canvas.text(left + width + tickLength, top + part * (height - letters) / 2,
                percent(most * std::pow(least / most, part / 2.0)), pale,
                textScale);
}

Canvas SpyPicture::draw() {
  int scale = hasScale() ? Canvas::textWidth("density, log scale", textScale) +
                               lineHeight
                         : 0;
  int bottom = aboveGrid + gridRows * panelHeight;
  if (hasScale())
    bottom = std::max(bottom, aboveGrid + abovePanel + 200 + gap / 2);
  int width = std::max(gap / 2 + gridColumns * panelWidth + scale,
                       gap + Canvas::textWidth(heading, headingScale));
  Canvas canvas(width, bottom);
  canvas.text(gap / 2, gap / 4, heading, ink, headingScale);
  int left = gap / 2 + lineHeight + rowTicks, top = aboveGrid + abovePanel;
  for (size_t p = 0; p != panels.size(); ++p)
    drawPanel(canvas, panels[p], grids[p],
              left + int(p) % gridColumns * panelWidth,
              top + int(p) / gridColumns * panelHeight);
  if (hasScale())
    drawScale(canvas, gap / 2 + gridColumns * panelWidth, top);
  return canvas;
}

Canvas encke::rt::drawSpy(const std::string &heading,
                          const std::string &rowsAre,
                          const std::string &columnsAre,
                          const std::vector<SpyPanel> &panels) {
  return SpyPicture(heading, rowsAre, columnsAre, panels).draw();
}
