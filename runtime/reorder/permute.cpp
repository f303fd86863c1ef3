//===- permute.cpp - tensors with renumbered coordinates ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reorder/permute.h"

#include "storage/entries.h"
#include "storage/expand.h"
#include "storage/pack.h"
#include "storage/tensor.h"

#include <algorithm>

using namespace encke::rt;

using Numbers = std::vector<const Array<int32_t> *>;

static int64_t numberOf(const Numbers &numbers, size_t mode, int64_t old) {
  return numbers[mode] ? (*numbers[mode])[old] : old;
}

/// Rows of the innermost level, which are copied whole where they stay in
/// order.
template <typename T>
static void permuteDense(encke_tensor &result, const encke_tensor &source,
                         const Numbers &numbers) {
  const T *from = static_cast<const T *>(source.values);
  T *to = static_cast<T *>(result.values);
  if (source.level_count == 0) {
    *to = *from;
    return;
  }
  std::vector<int64_t> strides = denseStrides(source);
  const encke_level &inner = source.levels[source.level_count - 1];
  size_t innerMode = size_t(inner.mode);
  int64_t rows = inner.size ? source.value_count / inner.size : 0;
  parallelFor(rows, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row != end; ++row) {
      int64_t place = 0, rest = row;
      for (int32_t l = source.level_count - 1; l-- != 0;) {
        const encke_level &level = source.levels[l];
        size_t mode = size_t(level.mode);
        place += numberOf(numbers, mode, rest % level.size) * strides[mode];
        rest /= level.size;
      }
      const T *values = from + row * inner.size;
      if (!numbers[innerMode])
        std::copy(values, values + inner.size, to + place);
      else
        for (int64_t i = 0; i != inner.size; ++i)
          to[place + (*numbers[innerMode])[i]] = values[i];
    }
  });
}

template <typename Index>
static void permuteSparse(encke_tensor &result, const encke_tensor &source,
                          const Numbers &numbers) {
  Expanded<Index> expanded = expand<Index>(source);
  for (size_t mode = 0; mode != numbers.size(); ++mode) {
    if (!numbers[mode])
      continue;
    const Array<Index> &old = expanded.modes[mode];
    expanded.modes[mode] = makeColumn<Index>(
        old.size(), [&](int64_t e) { return numberOf(numbers, mode, old[e]); });
  }
  KnownOrder known;
  known.distinct = expanded.known.distinct;
  pack(result, std::move(expanded.modes), std::move(expanded.values),
       std::move(known));
}

void encke::rt::permute(encke_tensor &result, const encke_tensor &source,
                        const Numbers &numbers) {
  if (isAllDense(source)) {
    if (source.value_count == 0)
      return;
    ensureDenseValues(result);
    withElement(source.type, [&](auto element) {
      permuteDense<decltype(element)>(result, source, numbers);
    });
  } else if (std::count(numbers.begin(), numbers.end(), nullptr) ==
             source.order) {
    copyStorage(source, result);
  } else if (hasNarrowSizes(source)) {
    permuteSparse<int32_t>(result, source, numbers);
  } else {
    permuteSparse<int64_t>(result, source, numbers);
  }
}
