//===- Stderr.h - what goes to a terminal -----------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_UNIT_RUNTIME_STDERR_H
#define ENCKE_TESTS_UNIT_RUNTIME_STDERR_H

#include <gtest/gtest.h>

#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <string>
#include <unistd.h>

namespace encke::test {

/// Replaces stderr by one end of a terminal or of a pipe.
class Stderr {
public:
  explicit Stderr(bool isTerminal) {
    int ends[2];
    int status = isTerminal
                     ? openpty(&ends[0], &ends[1], nullptr, nullptr, nullptr)
                     : pipe(ends);
    EXPECT_EQ(status, 0);
    reader = ends[0];
    fcntl(reader, F_SETFL, O_NONBLOCK);
    saved = dup(STDERR_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[1]);
  }
  /// Puts the old one back. Returns what has been written.
  std::string take() {
    std::fflush(stderr);
    std::string text;
    char part[4096];
    pollfd ready = {reader, POLLIN, 0};
    while (poll(&ready, 1, 100) > 0 && ready.revents & POLLIN) {
      ssize_t got = read(reader, part, sizeof(part));
      if (got <= 0)
        break;
      text.append(part, size_t(got));
    }
    dup2(saved, STDERR_FILENO);
    close(saved);
    close(reader);
    return text;
  }

private:
  int reader, saved;
};

} // namespace encke::test

#endif // ENCKE_TESTS_UNIT_RUNTIME_STDERR_H
