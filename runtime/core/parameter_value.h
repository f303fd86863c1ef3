//===- parameter_value.h - values of parameters as text ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `--set name=value` may give a parameter of each kind (L59). The compiler
// reads values by this, too.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_CORE_PARAMETER_VALUE_H
#define ENCKE_RUNTIME_CORE_PARAMETER_VALUE_H

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>

namespace encke::rt {

/// The numbers are those of the ABI (encke_program_parameter).
enum class ParameterKind : int32_t { Whole, Real, Truth, Text };

/// "a whole number"
inline const char *describe(ParameterKind kind) {
  switch (kind) {
  case ParameterKind::Whole:
    return "a whole number";
  case ParameterKind::Real:
    return "a number";
  case ParameterKind::Truth:
    return "true or false";
  case ParameterKind::Text:
    return "a text";
  }
  return "";
}

inline std::optional<int64_t> parseWhole(const char *text) {
  char *end = nullptr;
  errno = 0;
  long long value = std::strtoll(text, &end, 10);
  bool isGood = *text && !std::strchr(" \t\n\v\f\r", *text) && !*end;
  return isGood && errno == 0 ? std::optional<int64_t>(value) : std::nullopt;
}

/// Also `inf` and `nan`.
inline std::optional<double> parseReal(const char *text) {
  char *end = nullptr;
  double value = std::strtod(text, &end);
  bool isGood = *text && !std::strchr(" \t\n\v\f\r", *text) && !*end;
  return isGood ? std::optional<double>(value) : std::nullopt;
}

inline std::optional<bool> parseTruth(const char *text) {
  if (!std::strcmp(text, "true") || !std::strcmp(text, "1"))
    return true;
  if (!std::strcmp(text, "false") || !std::strcmp(text, "0"))
    return false;
  return std::nullopt;
}

inline bool isValueOf(ParameterKind kind, const char *text) {
  switch (kind) {
  case ParameterKind::Whole:
    return parseWhole(text).has_value();
  case ParameterKind::Real:
    return parseReal(text).has_value();
  case ParameterKind::Truth:
    return parseTruth(text).has_value();
  case ParameterKind::Text:
    return true;
  }
  return false;
}

/// What follows "name=" where `setting` is of that name, else null.
inline const char *valueIn(const char *setting, const char *name) {
  size_t length = std::strlen(name);
  bool isOf = !std::strncmp(setting, name, length) && setting[length] == '=';
  return isOf ? setting + length + 1 : nullptr;
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CORE_PARAMETER_VALUE_H
