//===- write_binsparse.cpp - tensors as Binsparse stores them -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file is as small as HDF5 can be: one group whose members its own header
// tells, and arrays that are not compressed, each in one piece.
//
//===----------------------------------------------------------------------===//

#include "io/write_binsparse.h"
#include "core/error.h"
#include "io/matrix_arrays.h"
#include "storage/layout.h"
#include "storage/walk.h"

#include <complex>
#include <memory>
#include <string>
#include <vector>

namespace encke::rt {

//===----------------------------------------------------------------------===//
// HDF5 ("HDF5 File Format Specification", version 3.0)
//===----------------------------------------------------------------------===//

namespace {

/// Numbers of a file, which are little-endian.
class Bytes {
public:
  Bytes &number(uint64_t value, int bytes) {
    for (int n = 0; n != bytes; ++n)
      text += char(value >> (8 * n) & 255);
    return *this;
  }
  Bytes &add(const std::string &more) {
    text += more;
    return *this;
  }
  /// Up to the next multiple of eight.
  Bytes &pad() {
    text.resize((text.size() + 7) / 8 * 8);
    return *this;
  }
  std::string text;
};

/// A group that has arrays and one attribute.
class Hdf5Writer {
public:
  template <typename T>
  void add(const std::string &name, Array<T> &&elements);
  void write(Output &out, const std::string &attribute,
             const std::string &value) const;

private:
  struct Dataset {
    std::string name, type;
    const char *data;
    uint64_t count, bytes;
    std::shared_ptr<void> owner;
  };
  static std::string message(uint64_t type, const std::string &content);
  static std::string header(const std::vector<std::string> &messages);
  static std::string headerOf(const Dataset &dataset, uint64_t address);
  std::string root(const std::vector<uint64_t> &addresses,
                   const std::string &attribute,
                   const std::string &value) const;

  std::vector<Dataset> datasets;
};

} // namespace

static constexpr uint64_t nowhere = UINT64_MAX;

/// What a number is.
template <typename T>
static std::string typeMessage() {
  constexpr bool isBig = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
  constexpr uint64_t version = 1 << 4, bits = 8 * sizeof(T);
  Bytes bytes;
  if constexpr (std::is_floating_point_v<T>) {
    // A first digit that is not stored; where the sign is, the exponent and
    // the significand, and what the exponent is too large by.
    constexpr bool isDouble = sizeof(T) == 8;
    constexpr uint64_t significand = isDouble ? 52 : 23,
                       exponent = isDouble ? 11 : 8,
                       bias = isDouble ? 1023 : 127;
    bytes.number(version | 1, 1).number(0x20 | int(isBig), 1);
    bytes.number(bits - 1, 1).number(0, 1).number(sizeof(T), 4);
    bytes.number(0, 2).number(bits, 2).number(significand, 1);
    bytes.number(exponent, 1).number(0, 1).number(significand, 1);
    bytes.number(bias, 4);
  } else {
    constexpr uint64_t isSigned = std::is_signed_v<T> ? 8 : 0;
    bytes.number(version, 1).number(isSigned | int(isBig), 3);
    bytes.number(sizeof(T), 4).number(0, 2).number(bits, 2);
  }
  return bytes.text;
}

template <typename T>
void Hdf5Writer::add(const std::string &name, Array<T> &&elements) {
  auto owner = std::make_shared<Array<T>>(std::move(elements));
  auto count = uint64_t(owner->size());
  datasets.push_back({name, typeMessage<T>(),
                      reinterpret_cast<const char *>(owner->data()), count,
                      count * sizeof(T), owner});
}

std::string Hdf5Writer::message(uint64_t type, const std::string &content) {
  std::string padded = Bytes().add(content).pad().text;
  return Bytes()
      .number(type, 2)
      .number(padded.size(), 2)
      .number(0, 4)
      .add(padded)
      .text;
}

/// Of an object, in version 1: it has one name, and these messages.
std::string Hdf5Writer::header(const std::vector<std::string> &messages) {
  std::string all;
  for (const std::string &message : messages)
    all += message;
  return Bytes()
      .number(1, 2)
      .number(messages.size(), 2)
      .number(1, 4)
      .number(all.size(), 4)
      .pad()
      .add(all)
      .text;
}

std::string Hdf5Writer::headerOf(const Dataset &dataset, uint64_t address) {
  enum { Dataspace = 1, Datatype = 3, FillValue = 5, Layout = 8 };
  Bytes space, fill, layout;
  space.number(1, 1).number(1, 1).number(0, 6).number(dataset.count, 8);
  fill.number(2, 1).number(2, 1).number(2, 1).number(1, 1).number(0, 4);
  layout.number(3, 1).number(1, 1).number(dataset.count ? address : nowhere, 8);
  layout.number(dataset.bytes, 8);
  return header({message(Dataspace, space.text),
                 message(Datatype, dataset.type), message(FillValue, fill.text),
                 message(Layout, layout.text)});
}

std::string Hdf5Writer::root(const std::vector<uint64_t> &addresses,
                             const std::string &attribute,
                             const std::string &value) const {
  enum { LinkInfo = 2, Link = 6, GroupInfo = 10, Attribute = 12 };
  std::vector<std::string> messages;
  messages.push_back(
      message(LinkInfo,
              Bytes().number(0, 2).number(nowhere, 8).number(nowhere, 8).text));
  messages.push_back(message(GroupInfo, Bytes().number(0, 2).text));
  for (size_t n = 0; n != datasets.size(); ++n) {
    const std::string &name = datasets[n].name;
    Bytes link;
    link.number(1, 2).number(name.size(), 1).add(name).number(addresses[n], 8);
    messages.push_back(message(Link, link.text));
  }
  Bytes text, space, all; // of a fixed length, and a single one
  text.number(0x13, 1).number(1, 3).number(value.size(), 4);
  space.number(1, 8);
  all.number(1, 2).number(attribute.size() + 1, 2);
  all.number(text.text.size(), 2).number(space.text.size(), 2);
  all.add(attribute).number(0, 1).pad().add(text.text).add(space.text);
  messages.push_back(message(Attribute, all.add(value).text));
  return header(messages);
}

void Hdf5Writer::write(Output &out, const std::string &attribute,
                       const std::string &value) const {
  constexpr uint64_t firstBlock = 96, longestMessage = 0xfff0;
  if (value.size() > longestMessage)
    throw Error("the description of the tensor is too long for Binsparse");
  std::vector<uint64_t> headers(datasets.size()), places(datasets.size());
  uint64_t at = firstBlock + root(headers, attribute, value).size();
  for (size_t n = 0; n != datasets.size(); ++n) {
    headers[n] = at;
    at += headerOf(datasets[n], 0).size();
  }
  for (size_t n = 0; n != datasets.size(); ++n) {
    places[n] = at;
    at += (datasets[n].bytes + 7) / 8 * 8;
  }
  Bytes block; // version 0; how long addresses are, how wide trees could be
  block.add("\x89HDF\r\n\x1a\n").number(0, 5).number(8, 1).number(8, 1);
  block.number(0, 1).number(4, 2).number(16, 2).number(0, 4);
  block.number(0, 8).number(nowhere, 8).number(at, 8).number(nowhere, 8);
  block.number(0, 8).number(firstBlock, 8).number(0, 8).number(0, 16);
  out << block.text << root(headers, attribute, value);
  for (size_t n = 0; n != datasets.size(); ++n)
    out << headerOf(datasets[n], places[n]);
  for (const Dataset &dataset : datasets) {
    out.write(dataset.data, dataset.bytes);
    out << std::string((8 - dataset.bytes % 8) % 8, '\0');
  }
}

//===----------------------------------------------------------------------===//
// Binsparse
//===----------------------------------------------------------------------===//

namespace {

class BinsparseWriter {
public:
  BinsparseWriter(const encke_tensor &tensor, const Kept &kept)
      : tensor(tensor), kept(kept) {}
  void write(Output &out);

private:
  void addArrays();
  void addIndices(size_t dimension, Array<int64_t> &&coordinates) {
    addIntegers("indices_" + std::to_string(dimension), std::move(coordinates));
  }
  void addIntegers(const std::string &name, Array<int64_t> &&numbers) {
    types += "\"" + name + "\": \"int64\", ";
    file.add(name, std::move(numbers));
  }
  void addValues(const Array<char> &bytes);
  template <typename T>
  void addValuesAs(Array<T> &&values);
  template <typename T>
  void addValuesOf(const std::string &type, Array<T> &&values) {
    types += "\"values\": \"" + type + "\"";
    file.add("values", std::move(values));
  }

  const encke_tensor &tensor;
  const Kept &kept;
  Hdf5Writer file;
  std::string format, types;
};

} // namespace

template <typename T>
static std::string typeName() {
  std::string kind = std::is_floating_point_v<T> ? "float"
                     : std::is_signed_v<T>       ? "int"
                                                 : "uint";
  return kind + std::to_string(8 * sizeof(T));
}

/// A copy of elements that stand in other memory.
template <typename T>
static Array<T> elementsOf(const void *memory, int64_t count) {
  Array<T> elements(count);
  if (count)
    std::memcpy(elements.data(), memory, size_t(count) * sizeof(T));
  return elements;
}

/// Elements of another type.
template <typename To, typename From>
static Array<To> widened(const Array<From> &values) {
  Array<To> wide(values.size());
  for (int64_t n = 0; n != values.size(); ++n)
    wide[n] = To(values[n]);
  return wide;
}

template <typename T>
void BinsparseWriter::addValuesAs(Array<T> &&values) {
  if constexpr (isComplexNumber<T>) {
    using Part = typename T::value_type;
    addValuesOf("complex[" + typeName<Part>() + "]",
                elementsOf<Part>(values.data(), 2 * values.size()));
  } else if constexpr (std::is_same_v<T, uint8_t>) {
    addValuesOf("bint8", std::move(values));
  } else if constexpr (std::is_same_v<T, UInt8>) {
    addValuesOf("uint8", widened<uint8_t>(values));
  } else if constexpr (std::is_arithmetic_v<T>) {
    addValuesOf(typeName<T>(), std::move(values));
  } else { // halves, of which Binsparse has none
    addValuesOf("float32", widened<float>(values));
  }
}

void BinsparseWriter::addValues(const Array<char> &bytes) {
  if (kept.pattern) {
    constexpr uint8_t isThere = 1;
    return addValuesOf("iso[bint8]", elementsOf<uint8_t>(&isThere, 1));
  }
  withElement(tensor.type, [&](auto element) {
    using T = decltype(element);
    addValuesAs(elementsOf<T>(bytes.data(), bytes.size() / int64_t(sizeof(T))));
  });
}

void BinsparseWriter::addArrays() {
  auto order = size_t(tensor.order);
  auto custom = [&](const char *level) {
    return "{\"level\": \"" + std::string(level) +
           "\", \"rank\": " + std::to_string(order) +
           ", \"subformat\": {\"level\": \"element\"}}";
  };
  if (isAllDense(tensor)) {
    format = order == 1   ? "\"DVEC\""
             : order == 2 ? "\"DMATR\""
                          : custom("dense");
    return addValues(allElements(tensor));
  }
  if (order == 2 && !hasFewOfMany(tensor)) {
    format = "\"CSR\"";
    CompressedRows all = compressedRows(tensor);
    addIntegers("pointers_to_1", std::move(all.pointers));
    addIndices(1, std::move(all.columns));
    return addValues(all.values);
  }
  format = order == 1 ? "\"CVEC\"" : order == 2 ? "\"COOR\"" : custom("sparse");
  Coordinates all = coordinatesOf(tensor);
  for (size_t mode = 0; mode != order; ++mode)
    addIndices(mode, std::move(all.modes[mode]));
  addValues(all.values);
}

void BinsparseWriter::write(Output &out) {
  if (tensor.order == 0)
    throw Error("Binsparse holds no single value");
  addArrays();
  std::string shape;
  for (int32_t mode = 0; mode != tensor.order; ++mode)
    shape += (mode ? ", " : "") + std::to_string(tensor.sizes[mode]);
  static constexpr const char *structures[] = {
      "", "symmetric_lower", "skew_symmetric_lower", "hermitian_lower"};
  std::string structure;
  if (kept.symmetry != Symmetry::General)
    structure = std::string("\"structure\": \"") +
                structures[int(kept.symmetry)] + "\", ";
  int64_t count = isAllDense(tensor) ? volume(tensor) : countStored(tensor);
  file.write(out, "binsparse",
             "{\"binsparse\": {\"version\": \"0.1\", \"format\": " + format +
                 ", \"shape\": [" + shape + "], " + structure +
                 "\"number_of_stored_values\": " + std::to_string(count) +
                 ", \"data_types\": {" + types + "}}}");
}

void writeBinsparse(const encke_tensor &tensor, Output &out, const Kept &kept) {
  BinsparseWriter(tensor, kept).write(out);
}

} // namespace encke::rt
