//===- levels.cpp - pictures of how tensors are stored --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "picture/levels.h"
#include "core/context.h"
#include "format/hybrid.h"
#include "io/element.h"
#include "io/whole_file.h"
#include "storage/decompose.h"
#include "storage/layout.h"
#include "storage/level_map.h"
#include "storage/mapped.h"
#include "storage/tensor.h"

#include <algorithm>
#include <vector>

using namespace encke::rt;

namespace {

/// Text of an Output.
class StringSink : public Sink {
public:
  bool put(const char *text, size_t length) override {
    string.append(text, length);
    return true;
  }
  bool flush() override { return true; }
  std::string string;
};

/// A position, or a value below the last level.
struct Node {
  std::string label;
  int64_t position = 0;
  size_t begin = 0, end = 0; ///< those that belong to it, on the next line
  size_t width = 0;          ///< with what separates it from the one before
};

class Picture {
public:
  explicit Picture(const encke_tensor &tensor)
      : tensor(tensor), levels(levelsOf(tensor)) {}

  void draw(Output &out);

private:
  void findNodes();
  void addChildren(int32_t l, int64_t parent);
  std::string valueText(int64_t at) const;
  void measure();
  void write(size_t line, size_t begin, size_t end, size_t width);
  std::vector<std::string> captions() const;
  void writeArray(const std::string &name, const void *array, int32_t bytes,
                  int64_t count, Output &out) const;

  const encke_tensor &tensor;
  std::vector<encke::format::Level> levels;
  std::vector<std::vector<Node>> nodes; ///< by line
  std::vector<std::string> lines;
};

} // namespace

/// What belongs to a position of the level above.
void Picture::addChildren(int32_t l, int64_t parent) {
  constexpr size_t most = 1000;
  std::vector<Node> &line = nodes[size_t(l)];
  auto add = [&](const std::string &label, int64_t position) {
    if (line.size() == most)
      throw Error("a picture of levels is for small tensors: this one has more "
                  "than " +
                  std::to_string(most) + " positions in a level");
    line.push_back({label, position});
  };
  if (l == tensor.level_count)
    return add(valueText(parent), parent);
  const encke_level &level = tensor.levels[l];
  if (isDense(level)) {
    for (int64_t c = 0; c != level.size; ++c)
      add(std::to_string(c), parent * level.size + c);
    return;
  }
  auto [begin, end] = positionsBelow(tensor, level, parent);
  for (int64_t q = begin; q != end; ++q)
    add(std::to_string(integerAt(level.crd, tensor.crd_bytes, q)), q);
}

/// Positions of a level count through, in the order of those above.
void Picture::findNodes() {
  nodes.resize(size_t(tensor.level_count) + 1);
  addChildren(0, 0);
  for (size_t line = 0; line + 1 != nodes.size(); ++line)
    for (size_t n = 0; n != nodes[line].size(); ++n) {
      nodes[line][n].begin = nodes[line + 1].size();
      addChildren(int32_t(line) + 1, nodes[line][n].position);
      nodes[line][n].end = nodes[line + 1].size();
    }
}

std::string Picture::valueText(int64_t at) const {
  StringSink sink;
  withElement(tensor.type, [&](auto element) {
    using T = decltype(element);
    T value = static_cast<const T *>(tensor.values)[at];
    bool isPadding =
        hasPadding(tensor) && value == T(0) && !isStoredZero(tensor, at);
    auto out = std::make_unique<Output>(sink, "picture");
    if (isPadding)
      *out << '.';
    else
      putShortest(*out, value);
    out->flush();
  });
  return sink.string;
}

void Picture::measure() {
  for (size_t line = nodes.size(); line-- != 0;)
    for (Node &node : nodes[line]) {
      size_t below = 0;
      for (size_t n = node.begin; n != node.end; ++n)
        below += nodes[line + 1][n].width;
      node.width = std::max(node.label.size() + 1, below);
    }
}

/// Positions that belong to one above, over `width` columns.
void Picture::write(size_t line, size_t begin, size_t end, size_t width) {
  if (line == nodes.size())
    return;
  if (begin == end) {
    lines[line] += '|' + std::string(width - 1, ' ');
    return write(line + 1, 0, 0, width);
  }
  for (size_t n = begin; n != end; ++n) {
    const Node &node = nodes[line][n];
    size_t own = n + 1 == end ? width : node.width;
    width -= own;
    lines[line] += n == begin ? '|' : ' ';
    lines[line] += node.label + std::string(own - 1 - node.label.size(), ' ');
    if (line + 1 != nodes.size())
      write(line + 1, node.begin, node.end, own);
  }
}

std::vector<std::string> Picture::captions() const {
  std::vector<std::string> result;
  std::vector<std::string> modes =
      encke::format::usualModes(unsigned(tensor.order));
  for (const encke::format::Level &level : levels)
    result.push_back(encke::format::declarationText(level, modes));
  result.emplace_back("values");
  size_t width = 0;
  for (const std::string &caption : result)
    width = std::max(width, caption.size());
  for (std::string &caption : result)
    caption.resize(width, ' ');
  return result;
}

void Picture::writeArray(const std::string &name, const void *array,
                         int32_t bytes, int64_t count, Output &out) const {
  if (!array)
    return;
  out << name;
  for (int64_t n = 0; n != count; ++n)
    out << ' ' << integerAt(array, bytes, n);
  out << '\n';
}

void Picture::draw(Output &out) {
  findNodes();
  measure();
  lines.resize(nodes.size());
  size_t width = 0;
  for (const Node &node : nodes[0])
    width += node.width;
  write(0, 0, nodes[0].size(), std::max<size_t>(width, 1));
  std::vector<std::string> names = captions();
  for (size_t line = 0; line != lines.size(); ++line)
    out << names[line] << "  " << lines[line] << "|\n";
  for (int32_t l = 0; l != tensor.level_count; ++l) {
    const encke_level &level = tensor.levels[l];
    std::string number = "of level " + std::to_string(l) + ':';
    writeArray("positions " + number, level.pos, tensor.pos_bytes,
               level.pos_count, out);
    writeArray("coordinates " + number, level.crd, tensor.crd_bytes,
               level.crd_count, out);
  }
}

void encke::rt::drawLevels(const encke_tensor &tensor, Output &out) {
  if (!tensor.values && tensor.value_count != 0)
    throw Error("a tensor is drawn before it has values");
  WithoutLayouts arranged(tensor);
  Picture(arranged.get()).draw(out);
  if (std::string layouts = layoutsText(tensor); !layouts.empty())
    out << "with " << layouts << '\n';
}

//===----------------------------------------------------------------------===//
// The C ABI
//===----------------------------------------------------------------------===//

static struct {
  const char *path;
  std::vector<std::string> formats;
} request;

/// A format, or each part of a hybrid.
static void drawFormat(const encke_tensor &tensor, const std::string &text,
                       encke::format::WrittenFormats &written, Output &out) {
  encke::format::Problem problem;
  auto parts = written.parse(text, unsigned(tensor.order), problem);
  if (!parts)
    throw Error("--format='" + text + "': " + problem.text +
                (problem.help.empty() ? "" : "; " + problem.help));
  std::vector<encke_tensor *> stored = storeParts(tensor, *parts);
  for (size_t n = 0; n != stored.size(); ++n) {
    if (parts->size() != 1)
      out << (*parts)[n].name << ":\n";
    drawLevels(*stored[n], out);
    encke_tensor_free(stored[n]);
  }
}

int encke_draw_storage(const char *path, const char *const *formats,
                       int32_t count, const encke_options *options) {
  request.path = path;
  request.formats.assign(formats, formats + count);
  return encke_main(
      [] {
        encke_file *file = encke_file_path(request.path, nullptr);
        encke_tensor *tensor = readWhole(file);
        guarded(nullptr, [&] {
          Output &out = Context::current().out;
          encke::format::WrittenFormats written;
          if (request.formats.empty())
            request.formats = {tensor->order == 2 ? "CSR" : "CSF"};
          for (const std::string &format : request.formats)
            drawFormat(*tensor, format, written, out);
        });
      },
      options, nullptr, 0);
}
