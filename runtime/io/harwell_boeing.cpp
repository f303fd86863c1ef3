//===- harwell_boeing.cpp - matrices of the Harwell-Boeing collection -----===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Duff, Grimes and Lewis: Users' Guide for the Harwell-Boeing Sparse Matrix
// Collection; The Rutherford-Boeing Sparse Matrix Collection. A header of four
// or five lines names the type of the matrix and, as Fortran does, how wide
// numbers are and how many of them a line has; then come the compressed
// columns, counted from 1. Numbers may touch each other.
//
//===----------------------------------------------------------------------===//

#include "io/harwell_boeing.h"
#include "io/text.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace encke::rt {

namespace {

struct Line {
  const char *begin, *end;
  std::string_view text() const { return {begin, size_t(end - begin)}; }
};

/// "(10I8)": so many numbers of so many columns.
struct Width {
  int64_t count = 0, columns = 0;
};

} // namespace

/// The line at p, without its end; p moves behind that.
static Line takeLine(const char *&p, const char *end) {
  const char *next = nextLine(p, end);
  const char *last = next;
  while (last != p && (last[-1] == '\n' || last[-1] == '\r'))
    --last;
  Line line = {p, last};
  p = next;
  return line;
}

static bool isOneOf(char c, std::string_view letters) {
  return letters.find(char(c & ~0x20)) != std::string_view::npos;
}

/// "RUA", "psa": what line 3 begins with.
static bool isType(const Line &line) {
  return line.end - line.begin > 14 && isOneOf(line.begin[0], "RCPIQ") &&
         isOneOf(line.begin[1], "SUHZR") && isOneOf(line.begin[2], "AE") &&
         line.begin[3] == ' ';
}

bool isHarwellBoeing(const Mapping &text) {
  const char *p = text.begin(), *end = text.end();
  takeLine(p, end);
  Line counts = takeLine(p, end);
  Line type = takeLine(p, end);
  Line formats = takeLine(p, end);
  std::string_view digits = counts.text();
  return !digits.empty() &&
         digits.find_first_not_of("0123456789 \t") == std::string_view::npos &&
         isType(type) && formats.text().find('(') != std::string_view::npos;
}

namespace {

class BoeingReader {
public:
  explicit BoeingReader(const encke_file &file)
      : file(file), p(file.text().begin()), end(file.text().end()) {}

  StoredTensor read();

private:
  void readHeader();
  void readType(const Line &line);
  std::vector<int64_t> integersOf(const Line &line, size_t from, size_t most);
  Width widthOf(const Line &line, size_t &at);
  template <typename T>
  Array<T> readNumbers(int64_t count, const Width &width);
  void parse(const char *from, const char *to, int64_t &value) const;
  void parse(const char *from, const char *to, double &value) const;
  [[noreturn]] void failNumber(const char *at, const char *to,
                               const char *what) const;

  const encke_file &file;
  const char *p, *end;
  StoredTensor stored;
  char field = 'R';
  int64_t entries = 0;
  Width pointers, coordinates, values;
};

} // namespace

void BoeingReader::failNumber(const char *at, const char *to,
                              const char *what) const {
  const char *stop = std::min(to, end);
  file.fail(at,
            std::string("expected ") + what + ", found " + describe(at, stop));
}

/// The numbers between blanks of a line of the header.
std::vector<int64_t> BoeingReader::integersOf(const Line &line, size_t from,
                                              size_t most) {
  std::vector<int64_t> numbers;
  const char *at = std::min(line.begin + from, line.end);
  while (numbers.size() != most) {
    while (at != line.end && (*at == ' ' || *at == '\t'))
      ++at;
    if (at == line.end)
      break;
    int64_t number = 0;
    auto [after, code] = std::from_chars(at, line.end, number);
    if (code != std::errc() || number < 0)
      failNumber(at, line.end, "a number");
    numbers.push_back(number);
    at = after;
  }
  return numbers;
}

void BoeingReader::readType(const Line &line) {
  field = char(line.begin[0] & ~0x20);
  char symmetry = char(line.begin[1] & ~0x20);
  if (field == 'Q')
    file.fail(line.begin, "not supported yet: a file of auxiliary values");
  if ((line.begin[2] & ~0x20) == 'E')
    file.fail(line.begin + 2,
              "not supported yet: a matrix of finite elements that are not "
              "assembled");
  std::vector<int64_t> numbers = integersOf(line, 3, 3);
  if (numbers.size() != 3)
    file.fail(line.end, "expected rows, columns and entries");
  constexpr int64_t most = INT64_MAX / 4;
  if (numbers[1] > most || numbers[2] > most)
    file.fail(line.begin, "more columns or entries than any file has");
  stored.sizes = {numbers[0], numbers[1]};
  entries = numbers[2];
  stored.symmetry = symmetry == 'S'   ? Symmetry::Symmetric
                    : symmetry == 'H' ? Symmetry::Hermitian
                    : symmetry == 'Z' ? Symmetry::Skew
                                      : Symmetry::General;
  if (stored.symmetry != Symmetry::General && numbers[0] != numbers[1])
    file.fail(line.begin, "a symmetric matrix must be square, this one is " +
                              sizesText(stored.sizes));
  stored.hasValues = field != 'P';
}

/// "(10I8)", "(1P,4E20.12)", "(26I3)" from `at` on, which moves behind it.
Width BoeingReader::widthOf(const Line &line, size_t &at) {
  std::string_view text = line.text();
  size_t open = text.find('(', at);
  size_t close = text.find(')', std::min(open, text.size()));
  if (close == std::string_view::npos)
    file.fail(line.begin + std::min(at, text.size()),
              "expected how numbers are written, as '(10I8)'");
  at = close + 1;
  auto fail = [&]() {
    file.fail(line.begin + open,
              "not supported yet: numbers written as '" +
                  std::string(text.substr(open, close + 1 - open)) + "'");
  };
  Width width;
  int64_t number = 0;
  bool isWidth = false;
  for (size_t n = open + 1; n != close && width.columns == 0; ++n) {
    char c = text[n];
    if (c >= '0' && c <= '9') {
      number = std::min<int64_t>(number * 10 + (c - '0'), 1 << 20);
      continue;
    }
    if (isOneOf(c, "P")) {
      number = 0; // a scale, which is for writing
    } else if (isOneOf(c, "IEDFG")) {
      width.count = std::max<int64_t>(number, 1);
      number = 0;
      isWidth = true;
    } else if (c == '.' && isWidth) {
      width.columns = number;
    } else if (c != ' ' && c != ',') {
      fail();
    }
  }
  if (isWidth && width.columns == 0)
    width.columns = number;
  if (width.columns <= 0)
    fail();
  return width;
}

void BoeingReader::readHeader() {
  takeLine(p, end); // a title and a key
  Line counts = takeLine(p, end);
  std::vector<int64_t> lines = integersOf(counts, 0, 5);
  Line type = takeLine(p, end);
  readType(type);
  Line formats = takeLine(p, end);
  size_t at = 0;
  pointers = widthOf(formats, at);
  coordinates = widthOf(formats, at);
  if (stored.hasValues)
    values = widthOf(formats, at);
  if (lines.size() == 5 && lines[4] != 0) // right-hand sides
    takeLine(p, end);
}

void BoeingReader::parse(const char *from, const char *to,
                         int64_t &value) const {
  auto [after, code] = std::from_chars(from, to, value);
  if (code != std::errc() || after != to)
    failNumber(from, to, "a number");
}

/// As Fortran writes them: 1.5D+3, 1.5+103.
void BoeingReader::parse(const char *from, const char *to,
                         double &value) const {
  std::string text;
  for (const char *c = from; c != to; ++c) {
    bool isSign = (*c == '+' || *c == '-') && c != from;
    if (isSign && !isOneOf(c[-1], "DE"))
      text += 'e';
    if (*c != '+' || c != from)
      text += isOneOf(*c, "D") ? 'e' : *c;
  }
  size_t plus = text.find('+');
  if (plus != std::string::npos)
    text.erase(plus, 1);
  auto [after, code] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || after != text.data() + text.size())
    failNumber(from, to, "a value");
}

/// The next `count` numbers, from the start of a line on.
template <typename T>
Array<T> BoeingReader::readNumbers(int64_t count, const Width &width) {
  Array<T> numbers;
  while (numbers.size() != count) {
    if (p == end)
      file.fail(end, "the file ends after " + std::to_string(numbers.size()) +
                         " of " + std::to_string(count) + " numbers");
    Line line = takeLine(p, end);
    for (int64_t n = 0; n != width.count && numbers.size() != count; ++n) {
      int64_t length = line.end - line.begin;
      if (n * width.columns >= length)
        break;
      const char *from = line.begin + n * width.columns;
      const char *to = std::min(from + width.columns, line.end);
      while (from != to && (*from == ' ' || *from == '\t'))
        ++from;
      while (from != to && (to[-1] == ' ' || to[-1] == '\t'))
        --to;
      if (from == to)
        break; // the rest of the line is blank
      T value = 0;
      parse(from, to, value);
      numbers.append(&value, 1);
    }
  }
  return numbers;
}

StoredTensor BoeingReader::read() {
  readHeader();
  stored.form = "Harwell-Boeing";
  stored.way = StoredTensor::Compressed;
  stored.byColumn = true;
  stored.base = 1;
  Array<int64_t> starts = readNumbers<int64_t>(stored.sizes[1] + 1, pointers);
  int64_t last = starts[stored.sizes[1]];
  if (last - 1 != entries)
    failStored(file, "the columns end before entry " + std::to_string(last) +
                         ", the header declares " + std::to_string(entries) +
                         " entries");
  stored.pointers = stored.keep(std::move(starts));
  stored.coordinates = {
      stored.keep(readNumbers<int64_t>(entries, coordinates))};
  if (!stored.hasValues)
    return std::move(stored);
  bool isComplex = field == 'C';
  if (field == 'I') {
    stored.values = stored.keep(readNumbers<int64_t>(entries, values));
    return std::move(stored);
  }
  int64_t parts = isComplex ? 2 * entries : entries;
  stored.values = stored.keep(readNumbers<double>(parts, values));
  if (isComplex) { // real and imaginary parts in turn
    stored.imaginary = stored.values.part(1, entries, 2);
    stored.values = stored.values.part(0, entries, 2);
  }
  return std::move(stored);
}

StoredTensor readHarwellBoeing(const encke_file &file) {
  return BoeingReader(file).read();
}

} // namespace encke::rt
