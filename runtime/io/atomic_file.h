//===- atomic_file.h - a file that is whole or not there --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_ATOMIC_FILE_H
#define ENCKE_RUNTIME_IO_ATOMIC_FILE_H

#include "core/output.h"

#include <cstdio>
#include <string>

namespace encke::rt {

/// A file that is written without a name, where the file system has such files,
/// else beside its place, and moved there by commit(); until then, and without
/// commit(), what was there before stays as it is.
class AtomicFile {
public:
  explicit AtomicFile(const std::string &path);
  ~AtomicFile();
  AtomicFile(const AtomicFile &) = delete;
  AtomicFile &operator=(const AtomicFile &) = delete;

  std::FILE *stream() { return file; }
  /// Makes the file durable and visible. All output must have been flushed.
  void commit();

private:
  [[noreturn]] void fail(const char *action);
  std::string resolve();
  template <typename Take>
  void takeTemporary(Take take);
  int openNamed();
  void nameTemporary();

  std::string path;      ///< as the program wrote it
  std::string target;    ///< with links resolved
  std::string temporary; ///< empty while there is none
  std::FILE *file = nullptr;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_ATOMIC_FILE_H
