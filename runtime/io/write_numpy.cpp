//===- write_numpy.cpp - tensors as NumPy and SciPy store them ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/write_numpy.h"
#include "core/array.h"
#include "core/error.h"
#include "storage/elements.h"
#include "storage/layout.h"
#include "storage/walk.h"

#include <complex>
#include <string>
#include <vector>
#include <zlib.h>

namespace encke::rt {

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// "<f8", as NumPy spells the type of an element.
template <typename T>
static std::string typeText() {
  if (std::is_same_v<T, uint8_t>)
    return "|b1";
  const char *kind = std::is_floating_point_v<T> ? "f"
                     : std::is_integral_v<T>     ? "i"
                                                 : "c";
  const char *order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "<" : ">";
  return order + std::string(kind) + std::to_string(sizeof(T));
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

/// Passes the elements of a dense tensor on in row-major order.
template <typename T, typename Put>
static void walkDense(const encke_tensor &tensor, Put put) {
  auto *values = static_cast<const T *>(tensor.values);
  std::vector<int64_t> strides = denseStrides(tensor);
  int64_t count = volume(tensor);
  for (int64_t linear = 0; linear != count; ++linear) {
    int64_t at = 0, rest = linear;
    for (int32_t mode = tensor.order; mode-- != 0;) {
      at += rest % tensor.sizes[mode] * strides[size_t(mode)];
      rest /= tensor.sizes[mode];
    }
    put(values[at]);
  }
}

void writeNumpy(const encke_tensor &tensor, Output &out) {
  if (!isAllDense(tensor))
    throw helped(Error("a .npy file holds a dense tensor"),
                 "a .npz file holds a sparse one");
  withElement(tensor.type, [&](auto element) {
    using T = decltype(element);
    out << headerOf(typeText<T>(), sizesOf(tensor));
    walkDense<T>(tensor, [&](T value) {
      out.write(reinterpret_cast<const char *>(&value), sizeof(T));
    });
  });
}

//===----------------------------------------------------------------------===//
// Archives
//===----------------------------------------------------------------------===//

namespace {

/// A zip archive whose members are not compressed.
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
  constexpr uint64_t most = 0xffffffff;
  if (written + size > most)
    throw Error("not supported yet: a .npz file of more than 4 GB");
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
  constexpr uint64_t version = 20, firstOf1980 = 33;
  std::string common = number(version, 2) + number(0, 2) + number(0, 2) +
                       number(0, 2) + number(firstOf1980, 2) +
                       number(checksum, 4) + number(size, 4) + number(size, 4) +
                       number(file.size(), 2) + number(0, 2);
  directory += "PK\1\2" + number(version, 2) + common + number(0, 6) +
               number(0, 4) + number(written, 4) + file;
  std::string start = "PK\3\4" + common + file + header;
  out << start;
  out.write(bytes, length);
  written += start.size() + length;
  ++count;
}

void ZipWriter::finish() {
  out << directory << std::string_view("PK\5\6\0\0\0\0", 8) << number(count, 2)
      << number(count, 2) << number(directory.size(), 4) << number(written, 4)
      << number(0, 2);
}

template <typename T>
static Array<T> arrayOf(const std::vector<T> &elements) {
  Array<T> array;
  array.append(elements.data(), int64_t(elements.size()));
  return array;
}

/// In the order of the rows, whatever the storage order is.
template <typename T>
static void writeMatrix(const encke_tensor &tensor, ZipWriter &zip) {
  int64_t count = countStored(tensor), rows = tensor.sizes[0], n = 0;
  auto *values = static_cast<const T *>(tensor.values);
  Array<int64_t> pointers(rows + 1), indices(count);
  Array<T> data(count);
  std::fill(pointers.begin(), pointers.end(), 0);
  walkSorted(tensor, [&](const int64_t *index, int64_t position) {
    ++pointers[index[0] + 1];
    indices[n] = index[1];
    data[n++] = values[position];
  });
  for (int64_t row = 0; row != rows; ++row)
    pointers[row + 1] += pointers[row];
  zip.add("indices", {count}, indices);
  zip.add("indptr", {rows + 1}, pointers);
  zip.add("format", {}, arrayOf<char>({'c', 's', 'r'}), "|S3");
  zip.add("shape", {2}, arrayOf(sizesOf(tensor)));
  zip.add("data", {count}, data);
}

template <typename T>
static void writeCoordinates(const encke_tensor &tensor, ZipWriter &zip) {
  int64_t count = countStored(tensor), n = 0, order = tensor.order;
  auto *values = static_cast<const T *>(tensor.values);
  Array<int64_t> all(order * count);
  Array<T> data(count);
  walkSorted(tensor, [&](const int64_t *index, int64_t position) {
    for (int64_t mode = 0; mode != order; ++mode)
      all[mode * count + n] = index[mode];
    data[n++] = values[position];
  });
  zip.add("coords", {order, count}, all);
  zip.add("data", {count}, data);
  zip.add("shape", {order}, arrayOf(sizesOf(tensor)));
  zip.add("fill_value", {}, arrayOf<T>({T()}));
}

void writeNumpyArchive(const encke_tensor &tensor, Output &out) {
  ZipWriter zip(out);
  withElement(tensor.type, [&](auto element) {
    using T = decltype(element);
    if (isAllDense(tensor)) {
      Array<T> all(volume(tensor));
      int64_t n = 0;
      walkDense<T>(tensor, [&](T value) { all[n++] = value; });
      return zip.add("arr_0", sizesOf(tensor), all);
    }
    return tensor.order == 2 ? writeMatrix<T>(tensor, zip)
                             : writeCoordinates<T>(tensor, zip);
  });
  zip.finish();
}

} // namespace encke::rt
