//===- zip.cpp - archives as zip writes them ------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/zip.h"
#include "core/error.h"
#include "core/threads.h"
#include "io/decimal.h"
#include "io/extension.h"
#include "io/tar.h"

#include <algorithm>
#include <cstring>
#include <zlib.h>

namespace encke::rt {

/// The marks of the parts, and how long they are without names and the like.
static constexpr uint32_t fileMark = 0x04034b50, directoryMark = 0x02014b50,
                          endMark = 0x06054b50, wideEndMark = 0x06064b50,
                          locatorMark = 0x07064b50;
static constexpr uint64_t fileHeader = 30, directoryHeader = 46, endHeader = 22,
                          wideEndHeader = 56, locator = 20;
/// Which a field has that is told elsewhere, in 64 bits.
static constexpr uint64_t elsewhere = 0xffffffff;

bool ZipArchive::isOne(const char *begin, const char *end) {
  auto startsWith = [&](std::string_view mark) {
    return size_t(end - begin) >= mark.size() &&
           std::string_view(begin, mark.size()) == mark;
  };
  return startsWith("PK\x03\x04") || startsWith("PK\x05\x06");
}

void ZipArchive::failDamaged() const {
  throw Error(path, "the zip archive is damaged");
}

uint64_t ZipArchive::number(uint64_t at, uint32_t bytes) const {
  if (at > size || size - at < bytes)
    failDamaged();
  uint64_t value = 0;
  for (uint32_t n = bytes; n-- != 0;)
    value = value << 8 | static_cast<unsigned char>(begin[at + n]);
  return value;
}

/// The directory's end, which only a comment follows.
uint64_t ZipArchive::findEnd() const {
  constexpr uint64_t longestComment = 0xffff;
  if (size < endHeader)
    failDamaged();
  uint64_t first = size - std::min(size, endHeader + longestComment);
  for (uint64_t at = size - endHeader;; --at) {
    if (number(at, 4) == endMark && at + endHeader + number(at + 20, 2) == size)
      return at;
    if (at == first)
      failDamaged();
  }
}

ZipArchive::ZipArchive(const char *begin, const char *end,
                       const std::string &path)
    : begin(begin), size(uint64_t(end - begin)), path(path) {
  uint64_t last = findEnd();
  uint64_t count = number(last + 10, 2), directory = number(last + 16, 4);
  if (last >= locator && number(last - locator, 4) == locatorMark) {
    uint64_t wide = number(last - locator + 8, 8);
    if (number(wide, 4) != wideEndMark || size - wide < wideEndHeader)
      failDamaged();
    count = number(wide + 32, 8);
    directory = number(wide + 48, 8);
  }
  readDirectory(directory, count);
}

/// Sizes and a place that need 64 bits; each only where it does.
void ZipArchive::readExtra(ZipMember &member, uint64_t at, uint64_t end) const {
  constexpr uint64_t wideSizes = 1;
  while (end - at >= 4) {
    uint64_t kind = number(at, 2), bytes = number(at + 2, 2);
    at += 4;
    if (bytes > end - at)
      failDamaged();
    if (kind == wideSizes) {
      uint64_t from = at, to = at + bytes;
      for (uint64_t *field : {&member.size, &member.packed, &member.header})
        if (*field == elsewhere) {
          if (to - from < 8)
            failDamaged();
          *field = number(from, 8);
          from += 8;
        }
    }
    at += bytes;
  }
}

void ZipArchive::readDirectory(uint64_t at, uint64_t count) {
  if (count > size / directoryHeader)
    failDamaged();
  for (; count != 0; --count) {
    if (number(at, 4) != directoryMark || size - at < directoryHeader)
      failDamaged();
    ZipMember member;
    constexpr uint64_t encrypted = 1;
    bool isEncrypted = number(at + 8, 2) & encrypted;
    member.method = uint32_t(number(at + 10, 2));
    member.checksum = uint32_t(number(at + 16, 4));
    member.packed = number(at + 20, 4);
    member.size = number(at + 24, 4);
    member.header = number(at + 42, 4);
    uint64_t name = at + directoryHeader, extra = name + number(at + 28, 2),
             comment = extra + number(at + 30, 2),
             next = comment + number(at + 32, 2);
    if (next > size)
      failDamaged();
    member.name.assign(begin + name, size_t(extra - name));
    readExtra(member, extra, comment);
    if (isEncrypted)
      throw Error(path,
                  "'" + member.name + "' in the zip archive is encrypted");
    if (member.name.empty() || member.name.back() != '/') // a folder
      all.push_back(std::move(member));
    at = next;
  }
}

bool ZipArchive::isOfArrays() const {
  return !all.empty() &&
         std::all_of(all.begin(), all.end(), [](const ZipMember &member) {
           return hasExtension(member.name, ".npy");
         });
}

const ZipMember *ZipArchive::find(std::string_view name) const {
  for (const ZipMember &member : all)
    if (member.name == name)
      return &member;
  return nullptr;
}

const ZipMember &ZipArchive::choose(const std::string &archive,
                                    const std::string &wanted) const {
  MemberChoice choice(archive, wanted);
  const ZipMember *first = nullptr;
  for (const ZipMember &member : all) {
    if (first)
      choice.checkOther(first->name, member.name);
    else if (choice.takes(member.name))
      first = &member;
  }
  return first ? *first : *find(choice.onlyOne());
}

static constexpr uint32_t stored = 0, deflated = 8; // methods

/// What the archive has of a member.
std::string_view ZipArchive::packedBytes(const ZipMember &member) const {
  if (number(member.header, 4) != fileMark)
    failDamaged();
  uint64_t from = member.header + fileHeader + number(member.header + 26, 2) +
                  number(member.header + 28, 2);
  // Nothing is deflated to less than a thousandth of it.
  constexpr uint64_t most = 1032, slack = 64;
  if (from > size || member.packed > size - from ||
      member.size / most > member.packed + slack)
    failDamaged();
  if (member.method != stored && member.method != deflated)
    throw helped(Error(path, "not supported yet: '" + member.name +
                                 "' in the zip archive is compressed by "
                                 "method " +
                                 std::to_string(member.method)),
                 "unpack it: unzip " + path);
  if (member.method == stored && member.packed != member.size)
    failDamaged();
  return {begin + from, size_t(member.packed)};
}

static uLong checksumOf(std::string_view bytes) {
  constexpr size_t piece = size_t(1) << 30; // zlib counts in 32 bits
  uLong checksum = crc32(0, nullptr, 0);
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size())))
    checksum = crc32(checksum, reinterpret_cast<const Bytef *>(bytes.data()),
                     uInt(std::min(piece, bytes.size())));
  return checksum;
}

/// Several threads make checksums of a part each.
void ZipArchive::check(const ZipMember &member,
                       std::string_view content) const {
  constexpr int64_t bytesAnElement = 8; // to which an element's time is like
  auto bytes = int64_t(content.size());
  int32_t threads = threadsFor(bytes / bytesAnElement);
  std::vector<uLong> sums(size_t(threads), 0);
  auto part = [&](int32_t t) {
    int64_t first = partBegin(bytes, threads, t);
    return content.substr(size_t(first),
                          size_t(partBegin(bytes, threads, t + 1) - first));
  };
  onThreads(threads, [&](int32_t t) { sums[size_t(t)] = checksumOf(part(t)); });
  uLong checksum = sums[0];
  for (int32_t t = 1; t != threads; ++t)
    checksum =
        crc32_combine(checksum, sums[size_t(t)], z_off_t(part(t).size()));
  if (checksum != member.checksum)
    throw Error(path, "'" + member.name +
                          "' in the zip archive is damaged: another checksum");
}

Array<char> ZipArchive::extract(const ZipMember &member) const {
  std::string_view packed = packedBytes(member);
  Array<char> content(int64_t(member.size + 1 + readAhead));
  std::memset(content.data() + member.size, 0, 1 + readAhead);
  content.setSize(int64_t(member.size));
  if (member.method == stored) {
    std::memcpy(content.data(), packed.data(), packed.size());
  } else {
    auto source = bytesOf(packed.data(), packed.data() + packed.size(),
                          rawDeflateDecoder(path), path);
    if (source->read(content.data(), size_t(member.size)) != member.size)
      failDamaged();
  }
  check(member, {content.data(), size_t(member.size)});
  return content;
}

std::string_view ZipArchive::view(const ZipMember &member,
                                  std::vector<Array<char>> &owned) const {
  if (member.method == stored) {
    std::string_view content = packedBytes(member);
    check(member, content);
    return content;
  }
  owned.push_back(extract(member));
  return {owned.back().data(), size_t(owned.back().size())};
}

} // namespace encke::rt
