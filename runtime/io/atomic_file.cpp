//===- atomic_file.cpp - a file that is whole or not there ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/atomic_file.h"
#include "core/error.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace encke::rt {

static std::string directoryOf(const std::string &path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

/// The file that `path` names, through links; `path` itself when it is new.
static std::string resolve(const std::string &path) {
  char *real = realpath(path.c_str(), nullptr);
  std::string resolved = real ? real : path;
  std::free(real);
  return resolved;
}

/// What a file made by open() would be allowed.
static mode_t defaultMode() {
  mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

void AtomicFile::fail(const char *action) {
  throw identified(id::unwritableFile,
                   Error(path, std::string("cannot ") + action + ": " +
                                   std::strerror(errno)));
}

AtomicFile::AtomicFile(const std::string &path)
    : path(path), target(resolve(path)) {
  struct stat old;
  mode_t mode = defaultMode();
  if (stat(target.c_str(), &old) == 0) {
    if (!S_ISREG(old.st_mode))
      throw identified(id::unwritableFile,
                       Error(path, "cannot write: not a regular file"));
    mode = old.st_mode & 0777;
  }
  std::string pattern = directoryOf(target) + "/.encke-XXXXXX";
  int descriptor = mkostemp(pattern.data(), O_CLOEXEC);
  if (descriptor < 0)
    fail("write");
  temporary = pattern;
  file = fdopen(descriptor, "w");
  if (!file)
    close(descriptor);
  if (!file || fchmod(descriptor, mode) != 0) {
    int code = errno;
    if (file)
      std::fclose(file);
    unlink(temporary.c_str());
    errno = code;
    fail("write");
  }
}

void AtomicFile::commit() {
  if (fsync(fileno(file)) != 0)
    fail("write");
  int closed = std::fclose(file);
  file = nullptr;
  if (closed != 0)
    fail("write");
  if (rename(temporary.c_str(), target.c_str()) != 0)
    fail("replace the old file");
  temporary.clear();
  // The new name is durable once its directory is; not every file system
  // can promise that.
  int directory = open(directoryOf(target).c_str(), O_RDONLY | O_CLOEXEC);
  if (directory >= 0) {
    fsync(directory);
    close(directory);
  }
}

AtomicFile::~AtomicFile() {
  if (file)
    std::fclose(file);
  if (!temporary.empty())
    unlink(temporary.c_str());
}

} // namespace encke::rt
