//===- move.cpp - parts of tensors between processes ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dense tensor is rows of a mode: runs of bytes that lie apart by a step, one
// for each coordinate of the levels outside. Any other tensor goes as its
// elements: coordinates, then values.
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "processes/distribution.h"
#include "processes/traffic.h"
#include "storage/entries.h"
#include "storage/expand.h"
#include "storage/pack.h"

#include <cstring>

using namespace encke::rt;

//===----------------------------------------------------------------------===//
// Dense tensors
//===----------------------------------------------------------------------===//

namespace {
/// The rows of one mode of a dense tensor.
class Rows {
public:
  Rows(const encke_tensor &tensor, int64_t mode);

  /// Bytes of a row.
  int64_t bytes() const { return outer * inner; }
  /// Appends row `number` to `to`, and sets it from `from`.
  void append(int64_t number, std::vector<char> &to) const;
  void set(int64_t number, const char *from) const;
  /// Row `number` is that of another tensor of the same levels.
  void copy(int64_t number, const Rows &source, int64_t from) const;
  /// All rows of another tensor come to stand from row `number` on.
  void copyRange(int64_t number, const Rows &source, int64_t count) const;

private:
  char *at(int64_t o, int64_t number) const {
    return values + (o * size + number) * inner;
  }

  char *values;
  int64_t outer = 1; ///< runs of a row
  int64_t inner;     ///< bytes of a run
  int64_t size = 1;  ///< of the mode
};
} // namespace

Rows::Rows(const encke_tensor &tensor, int64_t mode)
    : values(static_cast<char *>(tensor.values)),
      inner(elementBytes(tensor.type)) {
  bool isInside = false;
  for (int32_t l = 0; l != tensor.level_count; ++l) {
    const encke_level &level = tensor.levels[l];
    if (level.mode == mode) {
      size = level.size;
      isInside = true;
    } else {
      (isInside ? inner : outer) *= level.size;
    }
  }
}

void Rows::append(int64_t number, std::vector<char> &to) const {
  for (int64_t o = 0; o != outer; ++o)
    to.insert(to.end(), at(o, number), at(o, number) + inner);
}

void Rows::set(int64_t number, const char *from) const {
  for (int64_t o = 0; o != outer; ++o)
    std::memcpy(at(o, number), from + o * inner, size_t(inner));
}

void Rows::copy(int64_t number, const Rows &source, int64_t from) const {
  for (int64_t o = 0; o != outer; ++o)
    std::memcpy(at(o, number), source.at(o, from), size_t(inner));
}

void Rows::copyRange(int64_t number, const Rows &source, int64_t count) const {
  if (count != 0)
    for (int64_t o = 0; o != outer; ++o)
      std::memcpy(at(o, number), source.at(o, 0), size_t(count * inner));
}

/// A part without coordinates of other modes has no rows to move.
static bool isEmpty(const encke_tensor &tensor, int64_t mode) {
  for (int32_t m = 0; m != tensor.order; ++m)
    if (m != mode && tensor.sizes[m] == 0)
      return true;
  return false;
}

static void restrictDense(encke_tensor &result, const encke_tensor &source,
                          const encke_distribution &distribution,
                          int64_t mode) {
  Rows to(result, mode), from(source, mode);
  for (int64_t number = 0; number != distribution.extent(); ++number)
    to.copy(number, from, distribution.coordinateOf(number));
}

/// From each process what it has for those that gather; nothing on others.
static std::vector<std::vector<char>>
gather(const std::vector<char> &own, bool firstOnly, Messages &messages) {
  auto bytes = int64_t(own.size());
  return firstOnly ? messages.gatherFirst(own.data(), bytes)
                   : messages.gatherAll(own.data(), bytes);
}

static void gatherDense(encke_tensor &result, const encke_tensor &source,
                        const encke_distribution &distribution, int64_t mode,
                        bool firstOnly, Messages &messages) {
  Rows to(result, mode), from(source, mode);
  std::vector<char> own;
  own.reserve(size_t(from.bytes() * distribution.own()));
  for (int64_t number = 0; number != distribution.own(); ++number)
    from.append(number, own);
  auto all = gather(own, firstOnly, messages);
  for (size_t p = 0; p != all.size(); ++p)
    for (int64_t c = distribution.cuts[p]; c != distribution.cuts[p + 1]; ++c)
      to.set(c, all[p].data() + (c - distribution.cuts[p]) * to.bytes());
}

namespace {
/// What an exchange of rows sends, and how much comes, by process.
struct SentRows {
  SentRows(const Rows &rows, const encke_distribution &distribution)
      : send(distribution.wanted.size()), lengths(send.size(), 0) {
    for (size_t p = 0; p != send.size(); ++p) {
      send[p].reserve(distribution.wanted[p].size() * size_t(rows.bytes()));
      for (int64_t number : distribution.wanted[p])
        rows.append(number, send[p]);
      if (p != distribution.rank)
        lengths[p] = distribution.ghostsOf(p).second * rows.bytes();
    }
  }
  std::vector<std::vector<char>> send;
  std::vector<int64_t> lengths;
};
} // namespace

/// `received`: what was begun before; empty where nothing was.
static void exchangeDense(encke_tensor &result, const encke_tensor &source,
                          const encke_distribution &distribution, int64_t mode,
                          std::vector<std::vector<char>> received,
                          Messages &messages) {
  Rows to(result, mode), from(source, mode);
  if (received.empty()) {
    SentRows rows(from, distribution);
    received = messages.exchange(rows.send, rows.lengths);
  }
  int64_t first = int64_t(distribution.below.size());
  for (int64_t number = 0; number != distribution.own(); ++number)
    to.copy(first + number, from, number);
  for (size_t p = 0; p != messages.count(); ++p) {
    if (p == distribution.rank)
      continue;
    auto [begin, count] = distribution.ghostsOf(p);
    for (int64_t g = 0; g != count; ++g)
      to.set(begin + g, received[p].data() + g * to.bytes());
  }
}

//===----------------------------------------------------------------------===//
// Other tensors
//===----------------------------------------------------------------------===//

namespace {
/// Elements on their way between processes, coordinates being those of all.
class ElementList {
public:
  ElementList(const encke_tensor &tensor)
      : order(size_t(tensor.order)), type(tensor.type),
        width(size_t(elementBytes(type))), recordBytes(8 * order + width) {}

  /// Of an element.
  size_t bytes() const { return recordBytes; }

  /// Appends element `e` of the tensor, with another coordinate in a mode.
  template <typename Index>
  void append(const Expanded<Index> &from, int64_t e, size_t mode,
              int64_t coordinate, std::vector<char> &to) const {
    for (size_t m = 0; m != order; ++m) {
      int64_t c = m == mode ? coordinate : int64_t(from.modes[m][e]);
      const char *bytes = reinterpret_cast<const char *>(&c);
      to.insert(to.end(), bytes, bytes + sizeof(c));
    }
    const char *value = from.values.template data<char>() + size_t(e) * width;
    to.insert(to.end(), value, value + width);
  }

  /// Fills the tensor with the elements of all these lists; numberOf gives the
  /// coordinate in a mode.
  template <typename Index, typename Number>
  void pack(encke_tensor &result, const std::vector<std::vector<char>> &lists,
            size_t mode, Number numberOf) const;

private:
  size_t order;
  int32_t type;
  size_t width, recordBytes;
};
} // namespace

template <typename Index, typename Number>
void ElementList::pack(encke_tensor &result,
                       const std::vector<std::vector<char>> &lists, size_t mode,
                       Number numberOf) const {
  size_t bytes = 0;
  for (const std::vector<char> &list : lists)
    bytes += list.size();
  int64_t count = int64_t(bytes / recordBytes), e = 0;
  std::vector<Array<Index>> modes;
  for (size_t m = 0; m != order; ++m)
    modes.emplace_back(count);
  Elements values(type, count);
  for (const std::vector<char> &list : lists)
    for (size_t at = 0; at != list.size(); at += recordBytes, ++e) {
      for (size_t m = 0; m != order; ++m) {
        int64_t c;
        std::memcpy(&c, list.data() + at + 8 * m, sizeof(c));
        modes[m][e] = Index(m == mode ? numberOf(c) : c);
      }
      std::memcpy(values.data<char>() + size_t(e) * width,
                  list.data() + at + 8 * order, width);
    }
  KnownOrder known;
  known.distinct = true;
  encke::rt::pack(result, std::move(modes), std::move(values),
                  std::move(known));
}

template <typename Index>
static void restrictSparse(encke_tensor &result, const encke_tensor &source,
                           const encke_distribution &distribution,
                           size_t mode) {
  Expanded<Index> expanded = expand<Index>(source);
  const Array<Index> &column = expanded.modes[mode];
  std::vector<int64_t> kept, numbers;
  for (int64_t e = 0; e != column.size(); ++e) {
    int64_t number = distribution.numberOf(int64_t(column[e]));
    if (number < 0)
      continue;
    kept.push_back(e);
    numbers.push_back(number);
  }
  int64_t count = int64_t(kept.size());
  std::vector<Array<Index>> modes;
  for (size_t m = 0; m != expanded.modes.size(); ++m)
    modes.push_back(makeColumn<Index>(count, [&](int64_t e) {
      return m == mode ? Index(numbers[size_t(e)])
                       : expanded.modes[m][kept[size_t(e)]];
    }));
  Elements values(source.type, count);
  withElement(source.type, [&](auto element) {
    using T = decltype(element);
    const T *from = expanded.values.template data<T>();
    T *to = values.template data<T>();
    for (int64_t e = 0; e != count; ++e)
      to[e] = from[kept[size_t(e)]];
  });
  // Numbers grow with the coordinates.
  KnownOrder known;
  known.sortedBy = expanded.known.sortedBy;
  known.distinct = expanded.known.distinct;
  pack(result, std::move(modes), std::move(values), std::move(known));
}

template <typename Index>
static void gatherSparse(encke_tensor &result, const encke_tensor &source,
                         const encke_distribution &distribution, size_t mode,
                         bool firstOnly, Messages &messages) {
  Expanded<Index> expanded = expand<Index>(source);
  ElementList list(source);
  std::vector<char> own;
  own.reserve(size_t(expanded.values.size()) * list.bytes());
  for (int64_t e = 0; e != expanded.values.size(); ++e)
    list.append(expanded, e, mode,
                distribution.begin() + int64_t(expanded.modes[mode][e]), own);
  auto all = gather(own, firstOnly, messages);
  list.pack<Index>(result, all, mode, [](int64_t c) { return c; });
}

namespace {
/// The other processes that have a coordinate of this one as a ghost.
class Wanting {
public:
  explicit Wanting(const encke_distribution &distribution)
      : begins(size_t(distribution.own()) + 1, 0) {
    for (const std::vector<int64_t> &numbers : distribution.wanted)
      for (int64_t number : numbers)
        ++begins[size_t(number) + 1];
    for (size_t number = 1; number != begins.size(); ++number)
      begins[number] += begins[number - 1];
    processes.resize(begins.back());
    std::vector<size_t> next(begins.begin(), begins.end() - 1);
    for (size_t p = 0; p != distribution.wanted.size(); ++p)
      for (int64_t number : distribution.wanted[p])
        processes[next[size_t(number)]++] = int32_t(p);
  }

  struct List {
    const int32_t *first, *last;
    const int32_t *begin() const { return first; }
    const int32_t *end() const { return last; }
  };
  /// By the number among the own coordinates.
  List of(int64_t number) const {
    return {processes.data() + begins[size_t(number)],
            processes.data() + begins[size_t(number) + 1]};
  }

private:
  std::vector<size_t> begins;
  std::vector<int32_t> processes;
};
} // namespace

template <typename Index>
static void exchangeSparse(encke_tensor &result, const encke_tensor &source,
                           const encke_distribution &distribution, size_t mode,
                           Messages &messages) {
  Expanded<Index> expanded = expand<Index>(source);
  ElementList list(source);
  const Array<Index> &column = expanded.modes[mode];
  Wanting wanting(distribution);
  std::vector<size_t> counts(messages.count(), 0);
  for (int64_t e = 0; e != column.size(); ++e)
    for (int32_t p : wanting.of(int64_t(column[e])))
      ++counts[size_t(p)];
  std::vector<std::vector<char>> send(messages.count());
  for (size_t p = 0; p != messages.count(); ++p)
    send[p].reserve(counts[p] * list.bytes());
  std::vector<char> own;
  own.reserve(size_t(column.size()) * list.bytes());
  for (int64_t e = 0; e != column.size(); ++e) {
    auto number = int64_t(column[e]);
    list.append(expanded, e, mode, distribution.begin() + number, own);
    for (int32_t p : wanting.of(number))
      list.append(expanded, e, mode, distribution.begin() + number,
                  send[size_t(p)]);
  }
  std::vector<std::vector<char>> lists = messages.exchange(send);
  lists[distribution.rank] = std::move(own);
  list.pack<Index>(result, lists, mode,
                   [&](int64_t c) { return distribution.numberOf(c); });
}

//===----------------------------------------------------------------------===//
// The C ABI
//===----------------------------------------------------------------------===//

/// Calls sparse(Index()) or dense() for what the tensor is.
template <typename Dense, typename Sparse>
static void move(encke_tensor &result, const encke_tensor &source, int64_t mode,
                 Dense dense, Sparse sparse) {
  if (isAllDense(source)) {
    ensureDenseValues(result);
    if (!isEmpty(source, mode))
      dense();
    // NOLINTNEXTLINE(bugprone-branch-clone): each is of another type
  } else if (hasNarrowSizes(source) && hasNarrowSizes(result)) {
    sparse(int32_t());
  } else {
    sparse(int64_t());
  }
}

void encke_restrict(encke_tensor *result, const encke_tensor *source,
                    const encke_distribution *distribution, int64_t mode,
                    const char *where) {
  guarded(where, [&] {
    move(
        *result, *source, mode,
        [&] { restrictDense(*result, *source, *distribution, mode); },
        [&](auto index) {
          restrictSparse<decltype(index)>(*result, *source, *distribution,
                                          size_t(mode));
        });
  });
}

static void gather(encke_tensor &result, const encke_tensor &source,
                   const encke_distribution &distribution, int64_t mode,
                   bool firstOnly, const char *where) {
  guarded(where, [&] {
    Messages messages(where, firstOnly ? "gathering on the first process"
                                       : "gathering");
    move(
        result, source, mode,
        [&] {
          gatherDense(result, source, distribution, mode, firstOnly, messages);
        },
        [&](auto index) {
          gatherSparse<decltype(index)>(result, source, distribution,
                                        size_t(mode), firstOnly, messages);
        });
  });
}

void encke_gather(encke_tensor *result, const encke_tensor *source,
                  const encke_distribution *distribution, int64_t mode,
                  const char *where) {
  gather(*result, *source, *distribution, mode, /*firstOnly=*/false, where);
}

void encke_gather_first(encke_tensor *result, const encke_tensor *source,
                        const encke_distribution *distribution, int64_t mode,
                        const char *where) {
  gather(*result, *source, *distribution, mode, /*firstOnly=*/true, where);
}

void encke_exchange(encke_tensor *result, const encke_tensor *source,
                    const encke_distribution *distribution, int64_t mode,
                    const char *where) {
  guarded(where, [&] {
    auto received = Messages::take(Context::current(), distribution, mode);
    bool isBegun = !received.empty();
    Messages messages(where, exchangingGhosts, /*isMore=*/isBegun);
    messages.noteGhosts(distribution->ghosts());
    move(
        *result, *source, mode,
        [&] {
          exchangeDense(*result, *source, *distribution, mode,
                        std::move(received), messages);
        },
        [&](auto index) {
          exchangeSparse<decltype(index)>(*result, *source, *distribution,
                                          size_t(mode), messages);
        });
  });
}

void encke_exchange_begin(const encke_tensor *source,
                          const encke_distribution *distribution, int64_t mode,
                          const char *where) {
  guarded(where, [&] {
    if (!isAllDense(*source) || isEmpty(*source, mode))
      return; // the exchange does it all
    Messages messages(where, exchangingGhosts);
    messages.noteGhosts(distribution->ghosts());
    SentRows rows(Rows(*source, mode), *distribution);
    messages.begin(std::move(rows.send), rows.lengths, distribution, mode,
                   where);
  });
}

void encke_stack(encke_tensor *result, const encke_tensor *part, int64_t mode,
                 int64_t begin) {
  guarded(nullptr, [&] {
    ensureDenseValues(*result);
    if (isEmpty(*part, mode))
      return;
    Rows to(*result, mode), from(*part, mode);
    to.copyRange(begin, from, part->sizes[mode]);
  });
}
