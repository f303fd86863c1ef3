//===- json.h - texts in JSON -----------------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_JSON_H
#define ENCKE_RUNTIME_IO_JSON_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace encke::rt {

/// A value in JSON (RFC 8259).
struct Json {
  enum Kind { Null, Bool, Number, String, List, Object } kind = Null;
  std::string text;              ///< of a string; a number or bool as written
  std::vector<std::string> keys; ///< of an object, one for each item
  std::vector<Json> items;

  /// What an object has under a key, the first one; null where it has nothing.
  const Json *find(std::string_view key) const;
  /// An integer of 64 bits, written with digits only.
  std::optional<int64_t> integer() const;
};

/// The value that all of the text is; nothing where it is none, or is nested
/// more deeply than anything that is read.
std::optional<Json> parseJson(std::string_view text);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_JSON_H
