//===- zip.h - archives as zip writes them ----------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_ZIP_H
#define ENCKE_RUNTIME_IO_ZIP_H

#include "core/array.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace encke::rt {

/// A file in a zip archive, as the directory at the archive's end tells.
struct ZipMember {
  std::string name;
  uint32_t method = 0, checksum = 0;
  uint64_t packed = 0, size = 0; ///< bytes in the archive, and without packing
  uint64_t header = 0;           ///< where in the archive
};

/// A zip archive in memory (PKWARE's APPNOTE, 6.3; members stored or deflated,
/// also past 4 GB), such as NumPy and SciPy write. Errors name the file `path`.
class ZipArchive {
public:
  static bool isOne(const char *begin, const char *end);
  ZipArchive(const char *begin, const char *end, const std::string &path);

  const std::vector<ZipMember> &members() const { return all; }
  /// All members are arrays of NumPy's.
  bool isOfArrays() const;
  const ZipMember *find(std::string_view name) const;
  /// The member that is read of an archive of files; `wanted` may be empty.
  const ZipMember &choose(const std::string &archive,
                          const std::string &wanted) const;
  /// What a member holds, followed by zeros as a Mapping's text is.
  Array<char> extract(const ZipMember &member) const;
  /// What a member holds: where it is in the archive if it is not packed, else
  /// in memory that is added to `owned`.
  std::string_view view(const ZipMember &member,
                        std::vector<Array<char>> &owned) const;
  Array<char> extract(const ZipMember &member, std::string &name) const {
    name = member.name;
    return extract(member);
  }

private:
  /// A number of `bytes` bytes at `at`, which lies in the archive.
  uint64_t number(uint64_t at, uint32_t bytes) const;
  uint64_t findEnd() const;
  std::string_view packedBytes(const ZipMember &member) const;
  void check(const ZipMember &member, std::string_view content) const;
  void readDirectory(uint64_t at, uint64_t count);
  void readExtra(ZipMember &member, uint64_t at, uint64_t end) const;
  [[noreturn]] void failDamaged() const;

  const char *begin;
  uint64_t size;
  const std::string &path;
  std::vector<ZipMember> all;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_ZIP_H
