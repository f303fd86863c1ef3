//===- convert.cpp - a tensor in another format ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/error.h"
#include "core/past_caches.h"
#include "storage/blocks.h"
#include "storage/entries.h"
#include "storage/expand.h"
#include "storage/layout.h"
#include "storage/pack.h"
#include "storage/tensor.h"

using namespace encke::rt;

/// `count` integers in another width, which they must fit.
static void *copyIntegers(const void *from, int64_t count, int32_t fromBytes,
                          int32_t toBytes) {
  if (!from)
    return nullptr;
  if (fromBytes == toBytes)
    return copyArray(allocate(count, toBytes), from, count * toBytes);
  if (toBytes == 8)
    return makeColumn<int64_t>(
               count, [&](int64_t i) { return integerAt(from, fromBytes, i); })
        .release();
  for (int64_t i = 0; i != count; ++i)
    if (int64_t number = integerAt(from, fromBytes, i); !fitsNarrow(number))
      throw Error(std::to_string(number) +
                  " does not fit the 32 bits of the tensor's positions or "
                  "coordinates");
  return makeColumn<int32_t>(
             count, [&](int64_t i) { return integerAt(from, fromBytes, i); })
      .release();
}

template <typename Index>
static void repack(const encke_tensor &from, encke_tensor &to) {
  Expanded<Index> expanded = expand<Index>(from, /*inShort=*/true);
  if (from.type != to.type)
    expanded.values = expanded.values.as(to.type);
  pack(to, std::move(expanded.modes), std::move(expanded.values),
       std::move(expanded.known));
}

/// Array by array, or anew where they share memory.
void encke::rt::copyStorage(const encke_tensor &from, encke_tensor &to) {
  if (hasLayout(from))
    return hasNarrowSizes(from) ? repack<int32_t>(from, to)
                                : repack<int64_t>(from, to);
  for (int32_t l = 0; l != from.level_count; ++l) {
    const encke_level &source = from.levels[l];
    encke_level &target = to.levels[l];
    target.size = source.size;
    target.pos = copyIntegers(source.pos, source.pos_count, from.pos_bytes,
                              to.pos_bytes);
    target.pos_count = source.pos_count;
    target.crd = copyIntegers(source.crd, source.crd_count, from.crd_bytes,
                              to.crd_bytes);
    target.crd_count = source.crd_count;
  }
  if (!from.values)
    return;
  to.values = Elements::borrow(from.type, from.values, from.value_count)
                  .as(to.type)
                  .release();
  to.value_count = from.value_count;
  to.owns_values = 1;
  to.full = from.full;
  if (from.zeros)
    to.zeros = static_cast<uint64_t *>(
        copyIntegers(from.zeros, (from.value_count + 63) / 64, 8, 8));
}

/// Between arrays over the modes, whatever the order of these.
template <typename T>
static void copyDense(const encke_tensor &from, encke_tensor &to) {
  std::vector<int64_t> fromStrides = denseStrides(from);
  std::vector<int64_t> index(size_t(to.order), 0);
  const T *source = static_cast<const T *>(from.values);
  T *target = static_cast<T *>(to.values);
  for (int64_t at = 0; at != to.value_count; ++at) {
    int64_t place = 0;
    for (size_t mode = 0; mode != index.size(); ++mode)
      place += index[mode] * fromStrides[mode];
    target[at] = source[place];
    for (int32_t l = to.level_count; l-- != 0;) {
      int64_t &coordinate = index[size_t(to.levels[l].mode)];
      if (++coordinate != to.levels[l].size)
        break;
      coordinate = 0;
    }
  }
}

/// The place of a type in the order of promotion (L8).
static int32_t rank(int32_t type) {
  static const int32_t ranks[] = {4, 3, 2, 1, 0, 5};
  return ranks[type];
}

static encke_tensor *convert(const encke_tensor &from, const char *format) {
  encke_tensor *to = newTensor(format);
  if (to->order != from.order)
    throw Error("a tensor of order " + std::to_string(from.order) +
                " is converted to a format of order " +
                std::to_string(to->order));
  if (rank(to->type) < rank(from.type))
    throw Error(std::string("a tensor of ") + typeName(from.type) +
                " cannot become one of " + typeName(to->type));
  std::copy_n(from.sizes, from.order, to->sizes);
  setLevelSizes(*to);
  if (sameLevels(from, *to)) {
    copyStorage(from, *to);
  } else if (isAllDense(from) && isAllDense(*to) && from.type == to->type) {
    if (from.values) {
      ensureDenseValues(*to);
      withElement(from.type, [&](auto element) {
        copyDense<decltype(element)>(from, *to);
      });
    }
  } else if (!hasLayout(from) && !hasLayout(*to) && convertBlocks(from, *to)) {
    // It is done.
  } else if (hasNarrowSizes(from)) {
    repack<int32_t>(from, *to);
  } else {
    repack<int64_t>(from, *to);
  }
  return to;
}

encke_tensor *encke_convert(const encke_tensor *from, const char *format,
                            const char *where) {
  return guarded(where, [&] { return convert(*from, format); });
}
