//===- page_watch.h - pages of a file that may go away ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whoever makes a mapped file shorter takes its last pages away, and the system
// answers a look at one of them with the signal SIGBUS.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_PAGE_WATCH_H
#define ENCKE_RUNTIME_IO_PAGE_WATCH_H

#include <cstddef>

namespace encke::rt {

struct WatchedPages;

/// As long as this exists, pages of a mapping that have gone away read as
/// zeros, on every thread, and that is remembered. The mapping must have begun
/// at a page, and must outlive this.
class PageWatch {
public:
  PageWatch(const char *begin, size_t bytes);
  ~PageWatch();
  PageWatch(const PageWatch &) = delete;
  PageWatch &operator=(const PageWatch &) = delete;

  bool lostPages() const;

private:
  WatchedPages *pages;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_PAGE_WATCH_H
