//===- ProgressTest.cpp - the bar of a long read --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stderr.h"
#include "Support.h"

#include "core/progress.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <unistd.h>

using namespace encke::rt;
using namespace encke::test;

namespace {

TEST(Progress, Line) {
  EXPECT_EQ(progressLine("reading a.mtx", 50, 100),
            "reading a.mtx [###############...............]  50 %");
  EXPECT_EQ(progressLine("reading a.mtx", 50000000, 100000000, 2),
            "reading a.mtx [###############...............]  50 %  25.0 MB/s, "
            "2 s left");
  EXPECT_EQ(progressLine("writing a.mtx", 4000, 8000, 2, "entries"),
            "writing a.mtx [###############...............]  50 %  2.0 k "
            "entries/s, 2 s left");
  EXPECT_EQ(progressLine("compiling", 1, 4, 60, "kernels"),
            "compiling [#######.......................]  25 %  0.0 kernels/s, "
            "3 min 0 s left");
  EXPECT_EQ(
      progressLine("computing", 1, 101, 80, ""),
      "computing [..............................]   0 %  2 h 13 min left");
  EXPECT_EQ(progressLine("x", 3, 2),
            "x [##############################] 100 %");
  EXPECT_EQ(progressLine("computing", 0, 0, 12.3), "computing, 12 s");
}

/// What reading a file of several chunks writes on stderr when a bar comes
/// after `delay` seconds.
std::string written(bool isTerminal, double delay) {
  static std::string path;
  Directory directory;
  std::string text = "%%MatrixMarket matrix array real general\n100000 3\n";
  for (int64_t n = 0; n != 300000; ++n)
    text += std::to_string(n % 1000) + "\n";
  path = directory.write("a.mtx", text);
  double usual = std::exchange(Progress::delay, delay);
  Stderr stderrNow(isTerminal);
  encke_options options = defaultOptions();
  int status = encke_main([] { readTensor("f64 4 4 D0 D1", path.c_str()); },
                          &options, nullptr, 0);
  std::string found = stderrNow.take();
  Progress::delay = usual;
  EXPECT_EQ(status, 0) << found;
  for (size_t at; (at = found.find(path)) != std::string::npos;)
    found.replace(at, path.size(), "a.mtx");
  return found;
}

TEST(Progress, IsDrawnOnATerminalAndTakenAway) {
  std::string clear = "\r\033[K";
  std::string found = written(/*isTerminal=*/true, /*delay=*/0);
  std::string first = clear + "reading a.mtx [#";
  EXPECT_EQ(found.substr(0, first.size()), first);
  ASSERT_GT(found.size(), 2 * clear.size());
  EXPECT_EQ(found.substr(found.size() - clear.size()), clear);
  EXPECT_NE(found[found.size() - clear.size() - 1], '\n');
}

/// Also where nothing advances; what is printed takes the line away.
TEST(Progress, GoesOnByItself) {
  double usual = std::exchange(Progress::delay, 0);
  Stderr stderrNow(/*isTerminal=*/true);
  {
    Progress outer("computing");
    Progress inner("storing", 4, "entries");
    inner.advance(2);
    std::this_thread::sleep_for(std::chrono::milliseconds(350));
    Progress::clear();
    std::fputs("printed", stderr);
  }
  std::string found = stderrNow.take();
  Progress::delay = usual;
  std::string line = "\r\033[Kstoring [###############...............]  50 %";
  size_t first = found.find(line);
  EXPECT_EQ(first, 0u) << found;
  EXPECT_NE(found.find(line, first + 1), std::string::npos) << found;
  size_t printed = found.find("\r\033[Kprinted");
  EXPECT_NE(printed, std::string::npos) << found;
}

/// A loop in chunks tells how far it is, by the ends of these that are asked
/// for.
TEST(Progress, OfParallelLoops) {
  double usual = std::exchange(Progress::delay, 0);
  Stderr stderrNow(/*isTerminal=*/true);
  {
    Progress computing("computing");
    for (int64_t chunk : {0, 1, 1, 2})
      encke_loop_split(nullptr, 0, 0, 100, chunk, /*chunks=*/8, 1, 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
  }
  std::string found = stderrNow.take();
  Progress::delay = usual;
  EXPECT_NE(found.find("computing [#######.......................]  25 %  "),
            std::string::npos)
      << found;
}

TEST(Progress, NotForAShortRead) {
  EXPECT_EQ(Progress::delay, 1);
  EXPECT_EQ(written(/*isTerminal=*/true, /*delay=*/60), "");
}

TEST(Progress, NotOnAPipe) {
  EXPECT_EQ(written(/*isTerminal=*/false, /*delay=*/0), "");
}

} // namespace
