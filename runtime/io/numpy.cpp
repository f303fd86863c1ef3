//===- numpy.cpp - arrays and matrices of NumPy and SciPy -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NEP 1 has the format of an array: a mark, a version, the length of a header,
// and in the header a dictionary of Python with the type, the order and the
// shape. An archive is a zip file of such arrays.
//
//===----------------------------------------------------------------------===//

#include "io/numpy.h"
#include "io/zip.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string_view>

namespace encke::rt {

static constexpr std::string_view mark = "\x93NUMPY";

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
    fits = width <= 1024;
    break;
  default:
    break;
  }
  if (!fits)
    fail("elements of type '" + shown + "' are not read" +
         (kind == 'O' ? ": they are objects of Python" : ""));
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

static StoredTensor toTensor(const NumpyArray &array, const std::string &form) {
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
  return toTensor(array, "NumPy's .npy");
}

//===----------------------------------------------------------------------===//
// An archive
//===----------------------------------------------------------------------===//

namespace {

class ArchiveReader {
public:
  explicit ArchiveReader(const encke_file &file)
      : file(file),
        archive(file.text().begin(), file.text().end(), file.path()) {}

  StoredTensor read(const std::string &wanted);

private:
  bool has(const std::string &name) const {
    return archive.find(name + ".npy") != nullptr;
  }
  NumpyArray array(const std::string &name);
  Numbers numbers(const std::string &name, size_t order = 1);
  void readCoordinates();
  StoredTensor readScipy();
  StoredTensor readSparse();
  StoredTensor readOnly(const std::string &wanted);
  [[noreturn]] void fail(const std::string &reason) const {
    failStored(file, reason);
  }

  const encke_file &file;
  ZipArchive archive;
  StoredTensor stored;
};

} // namespace

NumpyArray ArchiveReader::array(const std::string &name) {
  const ZipMember *member = archive.find(name + ".npy");
  if (!member)
    fail("the archive has no array '" + name + "'");
  std::string_view bytes = archive.view(*member, stored.owned);
  return readNumpyArray(file, bytes.data(), bytes.data() + bytes.size(),
                        "'" + name + "': ");
}

Numbers ArchiveReader::numbers(const std::string &name, size_t order) {
  NumpyArray found = array(name);
  if (found.isText || found.shape.size() != order)
    fail("'" + name + "' is no array of numbers with " + std::to_string(order) +
         (order == 1 ? " dimension" : " dimensions"));
  if (found.byColumn && order > 1)
    fail("'" + name + "' is stored by columns");
  return found.numbers;
}

static std::vector<int64_t> toSizes(const encke_file &file,
                                    const Numbers &shape) {
  std::vector<int64_t> sizes(size_t(shape.size()));
  for (int64_t n = 0; n != shape.size(); ++n)
    if (!shape.toInteger(n, sizes[size_t(n)]) || sizes[size_t(n)] < 0)
      failStored(file, "'shape' has a size " + shape.text(n));
  return sizes;
}

/// A row of coordinates for each mode.
void ArchiveReader::readCoordinates() {
  NumpyArray all = array("coords");
  auto order = int64_t(stored.sizes.size());
  int64_t count = stored.values.size();
  if (all.isText || all.shape != std::vector<int64_t>{order, count})
    fail("'coords' has coordinates of " + sizesText(all.shape) + ", not of " +
         std::to_string(order) + " dimensions for " + std::to_string(count) +
         " values");
  for (int64_t mode = 0; mode != order; ++mode)
    stored.coordinates.push_back(all.byColumn
                                     ? all.numbers.part(mode, count, order)
                                     : all.numbers.part(mode * count, count));
}

StoredTensor ArchiveReader::readScipy() {
  std::string format = array("format").text;
  stored.form = "SciPy's .npz, " + format;
  stored.sizes = toSizes(file, numbers("shape"));
  NumpyArray data = array("data");
  if (data.isText)
    fail("'data' has no numbers");
  stored.values = data.numbers;
  if (format == "coo" && has("coords")) {
    readCoordinates();
    return std::move(stored);
  }
  if (stored.sizes.size() != 2)
    fail("not supported yet: a tensor of order " +
         std::to_string(stored.sizes.size()) + " in format " + format);
  if (format == "coo") {
    stored.coordinates = {numbers("row"), numbers("col")};
  } else if (format == "csr" || format == "csc") {
    stored.way = StoredTensor::Compressed;
    stored.byColumn = format == "csc";
    stored.pointers = numbers("indptr");
    stored.coordinates = {numbers("indices")};
  } else if (format == "bsr") {
    stored.way = StoredTensor::Blocks;
    stored.pointers = numbers("indptr");
    stored.coordinates = {numbers("indices")};
    if (data.shape.size() != 3 || data.byColumn)
      fail("'data' has no blocks");
    stored.blockRows = data.shape[1];
    stored.blockColumns = data.shape[2];
  } else if (format == "dia") {
    stored.way = StoredTensor::Diagonals;
    stored.coordinates = {numbers("offsets")};
    if (data.shape.size() != 2 || data.byColumn ||
        data.shape[0] != stored.coordinates[0].size())
      fail("'data' has not one row for each of 'offsets'");
  } else {
    fail("not supported yet: SciPy's format '" + format + "'");
  }
  return std::move(stored);
}

/// Of the package sparse, whose tensors are COO.
StoredTensor ArchiveReader::readSparse() {
  stored.form = "sparse's .npz, COO";
  stored.sizes = toSizes(file, numbers("shape"));
  stored.values = numbers("data");
  readCoordinates();
  if (!has("fill_value"))
    return std::move(stored);
  NumpyArray fill = array("fill_value");
  if (fill.isText || fill.numbers.size() != 1 || fill.numbers.real(0) != 0)
    fail("not supported yet: a tensor that is not 0 where nothing is stored");
  return std::move(stored);
}

/// An archive of whole arrays.
StoredTensor ArchiveReader::readOnly(const std::string &wanted) {
  std::string names;
  for (const ZipMember &member : archive.members())
    names += (names.empty() ? "'" : ", '") +
             member.name.substr(0, member.name.rfind('.')) + "'";
  if (wanted.empty() && archive.members().size() != 1)
    throw helped(
        identified(id::ambiguousFile,
                   Error(file.path(),
                         "the archive has the arrays " + names +
                             ", which are no matrix that SciPy has written")),
        "behind a colon an array's name chooses it: " + file.path() + ":" +
            archive.members()[0].name.substr(
                0, archive.members()[0].name.rfind('.')));
  std::string name = wanted.empty() ? archive.members()[0].name : wanted;
  if (name.size() > 4 && name.compare(name.size() - 4, 4, ".npy") == 0)
    name.resize(name.size() - 4);
  if (!has(name))
    fail("the archive has no array '" + name + "', but " + names);
  NumpyArray found = array(name);
  if (found.isText)
    fail("'" + name + "' has no numbers");
  StoredTensor whole = toTensor(found, "array '" + name + "' of NumPy's .npz");
  whole.owned = std::move(stored.owned);
  return whole;
}

StoredTensor ArchiveReader::read(const std::string &wanted) {
  if (wanted.empty() && has("format") && has("shape") && has("data"))
    return readScipy();
  if (wanted.empty() && has("coords") && has("shape") && has("data"))
    return readSparse();
  return readOnly(wanted);
}

StoredTensor readNumpyArchive(const encke_file &file,
                              const std::string &wanted) {
  return ArchiveReader(file).read(wanted);
}

} // namespace encke::rt
