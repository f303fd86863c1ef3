//===- element.h - one element as text --------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_ELEMENT_H
#define ENCKE_RUNTIME_IO_ELEMENT_H

#include "core/output.h"
#include "storage/narrow.h"

#include <charconv>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <type_traits>

namespace encke::rt {

/// Writes a complex number as 1.5-2j. A NaN is written without a sign.
template <typename T>
void putShortest(Output &out, std::complex<T> value) {
  out.shortest(value.real());
  if (!std::signbit(value.imag()) || std::isnan(value.imag()))
    out << '+';
  out.shortest(value.imag());
  out << 'j';
}

/// Writes a complex number as C++ streams do by default.
template <typename T>
void putSixDigits(Output &out, std::complex<T> value) {
  out << '(';
  out.sixDigits(value.real());
  out << ',';
  out.sixDigits(value.imag());
  out << ')';
}

/// Of the decimal numbers that read back as the value, one with the fewest
/// digits, and of these the nearest.
template <typename T>
void putShortestNarrow(Output &out, T value) {
  for (int digits = 1; digits != 9 && std::isfinite(float(value)); ++digits) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.*e", digits - 1, double(value));
    double rounded = 0;
    std::from_chars(text, text + std::strlen(text), rounded);
    if (float(T(rounded)) == float(value))
      return out.shortest(rounded);
  }
  out.shortest(float(value));
}

/// Writes an element so that it reads back as the same value.
template <typename T>
void putShortest(Output &out, T value) {
  if constexpr (std::is_floating_point_v<T>)
    out.shortest(value);
  else if constexpr (isReal<T>)
    putShortestNarrow(out, value);
  else
    out << int64_t(value);
}

/// Writes an element as C++ streams do by default.
template <typename T>
void putSixDigits(Output &out, T value) {
  if constexpr (isReal<T>)
    out.sixDigits(double(value));
  else
    out << int64_t(value);
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_ELEMENT_H
