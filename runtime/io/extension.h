//===- extension.h - what the end of a file's name says ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_EXTENSION_H
#define ENCKE_RUNTIME_IO_EXTENSION_H

#include <string>
#include <strings.h>

namespace encke::rt {

/// The path ends so, in capitals or not.
inline bool hasExtension(const std::string &path,
                         const std::string &extension) {
  return path.size() >= extension.size() &&
         strcasecmp(path.c_str() + path.size() - extension.size(),
                    extension.c_str()) == 0;
}

/// The name of what a compressed file holds.
inline std::string withoutGzip(const std::string &path) {
  const std::string gzip = ".gz";
  return hasExtension(path, gzip) ? path.substr(0, path.size() - gzip.size())
                                  : path;
}

/// The name of what a file holds that any of the tools has compressed which are
/// known when files are read (decompress.h).
inline std::string withoutPacking(const std::string &path) {
  for (const char *packing : {".gz", ".xz", ".bz2", ".zst"})
    if (hasExtension(path, packing))
      return withoutPacking(path.substr(0, path.rfind('.')));
  return path;
}

/// The name says that the file holds a tensor.
inline bool isNamedData(const std::string &path) {
  std::string plain = withoutPacking(path);
  for (const char *data : {".mtx", ".tns", ".ttx", ".csv", ".tsv", ".rb",
                           ".rsa", ".rua", ".npy", ".graph"})
    if (hasExtension(plain, data))
      return true;
  return false;
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_EXTENSION_H
