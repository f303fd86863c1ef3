//===- matrix_market.cpp - reads Matrix Market files ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format as its authors describe it (Boisvert, Pozo, Remington: The Matrix
// Market Exchange Formats, NISTIR 5935), strictly: what does not fit is refused
// at its line and column. Comments and blank lines may stand anywhere after the
// banner.
//
//===----------------------------------------------------------------------===//

#include "io/matrix_market.h"
#include "io/text.h"

#include <strings.h>

namespace encke::rt {

static constexpr const char banner[] = "%%MatrixMarket";
static constexpr size_t bannerLength = sizeof(banner) - 1;

bool hasMatrixMarketBanner(const Mapping &text) {
  return text.size() >= bannerLength &&
         strncasecmp(text.begin(), banner, bannerLength) == 0;
}

//===----------------------------------------------------------------------===//
// The header
//===----------------------------------------------------------------------===//

namespace {

/// Reads the words of the banner line and the numbers of the size line.
class HeaderReader {
public:
  explicit HeaderReader(const encke_file &file)
      : file(file), p(file.text().begin()), end(file.text().end()) {}

  Header read();

private:
  int word(const char *what, const char *const *choices);
  int64_t number(const char *what);
  void readBanner(Header &header);
  void checkBanner(const Header &header, const char *symmetryWord);
  void readSizes(Header &header);
  void countEntries(Header &header);

  const encke_file &file;
  const char *p;
  const char *end;
};

} // namespace

/// Reads one of the words `choices`, in any case, and returns its index.
int HeaderReader::word(const char *what, const char *const *choices) {
  p = skipBlanks(p);
  const char *after = skipWord(p);
  std::string found(p, after);
  std::string expected;
  for (int i = 0; choices[i]; ++i) {
    if (strcasecmp(found.c_str(), choices[i]) == 0) {
      p = after;
      return i;
    }
    expected += (i ? ", " : "") + std::string(choices[i]);
  }
  file.failExpected(p, std::string(what) + " (" + expected + ")");
}

int64_t HeaderReader::number(const char *what) {
  p = skipBlanks(p);
  int64_t value = 0;
  p = parseIndex(file, p, value, what);
  return value;
}

void HeaderReader::readBanner(Header &header) {
  static const char *const objects[] = {"matrix", nullptr};
  static const char *const layouts[] = {"coordinate", "array", nullptr};
  static const char *const fields[] = {"real", "integer", "pattern", "complex",
                                       nullptr};
  static const char *const symmetries[] = {
      "general", "symmetric", "skew-symmetric", "hermitian", nullptr};
  if (!hasMatrixMarketBanner(file.text()))
    file.failExpected(p, "the banner '%%MatrixMarket'");
  p += bannerLength;
  if (*p != ' ' && *p != '\t')
    file.failExpected(p, "a blank after the banner");
  word("the object", objects);
  header.layout = Layout(word("the layout", layouts));
  header.fieldWord = skipBlanks(p);
  header.field = Field(word("the field", fields));
  const char *symmetryWord = skipBlanks(p);
  header.symmetry = Symmetry(word("the symmetry", symmetries));
  expectLineEnd(file, p);
  p = nextLine(p, end);
  checkBanner(header, symmetryWord);
}

void HeaderReader::checkBanner(const Header &header, const char *symmetryWord) {
  if (header.field == Field::Pattern && header.layout == Layout::Array)
    file.fail(header.fieldWord,
              "an array file has values: it cannot be 'pattern'");
  if (header.field == Field::Pattern && header.symmetry == Symmetry::Skew)
    file.fail(symmetryWord, "a pattern cannot be skew-symmetric");
  if (header.symmetry == Symmetry::Hermitian && header.field != Field::Complex)
    file.fail(symmetryWord, "only a complex matrix can be hermitian");
}

void HeaderReader::readSizes(Header &header) {
  p = skipToContent(p, end, '%');
  const char *line = p;
  int64_t rows = number("the number of rows");
  int64_t columns = number("the number of columns");
  if (header.layout == Layout::Coordinate)
    header.declared = number("the number of entries");
  p = expectLineEnd(file, p);
  header.sizes = {rows, columns};
  header.body = nextLine(p, end);
  if (header.symmetry != Symmetry::General && rows != columns)
    file.fail(line, "a symmetric matrix must be square, this one is " +
                        sizesText(header.sizes));
  int64_t product;
  if (header.layout == Layout::Array &&
      __builtin_mul_overflow(rows, columns, &product))
    file.fail(line, "an array of " + sizesText(header.sizes) + " is too large");
}

/// How many lines must follow, and how many entries they stand for.
void HeaderReader::countEntries(Header &header) {
  int64_t rows = header.sizes[0], columns = header.sizes[1];
  bool general = header.symmetry == Symmetry::General;
  if (header.layout == Layout::Array) {
    header.entries = rows * columns;
    int64_t below = rows / 2 * (rows - 1) + rows % 2 * ((rows - 1) / 2);
    header.declared = general                             ? rows * columns
                      : header.symmetry == Symmetry::Skew ? below
                                                          : below + rows;
  } else if (general ||
             __builtin_mul_overflow(header.declared, 2, &header.entries)) {
    header.entries = header.declared;
  }
}

Header HeaderReader::read() {
  Header header;
  header.kind = FileKind::MatrixMarket;
  readBanner(header);
  readSizes(header);
  countEntries(header);
  return header;
}

Header parseMatrixMarketHeader(const encke_file &file) {
  return HeaderReader(file).read();
}

//===----------------------------------------------------------------------===//
// The entries
//===----------------------------------------------------------------------===//

namespace {

/// Reads all entries into arrays of type Index. Field is a template argument
/// only to keep its tests out of the inner loop.
template <typename Index, Field field>
class EntryReader {
public:
  EntryReader(const encke_file &file, const Wanted &wanted)
      : file(file), header(file.header()), wanted(wanted), type(wanted.type),
        p(header.body), end(file.text().end()), entries(2) {}

  Entries<Index> read();

private:
  void reserve();
  void readCoordinates();
  void readArray();
  int64_t coordinate(int64_t size, const char *axis);
  void checkTriangle(const char *line, int64_t row, int64_t column);
  void value(Value &value);
  void emit(int64_t row, int64_t column, Value value);
  void append(int64_t row, int64_t column, Value value);
  void nextContent(int64_t read);
  [[noreturn]] void failCoordinate(const char *at, int64_t found, int64_t size,
                                   const char *axis);

  const encke_file &file;
  const Header &header;
  Wanted wanted;
  int32_t type;
  const char *p;
  const char *end;
  Entries<Index> entries;
  int64_t count = 0;
};

} // namespace

// The header may promise anything: the rest of the file says how many entries
// there can be, at two digits, a blank and a newline each ("1\n" in an array).
template <typename Index, Field field>
void EntryReader<Index, field>::reserve() {
  int64_t shortest = header.layout == Layout::Array ? 2 : 4;
  int64_t lines = std::min<int64_t>(header.declared, (end - p) / shortest + 1);
  entries.reserve(header.symmetry == Symmetry::General ? lines : 2 * lines);
}

template <typename Index, Field field>
void EntryReader<Index, field>::failCoordinate(const char *at, int64_t found,
                                               int64_t size, const char *axis) {
  std::string named = std::string(axis) + " " + std::to_string(found);
  if (found == 0)
    file.fail(at, named + ": Matrix Market counts from 1");
  file.fail(at, named + " is past the " + std::to_string(size) + " " + axis +
                    "s that the header declares");
}

/// Reads a coordinate of "row" or "column" and returns it counted from 0.
template <typename Index, Field field>
inline int64_t EntryReader<Index, field>::coordinate(int64_t size,
                                                     const char *axis) {
  p = skipBlanks(p);
  int64_t number = 0;
  const char *at = p;
  p = parseIndex(file, p, number, "a coordinate");
  if (__builtin_expect(uint64_t(number) - 1 >= uint64_t(size), 0))
    failCoordinate(at, number, size, axis);
  return number - 1;
}

// Of a symmetric matrix only the lower triangle is written; an entry above it
// would be read twice or not at all, depending on the reader.
template <typename Index, Field field>
inline void EntryReader<Index, field>::checkTriangle(const char *line,
                                                     int64_t row,
                                                     int64_t column) {
  if (header.symmetry == Symmetry::General || row > column)
    return;
  if (row < column)
    file.fail(line, "an entry above the diagonal (row " +
                        std::to_string(row + 1) + ", column " +
                        std::to_string(column + 1) +
                        "): a symmetric file holds the lower triangle only");
  if (header.symmetry == Symmetry::Skew)
    file.fail(line, "an entry on the diagonal of a skew-symmetric matrix");
}

template <typename Index, Field field>
inline void EntryReader<Index, field>::value(Value &value) {
  if (field == Field::Pattern) {
    if (readsIntegers(type))
      value.integer = 1;
    else
      value.real = 1;
    return;
  }
  p = skipBlanks(p);
  p = parseValue(file, p, type, field == Field::Integer, value);
}

template <typename Index, Field field>
inline void EntryReader<Index, field>::append(int64_t row, int64_t column,
                                              Value value) {
  if (!selects(wanted.selector, row, column))
    return;
  entries.coordinates[0][count] = Index(row);
  entries.coordinates[1][count] = Index(column);
  entries.values[count] = value;
  ++count;
}

template <typename Index, Field field>
inline void EntryReader<Index, field>::emit(int64_t row, int64_t column,
                                            Value value) {
  append(row, column, value);
  if (header.symmetry == Symmetry::General || row == column)
    return;
  if (header.symmetry == Symmetry::Skew) {
    if (!readsIntegers(type))
      value.real = -value.real;
    else if (__builtin_sub_overflow(int64_t(0), value.integer,
                                    &value.integer) ||
             (type == ENCKE_I32 && value.integer != int32_t(value.integer)))
      file.fail(p, "the negative of this value does not fit");
  }
  append(column, row, value);
}

/// Moves to the next entry, which must be there.
template <typename Index, Field field>
inline void EntryReader<Index, field>::nextContent(int64_t read) {
  p = skipToContent(p, end, '%');
  if (__builtin_expect(p == end, 0))
    file.fail(p, "the file ends after " + std::to_string(read) + " of the " +
                     std::to_string(header.declared) +
                     " entries that the header declares");
}

template <typename Index, Field field>
void EntryReader<Index, field>::readCoordinates() {
  for (int64_t read = 0; read != header.declared; ++read) {
    nextContent(read);
    const char *line = p;
    int64_t row = coordinate(header.sizes[0], "row");
    int64_t column = coordinate(header.sizes[1], "column");
    checkTriangle(line, row, column);
    Value number;
    value(number);
    p = expectLineEnd(file, p);
    emit(row, column, number);
  }
}

// Column by column; of a symmetric matrix the part on and below the diagonal.
template <typename Index, Field field>
void EntryReader<Index, field>::readArray() {
  int64_t rows = header.sizes[0], columns = header.sizes[1], read = 0;
  for (int64_t column = 0; column != columns; ++column) {
    int64_t first = header.symmetry == Symmetry::General ? 0
                    : header.symmetry == Symmetry::Skew  ? column + 1
                                                         : column;
    for (int64_t row = first; row < rows; ++row) {
      nextContent(read++);
      Value number;
      value(number);
      p = expectLineEnd(file, p);
      bool zero = readsIntegers(type) ? number.integer == 0 : number.real == 0;
      if (!zero || wanted.arrayZeros)
        emit(row, column, number);
    }
  }
}

template <typename Index, Field field>
Entries<Index> EntryReader<Index, field>::read() {
  reserve();
  if (header.layout == Layout::Coordinate)
    readCoordinates();
  else
    readArray();
  p = skipToContent(p, end, '%');
  if (p != end)
    file.fail(p, "an entry past the " + std::to_string(header.declared) +
                     " that the header declares");
  entries.setSize(count);
  return std::move(entries);
}

template <typename Index>
static Entries<Index> readField(const encke_file &file, const Wanted &wanted) {
  switch (file.header().field) {
  case Field::Real:
    return EntryReader<Index, Field::Real>(file, wanted).read();
  case Field::Integer:
    return EntryReader<Index, Field::Integer>(file, wanted).read();
  case Field::Pattern:
    return EntryReader<Index, Field::Pattern>(file, wanted).read();
  case Field::Complex:
    break;
  }
  file.fail(file.header().fieldWord, "not supported yet: complex values");
}

AnyEntries parseMatrixMarket(const encke_file &file, const Wanted &wanted) {
  const Header &header = file.header();
  if (fitsNarrow(header.sizes[0]) && fitsNarrow(header.sizes[1]))
    return readField<int32_t>(file, wanted);
  return readField<int64_t>(file, wanted);
}

} // namespace encke::rt
