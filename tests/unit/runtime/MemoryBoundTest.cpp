//===- MemoryBoundTest.cpp - the memory that reading takes ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <malloc.h>
#include <random>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace encke::test;

// Sanitizers reserve all addresses that there are.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ENCKE_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) ||     \
    __has_feature(thread_sanitizer)
#define ENCKE_SANITIZED
#endif
#endif

namespace {

constexpr int64_t rows = 70000, columns = 60000, count = 800000;

/// Distinct places in no order: about 25 MB with values of 17 digits.
std::string shuffledMatrix(bool integers) {
  std::mt19937_64 engine(11);
  std::vector<int64_t> places;
  while (int64_t(places.size()) < count) {
    while (int64_t(places.size()) < count)
      places.push_back(int64_t(engine() % uint64_t(rows * columns)));
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
  }
  for (size_t n = places.size(); n > 1; --n)
    std::swap(places[n - 1], places[engine() % n]);
  std::string text = std::string("%%MatrixMarket matrix coordinate ") +
                     (integers ? "integer" : "real") + " general\n" +
                     std::to_string(rows) + " " + std::to_string(columns) +
                     " " + std::to_string(count) + "\n";
  char line[64];
  for (int64_t place : places) {
    text += std::to_string(place / columns + 1) + ' ' +
            std::to_string(place % columns + 1) + ' ';
    double value = double(engine() >> 11) * 0x1p-53;
    std::snprintf(line, sizeof(line), integers ? "%.0f\n" : "%.16e\n",
                  integers ? value * 1e9 : value);
    text += line;
  }
  return text;
}

/// Writes the matrix in a process of its own, so that this one's heap stays
/// small. Returns the size of the file.
int64_t writeShuffled(const std::string &path, bool integers) {
  pid_t child = fork();
  if (child == 0) {
    std::ofstream(path, std::ios::binary) << shuffledMatrix(integers);
    _exit(0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  return int64_t(file.tellg());
}

/// The addresses that this process uses.
int64_t usedBytes() {
  std::ifstream status("/proc/self/statm");
  int64_t pages = 0;
  status >> pages;
  return pages * sysconf(_SC_PAGESIZE);
}

struct Result {
  int status;
  std::string err;
};

/// Reads the file into a format in a process that may use `bytes` more memory
/// than it has when it starts. There have to be so many elements.
Result readWithin(int64_t bytes, const std::string &path,
                  const char *formatText = "f64 4 4 D0 C1", int threads = 1,
                  int64_t elements = count) {
  Directory directory;
  std::string messages = directory.path("stderr");
  pid_t child = fork();
  if (child == 0) {
    static const char *file, *format;
    static int64_t expected;
    expected = elements;
    file = path.c_str();
    format = formatText;
    if (!std::freopen(messages.c_str(), "w", stderr))
      _exit(99);
    // Arrays shall not come from a heap that others have made large.
    mallopt(M_MMAP_THRESHOLD, 1 << 17);
    rlimit limit;
    limit.rlim_cur = limit.rlim_max = rlim_t(usedBytes() + bytes);
    setrlimit(RLIMIT_AS, &limit);
    encke_options options = defaultOptions();
    options.threads = threads;
    int status = encke_main(
        [] {
          if (readTensor(format, file)->value_count != expected)
            _exit(98);
        },
        &options, nullptr, 0);
    std::fflush(stderr);
    _exit(status);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, readFile(messages)};
}

TEST(MemoryBound, ReadingTakesTwiceTheResult) {
#ifdef ENCKE_SANITIZED
  GTEST_SKIP() << "no limits under a sanitizer";
#endif
  Directory directory;
  std::string path = directory.path("a.mtx");
  int64_t size = writeShuffled(path, /*integers=*/false);
  EXPECT_GT(size, 20000000);
  int64_t packed = count * 12 + (rows + 1) * 4;
  Result within = readWithin(packed * 22 / 10 + size, path);
  EXPECT_EQ(within.status, 0) << within.err;

  for (int64_t bytes : {size / 2, int64_t(1) << 20}) {
    Result result = readWithin(bytes, path);
    EXPECT_EQ(result.status, 2) << bytes;
    EXPECT_NE(result.err.find("error: "), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("memory"), std::string::npos) << result.err;
  }
}

// How many entries a text has is estimated before it is read.
TEST(MemoryBound, LinesWithoutEntriesTakeNoMemory) {
#ifdef ENCKE_SANITIZED
  GTEST_SKIP() << "no limits under a sanitizer";
#endif
  Directory directory;
  std::string path = directory.path("a.tns");
  int64_t size = 40000000;
  for (const char *line : {"\n", " \n", "\t\r\n", "#\n", " # 1 1 1\n"}) {
    {
      std::ofstream file(path, std::ios::binary);
      file << "1 1 1\n";
      while (file.tellp() < size)
        for (int n = 0; n != 10000; ++n)
          file << line;
      file << "2 3 2.5\n";
    }
    Result within = readWithin(size + (int64_t(6) << 20), path, "f64 4 4 C0 C1",
                               /*threads=*/1, /*elements=*/2);
    EXPECT_EQ(within.status, 0) << line << within.err;
  }
}

struct Element {
  const char *format;
  int64_t bytes;
  bool integers;
  int threads = 1;
};

class MemoryBoundOf : public ::testing::TestWithParam<Element> {};

// Of short elements no more is kept than of doubles: the file's text is parsed
// into arrays of them.
TEST_P(MemoryBoundOf, ShortElements) {
#ifdef ENCKE_SANITIZED
  GTEST_SKIP() << "no limits under a sanitizer";
#endif
  Directory directory;
  std::string path = directory.path("a.mtx");
  int64_t size = writeShuffled(path, GetParam().integers);
  int64_t packed = count * (4 + GetParam().bytes) + (rows + 1) * 4;
  // A second thread has a stack of 8 MB, and chunks of the text that wait.
  int64_t extra = (GetParam().threads - 1) * (int64_t(12) << 20);
  Result within = readWithin(packed * 22 / 10 + size + extra, path,
                             GetParam().format, GetParam().threads);
  EXPECT_EQ(within.status, 0) << within.err;
  Result result =
      readWithin(packed + size, path, GetParam().format, GetParam().threads);
  EXPECT_EQ(result.status, 2);
}

INSTANTIATE_TEST_SUITE_P(MemoryBound, MemoryBoundOf,
                         ::testing::Values(Element{"f32 4 4 D0 C1", 4, false},
                                           Element{"i32 4 4 D0 C1", 4, true},
                                           Element{"i64 4 4 D0 C1", 8, true},
                                           Element{"bool 4 4 D0 C1", 1, true},
                                           Element{"f64 4 4 D0 C1", 8, false,
                                                   2}));

} // namespace
