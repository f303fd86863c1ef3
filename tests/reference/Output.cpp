//===- Output.cpp - print's plain form, and files -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Output.h"

#include <fstream>

using namespace encke;
using namespace encke::reference;

//===----------------------------------------------------------------------===//
// The plain form
//===----------------------------------------------------------------------===//

static void printTitle(std::ostream &os, const std::string &name,
                       const Tensor &tensor) {
  os << "# " << name << ":";
  for (size_t d = 0; d < tensor.getOrder(); ++d)
    os << (d ? " x " : " ") << tensor.getSizes()[d];
  os << ' ' << toString(tensor.getStoredType()).str();
  if (tensor.isSparse())
    os << ", " << tensor.countStored()
       << (tensor.countStored() == 1 ? " entry" : " entries") << " stored as "
       << tensor.getLayout().text() << "; coordinates count from 0";
  os << '\n';
}

/// The last dimension is a line; a vector has one element a line, and the
/// matrices of a tensor of higher order follow each other.
static void printDense(std::ostream &os, const Tensor &tensor) {
  size_t order = tensor.getOrder();
  for (const auto &[at, value] : tensor.elements()) {
    bool startsRow = order < 2 || at[order - 1] == 0;
    bool startsMatrix = order >= 3 && startsRow && at[order - 2] == 0;
    if (startsMatrix) {
      os << "# [";
      for (size_t d = 0; d + 2 < order; ++d)
        os << at[d] << ", ";
      os << ":, :]\n";
    }
    bool endsRow = order < 2 || at[order - 1] == tensor.getSizes().back() - 1;
    os << (startsRow ? "" : " ") << shortest(value, tensor.getStoredType())
       << (endsRow ? "\n" : "");
  }
}

void encke::reference::printPlain(std::ostream &os, const std::string &name,
                                  const Tensor &tensor) {
  printTitle(os, name, tensor);
  if (!tensor.isSparse())
    return printDense(os, tensor);
  for (const auto &[at, value] : tensor.elements()) {
    for (int64_t coordinate : at)
      os << coordinate << ' ';
    os << shortest(value, tensor.getStoredType()) << '\n';
  }
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// A complex number as its two parts.
static std::string fileText(const Value &value, ElementType stored) {
  if (value.type != ElementType::Complex)
    return shortest(value, stored);
  auto part = [&](double number) {
    return shortest(makeReal(stored == ElementType::Complex64
                                 ? ElementType::Float
                                 : ElementType::Double,
                             number));
  };
  return part(value.number.real()) + " " + part(value.number.imag());
}

static void writeMatrixMarket(std::ostream &os, const Tensor &tensor) {
  if (tensor.getOrder() > 2)
    throw ProgramError("L14: a .mtx file holds a matrix");
  std::vector<int64_t> sizes = tensor.getSizes();
  sizes.resize(2, 1);
  ElementType type = tensor.getType();
  os << "%%MatrixMarket matrix "
     << (tensor.isSparse() ? "coordinate " : "array ")
     << (isIntegral(type)               ? "integer"
         : type == ElementType::Complex ? "complex"
                                        : "real")
     << " general\n"
     << sizes[0] << ' ' << sizes[1];
  if (tensor.isSparse()) {
    os << ' ' << tensor.countStored() << '\n';
    for (const auto &[at, value] : tensor.elements())
      os << at[0] + 1 << ' ' << (at.size() > 1 ? at[1] + 1 : 1) << ' '
         << fileText(value, tensor.getStoredType()) << '\n';
    return;
  }
  os << '\n';
  for (int64_t column = 0; column < sizes[1]; ++column) // column by column
    for (int64_t row = 0; row < sizes[0]; ++row) {
      Point at = {row, column};
      at.resize(tensor.getOrder());
      os << fileText(*tensor.get(at), tensor.getStoredType()) << '\n';
    }
}

static void writeTns(std::ostream &os, const Tensor &tensor) {
  if (tensor.getOrder() == 0)
    throw ProgramError("L14: a tensor of order 0 has no coordinates");
  if (tensor.getType() == ElementType::Complex)
    throw NotSupported("complex values in a .tns file");
  Point reached(tensor.getOrder(), 0);
  for (const auto &element : tensor.elements())
    for (size_t d = 0; d < reached.size(); ++d)
      reached[d] = std::max(reached[d], element.first[d] + 1);
  bool hasEntries = !tensor.elements().empty();
  // Where entries do not reach the sizes a comment tells them; without entries
  // COMET's header does.
  if (reached != tensor.getSizes() || !hasEntries) {
    if (hasEntries)
      os << "# encke: sizes ";
    for (size_t d = 0; d < reached.size(); ++d)
      os << tensor.getSizes()[d]
         << (hasEntries && d + 1 == reached.size() ? '\n' : ' ');
    if (!hasEntries)
      os << "0\n";
  }
  bool isFirst = true;
  for (const auto &[at, value] : tensor.elements()) {
    for (int64_t coordinate : at)
      os << coordinate + 1 << ' ';
    std::string text = shortest(value, tensor.getStoredType());
    // A first line of integers could be taken for COMET's header (L48).
    if (isFirst && text.find_first_not_of("0123456789") == std::string::npos)
      text += ".0";
    isFirst = false;
    os << text << '\n';
  }
}

void encke::reference::writeTensor(const std::string &path,
                                   const Tensor &tensor) {
  std::string extension = path.size() < 4 ? path : path.substr(path.size() - 4);
  if (extension != ".mtx" && extension != ".tns")
    throw ProgramError("L48: " + path + " is neither .mtx nor .tns");
  std::ofstream os(path);
  if (extension == ".mtx")
    writeMatrixMarket(os, tensor);
  else
    writeTns(os, tensor);
  if (!os.flush())
    throw DataError("cannot write " + path);
}
