//===- atomic_file.cpp - a file that is whole or not there ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/atomic_file.h"
#include "core/error.h"

#include <algorithm>
#include <cerrno>
#include <climits>
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

/// What the link `path` says; empty if it is none.
static std::string linkTarget(const std::string &path) {
  char target[PATH_MAX];
  ssize_t length = readlink(path.c_str(), target, sizeof(target));
  return std::string(target, size_t(std::max<ssize_t>(length, 0)));
}

/// What a file made by open() would be allowed.
static mode_t defaultMode() {
  mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

/// By which an open file can be named, also when it has no name.
static std::string pathOf(int descriptor) {
  return "/proc/self/fd/" + std::to_string(descriptor);
}

void AtomicFile::fail(const char *action) {
  throw identified(id::unwritableFile,
                   Error(path, std::string("cannot ") + action + ": " +
                                   std::strerror(errno)));
}

/// The file that `path` names, through links; also one that is not there yet.
std::string AtomicFile::resolve() {
  std::string name = path;
  for (;;) {
    if (char *real = realpath(name.c_str(), nullptr)) {
      name = real;
      std::free(real);
      return name;
    }
    if (errno != ENOENT)
      fail("write");
    // A link in /proc may lead to what has no name, such as a pipe.
    bool isThere = access(name.c_str(), F_OK) == 0;
    std::string next = isThere ? "" : linkTarget(name);
    if (next.empty())
      return name;
    if (next[0] != '/')
      next.insert(0, directoryOf(name) + "/");
    name = next;
  }
}

/// A file that has no name yet, so that nothing stays of it when the process
/// ends; -1 where there are no such files, or no way to name them later.
static int openUnnamed(const std::string &directory) {
  int descriptor =
      open(directory.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (descriptor < 0 || access(pathOf(descriptor).c_str(), F_OK) == 0)
    return descriptor;
  close(descriptor);
  return -1;
}

AtomicFile::AtomicFile(const std::string &path)
    : path(path), target(resolve()) {
  struct stat old;
  mode_t mode = defaultMode();
  if (stat(target.c_str(), &old) == 0) {
    if (!S_ISREG(old.st_mode))
      throw identified(id::unwritableFile,
                       Error(path, "cannot write: not a regular file"));
    if (faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0)
      fail("write"); // to replace it needs no permission of its own
    mode = old.st_mode & 0777;
  }
  int descriptor = openUnnamed(directoryOf(target));
  if (descriptor < 0)
    descriptor = openNamed();
  file = fdopen(descriptor, "w");
  if (!file)
    close(descriptor);
  if (!file || fchmod(descriptor, mode) != 0) {
    int code = errno;
    if (file)
      std::fclose(file);
    if (!temporary.empty())
      unlink(temporary.c_str());
    errno = code;
    fail("write");
  }
}

/// Takes a name beside the file's place that is free. `take` returns whether it
/// could be taken, with errno.
template <typename Take>
void AtomicFile::takeTemporary(Take take) {
  std::string start =
      directoryOf(target) + "/.encke-" + std::to_string(getpid()) + "-";
  for (int number = 0;; ++number) {
    std::string name = start + std::to_string(number);
    if (take(name.c_str())) {
      temporary = name;
      return;
    }
    if (errno != EEXIST)
      fail("write");
  }
}

/// A file that has a name from the start.
int AtomicFile::openNamed() {
  int descriptor = -1;
  takeTemporary([&](const char *name) {
    descriptor = open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    return descriptor >= 0;
  });
  return descriptor;
}

/// Gives the file a name, since only a file with a name can replace another.
void AtomicFile::nameTemporary() {
  std::string from = pathOf(fileno(file));
  takeTemporary([&](const char *name) {
    return linkat(AT_FDCWD, from.c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) ==
           0;
  });
}

void AtomicFile::commit() {
  if (fsync(fileno(file)) != 0)
    fail("write");
  if (temporary.empty())
    nameTemporary();
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
