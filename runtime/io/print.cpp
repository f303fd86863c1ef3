//===- print.cpp - prints tensors and scalars -----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plain form is for people, and numpy.loadtxt reads it: what is not data
// stands on lines that begin with #. The storage form is COMET's (L16).
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "io/element.h"
#include "io/print_data.h"
#include "io/write.h"
#include "picture/levels.h"
#include "storage/format_text.h"
#include "storage/layout.h"
#include "storage/walk.h"

using namespace encke::rt;

namespace {

/// Prints a tensor whose elements are of type T.
template <typename T>
class Printer {
public:
  Printer(const encke_tensor &tensor, const char *name,
          const std::string &layouts, Output &out)
      : tensor(tensor), name(name), layouts(layouts), out(out),
        values(static_cast<const T *>(tensor.values)) {}

  void plain();
  void storage();
  void levels();

private:
  void title();
  void levelName(const encke_level &level, bool withMap);
  void denseRows();
  void heading(const std::vector<int64_t> &index);
  void storedEntries();
  template <typename At>
  void block(int64_t count, At at);
  void level(const encke_level &level);

  const encke_tensor &tensor;
  const char *name;
  const std::string &layouts; ///< that its arrays had
  Output &out;
  const T *values;
};

} // namespace

//===----------------------------------------------------------------------===//
// The plain form
//===----------------------------------------------------------------------===//

/// "CU", or with the index map as the ABI spells it "CU 1/2".
template <typename T>
void Printer<T>::levelName(const encke_level &level, bool withMap) {
  encke::format::LevelType type = encke::format::typeOf(level);
  std::string_view spelling = type.traits().spelling;
  out << (spelling.empty() ? type.name() : std::string(spelling));
  if (!withMap)
    return;
  out << ' ' << mapText(level);
}

/// "# A: 3 x 4 double", and of a sparse tensor how it is stored.
template <typename T>
void Printer<T>::title() {
  out << "# " << name << ":";
  for (int32_t mode = 0; mode != tensor.order; ++mode) {
    out << (mode ? " x " : " ");
    out << tensor.sizes[mode];
  }
  out << ' ' << typeName(tensor.type);
  if (isAllDense(tensor)) {
    out << '\n';
    return;
  }
  int64_t stored = countStored(tensor);
  out << ", " << stored << (stored == 1 ? " entry" : " entries")
      << " stored as {";
  bool mapped = false, permuted = false;
  for (int32_t l = 0; l != tensor.level_count; ++l) {
    mapped |= !isWhole(tensor.levels[l]);
    permuted |= tensor.levels[l].mode != l;
  }
  for (int32_t l = 0; l != tensor.level_count; ++l) {
    if (l)
      out << ", ";
    levelName(tensor.levels[l], mapped);
  }
  out << '}';
  for (int32_t l = 0; permuted && !mapped && l != tensor.level_count; ++l)
    out << (l ? ", " : " by mode ") << int64_t(tensor.levels[l].mode);
  if (!layouts.empty())
    out << " with " << layouts;
  out << "; coordinates count from 0\n";
}

template <typename T>
void Printer<T>::heading(const std::vector<int64_t> &index) {
  out << "# [";
  for (size_t mode = 0; mode + 2 < index.size(); ++mode)
    out << index[mode] << ", ";
  out << ":, :]\n";
}

/// One row a line, a vector one element a line; the matrices of a tensor of
/// higher order one after the other.
template <typename T>
void Printer<T>::denseRows() {
  size_t order = size_t(tensor.order);
  std::vector<int64_t> index(order, 0), strides = denseStrides(tensor);
  if (volume(tensor) == 0)
    return;
  size_t rowMode = order >= 2 ? order - 1 : order; // the mode along a line
  int64_t columns = order >= 2 ? tensor.sizes[rowMode] : 1;
  int64_t step = order >= 2 ? strides[rowMode] : 0;
  for (;;) {
    if (order >= 3 && index[order - 2] == 0)
      heading(index);
    int64_t at = 0;
    for (size_t mode = 0; mode != rowMode; ++mode)
      at += index[mode] * strides[mode];
    for (int64_t column = 0; column != columns; ++column) {
      if (column)
        out << ' ';
      putShortest(out, values[at + column * step]);
    }
    out << '\n';
    size_t mode = rowMode;
    while (mode != 0 && ++index[mode - 1] == tensor.sizes[mode - 1])
      index[--mode] = 0;
    if (mode == 0)
      return;
  }
}

/// In the order of the coordinates, whatever the storage order is.
template <typename T>
void Printer<T>::storedEntries() {
  walkSorted(tensor, [&](const int64_t *coordinates, int64_t position) {
    for (int32_t mode = 0; mode != tensor.order; ++mode)
      out << coordinates[mode] << ' ';
    putShortest(out, values[position]);
    out << '\n';
  });
}

template <typename T>
void Printer<T>::plain() {
  title();
  if (isAllDense(tensor))
    denseRows();
  else
    storedEntries();
}

//===----------------------------------------------------------------------===//
// COMET's form
//===----------------------------------------------------------------------===//

/// An array; one without elements prints nothing.
template <typename T>
template <typename At>
void Printer<T>::block(int64_t count, At at) {
  if (count == 0)
    return;
  out << "data = \n";
  for (int64_t i = 0; i != count; ++i) {
    putSixDigits(out, at(i));
    out << ',';
  }
  out << '\n';
}

/// The two blocks of a level.
template <typename T>
void Printer<T>::level(const encke_level &level) {
  auto none = [](int64_t) { return int64_t(-1); };
  auto coordinates = [&](int64_t q) {
    return integerAt(level.crd, tensor.crd_bytes, q);
  };
  if (isDense(level)) {
    block(1, [&](int64_t) { return level.size; });
    block(1, none);
    return;
  }
  if (encke::format::typeOf(level).hasPositionArray())
    block(level.pos_count,
          [&](int64_t p) { return integerAt(level.pos, tensor.pos_bytes, p); });
  else
    block(1, none);
  block(level.crd_count, coordinates);
}

template <typename T>
void Printer<T>::storage() {
  if (!isAllDense(tensor)) {
    for (int32_t l = 0; l != tensor.level_count; ++l)
      level(tensor.levels[l]);
    block(tensor.value_count, [&](int64_t q) { return values[q]; });
    return;
  }
  std::vector<int64_t> strides = denseStrides(tensor);
  block(tensor.value_count, [&](int64_t linear) { // row-major
    int64_t at = 0;
    for (int32_t mode = tensor.order; mode-- != 0;) {
      at += linear % tensor.sizes[mode] * strides[size_t(mode)];
      linear /= tensor.sizes[mode];
    }
    return values[at];
  });
}

template <typename T>
void Printer<T>::levels() {
  title();
  drawLevels(tensor, out);
}

static void printTensor(const encke_tensor &tensor, const char *name,
                        const std::string &layouts, PrintForm form,
                        Output &out) {
  switch (form) {
  case PrintForm::JSON:
    return printJSON(tensor, name, out);
  case PrintForm::CSV:
    return printCSV(tensor, out);
  case PrintForm::Matrix:
    return writeText(tensor, out);
  default:
    break;
  }
  withElement(tensor.type, [&](auto element) {
    Printer<decltype(element)> printer(tensor, name, layouts, out);
    if (form == PrintForm::Storage)
      printer.storage();
    else if (form == PrintForm::Levels)
      printer.levels();
    else
      printer.plain();
  });
}

//===----------------------------------------------------------------------===//
// The C ABI
//===----------------------------------------------------------------------===//

void encke_print(const encke_tensor *tensor, const char *name) {
  guarded(nullptr, [&] {
    if (!name)
      name = "tensor";
    if (isAllDense(*tensor) && !tensor->values)
      throw Error(std::string(name) + " is printed before it has values");
    Context &context = Context::current();
    std::string layouts = layoutsText(*tensor);
    WithoutLayouts arranged(*tensor);
    printTensor(arranged.get(), name, layouts,
                PrintForm(context.options.storage_print), context.out);
    context.out.flush(); // what is printed stays, whatever comes
  });
}

/// A number on a line of its own, in the form that the options tell.
template <typename T>
static void printNumber(T value) {
  guarded(nullptr, [&] {
    Context &context = Context::current();
    Output &out = context.out;
    switch (PrintForm(context.options.storage_print)) {
    case PrintForm::Storage:
      putSixDigits(out, value);
      out << '\n';
      break;
    case PrintForm::JSON:
      printJSON(value, out);
      break;
    default:
      putShortest(out, value);
      out << '\n';
    }
    out.flush();
  });
}

void encke_print_f64(double value) { printNumber(value); }

void encke_print_f32(float value) { printNumber(value); }

void encke_print_c128(double real, double imaginary) {
  printNumber(std::complex<double>(real, imaginary));
}

void encke_print_i64(int64_t value) { printNumber(value); }
