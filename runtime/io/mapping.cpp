//===- mapping.cpp - a file's text in memory ------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/mapping.h"
#include "core/array.h"
#include "core/error.h"
#include "core/threads.h"
#include "io/decimal.h"
#include "io/decompress.h"
#include "io/page_watch.h"
#include "io/tar.h"
#include "io/zip.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace encke::rt {

namespace {

[[noreturn]] void failSystem(const std::string &path, const char *action) {
  throw identified(id::unreadableFile,
                   Error(std::string("cannot ") + action + " '" + path +
                         "': " + std::strerror(errno)));
}

[[noreturn]] void failShorter(const std::string &path) {
  throw identified(id::unreadableFile,
                   Error(path, "the file became shorter while it was read"));
}

/// Closes a file descriptor.
struct Descriptor {
  ~Descriptor() { close(number); }
  int number;
};

} // namespace

/// Lines are rarely longer.
static constexpr size_t likelyLine = 256;

/// For a text of which it is not known how long it will be.
static constexpr size_t firstRoom = size_t(1) << 20;

static char *mapAnonymous(size_t bytes) {
  if (bytes >= size_t(largeBlock))
    freeKeptBlocks();
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    throw MemoryError(bytes);
  return static_cast<char *>(memory);
}

// The file goes over the first pages of an anonymous mapping that is a little
// longer: what lies past the file's end reads as zero.
void Mapping::mapFile(int descriptor, const std::string &path) {
  length = size_t(status.st_size);
  size_t page = size_t(sysconf(_SC_PAGE_SIZE));
  size_t bytes = ((length + readAhead) / page + 1) * page;
  text = mapAnonymous(bytes);
  mapped = bytes;
  if (length == 0)
    return;
  if (mmap(text, length, PROT_READ, MAP_PRIVATE | MAP_FIXED, descriptor, 0) ==
      MAP_FAILED)
    throw MemoryError(length);
  file = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  if (file < 0)
    failSystem(path, "open");
  madvise(text, length, MADV_SEQUENTIAL);
  madvise(text, length, MADV_WILLNEED);
}

/// Makes room for that much text and the zero bytes behind it.
void Mapping::reserve(size_t bytes) {
  if (bytes <= room())
    return;
  size_t all = bytes + 1 + readAhead;
  if (!text) {
    text = mapAnonymous(all);
  } else {
    void *larger = mremap(text, mapped, all, MREMAP_MAYMOVE);
    if (larger == MAP_FAILED)
      throw MemoryError(all);
    text = static_cast<char *>(larger);
  }
  mapped = all;
}

size_t Mapping::room() const { return mapped ? mapped - 1 - readAhead : 0; }

void Mapping::release() {
  if (mapped)
    munmap(text, mapped);
  copied = Array<char>();
  if (file >= 0)
    close(file);
  text = nullptr;
  length = mapped = markBytes = 0;
  file = -1;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Reads up to `bytes` from `offset` on. Returns how many there were.
static size_t readAt(int file, char *into, size_t bytes, size_t offset) {
  size_t all = 0;
  while (all != bytes) {
    ssize_t got = pread(file, into + all, bytes - all, off_t(offset + all));
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      break;
    all += size_t(got);
  }
  return all;
}

void Mapping::copyFile(int descriptor, const std::string &path) {
  length = size_t(status.st_size);
  copied = Array<char>(int64_t(length + 1 + readAhead));
  text = copied.data();
  std::memset(text + length, 0, 1 + readAhead);
  std::atomic<bool> isWhole{true};
  auto copy = [&](int64_t begin, int64_t end) {
    auto bytes = size_t(end - begin);
    if (readAt(descriptor, text + begin, bytes, size_t(begin)) != bytes)
      isWhole = false;
  };
  parallelCopy(int64_t(length), copy);
  if (!isWhole)
    failShorter(path);
}

bool Mapping::copyLines(const char *begin, const char *end,
                        Array<char> &copy) const {
  auto bytes = size_t(end - begin);
  if (file < 0 || bytes == 0)
    return false;
  copy.reserve(int64_t(bytes + 1 + readAhead));
  std::memset(copy.data() + bytes, 0, 1 + readAhead);
  return readAt(file, copy.data(), bytes, size_t(begin - text)) == bytes &&
         copy[int64_t(bytes) - 1] == '\n';
}

const char *Mapping::behindLine(const char *from) const {
  char line[likelyLine];
  size_t bytes = 0;
  if (file >= 0)
    bytes = readAt(file, line, std::min(likelyLine, size_t(end() - from)),
                   size_t(from - text));
  if (const void *found = std::memchr(line, '\n', bytes))
    return from + (static_cast<const char *>(found) - line) + 1;
  const void *found = std::memchr(from, '\n', size_t(end() - from));
  return found ? static_cast<const char *>(found) + 1 : end();
}

//===----------------------------------------------------------------------===//
// Files that become shorter
//===----------------------------------------------------------------------===//

bool Mapping::isShorter() const {
  struct stat now;
  return stat(fileName.c_str(), &now) == 0 && now.st_dev == status.st_dev &&
         now.st_ino == status.st_ino && now.st_size < status.st_size;
}

// Within the last page that is left the system puts zeros, without a signal.
void Mapping::checkWhole(const std::string &path, bool lostPages) const {
  if (lostPages && isCurrent()) {
    errno = EIO;
    failSystem(path, "read");
  }
  if (lostPages || isShorter())
    failShorter(path);
}

void Mapping::whileWhole(const std::string &path,
                         const std::function<void()> &read) const {
  if (file < 0)
    return read();
  PageWatch watch(text, mapped);
  try {
    read();
  } catch (...) {
    checkWhole(path, watch.lostPages());
    throw;
  }
  checkWhole(path, watch.lostPages());
}

//===----------------------------------------------------------------------===//
// Streams and compressed files
//===----------------------------------------------------------------------===//

// A pipe cannot be mapped; its text is collected.
void Mapping::readStream(int descriptor, const std::string &path) {
  reserve(firstRoom);
  for (;;) {
    ssize_t got = read(descriptor, text + length, room() - length);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      failSystem(path, "read");
    if (got == 0)
      return;
    length += size_t(got);
    if (length == room())
      reserve(2 * length);
  }
}

/// Some bytes can be decompressed to any number of them, but tensors are not.
void Mapping::checkGrowth(const std::string &path) const {
  constexpr size_t harmless = size_t(1) << 28, mostEach = 1100;
  if (length > harmless && length / mostEach > fileBytes)
    throw Error(path, "the compressed data grow to more than " +
                          std::to_string(mostEach) +
                          " times the file's size, as no data do");
}

void Mapping::readAll(ByteSource &source, const std::string &path) {
  for (;;) {
    size_t wanted = room() - length;
    size_t got = source.read(text + length, wanted);
    length += got;
    if (got != wanted)
      return;
    checkGrowth(path);
    reserve(2 * length);
  }
}

[[noreturn]] static void failNoArchive(const std::string &path) {
  throw Error(path, "the file is no archive as tar writes them (POSIX's ustar "
                    "and pax, GNU's)");
}

/// Reads the member of the archive whose first block is the text. False when no
/// member is the one to read for sure.
bool Mapping::readMember(ByteSource &source, const std::string &path,
                         MemberChoice &choice) {
  TarArchive archive(source, text, path);
  std::optional<TarMember> member = archive.find(choice);
  if (!member)
    return false;
  memberName = member->name;
  // The header may promise anything.
  length = 0;
  for (auto left = size_t(member->size); left != 0;) {
    checkGrowth(path);
    reserve(std::max(std::min(length + left, 2 * length), firstRoom));
    size_t piece = std::min(left, room() - length);
    size_t got = source.read(text + length, piece);
    length += got;
    left -= got;
    if (got != piece)
      throw Error(path, "the archive ends within '" + member->name + "'");
  }
  std::memset(text + length, 0, 1 + readAhead); // the archive's first block
  archive.finish(choice);
  return true;
}

/// Replaces a text that is compressed, or an archive, by what it holds.
void Mapping::decompress(const std::string &path, int depth) {
  Mapping packed(std::move(*this));
  packed.whileWhole(path, [&] {
    auto open = [&] {
      auto source =
          bytesOf(packed.begin(), packed.end(),
                  decoderFor(packed.begin(), packed.end(), path), path);
      reserve(firstRoom);
      length = source->read(text, tarBlock);
      return source;
    };
    std::unique_ptr<ByteSource> source = open();
    if (length != tarBlock || !isTarHeader(text)) {
      if (depth == 0 && isNamedTar(fileName))
        failNoArchive(path);
      return readAll(*source, path);
    }
    MemberChoice choice(fileName, wanted);
    if (readMember(*source, path, choice))
      return;
    std::string only = choice.onlyOne();
    MemberChoice again(fileName, only);
    source = open();
    readMember(*source, path, again);
  });
}

/// Archives of programs that have no file to read.
static void refuseForeign(const ZipArchive &archive, const std::string &path) {
  auto refuse = [&](const char *what, const char *help) {
    throw helped(identified(id::foreignFile,
                            Error(path, "the file is " + std::string(what))),
                 help);
  };
  for (const ZipMember &member : archive.members()) {
    std::string_view name = member.name;
    constexpr std::string_view pickle = "/data.pkl";
    if (name == "xl/workbook.xml" || name == "content.xml")
      refuse("a spreadsheet, or another document of an office program",
             "save the table as CSV, which is read");
    if (name.size() > pickle.size() &&
        name.substr(name.size() - pickle.size()) == pickle)
      refuse("what PyTorch has saved, a pickle of Python",
             "in Python numpy.save(\"A.npy\", tensor.to_dense()) writes what "
             "is read here");
  }
}

/// Replaces an archive by the file in it that is read; one of arrays is whole
/// what NumPy and SciPy write.
void Mapping::readZip(const std::string &path) {
  bool isWhole = false;
  Array<char> content;
  whileWhole(path, [&] {
    ZipArchive archive(begin(), end(), path);
    isWhole = archive.isOfArrays();
    if (wanted.empty())
      refuseForeign(archive, path);
    if (!isWhole)
      content = archive.extract(archive.choose(fileName, wanted), memberName);
  });
  if (isWhole)
    return;
  release();
  copied = std::move(content);
  text = copied.data();
  length = size_t(copied.size());
}

/// Replaces the text by what it holds compressed, or as an archive.
void Mapping::unpack(const std::string &path, int depth) {
  constexpr int deepest = 4; // of what is compressed again
  if (depth == 0)
    fileBytes = length;
  bool isPacked = false, isZip = false;
  whileWhole(path, [&] {
    isPacked = decoderFor(begin(), end(), path) ||
               (length >= tarBlock && isTarHeader(begin()));
    isZip = ZipArchive::isOne(begin(), end());
  });
  if (isPacked)
    decompress(path, depth);
  else if (isZip)
    readZip(path);
  else if (depth == 0 && isNamedTar(fileName))
    failNoArchive(path);
  bool isChanged = isPacked || (isZip && !memberName.empty());
  if (isChanged && depth != deepest) {
    std::string outer = std::exchange(memberName, "");
    unpack(path, depth + 1);
    if (memberName.empty())
      memberName = outer;
  }
}

/// Where a path names a member of an archive behind a colon: the archive's.
static size_t archiveLength(const std::string &path) {
  struct stat ignored;
  for (size_t colon = path.rfind(':'); colon != std::string::npos && colon != 0;
       colon = path.rfind(':', colon - 1))
    if (colon + 1 != path.size() &&
        stat(path.substr(0, colon).c_str(), &ignored) == 0)
      return colon;
  return path.size();
}

bool isThere(const std::string &path) {
  struct stat ignored;
  return path == "-" || stat(path.c_str(), &ignored) == 0 || errno != ENOENT ||
         archiveLength(path) != path.size();
}

/// Some devices give bytes without end; a terminal and /dev/null do not.
static bool isEndless(int descriptor, const struct stat &status) {
  struct stat null;
  bool isNull = stat("/dev/null", &null) == 0 && null.st_rdev == status.st_rdev;
  return S_ISBLK(status.st_mode) ||
         (S_ISCHR(status.st_mode) && !isatty(descriptor) && !isNull);
}

Mapping::Mapping(const std::string &path, FileBytes bytes)
    : fileName(path == "-" ? "/dev/stdin" : path) {
  Descriptor file{open(fileName.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.number < 0 && errno == ENOENT) {
    size_t archive = archiveLength(path);
    if (archive != path.size()) {
      fileName = path.substr(0, archive);
      wanted = path.substr(archive + 1);
    }
    file.number = open(fileName.c_str(), O_RDONLY | O_CLOEXEC);
  }
  if (file.number < 0)
    failSystem(path, "open");
  if (fstat(file.number, &status) != 0)
    failSystem(path, "open");
  if (S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    failSystem(path, "read");
  }
  if (isEndless(file.number, status))
    throw identified(
        id::unreadableFile,
        Error("cannot read '" + path + "': it is a device, and no file"));
  try {
    // What the system makes when it is read has no size.
    if (!S_ISREG(status.st_mode) || status.st_size == 0)
      readStream(file.number, path);
    else if (bytes == FileBytes::Mapped)
      mapFile(file.number, path);
    else
      copyFile(file.number, path);
    unpack(path);
  } catch (...) {
    release();
    throw;
  }
}

void Mapping::rewrite(
    const std::string &path,
    const std::function<void(char *begin, char *end)> &change) {
  if (file >= 0) { // pages of the file
    Array<char> copy(int64_t(length + 1 + readAhead));
    size_t bytes = length, mark = markBytes;
    whileWhole(path, [&] { std::memcpy(copy.data(), text, bytes); });
    std::memset(copy.data() + bytes, 0, 1 + readAhead);
    release();
    copied = std::move(copy);
    text = copied.data();
    length = bytes;
    markBytes = mark;
  }
  change(text + markBytes, text + length);
  isRewritten = true;
}

std::string Mapping::original(const char *begin, const char *end) const {
  bool isWhole = S_ISREG(status.st_mode) && length == size_t(status.st_size) &&
                 memberName.empty();
  if (!isRewritten || !isWhole || !isCurrent())
    return "";
  Descriptor again{open(fileName.c_str(), O_RDONLY | O_CLOEXEC)};
  std::string bytes(size_t(end - begin), 0);
  if (again.number < 0 || readAt(again.number, bytes.data(), bytes.size(),
                                 size_t(begin - text)) != bytes.size())
    return "";
  return bytes;
}

bool Mapping::skipMark() {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  bool isThere = std::string_view(begin(), size()).substr(0, 3) == mark;
  if (isThere)
    markBytes += mark.size();
  return isThere;
}

void Mapping::drop() {
  if (S_ISREG(status.st_mode))
    release();
}

bool Mapping::isCurrent() const {
  struct stat now;
  if (!text || stat(fileName.c_str(), &now) != 0 ||
      now.st_dev != status.st_dev || now.st_ino != status.st_ino)
    return false;
  // A pipe has no content to compare, and can be read only once.
  return !S_ISREG(now.st_mode) ||
         (now.st_size == status.st_size &&
          now.st_mtim.tv_sec == status.st_mtim.tv_sec &&
          now.st_mtim.tv_nsec == status.st_mtim.tv_nsec);
}

Mapping::Mapping(Mapping &&other) noexcept
    : text(std::exchange(other.text, nullptr)),
      length(std::exchange(other.length, 0)),
      mapped(std::exchange(other.mapped, 0)), copied(std::move(other.copied)),
      file(std::exchange(other.file, -1)), status(other.status),
      fileName(other.fileName), wanted(other.wanted) {}

Mapping::~Mapping() { release(); }

} // namespace encke::rt
