//===- random.cpp - the values of random() --------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
// Generators, OOPSLA 2014) by counter: the value at a row-major index depends
// on the seed and that index only, so it is the same for every machine, storage
// order and number of threads.
//
// Places of a sparse tensor are drawn from a sequence of their own, one
// number a mode, until as many different ones are there as are asked for; of
// more than a half of all, those that stay empty are drawn. An element has the
// value that the dense tensor has there.
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "storage/list.h"

#include <charconv>
#include <cmath>
#include <limits>

using namespace encke::rt;

static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static constexpr uint64_t golden = 0x9e3779b97f4a7c15u;

/// The bits of T's significand, also the first one.
template <typename T>
static constexpr int significandOf() {
  if constexpr (std::is_floating_point_v<T>)
    return std::numeric_limits<T>::digits;
  else if constexpr (isReal<T>)
    return T::significandBits + 1;
  else
    return std::numeric_limits<float>::digits; // none is filled so
}

/// A uniform value in [0, 1) of as many bits as T's significand has.
template <typename T>
static T uniform(uint64_t start, uint64_t index) {
  constexpr int bits = significandOf<T>();
  uint64_t random = mix(start + (index + 1) * golden);
  return T(double(random >> (64 - bits)) / double(uint64_t(1) << bits));
}

template <typename T>
static void fillDense(encke_tensor &tensor, uint64_t start) {
  std::vector<int64_t> strides = denseStrides(tensor);
  T *values = static_cast<T *>(tensor.values);
  for (int64_t linear = 0; linear != tensor.value_count; ++linear) {
    int64_t at = 0, rest = linear;
    for (size_t mode = strides.size(); mode-- != 0;) {
      at += rest % tensor.sizes[mode] * strides[mode];
      rest /= tensor.sizes[mode];
    }
    values[at] = uniform<typename PartOf<T>::Type>(start, uint64_t(linear));
  }
}

namespace {

/// A row-major number of a place, also where the sizes' product has 64 bits.
__extension__ using Place = unsigned __int128;

/// Draws places at random.
class PlaceDrawer {
public:
  PlaceDrawer(const encke_tensor &tensor, uint64_t seed)
      : tensor(tensor), start(mix(mix(seed) ^ golden)) {}

  /// So many different ones, in order.
  std::vector<Place> draw(int64_t count) {
    std::vector<Place> places;
    places.reserve(size_t(count));
    while (int64_t(places.size()) != count) {
      auto known = int64_t(places.size());
      for (int64_t n = known; n != count; ++n)
        places.push_back(next());
      std::sort(places.begin() + known, places.end());
      std::inplace_merge(places.begin(), places.begin() + known, places.end());
      places.erase(std::unique(places.begin(), places.end()), places.end());
    }
    return places;
  }

private:
  Place next() {
    Place place = 0;
    for (int32_t mode = 0; mode != tensor.order; ++mode) {
      uint64_t random = mix(start + ++drawn * golden);
      auto size = Place(uint64_t(tensor.sizes[mode]));
      place = place * size + (random * size >> 64);
    }
    return place;
  }

  const encke_tensor &tensor;
  uint64_t start, drawn = 0;
};

} // namespace

static std::string textOf(double number) {
  char text[32];
  return {text, std::to_chars(text, std::end(text), number).ptr};
}

/// How many elements a density is.
static int64_t countOf(const encke_tensor &tensor, double density) {
  if (std::isnan(density) || density < 0 || density > 1)
    throw Error("a density is a number from 0 to 1, not " + textOf(density));
  double all = 1;
  for (int32_t mode = 0; mode != tensor.order; ++mode)
    all *= double(tensor.sizes[mode]);
  // What a number of 128 bits and the memory of a machine hold.
  if (all > std::ldexp(1.0, 127) || density * all > std::ldexp(1.0, 48))
    throw Error("a density of " + textOf(density) +
                " is too many elements of a tensor of " + textOf(all));
  return std::llround(density * all);
}

template <typename T>
static void fillSparse(encke_tensor &tensor, int64_t count, uint64_t seed) {
  Place all = 1;
  for (int32_t mode = 0; mode != tensor.order; ++mode)
    all *= uint64_t(tensor.sizes[mode]);
  using Real = typename PartOf<T>::Type;
  uint64_t start = mix(seed);
  List<T> list{size_t(tensor.order)};
  list.reserve(count);
  std::vector<int64_t> at(list.order);
  auto add = [&](Place place) {
    T value = uniform<Real>(start, uint64_t(place));
    for (size_t mode = list.order; mode-- != 0;) {
      auto size = Place(uint64_t(tensor.sizes[mode]));
      at[mode] = int64_t(place % size);
      place /= size;
    }
    list.add(at.data(), value);
  };
  PlaceDrawer places(tensor, seed);
  if (Place(count) <= all / 2) {
    for (Place place : places.draw(count))
      add(place);
  } else {
    std::vector<Place> empty = places.draw(int64_t(all - Place(count)));
    auto next = empty.begin();
    for (Place place = 0; place != all; ++place)
      if (next != empty.end() && *next == place)
        ++next;
      else
        add(place);
  }
  fillFrom(tensor, list);
}

/// Calls f with a value of the tensor's type, which can hold values in [0, 1).
template <typename F>
static void withFraction(const encke_tensor &tensor, F f) {
  withElement(tensor.type, [&](auto value) {
    if constexpr (!isReal<decltype(value)> && !isComplexNumber<decltype(value)>)
      throw Error(std::string("random() gives values in [0, 1), which ") +
                  typeName(tensor.type) + " cannot hold");
    else
      f(value);
  });
}

/// The seed of this call; the next one's is one more, which wraps around.
static uint64_t take(uint64_t seed) {
  Context::current().nextSeed = seed + 1;
  return seed;
}

static void fill(encke_tensor &tensor, uint64_t seed) {
  if (!isAllDense(tensor))
    throw Error("random() fills dense tensors only");
  ensureDenseValues(tensor);
  withFraction(tensor, [&](auto value) {
    fillDense<decltype(value)>(tensor, mix(take(seed)));
  });
}

static void fill(encke_tensor &tensor, double density, uint64_t seed) {
  int64_t count = countOf(tensor, density);
  withFraction(tensor, [&](auto value) {
    fillSparse<decltype(value)>(tensor, count, take(seed));
  });
}

void encke_random(encke_tensor *tensor, int64_t seed) {
  guarded(nullptr, [&] { fill(*tensor, uint64_t(seed)); });
}

void encke_random_next(encke_tensor *tensor) {
  guarded(nullptr, [&] { fill(*tensor, Context::current().nextSeed); });
}

void encke_random_sparse(encke_tensor *tensor, double density, int64_t seed,
                         const char *where) {
  guarded(where, [&] { fill(*tensor, density, uint64_t(seed)); });
}

void encke_random_sparse_next(encke_tensor *tensor, double density,
                              const char *where) {
  guarded(where, [&] { fill(*tensor, density, Context::current().nextSeed); });
}
