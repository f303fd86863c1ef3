//===- Reader.cpp - the oracle's own file reader --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Reader.h"
#include "tests/reference/Operators.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

using namespace encke;
using namespace encke::reference;

namespace {

using Words = std::vector<std::string>;

/// The lines of a file that carry something, as words, with their numbers.
class Lines {
public:
  Lines(const std::string &path, char commentMark)
      : path(path), stream(path), commentMark(commentMark) {
    if (!stream)
      throw DataError("cannot open " + path);
  }

  /// The words of the next line that is neither blank nor a comment; none at
  /// the end.
  Words next() {
    for (std::string line; std::getline(stream, line);) {
      ++number;
      std::istringstream text(line);
      Words words;
      for (std::string word; text >> word;)
        words.push_back(word);
      if (!words.empty() && words[0][0] != commentMark)
        return words;
      comments.push_back(line);
    }
    return {};
  }

  /// The comments and blank lines so far.
  const std::vector<std::string> &skipped() const { return comments; }

  [[noreturn]] void fail(const std::string &message) const {
    throw DataError(path + ":" + std::to_string(number) + ": " + message);
  }

  /// The whole of a word as an integer, or as a number.
  bool isInteger(const std::string &word, int64_t &value) const {
    char *end = nullptr;
    errno = 0;
    value = std::strtoll(word.c_str(), &end, 10);
    return *end == 0 && errno == 0;
  }
  int64_t integerOf(const std::string &word) const {
    int64_t value = 0;
    if (!isInteger(word, value))
      fail("not an integer: " + word);
    return value;
  }
  double realOf(const std::string &word) const {
    // strtod also takes hexadecimal numbers, and nan(...).
    if (word.find_first_of("xX(") != std::string::npos)
      fail("not a number: " + word);
    char *end = nullptr;
    double value = std::strtod(word.c_str(), &end);
    bool isTooLarge = std::isinf(value) &&
                      word.find_first_of("0123456789") != std::string::npos;
    if (*end || isTooLarge)
      fail("not a number: " + word);
    return value;
  }
  Value valueOf(const std::string &word) const {
    int64_t integer = 0;
    return isInteger(word, integer)
               ? makeInteger(ElementType::Int64, integer)
               : makeReal(ElementType::Double, realOf(word));
  }

private:
  std::string path;
  std::ifstream stream;
  char commentMark;
  int64_t number = 0;
  std::vector<std::string> comments;
};

//===----------------------------------------------------------------------===//
// Matrix Market
//===----------------------------------------------------------------------===//

std::string lower(std::string text) {
  for (char &c : text)
    c = std::tolower(static_cast<unsigned char>(c));
  return text;
}

class MatrixMarket {
public:
  explicit MatrixMarket(const std::string &path);
  FileData read();

private:
  void checkBanner(const std::string &banner, const std::string &object);
  void readArray();
  void readCoordinates(int64_t count);
  Words nextWords(size_t count);
  Value valueFrom(const Words &words, size_t first) const;
  void add(int64_t row, int64_t column, const Words &words, size_t first);

  FileData file;
  Lines lines;
  std::string layout, field, symmetry;
};

MatrixMarket::MatrixMarket(const std::string &path) : lines(path, '%') {
  file.path = path;
  std::ifstream first(path);
  std::string banner, object;
  first >> banner >> object >> layout >> field >> symmetry;
  layout = lower(layout), field = lower(field), symmetry = lower(symmetry);
  checkBanner(lower(banner), lower(object));
}

void MatrixMarket::checkBanner(const std::string &banner,
                               const std::string &object) {
  auto isOneOf = [](const std::string &word, const Words &words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (banner != "%%matrixmarket" || object != "matrix" ||
      !isOneOf(layout, {"coordinate", "array"}) ||
      !isOneOf(field, {"real", "integer", "pattern", "complex"}) ||
      !isOneOf(symmetry,
               {"general", "symmetric", "skew-symmetric", "hermitian"}))
    throw DataError(file.path + ":1: not a Matrix Market matrix");
  if ((field == "pattern" &&
       (layout == "array" || symmetry == "skew-symmetric")) ||
      (field != "complex" && symmetry == "hermitian"))
    throw DataError(file.path + ":1: the banner contradicts itself");
}

/// The next line, which must have so many words.
Words MatrixMarket::nextWords(size_t count) {
  Words words = lines.next();
  if (words.empty())
    lines.fail("fewer entries than announced");
  if (words.size() != count)
    lines.fail("a wrong number of words");
  return words;
}

Value MatrixMarket::valueFrom(const Words &words, size_t first) const {
  if (field == "pattern")
    return one(ElementType::Int64);
  if (field == "integer")
    return makeInteger(ElementType::Int64, lines.integerOf(words[first]));
  if (field == "complex")
    return makeComplex(
        {lines.realOf(words[first]), lines.realOf(words[first + 1])});
  return lines.valueOf(words[first]);
}

std::string negated(const std::string &number) {
  bool hasSign = number[0] == '-' || number[0] == '+';
  return (number[0] == '-' ? "+" : "-") + number.substr(hasSign);
}

/// Adds an entry and, of a symmetric matrix, its mirror image. The file holds
/// the lower triangle only.
void MatrixMarket::add(int64_t row, int64_t column, const Words &words,
                       size_t first) {
  Value value = valueFrom(words, first);
  std::string text = field == "real" ? words[first] : "";
  if (row < 0 || row >= file.sizes[0] || column < 0 || column >= file.sizes[1])
    lines.fail("a coordinate out of range");
  file.entries.push_back({{row, column}, value, text});
  if (symmetry == "general")
    return;
  if (row < column || (row == column && symmetry == "skew-symmetric"))
    lines.fail("an entry outside the lower triangle");
  if (row == column)
    return;
  Value mirrored = value;
  if (symmetry == "skew-symmetric") {
    mirrored.integer = -value.integer;
    mirrored.number = -value.number;
    text = negated(text);
  } else if (symmetry == "hermitian") {
    mirrored.number = std::conj(value.number);
  }
  file.entries.push_back({{column, row}, mirrored, text});
}

void MatrixMarket::readArray() {
  size_t width = field == "complex" ? 2 : 1;
  // Column by column; of a symmetric matrix only the lower triangle.
  for (int64_t column = 0; column < file.sizes[1]; ++column) {
    int64_t start = symmetry == "general"          ? 0
                    : symmetry == "skew-symmetric" ? column + 1
                                                   : column;
    for (int64_t row = start; row < file.sizes[0]; ++row)
      add(row, column, nextWords(width), 0);
  }
}

void MatrixMarket::readCoordinates(int64_t count) {
  size_t width = field == "pattern" ? 2 : field == "complex" ? 4 : 3;
  for (int64_t n = 0; n < count; ++n) {
    Words words = nextWords(width);
    add(lines.integerOf(words[0]) - 1, lines.integerOf(words[1]) - 1, words, 2);
  }
}

FileData MatrixMarket::read() {
  file.listsEveryElement = layout == "array";
  Words header = nextWords(file.listsEveryElement ? 2 : 3);
  file.sizes = {lines.integerOf(header[0]), lines.integerOf(header[1])};
  if (file.sizes[0] < 0 || file.sizes[1] < 0)
    lines.fail("a negative size");
  if (symmetry != "general" && file.sizes[0] != file.sizes[1])
    lines.fail("a symmetric matrix that is not square");
  if (file.listsEveryElement)
    readArray();
  else
    readCoordinates(lines.integerOf(header[2]));
  if (!lines.next().empty())
    lines.fail("more entries than announced");
  return std::move(file);
}

//===----------------------------------------------------------------------===//
// .tns
//===----------------------------------------------------------------------===//

/// The numbers of COMET's header `d1 .. dn nnz` if that is what the first line
/// is: integers only, the last one counts the other lines, and the rest exceed
/// every coordinate of their column.
bool isCometHeader(const Lines &lines, const std::vector<Words> &rows) {
  std::vector<int64_t> header(rows[0].size());
  for (size_t d = 0; d < header.size(); ++d) {
    bool hasDigitsOnly =
        rows[0][d].find_first_not_of("0123456789") == std::string::npos;
    if (!hasDigitsOnly || !lines.isInteger(rows[0][d], header[d]))
      return false;
  }
  if (header.back() != static_cast<int64_t>(rows.size() - 1))
    return false;
  for (size_t r = 1; r < rows.size(); ++r)
    for (size_t d = 0; d + 1 < header.size(); ++d)
      if (lines.integerOf(rows[r][d]) >= header[d])
        return false;
  return true;
}

/// Refuses a first line that could as well be a header with coordinates from 1,
/// each size of which is reached.
void refuseHeaderFromOne(const Lines &lines, const std::vector<Words> &rows) {
  size_t order = rows[0].size() - 1;
  std::vector<int64_t> header;
  for (const std::string &word : rows[0]) {
    if (word.find_first_not_of("0123456789") != std::string::npos)
      return;
    header.push_back(lines.integerOf(word));
  }
  if (rows.size() == 1 ||
      header[order] != static_cast<int64_t>(rows.size() - 1))
    return;
  for (size_t d = 0; d < order; ++d) {
    int64_t least = INT64_MAX, most = 0;
    for (size_t r = 1; r < rows.size(); ++r) {
      least = std::min(least, lines.integerOf(rows[r][d]));
      most = std::max(most, lines.integerOf(rows[r][d]));
    }
    if (least < 1 || most != header[d])
      return;
  }
  lines.fail("the first line may be a header or an entry");
}

/// The sizes in the comment "# encke: sizes 3 4", or none.
std::vector<int64_t> declaredSizes(const Lines &lines) {
  std::vector<int64_t> sizes;
  for (const std::string &comment : lines.skipped()) {
    size_t mark = comment.find('#');
    if (mark == std::string::npos)
      continue;
    std::istringstream text(comment.substr(mark + 1));
    std::string word, keyword;
    if (!(text >> word >> keyword) || word != "encke:" || keyword != "sizes")
      continue;
    if (!sizes.empty())
      lines.fail("a second comment with sizes");
    while (text >> word)
      sizes.push_back(lines.integerOf(word));
    if (sizes.empty() || *std::min_element(sizes.begin(), sizes.end()) < 0)
      lines.fail("a comment without sizes");
  }
  return sizes;
}

/// The sizes are those of the comment, which must fit.
void setSizes(FileData &file, const std::vector<int64_t> &declared) {
  bool fit = file.sizes.size() == declared.size();
  for (size_t d = 0; d < declared.size() && fit; ++d)
    fit = file.sizesAreLowerBounds ? file.sizes[d] <= declared[d]
                                   : file.sizes[d] == declared[d];
  if (!fit)
    throw DataError(file.path + ": the comment tells other sizes");
  file.sizes = declared;
  file.sizesAreLowerBounds = false;
}

FileData readTns(const std::string &path) {
  FileData file;
  file.path = path;
  Lines lines(path, '#');
  std::vector<Words> rows;
  std::vector<int64_t> declared;
  for (Words words = lines.next(); !words.empty(); words = lines.next()) {
    if (rows.empty())
      declared = declaredSizes(lines);
    if (words.size() < 2 || (!rows.empty() && words.size() != rows[0].size()))
      lines.fail("a wrong number of columns");
    rows.push_back(words);
  }
  if (rows.empty()) {
    file.sizes = declaredSizes(lines);
    if (file.sizes.empty())
      lines.fail("an empty .tns file without a header");
    return file;
  }
  bool hasHeader = isCometHeader(lines, rows);
  if (!hasHeader)
    refuseHeaderFromOne(lines, rows);
  size_t order = rows[0].size() - 1;
  file.sizes.assign(order, 0);
  file.sizesAreLowerBounds = !hasHeader;
  for (size_t d = 0; d < order && hasHeader; ++d)
    file.sizes[d] = lines.integerOf(rows[0][d]);
  for (size_t r = hasHeader ? 1 : 0; r < rows.size(); ++r) {
    Point at;
    for (size_t d = 0; d < order; ++d) {
      at.push_back(lines.integerOf(rows[r][d]) - (hasHeader ? 0 : 1));
      if (at[d] < 0)
        throw DataError(path + ": a coordinate out of range");
      if (!hasHeader)
        file.sizes[d] = std::max(file.sizes[d], at[d] + 1);
    }
    const std::string &text = rows[r].back();
    file.entries.push_back({at, lines.valueOf(text), text});
  }
  if (!declared.empty())
    setSizes(file, declared);
  return file;
}

//===----------------------------------------------------------------------===//
// Files as tensors
//===----------------------------------------------------------------------===//

bool endsWith(const std::string &text, const std::string &end) {
  return text.size() >= end.size() &&
         lower(text.substr(text.size() - end.size())) == end;
}

/// For an order-1 tensor: which of the two dimensions of a matrix file it is.
size_t vectorDimension(const FileData &file) {
  if (file.sizes.size() == 2 && file.sizes[1] == 1)
    return 0;
  if (file.sizes.size() == 2 && file.sizes[0] == 1)
    return 1;
  throw DataError(file.path + " does not hold an order-1 tensor");
}

bool isInPart(Part part, const Point &at) {
  switch (part) {
  case Part::Full:
    return true;
  case Part::StrictLower:
    return at[0] > at[1];
  case Part::Lower:
    return at[0] >= at[1];
  case Part::StrictUpper:
    return at[0] < at[1];
  case Part::Upper:
    return at[0] <= at[1];
  }
  return true;
}

/// The integer that a decimal number says, by moving its point. False when it
/// says none of 64 bits.
bool integerIn(const std::string &number, int64_t &integer) {
  size_t e = number.find_first_of("eE");
  std::string digits = number.substr(0, e);
  long power =
      e == std::string::npos ? 0 : std::strtol(&number[e + 1], nullptr, 10);
  bool isNegative = digits[0] == '-';
  if (isNegative || digits[0] == '+')
    digits.erase(0, 1);
  size_t point = std::min(digits.find('.'), digits.size());
  digits.erase(point, 1);
  if (digits.find_first_not_of('0') == std::string::npos)
    digits = "0", point = 1, power = 0;
  // Of a power so far down or up nothing is left, or nothing fits.
  if (power < -static_cast<long>(number.size()) ||
      power > static_cast<long>(number.size()) + 20)
    return false;
  std::string padding(number.size() + 20, '0');
  digits = padding + digits + padding;
  point += padding.size() + power;
  if (digits.find_first_not_of('0', point) != std::string::npos)
    return false;
  errno = 0;
  std::string whole = (isNegative ? "-" : "+") + digits.substr(0, point);
  integer = std::strtoll(whole.c_str(), nullptr, 10);
  return errno == 0;
}

/// A file's value as an element of a type: exactly, but for floating-point
/// rounding; a bool is whether the number is not 0.
Value elementOf(const FileData &file, const FileData::Entry &entry,
                ElementType type) {
  const Value &value = entry.value;
  auto fail = [&] {
    throw DataError(file.path + ": " +
                    (entry.text.empty() ? shortest(value) : entry.text) +
                    " is no " + toString(type).str());
  };
  if (type == ElementType::Bool && value.type != ElementType::Complex)
    return makeInteger(ElementType::Bool, !isZero(value));
  Value result = value;
  if (isIntegral(type) && !isIntegral(value.type)) {
    int64_t integer = 0;
    if (value.type != ElementType::Double ||
        !std::isfinite(value.number.real()) || !integerIn(entry.text, integer))
      fail();
    result = makeInteger(ElementType::Int64, integer);
  }
  if (type == ElementType::Float && value.type == ElementType::Double)
    result = makeReal(type, std::strtof(entry.text.c_str(), nullptr));
  if (value.type == ElementType::Complex && type != ElementType::Complex)
    fail();
  Value element = convert(result, type);
  if (isIntegral(type) && element.integer != result.integer)
    fail();
  bool overflows = type == ElementType::Float &&
                   std::isinf(element.number.real()) &&
                   !std::isinf(toDouble(value));
  if (overflows)
    fail();
  return element;
}

} // namespace

FileData encke::reference::readFile(const std::string &path) {
  if (endsWith(path, ".mtx"))
    return MatrixMarket(path).read();
  if (endsWith(path, ".tns"))
    return readTns(path);
  throw NotSupported("the file extension of " + path);
}

std::vector<int64_t> encke::reference::sizesFor(const FileData &file,
                                                size_t order) {
  if (file.sizes.size() == order)
    return file.sizes;
  if (order == 1)
    return {file.sizes[vectorDimension(file)]};
  throw DataError(file.path + " holds a tensor of order " +
                  std::to_string(file.sizes.size()) + ", not " +
                  std::to_string(order));
}

void encke::reference::store(const FileData &file, Part part, Tensor &tensor) {
  if (part != Part::Full && tensor.getOrder() != 2)
    throw ProgramError("L13: a triangle of a tensor that is not a matrix");
  std::vector<int64_t> sizes = sizesFor(file, tensor.getOrder());
  for (size_t d = 0; d < sizes.size(); ++d)
    if (file.sizesAreLowerBounds ? sizes[d] > tensor.getSizes()[d]
                                 : sizes[d] != tensor.getSizes()[d])
      throw DataError("L5: " + file.path + " has another size than the tensor");

  ElementType type = tensor.getType(), stored = tensor.getStoredType();
  // A float between would round twice.
  ElementType read =
      type != stored && type == ElementType::Float ? ElementType::Double : type;
  std::map<Point, Value> sums;
  for (const FileData::Entry &entry : file.entries) {
    if (!isInPart(part, entry.at))
      continue;
    Value exact = elementOf(file, entry, read);
    Value element = convert(keptAs(exact, stored), type);
    if (isIntegral(type) && element.integer != exact.integer)
      throw DataError(file.path + ": " + shortest(exact) + " is no " +
                      toString(stored).str());
    auto [sum, isNew] = sums.try_emplace(entry.at, element);
    if (!isNew)
      sum->second = keptAs(
          convert(operatorOn("+", type).apply({sum->second, element}), type),
          stored);
  }
  bool isMatrixAsVector = tensor.getOrder() == 1 && file.sizes.size() == 2;
  tensor.clear();
  for (const auto &[at, value] : sums) {
    // L38: an array-layout file stores only its nonzeros in a sparse tensor.
    if (tensor.isSparse() && file.listsEveryElement && isZero(value))
      continue;
    tensor.set(isMatrixAsVector ? Point{at[vectorDimension(file)]} : at, value);
  }
}
