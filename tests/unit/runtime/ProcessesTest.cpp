//===- ProcessesTest.cpp - programs on several processes ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bodies run on processes that are copies of this one: what they find is
// printed by the first, or is the status.
//
//===----------------------------------------------------------------------===//

#include "Stderr.h"
#include "Support.h"

#include "core/context.h"
#include "core/progress.h"
#include "processes/channels.h"
#include "processes/distribution.h"
#include "processes/traffic.h"
#include "storage/tensor.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <numeric>
#include <set>
#include <unistd.h>

using namespace encke::rt;
using namespace encke::test;

static Outcome runOn(int32_t processes, const std::function<void()> &body) {
  encke_options options = defaultOptions();
  options.processes = processes;
  options.threads = 1;
  return runProgram(body, options);
}

/// Ends the program where something is not as it should be.
static void require(bool holds, const char *what) {
  if (!holds)
    encke_fail("test", what);
}

static size_t rankOf() { return size_t(processesOf(Context::current()).rank); }

//===----------------------------------------------------------------------===//
// Starting and ending
//===----------------------------------------------------------------------===//

TEST(Processes, OnlyTheFirstPrints) {
  Outcome outcome = runOn(3, [] { encke_print_f64(1.5); });
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "1.5\n");
  EXPECT_EQ(outcome.err, "");
}

TEST(Processes, OneTellsWhatAllFailFor) {
  Outcome outcome = runOn(4, [] { encke_fail("a.ta:1:1", "no"); });
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err, "a.ta:1:1: error: no\n");
}

TEST(Processes, OneThatFailsEndsAll) {
  Outcome outcome = runOn(3, [] {
    if (rankOf() == 2)
      encke_fail("a.ta:1:1", "only here");
    encke_agree(1); // which the others wait in
    encke_tensor *tensor = encke_tensor_new("f64 4 4 D0");
    encke_tensor_set_size(tensor, 0, 2);
    encke_all_reduce(tensor, tensor, "add", "a.ta:2:1");
  });
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err, "a.ta:1:1: error: only here\n");
}

TEST(Processes, OneThatDiesEndsAll) {
  Outcome outcome = runOn(3, [] {
    if (rankOf() == 1)
      raise(SIGKILL);
    encke_processes &table = processesOf(Context::current());
    table.barrier(&table);
  });
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err,
            "error: process 1 of 3 was ended by signal 9 (Killed)\n");
}

TEST(Processes, OneTellsHowFarItIs) {
  Stderr terminal(/*isTerminal=*/true);
  encke_options options = defaultOptions();
  options.processes = 3;
  int status = encke_main(
      [] {
        Progress::delay = 0;
        Progress work("work of process " + std::to_string(rankOf()), 100);
        work.advance(50);
        encke_agree(0);
      },
      &options, nullptr, 0);
  std::string text = terminal.take();
  EXPECT_EQ(status, 0);
  EXPECT_NE(text.find("work of process 0"), std::string::npos) << text;
  EXPECT_EQ(text.find("work of process 1"), std::string::npos) << text;
  EXPECT_EQ(text.find("work of process 2"), std::string::npos) << text;
}

TEST(Processes, TextsOfNumbers) {
  int32_t number = 0;
  EXPECT_EQ(encke_parse_processes("12", &number), 0);
  EXPECT_EQ(number, 12);
  EXPECT_EQ(encke_parse_processes("mpi", &number), 0);
  EXPECT_EQ(number, -1);
  for (const char *text :
       {"", "0", "-1", "+2", " 3", "4x", "257", "1e3", "MPI"})
    EXPECT_EQ(encke_parse_processes(text, &number), 1) << text;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// What process `from` sends `to`: longer than the channels, of lengths that
/// differ, and nothing to some.
static std::vector<char> messageOf(size_t from, size_t to) {
  if ((from + to) % 3 == 2)
    return {};
  std::vector<char> message(from * 700001 + to * 13 + 1);
  for (size_t at = 0; at != message.size(); ++at)
    message[at] = char(at * 31 + from * 7 + to);
  return message;
}

TEST(Processes, LongMessages) {
  Outcome outcome = runOn(4, [] {
    Messages messages("test", "test");
    size_t rank = messages.rank(), count = messages.count();
    std::vector<std::vector<char>> send;
    for (size_t p = 0; p != count; ++p)
      send.push_back(messageOf(rank, p));
    auto received = messages.exchange(send);
    for (size_t p = 0; p != count; ++p)
      require(received[p] == messageOf(p, rank), "another message");
    std::string text = "from " + std::to_string(rank);
    auto all = messages.gatherAll(text.data(), int64_t(text.size()));
    for (size_t p = 0; p != count; ++p)
      require(std::string(all[p].begin(), all[p].end()) ==
                  "from " + std::to_string(p),
              "another text");
    encke_processes &table = messages.table();
    double value = double(rank) + 0.5;
    table.broadcast(&table, &value, sizeof(value), 2);
    require(value == 2.5, "another value");
    table.barrier(&table);
    std::vector<double> values(count, -1);
    std::vector<void *> places;
    for (double &place : values)
      places.push_back(&place);
    std::vector<int64_t> lengths(count, sizeof(double));
    value = double(rank) * 10;
    table.gather(&table, &value, sizeof(value), places.data(), lengths.data(),
                 1);
    for (size_t p = 0; p != count; ++p)
      require(values[p] == (rank == 1 ? double(p) * 10 : -1),
              "what is gathered");
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(Processes, AgreeOnTheFirst) {
  Outcome outcome = runOn(3, [] {
    require(encke_agree(int64_t(rankOf()) + 5) == 5, "no agreement");
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

//===----------------------------------------------------------------------===//
// Ranges and ghosts
//===----------------------------------------------------------------------===//

TEST(Distribution, CutsByWeight) {
  using Cuts = std::vector<int64_t>;
  EXPECT_EQ(cutByWeight({1, 1, 1, 1}, 2), (Cuts{0, 2, 4}));
  EXPECT_EQ(cutByWeight({9, 1, 1, 1}, 2), (Cuts{0, 1, 4}));
  EXPECT_EQ(cutByWeight({1, 1, 1, 9}, 2), (Cuts{0, 3, 4}));
  EXPECT_EQ(cutByWeight({}, 3), (Cuts{0, 0, 0, 0}));
  EXPECT_EQ(cutByWeight({5}, 3).back(), 1);
  // Each coordinate is in one range, whatever the weights are.
  std::vector<int64_t> weights;
  for (int64_t c = 0; c != 100; ++c)
    weights.push_back(1 + c * c % 17 * 40);
  for (size_t count = 1; count != 9; ++count) {
    Cuts cuts = cutByWeight(weights, count);
    ASSERT_EQ(cuts.size(), count + 1);
    EXPECT_EQ(cuts.front(), 0);
    EXPECT_EQ(cuts.back(), 100);
    int64_t all = std::accumulate(weights.begin(), weights.end(), int64_t(0));
    for (size_t p = 0; p != count; ++p) {
      int64_t part = std::accumulate(weights.begin() + cuts[p],
                                     weights.begin() + cuts[p + 1], int64_t(0));
      EXPECT_LE(std::abs(part - all / int64_t(count)), 700);
    }
  }
}

TEST(Distribution, GhostsAreCountedOnce) {
  encke_distribution made =
      withGhosts({0, 3, 7, 10}, 1, {9, 0, 4, 9, 2, 3, 6, 0, 7});
  EXPECT_EQ(made.below, (std::vector<int64_t>{0, 2}));
  EXPECT_EQ(made.above, (std::vector<int64_t>{7, 9}));
  EXPECT_EQ(made.extent(), 8);
  EXPECT_EQ(made.ghostsOf(0), (std::pair<int64_t, int64_t>{0, 2}));
  EXPECT_EQ(made.ghostsOf(2), (std::pair<int64_t, int64_t>{6, 2}));
  std::vector<int64_t> coordinates;
  for (int64_t number = 0; number != made.extent(); ++number) {
    coordinates.push_back(made.coordinateOf(number));
    EXPECT_EQ(made.numberOf(coordinates.back()), number);
  }
  EXPECT_EQ(coordinates, (std::vector<int64_t>{0, 2, 3, 4, 5, 6, 7, 9}));
  EXPECT_EQ(made.numberOf(1), -1);
  EXPECT_EQ(made.numberOf(8), -1);
}

namespace {
/// A matrix that is known everywhere, 31 x 31, with empty rows and a full one.
bool isStored(int64_t i, int64_t j) {
  return i % 5 != 3 && (i == 7 || (i * 13 + j * 7) % 11 < 2);
}
double valueOf(int64_t i, int64_t j) { return double(i) + double(j) / 64; }
constexpr int64_t size = 31;
} // namespace

/// As a tensor of that format; or one that stores nothing.
static encke_tensor *makeMatrix(const char *format, bool isEmpty = false) {
  encke_tensor *dense = encke_tensor_new("f64 4 4 D0 D1");
  for (int64_t mode : {0, 1})
    encke_tensor_set_size(dense, mode, size);
  ensureDenseValues(*dense);
  for (int64_t i = 0; i != size; ++i)
    for (int64_t j = 0; j != size; ++j)
      if (!isEmpty && isStored(i, j))
        static_cast<double *>(dense->values)[i * size + j] = valueOf(i, j);
  return encke_convert(dense, format, "test");
}

/// The elements of a tensor of order 2, dense.
static std::vector<double> elementsOf(encke_tensor *tensor) {
  encke_tensor *dense = encke_convert(tensor, "f64 4 4 D0 D1", "test");
  ensureDenseValues(*dense);
  auto *values = static_cast<double *>(dense->values);
  return {values, values + dense->value_count};
}

static encke_tensor *makeLike(const char *format, int64_t rows,
                              int64_t columns) {
  encke_tensor *made = encke_tensor_new(format);
  encke_tensor_set_size(made, 0, rows);
  encke_tensor_set_size(made, 1, columns);
  return made;
}

static const char *const formats[] = {
    "f64 4 4 D0 C1", "f64 4 4 C0 C1", "f64 4 4 N0 S1",   "f64 8 8 D1 C0",
    "f64 4 4 D0 D1", "f64 4 4 D1 D0", "f64 4 4 D0 D# S1"};

/// The part along a mode has what the matrix has there, and together the parts
/// are the matrix.
static void checkParts(const char *format, int64_t mode) {
  encke_tensor *matrix = makeMatrix(format);
  encke_distribution *cut = encke_distribution_cut(matrix, mode, "test");
  int64_t own = encke_distribution_extent(cut);
  require(encke_distribution_total(cut) == size, "the total");
  encke_tensor *part =
      mode == 0 ? makeLike(format, own, size) : makeLike(format, size, own);
  encke_restrict(part, matrix, cut, mode, "test");
  std::vector<double> elements = elementsOf(part);
  for (int64_t i = 0; i != part->sizes[0]; ++i)
    for (int64_t j = 0; j != part->sizes[1]; ++j) {
      int64_t row = mode == 0 ? cut->begin() + i : i;
      int64_t column = mode == 1 ? cut->begin() + j : j;
      double expected = isStored(row, column) ? valueOf(row, column) : 0;
      require(elements[size_t(i * part->sizes[1] + j)] == expected,
              "an element of the part");
    }
  encke_tensor *whole = makeLike(format, size, size);
  encke_gather(whole, part, cut, mode, "test");
  require(elementsOf(whole) == elementsOf(matrix), "what is gathered");
}

TEST(Distribution, PartsTogetherAreTheTensor) {
  for (int32_t processes : {1, 2, 3, 5})
    for (const char *format : formats)
      for (int64_t mode : {0, 1}) {
        Outcome outcome = runOn(processes, [&] { checkParts(format, mode); });
        EXPECT_EQ(outcome.status, 0)
            << processes << " " << format << " " << mode << outcome.err;
      }
}

/// Each process writes its part of a file.
static void writeParts(const encke_tensor *matrix, const char *format,
                       int64_t mode, const std::string &path) {
  encke_distribution *cut = encke_distribution_cut(matrix, mode, "test");
  int64_t own = encke_distribution_extent(cut);
  encke_tensor *part =
      mode == 0 ? makeLike(format, own, size) : makeLike(format, size, own);
  encke_restrict(part, matrix, cut, mode, "test");
  encke_write_part(part, cut, mode, format, path.c_str(), "test");
}

TEST(Distribution, PartsMakeTheFileOfOneProcess) {
  Directory directory;
  std::string all = directory.path("all"), one = directory.path("one");
  for (int32_t processes : {2, 3})
    for (const char *format : formats)
      for (int64_t mode : {0, 1})
        for (const char *extension : {".mtx", ".tns", ".tns.gz", ".npz"})
          for (bool isEmpty : {false, true}) {
            Outcome outcome = runOn(processes, [&] {
              encke_tensor *matrix = makeMatrix(format, isEmpty);
              writeParts(matrix, format, mode, all + extension);
              encke_write(matrix, (one + extension).c_str(), "test");
            });
            EXPECT_EQ(outcome.status, 0) << outcome.err;
            EXPECT_EQ(readFile(all + extension), readFile(one + extension))
                << processes << " " << format << " " << mode << isEmpty;
          }
}

/// Sizes that are the same are in one range; others are told.
TEST(Distribution, CallersBringRanges) {
  Outcome outcome = runOn(3, [] {
    int64_t own = int64_t(rankOf()) * 2;
    encke_distribution *rows =
        encke_distribution_join(own, "dimension 1 of 'A'", "test");
    require(encke_distribution_extent(rows) == own, "the own coordinates");
    require(encke_distribution_total(rows) == 6, "all coordinates");
    require(rows->begin() == (rankOf() == 2 ? 2 : 0), "where they begin");
    encke_distribution_check(rows, own, "dimension 1 of 'x'", "test");
    if (rankOf() == 1)
      encke_distribution_check(rows, 3, "dimension 1 of 'y'", "a.ta:1:1");
    encke_agree(1);
  });
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err,
            "a.ta:1:1: error: dimension 1 of 'y' has 3 coordinates here, "
            "dimension 1 of 'A' has 2: each process brings the same range of "
            "both\n");
  outcome = runOn(2, [] {
    encke_distribution_join(INT64_MAX, "dimension 1 of 'A'", "a.ta:1:1");
  });
  EXPECT_EQ(outcome.err, "a.ta:1:1: error: the processes have more than 2^63 "
                         "coordinates together\n");
}

/// One that fails to write its part leaves the old file as it was.
TEST(Distribution, AFailureLeavesTheOldFile) {
  Directory directory;
  std::string path = directory.write("old.mtx", "old");
  Outcome outcome = runOn(3, [&] {
    encke_tensor *matrix = makeMatrix("f64 4 4 D0 C1");
    encke_distribution *cut = encke_distribution_cut(matrix, 0, "test");
    encke_tensor *part =
        makeLike("f64 4 4 D0 C1", encke_distribution_extent(cut), size);
    encke_restrict(part, matrix, cut, 0, "test");
    if (rankOf() == 2)
      raise(SIGKILL);
    encke_write_part(part, cut, 0, "f64 4 4 D0 C1", path.c_str(), "test");
  });
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(readFile(path), "old");
  int64_t files = 0;
  for ([[maybe_unused]] const auto &entry :
       std::filesystem::directory_iterator(directory.path("")))
    ++files;
  EXPECT_EQ(files, 1);
}

/// Ghosts of columns are those that an independent count finds, each once, and
/// an exchange brings what their owners have.
static void checkGhosts(const char *format, bool begins) {
  encke_tensor *matrix = makeMatrix(format);
  encke_distribution *cut = encke_distribution_cut(matrix, 0, "test");
  encke_tensor *rows = makeLike(format, encke_distribution_extent(cut), size);
  encke_restrict(rows, matrix, cut, 0, "test");
  encke_distribution *ghosts = encke_distribution_ghosts(cut, rows, 1, "test");
  std::set<int64_t> expected;
  for (int64_t i = cut->begin(); i != cut->end(); ++i)
    for (int64_t j = 0; j != size; ++j)
      if (isStored(i, j) && (j < cut->begin() || j >= cut->end()))
        expected.insert(j);
  require(ghosts->ghosts() == int64_t(expected.size()), "how many ghosts");
  int64_t extent = encke_distribution_extent(ghosts);

  // The renumbered matrix, at the coordinates that the numbers stand for.
  encke_tensor *numbered = makeLike(format, rows->sizes[0], extent);
  encke_restrict(numbered, rows, ghosts, 1, "test");
  std::vector<double> elements = elementsOf(numbered);
  for (int64_t i = 0; i != rows->sizes[0]; ++i)
    for (int64_t number = 0; number != extent; ++number) {
      int64_t row = cut->begin() + i, column = ghosts->coordinateOf(number);
      require(elements[size_t(i * extent + number)] ==
                  (isStored(row, column) ? valueOf(row, column) : 0),
              "an element with a new number");
    }

  // Of a dense and of a sparse matrix whose rows are distributed in this way.
  for (const char *other : formats) {
    encke_tensor *whole = makeMatrix(other);
    encke_tensor *part = makeLike(other, encke_distribution_extent(cut), size);
    encke_restrict(part, whole, cut, 0, "test");
    encke_tensor *with = makeLike(other, extent, size);
    // What is begun before, other messages between or not, comes to the same.
    if (begins)
      encke_exchange_begin(part, ghosts, 0, "test");
    if (begins && other == formats[4])
      encke_agree(1);
    encke_exchange(with, part, ghosts, 0, "test");
    encke_tensor *picked = makeLike(other, extent, size);
    encke_restrict(picked, whole, ghosts, 0, "test");
    require(elementsOf(with) == elementsOf(picked), "what an exchange brings");
  }
  encke_distribution_free(ghosts);
}

TEST(Distribution, GhostsAreWhatIsNamedAndNotOwned) {
  for (int32_t processes : {1, 2, 4})
    for (const char *format : {"f64 4 4 D0 C1", "f64 4 4 C1 C0"})
      for (bool begins : {false, true}) {
        Outcome outcome =
            runOn(processes, [&] { checkGhosts(format, begins); });
        EXPECT_EQ(outcome.status, 0)
            << processes << " " << format << begins << outcome.err;
      }
}

/// The rows that need no ghosts are a run between two others.
static void checkInner(int64_t far) {
  // Elements beside the diagonal, and one that lies far away.
  auto isThere = [&](int64_t i, int64_t j) {
    return i % 4 != 3 && (std::abs(i - j) < 2 || (i == far && j == 0) ||
                          (i == far && j == size - 1));
  };
  encke_tensor *dense = encke_tensor_new("f64 4 4 D0 D1");
  for (int64_t mode : {0, 1})
    encke_tensor_set_size(dense, mode, size);
  ensureDenseValues(*dense);
  for (int64_t i = 0; i != size; ++i)
    for (int64_t j = 0; j != size; ++j)
      if (isThere(i, j))
        static_cast<double *>(dense->values)[i * size + j] = 1;
  encke_tensor *matrix = encke_convert(dense, "f64 4 4 D0 C1", "test");
  encke_distribution *cut = encke_distribution_cut(matrix, 0, "test");
  encke_tensor *rows = makeLike("f64 4 4 D0 C1", cut->own(), size);
  encke_restrict(rows, matrix, cut, 0, "test");
  encke_distribution *ghosts = encke_distribution_ghosts(cut, rows, 1, "test");
  int64_t longest = 0, run = 0;
  for (int64_t i = cut->begin(); i != cut->end(); ++i) {
    bool needs = false;
    for (int64_t j = 0; j != size; ++j)
      needs |= isThere(i, j) && (j < cut->begin() || j >= cut->end());
    run = needs ? 0 : run + 1;
    longest = std::max(longest, run);
  }
  encke_distribution *first = encke_inner_find(rows, ghosts, 0, 1, "test");
  encke_distribution *inner = encke_inner_next(first, 1),
                     *last = encke_inner_next(first, 2);
  require(encke_distribution_extent(inner) == longest, "how many rows");
  require(encke_distribution_extent(first) + longest +
                  encke_distribution_extent(last) ==
              cut->own(),
          "all rows");
  for (int64_t i = inner->begin(); i != inner->end(); ++i)
    for (int64_t j = 0; j != size; ++j)
      require(!isThere(cut->begin() + i, j) ||
                  (j >= cut->begin() && j < cut->end()),
              "a row that needs ghosts");
  // Cut and put together again.
  encke_tensor *whole = makeLike("f64 4 4 D0 D1", cut->own(), size);
  for (encke_distribution *piece : {first, inner, last}) {
    encke_tensor *part =
        makeLike("f64 4 4 D0 D1", encke_distribution_extent(piece), size);
    encke_tensor *own = encke_convert(rows, "f64 4 4 D0 D1", "test");
    encke_restrict(part, own, piece, 0, "test");
    encke_stack(whole, part, 0, piece->begin());
  }
  require(elementsOf(whole) == elementsOf(rows), "what is stacked");
}

TEST(Distribution, InnerRowsNeedNoGhosts) {
  for (int32_t processes : {1, 2, 3, 40})
    for (int64_t far : {0, 5, 14, 30}) {
      Outcome outcome = runOn(processes, [&] { checkInner(far); });
      EXPECT_EQ(outcome.status, 0) << processes << " " << far << outcome.err;
    }
}

/// Each ghost is sent once for an exchange, and nothing else is.
TEST(Distribution, AnExchangeSendsEachGhostOnce) {
  Outcome outcome = runOn(3, [] {
    encke_tensor *matrix = makeMatrix("f64 4 4 D0 C1");
    encke_distribution *cut = encke_distribution_cut(matrix, 0, "test");
    encke_tensor *rows =
        makeLike("f64 4 4 D0 C1", encke_distribution_extent(cut), size);
    encke_restrict(rows, matrix, cut, 0, "test");
    encke_distribution *ghosts =
        encke_distribution_ghosts(cut, rows, 1, "test");
    const char *dense = "f64 4 4 D0 D1";
    encke_tensor *own = makeLike(dense, encke_distribution_extent(cut), 4);
    encke_tensor *with = makeLike(dense, encke_distribution_extent(ghosts), 4);
    ensureDenseValues(*own);
    encke_exchange(with, own, ghosts, 0, "x");
    int64_t wanted = 0;
    for (const std::vector<int64_t> &list : ghosts->wanted)
      wanted += int64_t(list.size());
    const Traffic::Row &row =
        trafficOf(Context::current()).row("x", "exchanging ghosts");
    require(row.bytes == wanted * 4 * 8, "bytes");
    require(row.ghosts == ghosts->ghosts(), "ghosts");
    // What all want is what all get.
    encke_tensor *counts = makeLike(dense, 1, 2);
    ensureDenseValues(*counts);
    auto *values = static_cast<double *>(counts->values);
    values[0] = double(wanted);
    values[1] = double(ghosts->ghosts());
    encke_tensor *sums = makeLike(dense, 1, 2);
    encke_all_reduce(sums, counts, "add", "test");
    values = static_cast<double *>(sums->values);
    require(values[0] == values[1] && values[0] > 0, "wanted and got");
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

//===----------------------------------------------------------------------===//
// What is combined
//===----------------------------------------------------------------------===//

template <typename T>
static void checkReduction(const char *format, const char *operation,
                           T (*valueOn)(int64_t, size_t), T (*combine)(T, T)) {
  constexpr int64_t count = 1001;
  encke_tensor *own = encke_tensor_new(format);
  encke_tensor *all = encke_tensor_new(format);
  encke_tensor_set_size(own, 0, count);
  encke_tensor_set_size(all, 0, count);
  ensureDenseValues(*own);
  for (int64_t e = 0; e != count; ++e)
    static_cast<T *>(own->values)[e] = valueOn(e, rankOf());
  encke_all_reduce(all, own, operation, "test");
  for (int64_t e = 0; e != count; ++e) {
    T expected = valueOn(e, 0);
    for (size_t p = 1; p != 4; ++p)
      expected = combine(expected, valueOn(e, p));
    require(static_cast<T *>(all->values)[e] == expected, operation);
  }
}

TEST(Processes, ReduceInTheirOrder) {
  Outcome outcome = runOn(4, [] {
    // Sums that another order would round otherwise.
    auto uneven = [](int64_t e, size_t p) {
      return p == 1 ? 1e16 : double(e) / 3 - 7 * double(p);
    };
    checkReduction<double>("f64 4 4 D0", "add", uneven,
                           [](double a, double b) { return a + b; });
    checkReduction<double>("f64 4 4 D0", "mul", uneven,
                           [](double a, double b) { return a * b; });
    checkReduction<double>("f64 4 4 D0", "min", uneven,
                           [](double a, double b) { return std::min(a, b); });
    checkReduction<int64_t>(
        "i64 4 4 D0", "max",
        [](int64_t e, size_t p) { return (e * 37 + int64_t(p) * 11) % 41; },
        [](int64_t a, int64_t b) { return std::max(a, b); });
    checkReduction<int32_t>(
        "i32 4 4 D0", "add",
        [](int64_t e, size_t p) {
          return int32_t(e) + (p == 3 ? INT32_MAX : 0);
        },
        [](int32_t a, int32_t b) {
          return int32_t(uint32_t(a) + uint32_t(b));
        });
    checkReduction<uint8_t>(
        "bool 4 4 D0", "or",
        [](int64_t e, size_t p) { return uint8_t(e % 5 == int64_t(p)); },
        [](uint8_t a, uint8_t b) { return uint8_t(a | b); });
    checkReduction<uint8_t>(
        "bool 4 4 D0", "and",
        [](int64_t e, size_t p) { return uint8_t(e % 5 != int64_t(p)); },
        [](uint8_t a, uint8_t b) { return uint8_t(a & b); });
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(Processes, NoNumberStays) {
  Outcome outcome = runOn(3, [] {
    encke_tensor *own = encke_tensor_new("f64 4 4 D0");
    encke_tensor *all = encke_tensor_new("f64 4 4 D0");
    encke_tensor_set_size(own, 0, 2);
    encke_tensor_set_size(all, 0, 2);
    ensureDenseValues(*own);
    auto *values = static_cast<double *>(own->values);
    values[0] = rankOf() == 1 ? NAN : double(rankOf());
    values[1] = rankOf() == 1 ? -0.0 : 0.0;
    encke_all_reduce(all, own, "min", "test");
    values = static_cast<double *>(all->values);
    require(std::isnan(values[0]), "not a number");
    require(std::signbit(values[1]), "-0 is below 0");
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(Processes, ComplexNumbersHaveNoLeast) {
  Outcome outcome = runOn(2, [] {
    encke_tensor *tensor = encke_tensor_new("c128 4 4 D0");
    encke_tensor_set_size(tensor, 0, 1);
    ensureDenseValues(*tensor);
    encke_all_reduce(tensor, tensor, "min", "a.ta:3:4");
  });
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err, "a.ta:3:4: error: not supported yet: 'min' of this "
                         "type on several processes\n");
}
