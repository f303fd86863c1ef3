//===- DecomposeTest.cpp - the parts of hybrid tensors --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "TensorModel.h"

#include <gtest/gtest.h>

using namespace encke::test;

namespace {

using Elements = std::map<Coordinates, int64_t>;

encke_tensor *newPart(const encke_tensor *tensor, const char *format) {
  encke_tensor *result = encke_tensor_new(format);
  for (int32_t mode = 0; mode != tensor->order; ++mode)
    encke_tensor_set_size(result, mode, tensor->sizes[mode]);
  return result;
}

// L34: the first condition that holds counts, and queries ask the whole.
TEST(Decompose, L34_EachElementIsInOnePart) {
  const char *conditions = "count(d0)>=3;(d1<2)||(!(d0<3))";
  std::mt19937 random(8);
  for (size_t count : {0, 1, 12, 40})
    for (const char *format : {"D0 C1", "N0 S1", "D0/2 C1/3 D0%2 D1%3"}) {
      TensorModel model = randomTensor(random, {6, 9}, count, true);
      Elements all = model.elements();
      std::map<int64_t, int64_t> inRow;
      for (const auto &element : all)
        ++inRow[element.first[0]];
      Elements expected[3];
      for (const auto &[at, value] : all)
        expected[inRow[at[0]] >= 3         ? 0
                 : at[1] < 2 || at[0] >= 3 ? 1
                                           : 2][at] = value;
      encke_options options = defaultOptions();
      options.tns_dialect = 2;
      Outcome outcome = runProgram(
          [&] {
            encke_tensor *tensor =
                makeTensor(model, formatText("f64", 4, 4, format));
            std::vector<const char *> to = {"f64 4 4 C1-0 D0", "f64 4 4 D0 C1",
                                            "f64 8 8 D1/2 C(d0+d1) D1%2"};
            do {
              encke_tensor *parts[] = {newPart(tensor, to[0]),
                                       newPart(tensor, to[1]),
                                       newPart(tensor, to[2])};
              encke_decompose(tensor, conditions, "h.ta:2:3", 3, parts[0],
                              parts[1], parts[2]);
              for (int64_t part : {0, 1, 2})
                EXPECT_EQ(decode(*encke_convert(parts[part], "f64 8 8 N0 S1",
                                                nullptr))
                              .elements,
                          expected[part])
                    << format << ", part " << part << " in " << to[part];
            } while (std::next_permutation(to.begin(), to.end()));
          },
          options);
      EXPECT_EQ(outcome.status, 0) << outcome.err;
    }
}

// L34: threads have parts of the elements, and of a group that is counted each
// element may be in another one.
TEST(Decompose, L34_ByTwoThreads) {
  std::mt19937 random(9);
  TensorModel model = randomTensor(random, {900, 700}, 400000);
  Elements all = model.elements();
  std::map<std::pair<int64_t, int64_t>, int64_t> counts;
  auto piece = [](const Coordinates &at) {
    return std::pair(at[0] / 8, at[1] - at[0]);
  };
  for (const auto &element : all)
    ++counts[piece(element.first)];
  Elements expected[3];
  for (const auto &[at, value] : all)
    expected[counts[piece(at)] >= 4 ? 0 : at[1] % 3 == 0 ? 1 : 2][at] = value;
  encke_options options = defaultOptions();
  options.tns_dialect = 2;
  options.threads = 2;
  Outcome outcome = runProgram(
      [&] {
        encke_tensor *tensor = makeTensor(model, "f64 4 4 D0 C1");
        encke_tensor *parts[] = {newPart(tensor, "f64 4 4 D0/8 C1-0 D0%8"),
                                 newPart(tensor, "f64 4 4 D1 C0"),
                                 newPart(tensor, "f64 4 4 N0 S1")};
        encke_decompose(tensor, "count(d0/8,d1-d0)>=4;d1%3==0", "h.ta:2:3", 3,
                        parts[0], parts[1], parts[2]);
        for (int64_t part : {0, 1, 2}) {
          EXPECT_FALSE(expected[part].empty());
          EXPECT_TRUE(
              decode(*encke_convert(parts[part], "f64 8 8 N0 S1", nullptr))
                  .elements == expected[part])
              << "part " << part;
        }
      },
      options);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(Decompose, WrongConditionsAreErrors) {
  for (auto [condition, message] :
       {std::pair("d0<", "a mode, a number or a query is expected here"),
        {"count(d2)<3", "a condition is over more modes than its tensor"},
        {"count(d0*9223372036854775807)>1",
         "a level has more coordinates than 64 bits can count: "
         "'d0*9223372036854775807'"}}) {
    encke_options options = defaultOptions();
    options.tns_dialect = 2;
    Outcome outcome = runProgram(
        [&, text = condition] {
          TensorModel model{{2, 2}, {{{0, 1}, 1}}};
          encke_tensor *tensor = makeTensor(model, "f64 4 4 D0 C1");
          encke_decompose(tensor, text, "h.ta:2:3", 2,
                          newPart(tensor, "f64 4 4 D0 C1"),
                          newPart(tensor, "f64 4 4 D0 C1"));
        },
        options);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find(std::string("h.ta:2:3: error: ") + message),
              std::string::npos)
        << outcome.err;
  }
}

} // namespace
