//===- spy_file.cpp - the picture of a data file --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "io/atomic_file.h"
#include "io/whole_file.h"
#include "picture/spy.h"
#include "reorder/measures.h"

#include <cstdio>
#include <sstream>

using namespace encke::rt;

namespace {

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
  SpyPanel panelOf(const Permutations &numbers) const;
  std::string heading() const;
  std::string axisName(size_t mode) const;
  const Permutation &numbersOf(const Permutations &numbers, size_t mode) const {
    return numbers[size_t(what.families[mode])];
  }

  std::string name;
  Pattern pattern;
  Renumbering what;
  std::vector<int64_t> fixed; ///< by mode: a coordinate, or -1
  std::vector<size_t> drawn;  ///< the modes of rows and columns
};

} // namespace

SpyFile::SpyFile(const encke_file &file, const encke_tensor &tensor,
                 const char *slice)
    : name(file.path()), pattern(patternOf(tensor)),
      what(usualRenumbering(pattern)), fixed(pattern.order(), -1) {
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
    int64_t size = pattern.sizes[size_t(dimension - 1)];
    if (coordinate < 0 || coordinate >= size)
      throw Error("dimension " + std::to_string(dimension) +
                  " has no coordinate " + std::to_string(coordinate) +
                  ": they go from 0 to " + std::to_string(size - 1));
    fixed[size_t(dimension - 1)] = coordinate;
  }
}

bool SpyFile::isDrawn(int64_t element) const {
  for (size_t mode = 0; mode != fixed.size(); ++mode)
    if (fixed[mode] >= 0 && pattern.modes[mode][element] != fixed[mode])
      return false;
  return true;
}

SpyPanel SpyFile::panelOf(const Permutations &numbers) const {
  SpyPanel panel;
  panel.rows = pattern.sizes[drawn[0]];
  panel.columns = pattern.sizes[drawn[1]];
  const Permutation &rows = numbersOf(numbers, drawn[0]);
  const Permutation &columns = numbersOf(numbers, drawn[1]);
  for (int64_t e = 0; e != pattern.count; ++e)
    if (isDrawn(e)) {
      panel.row.push_back(rows[pattern.modes[drawn[0]][e]]);
      panel.column.push_back(columns[pattern.modes[drawn[1]][e]]);
    }
  for (size_t mode = 0; mode != fixed.size(); ++mode)
    if (!isShown(mode) && fixed[mode] < 0)
      panel.depth *= double(pattern.sizes[mode]);
  if (pattern.order() != 2) {
    panel.subtitle = std::to_string(panel.row.size()) + " elements drawn";
    return panel;
  }
  OrderMeasures measures = measureOrder(pattern, rows, columns);
  panel.subtitle = "bandwidth " + std::to_string(measures.bandwidth) +
                   ", profile " + std::to_string(measures.profile);
  return panel;
}

std::string SpyFile::axisName(size_t mode) const {
  if (pattern.order() == 2)
    return mode == 0 ? "row" : "column";
  return "dimension " + std::to_string(mode + 1);
}

std::string SpyFile::heading() const {
  std::string text = name + ": " + sizesText(pattern.sizes) + ", " +
                     std::to_string(pattern.count) + " elements";
  double volume = 1;
  for (int64_t size : pattern.sizes)
    volume *= double(size);
  if (volume > 0) {
    char density[32];
    std::snprintf(density, sizeof(density), ", density %.3g %%",
                  100 * double(pattern.count) / volume);
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
  std::vector<SpyPanel> panels = {panelOf(orderBy("none", what, 0))};
  panels[0].title = "as in the file";
  if (!method.empty()) {
    panels.push_back(panelOf(orderBy(method, what, 0)));
    panels[1].title = "reordered by " + method +
                      (pattern.order() != 2 ? ""
                       : what.count == 1    ? ", rows and columns alike"
                                            : ", rows and columns apart");
  }
  return drawSpy(heading(), axisName(drawn[0]), axisName(drawn[1]), panels);
}

static struct {
  const char *path, *to, *method, *slice;
} request;

static void writeSpy(const encke_file &file, const encke_tensor &tensor) {
  std::string png =
      SpyFile(file, tensor, request.slice).draw(request.method).png();
  AtomicFile picture(request.to);
  StreamSink sink(picture.stream());
  auto out = std::make_unique<Output>(sink, request.to);
  *out << png;
  out->flush();
  picture.commit();
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
