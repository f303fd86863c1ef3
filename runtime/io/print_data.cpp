//===- io/print_data.cpp - printing for programs --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/print_data.h"
#include "io/element.h"
#include "storage/layout.h"
#include "storage/walk.h"

#include <vector>

namespace encke::rt {

/// JSON has no infinities and no NaN: these are strings.
static void putJSON(Output &out, double value) {
  bool isNumber = std::isfinite(value);
  if (!isNumber)
    out << '"';
  out.shortest(value);
  if (!isNumber)
    out << '"';
}
static void putJSON(Output &out, float value) {
  if (std::isfinite(value))
    out.shortest(value);
  else
    putJSON(out, double(value));
}
template <int bits>
static void putJSON(Output &out, NarrowFloat<bits> value) {
  if (std::isfinite(float(value)))
    putShortest(out, value);
  else
    putJSON(out, double(value));
}
template <typename T, typename = std::enable_if_t<isIntegerType<T>>>
static void putJSON(Output &out, T value) {
  out << int64_t(value);
}
static void putJSON(Output &out, uint8_t value) {
  out << (value ? "true" : "false");
}
template <typename T>
static void putJSON(Output &out, std::complex<T> value) {
  out << '[';
  putJSON(out, value.real());
  out << ',';
  putJSON(out, value.imag());
  out << ']';
}

namespace {

template <typename T>
class DataPrinter {
public:
  DataPrinter(const encke_tensor &tensor, Output &out)
      : tensor(tensor), out(out), values(static_cast<const T *>(tensor.values)),
        strides(denseStrides(tensor)) {}

  void json(const char *name);
  void csv();

private:
  void nested(int32_t mode, int64_t at);
  void rows();
  template <typename Visit>
  void walk(Visit visit);

  const encke_tensor &tensor;
  Output &out;
  const T *values;
  std::vector<int64_t> strides;
};

} // namespace

/// Visits all elements of a dense tensor, or those that are stored, in the
/// order of their coordinates.
template <typename T>
template <typename Visit>
void DataPrinter<T>::walk(Visit visit) {
  return isAllDense(tensor) ? walkDense(tensor, visit)
                            : walkSorted(tensor, visit);
}

/// The values from mode `mode` on, at `at`.
template <typename T>
void DataPrinter<T>::nested(int32_t mode, int64_t at) {
  if (mode == tensor.order)
    return putJSON(out, values[at]);
  out << '[';
  for (int64_t i = 0; i != tensor.sizes[mode]; ++i) {
    if (i)
      out << ',';
    nested(mode + 1, at + i * strides[size_t(mode)]);
  }
  out << ']';
}

template <typename T>
void DataPrinter<T>::json(const char *name) {
  out << "{\"name\":\"" << name << "\",\"type\":\"" << typeName(tensor.type)
      << "\",\"sizes\":[";
  for (int32_t mode = 0; mode != tensor.order; ++mode) {
    if (mode)
      out << ',';
    out << tensor.sizes[mode];
  }
  out << ']';
  if (isAllDense(tensor)) {
    out << ",\"values\":";
    nested(0, 0);
  } else {
    const char *separator = "";
    out << ",\"coordinates\":[";
    walk([&](const int64_t *index, int64_t) {
      out << separator << '[';
      separator = ",";
      for (int32_t mode = 0; mode != tensor.order; ++mode) {
        if (mode)
          out << ',';
        out << index[mode];
      }
      out << ']';
    });
    out << "],\"values\":[";
    separator = "";
    walk([&](const int64_t *, int64_t position) {
      out << separator;
      separator = ",";
      putJSON(out, values[position]);
    });
    out << ']';
  }
  out << "}\n";
}

/// A dense matrix, or a vector as one column.
template <typename T>
void DataPrinter<T>::rows() {
  int64_t count = tensor.order > 0 ? tensor.sizes[0] : 1;
  int64_t columns = tensor.order > 1 ? tensor.sizes[1] : 1;
  for (int64_t row = 0; row != count; ++row) {
    for (int64_t column = 0; column != columns; ++column) {
      int64_t at = tensor.order > 0 ? row * strides[0] : 0;
      if (tensor.order > 1)
        at += column * strides[1];
      if (column)
        out << ',';
      putShortest(out, values[at]);
    }
    out << '\n';
  }
}

template <typename T>
void DataPrinter<T>::csv() {
  if (isAllDense(tensor) && tensor.order <= 2)
    return rows();
  static constexpr const char *matrix[] = {"row", "column"};
  for (int32_t mode = 0; mode != tensor.order; ++mode) {
    if (tensor.order <= 2)
      out << matrix[mode];
    else
      out << 'i' << int64_t(mode) + 1;
    out << ',';
  }
  out << "value\n";
  walk([&](const int64_t *index, int64_t position) {
    for (int32_t mode = 0; mode != tensor.order; ++mode)
      out << index[mode] << ',';
    putShortest(out, values[position]);
    out << '\n';
  });
}

void printJSON(const encke_tensor &tensor, const char *name, Output &out) {
  withElement(tensor.type, [&](auto element) {
    DataPrinter<decltype(element)>(tensor, out).json(name);
  });
}

template <typename T>
void printJSON(T value, Output &out) {
  out << "{\"value\":";
  putJSON(out, value);
  out << "}\n";
}
template void printJSON(double, Output &);
template void printJSON(float, Output &);
template void printJSON(int64_t, Output &);
template void printJSON(std::complex<double>, Output &);

void printCSV(const encke_tensor &tensor, Output &out) {
  if (!out.isUnused())
    out << '\n';
  withElement(tensor.type, [&](auto element) {
    DataPrinter<decltype(element)>(tensor, out).csv();
  });
}

} // namespace encke::rt
