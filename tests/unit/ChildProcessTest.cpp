//===- ChildProcessTest.cpp - work that may hang or crash -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ChildProcess.h"

#include "gtest/gtest.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <unistd.h>

using namespace encke;

namespace {

constexpr double enough = 60; // seconds

TEST(ChildProcessTest, tellsWhatItFinds) {
  int here = 0;
  ChildEnd end = runInChild(enough, [&](int found) {
    here = 1;
    dprintf(found, "one\ntwo\n");
    std::printf("nobody reads this\n");
    std::fprintf(stderr, "p.ta:1:2: error: no\n");
    return 0;
  });
  EXPECT_TRUE(end.isRight());
  EXPECT_EQ(end.found, "one\ntwo\n");
  EXPECT_EQ(end.errors, "p.ta:1:2: error: no\n");
  EXPECT_EQ(here, 0);
}

TEST(ChildProcessTest, tellsHowItFails) {
  ChildEnd end = runInChild(enough, [](int) { return 7; });
  EXPECT_FALSE(end.isRight());
  EXPECT_EQ(end.status, 7);
  EXPECT_EQ(end.signal, 0);
}

TEST(ChildProcessTest, survivesACrash) {
  ChildEnd end = runInChild(enough, [](int found) {
    dprintf(found, "whole\ncut");
    std::raise(SIGSEGV);
    return 0;
  });
  EXPECT_FALSE(end.isRight());
  EXPECT_EQ(end.signal, SIGSEGV);
  EXPECT_EQ(end.found, "whole\n");
}

TEST(ChildProcessTest, endsWhatTakesTooLong) {
  auto begin = std::chrono::steady_clock::now();
  ChildEnd end = runInChild(0.2, [](int found) {
    dprintf(found, "begun\n");
    for (;;)
      pause();
    return 0;
  });
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  EXPECT_TRUE(end.isLate);
  EXPECT_FALSE(end.isRight());
  EXPECT_EQ(end.found, "begun\n");
  EXPECT_LT(took.count(), enough / 2);
}

TEST(ChildProcessTest, readsMoreThanAPipeHolds) {
  ChildEnd end = runInChild(enough, [](int found) {
    std::string line(999, 'x');
    for (int count = 0; count != 1000; ++count)
      dprintf(found, "%s\n", line.c_str());
    return 0;
  });
  EXPECT_TRUE(end.isRight());
  EXPECT_EQ(end.found.size(), 1000000U);
}

TEST(ChildProcessTest, findsTheFirstMessage) {
  EXPECT_EQ(getFirstMessage("p.ta:1:2: error: 'i' is unknown\n  a line\n"),
            "'i' is unknown");
  EXPECT_EQ(getFirstMessage("\nno place\nmore"), "no place");
  EXPECT_EQ(getFirstMessage("x: warning: a\nx: error: b\n"), "b");
  EXPECT_EQ(getFirstMessage(""), "");
}

} // namespace
