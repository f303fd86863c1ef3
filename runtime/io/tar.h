//===- tar.h - archives of data files ---------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_TAR_H
#define ENCKE_RUNTIME_IO_TAR_H

#include "io/decompress.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace encke::rt {

constexpr size_t tarBlock = 512; ///< everything in an archive has whole blocks

/// True when the block begins an archive (POSIX ustar, also as GNU writes it).
bool isTarHeader(const char *block);

/// True for the name of an archive, compressed or not.
bool isNamedTar(const std::string &path);

/// A file in an archive.
struct TarMember {
  std::string name;
  int64_t size = 0;
};

/// Which file of an archive is read: the one that is asked for, else that of a
/// SuiteSparse archive, "name/name.mtx", else the only one that is called .mtx,
/// else the only one whose name says that it holds a tensor.
class MemberChoice {
public:
  /// An archive at `path`; `wanted` may be empty.
  MemberChoice(const std::string &path, const std::string &wanted)
      : path(path), wanted(wanted) {}

  /// True for a file that is read whatever else there is; others are noted.
  bool takes(const std::string &name);
  /// The file among those that were noted that is read. Fails, naming what
  /// there is, when none is or several could be.
  std::string onlyOne() const;
  /// Fails at a second file that could as well be meant as the first.
  void checkOther(const std::string &first, const std::string &name) const;

private:
  [[noreturn]] void fail(const std::string &reason,
                         const std::string &member) const;

  const std::string &path;
  const std::string &wanted;
  std::vector<std::string> names, data, matrices;
};

/// Goes from member to member of an archive, each of which may have headers
/// before its own with what its own has no room for. Fails where the archive is
/// damaged.
class TarArchive {
public:
  /// `first` is the archive's first block, which has been read.
  TarArchive(ByteSource &archive, const char *first, const std::string &path);

  /// Reads on to the file that the choice takes, whose content comes next; none
  /// at the archive's end.
  std::optional<TarMember> find(MemberChoice &choice);
  /// Reads what is behind that file's content. Fails when it could be meant,
  /// too.
  void finish(const MemberChoice &choice);

private:
  /// False behind the last one; an empty block ends the archive.
  bool atMember() const { return block[0] != '\0'; }
  bool atFile() const { return type() == '0' || type() == '\0'; }
  char type() const;
  void readBlock();
  void readHeader();
  std::string readContent();
  void readRecords(TarMember &told);
  void next();
  void skip(int64_t bytes);
  [[noreturn]] void fail(const std::string &reason) const;

  ByteSource &archive;
  const std::string &path;
  char block[tarBlock]; ///< the last header
  TarMember current;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_TAR_H
