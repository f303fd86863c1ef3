//===- TargetTest.cpp - targets as text -----------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/TargetText.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace encke::cost;

/// The mistakes of the text, in order.
static std::vector<std::string> parse(llvm::StringRef text, Target &target) {
  std::vector<std::string> mistakes;
  parseTarget(text, target,
              [&](llvm::StringRef where, const std::string &message) {
                EXPECT_GE(where.begin(), text.begin());
                EXPECT_LE(where.end(), text.end());
                mistakes.push_back(where.str() + ": " + message);
              });
  return mistakes;
}

static std::string print(const Target &target) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printTarget(os, target);
  return text;
}

TEST(TargetTest, IsReadAsItIsPrinted) {
  Target target;
  target.l1Bytes = 48 << 10;
  target.cores = 64;
  target.memoryRate = 23.25;
  target.taskTime = 4100;
  Target read;
  EXPECT_EQ(parse(print(target), read), std::vector<std::string>());
  EXPECT_EQ(read, target);
  EXPECT_NE(read, Target());
}

TEST(TargetTest, WhatIsNotSaidStays) {
  Target target;
  target.cores = 7;
  EXPECT_TRUE(parse(" # nothing\r\n\n  vector_registers=32 # many\r\n", target)
                  .empty());
  EXPECT_EQ(target.vectorRegisters, 32);
  EXPECT_EQ(target.cores, 7);
  EXPECT_EQ(target.l2Bytes, Target().l2Bytes);
  EXPECT_TRUE(parse("", target).empty());
}

TEST(TargetTest, MistakesAreFoundWhereTheyAre) {
  Target target;
  EXPECT_EQ(parse("l2 = 3\nfoo\ncores = x\ncores = 3", target),
            (std::vector<std::string>{
                "l2: a target has no 'l2'; encke --print-target shows what it "
                "has",
                "foo: a line is 'name = number'", "x: 'x' is not a number",
                "cores: 'cores' is said twice"}));
  EXPECT_EQ(parse("L2_cache_size_in_bytes = 2048", target).front(),
            ": a cache is no smaller than the one before: L1 has 32768 bytes, "
            "L2 2048, L3 33554432");
}

TEST(TargetTest, ValuesHaveBounds) {
  Target target;
  for (const TargetEntry &entry : getTargetEntries()) {
    EXPECT_EQ(findTargetEntry(entry.name), &entry);
    EXPECT_EQ(entry.set(target, entry.most), "") << entry.name.str();
    for (double wrong :
         {entry.least - 1, entry.most + 1, std::nan(""), HUGE_VAL})
      EXPECT_NE(entry.set(target, wrong), "") << entry.name.str();
    EXPECT_EQ(entry.get(target), entry.most);
  }
}
