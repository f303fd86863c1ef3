//===- tar.cpp - archives of the SuiteSparse matrix collection ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/tar.h"
#include "core/error.h"

#include <algorithm>
#include <cstring>

namespace encke::rt {

namespace {

/// Where a header of the ustar format (POSIX.1-1988) has what.
struct Field {
  size_t at, size;
};
constexpr Field nameField = {0, 100}, sizeField = {124, 12},
                checksumField = {148, 8}, typeField = {156, 1},
                magicField = {257, 5}, prefixField = {345, 155};

} // namespace

static std::string textOf(const char *block, Field field) {
  const char *begin = block + field.at;
  return std::string(begin, strnlen(begin, field.size));
}

/// The octal number of a field; -1 when there is something else.
static int64_t numberOf(const char *block, Field field) {
  int64_t number = 0;
  std::string text = textOf(block, field);
  text.erase(0, text.find_first_not_of(' '));
  for (char c : text.substr(0, text.find(' '))) {
    if (c < '0' || c > '7')
      return -1;
    number = number * 8 + (c - '0');
  }
  return text.empty() ? -1 : number;
}

/// The sum of a header's bytes, its checksum taken for blanks.
static int64_t checksumOf(const char *block) {
  int64_t sum = int64_t(checksumField.size) * ' ';
  for (size_t at = 0; at != tarBlock; ++at)
    if (at - checksumField.at >= checksumField.size)
      sum += static_cast<unsigned char>(block[at]);
  return sum;
}

bool isTarHeader(const char *block) {
  return textOf(block, magicField) == "ustar" &&
         numberOf(block, checksumField) == checksumOf(block);
}

static bool isFile(const char *block) {
  char type = block[typeField.at];
  return type == '0' || type == '\0';
}

/// "matrices/name/name.mtx" has the name of its folder.
static bool isNamedAsItsFolder(const std::string &member) {
  size_t slash = member.rfind('/');
  if (slash == std::string::npos)
    return false;
  size_t before = member.rfind('/', slash - 1);
  size_t start = slash == 0 || before == std::string::npos ? 0 : before + 1;
  return member.substr(start, slash - start) + ".mtx" ==
         member.substr(slash + 1);
}

static void skip(GzipReader &archive, int64_t bytes, const std::string &path) {
  char block[1 << 14];
  while (bytes != 0) {
    size_t piece = size_t(std::min<int64_t>(bytes, sizeof(block)));
    if (archive.read(block, piece) != piece)
      throw Error(path, "the archive ends too early");
    bytes -= int64_t(piece);
  }
}

TarMember findMatrix(GzipReader &archive, const char *first,
                     const std::string &path) {
  char block[tarBlock];
  std::memcpy(block, first, tarBlock);
  std::string others;
  while (block[0] != '\0') { // an empty block ends the archive
    if (!isTarHeader(block))
      throw Error(path, "the archive is damaged");
    std::string prefix = textOf(block, prefixField);
    TarMember member;
    member.name =
        (prefix.empty() ? "" : prefix + "/") + textOf(block, nameField);
    member.size = numberOf(block, sizeField);
    if (member.size < 0)
      throw Error(path,
                  "the archive is damaged: '" + member.name + "' has no size");
    if (isFile(block) && isNamedAsItsFolder(member.name))
      return member;
    if (isFile(block))
      others += (others.empty() ? "" : ", ") + member.name;
    constexpr int64_t whole = tarBlock;
    skip(archive, (member.size + whole - 1) / whole * whole, path);
    size_t got = archive.read(block, tarBlock);
    if (got == 0)
      break;
    if (got != tarBlock)
      throw Error(path, "the archive ends too early");
  }
  throw Error(path, "the archive has no matrix 'name/name.mtx'" +
                        (others.empty() ? "" : ", but " + others));
}

} // namespace encke::rt
