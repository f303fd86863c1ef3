//===- WriteTest.cpp - writing files, and reading them back (L14) ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include "io/atomic_file.h"
#include "io/write_numpy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <limits>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace encke::test;

namespace {

class Write : public testing::Test {
protected:
  /// Reads the text into `format` and writes it to the file `name`.
  Outcome write(const std::string &text, const char *format,
                const std::string &name, const char *from = "in.mtx") {
    std::string input = directory.write(from, text), output = path(name);
    return runProgram([&] {
      encke_write(readTensor(format, input.c_str()), output.c_str(),
                  "p.ta:9:1");
    });
  }
  std::string written(const std::string &text, const char *format,
                      const std::string &name, const char *from = "in.mtx") {
    Outcome outcome = write(text, format, name, from);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return readFile(path(name));
  }
  std::string path(const std::string &name) { return directory.path(name); }

  Directory directory;
};

const std::string matrix = "%%MatrixMarket matrix coordinate real general\n"
                           "2 3 3\n1 1 1.5\n1 3 -0\n2 1 0.1\n";

TEST_F(Write, SparseMatrixMarket) {
  EXPECT_EQ(written(matrix, "f64 4 4 D0 C1", "out.mtx"), matrix);
}

TEST_F(Write, DenseMatrixMarket) {
  EXPECT_EQ(written(matrix, "f64 4 4 D0 D1", "out.mtx"),
            "%%MatrixMarket matrix array real general\n"
            "2 3\n1.5\n0.1\n0\n0\n-0\n0\n");
}

TEST_F(Write, Complex) {
  EXPECT_EQ(written(matrix, "c128 4 4 D0 C1", "out.mtx"),
            "%%MatrixMarket matrix coordinate complex general\n"
            "2 3 3\n1 1 1.5 0\n1 3 -0 0\n2 1 0.1 0\n");
  EXPECT_EQ(write(matrix, "c128 4 4 D0 C1", "out.tns").err,
            "p.ta:9:1: error: a .tns file holds no complex numbers; .mtx "
            "does\n");
}

TEST_F(Write, Vectors) { // L38
  std::string vector = "%%MatrixMarket matrix array real general\n"
                       "3 1\n1\n0\n2\n";
  EXPECT_EQ(written(vector, "f64 4 4 D0", "out.mtx"), vector);
  EXPECT_EQ(written(vector, "i64 4 4 C0", "sparse.mtx"),
            "%%MatrixMarket matrix coordinate integer general\n"
            "3 1 2\n1 1 1\n3 1 2\n");
}

TEST_F(Write, Tns) {
  EXPECT_EQ(written(matrix, "f64 4 4 D0 C1", "out.tns"),
            "1 1 1.5\n1 3 -0\n2 1 0.1\n");
  EXPECT_EQ(written("%%MatrixMarket matrix array real general\n1 2\n0\n3\n",
                    "f64 4 4 D0 D1", "dense.tns"),
            "1 1 0.0\n1 2 3\n");
}

// "4 4 1" would read back as COMET's header of one entry.
TEST_F(Write, TnsNeverLooksLikeAHeader) {
  std::string text = "4 4 1.0\n1 1 2\n";
  std::string out = written(text, "f64 4 4 C1 C0", "out.tns", "in.tns");
  EXPECT_EQ(out, "1 1 2.0\n4 4 1\n");
  EXPECT_EQ(written("4 4 1.0\n1 1 2\n", "i64 4 4 C0 C1", "i.tns", "in.tns"),
            "1 1 +2\n4 4 1\n");
  std::string large = "%%MatrixMarket matrix coordinate integer general\n"
                      "1 1 1\n1 1 9223372036854775807\n";
  EXPECT_EQ(written(large, "i64 4 4 C0 C1", "large.tns"),
            "1 1 +9223372036854775807\n");
  EXPECT_EQ(readAndPrint("i64 4 4 C0 C1", path("large.tns")).out,
            readAndPrint("i64 4 4 C0 C1", path("in.mtx")).out);
  EXPECT_EQ(readAndPrint("i64 4 4 C0 C1", path("i.tns")).out,
            readAndPrint("i64 4 4 C0 C1", path("in.tns")).out);
}

// Only a header can tell the sizes of a tensor without entries (L48).
TEST_F(Write, TnsWithoutEntriesHasAHeader) {
  std::string empty = "%%MatrixMarket matrix coordinate real general\n3 4 0\n";
  EXPECT_EQ(written(empty, "f64 4 4 D0 C1", "out.tns"), "3 4 0\n");
  EXPECT_EQ(readAndPrint("f64 4 4 D0 C1", path("out.tns")).out,
            readAndPrint("f64 4 4 D0 C1", path("in.mtx")).out);
  EXPECT_EQ(written("5 0\n", "i64 4 4 C0", "v.tns", "in.tns"), "5 0\n");
  std::string none = "%%MatrixMarket matrix array real general\n0 3\n";
  EXPECT_EQ(written(none, "f64 4 4 D0 D1", "none.tns"), "0 3 0\n");
}

// Sizes that no entry reaches are told by a comment.
TEST_F(Write, TnsKeepsItsSizes) {
  std::string head = "%%MatrixMarket matrix coordinate real general\n";
  EXPECT_EQ(
      written(head + "4 3 2\n1 3 1.5\n2 1 7\n", "f64 4 4 D0 C1", "out.tns"),
      "# encke: sizes 4 3\n1 3 1.5\n2 1 7\n");
  EXPECT_EQ(readAndPrint("f64 4 4 D0 C1", path("out.tns")).out,
            readAndPrint("f64 4 4 D0 C1", path("in.mtx")).out);
  EXPECT_EQ(
      written(head + "4 1 1\n2 1 7\n", "i64 4 4 C0", "v.tns.gz").substr(0, 2),
      "\x1f\x8b");
  EXPECT_EQ(readAndPrint("i64 4 4 C0", path("v.tns.gz")).out,
            readAndPrint("i64 4 4 C0", path("in.mtx")).out);
  for (const char *text :
       {"# encke: sizes 9 2 3\n1 2 1 0.5\n8 1 2 -1\n",
        "# encke: sizes 2 2 2\n1 2 1 0.5\n", "4 5 6 0\n", "0 5 6 0\n"}) {
    written(text, "f64 4 4 C0 C1 C2", "t.tns", "in.tns");
    EXPECT_EQ(readFile(path("t.tns")), text);
    EXPECT_EQ(readAndPrint("f64 4 4 C2 C0 C1", path("t.tns")).out,
              readAndPrint("f64 4 4 C2 C0 C1", path("in.tns")).out);
  }
  std::string order4 = "# encke: sizes 3 1 2 5\n1 1 2 4 0.5\n3 1 1 1 2\n";
  for (const char *format : {"f64 4 4 C0 C1 C2 C3", "f64 4 4 C0 C1 C2 D3"})
    EXPECT_EQ(written(order4, format, "f.tns", "in.tns"), order4);
}

/// What NumPy and SciPy read is read here, too.
TEST_F(Write, ArraysOfNumpy) {
  written(matrix, "f64 4 4 D0 D1", "out.npy");
  EXPECT_EQ(readAndPrint("f64 4 4 D0 D1", path("out.npy")).out,
            "# A: 2 x 3 double\n1.5 0 -0\n0.1 0 0\n");
  std::string bytes = readFile(path("out.npy"));
  EXPECT_EQ(bytes.substr(10, 61), "{'descr': '<f8', 'fortran_order': False, "
                                  "'shape': (2, 3, ), }");
  EXPECT_EQ(bytes.size(), 128u + 6 * 8);
  for (const char *format : {"f64 4 4 D0 C1", "f64 4 4 C1 C0"}) {
    written(matrix, format, "out.npz");
    EXPECT_EQ(readAndPrint("f64 4 4 D0 C1", path("out.npz")).out,
              "# A: 2 x 3 double, 3 entries stored as {D, CU}; coordinates "
              "count from 0\n0 0 1.5\n0 2 -0\n1 0 0.1\n");
  }
  written("1 2 3 1.5\n2 3 4 -1\n", "f64 4 4 C0 C1 C2", "out.npz", "in.tns");
  EXPECT_EQ(readAndPrint("f64 4 4 C0 C1 C2", path("out.npz")).out,
            "# A: 2 x 3 x 4 double, 2 entries stored as {CU, CU, CU}; "
            "coordinates count from 0\n0 1 2 1.5\n1 2 3 -1\n");
  EXPECT_NE(write(matrix, "f64 4 4 D0 C1", "out.npy")
                .err.find("a .npy file holds a dense tensor\n  help: a .npz "
                          "file holds a sparse one"),
            std::string::npos);
}

/// Sizes and places have 64 bits where 32 are too few; here from 64 bytes on.
TEST_F(Write, ArchivesPastFourGigabytes) {
  encke::rt::mostInNarrowZip = 64;
  std::string bytes = written(matrix, "f64 4 4 D0 C1", "out.npz");
  encke::rt::mostInNarrowZip = 0xffffffff;
  EXPECT_NE(bytes.find("PK\6\6"), std::string::npos);
  EXPECT_NE(bytes.find("PK\6\7"), std::string::npos);
  EXPECT_EQ(readAndPrint("f64 4 4 D0 C1", path("out.npz")).out,
            readAndPrint("f64 4 4 D0 C1", path("in.mtx")).out);
  EXPECT_EQ(written(matrix, "f64 4 4 D0 C1", "out.npz").find("PK\6\6"),
            std::string::npos);
}

/// They take memory for what they hold, and not for each row.
TEST_F(Write, MatricesWithFewElementsInManyRows) {
  std::string text = "%%MatrixMarket matrix coordinate real general\n"
                     "2000000000 3 2\n7 3 1.5\n1999999999 1 -2\n";
  EXPECT_LT(written(text, "f64 4 4 C0 C1", "out.npz").size(), 2000u);
  EXPECT_EQ(readAndPrint("f64 4 4 C0 C1", path("out.npz")).out,
            readAndPrint("f64 4 4 C0 C1", path("in.mtx")).out);
}

TEST_F(Write, NaNHasNoSign) {
  std::string nan = "%%MatrixMarket matrix array real general\n1 1\n-nan\n";
  EXPECT_EQ(written(nan, "f64 4 4 D0 D1", "out.tns"), "1 1 nan\n");
  EXPECT_EQ(written(nan, "f32 4 4 D0 D1", "out.tns"), "1 1 nan\n");
}

// The program sees what is there when it reads, not what was there before.
TEST_F(Write, ThenReadInOneProgram) {
  std::string a = directory.write("a.tns", "1 1.5\n2 1\n");
  std::string b = directory.write("b.tns", "1 1\n2 7\n");
  Outcome outcome = runProgram([&] {
    encke_tensor *tensor = readTensor("f64 4 4 C0", a.c_str());
    encke_write(tensor, b.c_str(), nullptr);
    encke_print(readTensor("f64 4 4 C0", b.c_str()), "B");
    encke_write(readTensor("f64 4 4 D0", b.c_str()), a.c_str(), nullptr);
    encke_print(readTensor("f64 4 4 D0", a.c_str()), "A");
  });
  EXPECT_EQ(outcome.out, "# B: 2 double, 2 entries stored as {CU}; coordinates "
                         "count from 0\n0 1.5\n1 1\n# A: 2 double\n1.5\n1\n")
      << outcome.err;
}

TEST_F(Write, EveryDoubleRoundTrips) { // L48
  using Limits = std::numeric_limits<double>;
  const double values[] = {0.0,
                           -0.0,
                           0.1,
                           1.0 / 3,
                           5e-324,
                           -2.2250738585072011e-308,
                           Limits::min(),
                           Limits::max(),
                           Limits::lowest(),
                           Limits::epsilon(),
                           9007199254740993.0,
                           Limits::infinity(),
                           -Limits::infinity(),
                           Limits::quiet_NaN(),
                           123456789.123456789};
  constexpr int64_t count = sizeof(values) / sizeof(*values);
  struct {
    const void *allocated, *aligned;
    int64_t offset, sizes[1], strides[1];
  } descriptor = {values, values, 0, {count}, {1}};
  for (const char *name : {"v.mtx", "v.tns"}) {
    std::string file = path(name);
    double back[count];
    Outcome outcome = runProgram([&] {
      encke_unranked_memref buffer = {1, &descriptor};
      encke_write(_mlir_ciface_encke_view_f64(&buffer), file.c_str(), nullptr);
      encke_tensor *tensor = readTensor("f64 4 4 D0", file.c_str());
      std::memcpy(back, tensor->values, sizeof(back));
    });
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    for (int64_t i = 0; i != count; ++i) {
      if (std::isnan(values[i])) {
        EXPECT_TRUE(std::isnan(back[i]));
        continue;
      }
      EXPECT_EQ(values[i], back[i]);
      EXPECT_EQ(std::signbit(values[i]), std::signbit(back[i]));
    }
  }
}

TEST_F(Write, RandomTensorsRoundTrip) {
  std::string file = path("r.tns");
  Outcome outcome = runProgram([&] {
    encke_tensor *one = encke_tensor_new("f64 4 4 D2 D0 D1");
    encke_tensor_set_size(one, 0, 7);
    encke_tensor_set_size(one, 1, 5);
    encke_tensor_set_size(one, 2, 3);
    encke_random(one, 42);
    encke_write(one, file.c_str(), nullptr);
    encke_tensor *two = readTensor("f64 4 4 D2 D0 D1", file.c_str());
    EXPECT_EQ(std::memcmp(one->values, two->values, 7 * 5 * 3 * 8), 0);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST_F(Write, ErrorsNameThePathAndTheStatement) {
  auto error = [&](const std::string &name, const char *format) {
    Outcome outcome = write(matrix, format, name);
    EXPECT_EQ(outcome.status, 2);
    return withoutDirectory(outcome.err, path("x"));
  };
  EXPECT_EQ(
      error("out.csv", "f64 4 4 D0 D1"),
      "p.ta:9:1: error: 'out.csv' is neither .mtx, .tns, .npy, .npz nor .h5, "
      "nor .gz of "
      "these\n");
  EXPECT_EQ(error("none/out.mtx", "f64 4 4 D0 D1"),
            "none/out.mtx: error: cannot write: No such file or directory\n"
            "  in p.ta:9:1\n");
  std::filesystem::create_directory(path("dir.mtx"));
  EXPECT_EQ(error("dir.mtx", "f64 4 4 D0 D1"),
            "dir.mtx: error: cannot write: not a regular file\n"
            "  in p.ta:9:1\n");
}

TEST_F(Write, AFailureLeavesTheOldFile) {
  std::string old = directory.write("out.mtx", "old");
  Outcome outcome = write("1 1 1 5\n", "f64 4 4 C0 C1 C2", "out.mtx", "in.tns");
  EXPECT_EQ(outcome.err,
            "p.ta:9:1: error: a tensor of order 3 cannot be written as Matrix "
            "Market (.mtx); .tns can hold it\n");
  EXPECT_EQ(readFile(old), "old");
  int files = 0;
  for (auto &entry : std::filesystem::directory_iterator(path(".")))
    files += entry.exists();
  EXPECT_EQ(files, 2); // no temporary file is left
}

// To replace a file needs permission for its folder alone; but who made it
// read-only wants to keep it. The superuser may write anything.
TEST_F(Write, AReadOnlyFileStays) {
  std::string old = directory.write("out.mtx", "old");
  ASSERT_EQ(chmod(old.c_str(), 0444), 0);
  ASSERT_EQ(chmod(path(".").c_str(), 0777), 0);
  constexpr uid_t nobody = 65534;
  bool isRoot = geteuid() == 0;
  if (isRoot) {
    ASSERT_EQ(seteuid(nobody), 0);
  }
  Outcome outcome = runProgram([&] {
    encke_tensor *tensor = encke_tensor_new("f64 4 4 D0");
    encke_tensor_set_size(tensor, 0, 1);
    encke_random(tensor, 1);
    encke_write(tensor, old.c_str(), "p.ta:9:1");
  });
  if (isRoot) {
    ASSERT_EQ(seteuid(0), 0);
  }
  EXPECT_NE(outcome.err.find("cannot write: Permission denied"),
            std::string::npos)
      << outcome.err;
  EXPECT_EQ(readFile(old), "old");
}

TEST_F(Write, AFileThatMayNotGrowIsAnError) {
  std::string old = directory.write("out.mtx", "old");
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = {1000, before.rlim_max};
  std::string entries = "%%MatrixMarket matrix coordinate pattern general\n"
                        "1000 1 500\n";
  for (int row = 1; row <= 500; ++row)
    entries += std::to_string(row) + " 1\n";
  std::string input = directory.write("long.mtx", entries);
  Outcome outcome = runProgram([&] {
    encke_tensor *tensor = readTensor("f64 4 4 D0 C1", input.c_str());
    setrlimit(RLIMIT_FSIZE, &small);
    encke_write(tensor, path("out.mtx").c_str(), "p.ta:9:1");
  });
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("cannot write"), std::string::npos) << outcome.err;
  EXPECT_EQ(readFile(old), "old");
}

/// Begins to write the file in a process that is killed before it is done.
void writeAndBeKilled(const std::string &path) {
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    encke::rt::AtomicFile file(path);
    std::fputs("new", file.stream());
    std::fflush(file.stream());
    raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
}

TEST_F(Write, NothingStaysOfAnInterruptedFile) {
  std::string old = directory.write("out.mtx", "old");
  auto root = std::filesystem::path(old).parent_path();
  int probe = open(root.c_str(), O_TMPFILE | O_WRONLY, 0600);
  if (probe < 0)
    GTEST_SKIP() << "the file system has no files without a name";
  close(probe);
  writeAndBeKilled(old);
  EXPECT_EQ(readFile(old), "old");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(root), {}), 1);
}

// A process of the same number on another machine may have left one.
TEST_F(Write, TakesANameThatIsFree) {
  std::string taken = ".encke-" + std::to_string(getpid()) + "-0";
  directory.write(taken, "theirs");
  EXPECT_EQ(written(matrix, "f64 4 4 D0 C1", "out.mtx"), matrix);
  EXPECT_EQ(readFile(path(taken)), "theirs");
}

TEST_F(Write, KeepsTheModeAndTheLink) {
  std::string real = directory.write("real.mtx", "old");
  ASSERT_EQ(chmod(real.c_str(), 0640), 0);
  std::filesystem::create_symlink("real.mtx", path("link.mtx"));
  EXPECT_EQ(written(matrix, "f64 4 4 D0 C1", "link.mtx"), matrix);
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.mtx")));
  EXPECT_EQ(readFile(real), matrix);
  struct stat status;
  ASSERT_EQ(stat(real.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
}

TEST_F(Write, MakesTheFileThatALinkNames) {
  std::filesystem::create_directory(path("folder"));
  std::filesystem::create_symlink("folder/link.mtx", path("link.mtx"));
  std::filesystem::create_symlink("../real.mtx", path("folder/link.mtx"));
  EXPECT_EQ(written(matrix, "f64 4 4 D0 C1", "link.mtx"), matrix);
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.mtx")));
  EXPECT_TRUE(std::filesystem::is_symlink(path("folder/link.mtx")));
  EXPECT_EQ(readFile(path("real.mtx")), matrix);
}

TEST_F(Write, ALinkToAPipeIsRefused) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  std::filesystem::create_symlink("/proc/self/fd/" + std::to_string(ends[1]),
                                  path("link.mtx"));
  Outcome outcome = write(matrix, "f64 4 4 D0 C1", "link.mtx");
  EXPECT_EQ(withoutDirectory(outcome.err, path("link.mtx")),
            "link.mtx: error: cannot write: not a regular file\n"
            "  in p.ta:9:1\n");
  close(ends[0]);
  close(ends[1]);
}

TEST_F(Write, ALinkToItselfIsAnError) {
  std::filesystem::create_symlink("link.mtx", path("link.mtx"));
  Outcome outcome = write(matrix, "f64 4 4 D0 C1", "link.mtx");
  EXPECT_EQ(withoutDirectory(outcome.err, path("link.mtx")),
            "link.mtx: error: cannot write: Too many levels of symbolic "
            "links\n  in p.ta:9:1\n");
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.mtx")));
}

} // namespace
