//===- ChildProcess.cpp - work that may hang or crash ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ChildProcess.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace encke;

using Clock = std::chrono::steady_clock;

/// In the child. Does not return.
[[noreturn]] static void run(int found, int errors,
                             const std::function<int(int)> &work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // A crash is for the parent to tell, in its words, and leaves nothing.
  for (int number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL})
    std::signal(number, SIG_DFL);
  rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  int nothing = open("/dev/null", O_WRONLY);
  dup2(nothing, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  int status = work(found);
  std::fflush(nullptr);
  std::_Exit(status);
}

/// Appends what can be read, which may be cut. False at the end.
static bool readSome(int from, std::string &into) {
  std::array<char, 4096> buffer;
  ssize_t count = read(from, buffer.data(), buffer.size());
  if (count < 0)
    return errno == EINTR || errno == EAGAIN;
  into.append(buffer.data(), size_t(count));
  return count != 0;
}

/// Until both ends are closed, or the time is over.
static bool readAll(std::array<int, 2> from, std::array<std::string *, 2> into,
                    Clock::time_point end) {
  std::array<bool, 2> isOpen = {true, true};
  while (isOpen[0] || isOpen[1]) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - Clock::now());
    if (left.count() <= 0)
      return false;
    std::array<pollfd, 2> waiting;
    for (unsigned number : {0U, 1U})
      waiting[number] = {isOpen[number] ? from[number] : -1, POLLIN, 0};
    if (poll(waiting.data(), waiting.size(), int(left.count())) < 0)
      continue;
    for (unsigned number : {0U, 1U})
      if (waiting[number].revents != 0)
        isOpen[number] = readSome(from[number], *into[number]);
  }
  return true;
}

ChildEnd encke::runInChild(double seconds,
                           const std::function<int(int)> &work) {
  ChildEnd end;
  auto fail = [&] {
    end.status = 1;
    end.errors = "cannot start a process";
    return end;
  };
  int found[2], errors[2];
  if (pipe2(found, O_CLOEXEC) != 0)
    return fail();
  if (pipe2(errors, O_CLOEXEC) != 0) {
    close(found[0]);
    close(found[1]);
    return fail();
  }
  // What is in buffers would be written twice.
  std::fflush(nullptr);
  pid_t child = fork();
  if (child == 0)
    run(found[1], errors[1], work);
  close(found[1]);
  close(errors[1]);
  if (child > 0) {
    auto limit = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(seconds));
    end.isLate = !readAll({found[0], errors[0]}, {&end.found, &end.errors},
                          Clock::now() + limit);
    if (end.isLate)
      kill(child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status))
      end.status = WEXITSTATUS(status);
    else if (!end.isLate)
      end.signal = WTERMSIG(status);
  }
  close(found[0]);
  close(errors[0]);
  if (child < 0)
    return fail();
  // The last line may be cut.
  end.found.resize(end.found.rfind('\n') + 1);
  return end;
}

std::string encke::getFirstMessage(const std::string &errors) {
  static const std::string mark = "error: ";
  size_t begin = errors.find(mark);
  begin = begin == std::string::npos ? errors.find_first_not_of(" \n")
                                     : begin + mark.size();
  if (begin == std::string::npos)
    return "";
  return errors.substr(begin, errors.find('\n', begin) - begin);
}
