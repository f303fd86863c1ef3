//===- spy_file.cpp - the picture of a data file --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "io/atomic_file.h"
#include "io/extension.h"
#include "io/whole_file.h"
#include "picture/script.h"
#include "picture/spy.h"
#include "reorder/measures.h"
#include "storage/expand.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <sstream>

using namespace encke::rt;

namespace {

/// Coordinates of elements, of 32 or 64 bits.
struct Coordinates {
  explicit Coordinates(const encke_tensor &tensor)
      : sizes(tensor.sizes, tensor.sizes + tensor.order) {
    if (canReorder(tensor))
      pattern = patternOf(tensor);
    else
      wide = expand<int64_t>(tensor);
    count = pattern ? pattern->count : wide.values.size();
  }
  size_t order() const { return sizes.size(); }
  int64_t at(size_t mode, int64_t element) const {
    return pattern ? pattern->modes[mode][element] : wide.modes[mode][element];
  }

  std::vector<int64_t> sizes;
  int64_t count = 0;
  /// Of what can be reordered; of other tensors these:
  std::optional<Pattern> pattern;
  Expanded<int64_t> wide;
};

/// A file's tensor, and which part of it is drawn.
class SpyFile {
public:
  SpyFile(const encke_file &file, const encke_tensor &tensor, const char *slice,
          bool alike);

  Canvas draw(const std::string &method) const;

private:
  void readSlice(const std::string &slice);
  bool isDrawn(int64_t element) const;
  bool isShown(size_t mode) const {
    return mode == drawn[0] || mode == drawn[1];
  }
  SpyPanel emptyPanel() const;
  SpyPanel panelOf(const Permutations *numbers) const;
  std::vector<SpyPanel> slices() const;
  std::string countOf(const SpyPanel &panel) const;
  std::string heading() const;
  std::string axisName(size_t mode) const;
  const Permutation &numbersOf(const Permutations &numbers, size_t mode) const {
    return numbers[size_t(what->families[mode])];
  }

  std::string name;
  Coordinates all;
  std::optional<Renumbering> what; ///< where it can be reordered
  std::vector<int64_t> fixed;      ///< by mode: a coordinate, or -1
  std::optional<size_t> along;     ///< the mode with a panel for each slice
  std::vector<size_t> drawn;       ///< the modes of rows and columns
};

} // namespace

SpyFile::SpyFile(const encke_file &file, const encke_tensor &tensor,
                 const char *slice, bool alike)
    : name(file.path()), all(tensor), fixed(all.order(), -1) {
  if (alike && (all.order() != 2 || all.sizes[0] != all.sizes[1]))
    throw Error("only the rows and columns of a square matrix can be "
                "renumbered alike (--alike)");
  if (all.pattern && alike)
    what.emplace(Renumbering{*all.pattern, {0, 0}, 1});
  else if (all.pattern)
    what.emplace(usualRenumbering(*all.pattern));
  name.erase(0, name.rfind('/') + 1);
  readSlice(slice);
  for (size_t mode = 0; mode != fixed.size() && drawn.size() != 2; ++mode)
    if (fixed[mode] < 0 && along != mode)
      drawn.push_back(mode);
  if (drawn.size() < 2)
    throw Error("a picture needs two dimensions that the slice leaves open");
}

/// "3=5,4=*": coordinate 5 of dimension 3, each of dimension 4.
void SpyFile::readSlice(const std::string &slice) {
  std::istringstream parts(slice);
  for (std::string part; std::getline(parts, part, ',');) {
    std::istringstream numbers(part);
    int64_t dimension = 0, coordinate = -1;
    char equals = 0, more = 0;
    bool isGood = bool(numbers >> dimension >> equals) && equals == '=';
    bool isEach = isGood && (numbers >> std::ws).peek() == '*';
    isGood &= isEach ? bool(numbers >> more) : bool(numbers >> coordinate);
    if (!isGood || numbers >> more)
      throw Error("'" + part +
                  "' is no part of a slice: write '3=5' for coordinate 5 of "
                  "dimension 3, '3=*' for a picture of each");
    if (isEach && along)
      throw Error("slices along one dimension are drawn, not along two");
    if (dimension < 1 || dimension > int64_t(fixed.size()))
      throw Error("the tensor has no dimension " + std::to_string(dimension) +
                  ": it has " + std::to_string(fixed.size()));
    int64_t size = all.sizes[size_t(dimension - 1)];
    if (isEach) {
      along = size_t(dimension - 1);
      continue;
    }
    if (coordinate < 0 || coordinate >= size)
      throw Error("dimension " + std::to_string(dimension) +
                  " has no coordinate " + std::to_string(coordinate) +
                  ": they go from 0 to " + std::to_string(size - 1));
    fixed[size_t(dimension - 1)] = coordinate;
  }
}

bool SpyFile::isDrawn(int64_t element) const {
  for (size_t mode = 0; mode != fixed.size(); ++mode)
    if (fixed[mode] >= 0 && all.at(mode, element) != fixed[mode])
      return false;
  return true;
}

/// Without elements, and one slice deep where there are slices.
SpyPanel SpyFile::emptyPanel() const {
  SpyPanel panel;
  panel.rows = all.sizes[drawn[0]];
  panel.columns = all.sizes[drawn[1]];
  for (size_t mode = 0; mode != fixed.size(); ++mode)
    if (!isShown(mode) && fixed[mode] < 0 && along != mode)
      panel.depth *= double(all.sizes[mode]);
  return panel;
}

/// Renumbered, or as in the file.
SpyPanel SpyFile::panelOf(const Permutations *numbers) const {
  SpyPanel panel = emptyPanel();
  auto numberOf = [&](size_t mode, int64_t element) {
    int64_t old = all.at(mode, element);
    return numbers ? int64_t(numbersOf(*numbers, mode)[old]) : old;
  };
  for (int64_t e = 0; e != all.count; ++e)
    if (isDrawn(e)) {
      panel.row.push_back(numberOf(drawn[0], e));
      panel.column.push_back(numberOf(drawn[1], e));
    }
  if (all.order() != 2 || !numbers) {
    panel.subtitle = countOf(panel);
    return panel;
  }
  OrderMeasures measures =
      measureOrder(*all.pattern, numbersOf(*numbers, drawn[0]),
                   numbersOf(*numbers, drawn[1]));
  panel.subtitle = "bandwidth " + std::to_string(measures.bandwidth) +
                   ", profile " + std::to_string(measures.profile);
  return panel;
}

std::string SpyFile::countOf(const SpyPanel &panel) const {
  return std::to_string(panel.row.size()) + " elements drawn";
}

/// A panel for each coordinate of a dimension, or for some that follow each
/// other where there are many.
std::vector<SpyPanel> SpyFile::slices() const {
  constexpr int64_t most = 25;
  int64_t size = all.sizes[*along], count = std::clamp<int64_t>(size, 1, most);
  std::vector<SpyPanel> panels(size_t(count), emptyPanel());
  auto firstOf = [&](int64_t n) {
    return size / count * n + std::min(n, size % count);
  };
  for (int64_t n = 0; n != count; ++n) {
    SpyPanel &panel = panels[size_t(n)];
    int64_t first = firstOf(n), length = firstOf(n + 1) - first;
    panel.title = axisName(*along) + " = " + std::to_string(first);
    if (length > 1)
      panel.title += " to " + std::to_string(first + length - 1);
    panel.depth *= double(std::max<int64_t>(length, 1));
  }
  for (int64_t e = 0; e != all.count; ++e) {
    if (!isDrawn(e))
      continue;
    // The first panels have one coordinate more where the size does not divide.
    int64_t at = all.at(*along, e), wide = size / count + 1;
    int64_t n = at < wide * (size % count)
                    ? at / wide
                    : (at - size % count) / (size / count);
    SpyPanel &panel = panels[size_t(n)];
    panel.row.push_back(all.at(drawn[0], e));
    panel.column.push_back(all.at(drawn[1], e));
  }
  for (SpyPanel &panel : panels)
    panel.subtitle = countOf(panel);
  return panels;
}

std::string SpyFile::axisName(size_t mode) const {
  if (all.order() == 2)
    return mode == 0 ? "row" : "column";
  return "dimension " + std::to_string(mode + 1);
}

std::string SpyFile::heading() const {
  std::string text = name + ": " + sizesText(all.sizes) + ", " +
                     std::to_string(all.count) + " elements";
  double volume = 1;
  for (int64_t size : all.sizes)
    volume *= double(size);
  if (volume > 0) {
    char density[32];
    std::snprintf(density, sizeof(density), ", density %.3g %%",
                  100 * double(all.count) / volume);
    text += density;
  }
  for (size_t mode = 0; mode != fixed.size(); ++mode)
    if (fixed[mode] >= 0)
      text += ", " + axisName(mode) + " = " + std::to_string(fixed[mode]);
    else if (!isShown(mode) && along != mode)
      text += ", all of " + axisName(mode);
  return text;
}

Canvas SpyFile::draw(const std::string &method) const {
  if (along) {
    if (!method.empty())
      throw Error("not supported yet: slices of a reordered tensor");
    return drawSpy(heading(), axisName(drawn[0]), axisName(drawn[1]), slices());
  }
  std::vector<SpyPanel> panels;
  auto add = [&](const std::string &by) {
    Permutations numbers = orderBy(by, *what, 0);
    panels.push_back(panelOf(&numbers));
  };
  if (what)
    add("none");
  else if (method.empty())
    panels.push_back(panelOf(nullptr));
  else
    throw Error("not supported yet: a picture of a reordered tensor with a "
                "dimension, or elements, of more than 2^31 - 1");
  panels[0].title = "as in the file";
  if (!method.empty()) {
    add(method);
    panels[1].title = "reordered by " + method +
                      (all.order() != 2   ? ""
                       : what->count == 1 ? ", rows and columns alike"
                                          : ", rows and columns apart");
  }
  return drawSpy(heading(), axisName(drawn[0]), axisName(drawn[1]), panels);
}

static struct {
  const char *path, *to, *method, *slice;
  bool alike;
} request;

/// The file of a picture, by the extension of its name.
static std::string encode(const Canvas &canvas, const std::string &name) {
  if (hasExtension(name, ".svg"))
    return canvas.svg();
  if (hasExtension(name, ".pdf"))
    return canvas.pdf();
  return canvas.png();
}

static void warnOfBoxes(const std::string &name) {
  bool isText = hasExtension(request.to, ".svg");
  if (isText || !needsScript(name) || drawLine(name, 10))
    return;
  Context::current().say(
      {Remark::Warning, "",
       "the title has letters that only Pango draws, which is not installed "
       "(Debian: libpangocairo-1.0-0): they are boxes; an .svg has them as "
       "text"});
}

static void writeSpy(const encke_file &file, const encke_tensor &tensor) {
  SpyFile drawn(file, tensor, request.slice, request.alike);
  warnOfBoxes(file.path());
  std::string picture = encode(drawn.draw(request.method), request.to);
  if (std::string(request.to) == "-") {
    Context::current().out << picture;
    return;
  }
  AtomicFile target(request.to);
  StreamSink sink(target.stream());
  auto out = std::make_unique<Output>(sink, request.to);
  *out << picture;
  out->flush();
  target.commit();
}

int encke_spy(const char *path, const char *to, const char *method,
              const char *slice, int32_t alike, const encke_options *options) {
  request = {path, to, method, slice, alike != 0};
  return encke_main(
      [] {
        encke_file *file = encke_file_path(request.path, nullptr);
        encke_tensor *tensor = readWhole(file);
        guarded(nullptr, [&] { writeSpy(*file, *tensor); });
      },
      options, nullptr, 0);
}
