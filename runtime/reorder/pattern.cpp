//===- pattern.cpp - where a tensor stores elements -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reorder/pattern.h"

#include "core/error.h"
#include "storage/entries.h"
#include "storage/expand.h"

using namespace encke::rt;

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
