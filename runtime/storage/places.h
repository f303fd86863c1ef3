//===- places.h - where the elements of a part are in a tensor --*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A coordinate of the tensor is a sum of multiples of the coordinates of the
// part and of what tables have there. That says quickly where an element of the
// part is; which elements of the part a place has is found by what is inverted
// here: modes that have no coordinate in common are inverted by themselves,
// those with one coordinate and no table by a division, and others by a table
// of all places.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_PLACES_H
#define ENCKE_RUNTIME_STORAGE_PLACES_H

#include "encke/runtime.h"
#include "storage/range.h"

#include <cstdarg>
#include <optional>
#include <utility>
#include <vector>

namespace encke::rt {

/// Throws: a dimension, counted from 0, does not have the coordinate.
[[noreturn]] void refuseCoordinate(int64_t coordinate, size_t dimension,
                                   int64_t size);

/// Throws: a second value is for one element. `help` goes behind.
[[noreturn]] void refuseSecond(const int64_t *at, size_t order,
                               const char *help = "");

class Places {
public:
  /// As encke_select takes them, of a part of those sizes.
  Places(const encke_tensor &tensor, std::vector<int64_t> partSizes,
         std::va_list &list);
  Places(const encke_tensor &tensor, const encke_tensor &part,
         std::va_list &list)
      : Places(tensor, {part.sizes, part.sizes + part.order}, list) {}

  size_t modes() const { return own.size(); }
  size_t partModes() const { return partSizes.size(); }
  /// Where the element of the part at `at` is; false where that is clipped.
  /// Throws where it is beyond the tensor otherwise.
  bool find(const int64_t *at, int64_t *coordinates) const;
  /// What the mode alone has to do with, of a part without the other modes;
  /// none of an empty part.
  std::optional<Places> alone(size_t mode) const;
  /// Two elements may be at one place.
  bool mayMeet() const;
  /// The coordinate of the mode, where it is fixed and the part has all others,
  /// in their order; none elsewhere.
  std::optional<int64_t> fixedAlone(size_t mode) const;
  /// The ranges that the modes of the part are, in their order.
  std::optional<std::vector<Range>> asRanges() const;

private:
  friend class Inverted;
  friend class PlaceRuns;
  struct Mode {
    int64_t offset = 0, size = 0;
    bool clipped = false;
    std::vector<int64_t> byPart, byTable;
  };
  struct Table {
    const int64_t *values = nullptr;
    std::vector<int64_t> strides; ///< by mode of the part
  };
  /// The modes of the part that a mode depends on.
  std::vector<bool> usedBy(const Mode &mode) const;
  int64_t coordinate(const Mode &mode, const int64_t *at) const;

  std::vector<Mode> own;
  std::vector<Table> tables;
  std::vector<int64_t> partSizes;
};

/// Which elements of the part are at a place. To make one checks all places.
class Inverted {
public:
  explicit Inverted(const Places &places);

  /// The coordinates of a mode that may be a place: from the first on, to
  /// before the second.
  std::pair<int64_t, int64_t> bounds(size_t mode) const { return limits[mode]; }
  /// The place of some element of the part.
  bool contains(const int64_t *coordinates) const;
  /// Calls visit(coordinates in the part) for each element at the place.
  template <typename Visit>
  void visit(const int64_t *coordinates, std::vector<int64_t> &at,
             Visit visit) const {
    visitFrom(0, coordinates, at, visit);
  }

private:
  /// Modes with coordinates of the part in common.
  struct Group {
    std::vector<size_t> modes, partModes;
    /// One of each: coordinate = offset + step * k for k < count.
    int64_t offset = 0, step = 0, count = 0;
    /// Else: the places in order, with the number of the element in the box of
    /// the part's modes.
    std::vector<std::pair<int64_t, int64_t>> places;
  };
  using Found = std::pair<int64_t, int64_t>; ///< of numbers, or of places

  void addSingle(Group &group);
  void addTable(Group &group);
  Found find(const Group &group, const int64_t *coordinates) const;
  int64_t keyOf(const Group &group, const int64_t *coordinates) const;
  void setNumber(const Group &group, int64_t number,
                 std::vector<int64_t> &at) const;

  template <typename Visit>
  void visitFrom(size_t next, const int64_t *coordinates,
                 std::vector<int64_t> &at, Visit &visit) const {
    if (next == groups.size())
      return visit(at.data());
    const Group &group = groups[next];
    auto [first, last] = find(group, coordinates);
    for (int64_t n = first; n != last; ++n) {
      setNumber(group, group.step ? n : group.places[size_t(n)].second, at);
      visitFrom(next + 1, coordinates, at, visit);
    }
  }

  const Places &all;
  std::vector<Group> groups;
  std::vector<std::pair<int64_t, int64_t>> limits;
  bool isEmpty = false;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_PLACES_H
