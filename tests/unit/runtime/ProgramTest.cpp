//===- ProgramTest.cpp - running programs, their errors and their context -===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include "core/array.h"
#include "core/context.h"
#include "core/memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace encke::test;

namespace {

TEST(Program, Succeeds) {
  Outcome outcome = runProgram([] { encke_print_i64(1); });
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "1\n");
  EXPECT_EQ(outcome.err, "");
}

TEST(Program, WritesJSONWhateverAFileIsCalled) {
  encke_options options = defaultOptions();
  options.json_diagnostics = 1;
  Outcome outcome = runProgram(
      [] { encke_file_path("no/\xff\u00e4\"\xc3.mtx", "p.ta:1:1"); }, options);
  EXPECT_EQ(outcome.err,
            "{\"file\":\"p.ta\",\"line\":1,\"column\":1,\"severity\":"
            "\"error\",\"id\":\"unreadable-file\",\"message\":\"cannot open "
            "'no/\\\\xff\u00e4\\\"\\\\xc3.mtx': No such file or directory\","
            "\"notes\":[]}\n");
}

TEST(Program, FailsAndRunsAgain) {
  bool after = false;
  for (int round = 0; round != 3; ++round) {
    Outcome outcome = runProgram([&] {
      encke_tensor *tensor = encke_tensor_new("f64 4 4 D0");
      encke_tensor_set_size(tensor, 0, 1000);
      encke_random(tensor, 1);
      encke_size_begin("i");
      encke_print_i64(round);
      encke_fail("p.ta:3:4", "no way");
      after = true;
    });
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, std::to_string(round) + "\n");
    EXPECT_EQ(outcome.err, "p.ta:3:4: error: no way\n");
  }
  EXPECT_FALSE(after);
  EXPECT_EQ(runProgram([] { encke_fail(nullptr, "no way"); }).err,
            "error: no way\n");
}

TEST(Program, WarnsOfDataFilesThatAreNotRead) { // L12
  Directory directory;
  std::string a = directory.write("a.tns", "1 1.5\n");
  Outcome outcome = runProgram([] { encke_file_argument(1, nullptr); },
                               defaultOptions(), {"none.mtx", a.c_str()});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err,
            "warning: data file 'none.mtx' was given, but the program does not "
            "read it: there is no read(0)\n");
}

// A pipe can be read once: what a compiler peeks is what the program reads.
TEST(Program, ReadsWhatWasPeeked) {
  for (const char *text : {"2 1.5\n", "%%MatrixMarket matrix array real "
                                      "general\n2 1\n0\n1.5\n"}) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    ASSERT_EQ(write(ends[1], text, strlen(text)), ssize_t(strlen(text)));
    close(ends[1]);
    std::string path = "/dev/fd/" + std::to_string(ends[0]);
    int64_t sizes[2], entries;
    encke_options options = defaultOptions();
    int32_t order;
    EXPECT_EQ(encke_peek_file(path.c_str(), &options, sizes, 2, &order,
                              &entries, nullptr, 0),
              0);
    EXPECT_EQ(encke_needs_wide_indices(path.c_str(), &options), 0);
    Outcome outcome = readAndPrint("f64 4 4 C0", path);
    EXPECT_EQ(outcome.out.substr(outcome.out.find('\n')), "\n1 1.5\n")
        << outcome.err;
    close(ends[0]);
  }
}

TEST(Program, DoesNotNest) {
  int inner = 0;
  static int *result;
  result = &inner;
  Outcome outcome =
      runProgram([] { *result = encke_main([] {}, nullptr, nullptr, 0); });
  EXPECT_EQ(inner, 2);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "error: a program is already running\n");
}

TEST(Program, OutOfMemory) {
  Outcome outcome = runProgram([] {
    encke_tensor *tensor = encke_tensor_new("f64 4 4 D0 D1");
    encke_tensor_set_size(tensor, 0, int64_t(1) << 26);
    encke_tensor_set_size(tensor, 1, int64_t(1) << 26);
    encke_random(tensor, 1);
  });
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err,
            "error: out of memory: 36028797018963968 bytes were needed at "
            "once\n");
  outcome = runProgram([] {
    encke_tensor *tensor = encke_tensor_new("f64 4 4 D0 D1");
    encke_tensor_set_size(tensor, 0, int64_t(1) << 40);
    encke_tensor_set_size(tensor, 1, int64_t(1) << 40);
    encke_random(tensor, 1);
  });
  EXPECT_EQ(outcome.status, 2);
}

TEST(Program, BuffersAreCheckedBeforeTheyAreMade) {
  Outcome outcome = runProgram([] {
    encke_buffer_check("the dense tensor 'A'", 8, 2, int64_t(3), int64_t(5));
    encke_buffer_check("a workspace", 8, 0);
    encke_buffer_check("a dense temporary", 8, 3, int64_t(1) << 40,
                       int64_t(1) << 40, int64_t(0));
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  outcome = runProgram([] {
    encke_mark_place("p.ta:2:3");
    encke_buffer_check("the dense tensor 'A'", 8, 2, int64_t(1) << 22,
                       int64_t(1) << 23);
  });
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err.find("p.ta:2:3: error: out of memory: the dense tensor "
                             "'A' of 4194304 x 8388608 takes 256 TiB, more "
                             "than this machine has\n"),
            0u)
      << outcome.err;
  // Products that overflow, once and several times.
  outcome = runProgram([] {
    encke_buffer_check("a workspace", 16, 2, int64_t(1) << 62, int64_t(4));
  });
  EXPECT_EQ(outcome.err.find("error: out of memory: a workspace of "
                             "4611686018427387904 x 4 takes more than 2^56 "
                             "bytes, more than this machine has\n"),
            0u)
      << outcome.err;
  outcome = runProgram([] {
    encke_buffer_check("a workspace", 8, 3, int64_t(1) << 60, int64_t(16),
                       int64_t(1) << 60);
  });
  EXPECT_EQ(outcome.status, 2);
}

TEST(Memory, IsCountedInTheUnitsOfTwo) {
  EXPECT_EQ(encke::rt::bytesAsText(0), "0 B");
  EXPECT_EQ(encke::rt::bytesAsText(1023), "1023 B");
  EXPECT_EQ(encke::rt::bytesAsText(1536), "1.5 KiB");
  EXPECT_EQ(encke::rt::bytesAsText(uint64_t(298) << 30), "298 GiB");
}

TEST(Memory, IsNotMoreThanThereIs) {
  EXPECT_GT(encke::rt::memoryOfMachine(), uint64_t(1) << 20);
  EXPECT_GT(encke::rt::freeMemory(), 0u);
  EXPECT_TRUE(encke::rt::mayAllocate(1 << 20));
  EXPECT_FALSE(encke::rt::mayAllocate(encke::rt::memoryOfMachine() + 1));
}

// L37
TEST(Program, ErrorsAreAtTheMarkedPlace) {
  auto fail = [] { _mlir_memref_to_llvm_alloc(INT64_MAX); };
  Outcome outcome = runProgram([] {
    encke_mark_place("p.ta:1:1");
    encke_mark_place("p.ta:2:3");
    _mlir_memref_to_llvm_alloc(INT64_MAX);
  });
  EXPECT_EQ(outcome.err.find("p.ta:2:3: error: out of memory"), 0u)
      << outcome.err;
  // A place that is given is the better one.
  outcome = runProgram([] {
    encke_mark_place("p.ta:1:1");
    encke_fail("p.ta:2:9", "no");
  });
  EXPECT_EQ(outcome.err, "p.ta:2:9: error: no\n");
  // The place ends with its program.
  outcome = runProgram(fail);
  EXPECT_EQ(outcome.err.find("error: out of memory"), 0u) << outcome.err;
}

TEST(Program, AFullOutputIsAnError) {
  int full = open("/dev/full", O_WRONLY);
  if (full < 0)
    GTEST_SKIP() << "no /dev/full";
  fflush(stdout);
  int saved = dup(1);
  dup2(full, 1);
  testing::internal::CaptureStderr();
  int status = encke_main([] { encke_print_i64(1); }, nullptr, nullptr, 0);
  std::string message = testing::internal::GetCapturedStderr();
  dup2(saved, 1);
  close(saved);
  close(full);
  clearerr(stdout);
  EXPECT_EQ(status, 2);
  EXPECT_EQ(message, "error: cannot write the standard output: No space "
                     "left on device\n");
}

TEST(Program, DataFiles) { // L12
  Directory directory;
  std::string one = directory.write("1.tns", "1 1.5\n");
  std::string two = directory.write("2.tns", "1 2.5\n");
  static int64_t wanted;
  auto readWanted = [] {
    encke_tensor *tensor = encke_tensor_new("f64 4 4 D0");
    encke_tensor_set_size(tensor, 0, 1);
    encke_read(tensor, encke_file_argument(wanted, "p.ta:1:1"), 0, nullptr);
    encke_print(tensor, "A");
  };
  auto read = [&](int64_t n, const std::vector<const char *> &files) {
    wanted = n;
    Outcome outcome = runProgram(readWanted, defaultOptions(), files);
    return outcome.status == 0 ? outcome.out : outcome.err;
  };
  EXPECT_EQ(read(1, {one.c_str(), two.c_str()}), "# A: 1 double\n2.5\n");
  EXPECT_EQ(read(0, {}),
            "p.ta:1:1: error: no data file for read(0): name it on the command "
            "line (0 given), or set SPARSE_FILE_NAME0\n");
  setenv("SPARSE_FILE_NAME", one.c_str(), 1);
  EXPECT_EQ(read(0, {}), "# A: 1 double\n1.5\n");
  setenv("SPARSE_FILE_NAME0", two.c_str(), 1);
  EXPECT_EQ(read(0, {}), "# A: 1 double\n2.5\n");
  EXPECT_EQ(read(0, {one.c_str()}), "# A: 1 double\n1.5\n");
  unsetenv("SPARSE_FILE_NAME");
  unsetenv("SPARSE_FILE_NAME0");
  EXPECT_EQ(read(0, {"/nonexistent/a.mtx"}),
            "p.ta:1:1: error: cannot open '/nonexistent/a.mtx': No such file "
            "or directory\n");
  EXPECT_EQ(read(0, {"/"}), "p.ta:1:1: error: cannot read '/': Is a "
                            "directory\n");
}

TEST(Program, AFileIsOpenedOnce) {
  Directory directory;
  std::string path = directory.write("a.tns", "1 1.5\n");
  runProgram([&] {
    encke_file *file = encke_file_path(path.c_str(), nullptr);
    EXPECT_EQ(encke_file_path(path.c_str(), nullptr), file);
  });
}

// Its text cannot be mapped.
// A loop may read and write files any number of times: what the program keeps
// of them, and has to look through, is one record for each path.
TEST(Program, KeepsOneRecordOfAFileThatIsReadAgain) { // L12
  Directory directory;
  std::string a = directory.write("a.tns", "1 1.5\n4 -2\n");
  std::string b = directory.path("b.tns");
  Outcome outcome = runProgram([&] {
    auto &context = encke::rt::Context::current();
    encke_file *first = encke_file_path(a.c_str(), nullptr);
    for (int64_t round = 0; round != 300; ++round) {
      encke_tensor *tensor = readTensor("f64 4 4 C0", a.c_str());
      encke_write(tensor, b.c_str(), nullptr);
      encke_tensor *copy = readTensor("f64 4 4 D0", b.c_str());
      EXPECT_EQ(static_cast<double *>(copy->values)[3], -2);
      encke_tensor_free(tensor);
      encke_tensor_free(copy);
    }
    EXPECT_EQ(context.files.size(), 2u);
    EXPECT_EQ(context.sizes.size(), 0u);
    EXPECT_EQ(context.tensors.size(), 0u);
    // What the program holds is the record of the path.
    EXPECT_EQ(encke_file_path(a.c_str(), nullptr), first);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(Program, ReadsAPipe) {
  Directory directory;
  std::string path = directory.path("a.tns");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  pthread_t writer;
  auto write = [](void *argument) -> void * {
    FILE *pipe = fopen(static_cast<const char *>(argument), "w");
    for (int i = 1; i <= 200000; ++i)
      fprintf(pipe, "%d %d\n", i, i);
    fclose(pipe);
    return nullptr;
  };
  ASSERT_EQ(
      pthread_create(&writer, nullptr, write, const_cast<char *>(path.c_str())),
      0);
  Outcome outcome = runProgram([&] {
    encke_tensor *tensor = readTensor("f64 4 4 D0", path.c_str());
    EXPECT_EQ(tensor->value_count, 200000);
    EXPECT_EQ(static_cast<double *>(tensor->values)[199999], 200000);
  });
  pthread_join(writer, nullptr);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(Program, TimesAreATableOnStderr) {
  encke_options options = defaultOptions();
  options.time = 1;
  Outcome outcome = runProgram(
      [] {
        for (int i = 0; i != 3; ++i) {
          encke_time_begin("p.ta:1:1", "a = 1");
          encke_time_begin("p.ta:22:1", "b = 2");
        }
      },
      options);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("       3  p.ta:1:1   a = 1\n"), std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("       3  p.ta:22:1  b = 2\n"),
            std::string::npos);
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 4);
  EXPECT_EQ(runProgram([] { encke_time_begin("p.ta:1:1", "a"); }).err, "");
}

TEST(Program, TimeIsMonotonic) {
  double start = encke_get_time();
  EXPECT_GE(encke_get_time(), start);
}

/// random(seed) of that format, of size 2 in every mode, printed.
std::string randomText(const char *format, int64_t seed) {
  return runProgram([&] {
           encke_tensor *tensor = encke_tensor_new(format);
           for (int32_t mode = 0; mode != tensor->order; ++mode)
             encke_tensor_set_size(tensor, mode, 2);
           encke_random(tensor, seed);
           encke_print(tensor, "r");
         })
      .out;
}

TEST(Random, IsTheSameEverywhere) { // L15
  EXPECT_EQ(randomText("f64 4 4 D0 D1", 1), randomText("f64 4 4 D1 D0", 1));
  EXPECT_NE(randomText("f64 4 4 D0 D1", 1), randomText("f64 4 4 D0 D1", 2));
  // Fixed for ever: programs and their expected results rely on it.
  EXPECT_EQ(randomText("f64 4 4 D0", 0),
            "# r: 2 double\n0.8833108082136426\n0.43152799704850997\n");
  EXPECT_EQ(randomText("f32 4 4 D0", 0),
            "# r: 2 float\n0.8833108\n0.43152797\n");
}

TEST(Random, IsUniform) {
  runProgram([] {
    encke_tensor *tensor = encke_tensor_new("f64 4 4 D0");
    encke_tensor_set_size(tensor, 0, 100000);
    encke_random(tensor, 7);
    const double *values = static_cast<double *>(tensor->values);
    double sum = 0;
    int64_t tenths[10] = {};
    for (int64_t i = 0; i != 100000; ++i) {
      ASSERT_GE(values[i], 0);
      ASSERT_LT(values[i], 1);
      sum += values[i];
      ++tenths[int(values[i] * 10)];
    }
    EXPECT_NEAR(sum / 100000, 0.5, 0.005);
    for (int64_t tenth : tenths)
      EXPECT_NEAR(double(tenth), 10000, 400);
  });
}

/// random(7, density) of a matrix of 4 x 6 of that format, printed.
std::string sparseText(const char *format, double density) {
  Outcome outcome = runProgram([&] {
    encke_tensor *tensor = encke_tensor_new(format);
    encke_tensor_set_size(tensor, 0, 4);
    encke_tensor_set_size(tensor, 1, 6);
    encke_random_sparse(tensor, density, 7, "p.ta:3:1");
    encke_print(tensor, "r");
  });
  return outcome.err + outcome.out.substr(outcome.out.find('\n') + 1);
}

TEST(Random, StoresAShareOfTheElements) { // L57
  auto lines = [](const std::string &text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  for (double density : {0.0, 0.1, 0.25, 0.5, 0.75, 1.0}) {
    std::string rows = sparseText("f64 4 4 D0 C1", density);
    EXPECT_EQ(lines(rows), std::llround(density * 24));
    EXPECT_EQ(rows, sparseText("f64 8 4 C1 C0", density));
  }
  // The values are those of the dense tensor, which prints four rows.
  std::string all = sparseText("f64 4 4 D0 C1", 1), dense;
  for (size_t at = 0; at != all.size();) {
    size_t end = all.find('\n', at), digit = all.rfind(' ', end);
    bool isLast = all[at + 2] == '5';
    dense += all.substr(digit + 1, end - digit - 1) + (isLast ? "\n" : " ");
    at = end + 1;
  }
  EXPECT_EQ(dense, sparseText("f64 4 4 D0 D1", 1));
  EXPECT_EQ(sparseText("f64 4 4 D0 C1", -0.5),
            "p.ta:3:1: error: a density is a number from 0 to 1, not -0.5\n");
  EXPECT_EQ(sparseText("f64 4 4 D0 C1", std::nan("")),
            "p.ta:3:1: error: a density is a number from 0 to 1, not nan\n");
}

TEST(Random, DrawsPlacesOfAHugeTensor) { // L57
  runProgram([] {
    encke_tensor *tensor = encke_tensor_new("f64 8 8 C0 C1 C2");
    constexpr int64_t size = int64_t(1) << 40, half = size / 2;
    for (int64_t mode = 0; mode != 3; ++mode)
      encke_tensor_set_size(tensor, mode, size);
    encke_random_sparse(tensor, std::ldexp(1000, -120), 7, nullptr);
    EXPECT_EQ(tensor->value_count, 1000);
    // Uniform: about one half of the coordinates in each half.
    const auto *first = static_cast<const int64_t *>(tensor->levels[0].crd);
    EXPECT_NEAR(double(std::lower_bound(first, first + 1000, half) - first),
                500, 60);
  });
}

TEST(Random, NeedsADenseFloatingPointTensor) {
  auto error = [](const char *format) {
    return runProgram([&] { encke_random(encke_tensor_new(format), 1); }).err;
  };
  EXPECT_EQ(error("f64 4 4 D0 C1"),
            "error: random() fills dense tensors only\n");
  EXPECT_EQ(error("i64 4 4 D0"), "error: random() gives values in [0, 1), "
                                 "which int cannot hold\n");
}

} // namespace
