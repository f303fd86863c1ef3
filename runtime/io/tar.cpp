//===- tar.cpp - archives of data files -----------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/tar.h"
#include "core/error.h"
#include "io/extension.h"

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

/// A number that GNU's tar writes in bytes, the first of them marked, since it
/// has too many octal digits; -1 when it is too large.
static int64_t numberInBytes(const char *block, Field field) {
  constexpr unsigned mark = 0x80;
  uint64_t number = 0;
  for (size_t at = 0; at != field.size; ++at) {
    auto byte = static_cast<unsigned char>(block[field.at + at]);
    if (number >> 55 != 0)
      return -1;
    number = number << 8 | (at == 0 ? byte ^ mark : byte);
  }
  return int64_t(number);
}

/// The number of a field, octal unless it is marked; -1 when there is something
/// else.
static int64_t numberOf(const char *block, Field field) {
  if (static_cast<signed char>(block[field.at]) < 0)
    return numberInBytes(block, field);
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

bool isNamedTar(const std::string &path) {
  for (const char *archive : {".tar", ".tgz", ".txz", ".tbz2", ".tbz", ".tzst"})
    if (hasExtension(withoutPacking(path), archive))
      return true;
  return false;
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
// Which file is read
//===----------------------------------------------------------------------===//

/// "./a.mtx" is a.mtx.
static std::string withoutDot(const std::string &name) {
  return name.compare(0, 2, "./") == 0 ? name.substr(2) : name;
}

bool MemberChoice::takes(const std::string &name) {
  if (!wanted.empty() ? withoutDot(name) == withoutDot(wanted)
                      : isNamedAsItsFolder(name))
    return true;
  names.push_back(name);
  if (isNamedData(name))
    data.push_back(name);
  if (hasExtension(withoutPacking(name), ".mtx"))
    matrices.push_back(name);
  return false;
}

void MemberChoice::fail(const std::string &reason,
                        const std::string &member) const {
  std::string help;
  if (!member.empty())
    help = "behind a colon a member's name chooses it: " + path + ":" + member;
  throw helped(identified(id::unreadableFile, Error(path, reason)), help);
}

std::string MemberChoice::onlyOne() const {
  for (const auto &found : {matrices, data})
    if (wanted.empty() && found.size() == 1)
      return found[0];
  std::string text = wanted.empty()
                         ? "the archive has no matrix 'name/name.mtx'"
                         : "the archive has no member '" + wanted + "'";
  constexpr size_t most = 10; // that a message names
  for (size_t n = 0; n != std::min(names.size(), most); ++n)
    text += (n ? ", " : ", but ") + names[n];
  if (names.size() > most)
    text += " and " + std::to_string(names.size() - most) + " more";
  bool isWrong = !wanted.empty();
  fail(text, isWrong || data.empty() ? "" : data[0]);
}

void MemberChoice::checkOther(const std::string &first,
                              const std::string &name) const {
  if (wanted.empty() && isNamedAsItsFolder(first) && isNamedAsItsFolder(name))
    fail("the archive has two matrices: '" + first + "' and '" + name + "'",
         first);
}

//===----------------------------------------------------------------------===//
// Going through an archive
//===----------------------------------------------------------------------===//

/// The bytes that `size` of them take in an archive.
static int64_t inWholeBlocks(int64_t size) {
  constexpr int64_t block = tarBlock;
  return (size + block - 1) / block * block;
}

TarArchive::TarArchive(ByteSource &archive, const char *first,
                       const std::string &path)
    : archive(archive), path(path) {
  std::memcpy(block, first, tarBlock);
  readHeader();
}

void TarArchive::fail(const std::string &reason) const {
  throw Error(path, reason);
}

char TarArchive::type() const { return block[typeField.at]; }

void TarArchive::skip(int64_t bytes) {
  char dropped[1 << 14];
  while (bytes != 0) {
    size_t piece = size_t(std::min<int64_t>(bytes, sizeof(dropped)));
    if (archive.read(dropped, piece) != piece)
      fail("the archive ends too early");
    bytes -= int64_t(piece);
  }
}

void TarArchive::readBlock() {
  size_t got = archive.read(block, tarBlock);
  if (got == 0)
    block[0] = '\0';
  else if (got != tarBlock)
    fail("the archive ends too early");
}

/// What is behind a header that is about the next member.
std::string TarArchive::readContent() {
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

/// The name and the size among pax records (POSIX.1-2001), each of which is
/// "LENGTH KEY=VALUE" and a line feed.
void TarArchive::readRecords(TarMember &told) {
  std::string records = readContent();
  const char *end = records.data() + records.size();
  auto failRecord = [&] {
    fail("the archive is damaged: a header without records");
  };
  for (const char *record = records.data(); record != end;) {
    int64_t length = 0;
    auto [blank, code] = std::from_chars(record, end, length);
    if (code != std::errc() || *blank != ' ' || length > end - record ||
        length < blank + 2 - record || record[length - 1] != '\n')
      failRecord();
    std::string text(blank + 1, record + length - 1);
    size_t equals = std::min(text.find('='), text.size());
    std::string key = text.substr(0, equals);
    if (key == "path") {
      told.name = text.substr(equals + 1);
    } else if (key == "size") {
      const char *first = text.data() + equals + 1;
      const char *last = text.data() + text.size();
      auto [after, wrong] = std::from_chars(first, last, told.size);
      if (wrong != std::errc() || after != last || told.size < 0)
        failRecord();
    }
    record += length;
  }
}

/// Takes the header in `block`, and reads on from those that are about the next
/// member to its own.
void TarArchive::readHeader() {
  TarMember told{"", -1}; // by the headers before its own
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
      told.name = readContent();
      told.name.resize(std::min(told.name.find('\0'), told.name.size()));
    } else if (type() == 'x')
      readRecords(told);
    else if (type() == 'K' || type() == 'g') // a link, or about all members
      readContent();
    else
      break;
  }
  if (!told.name.empty())
    current.name = told.name;
  if (told.size >= 0)
    current.size = told.size;
  constexpr int64_t most = int64_t(1) << 60; // that it can be in whole blocks
  if (current.size > most)
    fail("the archive is damaged: '" + current.name + "' has " +
         std::to_string(current.size) + " bytes");
}

void TarArchive::next() {
  skip(inWholeBlocks(current.size));
  readBlock();
  readHeader();
}

std::optional<TarMember> TarArchive::find(MemberChoice &choice) {
  for (; atMember(); next())
    if (atFile() && choice.takes(current.name))
      return current;
  return std::nullopt;
}

void TarArchive::finish(const MemberChoice &choice) {
  std::string first = current.name;
  skip(inWholeBlocks(current.size) - current.size);
  readBlock();
  readHeader();
  for (; atMember(); next())
    if (atFile())
      choice.checkOther(first, current.name);
  archive.finish();
}

} // namespace encke::rt
