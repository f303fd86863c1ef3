//===- rcm.cpp - reverse Cuthill-McKee ------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reorder/graph.h"

using namespace encke::rt;

namespace {

/// Numbers the components of a graph one after the other, each breadth first
/// from a vertex at its periphery, neighbours of small degree first.
class CuthillMcKee {
public:
  explicit CuthillMcKee(const Graph &graph)
      : graph(graph), order(graph.size()), level(graph.size()) {
    std::fill(level.begin(), level.end(), Unseen);
  }

  Permutation run();

private:
  static constexpr int32_t Unseen = -1;
  struct Search {
    int64_t end = 0;       ///< of its vertices in `order`
    int64_t lastLevel = 0; ///< where the vertices of the last level begin
    int32_t depth = 0;
  };

  Search search(int32_t root);
  void forget(int64_t end);
  int32_t findPeripheral(int32_t root);
  int32_t leastDegree(int64_t begin, int64_t end) const;

  const Graph &graph;
  Permutation order;
  Array<int32_t> level; ///< of each vertex in the search
  int64_t numbered = 0;
};

} // namespace

/// Breadth first from `root`, into `order` from `numbered` on.
CuthillMcKee::Search CuthillMcKee::search(int32_t root) {
  Search result;
  int64_t end = numbered;
  order[end++] = root;
  level[root] = 0;
  result.lastLevel = numbered;
  for (int64_t next = numbered; next != end; ++next) {
    int32_t vertex = order[next];
    if (level[vertex] != result.depth) {
      result.depth = level[vertex];
      result.lastLevel = next;
    }
    int64_t found = end;
    for (int64_t n = graph.starts[vertex]; n != graph.starts[vertex + 1]; ++n) {
      int32_t neighbour = graph.neighbours[n];
      if (level[neighbour] != Unseen)
        continue;
      level[neighbour] = result.depth + 1;
      order[end++] = neighbour;
    }
    std::stable_sort(order.begin() + found, order.begin() + end,
                     [&](int32_t a, int32_t b) {
                       return graph.degree(a) < graph.degree(b);
                     });
  }
  result.end = end;
  return result;
}

void CuthillMcKee::forget(int64_t end) {
  for (int64_t at = numbered; at != end; ++at)
    level[order[at]] = Unseen;
}

int32_t CuthillMcKee::leastDegree(int64_t begin, int64_t end) const {
  int64_t least = begin;
  for (int64_t at = begin; at != end; ++at)
    if (graph.degree(order[at]) < graph.degree(order[least]))
      least = at;
  return order[least];
}

/// As George and Liu: goes on to the farthest vertex while that is farther away
/// than before. A few rounds do.
int32_t CuthillMcKee::findPeripheral(int32_t root) {
  constexpr int rounds = 8;
  int32_t depth = -1;
  for (int round = 0; round != rounds; ++round) {
    Search found = search(root);
    forget(found.end);
    if (found.depth <= depth)
      break;
    depth = found.depth;
    root = leastDegree(found.lastLevel, found.end);
  }
  return root;
}

Permutation CuthillMcKee::run() {
  for (int64_t vertex = 0; vertex != graph.size(); ++vertex)
    if (level[vertex] == Unseen)
      numbered = search(findPeripheral(int32_t(vertex))).end;
  std::reverse(order.begin(), order.end());
  return std::move(order);
}

Permutation encke::rt::reverseCuthillMcKee(const Graph &graph) {
  return CuthillMcKee(graph).run();
}

Permutations encke::rt::reverseCuthillMcKee(const Renumbering &what) {
  PatternGraph graph(what);
  return graph.numbersFor(reverseCuthillMcKee(graph.graph()));
}
