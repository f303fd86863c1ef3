//===- explicit_value.h - one value for all elements ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All elements of a tensor may have one value, so that it keeps none of them
// (L50). In texts of formats it is the last word: "D0 C1 =1".
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_FORMAT_EXPLICIT_VALUE_H
#define ENCKE_RUNTIME_FORMAT_EXPLICIT_VALUE_H

#include "levels.h"

#include <optional>
#include <string>
#include <string_view>

namespace encke::format {

/// The value at the end of a text of levels, which is cut off; none where there
/// is no such word.
std::optional<double> takeExplicitValue(std::string_view &text);

/// The word: "=2.5", with all digits that count.
std::string explicitValueText(double value);

/// Fails where a position may be no element, as that is told by its value, and
/// where values are fields of records.
std::optional<Problem> checkExplicitValue(const std::vector<Level> &levels);

} // namespace encke::format

#endif // ENCKE_RUNTIME_FORMAT_EXPLICIT_VALUE_H
