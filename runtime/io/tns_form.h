//===- tns_form.h - what a .tns file may be meant as ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same lines can be entries only, or a header and entries; coordinates, or
// the nodes of edges. What a file could be as well as what it is read as is
// said: as an error where there is no telling, else as a remark.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_TNS_FORM_H
#define ENCKE_RUNTIME_IO_TNS_FORM_H

#include "io/data_file.h"

#include <cstdint>
#include <vector>

namespace encke::rt {

/// The first line, if it consists of digits, beside the other lines.
struct FirstLine {
  const std::vector<int64_t> &numbers; ///< empty: not of digits
  const std::vector<int64_t> &largest; ///< coordinates behind it, by mode
  bool hasZero;                        ///< some coordinate behind it is 0
  int64_t following;                   ///< how many lines are behind it

  /// Its last number is how many lines follow.
  bool countsLines() const {
    return !numbers.empty() && numbers.back() == following;
  }
  /// Coordinates fit the other numbers as sizes, counted from `base`.
  bool boundsCoordinates(int64_t base) const;
  /// It could be COMET's header, with coordinates from 0.
  bool mayBeComets() const { return countsLines() && boundsCoordinates(0); }
  /// It could be a header with coordinates from 1.
  bool mayCountFromOne() const {
    return countsLines() && following != 0 && !hasZero && boundsCoordinates(1);
  }
  /// Each size is some coordinate.
  bool isReached() const;
};

/// Decides whether the first line at `line` is COMET's header, for a file of
/// which nobody has said what it is. Fails where that cannot be told, and
/// remarks in `header` what else it could be.
bool isCometsHeader(const encke_file &file, const char *line,
                    const FirstLine &first, Header &header);

/// Fails when the first line of a list of edges could be a header.
void refuseHeaderOfEdges(const encke_file &file, const char *line,
                         const FirstLine &first);

/// What the comments before `firstLine` of a list of edges say of it.
enum class EdgeKind { Unknown, Directed, Undirected, Bipartite };
/// KONECT's files begin with a line "% sym ...", "% asym ...", "% bip ...".
EdgeKind edgeKindOf(const encke_file &file, const char *firstLine);

/// "edges, nodes from 1, column 3 the values", for -v and info.
std::string edgesText(const Header &header);

/// True when entries of order 1 may be meant as edges: their values are whole
/// numbers that could be nodes, too. `values` are doubles.
bool mayBeNodes(const EntryValues &values, bool rounded);

/// True when a coordinate occurs twice; none exceeds `largest`.
template <typename Index>
bool repeats(const Array<Index> &coordinates, int64_t largest);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_TNS_FORM_H
