//===- matrix_market.cpp - the header of a Matrix Market file -------------===//
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

/// The banner, also with one % or behind blanks; null where there is none.
static const char *findBanner(const Mapping &text) {
  const char *p = text.begin();
  while (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r')
    ++p;
  const char *word = banner + 1; // with one %
  if (strncasecmp(p, banner, bannerLength) == 0 ||
      strncasecmp(p, word, bannerLength - 1) == 0)
    return p;
  return nullptr;
}

bool mayBeMatrixMarket(const Mapping &text) { return findBanner(text); }

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
  Field readField();
  void readBanner(Header &header);
  void checkBanner(const Header &header, const char *symmetryWord);
  void readSizes(Header &header);
  void countEntries(Header &header);

  const encke_file &file;
  const char *p;
  const char *end;
  bool isVector = false;
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

/// How many numbers the line at p has; 0 where it has other words.
static int countNumbers(const char *p, const char *end) {
  int count = 0;
  for (p = skipBlanks(p); !atLineEnd(p, end); p = skipBlanks(skipWord(p))) {
    bool isSign = *p == '-' || *p == '+';
    char first = p[isSign];
    bool isDigit = first >= '0' && first <= '9';
    if (!isDigit && first != '.')
      return 0;
    if (++count > 4)
      break;
  }
  return count;
}

/// What stands before such lines, as far as they tell.
static std::string likelyBanner(const Mapping &text) {
  const char *end = text.end();
  const char *sizes = skipToContent(text.begin(), end, '%');
  const char *entry = skipToContent(nextLine(sizes, end), end, '%');
  int numbers = countNumbers(entry, end);
  bool isArray = countNumbers(sizes, end) == 2 && numbers == 1;
  std::string field = numbers == 2   ? "pattern"
                      : numbers == 4 ? "complex"
                                     : "real";
  return std::string(banner) + " matrix " +
         (isArray ? "array " : "coordinate ") + field + " general";
}

const char *takeBanner(const encke_file &file) {
  const char *found = findBanner(file.text()), *begin = file.text().begin();
  if (!found)
    file.failExpected(
        begin, "the banner '%%MatrixMarket'",
        begin == file.text().end()
            ? ""
            : "the first line says what the file holds, here perhaps '" +
                  likelyBanner(file.text()) + "'");
  bool hasBlanks = found != begin, hasOne = found[1] != '%';
  const char *behind = found + bannerLength - hasOne;
  if (!hasBlanks && !hasOne)
    return behind;
  if (!file.isLenient())
    file.fail(found,
              hasOne ? "expected the banner '%%MatrixMarket', found one %"
                     : "blanks before the banner, which begins a file",
              "--lenient reads it");
  file.noteSlip(hasOne ? Slip::Banner : Slip::BlankBeforeBanner, found);
  return behind;
}

bool hasBannerWord(const Mapping &text, int n, std::string_view word) {
  const char *p = findBanner(text);
  if (!p)
    return false;
  p += bannerLength - (p[1] != '%');
  if (*p != ' ' && *p != '\t')
    return false;
  for (p = skipBlanks(p); n != 0; --n)
    p = skipBlanks(skipWord(p));
  return size_t(skipWord(p) - p) == word.size() &&
         strncasecmp(p, word.data(), word.size()) == 0;
}

/// One of the four, or SciPy's name of integers that have no sign.
Field HeaderReader::readField() {
  static const char *const fields[] = {"real", "integer", "pattern", "complex",
                                       nullptr};
  p = skipBlanks(p);
  const char *after = skipWord(p);
  std::string found(p, after);
  bool isUnsigned = strcasecmp(found.c_str(), "unsigned-integer") == 0;
  bool isDouble = strcasecmp(found.c_str(), "double") == 0;
  if (!isUnsigned && !isDouble)
    return Field(word("the field", fields));
  if (isDouble && !file.isLenient())
    file.failExpected(p, "the field (real, integer, pattern, complex)",
                      "--lenient reads it as 'real'");
  if (isDouble)
    file.noteSlip(Slip::DoubleField, p);
  p = after;
  return isDouble ? Field::Real : Field::Integer;
}

void HeaderReader::readBanner(Header &header) {
  static const char *const objects[] = {"matrix", "vector", "tensor", nullptr};
  static const char *const layouts[] = {"coordinate", "array", nullptr};
  static const char *const symmetries[] = {
      "general", "symmetric", "skew-symmetric", "hermitian", nullptr};
  p = takeBanner(file);
  if (*p != ' ' && *p != '\t')
    file.failExpected(p, "a blank after the banner");
  isVector = word("the object", objects) == 1;
  header.layout = Layout(word("the layout", layouts));
  header.fieldWord = skipBlanks(p);
  header.field = readField();
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
  if (isVector && header.symmetry != Symmetry::General)
    file.fail(symmetryWord, "a vector has no symmetry: it is 'general'");
}

void HeaderReader::readSizes(Header &header) {
  p = skipToContent(p, end, '%');
  const char *line = p;
  int64_t rows =
      number(isVector ? "the number of elements" : "the number of rows");
  int64_t columns = isVector ? 1 : number("the number of columns");
  if (header.layout == Layout::Coordinate) {
    p = skipBlanks(p);
    if (atLineEnd(p, end))
      file.failExpected(p, "the number of entries",
                        "rows, columns and the number of entries stand before "
                        "the entries: this may be an entry, without them");
    header.declared = number("the number of entries");
  }
  p = expectLineEnd(file, p);
  header.sizes = {rows};
  if (!isVector)
    header.sizes.push_back(columns);
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
  int64_t rows = header.sizes[0], columns = isVector ? 1 : header.sizes[1];
  bool general = header.symmetry == Symmetry::General;
  if (header.layout == Layout::Array) {
    header.entries = header.declared = rows * columns;
    if (general)
      return;
    int64_t below = rows / 2 * (rows - 1) + rows % 2 * ((rows - 1) / 2);
    header.declared = header.symmetry == Symmetry::Skew ? below : below + rows;
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

} // namespace encke::rt
