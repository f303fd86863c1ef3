//===- ArgumentsTest.cpp - the command line of a compiled program ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <gtest/gtest.h>

using namespace encke::test;

namespace {

struct Parsed {
  int status;
  encke_options options;
  std::vector<std::string> files;
  std::string out, err;
};

Parsed parse(std::vector<std::string> words) {
  words.insert(words.begin(), "prog");
  std::vector<char *> argv;
  for (std::string &word : words)
    argv.push_back(word.data());
  std::vector<const char *> files(argv.size());
  int32_t count = 0;
  Parsed parsed;
  parsed.options = defaultOptions();
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  parsed.status = encke_parse_arguments(int(argv.size()), argv.data(),
                                        &parsed.options, files.data(), &count);
  parsed.out = testing::internal::GetCapturedStdout();
  parsed.err = testing::internal::GetCapturedStderr();
  parsed.files.assign(files.begin(), files.begin() + count);
  return parsed;
}

TEST(Arguments, OptionsAndFiles) {
  Parsed parsed = parse({"a.mtx", "--print=storage", "--threads", "3", "-v",
                         "--tns", "comet", "--time", "--", "--b.mtx"});
  EXPECT_EQ(parsed.status, -1);
  EXPECT_EQ(parsed.files, (std::vector<std::string>{"a.mtx", "--b.mtx"}));
  EXPECT_EQ(parsed.options.storage_print, 1);
  EXPECT_EQ(parsed.options.threads, 3);
  EXPECT_EQ(parsed.options.verbose, 1);
  EXPECT_EQ(parsed.options.tns_dialect, 2);
  EXPECT_EQ(parsed.options.time, 1);
}

TEST(Arguments, Defaults) {
  Parsed parsed = parse({});
  EXPECT_EQ(parsed.status, -1);
  EXPECT_TRUE(parsed.files.empty());
  EXPECT_EQ(parsed.options.storage_print, 0);
  EXPECT_EQ(parsed.options.threads, 0);
}

TEST(Arguments, Help) {
  Parsed parsed = parse({"--help"});
  EXPECT_EQ(parsed.status, 0);
  EXPECT_EQ(parsed.out.find("usage: prog [options] [data files]\n"), 0u);
  for (const char *option :
       {"--print", "--tns", "--threads", "--time", "--verbose", "--help"})
    EXPECT_NE(parsed.out.find(option), std::string::npos) << option;
}

TEST(Arguments, Errors) {
  auto error = [](std::vector<std::string> words) {
    Parsed parsed = parse(std::move(words));
    EXPECT_EQ(parsed.status, 2);
    return parsed.err;
  };
  EXPECT_EQ(error({"--fast"}),
            "error: unknown option --fast (--help lists them)\n");
  EXPECT_EQ(error({"--print=x"}),
            "error: --print=x: expected one of: plain storage\n");
  EXPECT_EQ(error({"--threads", "0"}),
            "error: --threads 0: expected a number from 1\n");
  EXPECT_EQ(error({"--threads"}),
            "error: --threads : expected a number from 1\n");
}

} // namespace
