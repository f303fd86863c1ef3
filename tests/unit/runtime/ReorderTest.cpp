//===- ReorderTest.cpp - orderings of coordinates (L36) -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "TensorModel.h"

#include "core/error.h"
#include "reorder/choose.h"
#include "reorder/orderings.h"
#include "reorder/reuse.h"

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <set>

using namespace encke::test;
using namespace encke::rt;

namespace {

const char *const methods[] = {"lexi", "rcm", "degree", "partition", "none"};

bool isInstalled(const std::string &method) {
  static void *metis = dlopen("libmetis.so.5", RTLD_LAZY);
  return method != "partition" || metis;
}

Pattern makePattern(const std::vector<int64_t> &sizes,
                    const std::vector<Coordinates> &elements) {
  Pattern pattern;
  pattern.sizes = sizes;
  pattern.count = int64_t(elements.size());
  for (size_t mode = 0; mode != sizes.size(); ++mode) {
    pattern.modes.emplace_back(pattern.count);
    for (size_t e = 0; e != elements.size(); ++e)
      pattern.modes[mode][int64_t(e)] = int32_t(elements[e][mode]);
  }
  return pattern;
}

/// Elements in no order, some twice, and slices without any.
Pattern randomPattern(std::mt19937 &random, const std::vector<int64_t> &sizes,
                      size_t count) {
  std::vector<Coordinates> elements;
  for (size_t e = 0; e != count; ++e) {
    Coordinates at;
    for (int64_t size : sizes)
      at.push_back(int64_t(random() % uint64_t(size - size / 4)));
    elements.push_back(at);
    if (e % 5 == 0)
      elements.push_back(elements[random() % elements.size()]);
  }
  return makePattern(sizes, elements);
}

std::vector<int64_t> listOf(const Permutation &permutation) {
  std::vector<int64_t> list;
  for (int64_t i = 0; i != permutation.size(); ++i)
    list.push_back(permutation[i]);
  return list;
}

void expectPermutation(const Permutation &numbers, int64_t size) {
  std::vector<int64_t> sorted = listOf(numbers), all(static_cast<size_t>(size));
  std::sort(sorted.begin(), sorted.end());
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(sorted, all);
}

/// LexiOrder by its definition: columns are compared element by element.
std::vector<std::vector<int64_t>> slowLexi(const Renumbering &what,
                                           int64_t rounds) {
  const Pattern &pattern = what.pattern;
  std::vector<std::vector<int64_t>> numbers;
  for (int32_t family = 0; family != what.count; ++family)
    numbers.push_back(listOf(identity(what.sizeOf(family))));
  auto numberOf = [&](size_t mode, int64_t e) {
    int64_t old = pattern.modes[mode][e];
    int32_t family = what.families[mode];
    return family < 0 ? old : numbers[size_t(family)][size_t(old)];
  };
  for (int64_t round = 0; round != rounds; ++round)
    for (size_t mode = 0; mode != pattern.order(); ++mode) {
      if (what.families[mode] < 0)
        continue;
      std::map<Coordinates, std::set<int64_t>> rows;
      for (int64_t e = 0; e != pattern.count; ++e) {
        Coordinates row;
        for (size_t other = 0; other != pattern.order(); ++other)
          if (other != mode)
            row.push_back(numberOf(other, e));
        rows[row].insert(pattern.modes[mode][e]);
      }
      std::vector<int64_t> &number = numbers[size_t(what.families[mode])];
      std::vector<int64_t> order(number.size());
      for (size_t old = 0; old != order.size(); ++old)
        order[size_t(number[old])] = int64_t(old);
      std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
        for (const auto &[at, columns] : rows)
          if (columns.count(a) != columns.count(b))
            return columns.count(a) > columns.count(b);
        return false;
      });
      for (size_t place = 0; place != order.size(); ++place)
        number[size_t(order[place])] = int64_t(place);
    }
  return numbers;
}

TEST(Reorder, L36_OrderingsArePermutations) {
  std::mt19937 random(3);
  for (size_t count : {0, 7, 200})
    for (const char *method : methods) {
      if (!isInstalled(method))
        continue;
      SCOPED_TRACE(method);
      Pattern matrix = randomPattern(random, {37, 23}, count);
      Permutations apart = orderBy(method, {matrix, {0, 1}, 2}, 3);
      expectPermutation(apart[0], 37);
      expectPermutation(apart[1], 23);
      Permutations one = orderBy(method, {matrix, {-1, 0}, 1}, 0);
      expectPermutation(one[0], 23);
      Pattern square = randomPattern(random, {29, 29}, count);
      Permutations tied = orderBy(method, {square, {0, 0}, 1}, 3);
      ASSERT_EQ(tied.size(), 1u);
      expectPermutation(tied[0], 29);
      Pattern tensor = randomPattern(random, {11, 7, 11, 5}, count);
      Permutations some = orderBy(method, {tensor, {1, -1, 1, 0}, 2}, 2);
      expectPermutation(some[0], 5);
      expectPermutation(some[1], 11);
    }
  Pattern none = makePattern({0, 4}, {});
  for (const char *method : methods)
    if (isInstalled(method))
      expectPermutation(orderBy(method, {none, {0, 1}, 2}, 0)[0], 0);
}

TEST(Reorder, L36_LexiSortsAsItIsDefined) {
  std::mt19937 random(4);
  auto check = [&](const Renumbering &what) {
    for (int64_t rounds : {1, 2, 5}) {
      Permutations fast = lexiOrder(what, rounds);
      std::vector<std::vector<int64_t>> slow = slowLexi(what, rounds);
      for (size_t family = 0; family != slow.size(); ++family)
        EXPECT_EQ(listOf(fast[family]), slow[family])
            << "rounds " << rounds << ", family " << family;
    }
  };
  for (size_t count : {5, 20, 60, 150}) {
    Pattern matrix = randomPattern(random, {17, 13}, count);
    check({matrix, {0, 1}, 2});
    check({matrix, {-1, 0}, 1});
    Pattern square = randomPattern(random, {15, 15}, count);
    check({square, {0, 0}, 1});
    Pattern tensor = randomPattern(random, {7, 5, 6}, count);
    check({tensor, {0, 1, 2}, 3});
    check({tensor, {1, -1, 0}, 2});
    check({randomPattern(random, {4, 3, 5, 6}, count), {0, 1, 2, 3}, 4});
    check({randomPattern(random, {19}, count), {0}, 1});
  }
}

TEST(Reorder, L36_DegreeSortsByElements) {
  // Rows 1, 3, 2 elements; columns 1, 3, 1, 1.
  Pattern matrix =
      makePattern({3, 4}, {{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 3}, {2, 1}});
  Permutations apart = orderBy("degree", {matrix, {0, 1}, 2}, 0);
  EXPECT_EQ(listOf(apart[0]), (std::vector<int64_t>{2, 0, 1}));
  EXPECT_EQ(listOf(apart[1]), (std::vector<int64_t>{1, 0, 2, 3}));
}

int64_t bandwidthOf(const Pattern &matrix, const Permutation &rows,
                    const Permutation &columns) {
  int64_t widest = 0;
  for (int64_t e = 0; e != matrix.count; ++e) {
    int64_t row = rows[matrix.modes[0][e]];
    int64_t column = columns[matrix.modes[1][e]];
    widest = std::max(widest, std::abs(row - column));
  }
  return widest;
}

/// A band of half width 4, numbered at random.
Pattern shuffledBand(const std::vector<int32_t> &rows,
                     const std::vector<int32_t> &columns) {
  int64_t size = int64_t(rows.size());
  std::vector<Coordinates> elements;
  for (int64_t i = 0; i != size; ++i)
    for (int64_t j = std::max<int64_t>(0, i - 4); j < std::min(size, i + 5);
         ++j)
      elements.push_back({rows[size_t(i)], columns[size_t(j)]});
  return makePattern({size, size}, elements);
}

TEST(Reorder, L36_RcmFindsABandAgain) {
  std::mt19937 random(5);
  std::vector<int32_t> rows(500), columns(500);
  std::iota(rows.begin(), rows.end(), 0);
  columns = rows;
  std::shuffle(rows.begin(), rows.end(), random);
  std::shuffle(columns.begin(), columns.end(), random);
  for (bool tied : {true, false}) {
    Pattern band = shuffledBand(rows, tied ? rows : columns);
    EXPECT_GT(bandwidthOf(band, identity(500), identity(500)), 400);
    std::vector<int32_t> families = {0, tied ? 0 : 1};
    Permutations found = reverseCuthillMcKee({band, families, tied ? 1 : 2});
    EXPECT_LE(bandwidthOf(band, found.front(), found.back()), 16);
  }
}

TEST(Reorder, L36_PartsLieTogether) {
  if (!isInstalled("partition"))
    GTEST_SKIP() << "METIS is not installed";
  // Two cliques of 20, one edge between them, numbered alternately.
  std::vector<Coordinates> elements = {{0, 1}};
  for (int64_t a = 0; a != 20; ++a)
    for (int64_t b = 0; b != 20; ++b) {
      elements.push_back({2 * a, 2 * b});
      elements.push_back({2 * a + 1, 2 * b + 1});
    }
  Pattern graph = makePattern({40, 40}, elements);
  Permutations found = partitionOrder({graph, {0, 0}, 1}, 2);
  std::set<bool> halves;
  for (int64_t a = 0; a != 20; ++a)
    halves.insert(found[0][2 * a] < 20);
  EXPECT_EQ(halves.size(), 1u);
}

TEST(Reorder, L36_UnknownOrderings) {
  Pattern matrix = makePattern({2, 2}, {{0, 1}});
  EXPECT_THROW(orderBy("lexy", {matrix, {0, 1}, 2}, 0), Error);
}

//===----------------------------------------------------------------------===//
// The order that pays
//===----------------------------------------------------------------------===//

/// Caches of 4, 32 and 256 KiB; what misses one takes as long as an element;
/// orders are found in no time.
const int32_t someCosts[] = {4,    32, 256, 1000, 0, 0,    1000, 1000,
                             1000, 0,  0,   0,    0, 1000, 115};

Array<int32_t> columnOf(int64_t count,
                        const std::function<int64_t(int64_t)> &at) {
  Array<int32_t> column(count);
  for (int64_t e = 0; e != count; ++e)
    column[e] = int32_t(at(e));
  return column;
}

TEST(Reorder, L66_ACacheForgetsWhatWasUsedLongAgo) {
  constexpr double line = 64;
  // Ten times all of 1000 lines.
  ReuseTimes cycles(10000);
  cycles.addMode(columnOf(10000, [](int64_t e) { return e % 1000; }), 1000, 1);
  EXPECT_EQ(cycles.missesOf(2000 * line, line, 0), 0);
  EXPECT_NEAR(cycles.missesOf(100 * line, line, 0), 9000, 1000);
  EXPECT_NEAR(cycles.best().missesOf(100 * line, line, 0), 900, 100);
  // What else each element brings takes room, too.
  EXPECT_EQ(cycles.missesOf(1500 * line, line, 0), 0);
  EXPECT_GT(cycles.missesOf(1500 * line, line, line), 1000);
  // Each line ten times, and eight coordinates in a line.
  ReuseTimes runs(10000);
  runs.addMode(columnOf(10000, [](int64_t e) { return e / 10; }), 1000, 1);
  EXPECT_NEAR(runs.missesOf(100 * line, line, 0), 900, 100);
  ReuseTimes together(10000);
  together.addMode(columnOf(10000, [](int64_t e) { return e / 10; }), 1000, 8);
  EXPECT_NEAR(together.missesOf(20 * line, line, 0), 110, 15);
  EXPECT_EQ(together.missesOf(130 * line, line, 0), 0);
  // Of 64 bytes five times 12: a line has four.
  ReuseTimes five(10000);
  five.addMode(columnOf(10000, [](int64_t e) { return e / 10; }), 1000, 5);
  EXPECT_NEAR(five.missesOf(40 * line, line, 0), 225, 25);
  EXPECT_EQ(ReuseTimes(0).missesOf(line, line, 0), 0);
}

TEST(Reorder, L66_ASampleTellsAsMuch) {
  constexpr int64_t count = 1 << 20;
  constexpr double line = 64;
  ReuseTimes some(count);
  some.addMode(columnOf(count, [](int64_t e) { return e * 7919 % 8192; }), 8192,
               1);
  EXPECT_EQ(some.missesOf(16384 * line, line, 0), 0);
  EXPECT_NEAR(some.missesOf(64 * line, line, 0), count, 0.1 * count);
  EXPECT_NEAR(some.best().missesOf(64 * line, line, 0), 8192, 0.1 * 8192);
}

Choice choose(const Pattern &matrix, int64_t bytes) {
  encke_tensor tensor = {};
  Walk walk(tensor);
  walk.modes = {0, 1};
  walk.leastBytes = walk.mostBytes = bytes;
  return chooseOrder({matrix, {0, 0}, 1}, walk, OrderCosts(someCosts));
}

TEST(Reorder, L66_AnOrderIsTakenWhereItPays) {
  std::mt19937 random(7);
  std::vector<int32_t> numbers(3000);
  std::iota(numbers.begin(), numbers.end(), 0);
  Choice own = choose(shuffledBand(numbers, numbers), 256);
  EXPECT_TRUE(own.numbers.empty());
  EXPECT_FALSE(own.rcm);
  EXPECT_EQ(own.describe().substr(0, 19), "none: in any order ");
  std::shuffle(numbers.begin(), numbers.end(), random);
  Pattern shuffled = shuffledBand(numbers, numbers);
  Pattern sorted = renumber(shuffled, {nullptr, nullptr}, {0, 1});
  Choice found = choose(sorted, 256);
  EXPECT_GT(found.rcm.value(), 1.15);
  EXPECT_GE(found.bound, *found.rcm);
  EXPECT_EQ(found.describe().substr(0, 15), "rcm, estimated ");
  ASSERT_EQ(found.numbers.size(), 1u);
  EXPECT_LE(bandwidthOf(sorted, found.numbers[0], found.numbers[0]), 16);
  // One number for each coordinate: all of them fit.
  EXPECT_TRUE(choose(sorted, 1).numbers.empty());
  // No order of random elements is better than another.
  Pattern scattered = randomPattern(random, {3000, 3000}, 30000);
  Choice none = choose(renumber(scattered, {nullptr, nullptr}, {0, 1}), 256);
  EXPECT_TRUE(none.numbers.empty());
  EXPECT_EQ(none.describe().substr(0, 23), "none: rcm is estimated ");
}

TEST(Reorder, L66_FindingAnOrderMayTakeAsLongAsItSaves) {
  std::mt19937 random(8);
  std::vector<int32_t> numbers(3000);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::shuffle(numbers.begin(), numbers.end(), random);
  Pattern sorted =
      renumber(shuffledBand(numbers, numbers), {nullptr, nullptr}, {0, 1});
  encke_tensor tensor = {};
  Walk walk(tensor);
  walk.modes = {0, 1};
  walk.leastBytes = walk.mostBytes = 256;
  OrderCosts costs(someCosts);
  costs.rcm = 1e9;
  EXPECT_FALSE(chooseOrder({sorted, {0, 0}, 1}, walk, costs).rcm);
}

//===----------------------------------------------------------------------===//
// Of a running program
//===----------------------------------------------------------------------===//

const std::vector<std::string> formats = {
    "D0 D1", "D1 D0", "D0 C1",    "D1 C0",   "C0 C1",
    "N0 S1", "C0 D1", "D0 D# S1", "C1-0 D0", "D0/2 C1/3 D0%2 D1%3"};

encke_tensor *sameShape(const encke_tensor *tensor, const std::string &format) {
  encke_tensor *made = encke_tensor_new(format.c_str());
  for (int32_t mode = 0; mode != tensor->order; ++mode)
    encke_tensor_set_size(made, mode, tensor->sizes[mode]);
  return made;
}

std::map<Coordinates, int64_t> nonzerosOf(const encke_tensor &tensor) {
  std::map<Coordinates, int64_t> elements = decode(tensor).elements;
  for (auto it = elements.begin(); it != elements.end();)
    it = it->second == 0 ? elements.erase(it) : std::next(it);
  return elements;
}

TEST(Reorder, L36_InAndOutAgain) {
  std::mt19937 random(6);
  for (const std::string &levels : formats)
    for (int threads : {1, 3}) {
      SCOPED_TRACE(levels);
      TensorModel model = randomTensor(random, {9, 14}, 40);
      std::string format = formatText("f64", 4, 4, levels);
      encke_options options = defaultOptions();
      options.tns_dialect = 2;
      options.threads = threads;
      Outcome outcome = runProgram(
          [&] {
            encke_tensor *A = makeTensor(model, format);
            encke_ordering *i = encke_ordering_new(), *j = encke_ordering_new();
            auto renumber = [&](const encke_tensor *from, int direction) {
              encke_tensor *to = sameShape(from, format);
              encke_ordering_use(i, 0);
              encke_ordering_use(j, 1);
              encke_permute(to, from, direction, nullptr);
              return to;
            };
            EXPECT_EQ(nonzerosOf(*renumber(A, 0)), nonzerosOf(*A));
            encke_ordering_use(i, 0);
            encke_ordering_use(j, 1);
            encke_reorder(A, "degree", 0, nullptr);
            encke_tensor *in = renumber(A, 0);
            EXPECT_NE(nonzerosOf(*in), nonzerosOf(*A));
            EXPECT_EQ(nonzerosOf(*in), nonzerosOf(*renumber(A, 2)));
            EXPECT_EQ(nonzerosOf(*renumber(in, 1)), nonzerosOf(*A));
            // A second time nothing changes.
            encke_ordering_use(i, 0);
            encke_ordering_use(j, 1);
            encke_reorder(in, "lexi", 0, nullptr);
            EXPECT_EQ(nonzerosOf(*renumber(in, 2)), nonzerosOf(*in));
            EXPECT_EQ(nonzerosOf(*renumber(in, 1)), nonzerosOf(*A));
            encke_ordering_free(i);
          },
          options);
      EXPECT_EQ(outcome.status, 0) << outcome.err;
    }
}

TEST(Reorder, L66_NoneStaysNone) {
  std::mt19937 random(9);
  for (const std::string &levels : formats) {
    SCOPED_TRACE(levels);
    TensorModel model = randomTensor(random, {9, 14}, 40);
    std::string format = formatText("f64", 4, 4, levels);
    encke_options options = defaultOptions();
    options.tns_dialect = 2;
    Outcome outcome = runProgram(
        [&] {
          encke_tensor *A = makeTensor(model, format);
          encke_ordering *i = encke_ordering_new(), *j = encke_ordering_new();
          auto use = [&] {
            encke_ordering_use(i, 0);
            encke_ordering_use(j, 1);
          };
          use();
          encke_reorder_auto(A, 8, 256, someCosts, nullptr);
          use();
          encke_reorder(A, "degree", 0, nullptr);
          for (int direction : {0, 1, 2}) {
            encke_tensor *same = sameShape(A, format);
            use();
            encke_permute(same, A, direction, nullptr);
            EXPECT_EQ(decode(*same).elements, decode(*A).elements);
          }
        },
        options);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
  }
}

TEST(Reorder, L66_TensorsOfAnyOrder) {
  std::mt19937 random(10);
  for (const std::vector<int64_t> &sizes :
       std::vector<std::vector<int64_t>>{{5000}, {40, 50, 60}, {0, 4}})
    for (size_t count : {0, 4000}) {
      if (sizes.front() == 0 && count != 0)
        continue;
      TensorModel model = randomTensor(random, sizes, count);
      std::string levels;
      for (size_t mode = 0; mode != sizes.size(); ++mode)
        levels += (mode ? " C" : "C") + std::to_string(mode);
      encke_options options = defaultOptions();
      options.tns_dialect = 2;
      Outcome outcome = runProgram(
          [&] {
            encke_tensor *A =
                makeTensor(model, formatText("f64", 4, 4, levels));
            encke_ordering *i = encke_ordering_new();
            encke_ordering_use(i, 0);
            encke_reorder_auto(A, 4096, 4096, someCosts, nullptr);
            encke_tensor *in = sameShape(A, formatText("f64", 4, 4, levels));
            encke_ordering_use(i, 0);
            encke_permute(in, A, 2, nullptr);
            EXPECT_EQ(in->value_count, A->value_count);
          },
          options);
      EXPECT_EQ(outcome.status, 0) << outcome.err;
    }
}

TEST(Reorder, L36_PermutationsOfLabels) {
  Outcome outcome = runProgram([] {
    encke_tensor *numbers = encke_tensor_new("i64 4 4 D0");
    encke_tensor_set_size(numbers, 0, 3);
    encke_permutation(numbers);
    encke_print(numbers, "p");
  });
  EXPECT_EQ(outcome.out, "# p: 3 int\n0\n1\n2\n");
}

TEST(Reorder, L36_SizesMustFit) {
  Outcome outcome = runProgram([] {
    encke_tensor *a = encke_tensor_new("f64 4 4 D0");
    encke_tensor_set_size(a, 0, 3);
    encke_random(a, 1);
    encke_tensor *b = encke_tensor_new("f64 4 4 D0");
    encke_tensor_set_size(b, 0, 4);
    encke_random(b, 1);
    encke_ordering *order = encke_ordering_new();
    encke_ordering_use(order, 0);
    encke_reorder(a, "degree", 0, "p.ta:1:1");
    encke_ordering_use(order, 0);
    encke_permute(b, b, 0, "p.ta:2:1");
  });
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err, "p.ta:2:1: error: a dimension of size 4 cannot have "
                         "the order of one of size 3\n");
}

} // namespace
