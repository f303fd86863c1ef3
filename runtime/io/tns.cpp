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
// their column; options can settle it either way, or say that coordinates count
// from 0 though there is no header. Without a header the largest
// coordinates bound the sizes from below.
//
//===----------------------------------------------------------------------===//

#include "io/tns.h"
#include "io/chunks.h"
#include "io/text.h"
#include "io/whole.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>

namespace encke::rt {

namespace {

/// Thrown when a coordinate needs 64 bits.
struct NeedsWideIndex {};

template <typename Index>
class TnsReader {
public:
  TnsReader(const encke_file &file, TnsDialect dialect, int32_t type)
      : file(file), dialect(dialect), type(type), end(file.text().end()),
        entries(0, type),
        progress("reading " + file.path(), file.text().size()) {}

  Entries<Index> read(Header &header);

private:
  /// Largest coordinates, the first one that is zero, and whether a value as a
  /// double is rounded.
  struct Extremes {
    std::vector<int64_t> largest;
    const char *firstZero = nullptr;
    bool rounded = false;
  };
  struct Part {
    ParsedEntries<Index> entries{0};
    int64_t count = 0;
    Extremes extremes;
    const char *text = nullptr; ///< of the chunk that was parsed
  };

  void readFirstLine();
  void readFirstEntry();
  void readOthers();
  void parse(Part &part, const Chunk &chunk) const;
  const char *parseEntry(const char *p, ParsedEntries<Index> &entries,
                         int64_t at, Extremes &extremes) const;
  void accept(Part &part, const Chunk &chunk);
  void decide(Header &header);
  bool looksLikeHeader() const;
  void checkHeader() const;
  void checkCountsFromOne() const;
  /// A file without a first line of integers has no header.
  int64_t likelyBase() const {
    if (dialect == TnsDialect::Frostt0)
      return 0;
    return firstNumbers.empty() || dialect == TnsDialect::Frostt ? 1 : 0;
  }

  const encke_file &file;
  TnsDialect dialect;
  int32_t type;
  const char *end;

  int64_t order = 0;
  const char *firstLine = nullptr;
  std::vector<int64_t> firstNumbers; ///< of a first line of integers
  Entries<Index> entries; ///< coordinates less the likely base; the first one
                          ///< is for the first line
  Extremes others;        ///< from line 2 on
  Extremes first;         ///< of line 1, as an entry
  Progress progress;
};

} // namespace

static const char *nextEntry(const encke_file &file, const char *p) {
  const char *end = file.text().end();
  return skipToContent(nextLine(p, end), end, '#');
}

/// The line of the first entry, or the file's end.
static const char *firstEntry(const encke_file &file, const Header &header) {
  const char *end = file.text().end();
  const char *p = skipToContent(file.text().begin(), end, '#');
  return header.exact ? nextEntry(file, p) : p; // COMET's header is none
}

/// Word `n` of the line at p.
static const char *wordOf(const char *p, int64_t n) {
  for (; n != 0; --n)
    p = skipBlanks(skipWord(p));
  return p;
}

/// The first coordinate of mode `mode` that does not fit `size`; null if all
/// do.
static const char *firstPastSize(const encke_file &file, const Header &header,
                                 int64_t mode, int64_t size) {
  const char *end = file.text().end();
  for (const char *p = firstEntry(file, header); p != end;
       p = nextEntry(file, p)) {
    const char *word = wordOf(p, mode);
    int64_t number = 0;
    parseIndex(file, word, number, "a coordinate");
    if (number - header.base >= size)
      return word;
  }
  return nullptr;
}

/// More modes than this are no tensor's. Work for each mode of each level takes
/// time by the square of their number.
static constexpr int64_t mostModes = 1024;

/// The first line tells the order, and may be a header.
template <typename Index>
void TnsReader<Index>::readFirstLine() {
  bool integers = true;
  const char *q = firstLine;
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
  if (order > mostModes)
    file.fail(firstLine, "not supported yet: a tensor of order " +
                             std::to_string(order) + ", more than " +
                             std::to_string(mostModes));
}

/// Reads the line at p into entry `at`, for which there is room.
template <typename Index>
inline const char *
TnsReader<Index>::parseEntry(const char *p, ParsedEntries<Index> &into,
                             int64_t at, Extremes &extremes) const {
  int64_t base = likelyBase();
  for (int64_t mode = 0; mode != order; ++mode) {
    p = skipBlanks(p);
    int64_t number = 0;
    const char *word = p;
    p = parseIndex(file, p, number, "a coordinate");
    if (sizeof(Index) == 4 && number > int64_t(INT32_MAX))
      throw NeedsWideIndex();
    if (__builtin_expect(number == 0 && !extremes.firstZero, 0))
      extremes.firstZero = word;
    int64_t &largest = extremes.largest[size_t(mode)];
    largest = std::max(largest, number);
    into.coordinates[size_t(mode)][at] = Index(number - base);
  }
  p = skipBlanks(p);
  const char *word = p;
  p = parseValue(file, p, type, /*isInteger=*/false, into.values[at]);
  if (type == ENCKE_F64 && isRounded(p - word, into.values[at].real))
    extremes.rounded = true;
  p = skipBlanks(p);
  if (__builtin_expect(!atLineEnd(p, end), 0))
    file.failExpected(p, "the end of the line (the first one has " +
                             std::to_string(order + 1) + " numbers)");
  return p;
}

template <typename Index>
void TnsReader<Index>::readFirstEntry() {
  first.largest.assign(size_t(order), -1);
  ParsedEntries<Index> parsed(order);
  parsed.reserve(1);
  parseEntry(firstLine, parsed, 0, first);
  for (size_t mode = 0; mode != size_t(order); ++mode)
    entries.coordinates[mode][0] = parsed.coordinates[mode][0];
  entries.values.set(0, parsed.values[0]);
}

template <typename Index>
void TnsReader<Index>::parse(Part &part, const Chunk &chunk) const {
  int64_t shortestLine = 2 * (order + 1); // "1 1 1\n"
  part.entries.coordinates.resize(size_t(order));
  part.entries.reserve(chunk.size() / shortestLine + 1);
  part.count = 0;
  part.text = chunk.begin;
  part.extremes.largest.assign(size_t(order), -1);
  part.extremes.firstZero = nullptr;
  part.extremes.rounded = false;
  for (const char *p = skipToContent(chunk.begin, chunk.end, '#');
       p != chunk.end; p = skipToContent(p, chunk.end, '#')) {
    p = parseEntry(p, part.entries, part.count, part.extremes);
    ++part.count;
  }
}

/// About how many entries the text has, as some of its lines tell; 0 where it
/// is short.
static int64_t likelyEntries(const Mapping &text) {
  constexpr int64_t places = 16, length = 4096, rare = 64;
  int64_t size = int64_t(text.size());
  if (size < rare * places * length)
    return 0;
  int64_t entries = 0, bytes = 0;
  for (int64_t n = 0; n != places; ++n) {
    const char *p =
        text.behindLine(text.begin() + (size - length) / places * n);
    const char *last = text.behindLine(std::min(p + length, text.end()));
    bytes += last - p;
    for (p = skipToContent(p, last, '#'); p != last;
         p = skipToContent(nextLine(p, last), last, '#'))
      ++entries;
  }
  return int64_t(double(entries) / double(std::max<int64_t>(bytes, 1)) *
                 double(size));
}

/// A little more than `likely`, which is an estimate.
static int64_t roomFor(double likely) { return int64_t(likely * 1.02) + 16; }

template <typename Index>
void TnsReader<Index>::accept(Part &part, const Chunk &chunk) {
  if (entries.size() + part.count > entries.values.capacity()) {
    // As if the rest of the text had lines of the same length.
    double perByte = double(entries.size() + part.count) /
                     double(chunk.end - file.text().begin());
    entries.reserve(roomFor(perByte * double(file.text().size())));
  }
  entries.append(part.entries, part.count);
  for (size_t mode = 0; mode != others.largest.size(); ++mode)
    others.largest[mode] =
        std::max(others.largest[mode], part.extremes.largest[mode]);
  if (const char *zero = part.extremes.firstZero; zero && !others.firstZero)
    others.firstZero = chunk.begin + (zero - part.text);
  others.rounded |= part.extremes.rounded;
}

template <typename Index>
void TnsReader<Index>::readOthers() {
  others.largest.assign(size_t(order), -1);
  // All threads ask for the memory now, one for more of it later.
  if (int64_t likely = likelyEntries(file.text()))
    entries.reserve(roomFor(double(likely)));
  parseInChunks<Part>(
      file.text(), nextLine(firstLine, end), file.threads(), progress,
      [&](Part &part, const Chunk &chunk) { parse(part, chunk); },
      [&](Part &part, const Chunk &chunk, const std::exception_ptr &error) {
        if (error)
          std::rethrow_exception(error);
        accept(part, chunk);
      });
}

template <typename Index>
bool TnsReader<Index>::looksLikeHeader() const {
  if (firstNumbers.empty() || firstNumbers.back() != entries.size() - 1)
    return false;
  return std::equal(
      others.largest.begin(), others.largest.end(), firstNumbers.begin(),
      [](int64_t coordinate, int64_t size) { return coordinate < size; });
}

/// For a file that was said to be COMET's.
template <typename Index>
void TnsReader<Index>::checkHeader() const {
  if (firstNumbers.empty()) {
    const char *word = firstLine;
    for (int64_t number = 0; parseDigits(word, number) == skipWord(word);)
      word = skipBlanks(skipWord(word));
    file.failExpected(word, "COMET's header, integers only");
  }
  for (int64_t mode = 0; mode != order; ++mode)
    if (others.largest[size_t(mode)] >= firstNumbers[size_t(mode)])
      failPastSize(file, mode, firstNumbers[size_t(mode)]);
  if (firstNumbers.back() != entries.size() - 1)
    file.fail(firstLine, "the header declares " +
                             std::to_string(firstNumbers.back()) +
                             " entries, the file has " +
                             std::to_string(entries.size() - 1));
}

template <typename Index>
void TnsReader<Index>::checkCountsFromOne() const {
  const char *zero = first.firstZero ? first.firstZero : others.firstZero;
  if (!zero)
    return;
  std::string reason = "coordinate 0: without COMET's header line coordinates "
                       "count from 1; --tns=frostt0 reads them from 0";
  int64_t following = entries.size() - 1;
  if (dialect == TnsDialect::Auto && !firstNumbers.empty())
    reason += ". The first line is none: it would declare " +
              (firstNumbers.back() != following
                   ? std::to_string(firstNumbers.back()) + " entries, not " +
                         std::to_string(following)
                   : "sizes that some coordinates do not fit");
  file.fail(zero, reason);
}

template <typename Index>
void TnsReader<Index>::decide(Header &header) {
  bool comet = dialect == TnsDialect::Comet ||
               (dialect == TnsDialect::Auto && looksLikeHeader());
  header.exact = comet;
  header.base = comet || dialect == TnsDialect::Frostt0 ? 0 : 1;
  if (comet) {
    checkHeader();
    entries.dropFirst();
    header.sizes.assign(firstNumbers.begin(), firstNumbers.end() - 1);
  } else {
    readFirstEntry();
    if (header.base == 1)
      checkCountsFromOne();
    for (int64_t mode = 0; mode != order; ++mode) {
      int64_t largest =
          std::max(first.largest[size_t(mode)], others.largest[size_t(mode)]);
      if (header.base == 0 && largest == INT64_MAX)
        file.fail(firstPastSize(file, header, mode, largest),
                  "a dimension of more than 2^63 - 1");
      header.sizes.push_back(largest + (1 - header.base));
    }
    if (likelyBase() != header.base)
      for (auto &mode : entries.coordinates)
        for (Index &coordinate : mode)
          --coordinate;
  }
  header.entries = entries.size();
  header.rounded = first.rounded || others.rounded;
}

template <typename Index>
Entries<Index> TnsReader<Index>::read(Header &header) {
  header.kind = FileKind::Tns;
  firstLine = skipToContent(file.text().begin(), end, '#');
  header.body = firstLine;
  if (firstLine == end)
    file.fail(end, "a .tns file without entries needs COMET's header to tell "
                   "its sizes");
  readFirstLine();
  entries = Entries<Index>(order, type);
  entries.reserve(1);
  entries.setSize(1);
  if (firstNumbers.empty())
    readFirstEntry(); // an error in it comes before those of later lines
  readOthers();
  decide(header);
  return std::move(entries);
}

AnyEntries parseTns(const encke_file &file, int32_t dialect, int32_t type,
                    Header &header) {
  header = Header();
  try {
    return TnsReader<int32_t>(file, TnsDialect(dialect), type).read(header);
  } catch (const NeedsWideIndex &) {
    return TnsReader<int64_t>(file, TnsDialect(dialect), type).read(header);
  }
}

void failPastSize(const encke_file &file, int64_t mode, int64_t size) {
  std::string reason = " of dimension " + std::to_string(mode + 1) +
                       " is past the size " + std::to_string(size);
  const char *at = firstPastSize(file, file.header(), mode, size);
  if (!at)
    throw Error(file.path(), "a coordinate" + reason);
  file.fail(at, "coordinate " + std::string(at, skipWord(at)) + reason);
}

/// True when the double nearest to a number tells the nearest float, too. One
/// half-way between floats does not, for the number may lie on either side; its
/// last 28 bits are 0, as those of all floats are. Nor does one past the
/// largest float, which the number may still be rounded to.
static bool tellsFloat(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  if (bits % (1 << 28) != 0 && std::fabs(value) <= FLT_MAX)
    return true;
  return double(float(value)) == value || std::isnan(value);
}

template <typename Index>
void roundToFloats(const encke_file &file, Entries<Index> &entries) {
  const Header &header = file.header();
  const char *line = firstEntry(file, header);
  int64_t at = 0; // the entry of that line
  for (int64_t e = 0; e != entries.size(); ++e) {
    double value = entries.values.template data<double>()[e];
    if (__builtin_expect(tellsFloat(value), 1) ||
        (!header.rounded && saysWhole(value)))
      continue;
    for (; at != e; ++at)
      line = nextEntry(file, line);
    Value exact;
    parseValue(file, wordOf(line, entries.order()), ENCKE_F32,
               /*isInteger=*/false, exact);
    entries.values.set(e, exact);
  }
}

template void roundToFloats(const encke_file &, Entries<int32_t> &);
template void roundToFloats(const encke_file &, Entries<int64_t> &);

} // namespace encke::rt
