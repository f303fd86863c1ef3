//===- mapping.cpp - a file's text in memory ------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/mapping.h"
#include "core/error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace encke::rt {

namespace {

[[noreturn]] void failSystem(const std::string &path, const char *action) {
  throw Error(std::string("cannot ") + action + " '" + path +
              "': " + std::strerror(errno));
}

/// Closes a file descriptor.
struct Descriptor {
  ~Descriptor() { close(number); }
  int number;
};

} // namespace

static char *mapAnonymous(size_t bytes) {
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    throw MemoryError(bytes);
  return static_cast<char *>(memory);
}

// The file goes over the first pages of an anonymous mapping that is at least a
// byte longer: what lies past the file's end reads as zero.
void Mapping::mapFile(int descriptor) {
  size_t page = size_t(sysconf(_SC_PAGE_SIZE));
  mapped = (length / page + 1) * page;
  char *memory = mapAnonymous(mapped);
  text = memory;
  if (length == 0)
    return;
  if (mmap(memory, length, PROT_READ, MAP_PRIVATE | MAP_FIXED, descriptor, 0) ==
      MAP_FAILED)
    throw MemoryError(length);
  madvise(memory, length, MADV_SEQUENTIAL);
  madvise(memory, length, MADV_WILLNEED);
}

// A pipe cannot be mapped; its text is collected.
void Mapping::readStream(int descriptor, const std::string &path) {
  mapped = size_t(1) << 20;
  char *memory = mapAnonymous(mapped);
  for (;;) {
    text = memory;
    ssize_t got = read(descriptor, memory + length, mapped - length - 1);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      failSystem(path, "read");
    if (got == 0)
      return;
    length += size_t(got);
    if (length + 1 < mapped)
      continue;
    void *larger = mremap(memory, mapped, 2 * mapped, MREMAP_MAYMOVE);
    if (larger == MAP_FAILED)
      throw MemoryError(2 * mapped);
    memory = static_cast<char *>(larger);
    mapped *= 2;
  }
}

Mapping::Mapping(const std::string &path) {
  Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.number < 0)
    failSystem(path, "open");
  if (fstat(file.number, &status) != 0)
    failSystem(path, "open");
  if (S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    failSystem(path, "read");
  }
  try {
    if (S_ISREG(status.st_mode)) {
      length = size_t(status.st_size);
      mapFile(file.number);
    } else {
      readStream(file.number, path);
    }
  } catch (...) {
    if (text)
      munmap(const_cast<char *>(text), mapped);
    throw;
  }
}

bool Mapping::isCurrent(const std::string &path) const {
  struct stat now;
  if (stat(path.c_str(), &now) != 0 || now.st_dev != status.st_dev ||
      now.st_ino != status.st_ino)
    return false;
  // A pipe has no content to compare, and can be read only once.
  return !S_ISREG(now.st_mode) ||
         (now.st_size == status.st_size &&
          now.st_mtim.tv_sec == status.st_mtim.tv_sec &&
          now.st_mtim.tv_nsec == status.st_mtim.tv_nsec);
}

Mapping::~Mapping() { munmap(const_cast<char *>(text), mapped); }

} // namespace encke::rt
