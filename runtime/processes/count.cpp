//===- count.cpp - the ghosts that a file makes ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What processes would find, counted by one that reads all of the file.
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "io/data_file.h"
#include "processes/distribution.h"
#include "storage/read.h"

#include <algorithm>

using namespace encke::rt;

/// How many entries there are at each coordinate of a mode, and one more.
static std::vector<int64_t> weightsOf(const AnyEntries &entries, int64_t mode,
                                      int64_t size) {
  std::vector<int64_t> weights(size_t(size), 1);
  std::visit(
      [&](const auto &list) {
        const auto &column = list.coordinates[size_t(mode)];
        for (int64_t e = 0; e != list.size(); ++e)
          ++weights[size_t(column[e])];
      },
      entries);
  return weights;
}

static AnyEntries entriesOf(encke_file &file, int64_t selector) {
  bool isComplex = file.header().field == Field::Complex;
  auto order = int32_t(file.header().order());
  return readEntries(
      file, order,
      {isComplex ? ENCKE_C128 : ENCKE_F64, selectorFor(order, selector)});
}

static void checkMode(const encke_file &file, int64_t mode) {
  if (mode < 0 || mode >= file.header().order())
    throw Error(file.path(),
                "the file has no dimension " + std::to_string(mode + 1));
}

/// Distinct pairs of a process and a coordinate that another one owns.
template <typename Index>
static encke_ghost_count countGhosts(const Entries<Index> &entries,
                                     const std::vector<int64_t> &cuts,
                                     int64_t ownMode, int64_t ghostMode) {
  size_t count = cuts.size() - 1;
  auto ownerOf = [&](int64_t coordinate) {
    return size_t(
        std::upper_bound(cuts.begin() + 1, cuts.end() - 1, coordinate) -
        cuts.begin() - 1);
  };
  std::vector<std::vector<Index>> named(count);
  const auto &own = entries.coordinates[size_t(ownMode)];
  const auto &other = entries.coordinates[size_t(ghostMode)];
  for (int64_t e = 0; e != entries.size(); ++e) {
    size_t owner = ownerOf(int64_t(own[e]));
    auto c = int64_t(other[e]);
    if (c < cuts[owner] || c >= cuts[owner + 1])
      named[owner].push_back(other[e]);
  }
  encke_ghost_count result = {0, 0, 0};
  for (std::vector<Index> &list : named) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    auto ghosts = int64_t(list.size());
    result.ghosts += ghosts;
    result.most = std::max(result.most, ghosts);
    size_t last = count;
    for (Index c : list)
      if (size_t owner = ownerOf(int64_t(c)); owner != last) {
        ++result.messages;
        last = owner;
      }
  }
  return result;
}

namespace {
struct Question {
  const encke_ghost_question *asked;
  encke_ghost_count *count;
};
} // namespace

static Question question;

static void answer() {
  const encke_ghost_question &asked = *question.asked;
  encke_file &cutFile = openFile(asked.cut_path);
  checkMode(cutFile, asked.cut_mode);
  int64_t size = cutFile.header().sizes[size_t(asked.cut_mode)];
  AnyEntries cutEntries = entriesOf(cutFile, asked.cut_selector);
  std::vector<int64_t> cuts = cutByWeight(
      weightsOf(cutEntries, asked.cut_mode, size), size_t(asked.processes));
  bool isSame = std::string(asked.cut_path) == asked.path &&
                asked.cut_selector == asked.selector;
  encke_file &file = openFile(asked.path);
  checkMode(file, asked.own_mode);
  checkMode(file, asked.ghost_mode);
  if (file.header().sizes[size_t(asked.own_mode)] > size ||
      file.header().sizes[size_t(asked.ghost_mode)] > size)
    throw Error(file.path(), "the file has more coordinates than are cut");
  AnyEntries entries =
      isSame ? std::move(cutEntries) : entriesOf(file, asked.selector);
  *question.count = std::visit(
      [&](const auto &list) {
        return countGhosts(list, cuts, asked.own_mode, asked.ghost_mode);
      },
      entries);
}

int encke_count_ghosts(const encke_ghost_question *asked,
                       const encke_options *options, encke_ghost_count *count) {
  question = {asked, count};
  return encke_main([] { guarded(nullptr, answer); }, options, nullptr, 0);
}
