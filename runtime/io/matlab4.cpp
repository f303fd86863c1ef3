//===- matlab4.cpp - matrices in files of MATLAB's version 4 --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "MAT-File Format" of MathWorks, its chapter on level 4: of each variable five
// integers, its name, the real parts and the imaginary ones, column-major. The
// first integer has a decimal digit for the order of the bytes, for the type of
// the numbers, and for what the variable is. A sparse matrix has a row for each
// element, with its row, its column and its value, and a last one with the
// sizes.
//
//===----------------------------------------------------------------------===//

#include "io/matlab.h"
#include "io/variables.h"

#include <cstring>

namespace encke::rt {

namespace {

struct Variable4 {
  std::string name;
  enum { Full, Text, Sparse } kind = Full;
  int64_t rows = 0, columns = 0;
  NumberType type;
  const char *real = nullptr, *imaginary = nullptr; ///< or null
};

} // namespace

static constexpr int64_t headerBytes4 = 20;

/// The variable at `at`, which moves behind it. False when there is none.
static bool takeVariable(const char *&at, const char *end,
                         Variable4 &variable) {
  static constexpr NumberType types[] = {
      {NumberType::Real, 8},     {NumberType::Real, 4},
      {NumberType::Integer, 4},  {NumberType::Integer, 2},
      {NumberType::Unsigned, 2}, {NumberType::Unsigned, 1}};
  constexpr int64_t bigEndian = 1000, mostKinds = 3, longestName = 256;
  if (end - at < headerBytes4)
    return false;
  int64_t words[5] = {0};
  for (bool swapped : {false, true}) {
    NumberType integer = {NumberType::Integer, 4, swapped};
    Numbers header(integer, at, 5);
    for (int64_t n = 0; n != 5; ++n)
      header.toInteger(n, words[n]);
    bool isBig = swapped == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    int64_t rest = isBig ? words[0] - bigEndian : words[0];
    int64_t type = rest / 10, kind = rest % 10;
    if (rest < 0 || type >= 6 || kind >= mostKinds)
      continue;
    variable.type = types[type];
    variable.type.swapped = swapped;
    variable.kind = decltype(variable.kind)(kind);
    bool isComplex = words[3] == 1;
    int64_t rows = words[1], columns = words[2], bytes = 0;
    int64_t nameLength = words[4];
    if (rows < 0 || columns < 0 || words[3] < 0 || words[3] > 1 ||
        nameLength < 1 || nameLength > longestName ||
        nameLength > end - at - headerBytes4)
      return false;
    const char *name = at + headerBytes4, *data = name + nameLength;
    if (name[nameLength - 1] != 0 ||
        std::strlen(name) + 1 != size_t(nameLength))
      return false;
    if (__builtin_mul_overflow(rows, columns, &bytes) ||
        __builtin_mul_overflow(bytes, int64_t(variable.type.bytes), &bytes) ||
        bytes > (end - data) / (isComplex ? 2 : 1))
      return false;
    variable.name = name;
    variable.rows = rows;
    variable.columns = columns;
    variable.real = data;
    variable.imaginary = isComplex ? data + bytes : nullptr;
    at = data + (isComplex ? 2 * bytes : bytes);
    return true;
  }
  return false;
}

bool mayBeMatlab4(const char *begin, const char *end) {
  Variable4 variable;
  return takeVariable(begin, end, variable);
}

/// The sparse matrix whose rows have a row, a column and a value each, perhaps
/// an imaginary part, too.
static void fillSparse(const encke_file &file, const Variable4 &variable,
                       StoredTensor &stored) {
  int64_t all = variable.rows, count = all - 1;
  if (all < 1 || variable.columns < 3 || variable.columns > 4 ||
      variable.imaginary)
    failStored(file, "the sparse matrix '" + variable.name + "' has " +
                         std::to_string(all) + " x " +
                         std::to_string(variable.columns) +
                         " numbers, not three or four for each element and "
                         "the sizes");
  Numbers numbers(variable.type, variable.real, all * variable.columns);
  stored.way = StoredTensor::Coordinates;
  stored.base = 1;
  for (int64_t mode : {0, 1}) {
    int64_t size = 0;
    if (!numbers.toInteger(mode * all + count, size) || size < 0)
      failStored(file, "the sparse matrix '" + variable.name + "' has a size " +
                           numbers.text(mode * all + count));
    stored.sizes.push_back(size);
    stored.coordinates.push_back(numbers.part(mode * all, count));
  }
  stored.values = numbers.part(2 * all, count);
  if (variable.columns == 4)
    stored.imaginary = numbers.part(3 * all, count);
}

StoredTensor readMatlab4(const encke_file &file, const std::string &wanted) {
  const char *at = file.text().begin(), *end = file.text().end();
  std::vector<Variable4> variables;
  std::vector<NamedVariable> names;
  for (Variable4 variable; at != end; variable = Variable4()) {
    if (!takeVariable(at, end, variable))
      failStored(file, "the MAT-file of version 4 is damaged behind '" +
                           (names.empty() ? "" : names.back().name) + "'");
    names.push_back({variable.name, variable.kind == Variable4::Sparse
                                        ? NamedVariable::Sparse
                                    : variable.kind == Variable4::Full
                                        ? NamedVariable::Array
                                        : NamedVariable::Other});
    variables.push_back(std::move(variable));
  }
  const Variable4 &chosen = variables[chooseVariable(file, names, wanted)];
  StoredTensor stored;
  stored.form = "MATLAB's '" + chosen.name + "', version 4";
  if (chosen.kind == Variable4::Sparse) {
    fillSparse(file, chosen, stored);
    return stored;
  }
  int64_t count = chosen.rows * chosen.columns;
  stored.way = StoredTensor::Whole;
  stored.byColumn = true;
  stored.sizes = {chosen.rows, chosen.columns};
  stored.values = Numbers(chosen.type, chosen.real, count);
  if (chosen.imaginary)
    stored.imaginary = Numbers(chosen.type, chosen.imaginary, count);
  return stored;
}

} // namespace encke::rt
