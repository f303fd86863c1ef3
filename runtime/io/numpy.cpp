//===- numpy.cpp - arrays of NumPy ----------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NEP 1 has the format of an array: a mark, a version, the length of a header,
// and in the header a dictionary of Python with the type, the order and the
// shape.
//
//===----------------------------------------------------------------------===//

#include "io/numpy.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string_view>

namespace encke::rt {

static constexpr std::string_view mark = "\x93NUMPY";

/// In bytes: such texts are names, or describe a tensor.
static constexpr uint32_t longestText = 1 << 20;

bool isNumpyArray(const char *begin, const char *end) {
  return size_t(end - begin) >= mark.size() &&
         std::string_view(begin, mark.size()) == mark;
}

//===----------------------------------------------------------------------===//
// An array
//===----------------------------------------------------------------------===//

namespace {

/// Reads the header of an array.
class HeaderReader {
public:
  HeaderReader(const encke_file &file, const char *begin, const char *end,
               const std::string &name)
      : file(file), begin(begin), end(end), name(name) {}

  NumpyArray read();

private:
  std::string_view valueOf(std::string_view key) const;
  void readType(NumpyArray &array, NumberType &type, uint32_t &width) const;
  void readShape(NumpyArray &array) const;
  void keepText(NumpyArray &array, const char *data, uint32_t width) const;
  [[noreturn]] void fail(const std::string &reason) const {
    failStored(file, name + reason);
  }

  const encke_file &file;
  const char *begin, *end;
  const std::string &name;
  std::string_view dictionary;
};

} // namespace

/// What follows "'key':" in the dictionary.
std::string_view HeaderReader::valueOf(std::string_view key) const {
  for (char quote : {'\'', '"'}) {
    std::string quoted = quote + std::string(key) + quote;
    size_t at = dictionary.find(quoted);
    if (at == std::string_view::npos)
      continue;
    at = dictionary.find_first_not_of(" :", at + quoted.size());
    if (at != std::string_view::npos)
      return dictionary.substr(at);
  }
  fail("the header has no '" + std::string(key) + "'");
}

/// "'<f8'": the order of the bytes, the kind, and how many bytes.
void HeaderReader::readType(NumpyArray &array, NumberType &type,
                            uint32_t &width) const {
  std::string_view text = valueOf("descr");
  char quote = text.front();
  size_t last = text.find(quote, 1);
  if ((quote != '\'' && quote != '"') || last == std::string_view::npos)
    fail("the elements are records; only numbers are read");
  text = text.substr(1, last - 1);
  std::string shown(text);
  bool big = false;
  if (!text.empty() &&
      std::string_view("<>|=").find(text.front()) != std::string_view::npos) {
    big = text.front() == '>';
    text.remove_prefix(1);
  }
  char kind = text.empty() ? '?' : text.front();
  width = 0;
  if (!text.empty())
    std::from_chars(text.data() + 1, text.data() + text.size(), width);
  type.bytes = width;
  type.swapped = big == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
  bool isWhole = width == 1 || width == 2 || width == 4 || width == 8;
  bool fits = false;
  switch (kind) {
  case 'b':
  case 'u':
    type.kind = NumberType::Unsigned;
    array.isBool = kind == 'b';
    fits = kind == 'b' ? width == 1 : isWhole;
    break;
  case 'i':
    type.kind = NumberType::Integer;
    fits = isWhole;
    break;
  case 'f':
    type.kind = NumberType::Real;
    fits = isWhole && width != 1;
    break;
  case 'c':
    type.kind = NumberType::Complex;
    fits = width == 8 || width == 16;
    break;
  case 'S':
  case 'U': // four bytes for a character
    array.isText = true;
    width *= kind == 'U' ? 4 : 1;
    fits = width <= longestText;
    break;
  default:
    break;
  }
  if (!fits && kind == 'O')
    failStored(file,
               name + "elements of type '" + shown +
                   "' are not read: they are objects of Python",
               "scipy.sparse.save_npz(\"A.npz\", matrix) writes a sparse "
               "matrix, which numpy.save stores as an object");
  if (!fits)
    fail("elements of type '" + shown + "' are not read");
}

/// "(2, 3)", "(4,)" or "()".
void HeaderReader::readShape(NumpyArray &array) const {
  std::string_view text = valueOf("shape");
  size_t last = text.find(')');
  if (text.front() != '(' || last == std::string_view::npos)
    fail("the header's shape is none");
  text = text.substr(1, last - 1);
  constexpr size_t mostDimensions = 64;
  while (!text.empty()) {
    size_t comma = std::min(text.find(','), text.size());
    std::string_view word = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    size_t first = word.find_first_not_of(' ');
    if (first == std::string_view::npos)
      continue;
    word = word.substr(first, word.find_last_not_of(" L") + 1 - first);
    int64_t size = 0;
    auto [after, code] =
        std::from_chars(word.data(), word.data() + word.size(), size);
    if (code != std::errc() || after != word.data() + word.size() || size < 0)
      fail("the header's shape is none");
    array.shape.push_back(size);
    if (array.shape.size() > mostDimensions)
      fail("more than 64 dimensions");
  }
}

/// The text of an array of one, of ASCII.
void HeaderReader::keepText(NumpyArray &array, const char *data,
                            uint32_t width) const {
  if (array.shape.empty())
    for (uint32_t n = 0; n != width; ++n)
      if (data[n])
        array.text += data[n];
}

NumpyArray HeaderReader::read() {
  constexpr size_t versions = 8; // the mark and two bytes
  size_t bytes = size_t(end - begin);
  if (!isNumpyArray(begin, end) || bytes < versions + 4)
    fail("is no array of NumPy's");
  auto byte = [&](size_t n) { return static_cast<unsigned char>(begin[n]); };
  bool isFirst = byte(6) == 1;
  size_t start = versions + (isFirst ? 2 : 4);
  size_t length = byte(8) | size_t(byte(9)) << 8;
  if (!isFirst)
    length |= size_t(byte(10)) << 16 | size_t(byte(11)) << 24;
  if (length > bytes - start)
    fail("the file ends within the header");
  dictionary = std::string_view(begin + start, length);
  NumpyArray array;
  NumberType type;
  uint32_t width = 0;
  readType(array, type, width);
  readShape(array);
  array.byColumn = valueOf("fortran_order").front() == 'T';
  int64_t count = 1, all = 0;
  for (int64_t size : array.shape)
    if (__builtin_mul_overflow(count, size, &count))
      fail("an array of " + sizesText(array.shape) + " is too large");
  const char *data = begin + start + length;
  if (__builtin_mul_overflow(count, int64_t(width), &all) || all > end - data)
    fail("the header promises " + sizesText(array.shape) + " elements of " +
         std::to_string(width) + " bytes, the file has " +
         std::to_string(end - data) + " bytes for them");
  if (array.isText)
    keepText(array, data, width);
  else
    array.numbers = Numbers(type, data, count);
  return array;
}

NumpyArray readNumpyArray(const encke_file &file, const char *begin,
                          const char *end, const std::string &name) {
  return HeaderReader(file, begin, end, name).read();
}

StoredTensor wholeArray(const NumpyArray &array, const std::string &form) {
  StoredTensor stored;
  stored.way = StoredTensor::Whole;
  stored.form = form;
  stored.sizes = array.shape;
  stored.byColumn = array.byColumn;
  stored.values = array.numbers;
  return stored;
}

StoredTensor readNumpy(const encke_file &file) {
  NumpyArray array =
      readNumpyArray(file, file.text().begin(), file.text().end(), "");
  if (array.isText)
    failStored(file, "the elements are text; only numbers are read");
  return wholeArray(array, "NumPy's .npy");
}

} // namespace encke::rt
