//===- ArgumentsTest.cpp - the command line of a compiled program ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <sched.h>
#include <sys/resource.h>

using namespace encke::test;

namespace {

struct Parsed {
  int status;
  encke_options options;
  std::vector<std::string> files, settings;
  std::string out, err;
};

Parsed parse(std::vector<std::string> words) {
  words.insert(words.begin(), "prog");
  std::vector<char *> argv;
  for (std::string &word : words)
    argv.push_back(word.data());
  std::vector<const char *> files(argv.size()), settings(argv.size());
  int32_t count = 0;
  Parsed parsed;
  parsed.options = defaultOptions();
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  parsed.status = encke_parse_arguments(
      int(argv.size()), argv.data(), "data files:\n  0  A\n\n", &parsed.options,
      settings.data(), files.data(), &count);
  parsed.out = testing::internal::GetCapturedStdout();
  parsed.err = testing::internal::GetCapturedStderr();
  parsed.files.assign(files.begin(), files.begin() + count);
  parsed.settings.assign(settings.begin(),
                         settings.begin() + parsed.options.setting_count);
  return parsed;
}

TEST(Arguments, OptionsAndFiles) {
  Parsed parsed = parse({"a.mtx", "--print=storage", "--threads", "3", "-v",
                         "--tns", "comet", "--time", "--set", "k=2",
                         "--set=out=--x", "--", "--b.mtx"});
  EXPECT_EQ(parsed.status, -1);
  EXPECT_EQ(parsed.files, (std::vector<std::string>{"a.mtx", "--b.mtx"}));
  EXPECT_EQ(parsed.settings, (std::vector<std::string>{"k=2", "out=--x"}));
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
  EXPECT_NE(parsed.out.find("\n\ndata files:\n  0  A\n\noptions:\n"),
            std::string::npos);
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
            "error: --print=x: expected one of: plain storage levels "
            "json csv mtx\n");
  EXPECT_EQ(error({"--threads", "0"}),
            "error: --threads 0: expected a number from 1\n");
  EXPECT_EQ(error({"--threads"}),
            "error: --threads : expected a number from 1\n");
}

/// A variable of the environment, until the end of the test.
class Variable {
public:
  Variable(const char *name, const char *value) : name(name) {
    if (const char *before = std::getenv(name))
      old = before;
    setenv(name, value, 1);
  }
  ~Variable() {
    if (old)
      setenv(name, old->c_str(), 1);
    else
      unsetenv(name);
  }

private:
  const char *name;
  std::optional<std::string> old;
};

TEST(Arguments, ThreadsOfTheEnvironment) {
  {
    Variable threads("ENCKE_THREADS", "5");
    EXPECT_EQ(parse({}).options.threads, 5);
    EXPECT_EQ(parse({"--threads=2"}).options.threads, 2);
  }
  {
    Variable threads("ENCKE_THREADS", "");
    EXPECT_EQ(parse({"--threads=2"}).options.threads, 2);
    EXPECT_EQ(parse({}).options.threads, defaultOptions().threads);
  }
  for (const char *wrong : {"0", "-1", "2x", "70000"}) {
    Variable threads("ENCKE_THREADS", wrong);
    Parsed parsed = parse({"--threads=2"});
    EXPECT_EQ(parsed.status, 2);
    EXPECT_EQ(parsed.err, "error: ENCKE_THREADS=" + std::string(wrong) +
                              ": expected a number from 1\n");
  }
}

TEST(Arguments, DefaultThreads) {
  {
    Variable threads("OMP_NUM_THREADS", "7,2");
    EXPECT_EQ(encke_default_threads(), 7);
  }
  for (const char *nothing : {"", "0", "-3", "x"}) {
    Variable threads("OMP_NUM_THREADS", nothing);
    EXPECT_GE(encke_default_threads(), 1);
    EXPECT_LE(encke_default_threads(), 4096);
  }
}

TEST(Arguments, DefaultThreadsAreTheProcessorsOfTheProcess) {
  Variable threads("OMP_NUM_THREADS", "");
  cpu_set_t all, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof(all), &all), 0);
  EXPECT_EQ(encke_default_threads(), CPU_COUNT(&all));
  int first = 0;
  while (!CPU_ISSET(first, &all))
    ++first;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  EXPECT_EQ(encke_default_threads(), 1);
  ASSERT_EQ(sched_setaffinity(0, sizeof(all), &all), 0);
}

#ifndef __SANITIZE_ADDRESS__ // which needs all addresses
TEST(Arguments, DefaultThreadsFitTheAddresses) {
  Variable threads("OMP_NUM_THREADS", "");
  rlimit before, less;
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  less = before;
  less.rlim_cur = rlim_t(200) << 20;
  ASSERT_EQ(setrlimit(RLIMIT_AS, &less), 0);
  int32_t number = encke_default_threads();
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_EQ(number, 1);
}
#endif

// L59: what `--set` may give to which parameter.
TEST(Arguments, Settings) {
  const encke_program_parameter parameters[] = {{"k", "10", 0, 0, 0},
                                                {"tol", "1e-8", 1, 0, 0},
                                                {"fast", "true", 2, 0, 0},
                                                {"out", "y.mtx", 3, 0, 0},
                                                {"b", "4", 0, 1, 0}};
  auto check = [&](const char *setting, int isCompiled) -> std::string {
    encke_options options = defaultOptions();
    options.settings = &setting;
    options.setting_count = 1;
    char message[256] = "";
    int status = encke_check_settings(parameters, 5, &options, isCompiled,
                                      message, sizeof(message));
    EXPECT_EQ(status, *message ? 1 : 0);
    return message;
  };
  for (const char *good : {"k=-3", "tol=2", "tol=inf", "fast=0", "fast=true",
                           "out=", "out=a=b", "b=4"})
    EXPECT_EQ(check(good, 1), "");
  EXPECT_EQ(check("b=5", 0), "");
  EXPECT_EQ(check("b=5", 1),
            "'--set b=5': 'b' is a number of a format, which was fixed as 4 "
            "when the program was compiled: compile it with --set b=5");
  EXPECT_EQ(check("k=2.5", 1),
            "'--set k=2.5': 'k' is a whole number, such as 10");
  EXPECT_EQ(check("k=99999999999999999999", 1),
            "'--set k=99999999999999999999': 'k' is a whole number, such as "
            "10");
  EXPECT_EQ(check("tol=", 1), "'--set tol=': 'tol' is a number, such as 1e-8");
  EXPECT_EQ(check("fast=2", 1),
            "'--set fast=2': 'fast' is true or false, such as true");
  EXPECT_EQ(check("k", 1), "'--set k': a parameter is set by name=value");
  EXPECT_EQ(check("kk=1", 1), "'--set kk=1': there is no parameter 'kk'; the "
                              "program has k, tol, fast, out and b");
}

} // namespace
