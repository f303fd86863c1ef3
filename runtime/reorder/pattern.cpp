//===- pattern.cpp - where a tensor stores elements -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reorder/pattern.h"

#include "core/error.h"
#include "storage/columns.h"
#include "storage/entries.h"
#include "storage/expand.h"

#include <numeric>

using namespace encke::rt;

bool encke::rt::canReorder(const encke_tensor &tensor) {
  return fitsNarrow(tensor.value_count) && hasNarrowSizes(tensor);
}

static void checkSize(int64_t size, const std::string &what) {
  if (!fitsNarrow(size))
    throw Error("not supported yet: reordering a tensor with " + what +
                ", more than 2^31 - 1");
}

Pattern encke::rt::patternOf(const encke_tensor &tensor) {
  Pattern pattern;
  for (int32_t mode = 0; mode != tensor.order; ++mode) {
    checkSize(tensor.sizes[mode],
              "a dimension of size " + std::to_string(tensor.sizes[mode]));
    pattern.sizes.push_back(tensor.sizes[mode]);
  }
  Expanded<int32_t> expanded = expand<int32_t>(tensor);
  pattern.count = expanded.values.size();
  checkSize(pattern.count, std::to_string(pattern.count) + " elements");
  pattern.modes = std::move(expanded.modes);
  return pattern;
}

/// By counting.
void encke::rt::sortElements(Array<int32_t> &elements, Array<int32_t> &spare,
                             const Array<int32_t> &coordinates, int64_t size,
                             const Array<int32_t> *number) {
  auto numberOf = [&](int32_t element) {
    int32_t old = coordinates[element];
    return size_t(number ? (*number)[old] : old);
  };
  std::vector<int32_t> starts(static_cast<size_t>(size) + 1);
  for (int32_t element : elements)
    ++starts[numberOf(element) + 1];
  for (size_t n = 1; n != starts.size(); ++n)
    starts[n] += starts[n - 1];
  for (int32_t element : elements)
    spare[starts[numberOf(element)]++] = element;
  std::swap(elements, spare);
}

Pattern encke::rt::renumber(const Pattern &pattern,
                            const std::vector<const Array<int32_t> *> &numbers,
                            const std::vector<size_t> &modes) {
  Array<int32_t> elements(pattern.count), spare(pattern.count);
  std::iota(elements.begin(), elements.end(), 0);
  for (size_t place = modes.size(); place-- != 0;) {
    size_t mode = modes[place];
    sortElements(elements, spare, pattern.modes[mode], pattern.sizes[mode],
                 numbers[mode]);
  }
  Pattern result;
  result.sizes = pattern.sizes;
  result.count = pattern.count;
  for (size_t mode = 0; mode != pattern.order(); ++mode)
    result.modes.push_back(
        makeColumn<int32_t>(pattern.count, [&](int64_t place) {
          int32_t old = pattern.modes[mode][elements[place]];
          return numbers[mode] ? (*numbers[mode])[old] : old;
        }));
  return result;
}
