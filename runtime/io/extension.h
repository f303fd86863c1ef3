//===- extension.h - what the end of a file's name says ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_EXTENSION_H
#define ENCKE_RUNTIME_IO_EXTENSION_H

#include <string>
#include <string_view>
#include <strings.h>

namespace encke::rt {

/// The path ends so, in capitals or not.
inline bool hasExtension(const std::string &path, std::string_view extension) {
  size_t length = extension.size();
  return path.size() >= length &&
         strncasecmp(path.c_str() + path.size() - length, extension.data(),
                     length) == 0;
}

/// The name of what a compressed file holds.
inline std::string withoutGzip(const std::string &path) {
  constexpr std::string_view gzip = ".gz";
  return hasExtension(path, gzip) ? path.substr(0, path.size() - gzip.size())
                                  : path;
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_EXTENSION_H
