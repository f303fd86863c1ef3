//===- distribution.cpp - which coordinates a process has -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "processes/distribution.h"
#include "core/context.h"
#include "processes/traffic.h"
#include "storage/entries.h"
#include "storage/expand.h"

#include <cstring>

namespace encke::rt {

std::vector<int64_t> cutByWeight(const std::vector<int64_t> &weights,
                                 size_t count) {
  int64_t all = 0;
  for (int64_t weight : weights)
    all += weight;
  std::vector<int64_t> cuts(1, 0);
  int64_t before = 0, coordinate = 0;
  for (size_t p = 1; p != count; ++p) {
    int64_t goal = weightBefore(all, int64_t(p), int64_t(count));
    // A coordinate goes where more of it lies.
    while (coordinate != int64_t(weights.size()) &&
           before + weights[size_t(coordinate)] / 2 < goal)
      before += weights[size_t(coordinate++)];
    cuts.push_back(coordinate);
  }
  cuts.push_back(int64_t(weights.size()));
  return cuts;
}

encke_distribution withGhosts(const std::vector<int64_t> &cuts, size_t rank,
                              std::vector<int64_t> coordinates) {
  encke_distribution made;
  made.rank = rank;
  made.cuts = cuts;
  std::sort(coordinates.begin(), coordinates.end());
  coordinates.erase(std::unique(coordinates.begin(), coordinates.end()),
                    coordinates.end());
  auto first =
      std::lower_bound(coordinates.begin(), coordinates.end(), made.begin());
  auto last = std::lower_bound(first, coordinates.end(), made.end());
  made.below.assign(coordinates.begin(), first);
  made.above.assign(last, coordinates.end());
  made.wanted.resize(cuts.size() - 1);
  return made;
}

/// Calls see(coordinate) with that in a mode of each element.
template <typename See>
static void forEachCoordinate(const encke_tensor &tensor, size_t mode,
                              See see) {
  auto visit = [&](auto index) {
    using Index = decltype(index);
    Expanded<Index> expanded = expand<Index>(tensor);
    const Array<Index> &column = expanded.modes[mode];
    for (int64_t e = 0; e != column.size(); ++e)
      see(int64_t(column[e]));
  };
  // NOLINTNEXTLINE(bugprone-branch-clone): each is of another type
  if (hasNarrowSizes(tensor))
    visit(int32_t());
  else
    visit(int64_t());
}

encke_distribution *keepDistribution(encke_distribution distribution) {
  Context &context = Context::current();
  auto made = std::make_shared<encke_distribution>(std::move(distribution));
  context.distributions.push_back(made);
  return made.get();
}

static encke_distribution cut(const encke_tensor &tensor, size_t mode) {
  encke_processes &table = processesOf(Context::current());
  std::vector<int64_t> weights(size_t(tensor.sizes[mode]), 1);
  if (!isAllDense(tensor))
    forEachCoordinate(tensor, mode, [&](int64_t c) { ++weights[size_t(c)]; });
  encke_distribution made;
  made.rank = size_t(table.rank);
  made.cuts = cutByWeight(weights, size_t(table.count));
  made.wanted.resize(size_t(table.count));
  return made;
}

/// What others want of the own range, each of them says.
static void tellOwners(encke_distribution &distribution, Messages &messages) {
  std::vector<std::vector<char>> send(messages.count());
  for (size_t p = 0; p != messages.count(); ++p) {
    if (p == distribution.rank)
      continue;
    auto [first, count] = distribution.ghostsOf(p);
    std::vector<int64_t> list;
    for (int64_t number = first; number != first + count; ++number)
      list.push_back(distribution.coordinateOf(number) - distribution.cuts[p]);
    send[p].resize(list.size() * sizeof(int64_t));
    if (!list.empty())
      std::memcpy(send[p].data(), list.data(), send[p].size());
  }
  std::vector<std::vector<char>> received = messages.exchange(send);
  for (size_t p = 0; p != messages.count(); ++p) {
    distribution.wanted[p].resize(received[p].size() / sizeof(int64_t));
    if (!received[p].empty())
      std::memcpy(distribution.wanted[p].data(), received[p].data(),
                  received[p].size());
  }
}

} // namespace encke::rt

using namespace encke::rt;

encke_distribution *encke_distribution_cut(const encke_tensor *tensor,
                                           int64_t mode, const char *where) {
  return guarded(where,
                 [&] { return keepDistribution(cut(*tensor, size_t(mode))); });
}

encke_distribution *encke_distribution_join(int64_t own, const char *what,
                                            const char *where) {
  return guarded(where, [&] {
    encke_processes &table = processesOf(Context::current());
    encke_distribution made;
    made.rank = size_t(table.rank);
    made.source = what;
    made.cuts.push_back(0);
    for (int64_t size : gatherFromAll(table, own)) {
      // Those of a matrix that no process could have are no sizes.
      int64_t end = 0;
      if (__builtin_add_overflow(made.cuts.back(), size, &end))
        throw Error("the processes have more than 2^63 coordinates together");
      made.cuts.push_back(end);
    }
    made.wanted.resize(size_t(table.count));
    return keepDistribution(std::move(made));
  });
}

void encke_distribution_check(const encke_distribution *distribution,
                              int64_t size, const char *what,
                              const char *where) {
  guarded(where, [&] {
    if (size != distribution->own())
      throw identified(id::sizesDisagree,
                       Error(std::string(what) + " has " +
                             std::to_string(size) + " coordinates here, " +
                             distribution->source + " has " +
                             std::to_string(distribution->own()) +
                             ": each process brings the same range of both"));
  });
}

encke_distribution *
encke_distribution_ghosts(const encke_distribution *distribution,
                          const encke_tensor *tensor, int64_t mode,
                          const char *where) {
  return guarded(where, [&] {
    Messages messages(where, "finding ghosts");
    std::vector<int64_t> others;
    // Coordinates come in runs of the same one, or in order; most repeat.
    int64_t last = -1;
    forEachCoordinate(*tensor, size_t(mode), [&](int64_t c) {
      bool isOwn = c >= distribution->begin() && c < distribution->end();
      if (!isOwn && c != last)
        others.push_back(c);
      last = c;
    });
    encke_distribution made =
        withGhosts(distribution->cuts, distribution->rank, std::move(others));
    tellOwners(made, messages);
    messages.noteGhosts(made.ghosts());
    return keepDistribution(std::move(made));
  });
}

/// Of the coordinates of a mode, the first and last of the longest run at which
/// nothing is at a ghost.
static std::pair<int64_t, int64_t>
findInner(const encke_tensor &part, const encke_distribution &distribution,
          size_t mode, size_t along) {
  std::vector<bool> needsGhosts(size_t(part.sizes[mode]), false);
  auto visit = [&](auto index) {
    Expanded<decltype(index)> expanded = expand<decltype(index)>(part);
    const auto &own = expanded.modes[mode], &other = expanded.modes[along];
    for (int64_t e = 0; e != own.size(); ++e) {
      auto c = int64_t(other[e]);
      if (c < distribution.begin() || c >= distribution.end())
        needsGhosts[size_t(own[e])] = true;
    }
  };
  // NOLINTNEXTLINE(bugprone-branch-clone): each is of another type
  if (hasNarrowSizes(part))
    visit(int32_t());
  else
    visit(int64_t());
  std::pair<int64_t, int64_t> best = {0, 0};
  int64_t begin = 0;
  for (int64_t c = 0; c != part.sizes[mode]; ++c) {
    if (needsGhosts[size_t(c)])
      begin = c + 1;
    else if (c + 1 - begin > best.second - best.first)
      best = {begin, c + 1};
  }
  return best;
}

encke_distribution *encke_inner_find(const encke_tensor *part,
                                     const encke_distribution *distribution,
                                     int64_t mode, int64_t along,
                                     const char *where) {
  return guarded(where, [&] {
    auto [begin, end] =
        findInner(*part, *distribution, size_t(mode), size_t(along));
    encke_distribution made;
    made.cuts = {0, begin, end, part->sizes[mode]};
    made.wanted.resize(3);
    return keepDistribution(std::move(made));
  });
}

encke_distribution *encke_inner_next(const encke_distribution *first,
                                     int64_t piece) {
  return guarded(nullptr, [&] {
    encke_distribution made = *first;
    made.rank = size_t(piece);
    return keepDistribution(std::move(made));
  });
}

int64_t encke_distribution_extent(const encke_distribution *distribution) {
  return distribution->extent();
}

int64_t encke_distribution_total(const encke_distribution *distribution) {
  return distribution->total();
}

void encke_distribution_free(encke_distribution *distribution) {
  guarded(nullptr, [&] {
    auto &all = Context::current().distributions;
    auto isIt = [&](const auto &one) { return one.get() == distribution; };
    all.erase(std::remove_if(all.begin(), all.end(), isIt), all.end());
  });
}
