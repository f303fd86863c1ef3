//===- element.h - one element as text --------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_ELEMENT_H
#define ENCKE_RUNTIME_IO_ELEMENT_H

#include "core/output.h"

#include <cmath>
#include <complex>
#include <type_traits>

namespace encke::rt {

/// Writes a complex number as 1.5-2j. A NaN is written without a sign.
inline void putShortest(Output &out, std::complex<double> value) {
  out.shortest(value.real());
  if (!std::signbit(value.imag()) || std::isnan(value.imag()))
    out << '+';
  out.shortest(value.imag());
  out << 'j';
}

/// Writes a complex number as C++ streams do by default.
inline void putSixDigits(Output &out, std::complex<double> value) {
  out << '(';
  out.sixDigits(value.real());
  out << ',';
  out.sixDigits(value.imag());
  out << ')';
}

/// Writes an element so that it reads back as the same value.
template <typename T>
void putShortest(Output &out, T value) {
  if constexpr (std::is_floating_point_v<T>)
    out.shortest(value);
  else
    out << int64_t(value);
}

/// Writes an element as C++ streams do by default.
template <typename T>
void putSixDigits(Output &out, T value) {
  if constexpr (std::is_floating_point_v<T>)
    out.sixDigits(value);
  else
    out << int64_t(value);
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_ELEMENT_H
