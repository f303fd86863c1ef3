//===- matlab.cpp - matrices in files of MATLAB ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "MAT-File Format" of MathWorks, its chapter on level 5: a header of 128 bytes
// and elements, each with a tag of its type and its length, padded to 8 bytes.
// An element of a variable has elements in it, and so has one of a structure;
// a compressed one has another element inside. The order of the bytes is that
// of the machine that wrote the file.
//
//===----------------------------------------------------------------------===//

#include "io/matlab.h"
#include "io/decompress.h"
#include "io/variables.h"

#include <algorithm>
#include <string_view>

namespace encke::rt {

/// The header's, and where in it stands where objects are.
static constexpr int64_t headerBytes = 128, objectsAt = 116;

/// "IM" where the bytes are in the other order than a big-endian machine's.
static std::string_view orderMark(const char *begin) {
  return {begin + headerBytes - 2, 2};
}

bool isMatlab(const char *begin, const char *end) {
  if (end - begin < headerBytes)
    return false;
  std::string_view mark = orderMark(begin);
  std::string_view version(begin + headerBytes - 4, 2);
  return (mark == "IM" && version == std::string_view("\0\1", 2)) ||
         (mark == "MI" && version == std::string_view("\1\0", 2));
}

namespace {

/// Types of elements, and classes of variables.
enum ElementType : uint32_t {
  Int8 = 1,
  UInt8,
  Int16,
  UInt16,
  Int32,
  UInt32,
  Single,
  Double = 9,
  Int64 = 12,
  UInt64,
  Matrix,
  Compressed
};
enum VariableClass : uint32_t {
  Structure = 2,
  Sparse = 5,
  FirstNumeric = 6, ///< double
  LastNumeric = 15  ///< uint64
};

struct Element {
  uint32_t type = 0;
  const char *begin = nullptr, *end = nullptr;
};

/// A variable, or a field of a structure.
struct Variable {
  std::string name;
  uint32_t kind = 0, flags = 0;
  std::vector<int64_t> sizes;
  const char *rest = nullptr, *end = nullptr; ///< what follows its name

  bool isNumeric() const { return kind >= FirstNumeric && kind <= LastNumeric; }
};

class MatlabReader {
public:
  explicit MatlabReader(const encke_file &file)
      : file(file), swapped((orderMark(file.text().begin()) == "IM") !=
                            (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)) {}

  StoredTensor read(const std::string &wanted);

private:
  uint32_t word(const char *at) const;
  Element next(const char *&at, const char *end, bool isTop = false) const;
  Numbers numbers(const Element &element) const;
  Numbers nextNumbers(const char *&at, const char *end) const;
  void addVariable(Element element);
  Variable readVariable(const char *begin, const char *end) const;
  void addFields(const Variable &structure);
  const Variable &choose(const std::string &wanted) const;
  void fill(const Variable &variable);
  [[noreturn]] void failDamaged() const {
    failStored(file, "the MAT-file is damaged");
  }

  const encke_file &file;
  bool swapped;
  std::vector<Variable> variables; ///< and fields of structures
  StoredTensor stored;
};

} // namespace

uint32_t MatlabReader::word(const char *at) const {
  NumberType type = {NumberType::Unsigned, 4, swapped};
  int64_t value = 0;
  Numbers(type, at, 1).toInteger(0, value);
  return uint32_t(value);
}

/// The element at `at`, which moves behind it.
Element MatlabReader::next(const char *&at, const char *end, bool isTop) const {
  constexpr int64_t tag = 8, half = 4;
  if (end - at < tag)
    failDamaged();
  Element element;
  uint32_t first = word(at);
  if (uint32_t length = first >> 16) { // a small one, all in its tag
    if (length > half)
      failDamaged();
    element = {first & 0xffff, at + half, at + half + length};
    at += tag;
    return element;
  }
  int64_t length = word(at + half);
  if (length > end - at - tag)
    failDamaged();
  element = {first, at + tag, at + tag + length};
  bool isPadded = !isTop || first != Compressed;
  int64_t padded = isPadded ? (length + 7) / 8 * 8 : length;
  at = element.begin + std::min(padded, end - element.begin);
  return element;
}

Numbers MatlabReader::numbers(const Element &element) const {
  NumberType type;
  type.swapped = swapped;
  switch (element.type) {
  case Int8:
  case Int16:
  case Int32:
  case Int64:
    type.kind = NumberType::Integer;
    break;
  case UInt8:
  case UInt16:
  case UInt32:
  case UInt64:
    type.kind = NumberType::Unsigned;
    break;
  case Single:
  case Double:
    type.kind = NumberType::Real;
    break;
  default:
    failDamaged();
  }
  static constexpr uint32_t widths[] = {0, 1, 1, 2, 2, 4, 4,
                                        4, 0, 8, 0, 0, 8, 8};
  type.bytes = widths[element.type];
  return Numbers(type, element.begin,
                 (element.end - element.begin) / type.bytes);
}

Numbers MatlabReader::nextNumbers(const char *&at, const char *end) const {
  return numbers(next(at, end));
}

Variable MatlabReader::readVariable(const char *begin, const char *end) const {
  Variable variable;
  const char *at = begin;
  Element flags = next(at, end);
  if (flags.type != UInt32 || flags.end - flags.begin != 8)
    failDamaged();
  variable.kind = word(flags.begin) & 0xff;
  variable.flags = word(flags.begin) >> 8 & 0xff;
  Numbers sizes = nextNumbers(at, end);
  constexpr int64_t mostSizes = 1024; // as the modes of a tensor
  if (sizes.size() > mostSizes)
    failDamaged();
  for (int64_t n = 0; n != sizes.size(); ++n) {
    int64_t size = 0;
    if (!sizes.toInteger(n, size) || size < 0)
      failDamaged();
    variable.sizes.push_back(size);
  }
  Element name = next(at, end);
  variable.name.assign(name.begin, name.end);
  variable.rest = at;
  variable.end = end;
  return variable;
}

/// The fields of a structure of one element.
void MatlabReader::addFields(const Variable &structure) {
  for (int64_t size : structure.sizes)
    if (size != 1)
      return;
  const char *at = structure.rest;
  Numbers lengths = nextNumbers(at, structure.end);
  Element names = next(at, structure.end);
  int64_t length = 0;
  if (lengths.size() != 1 || !lengths.toInteger(0, length) || length <= 0)
    failDamaged();
  for (const char *name = names.begin; names.end - name >= length;
       name += length) {
    Element element = next(at, structure.end);
    if (element.type != Matrix)
      failDamaged();
    if (element.begin == element.end)
      continue; // an empty field
    Variable field = readVariable(element.begin, element.end);
    field.name =
        structure.name + "." + std::string(name, strnlen(name, size_t(length)));
    variables.push_back(std::move(field));
  }
}

void MatlabReader::addVariable(Element element) {
  if (element.type == Compressed) {
    auto source = bytesOf(element.begin, element.end, zlibDecoder(file.path()),
                          file.path());
    Array<char> content;
    constexpr int64_t piece = 1 << 16;
    for (size_t got = piece; got == piece;) {
      if (content.capacity() - content.size() < piece)
        content.reserve(std::max(2 * content.capacity(), 2 * piece));
      got = source->read(content.data() + content.size(), piece);
      content.setSize(content.size() + int64_t(got));
    }
    const char *at = content.data(), *end = at + content.size();
    element = next(at, end);
    stored.owned.push_back(std::move(content));
  }
  if (element.type != Matrix || element.begin == element.end)
    return;
  Variable variable = readVariable(element.begin, element.end);
  if (variable.kind == Structure)
    addFields(variable);
  variables.push_back(std::move(variable));
}

const Variable &MatlabReader::choose(const std::string &wanted) const {
  std::vector<NamedVariable> names;
  for (const Variable &variable : variables)
    names.push_back(
        {variable.name, variable.kind == Sparse ? NamedVariable::Sparse
                        : variable.isNumeric()  ? NamedVariable::Array
                                                : NamedVariable::Other});
  return variables[chooseVariable(file, names, wanted)];
}

void MatlabReader::fill(const Variable &variable) {
  constexpr uint32_t isComplex = 8, isLogical = 2;
  stored.form = "MATLAB's '" + variable.name + "'";
  stored.sizes = variable.sizes;
  stored.byColumn = true;
  stored.isBool = variable.flags & isLogical;
  const char *at = variable.rest, *end = variable.end;
  if (variable.kind == Sparse) {
    if (stored.sizes.size() != 2)
      failDamaged();
    stored.way = StoredTensor::Compressed;
    Numbers rows = nextNumbers(at, end);
    stored.pointers = nextNumbers(at, end);
    // There may be more room than there are elements.
    int64_t count = 0;
    if (stored.pointers.empty() ||
        !stored.pointers.toInteger(stored.pointers.size() - 1, count) ||
        count < 0 || count > rows.size())
      failDamaged();
    stored.coordinates = {rows.part(0, count)};
    stored.values = nextNumbers(at, end);
    if (count > stored.values.size())
      failDamaged();
    stored.values = stored.values.part(0, count);
    if (variable.flags & isComplex) {
      stored.imaginary = nextNumbers(at, end);
      if (count > stored.imaginary.size())
        failDamaged();
    }
    return;
  }
  stored.way = StoredTensor::Whole;
  stored.values = nextNumbers(at, end);
  if (variable.flags & isComplex)
    stored.imaginary = nextNumbers(at, end);
  int64_t count = 1;
  for (int64_t size : stored.sizes)
    if (__builtin_mul_overflow(count, size, &count))
      failDamaged();
  if (stored.values.size() != count ||
      ((variable.flags & isComplex) && stored.imaginary.size() != count))
    failDamaged();
}

StoredTensor MatlabReader::read(const std::string &wanted) {
  const char *at = file.text().begin() + headerBytes, *end = file.text().end();
  // Where objects are, about which nothing is known; blanks if nowhere.
  NumberType type = {NumberType::Unsigned, 8, swapped};
  int64_t objects = 0;
  Numbers(type, file.text().begin() + objectsAt, 1).toInteger(0, objects);
  while (end - at >= 8) {
    bool hasObjects = at - file.text().begin() == objects;
    Element element = next(at, end, /*isTop=*/true);
    if (!hasObjects)
      addVariable(element);
  }
  fill(choose(wanted));
  return std::move(stored);
}

StoredTensor readMatlab(const encke_file &file, const std::string &wanted) {
  return MatlabReader(file).read(wanted);
}

} // namespace encke::rt
