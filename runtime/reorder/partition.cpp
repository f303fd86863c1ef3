//===- partition.cpp - parts by METIS -------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// METIS is looked for when it is needed: programs do not depend on it. What is
// used of it has been the same since METIS 5.0.
//
//===----------------------------------------------------------------------===//

#include "reorder/graph.h"

#include "core/error.h"
#include "storage/columns.h"

#include <dlfcn.h>
#include <limits>
#include <memory>

using namespace encke::rt;

namespace {

constexpr int optionCount = 40; // METIS_NOPTIONS
constexpr int success = 1;      // METIS_OK

/// METIS as it is installed; its integers have 32 or 64 bits.
class Metis {
public:
  Metis();

  /// The part of each vertex.
  Array<int32_t> partition(const Graph &graph, int64_t parts) const {
    return isWide() ? partitionAs<int64_t>(graph, parts)
                    : partitionAs<int32_t>(graph, parts);
  }

private:
  template <typename Int>
  Array<int32_t> partitionAs(const Graph &graph, int64_t parts) const;
  /// The defaults of all options are -1.
  bool isWide() const;
  void *find(const char *name) const;

  struct Close {
    void operator()(void *library) const { dlclose(library); }
  };
  std::unique_ptr<void, Close> library;
};

} // namespace

Metis::Metis() {
  for (const char *name : {"libmetis.so.5", "libmetis.so"})
    if (!library)
      library.reset(dlopen(name, RTLD_NOW | RTLD_LOCAL));
  if (!library)
    throw Error("reordering by 'partition' needs METIS, which is not "
                "installed (Debian's package libmetis5)");
}

void *Metis::find(const char *name) const {
  if (void *function = dlsym(library.get(), name))
    return function;
  throw Error(std::string("this libmetis has no ") + name);
}

bool Metis::isWide() const {
  int64_t options[optionCount] = {};
  reinterpret_cast<int (*)(void *)>(find("METIS_SetDefaultOptions"))(options);
  return options[optionCount - 1] != 0;
}

template <typename Int>
Array<int32_t> Metis::partitionAs(const Graph &graph, int64_t parts) const {
  using Function = int (*)(Int *, Int *, Int *, Int *, Int *, Int *, Int *,
                           Int *, float *, float *, Int *, Int *, Int *);
  auto partGraph = reinterpret_cast<Function>(find("METIS_PartGraphKway"));
  if (graph.neighbours.size() > std::numeric_limits<Int>::max())
    throw Error("not supported yet: so many elements for this libmetis, which "
                "has 32-bit integers");
  auto column = [](const auto &from) {
    return makeColumn<Int>(from.size(), [&](int64_t i) { return from[i]; });
  };
  Array<Int> starts = column(graph.starts),
             neighbours = column(graph.neighbours), part(graph.size());
  Int vertices = Int(graph.size()), constraints = 1, count = Int(parts),
      cut = 0;
  int status =
      partGraph(&vertices, &constraints, starts.data(), neighbours.data(),
                nullptr, nullptr, nullptr, &count, nullptr, nullptr,
                /*options=*/nullptr, &cut, part.data());
  if (status != success)
    throw Error("METIS fails with status " + std::to_string(status));
  return makeColumn<int32_t>(part.size(), [&](int64_t i) { return part[i]; });
}

/// Parts are ordered by the first of their vertices.
Permutations encke::rt::partitionOrder(const Renumbering &what, int64_t parts) {
  constexpr int64_t usualPart = 1 << 14; // vertices: 128 KiB of doubles
  Metis metis;
  PatternGraph graph(what);
  const Graph &edges = graph.graph();
  Permutation order = reverseCuthillMcKee(edges);
  if (parts == 0)
    parts = (edges.size() + usualPart - 1) / usualPart;
  parts = std::min(parts, edges.size());
  if (parts < 2)
    return graph.numbersFor(order);

  Array<int32_t> partOf = metis.partition(edges, parts);
  std::vector<int32_t> rank(size_t(parts), -1);
  int32_t ranks = 0;
  for (int32_t vertex : order)
    if (int32_t &ofPart = rank[size_t(partOf[vertex])]; ofPart == -1)
      ofPart = ranks++;
  std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
    return rank[size_t(partOf[a])] < rank[size_t(partOf[b])];
  });
  return graph.numbersFor(order);
}
