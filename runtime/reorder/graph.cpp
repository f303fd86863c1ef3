//===- graph.cpp - which coordinates meet in elements ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reorder/graph.h"

#include "core/error.h"
#include "storage/entries.h"

using namespace encke::rt;

PatternGraph::PatternGraph(const Renumbering &what) : what(what) {
  int64_t vertices = 0;
  for (int32_t family = 0; family != what.count; ++family) {
    firstVertex.push_back(vertices);
    vertices += what.sizeOf(family);
  }
  std::vector<int64_t> vertexOf; // the first one, by mode
  for (size_t mode = 0; mode != what.families.size(); ++mode) {
    if (what.families[mode] != Renumbering::Fixed) {
      vertexOf.push_back(firstVertex[size_t(what.families[mode])]);
      continue;
    }
    vertexOf.push_back(vertices);
    vertices += what.pattern.sizes[mode];
  }
  if (!fitsNarrow(vertices))
    throw Error("not supported yet: this reordering of dimensions that have " +
                std::to_string(vertices) + " coordinates together");
  edges.starts = Array<int64_t>(vertices + 1);
  build(what.pattern, vertexOf);
}

/// Each edge from both its ends, then sorted and freed from repetitions.
void PatternGraph::build(const Pattern &pattern,
                         const std::vector<int64_t> &vertexOf) {
  Array<int64_t> &starts = edges.starts;
  auto forEachEdge = [&](auto visit) {
    for (size_t a = 0; a != pattern.order(); ++a)
      for (size_t b = 0; b != pattern.order(); ++b)
        for (int64_t e = 0; a != b && e != pattern.count; ++e) {
          int64_t from = vertexOf[a] + pattern.modes[a][e];
          int64_t to = vertexOf[b] + pattern.modes[b][e];
          if (from != to)
            visit(from, to);
        }
  };
  std::fill(starts.begin(), starts.end(), 0);
  forEachEdge([&](int64_t from, int64_t) { ++starts[from + 1]; });
  for (int64_t v = 0; v + 1 < starts.size(); ++v)
    starts[v + 1] += starts[v];
  edges.neighbours = Array<int32_t>(starts[starts.size() - 1]);
  Array<int64_t> next(starts.size());
  std::copy(starts.begin(), starts.end(), next.begin());
  forEachEdge([&](int64_t from, int64_t to) {
    edges.neighbours[next[from]++] = int32_t(to);
  });

  int32_t *kept = edges.neighbours.begin();
  for (int64_t v = 0; v + 1 < starts.size(); ++v) {
    int32_t *begin = edges.neighbours.begin() + starts[v];
    int32_t *end = edges.neighbours.begin() + next[v];
    std::sort(begin, end);
    end = std::unique(begin, end);
    starts[v] = kept - edges.neighbours.begin();
    kept = std::copy(begin, end, kept);
  }
  starts[starts.size() - 1] = kept - edges.neighbours.begin();
  edges.neighbours.setSize(starts[starts.size() - 1]);
}

Permutations PatternGraph::numbersFor(const Permutation &order) const {
  Permutations result;
  std::vector<int32_t> next(static_cast<size_t>(what.count));
  for (int32_t family = 0; family != what.count; ++family)
    result.emplace_back(what.sizeOf(family));
  for (int64_t place = 0; place != order.size(); ++place)
    for (size_t family = 0; family != result.size(); ++family) {
      int64_t coordinate = order[place] - firstVertex[family];
      if (coordinate >= 0 && coordinate < result[family].size())
        result[family][coordinate] = next[family]++;
    }
  return result;
}
