//===- write_numpy.cpp - tensors as NumPy and SciPy store them ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/write_numpy.h"
#include "core/error.h"
#include "io/matrix_arrays.h"
#include "storage/elements.h"
#include "storage/layout.h"
#include "storage/walk.h"

#include <complex>
#include <string>
#include <vector>
#include <zlib.h>

namespace encke::rt {

uint64_t mostInNarrowZip = 0xffffffff;

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// "<f8", as NumPy spells the type of an element.
template <typename T>
static std::string typeText() {
  if (std::is_same_v<T, uint8_t>)
    return "|b1";
  const char *kind = isReal<T>                  ? "f"
                     : isComplexNumber<T>       ? "c"
                     : std::is_same_v<T, UInt8> ? "u"
                                                : "i";
  const char *order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "<" : ">";
  return order + std::string(kind) + std::to_string(sizeof(T));
}

static std::string typeText(const encke_tensor &tensor) {
  std::string text;
  withElement(tensor.type,
              [&](auto element) { text = typeText<decltype(element)>(); });
  return text;
}

/// What stands before the elements, which begin at a multiple of 64 bytes.
static std::string headerOf(const std::string &type,
                            const std::vector<int64_t> &shape) {
  std::string text =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': (";
  for (int64_t size : shape)
    text += std::to_string(size) + ", ";
  text += "), }";
  constexpr size_t before = 10, unit = 64; // the mark, a version, the length
  text.resize((text.size() + 1 + before + unit - 1) / unit * unit - before - 1,
              ' ');
  text += '\n';
  return std::string("\x93NUMPY\1\0", 8) + char(text.size() & 255) +
         char(text.size() >> 8) + text;
}

static std::vector<int64_t> sizesOf(const encke_tensor &tensor) {
  return {tensor.sizes, tensor.sizes + tensor.order};
}

void writeNumpy(const encke_tensor &tensor, Output &out) {
  if (!isAllDense(tensor))
    throw helped(Error("a .npy file holds a dense tensor"),
                 "a .npz file holds a sparse one");
  out << headerOf(typeText(tensor), sizesOf(tensor));
  auto *values = static_cast<const char *>(tensor.values);
  auto width = size_t(elementBytes(tensor.type));
  walkDense(tensor, [&](const int64_t *, int64_t position) {
    out.write(values + size_t(position) * width, width);
  });
}

//===----------------------------------------------------------------------===//
// Archives
//===----------------------------------------------------------------------===//

namespace {

/// A zip archive whose members are not compressed (PKWARE's APPNOTE, 6.3).
class ZipWriter {
public:
  explicit ZipWriter(Output &out) : out(out) {}

  template <typename T>
  void add(const std::string &name, const std::vector<int64_t> &shape,
           const Array<T> &elements, const std::string &type = typeText<T>());
  void finish();

private:
  static std::string number(uint64_t value, int bytes) {
    std::string text;
    for (int n = 0; n != bytes; ++n)
      text += char(value >> (8 * n) & 255);
    return text;
  }
  static bool isWide(uint64_t value) { return value > mostInNarrowZip; }
  /// A size or a place in 32 bits, which say of a wide one that it is
  /// elsewhere.
  static std::string narrow(uint64_t value) {
    return number(isWide(value) ? 0xffffffff : value, 4);
  }
  /// Where the wide ones of some numbers are.
  static std::string extra(std::initializer_list<uint64_t> values) {
    std::string wide;
    for (uint64_t value : values)
      if (isWide(value))
        wide += number(value, 8);
    return wide.empty() ? "" : number(1, 2) + number(wide.size(), 2) + wide;
  }
  /// Which version of the format has that much.
  static constexpr uint64_t plainVersion = 20, wideVersion = 45;

  Output &out;
  std::string directory;
  uint64_t written = 0, count = 0;
};

} // namespace

template <typename T>
void ZipWriter::add(const std::string &name, const std::vector<int64_t> &shape,
                    const Array<T> &elements, const std::string &type) {
  std::string header = headerOf(type, shape), file = name + ".npy";
  auto *bytes = reinterpret_cast<const char *>(elements.data());
  auto length = size_t(elements.size()) * sizeof(T);
  uint64_t size = header.size() + length;
  auto sum = [](uLong before, const char *at, size_t left) {
    constexpr size_t piece = size_t(1) << 30; // zlib counts in 32 bits
    for (; left != 0; left -= std::min(left, piece)) {
      before = crc32(before, reinterpret_cast<const Bytef *>(at),
                     uInt(std::min(left, piece)));
      at += std::min(left, piece);
    }
    return before;
  };
  uLong checksum = sum(sum(crc32(0, nullptr, 0), header.data(), header.size()),
                       bytes, length);
  std::string sizes = extra({size, size}), all = extra({size, size, written});
  std::string version = number(all.empty() ? plainVersion : wideVersion, 2);
  constexpr uint64_t firstOf1980 = 33;
  std::string common = version + number(0, 2) + number(0, 2) + number(0, 2) +
                       number(firstOf1980, 2) + number(checksum, 4) +
                       narrow(size) + narrow(size) + number(file.size(), 2);
  directory += "PK\1\2" + version + common + number(all.size(), 2) +
               number(0, 6) + number(0, 4) + narrow(written) + file + all;
  std::string start =
      "PK\3\4" + common + number(sizes.size(), 2) + file + sizes + header;
  out << start;
  out.write(bytes, length);
  written += start.size() + length;
  ++count;
}

void ZipWriter::finish() {
  out << directory;
  if (isWide(written) || isWide(directory.size())) {
    constexpr uint64_t rest = 44; // of the record, behind its length
    std::string version = number(wideVersion, 2);
    out << "PK\6\6" << number(rest, 8) << version << version << number(0, 8)
        << number(count, 8) << number(count, 8) << number(directory.size(), 8)
        << number(written, 8) << std::string_view("PK\6\7\0\0\0\0", 8)
        << number(written + directory.size(), 8) << number(1, 4);
  }
  out << std::string_view("PK\5\6\0\0\0\0", 8) << number(count, 2)
      << number(count, 2) << narrow(directory.size()) << narrow(written)
      << number(0, 2);
}

template <typename T>
static Array<T> arrayOf(const std::vector<T> &elements) {
  Array<T> array;
  array.append(elements.data(), int64_t(elements.size()));
  return array;
}

static void writeMatrix(const encke_tensor &tensor, ZipWriter &zip) {
  int64_t count = countStored(tensor), rows = tensor.sizes[0];
  std::string type = typeText(tensor);
  if (hasFewOfMany(tensor)) {
    Coordinates all = coordinatesOf(tensor);
    zip.add("row", {count}, all.modes[0]);
    zip.add("col", {count}, all.modes[1]);
    zip.add("format", {}, arrayOf<char>({'c', 'o', 'o'}), "|S3");
    zip.add("shape", {2}, arrayOf(sizesOf(tensor)));
    zip.add("data", {count}, all.values, type);
    return;
  }
  CompressedRows all = compressedRows(tensor);
  zip.add("indices", {count}, all.columns);
  zip.add("indptr", {rows + 1}, all.pointers);
  zip.add("format", {}, arrayOf<char>({'c', 's', 'r'}), "|S3");
  zip.add("shape", {2}, arrayOf(sizesOf(tensor)));
  zip.add("data", {count}, all.values, type);
}

static void writeCoordinates(const encke_tensor &tensor, ZipWriter &zip) {
  int64_t count = countStored(tensor), order = tensor.order;
  Coordinates each = coordinatesOf(tensor);
  Array<int64_t> all(order * count);
  for (int64_t mode = 0; mode != order; ++mode)
    std::copy_n(each.modes[size_t(mode)].data(), count,
                all.data() + mode * count);
  zip.add("coords", {order, count}, all);
  std::string type = typeText(tensor);
  zip.add("data", {count}, each.values, type);
  zip.add("shape", {order}, arrayOf(sizesOf(tensor)));
  // The element that the others are, which is zero in each type.
  std::vector<char> zero(size_t(elementBytes(tensor.type)), 0);
  zip.add("fill_value", {}, arrayOf(zero), type);
}

void writeNumpyArchive(const encke_tensor &tensor, Output &out) {
  ZipWriter zip(out);
  if (isAllDense(tensor))
    zip.add("arr_0", sizesOf(tensor), allElements(tensor), typeText(tensor));
  else if (tensor.order == 2)
    writeMatrix(tensor, zip);
  else
    writeCoordinates(tensor, zip);
  zip.finish();
}

} // namespace encke::rt
