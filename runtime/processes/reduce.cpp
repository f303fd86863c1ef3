//===- reduce.cpp - what processes have, combined -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each process combines a share of the elements of all, in the order of the
// processes, and all gather the shares: the result is the same on all of them,
// and in each run.
//
//===----------------------------------------------------------------------===//

#include "core/threads.h"
#include "processes/traffic.h"
#include "storage/tensor.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

using namespace encke::rt;

template <typename T>
static constexpr bool isOrdered = !isComplexNumber<T>;

/// As generated code has it: what is no number stays, and -0 is below 0.
template <typename T>
static bool isBelow(T a, T b) {
  if constexpr (isReal<T>)
    if (a == b)
      return std::signbit(a) && !std::signbit(b);
  return a < b;
}
template <typename T>
static bool isNumber(T a) {
  if constexpr (isReal<T>)
    return !std::isnan(a);
  return true;
}

template <typename T>
static void wrapAdd(T &total, T value) {
  if constexpr (std::is_same_v<T, uint8_t>) {
    total = total | value;
  } else if constexpr (std::is_integral_v<T>) {
    using Unsigned = std::make_unsigned_t<T>;
    total = T(Unsigned(total) + Unsigned(value));
  } else {
    total += value;
  }
}

template <typename T>
static void wrapMultiply(T &total, T value) {
  if constexpr (std::is_same_v<T, uint8_t>) {
    total = total & value;
  } else if constexpr (std::is_integral_v<T>) {
    using Unsigned = std::make_unsigned_t<T>;
    total = T(Unsigned(total) * Unsigned(value));
  } else {
    total *= value;
  }
}

/// The function of that name; null where elements of the type have none.
template <typename T>
static void (*findOperation(std::string_view name))(T &, T) {
  if (name == "add")
    return wrapAdd<T>;
  if (name == "mul")
    return wrapMultiply<T>;
  if constexpr (isOrdered<T>) {
    if (name == "min")
      return [](T &total, T value) {
        if (isNumber(total) && (!isNumber(value) || isBelow(value, total)))
          total = value;
      };
    if (name == "max")
      return [](T &total, T value) {
        if (isNumber(total) && (!isNumber(value) || isBelow(total, value)))
          total = value;
      };
  }
  if constexpr (std::is_same_v<T, uint8_t>) {
    if (name == "or")
      return [](T &total, T value) { total = total | value; };
    if (name == "and")
      return [](T &total, T value) { total = total & value; };
  }
  return nullptr;
}

template <typename T>
static void reduceAll(T *result, const T *source, int64_t count,
                      const char *name, const char *where) {
  auto combine = findOperation<T>(name);
  if (!combine)
    throw Error(std::string("not supported yet: '") + name +
                "' of this type on several processes");
  Messages messages(where, "adding up");
  size_t processes = messages.count();
  auto cut = [&](size_t p) {
    return partBegin(count, int32_t(processes), int32_t(p));
  };
  std::vector<std::vector<char>> send(processes);
  for (size_t p = 0; p != processes; ++p) {
    const char *bytes = reinterpret_cast<const char *>(source);
    send[p].assign(bytes + cut(p) * int64_t(sizeof(T)),
                   bytes + cut(p + 1) * int64_t(sizeof(T)));
  }
  int64_t own = cut(messages.rank() + 1) - cut(messages.rank());
  std::vector<int64_t> lengths(processes, own * int64_t(sizeof(T)));
  std::vector<std::vector<char>> received = messages.exchange(send, lengths);
  std::vector<T> total(static_cast<size_t>(own));
  for (size_t p = 0; p != processes; ++p)
    for (size_t e = 0; e != size_t(own); ++e) {
      T value;
      std::memcpy(&value, received[p].data() + e * sizeof(T), sizeof(T));
      if (p == 0)
        total[e] = value;
      else
        combine(total[e], value);
    }
  auto all = messages.gatherAll(reinterpret_cast<const char *>(total.data()),
                                own * int64_t(sizeof(T)));
  for (size_t p = 0; p != processes; ++p)
    if (!all[p].empty())
      std::memcpy(result + cut(p), all[p].data(), all[p].size());
}

void encke_all_reduce(encke_tensor *result, const encke_tensor *source,
                      const char *operation, const char *where) {
  guarded(where, [&] {
    ensureDenseValues(*result);
    withElement(source->type, [&](auto element) {
      using T = decltype(element);
      reduceAll(static_cast<T *>(result->values),
                static_cast<const T *>(source->values), volume(*source),
                operation, where);
    });
  });
}

int64_t encke_agree(int64_t value) {
  return guarded(nullptr, [&] {
    encke_processes &table = processesOf(Context::current());
    table.broadcast(&table, &value, sizeof(value), 0);
    checkOthers(table);
    return value;
  });
}
