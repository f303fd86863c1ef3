//===- tns_form.cpp - what a .tns file may be meant as --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/tns_form.h"
#include "io/text.h"
#include "io/whole.h"

#include <algorithm>
#include <string_view>

namespace encke::rt {

bool FirstLine::boundsCoordinates(int64_t base) const {
  return std::equal(largest.begin(), largest.end(), numbers.begin(),
                    [=](int64_t coordinate, int64_t size) {
                      return coordinate - base < size;
                    });
}

bool FirstLine::isReached() const {
  return std::equal(largest.begin(), largest.end(), numbers.begin());
}

static std::string sizesOf(const FirstLine &first) {
  return sizesText({first.numbers.begin(), first.numbers.end() - 1});
}

[[noreturn]] static void failUndecided(const encke_file &file, const char *line,
                                       const FirstLine &first) {
  std::string edges =
      first.numbers.size() == 2
          ? ". Of a list of edges, of which it counts nodes and edges, put "
            "'#' before it, and --tns=edges reads it"
          : "";
  throw identified(
      id::ambiguousFile,
      file.errorAt(
          line, "this line may be a header, " + sizesOf(first) + " with " +
                    std::to_string(first.following) +
                    " entries, or an entry: --tns=header1 reads a header with "
                    "coordinates from 1, --tns=frostt an entry, --tns=comet a "
                    "header with coordinates from 0, which these are past" +
                    edges));
}

bool isCometsHeader(const encke_file &file, const char *line,
                    const FirstLine &first, Header &header) {
  bool comets = first.mayBeComets();
  if (!first.mayCountFromOne())
    return comets;
  if (!comets && first.isReached())
    failUndecided(file, line, first);
  header.remarks.push_back(
      {Remark::Warning, file.place(line),
       comets ? "read as COMET's header, with coordinates from 0, though none "
                "is 0: --tns=header1 reads it as one with coordinates from 1, "
                "--tns=comet says that it is right"
              : "read as an entry, though it could be a header of " +
                    std::to_string(first.following) +
                    " entries with coordinates from 1, some of which reach "
                    "their size: --tns=header1 reads it so, --tns=frostt says "
                    "that it is right"});
  return comets;
}

void refuseHeaderOfEdges(const encke_file &file, const char *line,
                         const FirstLine &first) {
  if (!first.countsLines() || first.following == 0)
    return;
  bool countsNodes = first.numbers.size() == 2;
  int64_t largest =
      *std::max_element(first.largest.begin(), first.largest.end());
  if (countsNodes ? largest > first.numbers[0] : !first.boundsCoordinates(1))
    return;
  throw identified(
      id::ambiguousFile,
      file.errorAt(
          line, "this line may be an edge, or a header that counts " +
                    std::string(countsNodes ? "nodes and " : "") + "the " +
                    std::to_string(first.following) +
                    " edges: put '#' before it if it is a header, or move it "
                    "behind another line if it is an edge"));
}

EdgeKind edgeKindOf(const encke_file &file, const char *firstLine) {
  const char *p = skipBlanks(file.text().begin());
  if (p >= firstLine || *p != '%')
    return EdgeKind::Unknown;
  p = skipBlanks(p + 1);
  std::string_view word(p, size_t(skipWord(p) - p));
  return word == "sym"    ? EdgeKind::Undirected
         : word == "asym" ? EdgeKind::Directed
         : word == "bip"  ? EdgeKind::Bipartite
                          : EdgeKind::Unknown;
}

std::string edgesText(const Header &header) {
  std::string text = "edges, nodes from " + std::to_string(header.base);
  text += header.edgeColumns == 2 ? ", values 1" : ", values in column 3";
  if (header.edgeColumns > 3)
    text += ", columns from 4 on not read";
  return text;
}

bool mayBeNodes(const EntryValues &values, bool rounded) {
  const double *numbers = values.data<double>();
  return !rounded &&
         std::all_of(numbers, numbers + values.size(), [](double number) {
           return number >= 0 && saysWhole(number);
         });
}

template <typename Index>
bool repeats(const Array<Index> &coordinates, int64_t largest) {
  const Index *begin = coordinates.data(), *end = begin + coordinates.size();
  // As vectors are written most often.
  if (std::adjacent_find(begin, end, [](Index a, Index b) { return a >= b; }) ==
      end)
    return false;
  int64_t count = end - begin;
  if (largest / 64 <= count) {
    std::vector<bool> seen(size_t(largest) + 1);
    for (const Index *at = begin; at != end; ++at) {
      if (seen[size_t(*at)])
        return true;
      seen[size_t(*at)] = true;
    }
    return false;
  }
  std::vector<Index> sorted(begin, end);
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

template bool repeats(const Array<int32_t> &, int64_t);
template bool repeats(const Array<int64_t> &, int64_t);

} // namespace encke::rt
