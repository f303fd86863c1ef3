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
#include "picture/spy.h"
#include "reorder/measures.h"
#include "storage/expand.h"

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
  SpyFile(const encke_file &file, const encke_tensor &tensor,
          const char *slice);

  Canvas draw(const std::string &method) const;

private:
  void readSlice(const std::string &slice);
  bool isDrawn(int64_t element) const;
  bool isShown(size_t mode) const {
    return mode == drawn[0] || mode == drawn[1];
  }
  SpyPanel panelOf(const Permutations *numbers) const;
  std::string heading() const;
  std::string axisName(size_t mode) const;
  const Permutation &numbersOf(const Permutations &numbers, size_t mode) const {
    return numbers[size_t(what->families[mode])];
  }

  std::string name;
  Coordinates all;
  std::optional<Renumbering> what; ///< where it can be reordered
  std::vector<int64_t> fixed;      ///< by mode: a coordinate, or -1
  std::vector<size_t> drawn;       ///< the modes of rows and columns
};

} // namespace

SpyFile::SpyFile(const encke_file &file, const encke_tensor &tensor,
                 const char *slice)
    : name(file.path()), all(tensor), fixed(all.order(), -1) {
  if (all.pattern)
    what.emplace(usualRenumbering(*all.pattern));
  name.erase(0, name.rfind('/') + 1);
  readSlice(slice);
  for (size_t mode = 0; mode != fixed.size() && drawn.size() != 2; ++mode)
    if (fixed[mode] < 0)
      drawn.push_back(mode);
  if (drawn.size() < 2)
    throw Error("a picture needs two dimensions that the slice leaves open");
}

/// "3=5,4=0": coordinate 5 of dimension 3, 0 of dimension 4.
void SpyFile::readSlice(const std::string &slice) {
  std::istringstream parts(slice);
  for (std::string part; std::getline(parts, part, ',');) {
    std::istringstream numbers(part);
    int64_t dimension = 0, coordinate = -1;
    char equals = 0, more = 0;
    if (!(numbers >> dimension >> equals >> coordinate) || equals != '=' ||
        numbers >> more)
      throw Error("'" + part +
                  "' is no part of a slice: write '3=5' for "
                  "coordinate 5 of dimension 3");
    if (dimension < 1 || dimension > int64_t(fixed.size()))
      throw Error("the tensor has no dimension " + std::to_string(dimension) +
                  ": it has " + std::to_string(fixed.size()));
    int64_t size = all.sizes[size_t(dimension - 1)];
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

/// Renumbered, or as in the file.
SpyPanel SpyFile::panelOf(const Permutations *numbers) const {
  SpyPanel panel;
  panel.rows = all.sizes[drawn[0]];
  panel.columns = all.sizes[drawn[1]];
  auto numberOf = [&](size_t mode, int64_t element) {
    int64_t old = all.at(mode, element);
    return numbers ? int64_t(numbersOf(*numbers, mode)[old]) : old;
  };
  for (int64_t e = 0; e != all.count; ++e)
    if (isDrawn(e)) {
      panel.row.push_back(numberOf(drawn[0], e));
      panel.column.push_back(numberOf(drawn[1], e));
    }
  for (size_t mode = 0; mode != fixed.size(); ++mode)
    if (!isShown(mode) && fixed[mode] < 0)
      panel.depth *= double(all.sizes[mode]);
  if (all.order() != 2 || !numbers) {
    panel.subtitle = std::to_string(panel.row.size()) + " elements drawn";
    return panel;
  }
  OrderMeasures measures =
      measureOrder(*all.pattern, numbersOf(*numbers, drawn[0]),
                   numbersOf(*numbers, drawn[1]));
  panel.subtitle = "bandwidth " + std::to_string(measures.bandwidth) +
                   ", profile " + std::to_string(measures.profile);
  return panel;
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
    else if (!isShown(mode))
      text += ", all of " + axisName(mode);
  return text;
}

Canvas SpyFile::draw(const std::string &method) const {
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
} request;

/// The file of a picture, by the extension of its name.
static std::string encode(const Canvas &canvas, const std::string &name) {
  if (hasExtension(name, ".svg"))
    return canvas.svg();
  if (hasExtension(name, ".pdf"))
    return canvas.pdf();
  return canvas.png();
}

static void writeSpy(const encke_file &file, const encke_tensor &tensor) {
  std::string picture = encode(
      SpyFile(file, tensor, request.slice).draw(request.method), request.to);
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
              const char *slice, const encke_options *options) {
  request = {path, to, method, slice};
  return encke_main(
      [] {
        encke_file *file = encke_file_path(request.path, nullptr);
        encke_tensor *tensor = readWhole(file);
        guarded(nullptr, [&] { writeSpy(*file, *tensor); });
      },
      options, nullptr, 0);
}
