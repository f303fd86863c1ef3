//===- utf8.h - characters of UTF-8 -----------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_CORE_UTF8_H
#define ENCKE_RUNTIME_CORE_UTF8_H

#include <cstddef>
#include <cstdint>

namespace encke::rt {

/// The number of bytes of the character at `p`, before `end`; 0 where no
/// character of UTF-8 (RFC 3629) is.
inline size_t characterLength(const char *p, const char *end) {
  auto byte = [p](size_t n) { return static_cast<uint8_t>(p[n]); };
  uint8_t first = byte(0);
  if (first < 0x80)
    return 1;
  size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || size_t(end - p) < length)
    return 0;
  for (size_t n = 1; n != length; ++n)
    if ((byte(n) & 0xc0) != 0x80)
      return 0;
  // What has a shorter form, is half of a UTF-16 pair or past U+10FFFF.
  bool isNone =
      (first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f) ||
      (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) > 0x8f);
  return isNone ? 0 : length;
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CORE_UTF8_H
