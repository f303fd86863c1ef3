//===- graph.h - which coordinates meet in elements -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_REORDER_GRAPH_H
#define ENCKE_RUNTIME_REORDER_GRAPH_H

#include "reorder/orderings.h"

namespace encke::rt {

/// An undirected graph without loops: the neighbours of v are
/// neighbours[starts[v]] ... neighbours[starts[v + 1] - 1], sorted, each once.
struct Graph {
  int64_t size() const { return starts.size() - 1; }
  int64_t degree(int64_t vertex) const {
    return starts[vertex + 1] - starts[vertex];
  }

  Array<int64_t> starts;
  Array<int32_t> neighbours;
};

/// The graph of a pattern: a vertex for each coordinate of each family and of
/// each fixed mode; an edge between any two that are coordinates of one
/// element. For a matrix whose modes are one family that is the graph of
/// A + A', for two families the bipartite graph of rows and columns.
class PatternGraph {
public:
  explicit PatternGraph(const Renumbering &what);

  const Graph &graph() const { return edges; }
  /// The numbers of the families' coordinates when the vertices are in `order`.
  Permutations numbersFor(const Permutation &order) const;

private:
  void build(const Pattern &pattern, const std::vector<int64_t> &vertexOf);

  const Renumbering &what;
  std::vector<int64_t> firstVertex; ///< by family
  Graph edges;
};

/// The vertices in reverse Cuthill-McKee order.
Permutation reverseCuthillMcKee(const Graph &graph);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_REORDER_GRAPH_H
