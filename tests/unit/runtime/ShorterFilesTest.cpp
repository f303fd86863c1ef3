//===- ShorterFilesTest.cpp - files cut off while they are read -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include "core/threads.h"
#include "io/data_file.h"
#include "io/page_watch.h"
#include "storage/entries.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace encke::rt;
using namespace encke::test;

namespace {

/// A file of many pages, mapped, without asking for any of them. The mapping
/// stays when the file becomes shorter.
class MappedFile {
public:
  explicit MappedFile(const Directory &directory)
      : path(directory.write("mapped", std::string(bytes, 'x'))) {
    int file = open(path.c_str(), O_RDONLY);
    text = static_cast<const char *>(
        mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file, 0));
    close(file);
  }
  ~MappedFile() { munmap(const_cast<char *>(text), bytes); }

  static constexpr size_t bytes = size_t(1) << 20;
  std::string path;
  const char *text;
};

/// Reads the volatile byte, so that no compiler leaves it out.
char look(const char *at) { return *static_cast<const volatile char *>(at); }

std::string longMatrix() {
  std::string text = "%%MatrixMarket matrix coordinate real general\n"
                     "100000 100000 100000\n";
  for (int i = 1; i <= 100000; ++i)
    text += std::to_string(i) + " " + std::to_string(i) + " 1.5\n";
  return text;
}

/// The error of reading a file that is cut off behind its first `left` bytes
/// between its header and its entries.
std::string errorOfCut(const std::string &path, size_t left, int32_t threads) {
  encke_options options = defaultOptions();
  options.threads = threads;
  encke_file file(path, options);
  EXPECT_EQ(truncate(path.c_str(), off_t(left)), 0);
  try {
    file.read({ENCKE_F64});
  } catch (const Error &error) {
    EXPECT_EQ(error.place, path);
    return error.reason;
  }
  return "none";
}

/// The text is watched as that of a file, which needs a descriptor of its own:
/// without one to be had the file is refused, not read unwatched.
TEST(ShorterFiles, WithoutADescriptorAreNotRead) {
  Directory directory;
  std::string path = directory.write("full.mtx", longMatrix());
  int last = open("/dev/null", O_RDONLY);
  rlimit old;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &old), 0);
  rlimit one = {rlim_t(last) + 1, old.rlim_max}; // `last` alone becomes free
  close(last);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &one), 0);
  std::string reason;
  try {
    encke_file file(path, defaultOptions());
  } catch (const Error &error) {
    reason = error.reason;
  }
  setrlimit(RLIMIT_NOFILE, &old);
  EXPECT_EQ(reason, "cannot open '" + path + "': Too many open files");
}

TEST(ShorterFiles, AreAnErrorOfTheFile) {
  Directory directory;
  std::string text = longMatrix();
  // At pages and within them: zeros follow there, and no signal comes.
  for (size_t left : {size_t(0), size_t(4096), size_t(200000), text.size() - 3})
    for (int32_t threads : {1, 4})
      EXPECT_EQ(errorOfCut(directory.write("cut.mtx", text), left, threads),
                "the file became shorter while it was read")
          << left << " bytes left, " << threads << " threads";
}

TEST(ShorterFiles, AnotherFileInTheirPlaceIsNone) {
  Directory directory;
  std::string path = directory.write("a.mtx", longMatrix());
  encke_file file(path, defaultOptions());
  ASSERT_EQ(rename(directory.write("b.mtx", "1 1 1\n").c_str(), path.c_str()),
            0);
  EXPECT_NO_THROW(file.read({ENCKE_F64}));
}

// Also on the threads that the runtime keeps, which take no other signals.
TEST(ShorterFiles, ReadAsZerosOnEveryThread) {
  Directory directory;
  MappedFile file(directory), other(directory);
  PageWatch outer(other.text, MappedFile::bytes);
  PageWatch watch(file.text, MappedFile::bytes);
  EXPECT_EQ(truncate(file.path.c_str(), 8192), 0);
  constexpr int32_t threads = 4;
  char ends[threads];
  onThreads(threads, [&](int32_t t) {
    ends[t] = look(file.text + MappedFile::bytes / threads * (t + 1) - 1);
  });
  for (char end : ends)
    EXPECT_EQ(end, 0);
  EXPECT_EQ(look(file.text + 8191), 'x');
  EXPECT_TRUE(watch.lostPages());
  EXPECT_EQ(look(other.text + 8191), 'x');
  EXPECT_FALSE(outer.lostPages());
}

int seen = 0;

void putZero(int, siginfo_t *info, void *) {
  ++seen;
  auto *place = static_cast<char *>(info->si_addr);
  char *page = place - reinterpret_cast<uintptr_t>(place) % 4096;
  if (mmap(page, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
           0) == MAP_FAILED)
    std::abort();
}

TEST(ShorterFiles, OtherFilesKeepTheirHandler) {
  Directory directory, anotherDirectory;
  MappedFile file(directory), other(anotherDirectory);
  EXPECT_EQ(truncate(other.path.c_str(), 0), 0);
  struct sigaction theirs = {}, before, after;
  theirs.sa_sigaction = putZero;
  theirs.sa_flags = SA_SIGINFO;
  ASSERT_EQ(sigaction(SIGBUS, &theirs, &before), 0);
  {
    PageWatch watch(file.text, MappedFile::bytes);
    EXPECT_EQ(look(other.text), 0);
    EXPECT_EQ(seen, 1);
    EXPECT_FALSE(watch.lostPages());
  }
  EXPECT_EQ(look(other.text + 8192), 0);
  EXPECT_EQ(seen, 2);
  ASSERT_EQ(sigaction(SIGBUS, &before, &after), 0);
  EXPECT_TRUE(after.sa_sigaction == putZero);
}

TEST(ShorterFiles, CopiesAreWhole) {
  Directory directory;
  std::string text = longMatrix(), path = directory.write("copy.mtx", text);
  for (int32_t threads : {1, 4}) {
    directory.write("copy.mtx", text);
    encke_options options = defaultOptions();
    options.threads = threads;
    encke_file file(path, options, FileBytes::Copied);
    EXPECT_EQ(truncate(path.c_str(), 0), 0);
    auto entries = std::get<Entries<int32_t>>(file.read({ENCKE_F64}));
    EXPECT_EQ(entries.values.size(), 100000);
  }
}

TEST(ShorterFiles, LookingAtCopiesInstallsNoHandler) {
  Directory directory;
  std::string path = directory.write("copy.mtx", longMatrix());
  auto handlerDuring = [&](FileBytes bytes) {
    struct sigaction during = {};
    encke_file file(path, defaultOptions(), bytes);
    file.whileWhole([&] { sigaction(SIGBUS, nullptr, &during); });
    return during.sa_sigaction;
  };
  struct sigaction before;
  sigaction(SIGBUS, nullptr, &before);
  EXPECT_TRUE(handlerDuring(FileBytes::Copied) == before.sa_sigaction);
  EXPECT_FALSE(handlerDuring(FileBytes::Mapped) == before.sa_sigaction);
}

TEST(ShorterFilesDeathTest, OtherMappingsEndTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  Directory directory, anotherDirectory;
  MappedFile file(directory), other(anotherDirectory);
  EXPECT_EQ(truncate(other.path.c_str(), 0), 0);
  auto lookElsewhere = [&] {
    signal(SIGBUS, SIG_DFL);
    PageWatch watch(file.text, MappedFile::bytes);
    std::exit(look(other.text));
  };
  EXPECT_EXIT(lookElsewhere(), testing::KilledBySignal(SIGBUS), "");
}

} // namespace
