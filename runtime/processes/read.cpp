//===- read.cpp - parts of tensors from files -----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each process parses a share of the lines of a file (io/shares.h), says how
// many entries it has at each coordinate, by which the coordinates are cut, and
// sends each entry to its owner. Both go in rounds of bounded length, so that a
// process never has more than its share of the lines, its part of the tensor,
// and a round. Entries arrive in the order of the file: those of one element
// are added up in it.
//
//===----------------------------------------------------------------------===//

#include "storage/read.h"
#include "core/context.h"
#include "core/timing.h"
#include "io/data_file.h"
#include "processes/distribution.h"
#include "processes/traffic.h"
#include "storage/tensor.h"

#include <cstdio>
#include <cstring>
#include <functional>
#include <numeric>

namespace encke::rt {

/// What this process has read of a file, until it is sent to its owners.
struct FileShare {
  std::string path;
  int64_t selector;
  int32_t order, type;
  bool isShared; ///< else each process has all entries
  AnyEntries entries;
};

/// So many numbers, or entries, go from a process to all others in a round.
static constexpr int64_t roundLength = 1 << 16;

//===----------------------------------------------------------------------===//
// Where it is cut
//===----------------------------------------------------------------------===//

namespace {
/// How many entries all processes have at coordinates, of which each process
/// counts a block.
class SharedWeights {
public:
  SharedWeights(Messages &messages, int64_t size)
      : messages(messages), size(size), count(int64_t(messages.count())),
        weights(size_t(blockEnd() - blockBegin()), 1) {}

  /// Adds what this process has, and others have.
  void add(const std::vector<uint32_t> &own);
  /// As cutByWeight.
  std::vector<int64_t> cut() const;

private:
  int64_t begin(int64_t process) const {
    return weightBefore(size, process, count);
  }
  int64_t blockBegin() const { return begin(int64_t(messages.rank())); }
  int64_t blockEnd() const { return begin(int64_t(messages.rank()) + 1); }

  Messages &messages;
  int64_t size, count;
  std::vector<int64_t> weights; ///< of the own block
};
} // namespace

void SharedWeights::add(const std::vector<uint32_t> &own) {
  int64_t width = std::max<int64_t>(roundLength / count, 1);
  int64_t longest = size / count + 1;
  for (int64_t first = 0; first < longest; first += width) {
    auto lengthOf = [&](int64_t process) {
      int64_t block = begin(process + 1) - begin(process);
      return std::clamp<int64_t>(block - first, 0, width);
    };
    std::vector<std::vector<char>> send(messages.count());
    for (int64_t p = 0; p != count; ++p) {
      const auto *from =
          reinterpret_cast<const char *>(own.data() + begin(p) + first);
      if (int64_t length = lengthOf(p))
        send[size_t(p)].assign(from, from + length * int64_t(sizeof(uint32_t)));
    }
    int64_t length = lengthOf(int64_t(messages.rank()));
    std::vector<int64_t> bytes(messages.count(),
                               length * int64_t(sizeof(uint32_t)));
    for (const std::vector<char> &one : messages.exchange(send, bytes))
      for (int64_t c = 0; c != length; ++c) {
        uint32_t number;
        std::memcpy(&number, one.data() + size_t(c) * sizeof(number),
                    sizeof(number));
        weights[size_t(first + c)] += number;
      }
  }
}

std::vector<int64_t> SharedWeights::cut() const {
  encke_processes &table = messages.table();
  int64_t own = std::accumulate(weights.begin(), weights.end(), int64_t(0));
  std::vector<int64_t> sums = gatherFromAll(table, own);
  int64_t all = std::accumulate(sums.begin(), sums.end(), int64_t(0));
  int64_t before = std::accumulate(
      sums.begin(), sums.begin() + int64_t(messages.rank()), int64_t(0));
  std::vector<int64_t> cuts(1, 0);
  auto coordinate = weights.begin();
  for (int64_t p = 1; p != count; ++p) {
    int64_t goal = weightBefore(all, p, count);
    while (coordinate != weights.end() && before + *coordinate / 2 < goal)
      before += *coordinate++;
    std::vector<int64_t> reached =
        gatherFromAll(table, int64_t(coordinate - weights.begin()));
    cuts.push_back(std::accumulate(reached.begin(), reached.end(), int64_t(0)));
  }
  cuts.push_back(size);
  return cuts;
}

template <typename Index>
static std::vector<uint32_t> countEntries(const Entries<Index> &entries,
                                          size_t mode, int64_t size) {
  if (entries.size() > int64_t(UINT32_MAX))
    throw Error("not supported yet: more than 2^32 - 1 entries of a file in "
                "one process");
  std::vector<uint32_t> counts(size_t(size), 0);
  const Index *column = entries.coordinates[mode].data();
  for (int64_t e = 0; e != entries.size(); ++e)
    ++counts[size_t(column[e])];
  return counts;
}

//===----------------------------------------------------------------------===//
// Sending entries to their owners
//===----------------------------------------------------------------------===//

/// The owner of each coordinate, looked up from the last one on: entries come
/// in runs.
namespace {
class Owners {
public:
  explicit Owners(const std::vector<int64_t> &cuts) : cuts(cuts) {}
  size_t of(int64_t coordinate) {
    if (coordinate < cuts[last] || coordinate >= cuts[last + 1])
      last = size_t(
          std::upper_bound(cuts.begin() + 1, cuts.end() - 1, coordinate) -
          cuts.begin() - 1);
    return last;
  }

private:
  const std::vector<int64_t> &cuts;
  size_t last = 0;
};
} // namespace

/// Columns of entries: coordinates, values, imaginary parts.
template <typename Index>
struct EntryColumns {
  struct Column {
    char *data;
    size_t width;
  };
  std::vector<Column> columns;

  explicit EntryColumns(Entries<Index> &entries, bool isComplex) {
    for (Array<Index> &mode : entries.coordinates)
      columns.push_back({reinterpret_cast<char *>(mode.data()), sizeof(Index)});
    columns.push_back({const_cast<char *>(entries.values.template data<char>()),
                       size_t(elementBytes(entries.values.type()))});
    if (isComplex)
      columns.push_back(
          {reinterpret_cast<char *>(entries.imaginary.data()), sizeof(double)});
  }
};

/// The entries of all processes that this one owns, in the order of the file.
template <typename Index>
static Entries<Index> sendToOwners(Entries<Index> &from, size_t mode,
                                   const encke_distribution &distribution,
                                   bool isComplex, Messages &messages) {
  size_t count = messages.count();
  const Array<Index> &column = from.coordinates[mode];
  std::vector<int64_t> sent(count, 0);
  Owners owners(distribution.cuts);
  for (int64_t e = 0; e != from.size(); ++e)
    ++sent[owners.of(int64_t(column[e]))];
  std::vector<int64_t> received = messages.exchangeCounts(sent);
  Entries<Index> into(from.order(), from.values.type());
  int64_t all = std::accumulate(received.begin(), received.end(), int64_t(0));
  into.reserve(all);
  into.setSize(all);
  if (isComplex) {
    into.imaginary.reserve(all);
    into.imaginary.setSize(all);
  }
  std::vector<int64_t> places(count, 0); // where those of a process go
  std::partial_sum(received.begin(), received.end() - 1, places.begin() + 1);

  EntryColumns<Index> source(from, isComplex), target(into, isComplex);
  size_t record = 0;
  for (const auto &one : source.columns)
    record += one.width;
  std::vector<int64_t> lengths = gatherFromAll(messages.table(), from.size());
  int64_t longest = *std::max_element(lengths.begin(), lengths.end());
  for (int64_t first = 0; first < longest; first += roundLength) {
    int64_t last = std::min(first + roundLength, from.size());
    std::vector<std::vector<int64_t>> of(count);
    for (int64_t e = first; e < last; ++e)
      of[owners.of(int64_t(column[e]))].push_back(e);
    std::vector<std::vector<char>> send(count);
    for (size_t p = 0; p != count; ++p) {
      send[p].resize(of[p].size() * record);
      char *to = send[p].data();
      for (const auto &one : source.columns)
        for (int64_t e : of[p]) {
          std::memcpy(to, one.data + size_t(e) * one.width, one.width);
          to += one.width;
        }
    }
    auto arrived = messages.exchange(send);
    for (size_t p = 0; p != count; ++p) {
      size_t entries = arrived[p].size() / record;
      const char *at = arrived[p].data();
      for (const auto &one : target.columns) {
        if (entries)
          std::memcpy(one.data + size_t(places[p]) * one.width, at,
                      entries * one.width);
        at += entries * one.width;
      }
      places[p] += int64_t(entries);
    }
  }
  return into;
}

/// Of all entries those that this process owns.
template <typename Index>
static void keepOwn(Entries<Index> &entries, size_t mode,
                    const encke_distribution &distribution) {
  EntryColumns<Index> columns(entries, entries.imaginary.size() != 0);
  const Array<Index> &column = entries.coordinates[mode];
  int64_t kept = 0;
  for (int64_t e = 0; e != entries.size(); ++e) {
    auto c = int64_t(column[e]);
    if (c < distribution.begin() || c >= distribution.end())
      continue;
    if (kept != e)
      for (const auto &one : columns.columns)
        std::memcpy(one.data + size_t(kept) * one.width,
                    one.data + size_t(e) * one.width, one.width);
    ++kept;
  }
  if (entries.imaginary.size() != 0)
    entries.imaginary.setSize(kept);
  entries.setSize(kept);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The share of this process. A file whose lines cannot be shared is read as a
/// whole by each.
static std::shared_ptr<FileShare> readShare(encke_file &file, int32_t order,
                                            int32_t type, int64_t selector,
                                            bool arrayZeros) {
  Context &context = Context::current();
  bool isShared = context.processes && file.canBeShared();
  double start = now();
  Wanted wanted = {readingType(type), selectorFor(order, selector), arrayZeros};
  wanted.readers = isShared ? context.processes : nullptr;
  auto share = std::make_shared<FileShare>(
      FileShare{file.path(), selector, order, type, isShared,
                readEntries(file, order, wanted)});
  if (context.options.verbose && context.speaks())
    std::fprintf(stderr, "%s: %s read in %.3f ms\n", file.path().c_str(),
                 isShared ? "a share of it" : "all of it",
                 (now() - start) * 1e3);
  return share;
}

static encke_distribution *cutFile(encke_file &named, int64_t selector,
                                   const encke_tensor &like, int64_t mode,
                                   int64_t size, const char *where) {
  Context &context = Context::current();
  encke_processes &table = processesOf(context);
  encke_distribution made;
  made.rank = size_t(table.rank);
  made.wanted.resize(size_t(table.count));
  if (isAllDense(like)) {
    for (int64_t p = 0; p <= table.count; ++p)
      made.cuts.push_back(weightBefore(size, p, table.count));
    return keepDistribution(std::move(made));
  }
  // The program may have written the file since it was named.
  encke_file &file = openFile(named.path());
  file.whileWhole([&] {
    std::vector<int64_t> sizes = file.sizesAs(like.order);
    sizes[size_t(mode)] = size; // the others are checked with the tensor
    checkSizes(sizes, file);
  });
  context.share = readShare(file, like.order, like.type, selector,
                            /*arrayZeros=*/false);
  Messages messages(where, "reading in shares");
  std::visit(
      [&](const auto &list) {
        std::vector<uint32_t> counts = countEntries(list, size_t(mode), size);
        if (!context.share->isShared) {
          std::vector<int64_t> weights(counts.begin(), counts.end());
          for (int64_t &weight : weights)
            ++weight;
          made.cuts = cutByWeight(weights, size_t(table.count));
          return;
        }
        SharedWeights weights(messages, size);
        weights.add(counts);
        made.cuts = weights.cut();
      },
      context.share->entries);
  return keepDistribution(std::move(made));
}

/// Whether a tensor of those sizes can be read from the file.
static bool holds(const encke_file &file, const std::vector<int64_t> &sizes) {
  std::vector<int64_t> held = file.sizesAs(int64_t(sizes.size()));
  return file.header().exact ? held == sizes
                             : std::equal(held.begin(), held.end(),
                                          sizes.begin(), std::less_equal<>());
}

static void readPart(encke_tensor &result, encke_file &named, int64_t selector,
                     const encke_distribution &distribution, int64_t mode,
                     const char *where) {
  Context &context = Context::current();
  std::shared_ptr<FileShare> share = std::move(context.share);
  context.share = nullptr;
  bool isThat = share && share->path == named.path() &&
                share->selector == selector && share->order == result.order &&
                share->type == result.type;
  std::vector<int64_t> sizes(result.sizes, result.sizes + result.order);
  sizes[size_t(mode)] = distribution.total();
  // A text that was read is no longer there, and is needed to say what is
  // wrong.
  encke_file &file =
      isThat && holds(named, sizes) ? named : openFile(named.path());
  file.whileWhole([&] { checkSizes(sizes, file); });
  if (!isThat)
    share = readShare(file, result.order, result.type, selector,
                      isAllDense(result));
  Messages messages(where, "reading in shares");
  std::visit(
      [&](auto &list) {
        if (share->isShared)
          list = sendToOwners(list, size_t(mode), distribution,
                              list.values.type() == ENCKE_F64 &&
                                  readingType(result.type) == ENCKE_C128 &&
                                  file.header().field == Field::Complex,
                              messages);
        else
          keepOwn(list, size_t(mode), distribution);
        for (auto &c : list.coordinates[size_t(mode)])
          c -= decltype(+c)(distribution.begin());
      },
      share->entries);
  packFrom(file, result, share->entries);
}

} // namespace encke::rt

using namespace encke::rt;

encke_distribution *encke_cut_file(encke_file *file, int64_t selector,
                                   const char *format, int64_t mode,
                                   int64_t size, const char *where) {
  return guarded(where, [&] {
    encke_tensor *like = encke_tensor_new(format);
    encke_distribution *made =
        cutFile(*file, selector, *like, mode, size, where);
    encke_tensor_free(like);
    return made;
  });
}

void encke_read_part(encke_tensor *result, encke_file *file, int64_t selector,
                     const encke_distribution *distribution, int64_t mode,
                     const char *where) {
  guarded(where, [&] {
    readPart(*result, *file, selector, *distribution, mode, where);
  });
}
