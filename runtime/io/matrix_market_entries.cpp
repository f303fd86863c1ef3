//===- matrix_market_entries.cpp - the entries of a Matrix Market file ----===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two readers, one for each layout; both parse the values of any field, and
// both expand symmetry by one rule.
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "io/all_errors.h"
#include "io/matrix_market.h"
#include "io/shares.h"
#include "io/text.h"
#include "storage/tensor.h"

namespace encke::rt {

namespace {

/// A value as a file has it; the imaginary part counts for complex ones only.
struct Number {
  Value value;
  double imaginary;
};

/// What both layouts share: values, symmetry, counting the entries. Field is a
/// template argument only to keep its tests out of the inner loop.
template <typename Index, Field field>
class EntryReader {
public:
  EntryReader(const encke_file &file, const Wanted &wanted)
      : file(file), header(file.header()), wanted(wanted),
        type(wanted.type == ENCKE_C128 ? ENCKE_F64 : wanted.type),
        share(shareOf(file.text(), header.body, wanted.readers)),
        progress("reading " + file.path(), share.end - share.begin) {}

protected:
  const char *number(const char *p, Number &number) const;
  void checkNegative(const char *p, const Number &number) const;
  void checkDiagonal(const char *p, const Number &number) const;
  /// Room for so many entries, as they are parsed or as they are kept.
  template <typename List>
  void reserve(List &entries, int64_t room) const;
  void emit(ParsedEntries<Index> &entries, int64_t &count, int64_t row,
            int64_t column, const Number &number) const;
  template <typename ParseLine>
  void acceptLines(const Chunk &chunk, int64_t lines,
                   const std::exception_ptr &error, ParseLine parseLine);
  [[noreturn]] void failPastDeclared(const Chunk &lines, int64_t number) const;
  std::string helpWithMany() const;
  void checkComplete() const;
  int64_t copies() const {
    return header.symmetry == Symmetry::General ? 1 : 2;
  }

  const encke_file &file;
  const Header &header;
  const Wanted wanted;
  const int32_t type; ///< of each part of a value
  const TextShare share;
  Progress progress;
  int64_t seen = 0; ///< lines with an entry, in the chunks accepted so far

private:
  void append(ParsedEntries<Index> &entries, int64_t &count, int64_t row,
              int64_t column, const Number &number) const;
  Number mirrored(Number number) const;
};

/// Lines of row, column and value.
template <typename Index, Field field>
class CoordinateReader : EntryReader<Index, field> {
public:
  using EntryReader<Index, field>::EntryReader;
  Entries<Index> read();

private:
  struct Part {
    ParsedEntries<Index> entries{2};
    int64_t count = 0, lines = 0;
    bool hasLower = false;
  };
  /// What ended the reading of a share before its end.
  struct Trouble {
    std::exception_ptr error;
    Chunk chunk;
    int64_t before = 0; ///< entry lines of the share, before the chunk
  };
  void parse(Part &part, const Chunk &chunk) const;
  void agree(const Trouble &trouble);
  const char *coordinate(const char *p, int64_t size, const char *axis,
                         int64_t &number) const;
  void checkTriangle(Part &part, const char *line, int64_t row,
                     int64_t column) const;
  [[gnu::noinline]] void takeUpper(const char *line, int64_t row,
                                   int64_t column) const;
  [[noreturn]] void failBothTriangles() const;
  [[noreturn]] void failCoordinate(const char *at, int64_t found, int64_t size,
                                   const char *axis) const;

  Entries<Index> entries{2, this->wanted.type};
  bool hasLower = false;
};

/// One value a line, column by column; of a symmetric matrix those on and below
/// the diagonal. A vector is read as a column.
template <typename Index, Field field>
class ArrayReader : EntryReader<Index, field> {
public:
  using EntryReader<Index, field>::EntryReader;
  Entries<Index> read();

private:
  struct Values {
    Array<Number> numbers;
    int64_t lines = 0;
  };
  void parse(Values &values, const Chunk &chunk) const;
  void accept(const Values &values, const Chunk &chunk);
  void nextElement();

  Entries<Index> entries{2, this->wanted.type};
  ParsedEntries<Index> part{2}; ///< what is accepted now
  int64_t row = 0, column = 0;  ///< of the next value
};

} // namespace

//===----------------------------------------------------------------------===//
// What both layouts share
//===----------------------------------------------------------------------===//

/// Reads the value at p.
template <typename Index, Field field>
inline const char *EntryReader<Index, field>::number(const char *p,
                                                     Number &number) const {
  if (field == Field::Pattern) {
    if (readsIntegers(type))
      number.value.integer = 1;
    else
      number.value.real = 1;
    return p;
  }
  p = parseValue(file, skipBlanks(p), type, field == Field::Integer,
                 number.value);
  if (field != Field::Complex)
    return p;
  p = skipBlanks(p);
  if (atLineEnd(p, file.text().end()))
    file.failExpected(p, "the imaginary part");
  Value imaginary;
  p = parseValue(file, p, ENCKE_F64, /*isInteger=*/false, imaginary);
  number.imaginary = imaginary.real;
  return p;
}

/// A skew-symmetric file implies the negatives of its values. Those of a file
/// of integers are 64-bit integers, also where they are read as real numbers.
template <typename Index, Field field>
inline void
EntryReader<Index, field>::checkNegative(const char *p,
                                         const Number &number) const {
  if (header.symmetry != Symmetry::Skew)
    return;
  bool fits = true;
  if (readsIntegers(type)) {
    fits = number.value.integer != (type == ENCKE_I32 ? INT32_MIN : INT64_MIN);
  } else if (field == Field::Integer &&
             number.value.real == double(INT64_MIN)) {
    Value exact; // other integers round to this number, too
    parseValue(file, skipBlanks(p), ENCKE_I64, /*isInteger=*/true, exact);
    fits = exact.integer != INT64_MIN;
  }
  if (!fits)
    file.fail(skipBlanks(p),
              "the negative of this value, which a skew-symmetric file "
              "implies, does not fit");
}

/// Checks the entry at p, which is on the diagonal.
template <typename Index, Field field>
inline void
EntryReader<Index, field>::checkDiagonal(const char *p,
                                         const Number &number) const {
  if (header.symmetry == Symmetry::Hermitian && number.imaginary != 0)
    file.fail(p, "the diagonal of a hermitian matrix is real");
  if (header.symmetry == Symmetry::Skew)
    file.fail(p, "an entry on the diagonal of a skew-symmetric matrix");
}

template <typename Index, Field field>
template <typename List>
void EntryReader<Index, field>::reserve(List &entries, int64_t room) const {
  entries.reserve(room);
  if (field == Field::Complex)
    entries.imaginary.reserve(room);
}

template <typename Index, Field field>
inline void EntryReader<Index, field>::append(ParsedEntries<Index> &entries,
                                              int64_t &count, int64_t row,
                                              int64_t column,
                                              const Number &number) const {
  if (!selects(wanted.selector, row, column))
    return;
  entries.coordinates[0][count] = Index(row);
  entries.coordinates[1][count] = Index(column);
  entries.values[count] = number.value;
  if (field == Field::Complex)
    entries.imaginary[count] = number.imaginary;
  ++count;
}

/// The value on the other side of the diagonal.
template <typename Index, Field field>
inline Number EntryReader<Index, field>::mirrored(Number number) const {
  if (header.symmetry == Symmetry::Skew) {
    if (readsIntegers(type))
      number.value.integer = -number.value.integer;
    else if (field == Field::Integer) // of which there is one zero
      number.value.real = 0 - number.value.real;
    else
      number.value.real = -number.value.real;
  }
  if (header.symmetry != Symmetry::Symmetric)
    number.imaginary = -number.imaginary;
  return number;
}

/// Appends the entry and its mirror image, for which there is room.
template <typename Index, Field field>
inline void EntryReader<Index, field>::emit(ParsedEntries<Index> &entries,
                                            int64_t &count, int64_t row,
                                            int64_t column,
                                            const Number &number) const {
  append(entries, count, row, column, number);
  if (header.symmetry != Symmetry::General && row != column)
    append(entries, count, column, row, mirrored(number));
}

/// The n-th line with an entry.
static const char *entryLine(const Chunk &chunk, int64_t n) {
  const char *p = skipToContent(chunk.begin, chunk.end, '%');
  for (; n != 0; --n)
    p = skipToContent(nextLine(p, chunk.end), chunk.end, '%');
  return p;
}

/// Counts the lines of a chunk, of which parsing the one after the last has
/// thrown `error`. A line too many is the first thing to complain about.
template <typename Index, Field field>
template <typename ParseLine>
void EntryReader<Index, field>::acceptLines(const Chunk &chunk, int64_t lines,
                                            const std::exception_ptr &error,
                                            ParseLine parseLine) {
  int64_t missing = header.declared - seen;
  if (lines > missing || (error && lines == missing))
    failPastDeclared(chunk, missing);
  if (error)
    failWithOthers(file, error, chunk, missing, '%', '%', parseLine);
  seen += lines;
}

/// The first one is that after so many.
template <typename Index, Field field>
void EntryReader<Index, field>::failPastDeclared(const Chunk &lines,
                                                 int64_t number) const {
  file.fail(entryLine(lines, number),
            "an entry past the " + std::to_string(header.declared) +
                " that the header declares",
            helpWithMany());
}

/// For who has written a symmetric array as a general one.
template <typename Index, Field field>
std::string EntryReader<Index, field>::helpWithMany() const {
  if (header.layout != Layout::Array || header.symmetry == Symmetry::General)
    return "";
  return std::string("column by column, a ") +
         (header.symmetry == Symmetry::Skew
              ? "skew-symmetric array has the values below the diagonal only"
              : "symmetric array has the values on and below the diagonal "
                "only");
}

template <typename Index, Field field>
void EntryReader<Index, field>::checkComplete() const {
  if (seen != header.declared)
    file.fail(file.text().end(), "the file ends after " + std::to_string(seen) +
                                     " of the " +
                                     std::to_string(header.declared) +
                                     " entries that the header declares");
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

template <typename Index, Field field>
void CoordinateReader<Index, field>::failCoordinate(const char *at,
                                                    int64_t found, int64_t size,
                                                    const char *axis) const {
  std::string named = std::string(axis) + " " + std::to_string(found);
  if (found == 0)
    this->file.fail(at, named + ": Matrix Market counts from 1");
  this->file.fail(at, named + " is past the " + std::to_string(size) + " " +
                          axis + "s that the header declares");
}

/// Reads a coordinate of "row" or "column", counted from 0.
template <typename Index, Field field>
[[gnu::always_inline]] inline const char *
CoordinateReader<Index, field>::coordinate(const char *p, int64_t size,
                                           const char *axis,
                                           int64_t &number) const {
  p = skipBlanks(p);
  const char *after = parseIndex(this->file, p, number, "a coordinate");
  if (__builtin_expect(uint64_t(number) - 1 >= uint64_t(size), 0))
    failCoordinate(p, number, size, axis);
  --number;
  return after;
}

// Of a symmetric matrix only the lower triangle is written; an entry above it
// would be read twice or not at all, depending on the reader.
template <typename Index, Field field>
inline void CoordinateReader<Index, field>::checkTriangle(
    Part &part, const char *line, int64_t row, int64_t column) const {
  // That first, which is the same for all entries and so guessed right.
  if (__builtin_expect(this->header.symmetry == Symmetry::General, 1))
    return;
  part.hasLower |= row > column;
  if (row >= column)
    return;
  takeUpper(line, row, column);
}

/// An entry above the diagonal: fails where slips are none that are read.
template <typename Index, Field field>
void CoordinateReader<Index, field>::takeUpper(const char *line, int64_t row,
                                               int64_t column) const {
  if (this->file.isLenient())
    return this->file.noteSlip(Slip::UpperTriangle, line);
  this->file.fail(line,
                  "an entry above the diagonal (row " +
                      std::to_string(row + 1) + ", column " +
                      std::to_string(column + 1) +
                      "): a symmetric file holds the lower triangle only",
                  "--lenient reads a file of the upper triangle only as the "
                  "lower one");
}

/// A file that holds both triangles has two meanings.
template <typename Index, Field field>
void CoordinateReader<Index, field>::failBothTriangles() const {
  this->file.fail(this->header.body,
                  "the symmetric matrix has entries above and below the "
                  "diagonal",
                  "if each is there twice, 'general' in the banner reads them "
                  "as they are");
}

template <typename Index, Field field>
void CoordinateReader<Index, field>::parse(Part &part,
                                           const Chunk &chunk) const {
  constexpr int64_t shortestLine = 4; // "1 1\n"
  this->reserve(part.entries,
                (chunk.size() / shortestLine + 1) * this->copies());
  part.count = part.lines = 0;
  int64_t rows = this->header.sizes[0], columns = this->header.sizes[1];
  for (const char *p = skipToContent(chunk.begin, chunk.end, '%');
       p != chunk.end; p = skipToContent(p, chunk.end, '%')) {
    const char *line = p;
    int64_t row, column;
    p = coordinate(p, rows, "row", row);
    p = coordinate(p, columns, "column", column);
    checkTriangle(part, line, row, column);
    Number number{};
    const char *after = this->number(p, number);
    this->checkNegative(p, number);
    if (row == column)
      this->checkDiagonal(line, number);
    p = expectLineEnd(this->file, after);
    this->emit(part.entries, part.count, row, column, number);
    ++part.lines;
  }
}

template <typename Index, Field field>
Entries<Index> CoordinateReader<Index, field>::read() {
  auto [begin, end] = this->share;
  // The header may promise anything: the file cannot hold more than this.
  constexpr int64_t shortestLine = 4;
  int64_t declared = this->header.declared;
  if (const encke_processes *readers = this->wanted.readers)
    declared = declared / readers->count + declared / readers->count / 8;
  this->reserve(entries, std::min(declared, (end - begin) / shortestLine + 1) *
                             this->copies());
  Trouble trouble;
  struct Stopped {};
  auto acceptPart = [&](Part &part, const Chunk &chunk,
                        const std::exception_ptr &error) {
    if (!this->wanted.readers) {
      this->acceptLines(chunk, part.lines, error, [&](const Chunk &line) {
        Part alone;
        parse(alone, line);
      });
    } else {
      // What it means only all of them together know.
      int64_t before = this->seen;
      this->seen += part.lines;
      if (error || this->seen > this->header.declared) {
        trouble = {error, chunk, before};
        throw Stopped();
      }
    }
    entries.append(part.entries, part.count);
    hasLower |= part.hasLower;
  };
  try {
    parseInChunks<Part>(
        this->file.text(), begin, end, this->file.threads(), this->progress,
        [&](Part &part, const Chunk &chunk) { parse(part, chunk); },
        acceptPart);
  } catch (const Stopped &) { // NOLINT(bugprone-empty-catch)
  }
  if (this->wanted.readers)
    agree(trouble);
  else
    this->checkComplete();
  if (hasLower && this->file.hasSlip(Slip::UpperTriangle))
    failBothTriangles();
  return std::move(entries);
}

/// Finds out whether the shares are right together. The process that has what
/// is wrong, the first in the text, fails; the others wait for that.
template <typename Index, Field field>
void CoordinateReader<Index, field>::agree(const Trouble &trouble) {
  encke_processes &readers = *this->wanted.readers;
  int64_t declared = this->header.declared;
  ShareFindings own;
  own.lines = this->seen;
  own.isWrong = trouble.error ? 1 : 0;
  own.hasLower = hasLower ? 1 : 0;
  ShareReport report(this->file, readers, own);
  hasLower = report.hasLower();
  if (int32_t teller = report.teller(declared); teller >= 0) {
    if (teller != readers.rank)
      Context::current().awaitEnd();
    int64_t left = declared - report.linesBefore(teller); // of this share
    bool isPast = trouble.error ? this->seen >= left : this->seen > left;
    if (isPast)
      this->failPastDeclared({this->share.begin, this->share.end, 0}, left);
    failWithOthers(this->file, trouble.error, trouble.chunk,
                   left - trouble.before, '%', '%', [&](const Chunk &line) {
                     Part alone;
                     parse(alone, line);
                   });
  }
  this->seen = report.lines();
  this->checkComplete();
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

template <typename Index, Field field>
void ArrayReader<Index, field>::parse(Values &values,
                                      const Chunk &chunk) const {
  constexpr int64_t shortestLine = 2; // "1\n"
  values.numbers.reserve(chunk.size() / shortestLine + 1);
  values.lines = 0;
  for (const char *p = skipToContent(chunk.begin, chunk.end, '%');
       p != chunk.end; p = skipToContent(p, chunk.end, '%')) {
    Number &number = values.numbers[values.lines] = Number{};
    const char *after = this->number(p, number);
    this->checkNegative(p, number);
    p = expectLineEnd(this->file, after);
    ++values.lines;
  }
}

/// Moves to the next element that the file has a value for.
template <typename Index, Field field>
inline void ArrayReader<Index, field>::nextElement() {
  if (++row != this->header.sizes[0])
    return;
  ++column;
  row = this->header.symmetry == Symmetry::General ? 0
        : this->header.symmetry == Symmetry::Skew  ? column + 1
                                                   : column;
}

template <typename Index, Field field>
void ArrayReader<Index, field>::accept(const Values &values,
                                       const Chunk &chunk) {
  int64_t count = 0;
  int64_t lines = std::min(values.lines, this->header.declared - this->seen);
  this->reserve(part, lines * this->copies());
  for (int64_t i = 0; i != lines; ++i) {
    const Number &number = values.numbers[i];
    if (row == column && number.imaginary != 0)
      this->checkDiagonal(entryLine(chunk, i), number);
    bool isZero = readsIntegers(this->type) ? number.value.integer == 0
                                            : number.value.real == 0;
    if (!isZero || number.imaginary != 0 || this->wanted.arrayZeros)
      this->emit(part, count, row, column, number);
    nextElement();
  }
  entries.append(part, count);
}

template <typename Index, Field field>
Entries<Index> ArrayReader<Index, field>::read() {
  if (this->header.symmetry == Symmetry::Skew)
    row = 1; // there is nothing on the diagonal
  entries.known.distinct = true;
  parseInChunks<Values>(
      this->file.text(), this->share.begin, this->share.end,
      this->file.threads(), this->progress,
      [&](Values &values, const Chunk &chunk) { parse(values, chunk); },
      [&](Values &values, const Chunk &chunk, const std::exception_ptr &error) {
        // Which element of the diagonal is wrong is only known here, and comes
        // before what is wrong behind it.
        accept(values, chunk);
        this->acceptLines(chunk, values.lines, error, [&](const Chunk &line) {
          Values alone;
          parse(alone, line);
        });
      });
  this->checkComplete();
  entries.coordinates.resize(this->header.sizes.size());
  return std::move(entries);
}

//===----------------------------------------------------------------------===//

template <typename Index, Field field>
static Entries<Index> readEntries(const encke_file &file,
                                  const Wanted &wanted) {
  if (file.header().layout == Layout::Coordinate)
    return CoordinateReader<Index, field>(file, wanted).read();
  return ArrayReader<Index, field>(file, wanted).read();
}

template <typename Index>
static Entries<Index> readField(const encke_file &file, const Wanted &wanted) {
  switch (file.header().field) {
  case Field::Real:
    return readEntries<Index, Field::Real>(file, wanted);
  case Field::Integer:
    return readEntries<Index, Field::Integer>(file, wanted);
  case Field::Pattern:
    return readEntries<Index, Field::Pattern>(file, wanted);
  case Field::Complex:
    break;
  }
  if (wanted.type != ENCKE_C128)
    file.fail(file.header().fieldWord,
              std::string("complex values do not fit a tensor of ") +
                  typeName(wanted.type));
  return readEntries<Index, Field::Complex>(file, wanted);
}

AnyEntries parseMatrixMarket(const encke_file &file, const Wanted &wanted) {
  const std::vector<int64_t> &sizes = file.header().sizes;
  if (std::all_of(sizes.begin(), sizes.end(), fitsNarrow))
    return readField<int32_t>(file, wanted);
  return readField<int64_t>(file, wanted);
}

} // namespace encke::rt
