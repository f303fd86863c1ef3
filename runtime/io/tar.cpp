//===- tar.cpp - archives of the SuiteSparse matrix collection ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/tar.h"
#include "core/error.h"

#include <algorithm>
#include <charconv>
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

//===----------------------------------------------------------------------===//
// Going through an archive
//===----------------------------------------------------------------------===//

/// The bytes that `size` of them take in an archive.
static int64_t inWholeBlocks(int64_t size) {
  constexpr int64_t block = tarBlock;
  return (size + block - 1) / block * block;
}

namespace {

/// Goes from member to member. A member may have headers before its own, with
/// what its own has no room for.
class TarReader {
public:
  TarReader(GzipReader &archive, const char *first, const std::string &path)
      : archive(archive), path(path) {
    std::memcpy(block, first, tarBlock);
    readHeader();
  }

  /// False behind the last one; an empty block ends the archive.
  bool atMember() const { return block[0] != '\0'; }
  bool atFile() const { return type() == '0' || type() == '\0'; }
  const TarMember &member() const { return current; }
  void next();

private:
  char type() const { return block[typeField.at]; }
  void readBlock();
  void readHeader();
  std::string readContent();
  std::string nameIn(const std::string &records) const;
  void skip(int64_t bytes);
  [[noreturn]] void fail(const std::string &reason) const {
    throw Error(path, reason);
  }

  GzipReader &archive;
  const std::string &path;
  char block[tarBlock]; ///< the last header
  TarMember current;
};

} // namespace

void TarReader::skip(int64_t bytes) {
  char dropped[1 << 14];
  while (bytes != 0) {
    size_t piece = size_t(std::min<int64_t>(bytes, sizeof(dropped)));
    if (archive.read(dropped, piece) != piece)
      fail("the archive ends too early");
    bytes -= int64_t(piece);
  }
}

void TarReader::readBlock() {
  size_t got = archive.read(block, tarBlock);
  if (got == 0)
    block[0] = '\0';
  else if (got != tarBlock)
    fail("the archive ends too early");
}

/// What is behind a header that is about the next member.
std::string TarReader::readContent() {
  constexpr int64_t most = 1 << 20; // names and attributes are far shorter
  if (current.size > most)
    fail("the archive is damaged: a header of " + std::to_string(current.size) +
         " bytes");
  std::string content(size_t(inWholeBlocks(current.size)), '\0');
  if (archive.read(content.data(), content.size()) != content.size())
    fail("the archive ends too early");
  content.resize(size_t(current.size));
  return content;
}

/// The name among pax records (POSIX.1-2001), each of which is "LENGTH
/// KEY=VALUE" and a line feed; empty if there is none.
std::string TarReader::nameIn(const std::string &records) const {
  std::string name;
  const std::string key = "path=";
  const char *end = records.data() + records.size();
  for (const char *record = records.data(); record != end;) {
    int64_t length = 0;
    auto [blank, code] = std::from_chars(record, end, length);
    if (code != std::errc() || *blank != ' ' || length > end - record ||
        length < blank + 2 - record || record[length - 1] != '\n')
      fail("the archive is damaged: a header without records");
    std::string text(blank + 1, record + length - 1);
    if (text.compare(0, key.size(), key) == 0)
      name = text.substr(key.size());
    record += length;
  }
  return name;
}

/// Takes the header in `block`, and reads on from those that are about the next
/// member to its own.
void TarReader::readHeader() {
  std::string longName;
  for (; atMember(); readBlock()) {
    if (!isTarHeader(block))
      fail("the archive is damaged");
    std::string prefix = textOf(block, prefixField);
    current.name =
        (prefix.empty() ? "" : prefix + "/") + textOf(block, nameField);
    current.size = numberOf(block, sizeField);
    if (current.size < 0)
      fail("the archive is damaged: '" + current.name + "' has no size");
    if (type() == 'L') { // GNU's long name, with a zero byte behind it
      longName = readContent();
      longName.resize(std::min(longName.find('\0'), longName.size()));
    } else if (type() == 'x')
      longName = nameIn(readContent());
    else if (type() == 'K' || type() == 'g') // a link, or about all members
      readContent();
    else
      break;
  }
  if (!longName.empty())
    current.name = longName;
}

void TarReader::next() {
  skip(inWholeBlocks(current.size));
  readBlock();
  readHeader();
}

TarMember findMatrix(GzipReader &archive, const char *first,
                     const std::string &path) {
  std::string others;
  TarReader reader(archive, first, path);
  for (; reader.atMember(); reader.next()) {
    if (!reader.atFile())
      continue;
    if (isNamedAsItsFolder(reader.member().name))
      return reader.member();
    others += (others.empty() ? "" : ", ") + reader.member().name;
  }
  throw Error(path, "the archive has no matrix 'name/name.mtx'" +
                        (others.empty() ? "" : ", but " + others));
}

} // namespace encke::rt
