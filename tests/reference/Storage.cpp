//===- Storage.cpp - print's storage form ---------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor is stored as a tree with a level for each level of its format. Each
// node stands for the stored elements that share its coordinates down to its
// level; level by level the nodes are split into their children, and that gives
// the arrays.
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Output.h"

#include <algorithm>

using namespace encke;
using namespace encke::reference;

namespace {

/// A stored element, its coordinates in the order of the levels.
using Entry = std::pair<Point, Value>;
using Entries = std::vector<Entry>;

void printArray(std::ostream &os, const std::vector<std::string> &array) {
  if (array.empty())
    return;
  os << "data = \n";
  for (const std::string &element : array)
    os << element << ',';
  os << '\n';
}

void printArray(std::ostream &os, const std::vector<int64_t> &array) {
  std::vector<std::string> texts;
  for (int64_t number : array)
    texts.push_back(std::to_string(number));
  printArray(os, texts);
}

/// The entries in storage order, by their coordinates in the levels.
Entries entriesOf(const Tensor &tensor) {
  const Layout &layout = tensor.getLayout();
  Entries entries;
  for (const auto &[at, value] : tensor.elements()) {
    Point path;
    for (size_t level = 0; level < layout.levels.size(); ++level)
      path.push_back(layout.coordinateOf(level, at, tensor.getSizes()));
    entries.push_back({path, value});
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry &a, const Entry &b) { return a.first < b.first; });
  return entries;
}

/// One node of the tree for each list of entries.
class StorageTree {
public:
  StorageTree(std::ostream &os, const Tensor &tensor)
      : os(os), tensor(tensor), nodes{entriesOf(tensor)} {}

  void print();

private:
  void printDenseLevel(size_t level);
  void printCompressedLevel(size_t level);
  void printSingletonLevel(size_t level);
  size_t endOfCoordinates(size_t level) const;

  std::ostream &os;
  const Tensor &tensor;
  std::vector<Entries> nodes; ///< of the level above
};

/// A child for every coordinate under every node.
void StorageTree::printDenseLevel(size_t level) {
  int64_t size = tensor.getLayout().sizeOf(level, tensor.getSizes());
  printArray(os, std::vector<int64_t>{size});
  printArray(os, std::vector<int64_t>{-1});
  std::vector<Entries> children;
  for (const Entries &node : nodes) {
    size_t first = children.size();
    children.resize(first + size);
    for (const Entry &entry : node)
      children[first + entry.first[level]].push_back(entry);
  }
  nodes = std::move(children);
}

/// Below a level that is not unique the singletons tell its nodes apart: those
/// are the coordinates up to the level returned.
size_t StorageTree::endOfCoordinates(size_t level) const {
  const auto &levels = tensor.getLayout().levels;
  size_t end = level + 1;
  while (levels[level] == Layout::CN && end < levels.size() &&
         levels[end] == Layout::S)
    ++end;
  return end;
}

/// A child for every coordinate that occurs.
void StorageTree::printCompressedLevel(size_t level) {
  size_t end = endOfCoordinates(level);
  std::vector<int64_t> positions = {0}, coordinates;
  std::vector<Entries> children;
  for (const Entries &node : nodes) {
    Point last;
    for (const Entry &entry : node) {
      Point own(entry.first.begin() + level, entry.first.begin() + end);
      if (own != last) {
        coordinates.push_back(own.front());
        children.emplace_back();
      }
      last = own;
      children.back().push_back(entry);
    }
    positions.push_back(children.size());
  }
  printArray(os, positions);
  printArray(os, coordinates);
  nodes = std::move(children);
}

/// The only child of each node.
void StorageTree::printSingletonLevel(size_t level) {
  std::vector<int64_t> coordinates;
  for (const Entries &node : nodes)
    coordinates.push_back(node.front().first[level]);
  printArray(os, std::vector<int64_t>{-1});
  printArray(os, coordinates);
}

void StorageTree::print() {
  const auto &levels = tensor.getLayout().levels;
  for (size_t level = 0; level < levels.size(); ++level) {
    if (levels[level] == Layout::D)
      printDenseLevel(level);
    else if (levels[level] == Layout::S)
      printSingletonLevel(level);
    else
      printCompressedLevel(level);
  }
  std::vector<std::string> values;
  for (const Entries &node : nodes)
    values.push_back(node.empty() ? sixDigits(zero(tensor.getType()))
                                  : sixDigits(node.front().second));
  printArray(os, values);
}

/// ELL: every row has the width of the longest one; a short row is padded with
/// the smallest columns that it does not use, and zeros.
void printEll(std::ostream &os, const Tensor &tensor) {
  std::vector<std::map<int64_t, Value>> rows(tensor.getSizes()[0]);
  size_t width = 0;
  for (const auto &[at, value] : tensor.elements()) {
    auto &row = rows[at[0]];
    row[at[1]] = value;
    width = std::max(width, row.size());
  }
  std::vector<int64_t> columns;
  std::vector<std::string> values;
  for (auto &row : rows) {
    for (int64_t column = 0; row.size() < width; ++column)
      row.emplace(column, zero(tensor.getType())); // unless it is there
    for (const auto &[column, value] : row) {
      columns.push_back(column);
      values.push_back(sixDigits(value));
    }
  }
  printArray(os, std::vector<int64_t>{tensor.getSizes()[0]});
  printArray(os, std::vector<int64_t>{-1});
  printArray(os, std::vector<int64_t>{static_cast<int64_t>(width)});
  printArray(os, std::vector<int64_t>{-1});
  printArray(os, std::vector<int64_t>{-1});
  printArray(os, columns);
  printArray(os, values);
}

} // namespace

void encke::reference::printStorage(std::ostream &os, const Tensor &tensor) {
  if (!tensor.isSparse()) {
    std::vector<std::string> values;
    for (const auto &entry : tensor.elements())
      values.push_back(sixDigits(entry.second));
    return printArray(os, values);
  }
  if (tensor.getLayout().isDeclared)
    throw NotSupported("the storage of declared formats");
  if (tensor.getLayout().name == "ELL")
    return printEll(os, tensor);
  StorageTree(os, tensor).print();
}
