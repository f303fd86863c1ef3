//===- TuneCompare.h - results of two schedules -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_TUNECOMPARE_H
#define ENCKE_DRIVER_TUNECOMPARE_H

#include "encke/tensor.h"

#include <cstdint>
#include <string>
#include <vector>

namespace encke {

/// A copy of what a statement has computed.
class TunedResult {
public:
  explicit TunedResult(const encke_tensor &tensor);

  /// How another schedule's result differs; empty where it is the same up to
  /// the order of sums. `magnitudes` are the sums of the absolute values of
  /// their terms, where they are known.
  std::string compare(const TunedResult &other,
                      const TunedResult *magnitudes = nullptr) const;

private:
  std::vector<std::vector<char>> arrays; ///< Positions and coordinates.
  std::vector<char> values;
  int32_t type;
  int64_t count;
};

} // namespace encke

#endif // ENCKE_DRIVER_TUNECOMPARE_H
