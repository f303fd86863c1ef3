//===- DataFilesTest.cpp - what the files in tests/data read as -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small files, right and wrong ones. For each, expected.tsv has what it holds,
// or the message with which it is refused.
//
//===----------------------------------------------------------------------===//

#include "FileOutcome.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

using namespace encke::test;

namespace {

const std::string folder = ENCKE_TEST_DATA;

/// By file, what expected.tsv says.
std::map<std::string, std::string> readExpectations() {
  std::map<std::string, std::string> expectations;
  std::ifstream table(folder + "/expected.tsv");
  for (std::string line; std::getline(table, line);) {
    size_t tab = line.find('\t');
    expectations[line.substr(0, tab)] = line.substr(tab + 1);
  }
  return expectations;
}

/// What the file reads as, in the words of expected.tsv.
std::string outcomeOf(const std::string &name, int32_t threads) {
  FileOutcome outcome = readOutcome(folder + "/" + name, threads);
  if (outcome.error.empty())
    return outcome.sizes + "\t" + outcome.contents;
  return "error\t" + outcome.error.substr(folder.size() + 1 + name.size());
}

TEST(DataFiles, AreReadOrRefusedAsExpected) {
  auto expectations = readExpectations();
  for (const auto &[name, expected] : expectations)
    for (int32_t threads : {1, 2})
      EXPECT_EQ(outcomeOf(name, threads), expected) << name;
}

TEST(DataFiles, EveryFileHasAnExpectation) {
  auto expectations = readExpectations();
  size_t files = 0;
  for (const auto &entry : std::filesystem::directory_iterator(folder)) {
    std::string extension = entry.path().extension().string();
    if (extension != ".mtx" && extension != ".tns")
      continue;
    ++files;
    EXPECT_EQ(expectations.count(entry.path().filename().string()), 1u)
        << entry.path();
  }
  EXPECT_EQ(files, expectations.size());
  EXPECT_GT(files, 90u);
}

} // namespace
