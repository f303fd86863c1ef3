//===- text.cpp - numbers in a data file's text ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/text.h"
#include "core/utf8.h"
#include "io/hints.h"
#include "io/whole.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <locale.h>
#include <type_traits>

namespace encke::rt {

/// Appends the character at `at`, or what can be shown of it. Returns its end.
static const char *appendVisible(std::string &text, const char *at,
                                 const char *end) {
  auto byte = static_cast<unsigned char>(*at);
  size_t length = characterLength(at, end);
  if (length == 0 || byte < ' ' || byte == 127) {
    constexpr char digits[] = "0123456789abcdef";
    text += {'\\', 'x', digits[byte / 16], digits[byte % 16]};
    return at + 1;
  }
  text.append(at, length);
  return at + length;
}

std::string describe(const char *at, const char *end) {
  if (at == end)
    return "the end of the file";
  if (atLineEnd(at, end))
    return "the end of the line";
  if (*at == ' ' || *at == '\t')
    return "a blank";
  const char *stop = at;
  while (!atWordEnd(stop, end))
    ++stop;
  constexpr int longest = 32;
  std::string word;
  for (int n = 0; n != longest && at != stop; ++n)
    at = appendVisible(word, at, stop);
  return "'" + word + (at != stop ? "..." : "") + "'";
}

std::string quoteLine(const char *at, const char *begin, const char *end,
                      const char *stop) {
  constexpr int64_t before = 48, most = 76; // bytes that are shown
  const char *start = at;
  while (start != begin && start[-1] != '\n' && at - start != before)
    --start;
  bool isCut = start != begin && start[-1] != '\n';
  while (isCut && start != at && (*start & 0xC0) == 0x80)
    ++start; // not within a character
  std::string line = isCut ? "..." : "";
  size_t column = line.size(), first = column, last = column;
  const char *p = start;
  while (p != end && p - start < most && !atLineEnd(p, end)) {
    if (p == at)
      first = column;
    size_t shown = line.size();
    if (*p == '\t') {
      line += ' ';
      ++p;
    } else {
      p = appendVisible(line, p, end);
    }
    for (; shown != line.size(); ++shown)
      column += (line[shown] & 0xC0) != 0x80;
    if (p <= stop)
      last = column;
  }
  if (p <= at)
    first = column;
  if (p != end && !atLineEnd(p, end))
    line += "...";
  if (line.find_first_not_of(' ') == std::string::npos)
    return "";
  std::string tail(last > first ? last - first - 1 : 0, '~');
  return line + "\n" + std::string(first, ' ') + '^' + tail + '\n';
}

/// "3.0" and "3e+00" are 3, as programs write it that have doubles only.
const char *parseOtherIndex(const encke_file &file, const char *p,
                            int64_t &value, const char *what) {
  constexpr double mostExact = 0x1p53;
  const char *after = skipWord(p);
  double number = 0;
  auto [stop, code] = std::from_chars(p, after, number);
  bool isIndex = code == std::errc() && stop == after && number >= 0 &&
                 number <= mostExact && number == double(int64_t(number)) &&
                 *p != '-';
  int64_t digits = 0;
  if (!isIndex && *p >= '0' && *p <= '9' && !parseDigits(p, digits))
    file.fail(p, "this number is too large: " + describe(p, file.text().end()));
  if (!isIndex)
    file.failExpected(p, what);
  if (!file.isLenient())
    file.failExpected(p, what,
                      std::string("--lenient reads a whole number with a "
                                  "fraction or an exponent as one without") +
                          (file.header().kind == FileKind::Tns
                               ? std::string("; ") + hintOfValues
                               : ""));
  file.noteSlip(Slip::WholeDouble, p);
  value = int64_t(number);
  return after;
}

const char *parseManyDigits(const char *p, int64_t &value) {
  const char *start = p;
  uint64_t number = 0;
  for (; *p >= '0' && *p <= '9'; ++p)
    if (__builtin_mul_overflow(number, uint64_t(10), &number) ||
        __builtin_add_overflow(number, uint64_t(*p - '0'), &number) ||
        number > uint64_t(INT64_MAX))
      return nullptr;
  value = int64_t(number);
  return p == start ? nullptr : p;
}

namespace {

/// Reads values for one element type out of one file.
class ValueReader {
public:
  ValueReader(const encke_file &file, const char *start, int32_t type)
      : file(file), start(start), type(type) {}

  const char *readInteger(Value &value);
  const char *readReal(Value &value);

private:
  const char *end() const { return file.text().end(); }
  /// What is read may be a copy of some lines, which end() is not behind.
  const char *wordEnd() const { return skipWord(start); }
  // from_chars takes no plus sign; Fortran programs write one.
  const char *afterPlus() const {
    return *start == '+' && start[1] != '-' ? start + 1 : start;
  }
  void checkFollowed(const char *after, const char *what) const;
  void checkInteger(int64_t number) const;
  int64_t toInteger(double number, const char *after) const;
  bool saysZero(const char *after) const;
  template <typename T>
  const char *parseReal(T &number) const;
  template <typename T>
  const char *readFortran(const char *after, T &number) const;
  template <typename T>
  T parseExtreme(const char *from, const char *after) const;
  [[noreturn]] void failRange() const {
    static const char *const names[] = {"a double", "a float", "an int64",
                                        "an int32", "a bool"};
    file.fail(start,
              describe(start, end()) + " does not fit in " + names[type]);
  }

  const encke_file &file;
  const char *start;
  int32_t type;
};

} // namespace

void ValueReader::checkFollowed(const char *after, const char *what) const {
  if (*after != ' ' && *after != '\t' && !atLineEnd(after, end()))
    file.failExpected(start, what);
}

void ValueReader::checkInteger(int64_t number) const {
  if (type == ENCKE_I32 && number != int32_t(number))
    failRange();
}

/// The integer that the text says, which was read as `number`.
int64_t ValueReader::toInteger(double number, const char *after) const {
  if (saysWhole(number) && !isRounded(after - start, number))
    return int64_t(number);
  Wholeness found = Wholeness::TooLarge;
  int64_t value = 0;
  if (std::isnan(number))
    found = Wholeness::Fraction;
  else if (!std::isinf(number))
    found = parseWhole(afterPlus(), after, value);
  if (found == Wholeness::TooLarge)
    failRange();
  if (found == Wholeness::Fraction)
    file.fail(start, "the tensor holds integers, " + describe(start, end()) +
                         " is not one");
  return value;
}

/// True for a text that was read as 0 if it says 0 by all its digits.
bool ValueReader::saysZero(const char *after) const {
  int64_t value;
  return parseWhole(afterPlus(), after, value) == Wholeness::Whole;
}

// Out of T's range: too large is an error, too small is the nearest T, which
// may be 0. The C locale, for the program may have set another.
template <typename T>
T ValueReader::parseExtreme(const char *from, const char *after) const {
  static const locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr);
  std::string word(from, after);
  T number;
  if constexpr (std::is_same_v<T, float>)
    number = strtof_l(word.c_str(), nullptr, plain);
  else
    number = strtod_l(word.c_str(), nullptr, plain);
  if (std::isinf(number))
    failRange();
  return number;
}

/// A number whose exponent D is at `after`.
template <typename T>
const char *ValueReader::readFortran(const char *after, T &number) const {
  std::string word(afterPlus(), wordEnd());
  word[size_t(after - afterPlus())] = 'e';
  const char *last = word.data() + word.size();
  auto [stop, code] = std::from_chars(word.data(), last, number);
  if (stop != last || code == std::errc::invalid_argument)
    file.failExpected(start, "a value");
  if (!file.isLenient())
    file.failExpected(start, "a value",
                      "--lenient reads exponents D, which Fortran writes, as "
                      "E");
  if (code == std::errc::result_out_of_range)
    number = parseExtreme<T>(word.data(), last);
  file.noteSlip(Slip::FortranExponent, start);
  return wordEnd();
}

/// Reads the value as the nearest T. A float does not go through a double,
/// which would round twice.
template <typename T>
const char *ValueReader::parseReal(T &number) const {
  const char *from = afterPlus();
  auto [after, code] = std::from_chars(from, wordEnd(), number);
  if (code == std::errc::result_out_of_range)
    number = parseExtreme<T>(from, after);
  else if (code != std::errc())
    file.failExpected(start, "a value");
  if (*after == 'd' || *after == 'D')
    return readFortran(after, number);
  if (after[-1] == ')') // of "nan(...)", which from_chars takes
    file.failExpected(start, "a value");
  checkFollowed(after, "a value");
  return after;
}

const char *ValueReader::readInteger(Value &value) {
  int64_t number;
  auto [after, code] = std::from_chars(afterPlus(), wordEnd(), number);
  if (code == std::errc::result_out_of_range)
    file.fail(start, describe(start, end()) + " does not fit in 64 bits");
  if (code != std::errc())
    file.failExpected(start, "an integer value");
  checkFollowed(after, "an integer value");
  if (readsIntegers(type)) {
    checkInteger(number);
    value.integer = number;
  } else {
    value.real = type == ENCKE_F32 ? double(float(number)) : double(number);
  }
  return after;
}

const char *ValueReader::readReal(Value &value) {
  if (type == ENCKE_F32) {
    float number;
    const char *after = parseReal(number);
    value.real = number;
    return after;
  }
  if (!readsIntegers(type)) {
    const char *after = parseReal(value.real);
    if (type == ENCKE_BOOL && value.real == 0 && !saysZero(after))
      value.real = 1; // too small for a double, but true
    return after;
  }
  // An integer must not lose digits in a double.
  const char *from = afterPlus();
  const char *after = std::from_chars(from, wordEnd(), value.integer).ptr;
  if (after == skipWord(start) && after != from)
    return readInteger(value);
  double number;
  after = parseReal(number);
  value.integer = toInteger(number, after);
  checkInteger(value.integer);
  return after;
}

const char *parseAnyValue(const encke_file &file, const char *p, int32_t type,
                          bool isInteger, Value &value) {
  ValueReader reader(file, p, type);
  return isInteger ? reader.readInteger(value) : reader.readReal(value);
}

} // namespace encke::rt
