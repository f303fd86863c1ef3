//===- levels.h - the levels of a format ------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_FORMAT_LEVELS_H
#define ENCKE_RUNTIME_FORMAT_LEVELS_H

#include "expression.h"
#include "level_type.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace encke::format {

struct Level {
  LevelType type;
  Expression coordinate = Expression::integer(0);
  std::vector<Expression> numbers; ///< of the type, in a declaration
  // By `classify`.
  MapKind map = MapKind::Whole;
  int64_t mode = 0;    ///< i of the kinds above; the least mode of others
  int64_t operand = 0; ///< the size of blocks, or mode j
  size_t offset = 0;   ///< of its text
};

/// Why a text or a declaration is wrong, and where.
struct Problem {
  std::string text, help;
  size_t offset = 0;
};

/// Fails where a quotient, a remainder or a schedule is not by a positive
/// number.
std::optional<Problem> checkExpression(const Expression &e);

/// Finds the kinds of the levels' maps. Fails where levels do not tell every
/// mode, say the same, or where a singleton level may have several coordinates
/// at a position. `modes` are the modes' names, for messages.
std::optional<Problem> classify(std::vector<Level> &levels, unsigned order,
                                const std::vector<std::string> &modes = {});

/// How the arrays of levels lie in memory.
struct Layout {
  enum Kind {
    Pack,     ///< levels `first` to `last` are interleaved as records
    Partition ///< what is below each coordinate of level `first` is apart
  } kind = Pack;
  unsigned first = 0;
  unsigned last = 0; ///< the number of levels stands for the values
  size_t offset = 0;

  bool operator==(const Layout &other) const {
    return kind == other.kind && first == other.first && last == other.last;
  }
};

/// Notes the layout in the types of its levels. Fails where one of them has
/// another one already.
std::optional<Problem> setLayout(std::vector<Level> &levels,
                                 const Layout &layout);
/// Those that are noted.
std::vector<Layout> getLayouts(const std::vector<Level> &levels);
/// Fails where levels do not suit the layouts that are noted.
std::optional<Problem> checkLayouts(const std::vector<Level> &levels);
/// "pack(0, 1), partition(2)".
std::string layoutsText(const std::vector<Level> &levels);

/// The records of levels that are joined.
struct Record {
  unsigned first = 0, last = 0; ///< as in Layout
  std::vector<int64_t> offsets; ///< of each field, in bytes
  int64_t bytes = 0;            ///< of a record: a multiple of each field
};
/// The record that level `l` is a field of, or the values for the number of the
/// levels; none where they are no fields.
std::optional<Record> findRecord(const std::vector<LevelType> &types,
                                 unsigned l, int64_t coordinateBytes,
                                 int64_t valueBytes);

/// Each mode by the values of the levels' expressions, leaves Level(l); of
/// levels that are right.
std::vector<Expression> invert(const std::vector<Level> &levels,
                               unsigned order);

/// "D0/2 C1/3 D0%2 D1%3", "C1-0 D0", "D(d0+d1) C0": what a text or a tensor
/// type calls the levels.
std::string levelsText(const std::vector<Level> &levels);
/// The same of one level without its type.
std::string mapText(const Level &level);
/// The levels of such a text, classified. Fails with a problem.
std::optional<std::vector<Level>> parseLevels(std::string_view text,
                                              Problem &problem);
/// One more than the largest mode.
unsigned orderOf(const std::vector<Level> &levels);

/// A position may be no element (L47): below the last level that is compressed
/// there is a dense one, unless all levels are dense and store modes as they
/// are.
bool hasPadding(const std::vector<Level> &levels);

} // namespace encke::format

#endif // ENCKE_RUNTIME_FORMAT_LEVELS_H
