//===- select.cpp - the elements of a tensor at places, and back ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "core/past_caches.h"
#include "core/threads.h"
#include "storage/levels.h"
#include "storage/list.h"
#include "storage/place_runs.h"
#include "storage/places.h"
#include "storage/slice_levels.h"
#include "storage/walk.h"

#include <algorithm>
#include <cmath>
#include <string_view>

using namespace encke::rt;

//===----------------------------------------------------------------------===//
// Elements at places
//===----------------------------------------------------------------------===//

template <typename T>
static void selectDense(encke_tensor &result, const encke_tensor &source,
                        const Places &places) {
  PlaceRuns runs(places, denseStrides(result), denseStrides(source));
  const auto *values = static_cast<const T *>(source.values);
  auto *into = static_cast<T *>(result.values);
  parallelFor(runs.elements(), [&](int64_t first, int64_t last) {
    runs.visit(
        first, last,
        [into, values](int64_t to, int64_t from) { into[to] = values[from]; },
        [into](int64_t to) { into[to] = T(0); });
  });
}

template <typename T>
static void selectStored(encke_tensor &result, const encke_tensor &source,
                         const Places &places) {
  Inverted inverted(places);
  List<T> list(size_t(result.order));
  std::vector<int64_t> part(places.partModes());
  std::vector<std::pair<int64_t, int64_t>> bounds;
  for (size_t mode = 0; mode != places.modes(); ++mode)
    bounds.push_back(inverted.bounds(mode));
  walkWithin(source, bounds, [&](const int64_t *at, int64_t position) {
    if (!inverted.contains(at))
      return;
    T value = valueAt<T>(source, position);
    inverted.visit(at, part,
                   [&](const int64_t *found) { list.add(found, value); });
  });
  fillFrom(result, list);
}

/// One element, which is looked up.
template <typename T>
static void selectElement(encke_tensor &result, const encke_tensor &source,
                          const Places &places) {
  std::vector<int64_t> coordinates(places.modes());
  T found(0);
  if (places.find(nullptr, coordinates.data())) {
    std::vector<std::pair<int64_t, int64_t>> bounds;
    bounds.reserve(coordinates.size());
    for (int64_t coordinate : coordinates)
      bounds.emplace_back(coordinate, coordinate + 1);
    walkWithin(source, bounds, [&](const int64_t *at, int64_t position) {
      if (std::equal(coordinates.begin(), coordinates.end(), at))
        found = valueAt<T>(source, position);
    });
  }
  *static_cast<T *>(result.values) = found;
}

/// One row of a matrix whose rows are compressed levels: loops take one after
/// the other.
static bool selectRow(encke_tensor &result, const encke_tensor &source,
                      const Places &places) {
  if (source.level_count != 2 || result.level_count != 1 ||
      !isDense(source.levels[0]) || !isPlain(source) ||
      source.pos_bytes != result.pos_bytes ||
      source.crd_bytes != result.crd_bytes)
    return false;
  const encke_level &from = source.levels[1];
  encke_level &to = result.levels[0];
  std::optional<int64_t> row = places.fixedAlone(size_t(source.levels[0].mode));
  if (!row || *row < 0 || *row >= source.levels[0].size ||
      to.type != from.type || !encke::format::typeOf(from).hasPositions())
    return false;
  auto [begin, end] = positionsBelow(source, from, *row);
  int64_t count = end - begin, bytes = elementBytes(source.type);
  auto part = [&, first = begin](const void *array, int64_t each) {
    return copyArray(allocate(count, each),
                     static_cast<const char *>(array) + first * each,
                     count * each);
  };
  clearStorage(result);
  to.pos = makeIntegers(result.pos_bytes, 2,
                        [&](int64_t n) { return n == 0 ? 0 : count; });
  to.pos_count = 2;
  to.crd = part(from.crd, source.crd_bytes);
  result.values = part(source.values, bytes);
  to.crd_count = result.value_count = count;
  result.owns_values = 1;
  return true;
}

static void select(encke_tensor &result, const encke_tensor &source,
                   const Places &places) {
  if (source.values && selectRow(result, source, places))
    return;
  bool isSparse = source.values && isPlain(source);
  if (isSparse && sameLevels(source, result) &&
      source.crd_bytes == result.crd_bytes)
    if (std::optional<std::vector<Range>> ranges = places.asRanges()) {
      Inverted check(places); // that they are in the tensor
      return sliceLevels(result, source, *ranges);
    }
  if (isAllDense(result))
    ensureDenseValues(result);
  withElement(source.type, [&](auto element) {
    using T = decltype(element);
    if (isAllDense(source) && isAllDense(result))
      selectDense<T>(result, source, places);
    else if (places.partModes() == 0 && result.values)
      selectElement<T>(result, source, places);
    else
      selectStored<T>(result, source, places);
  });
}

void encke_select(encke_tensor *result, const encke_tensor *source,
                  const char *where, int64_t count, ...) {
  std::va_list list;
  va_start(list, count);
  guarded(where,
          [&] { select(*result, *source, Places(*source, *result, list)); });
  va_end(list);
}

//===----------------------------------------------------------------------===//
// Putting them there
//===----------------------------------------------------------------------===//

namespace {

/// How a new value goes with what is there.
class Combination {
public:
  explicit Combination(std::string_view name) : kind(kindOf(name)) {}
  static Combination sum() { return Combination(Kind::add); }

  bool adds() const { return kind == Kind::add; }
  bool sets() const { return kind == Kind::set; }
  bool erases() const { return kind == Kind::erase; }

  template <typename T>
  T onto(T old, T value) const {
    switch (kind) {
    case Kind::set:
    case Kind::erase:
      return value;
    case Kind::any:
      return old;
    case Kind::mul:
      return old * value;
    case Kind::lor:
      return T(old != T(0) || value != T(0));
    case Kind::land:
      return T(old != T(0) && value != T(0));
    case Kind::min:
    case Kind::max:
      if constexpr (!isComplexNumber<T>)
        return lesser(old, value) == (kind == Kind::min) ? old : value;
      break;
    case Kind::add:
    case Kind::sub:
      break;
    }
    if constexpr (std::is_same_v<T, uint8_t>)
      return kind == Kind::sub ? old != value : old || value;
    else if constexpr (std::is_integral_v<T>)
      return wrapped(old, value);
    else
      return kind == Kind::sub ? old - value : old + value;
  }
  /// What goes where nothing is.
  template <typename T>
  T alone(T value) const {
    if constexpr (std::is_same_v<T, uint8_t>)
      return value;
    else
      return kind == Kind::sub ? onto(T(0), value) : value;
  }

private:
  enum class Kind { set, erase, add, sub, mul, min, max, lor, land, any };
  explicit Combination(Kind kind) : kind(kind) {}

  /// Asked once, not for each element.
  static Kind kindOf(std::string_view name) {
    const std::pair<std::string_view, Kind> kinds[] = {
        {"", Kind::set},    {"erase", Kind::erase}, {"sub", Kind::sub},
        {"mul", Kind::mul}, {"min", Kind::min},     {"max", Kind::max},
        {"or", Kind::lor},  {"and", Kind::land},    {"any", Kind::any}};
    for (auto [known, kind] : kinds)
      if (name == known)
        return kind;
    return Kind::add;
  }

  /// Of two values, one of them perhaps no number: the result is none, too.
  template <typename T>
  bool lesser(T old, T value) const {
    if constexpr (isReal<T>) {
      if (std::isnan(old) || std::isnan(value))
        return std::isnan(old) == (kind == Kind::min);
    }
    return old < value;
  }
  template <typename T>
  T wrapped(T old, T value) const {
    using Word = std::make_unsigned_t<T>;
    return T(kind == Kind::sub ? Word(old) - Word(value)
                               : Word(old) + Word(value));
  }

  Kind kind;
};

} // namespace

/// How values for one element get along.
static constexpr char addsUp[] = "; '+=' adds them up";

template <typename T>
static void insertDense(encke_tensor &result, const encke_tensor &value,
                        const Places &places, const Combination &combination) {
  const auto *values = static_cast<const T *>(value.values);
  auto *into = static_cast<T *>(result.values);
  if (isAllDense(value) && !(combination.sets() && places.mayMeet())) {
    PlaceRuns runs(places, denseStrides(value), denseStrides(result));
    auto put = [into, values, combination](int64_t from, int64_t to) {
      into[to] = combination.onto(into[to], values[from]);
    };
    // A question for each element takes as long as the element.
    auto add = [into, values](int64_t from, int64_t to) {
      into[to] = Combination::sum().onto(into[to], values[from]);
    };
    auto nowhere = [](int64_t) {};
    if (combination.adds())
      return runs.visit(0, runs.elements(), add, nowhere);
    return runs.visit(0, runs.elements(), put, nowhere);
  }
  std::vector<int64_t> to = denseStrides(result), from = denseStrides(value);
  std::vector<int64_t> coordinates(places.modes());
  std::vector<bool> reached(
      combination.sets() && places.mayMeet() ? size_t(result.value_count) : 0);
  auto put = [&](const int64_t *at, T element) {
    if (!places.find(at, coordinates.data()))
      return;
    int64_t place = offsetOf(to, coordinates.data());
    if (!combination.sets()) {
      into[place] = combination.onto(into[place], element);
      return;
    }
    into[place] = element;
    if (reached.empty())
      return;
    if (reached[size_t(place)])
      refuseSecond(coordinates.data(), coordinates.size(), addsUp);
    reached[size_t(place)] = true;
  };
  if (isAllDense(value))
    forEachPoint(value.sizes, size_t(value.order), [&](const int64_t *at) {
      put(at, values[offsetOf(from, at)]);
    });
  else
    walkSorted(value, [&](const int64_t *at, int64_t position) {
      put(at, valueAt<T>(value, position));
    });
}

/// Old elements, but for those that are replaced, and the new ones behind them:
/// put in order, those of one place follow each other.
template <typename T>
static void insertStored(encke_tensor &result, const encke_tensor &old,
                         const encke_tensor &value, const Places &places,
                         const Combination &combination) {
  size_t order = size_t(result.order);
  bool replaces = combination.sets() || combination.erases();
  Inverted inverted(places);
  List<T> list(order);
  walkStored(old, [&](const int64_t *at, int64_t position) {
    if (!replaces || !inverted.contains(at))
      list.add(at, valueAt<T>(old, position));
  });
  int64_t oldCount = list.size();
  std::vector<int64_t> coordinates(order);
  if (!combination.erases())
    walkSorted(value, [&](const int64_t *at, int64_t position) {
      if (places.find(at, coordinates.data()))
        list.add(coordinates.data(), valueAt<T>(value, position));
    });
  List<T> sorted(order);
  int64_t before = -1;
  for (int64_t n : sortedOrder(list)) {
    T element = list.values[size_t(n)];
    if (before >= 0 && isSamePlace(list, before, n)) {
      if (combination.sets())
        refuseSecond(list.at(n), order, addsUp);
      sorted.values.back() = combination.onto(sorted.values.back(), element);
    } else {
      sorted.add(list.at(n),
                 n < oldCount ? element : combination.alone(element));
    }
    before = n;
  }
  packList(result, sorted);
}

static void insert(encke_tensor &result, const encke_tensor &old,
                   const encke_tensor &value, const Places &places,
                   const Combination &combination) {
  withElement(result.type, [&](auto element) {
    using T = decltype(element);
    if (!isAllDense(result))
      return insertStored<T>(result, old, value, places, combination);
    const auto *from = static_cast<const T *>(old.values);
    if (&result != &old) {
      ensureDenseValues(result);
      std::copy(from, from + old.value_count, static_cast<T *>(result.values));
    } else if (result.owns_values) {
      throw Error("elements of a buffer with gaps cannot be updated where they "
                  "are");
    }
    insertDense<T>(result, value, places, combination);
  });
}

void encke_insert(encke_tensor *result, const encke_tensor *old,
                  const encke_tensor *value, const char *combine,
                  const char *where, int64_t count, ...) {
  std::va_list list;
  va_start(list, count);
  guarded(where, [&] {
    insert(*result, *old, *value, Places(*result, *value, list),
           Combination(combine));
  });
  va_end(list);
}

/// Each mode by itself, at the coordinates of the part that it depends on.
static void checkPlaces(const Places &places) {
  for (size_t mode = 0; mode != places.modes(); ++mode) {
    std::optional<Places> alone = places.alone(mode);
    if (!alone)
      return;
    PlaceRuns runs(*alone, std::vector<int64_t>(places.partModes()),
                   std::vector<int64_t>(places.modes()));
    parallelFor(runs.elements(), [&](int64_t first, int64_t last) {
      runs.visit(first, last, [](int64_t, int64_t) {}, [](int64_t) {});
    });
  }
}

void encke_check_places(const encke_tensor *source, const char *where,
                        int64_t count, ...) {
  std::va_list list;
  va_start(list, count);
  guarded(where, [&] {
    std::vector<int64_t> sizes(size_t(va_arg(list, int64_t)));
    for (int64_t &size : sizes)
      size = va_arg(list, int64_t);
    checkPlaces(Places(*source, std::move(sizes), list));
  });
  va_end(list);
}

void encke_check_block(int64_t first, int64_t step, int64_t count, int64_t size,
                       int64_t mode, const char *where) {
  if (count == 0)
    return;
  int64_t last = first + (count - 1) * step;
  encke_check_place(std::min(first, last), size, mode, where);
  if (std::max(first, last) >= size)
    encke_check_range(size, std::max(first, last), mode, where);
}

void encke_check_place(int64_t coordinate, int64_t size, int64_t mode,
                       const char *where) {
  guarded(where, [&] {
    if (coordinate < 0 || coordinate >= size)
      refuseCoordinate(coordinate, size_t(mode), size);
  });
}
