//===- tns.cpp - reads FROSTT's and COMET's .tns files --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A FROSTT file is lines of coordinates, counted from 1, and a value; # begins
// a comment line. COMET's form has a first line "d1 d2 ... entries" and counts
// from 0. A first line of integers is such a header when two things hold: its
// last number is the number of lines that follow, and its other numbers exceed
// every coordinate in their column. Options can settle it, also with the other
// base. tns_form.h has what is said where there are two readings. Without a
// header the largest coordinates bound the sizes from below, unless a comment
// tells them (tns_sizes.h). A list of edges has two nodes in each line, perhaps
// a value behind them, and is a square matrix.
//
//===----------------------------------------------------------------------===//

#include "io/tns.h"
#include "core/context.h"
#include "io/all_errors.h"
#include "io/extension.h"
#include "io/hints.h"
#include "io/shares.h"
#include "io/text.h"
#include "io/tns_form.h"
#include "io/tns_sizes.h"
#include "io/told_form.h"
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
        otherComment(isEdges(dialect) ? '%' : '#'), entries(0, type),
        progress("reading " + file.path(), file.text().size()) {}

  /// With `keeps`, all entries; else only what they say of the header.
  Entries<Index> read(Header &header, bool keeps);
  /// The share of one of several processes, when the header is known.
  Entries<Index> readShare(const Header &header, encke_processes &readers);

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
  void readColumns();
  void readFirstEntry();
  void readOthers();
  void parse(Part &part, const Chunk &chunk) const;
  const char *parseEntry(const char *p, ParsedEntries<Index> &entries,
                         int64_t at, Extremes &extremes) const;
  const char *skipColumn(const char *p, int64_t column) const;
  void accept(Part &part, const Chunk &chunk);
  void decide(Header &header);
  void decideForm(Header &header);
  void decideBase(Header &header);
  void readSizes(Header &header);
  void checkHeader(const Header &header) const;
  void checkDeclared(Header &header) const;
  void checkTold() const;
  void checkCountsFromOne() const;
  bool mayBeEdges() const;
  void remarkOnEdges(Header &header) const;
  int64_t findLikelyBase() const;
  const char *skipToLine(const char *p, const char *until) const {
    return skipToContent(p, until, '#', otherComment);
  }
  FirstLine first() const {
    return {firstNumbers, others.largest, others.firstZero != nullptr,
            count - 1};
  }

  const encke_file &file;
  TnsDialect dialect;
  int32_t type;
  const char *end;

  char otherComment; ///< what else than # begins a comment
  int64_t order = 0;
  int64_t columns = 0;
  bool hasValues = true;
  int64_t likelyBase = 1; ///< until all of the text is known
  const char *firstLine = nullptr;
  DeclaredSizes declared;
  std::optional<ToldForm> told;
  std::vector<int64_t> firstNumbers; ///< of a first line of integers
  bool keepsAll = true;
  int64_t count = 1;      ///< lines, the first one too
  Entries<Index> entries; ///< coordinates less the likely base; the first one
                          ///< is for the first line
  Extremes others;        ///< from line 2 on
  Extremes ofFirst;       ///< of line 1, as an entry
  Progress progress;
};

} // namespace

/// The first line of content from the start of a line on, or the file's end.
static const char *entryFrom(const encke_file &file, const Header &header,
                             const char *p) {
  return skipToContent(p, file.text().end(), '#', header.otherComment);
}

static const char *nextEntry(const encke_file &file, const Header &header,
                             const char *p) {
  return entryFrom(file, header, nextLine(p, file.text().end()));
}

/// The line of the first entry, or the file's end.
static const char *firstEntry(const encke_file &file, const Header &header) {
  const char *p = entryFrom(file, header, header.body);
  return header.headerLine ? nextEntry(file, header, p) : p;
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
       p = nextEntry(file, header, p)) {
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

static void checkOrder(const encke_file &file, const char *at, int64_t order) {
  if (order > mostModes)
    file.fail(at, "not supported yet: a tensor of order " +
                      std::to_string(order) + ", more than " +
                      std::to_string(mostModes));
}

/// A file without a first line of integers has no header.
template <typename Index>
int64_t TnsReader<Index>::findLikelyBase() const {
  switch (dialect) {
  case TnsDialect::Auto:
    if (file.isTable())
      return 0;
    [[fallthrough]];
  case TnsDialect::Comet:
    return firstNumbers.empty() ? 1 : 0;
  case TnsDialect::Frostt:
  case TnsDialect::Header1:
  case TnsDialect::Edges1:
    return 1;
  default:
    return 0;
  }
}

/// The first line tells how many columns all of them have, and may be a header.
template <typename Index>
void TnsReader<Index>::readColumns() {
  if (*firstLine == '%' && otherComment != '%')
    file.failExpected(firstLine, "coordinates and a value",
                      "in lists of edges % begins comments, too: --tns=edges "
                      "reads one");
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
  columns = int64_t(firstNumbers.size());
  if (!integers)
    firstNumbers.clear();
}

template <typename Index>
void TnsReader<Index>::readFirstLine() {
  readColumns();
  bool edges = isEdges(dialect);
  if (columns < 2 && !told) {
    std::string what = edges ? "two nodes" : "coordinates and a value";
    std::string hint = hintAt(file, firstLine, what);
    file.fail(firstLine,
              "expected " + what + ", found only " + describe(firstLine, end),
              hint.empty() ? "the first line without '#' before it is that of "
                             "an entry"
                           : hint);
  }
  order = edges ? 2 : told ? int64_t(told->sizes.size()) : columns - 1;
  if (told && columns != order + (told->field != Field::Pattern))
    file.failExpected(
        firstLine, std::to_string(order) + " coordinates" +
                       (told->field == Field::Pattern ? "" : " and a value") +
                       ", as the header tells");
  hasValues = columns > order;
  likelyBase = findLikelyBase();
  if (declared.at && int64_t(declared.sizes.size()) != order)
    file.fail(declared.at, "the comment tells " +
                               std::to_string(declared.sizes.size()) +
                               " sizes, the entries have " +
                               std::to_string(order) + " coordinates");
  checkOrder(file, firstLine, order);
}

/// Reads the line at p into entry `at`, for which there is room.
template <typename Index>
inline const char *
TnsReader<Index>::parseEntry(const char *p, ParsedEntries<Index> &into,
                             int64_t at, Extremes &extremes) const {
  int64_t base = likelyBase;
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
  if (__builtin_expect(hasValues, 1)) {
    p = skipBlanks(p);
    const char *word = p;
    p = parseValue(file, p, type, /*isInteger=*/false, into.values[at]);
    if (type == ENCKE_F64 && isRounded(p - word, into.values[at].real))
      extremes.rounded = true;
  } else if (readsIntegers(type)) {
    into.values[at].integer = 1;
  } else {
    into.values[at].real = 1;
  }
  if (__builtin_expect(columns > order + 1, 0))
    for (int64_t column = order + 1; column < columns; ++column)
      p = skipColumn(skipBlanks(p), column);
  p = skipBlanks(p);
  if (__builtin_expect(!atLineEnd(p, end), 0))
    file.failExpected(p, "the end of the line (the first one has " +
                             std::to_string(columns) + " numbers)");
  return p;
}

/// Behind the word at p, of a column that is not read.
template <typename Index>
const char *TnsReader<Index>::skipColumn(const char *p, int64_t column) const {
  const char *after = skipWord(p);
  if (after == p)
    file.failExpected(p, "column " + std::to_string(column + 1) +
                             ", which the first line has");
  return after;
}

template <typename Index>
void TnsReader<Index>::readFirstEntry() {
  ofFirst.largest.assign(size_t(order), -1);
  ParsedEntries<Index> parsed(order);
  parsed.reserve(1);
  parseEntry(firstLine, parsed, 0, ofFirst);
  for (size_t mode = 0; mode != size_t(order); ++mode)
    entries.coordinates[mode][0] = parsed.coordinates[mode][0];
  entries.values.set(0, parsed.values[0]);
}

template <typename Index>
void TnsReader<Index>::parse(Part &part, const Chunk &chunk) const {
  int64_t shortestLine = 2 * columns; // "1 1 1\n"
  part.entries.coordinates.resize(size_t(order));
  part.entries.reserve(chunk.size() / shortestLine + 1);
  part.count = 0;
  part.text = chunk.begin;
  part.extremes.largest.assign(size_t(order), -1);
  part.extremes.firstZero = nullptr;
  part.extremes.rounded = false;
  for (const char *p = skipToLine(chunk.begin, chunk.end); p != chunk.end;
       p = skipToLine(p, chunk.end)) {
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
  count += part.count;
  if (keepsAll && count > entries.values.capacity()) {
    // As if the rest of the text had lines of the same length.
    double perByte = double(count) / double(chunk.end - file.text().begin());
    entries.reserve(roomFor(perByte * double(file.text().size())));
  }
  if (keepsAll)
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
  if (int64_t likely = keepsAll ? likelyEntries(file.text()) : 0)
    entries.reserve(roomFor(double(likely)));
  parseInChunks<Part>(
      file.text(), nextLine(firstLine, end), end, file.threads(), progress,
      [&](Part &part, const Chunk &chunk) { parse(part, chunk); },
      [&](Part &part, const Chunk &chunk, const std::exception_ptr &error) {
        if (error)
          failWithOthers(file, error, chunk, INT64_MAX, '#', otherComment,
                         [&](const Chunk &line) {
                           Part alone;
                           parse(alone, line);
                         });
        accept(part, chunk);
      });
}

/// For a file that was said to have a header.
template <typename Index>
void TnsReader<Index>::checkHeader(const Header &header) const {
  if (firstNumbers.empty()) {
    const char *word = firstLine;
    for (int64_t number = 0; parseDigits(word, number) == skipWord(word);)
      word = skipBlanks(skipWord(word));
    file.failExpected(word, header.base == 0 ? "COMET's header, integers only"
                                             : "a header, integers only");
  }
  if (header.base == 1 && others.firstZero)
    file.fail(others.firstZero,
              "coordinate 0: --tns=header1 counts coordinates from 1; "
              "--tns=comet reads them from 0");
  for (int64_t mode = 0; mode != order; ++mode)
    if (others.largest[size_t(mode)] - header.base >=
        firstNumbers[size_t(mode)])
      failPastSize(file, mode, firstNumbers[size_t(mode)]);
  if (firstNumbers.back() != count - 1)
    file.fail(firstLine,
              "the header declares " + std::to_string(firstNumbers.back()) +
                  " entries, the file has " + std::to_string(count - 1));
}

/// Fails at a coordinate 0 in a file without a header that counts from 1.
template <typename Index>
void TnsReader<Index>::checkCountsFromOne() const {
  const char *zero = ofFirst.firstZero ? ofFirst.firstZero : others.firstZero;
  if (!zero)
    return;
  if (isEdges(dialect))
    file.fail(zero, "node 0: --tns=edges1 counts nodes from 1; --tns=edges0 "
                    "counts them from 0");
  std::string reason = "coordinate 0: without COMET's header line coordinates "
                       "count from 1";
  std::string help = "--tns=frostt0 reads them from 0";
  if (mayBeEdges())
    help += ", --tns=edges reads the lines as edges";
  else if (dialect == TnsDialect::Auto && order == 2)
    help += ", --tns=edges as edges with values";
  int64_t following = count - 1;
  if (dialect == TnsDialect::Auto && !firstNumbers.empty() && !mayBeEdges())
    reason += ". The first line is none: it would declare " +
              (firstNumbers.back() != following
                   ? std::to_string(firstNumbers.back()) + " entries, not " +
                         std::to_string(following)
                   : "sizes that some coordinates do not fit");
  file.fail(zero, reason, help);
}

/// The sizes are those that a comment before the entries tells.
template <typename Index>
void TnsReader<Index>::checkDeclared(Header &header) const {
  for (size_t mode = 0; mode != size_t(order); ++mode)
    if (header.headerLine && header.sizes[mode] != declared.sizes[mode])
      file.fail(declared.at,
                "the comment tells the sizes " + sizesText(declared.sizes) +
                    ", the header tells " + sizesText(header.sizes));
    else if (header.sizes[mode] > declared.sizes[mode])
      failPastSize(file, int64_t(mode), declared.sizes[mode],
                   told ? " that the header tells"
                        : " that a comment before the entries tells");
  header.sizes = declared.sizes;
  header.exact = true;
}

/// Finds out, or is told, whether there is a header and where coordinates
/// begin.
template <typename Index>
void TnsReader<Index>::decideForm(Header &header) {
  switch (dialect) {
  case TnsDialect::Auto:
    if (file.isTable()) {
      decideBase(header);
      break;
    }
    header.headerLine = isCometsHeader(file, firstLine, first(), header);
    header.base = header.headerLine ? 0 : 1;
    break;
  case TnsDialect::Edges:
    decideBase(header);
    break;
  default:
    header.headerLine =
        dialect == TnsDialect::Comet || dialect == TnsDialect::Header1;
    header.base = dialect == TnsDialect::Frostt ||
                  dialect == TnsDialect::Header1 ||
                  dialect == TnsDialect::Edges1;
  }
  header.exact = header.headerLine;
}

/// Nodes, and the coordinates of a table, count from 0 if one is 0.
template <typename Index>
void TnsReader<Index>::decideBase(Header &header) {
  const char *zero = ofFirst.firstZero ? ofFirst.firstZero : others.firstZero;
  bool edges = isEdges(dialect);
  std::string one = edges ? "node" : "coordinate";
  header.base = zero ? 0 : 1;
  if (zero)
    header.remarks.push_back(
        {Remark::Note, file.place(zero),
         "a " + one + " is 0, so " + one + "s count from 0"});
  else if (!edges || edgeKindOf(file, firstLine) == EdgeKind::Unknown)
    header.remarks.push_back({Remark::Warning, file.place(firstLine),
                              "no " + one + " is 0, so " + one +
                                  "s are taken to count from 1: " +
                                  (edges ? "--tns=edges0" : "--tns=frostt0") +
                                  " counts them from 0, " +
                                  (edges ? "--tns=edges1" : "--tns=frostt") +
                                  " says that it is right"});
}

/// The largest coordinates, of edges the largest of both ends.
template <typename Index>
void TnsReader<Index>::readSizes(Header &header) {
  for (int64_t mode = 0; mode != order; ++mode) {
    int64_t largest =
        std::max(ofFirst.largest[size_t(mode)], others.largest[size_t(mode)]);
    if (header.base == 0 && largest == INT64_MAX)
      file.fail(firstPastSize(file, header, mode, largest),
                "a dimension of more than 2^63 - 1");
    header.sizes.push_back(largest + (1 - header.base));
  }
  if (isEdges(dialect) && edgeKindOf(file, firstLine) != EdgeKind::Bipartite)
    header.sizes[0] = header.sizes[1] =
        std::max(header.sizes[0], header.sizes[1]);
}

template <typename Index>
bool TnsReader<Index>::mayBeEdges() const {
  return dialect == TnsDialect::Auto && order == 1 && type == ENCKE_F64 &&
         !declared.at && !firstNumbers.empty() &&
         mayBeNodes(entries.values, ofFirst.rounded || others.rounded);
}

/// Two columns of whole numbers may be edges rather than a vector, which
/// rarely has a coordinate twice, or another name than .tns.
template <typename Index>
void TnsReader<Index>::remarkOnEdges(Header &header) const {
  const std::string &member = file.text().member();
  bool isNamedTns = hasExtension(
      withoutPacking(member.empty() ? file.path() : member), ".tns");
  if (dialect == TnsDialect::Auto && order == 3 && !header.headerLine &&
      !isNamedTns)
    header.otherOrders = "; if its lines are edges with values and times, "
                         "--tns=edges reads them as a matrix";
  if (!mayBeEdges())
    return;
  const char *advice =
      header.headerLine
          ? "put '#' before the first line and --tns=edges reads them so"
          : "--tns=edges reads them so";
  header.otherOrders = std::string("; if its lines are edges, ") + advice;
  if (isNamedTns && !repeats(entries.coordinates[0], header.sizes[0]))
    return;
  header.remarks.push_back(
      {Remark::Warning, file.place(firstLine),
       std::string("the lines look like edges, and are read as the "
                   "coordinates and values of a vector: ") +
           advice + ", --tns=" + (header.headerLine ? "comet" : "frostt") +
           " says that this is a vector"});
}

/// As many entries as the header tells.
template <typename Index>
void TnsReader<Index>::checkTold() const {
  int64_t found = firstLine == end ? 0 : count;
  if (found != told->entries)
    file.fail(told->at, "the header declares " + std::to_string(told->entries) +
                            " entries, the file has " + std::to_string(found));
}

template <typename Index>
void TnsReader<Index>::decide(Header &header) {
  bool isBaseFound =
      isEdges(dialect) || (dialect == TnsDialect::Auto && file.isTable());
  if (isBaseFound)
    readFirstEntry();
  if (isEdges(dialect)) {
    header.edgeColumns = columns;
    header.field = hasValues ? Field::Real : Field::Pattern;
    if (columns <= 3)
      refuseHeaderOfEdges(file, firstLine, first());
  }
  decideForm(header);
  if (header.headerLine) {
    checkHeader(header);
    entries.dropFirst();
    header.sizes.assign(firstNumbers.begin(), firstNumbers.end() - 1);
  } else {
    if (!isBaseFound)
      readFirstEntry();
    if (header.base == 1)
      checkCountsFromOne();
    readSizes(header);
    if (likelyBase != header.base)
      for (auto &mode : entries.coordinates)
        for (Index &coordinate : mode)
          --coordinate;
  }
  if (declared.at)
    checkDeclared(header);
  if (told)
    checkTold();
  header.entries = count - header.headerLine;
  header.rounded = ofFirst.rounded || others.rounded;
  remarkOnEdges(header);
}

template <typename Index>
Entries<Index> TnsReader<Index>::read(Header &header, bool keeps) {
  header.kind = FileKind::Tns;
  told = findToldForm(file);
  if (told) {
    dialect = TnsDialect::Frostt;
    otherComment = told->comment;
    header.form = told->name;
    header.field = told->field;
  } else if (file.isTable() && !isEdges(dialect)) {
    header.form = "a table of coordinates and values";
  }
  header.otherComment = otherComment;
  firstLine = skipToLine(told ? told->body : file.text().begin(), end);
  header.body = firstLine;
  if (told)
    declared = {told->at, told->sizes};
  else
    declared = findDeclaredSizes(file, firstLine);
  if (firstLine == end) {
    if (!declared.at)
      file.fail(end, "a .tns file without entries needs COMET's header to tell "
                     "its sizes");
    header.sizes = declared.sizes;
    checkOrder(file, declared.at, header.order());
    if (told)
      checkTold();
    return Entries<Index>(header.order(), type);
  }
  readFirstLine();
  keepsAll = keeps || order == 1; // which may be edges
  entries = Entries<Index>(order, type);
  entries.reserve(1);
  entries.setSize(1);
  if (firstNumbers.empty())
    readFirstEntry(); // an error in it comes before those of later lines
  readOthers();
  decide(header);
  return std::move(entries);
}

template <typename Index>
Entries<Index> TnsReader<Index>::readShare(const Header &header,
                                           encke_processes &readers) {
  firstLine = header.body;
  otherComment = header.otherComment;
  told = findToldForm(file);
  if (told)
    dialect = TnsDialect::Frostt;
  entries = Entries<Index>(header.order(), type);
  const char *body = end;
  if (firstLine != end) {
    readFirstLine();
    likelyBase = header.base;
    body = header.headerLine ? nextLine(firstLine, end) : firstLine;
  }
  TextShare share = shareOf(file.text(), body, &readers);
  entries.reserve(roomFor(double(header.entries) / double(readers.count)));
  std::exception_ptr error;
  Chunk wrong;
  struct Stopped {};
  try {
    parseInChunks<Part>(
        file.text(), share.begin, share.end, file.threads(), progress,
        [&](Part &part, const Chunk &chunk) { parse(part, chunk); },
        [&](Part &part, const Chunk &chunk, const std::exception_ptr &found) {
          if (found) {
            error = found;
            wrong = chunk;
            throw Stopped();
          }
          entries.append(part.entries, part.count);
        });
  } catch (const Stopped &) { // NOLINT(bugprone-empty-catch)
  }
  ShareFindings own;
  own.lines = entries.size();
  own.isWrong = error ? 1 : 0;
  ShareReport report(file, readers, own);
  if (int32_t teller = report.teller(INT64_MAX); teller >= 0) {
    if (teller != readers.rank)
      Context::current().awaitEnd();
    failWithOthers(file, error, wrong, INT64_MAX, '#', otherComment,
                   [&](const Chunk &line) {
                     Part alone;
                     parse(alone, line);
                   });
  }
  return std::move(entries);
}

AnyEntries parseTns(const encke_file &file, int32_t dialect, int32_t type,
                    Header &header, bool keeps) {
  header = Header();
  try {
    return TnsReader<int32_t>(file, TnsDialect(dialect), type)
        .read(header, keeps);
  } catch (const NeedsWideIndex &) {
    return TnsReader<int64_t>(file, TnsDialect(dialect), type)
        .read(header, keeps);
  }
}

AnyEntries parseTnsShare(const encke_file &file, int32_t dialect, int32_t type,
                         encke_processes &readers) {
  const Header &header = file.header();
  if (std::all_of(header.sizes.begin(), header.sizes.end(), fitsNarrow))
    return TnsReader<int32_t>(file, TnsDialect(dialect), type)
        .readShare(header, readers);
  return TnsReader<int64_t>(file, TnsDialect(dialect), type)
      .readShare(header, readers);
}

void failPastSize(const encke_file &file, int64_t mode, int64_t size,
                  const std::string &teller) {
  std::string reason = " of dimension " + std::to_string(mode + 1) +
                       " is past the size " + std::to_string(size) + teller;
  const char *at = firstPastSize(file, file.header(), mode, size);
  // Both dimensions of a graph's matrix are as long as its largest node asks.
  if (!at && mode < 2)
    at = firstPastSize(file, file.header(), 1 - mode, size);
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
      line = nextEntry(file, header, line);
    Value exact;
    parseValue(file, wordOf(line, entries.order()), ENCKE_F32,
               /*isInteger=*/false, exact);
    entries.values.set(e, exact);
  }
}

template void roundToFloats(const encke_file &, Entries<int32_t> &);
template void roundToFloats(const encke_file &, Entries<int64_t> &);

} // namespace encke::rt
