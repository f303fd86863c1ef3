//===- adjacency.cpp - graphs as lists of neighbours ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The manual of METIS 5, section 4.1: "nodes edges [fmt [ncon]]", where fmt has
// a digit 1 for sizes of nodes, for weights of nodes and for weights of edges.
// A node without neighbours has an empty line.
//
//===----------------------------------------------------------------------===//

#include "io/adjacency.h"
#include "io/text.h"

namespace encke::rt {

bool mayBeMetisGraph(const Mapping &text) {
  const char *end = text.end();
  const char *p = skipToContent(text.begin(), end, '%');
  int64_t numbers[4] = {0, 0, 0, 0};
  size_t count = 0;
  for (; !atLineEnd(p, end); p = skipBlanks(p)) {
    const char *after = count == 4 ? nullptr : parseDigits(p, numbers[count]);
    if (!after)
      return false;
    ++count;
    p = after;
  }
  int64_t format = numbers[2];
  bool hasNodeWeights = format / 10 % 10 == 1;
  return count >= 2 && format <= 111 && format % 10 <= 1 &&
         format / 10 % 10 <= 1 && (count < 4 || hasNodeWeights);
}

namespace {

class GraphReader {
public:
  explicit GraphReader(const encke_file &file)
      : file(file), p(file.text().begin()), end(file.text().end()) {}

  StoredTensor read();

private:
  void readHeader();
  void readNode();
  int64_t number(const char *what) {
    int64_t value = 0;
    p = skipBlanks(parseIndex(file, p, value, what));
    return value;
  }
  /// Comments are lines, too, but those of no node.
  void skipComments() {
    while (p != end && *skipBlanks(p) == '%')
      p = nextLine(p, end);
  }

  const encke_file &file;
  const char *p, *end;
  const char *header = nullptr;
  int64_t nodes = 0, edges = 0;
  int64_t numbersOfNode = 0; ///< before its neighbours
  bool hasWeights = false;   ///< edges have
  Array<int64_t> pointers, neighbours;
  Array<double> weights;
};

} // namespace

void GraphReader::readHeader() {
  p = header = skipToContent(p, end, '%');
  nodes = number("the number of nodes");
  edges = number("the number of edges");
  if (atLineEnd(p, end)) {
    p = nextLine(p, end);
    return;
  }
  const char *at = p;
  int64_t format = number("what has weights");
  int64_t digits[] = {format % 10, format / 10 % 10, format / 100};
  for (int64_t digit : digits)
    if (digit > 1)
      file.fail(at, "expected three digits 0 or 1: sizes of nodes, weights of "
                    "nodes, weights of edges");
  constexpr int64_t mostWeights = 1 << 20; // more than any program takes
  at = p;
  int64_t constraints =
      atLineEnd(p, end) ? digits[1] : number("the weights of a node");
  if (constraints > mostWeights)
    file.fail(at, "more weights of a node than any program has");
  hasWeights = digits[0];
  numbersOfNode = digits[2] + (digits[1] ? constraints : 0);
  p = nextLine(expectLineEnd(file, p), end);
}

void GraphReader::readNode() {
  skipComments();
  if (p == end)
    file.fail(end, "the file ends after " +
                       std::to_string(pointers.size() - 1) + " of " +
                       std::to_string(nodes) + " nodes");
  p = skipBlanks(p);
  for (int64_t n = 0; n != numbersOfNode; ++n)
    number("a weight of the node");
  while (!atLineEnd(p, end)) {
    const char *at = p;
    int64_t neighbour = number("a neighbour");
    if (neighbour == 0 || neighbour > nodes)
      file.fail(at, "neighbour " + std::to_string(neighbour) + ": the " +
                        std::to_string(nodes) + " nodes count from 1");
    neighbours.append(&neighbour, 1);
    if (!hasWeights)
      continue;
    if (atLineEnd(p, end))
      file.failExpected(p, "the weight of the edge");
    Value weight;
    p = skipBlanks(parseValue(file, p, ENCKE_F64, false, weight));
    weights.append(&weight.real, 1);
  }
  p = nextLine(p, end);
}

StoredTensor GraphReader::read() {
  readHeader();
  int64_t first = 1;
  pointers.append(&first, 1);
  while (pointers.size() <= nodes) {
    readNode();
    int64_t next = neighbours.size() + 1;
    pointers.append(&next, 1);
  }
  const char *more = skipToContent(p, end, '%');
  if (more != end)
    file.fail(more, "a line past the " + std::to_string(nodes) +
                        " nodes that the header declares");
  if (edges > INT64_MAX / 2 || neighbours.size() != 2 * edges)
    file.fail(header, "the header declares " + std::to_string(edges) +
                          " edges, each of which two nodes list; they list " +
                          std::to_string(neighbours.size()) + " neighbours");
  StoredTensor stored;
  stored.form = "METIS's graph";
  stored.way = StoredTensor::Compressed;
  stored.sizes = {nodes, nodes};
  stored.base = 1;
  stored.pointers = stored.keep(std::move(pointers));
  stored.coordinates = {stored.keep(std::move(neighbours))};
  stored.hasValues = hasWeights;
  if (hasWeights)
    stored.values = stored.keep(std::move(weights));
  return stored;
}

StoredTensor readMetisGraph(const encke_file &file) {
  return GraphReader(file).read();
}

} // namespace encke::rt
