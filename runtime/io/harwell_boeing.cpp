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
#include <optional>
#include <string_view>

namespace encke::rt {

namespace {

struct Line {
  const char *begin, *end;
  std::string_view text() const { return {begin, size_t(end - begin)}; }
};

/// "(10I8)": so many numbers of so many columns, behind those that are skipped.
struct Width {
  int64_t count = 0, columns = 0, skipped = 0;
};

/// Reads a descriptor of Fortran's of lines that have numbers of one width:
/// "(10I8)", "(1P,4E20.12)", "(1X,8I9)", "(3(1P,E24.16))".
class WidthReader {
public:
  /// `text` is what is between the outer parentheses.
  explicit WidthReader(std::string_view text) : text(text) {}
  /// None for another descriptor.
  std::optional<Width> read();

private:
  bool takeItem();
  std::string_view text;
  size_t at = 0;
  int64_t number = 0; ///< that stands before an item; 0 for none
  int64_t groups = 0; ///< of which the descriptor is inside: 0 or 1
  int64_t repeats = 1, blanks = 0; ///< of that group, in each of its rounds
  bool isDone = false;             ///< the numbers were described
  Width width;
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

/// One item, with the number that stands before it. False for what is not
/// known.
bool WidthReader::takeItem() {
  char c = text[at++];
  int64_t times = std::max<int64_t>(number, 1);
  if (c >= '0' && c <= '9') {
    number = std::min<int64_t>(number * 10 + (c - '0'), 1 << 20);
    return true;
  }
  number = 0;
  if (c == ' ' || c == ',' || isOneOf(c, "P")) // a scale, which is for writing
    return true;
  if (c == ')' && groups == 1) {
    groups = 0;
    return true;
  }
  if (isDone)
    return isOneOf(c, "X");
  if (c == '(' && groups == 0) {
    groups = 1;
    repeats = times;
  } else if (isOneOf(c, "X")) {
    (groups ? blanks : width.skipped) += times;
  } else if (isOneOf(c, "IEDFG")) {
    for (; at != text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
      width.columns =
          std::min<int64_t>(width.columns * 10 + (text[at] - '0'), 1 << 20);
    while (at != text.size() && (text[at] == '.' || isOneOf(text[at], "E") ||
                                 (text[at] >= '0' && text[at] <= '9')))
      ++at; // digits, which the numbers tell
    width.count = times * repeats;
    isDone = width.columns > 0;
    // Blanks before each number are part of it.
    bool isEven = blanks == 0 || times == 1;
    width.columns += blanks;
    return isDone && isEven;
  } else {
    return false;
  }
  return true;
}

std::optional<Width> WidthReader::read() {
  while (at != text.size())
    if (!takeItem())
      return std::nullopt;
  return isDone && groups == 0 ? std::optional(width) : std::nullopt;
}

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

/// "(10I8)" from `at` on, which moves behind it.
Width BoeingReader::widthOf(const Line &line, size_t &at) {
  std::string_view text = line.text();
  size_t open = text.find('(', at);
  size_t close = open;
  for (int depth = 0; close < text.size(); ++close) {
    depth += text[close] == '(' ? 1 : text[close] == ')' ? -1 : 0;
    if (depth == 0)
      break;
  }
  if (close >= text.size())
    file.fail(line.begin + std::min(at, text.size()),
              "expected how numbers are written, as '(10I8)'");
  at = close + 1;
  std::optional<Width> width =
      WidthReader(text.substr(open + 1, close - open - 1)).read();
  if (!width)
    file.fail(line.begin + open,
              "not supported yet: numbers written as '" +
                  std::string(text.substr(open, close + 1 - open)) + "'");
  return *width;
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
      int64_t column = width.skipped + n * width.columns;
      if (column >= length)
        break;
      const char *from = line.begin + column;
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
