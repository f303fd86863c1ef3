//===- level_type.cpp - how a level keeps its coordinates -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "level_type.h"

#include <iterator>

namespace encke::format {

const LevelTraits levelTraits[] = {
    {"dense", "", "D", 'D', Positions::Every, false, true},
    {"compressed", "", "CU", 'C', Positions::Between, true, true},
    {"compressed", "nonunique", "CN", 'N', Positions::Between, true, false},
    {"singleton", "", "S", 'S', Positions::Parent, true, true},
    {"structured", "", "", 'T', Positions::Several, true, true, true},
    {"loose_compressed", "", "", 'L', Positions::Pairs},
    {"batch", "", "", 'B', Positions::Every, false, true, false, true},
    {"repeated", "", "", 'R', Positions::Between, true, true, false, false,
     true},
};
const size_t levelTypeCount = std::size(levelTraits);

std::string LevelType::name() const {
  std::string result(traits().name), argument(traits().argument);
  if (traits().hasNumbers)
    argument = std::to_string(n) + ", " + std::to_string(m);
  return argument.empty() ? result : result + "(" + argument + ")";
}

std::string LevelType::text() const {
  std::string result(1, traits().letter);
  if (traits().hasNumbers)
    result += "(" + std::to_string(n) + "," + std::to_string(m) + ")";
  return result;
}

std::string LevelType::layoutText() const {
  return std::string(isJoined() ? "+" : "") + (isApart() ? "|" : "");
}

std::string levelTypeNames() {
  std::string result;
  for (size_t t = 0; t != levelTypeCount; ++t) {
    const LevelTraits &traits = levelTraits[t];
    if (t != 0)
      result += t + 1 == levelTypeCount ? " or " : ", ";
    result += traits.name;
    if (!traits.argument.empty())
      result += "(" + std::string(traits.argument) + ")";
    else if (traits.hasNumbers)
      result += "(n, m)";
  }
  return result;
}

} // namespace encke::format
