//===- tar.h - archives of the SuiteSparse matrix collection ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_TAR_H
#define ENCKE_RUNTIME_IO_TAR_H

#include "io/gzip.h"

namespace encke::rt {

constexpr size_t tarBlock = 512; ///< everything in an archive has whole blocks

/// True when the block begins an archive (POSIX ustar, also as GNU writes it).
bool isTarHeader(const char *block);

/// True for the name of a compressed archive.
bool isNamedTar(const std::string &path);

/// A file in an archive.
struct TarMember {
  std::string name;
  int64_t size = 0;
};

/// A SuiteSparse archive: its matrix is the member "name/name.mtx". Goes from
/// member to member, each of which may have headers before its own with what
/// its own has no room for. Fails where the archive is damaged.
class TarArchive {
public:
  /// `first` is the archive's first block, which has been read.
  TarArchive(GzipReader &archive, const char *first, const std::string &path);

  /// Reads on to the matrix, whose content comes next. Fails, naming the files
  /// that there are, when there is none.
  TarMember findMatrix();
  /// Reads what is behind the matrix's content. Fails when that is another
  /// matrix, since nothing says which one is meant.
  void finish();

private:
  /// False behind the last one; an empty block ends the archive.
  bool atMember() const { return block[0] != '\0'; }
  bool atMatrix() const;
  bool atFile() const { return type() == '0' || type() == '\0'; }
  char type() const;
  void readBlock();
  void readHeader();
  std::string readContent();
  void readRecords(TarMember &told);
  void next();
  void skip(int64_t bytes);
  [[noreturn]] void fail(const std::string &reason) const;

  GzipReader &archive;
  const std::string &path;
  char block[tarBlock]; ///< the last header
  TarMember current;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_TAR_H
