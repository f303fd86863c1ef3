//===- tns.cpp - reads FROSTT's and COMET's .tns files --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A FROSTT file is lines of coordinates, counted from 1, and a value; # begins
// a comment line. COMET's form has a first line "d1 d2 ... entries" and counts
// from 0. A first line of integers is such a header when its last number is the
// number of lines that follow and its other numbers exceed every coordinate in
// their column; options can settle it either way. Without a header the largest
// coordinates bound the sizes from below.
//
//===----------------------------------------------------------------------===//

#include "io/tns.h"
#include "io/text.h"

#include <algorithm>

namespace encke::rt {

namespace {

/// Thrown when a coordinate needs 64 bits.
struct NeedsWideIndex {};

template <typename Index>
class TnsReader {
public:
  TnsReader(const encke_file &file, TnsDialect dialect, int32_t type)
      : file(file), dialect(dialect), type(type), p(file.text().begin()),
        end(file.text().end()), entries(0) {}

  Entries<Index> read(Header &header);

private:
  void readFirstLine();
  void readEntries();
  void readEntry();
  void grow();
  void decide(Header &header);
  bool looksLikeHeader() const;
  void checkHeader() const;
  void checkCountsFromOne() const;

  const encke_file &file;
  TnsDialect dialect;
  int32_t type;
  const char *p;
  const char *end;

  int64_t order = 0;
  const char *firstLine = nullptr;
  std::vector<int64_t> firstNumbers; ///< of a first line of integers
  Entries<Index> entries;            ///< coordinates as written
  int64_t count = 0;
  std::vector<int64_t> largest;    ///< coordinate of each mode, from line 2 on
  const char *firstZero = nullptr; ///< coordinate, anywhere
};

} // namespace

/// The first line tells the order, and may be a header.
template <typename Index>
void TnsReader<Index>::readFirstLine() {
  firstLine = p;
  bool integers = true;
  const char *q = p;
  while (!atLineEnd(q, end)) {
    const char *after = skipWord(q);
    if (after == q)
      file.failExpected(q, "a number");
    int64_t number = 0;
    integers = integers && parseDigits(q, number) == after;
    firstNumbers.push_back(number);
    q = skipBlanks(after);
  }
  order = int64_t(firstNumbers.size()) - 1;
  if (!integers)
    firstNumbers.clear();
  if (order < 1)
    file.fail(firstLine, "expected coordinates and a value, found only " +
                             describe(firstLine, end));
}

/// Makes room for as many entries as the file may have, if all lines are about
/// as long as the first.
template <typename Index>
void TnsReader<Index>::grow() {
  int64_t guess = (end - p) / (nextLine(firstLine, end) - firstLine);
  entries.setSize(count);
  entries.reserve(std::max(guess, 2 * entries.values.capacity()) + 16);
}

template <typename Index>
inline void TnsReader<Index>::readEntry() {
  if (count == entries.values.capacity())
    grow();
  for (int64_t mode = 0; mode != order; ++mode) {
    p = skipBlanks(p);
    int64_t number = 0;
    const char *at = p;
    p = parseIndex(file, p, number, "a coordinate");
    if (sizeof(Index) == 4 && number > int64_t(INT32_MAX))
      throw NeedsWideIndex();
    if (__builtin_expect(number == 0 && !firstZero, 0))
      firstZero = at;
    largest[mode] = std::max(largest[mode], number);
    entries.coordinates[mode][count] = Index(number);
  }
  p = skipBlanks(p);
  p = parseValue(file, p, type, /*isInteger=*/false, entries.values[count]);
  p = skipBlanks(p);
  if (__builtin_expect(!atLineEnd(p, end), 0))
    file.failExpected(p, "the end of the line (the first one has " +
                             std::to_string(order + 1) + " numbers)");
  ++count;
}

template <typename Index>
void TnsReader<Index>::readEntries() {
  largest.assign(size_t(order), -1);
  for (p = skipToContent(p, end, '#'); p != end;
       p = skipToContent(p, end, '#')) {
    bool first = count == 0;
    readEntry();
    if (first) // it may be the header, whose numbers are no coordinates
      largest.assign(size_t(order), -1);
  }
  entries.setSize(count);
}

template <typename Index>
bool TnsReader<Index>::looksLikeHeader() const {
  if (firstNumbers.empty() || firstNumbers.back() != count - 1)
    return false;
  return std::equal(
      largest.begin(), largest.end(), firstNumbers.begin(),
      [](int64_t coordinate, int64_t size) { return coordinate < size; });
}

/// For a file that was said to be COMET's.
template <typename Index>
void TnsReader<Index>::checkHeader() const {
  if (firstNumbers.empty())
    file.failExpected(firstLine, "COMET's header, integers only");
  for (int64_t mode = 0; mode != order; ++mode)
    if (largest[mode] >= firstNumbers[mode])
      failPastSize(file, mode, firstNumbers[mode]);
  if (firstNumbers.back() != count - 1)
    file.fail(firstLine,
              "the header declares " + std::to_string(firstNumbers.back()) +
                  " entries, the file has " + std::to_string(count - 1));
}

template <typename Index>
void TnsReader<Index>::checkCountsFromOne() const {
  if (firstZero)
    file.fail(firstZero, "coordinate 0: without COMET's header line "
                         "coordinates count from 1");
}

template <typename Index>
void TnsReader<Index>::decide(Header &header) {
  bool comet = dialect == TnsDialect::Comet ||
               (dialect == TnsDialect::Auto && looksLikeHeader());
  header.exact = comet;
  header.base = comet ? 0 : 1;
  if (comet) {
    checkHeader();
    entries.dropFirst();
    header.sizes.assign(firstNumbers.begin(), firstNumbers.end() - 1);
  } else {
    checkCountsFromOne();
    header.sizes = largest;
    for (int64_t mode = 0; mode != order; ++mode)
      header.sizes[mode] =
          std::max<int64_t>(largest[mode], entries.coordinates[mode][0]);
    for (auto &mode : entries.coordinates)
      for (Index &coordinate : mode)
        --coordinate;
  }
  header.entries = entries.size();
}

template <typename Index>
Entries<Index> TnsReader<Index>::read(Header &header) {
  header.kind = FileKind::Tns;
  p = skipToContent(p, end, '#');
  header.body = p;
  if (p == end)
    file.fail(p, "a .tns file without entries needs COMET's header to tell "
                 "its sizes");
  readFirstLine();
  entries = Entries<Index>(order);
  readEntries();
  decide(header);
  return std::move(entries);
}

AnyEntries parseTns(const encke_file &file, int32_t dialect, int32_t type,
                    Header &header) {
  try {
    return TnsReader<int32_t>(file, TnsDialect(dialect), type).read(header);
  } catch (const NeedsWideIndex &) {
    return TnsReader<int64_t>(file, TnsDialect(dialect), type).read(header);
  }
}

void failPastSize(const encke_file &file, int64_t mode, int64_t size) {
  const Header &header = file.header();
  const char *end = file.text().end();
  const char *p = skipToContent(file.text().begin(), end, '#');
  if (header.base == 0)
    p = skipToContent(nextLine(p, end), end, '#');
  for (; p != end; p = skipToContent(nextLine(p, end), end, '#')) {
    const char *word = p;
    for (int64_t m = 0; m != mode; ++m)
      word = skipBlanks(skipWord(word));
    int64_t number = 0;
    parseIndex(file, word, number, "a coordinate");
    if (number - header.base >= size)
      file.fail(word, "coordinate " + std::to_string(number) +
                          " of dimension " + std::to_string(mode + 1) +
                          " is past the size " + std::to_string(size));
  }
  throw Error(file.path(), "a coordinate of dimension " +
                               std::to_string(mode + 1) + " is past the size " +
                               std::to_string(size));
}

} // namespace encke::rt
