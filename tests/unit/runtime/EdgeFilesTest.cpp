//===- EdgeFilesTest.cpp - odd files from the wild ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small files that other projects test their readers with, in the folder edge/
// of ENCKE_DATA_DIR. Each is either read, with known sizes and a known number
// of entries once symmetry is expanded and duplicates are summed, or refused
// for a known reason.
//
//===----------------------------------------------------------------------===//

#include "FileOutcome.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>

using namespace encke::test;

namespace {

struct Expected {
  const char *name;
  const char *sizes; ///< "3 x 4, 5 entries", or null when refused:
  const char *error; ///< the message, from the line number on
};

const Expected expectations[] = {
    {"LFAT5_hypersparse.mtx", "2000 x 2000, 46 entries", nullptr},
    {"LFAT5_two.mtx", "28 x 28, 92 entries", nullptr},
    {"a04.mtx", "0 x 4, 0 entries", nullptr},
    {"a10.mtx", "1 x 0, 0 entries", nullptr},
    {"array_real_general.mtx", "4 x 3, 12 entries", nullptr},
    {"bad_header.mtx", nullptr, "1:42: expected the symmetry"},
    {"comments_full.mtx", "3 x 3, 9 entries", nullptr},
    {"comments_west0067.mtx", "67 x 67, 295 entries", nullptr},
    {"complex.mtx", "3 x 3, 9 entries", nullptr},
    {"coordinate_complex_general.mtx", "5 x 5, 8 entries", nullptr},
    {"coordinate_pattern_symmetric.mtx", "5 x 5, 9 entries", nullptr},
    {"cover_structure.mtx", "7 x 7, 12 entries", nullptr},
    {"empty.mtx", "3 x 4, 0 entries", nullptr},
    {"full.mtx", "3 x 3, 9 entries", nullptr},
    {"full_symmetric.mtx", "4 x 4, 16 entries", nullptr},
    {"fullcsa.mtx", "2 x 2, 4 entries", nullptr},
    // Written the wrong way round: the upper triangle of a symmetric matrix.
    {"ldbc-undirected-example-bool.mtx", nullptr,
     "4:1: an entry above the diagonal"},
    {"mangled10.mtx", nullptr, "7:1: the file ends after 2 of the 3"},
    {"mangled13.mtx", nullptr, "7:3: column 9999 is past the 4"},
    {"mangled14.mtx", "3 x 4, 2 entries", nullptr}, // a duplicate is no fault
    {"mangled2.mtx", nullptr, "1:23: expected the layout"},
    {"mangled3.mtx", nullptr, "1:34: expected the field"},
    {"matrix_bool.mtx", "7 x 7, 12 entries", nullptr},
    {"matrix_int64.mtx", "7 x 7, 12 entries", nullptr},
    {"matrix_uint8.mtx", "7 x 7, 12 entries", nullptr},
    {"netscience_crlf_0based.mtx", nullptr, "3:3: column 0"},
    {"own_array_integer_rect.mtx", "2 x 3, 6 entries", nullptr},
    {"own_bad_index0.mtx", nullptr, "3:1: row 0"},
    {"own_bad_only_banner.mtx", nullptr, "2:1: expected the number of"},
    {"own_bad_too_many.mtx", nullptr, "4:1: an entry past the 1"},
    {"own_bad_truncated.mtx", nullptr, "4:4: expected a value"},
    {"own_banner_case.mtx", "2 x 2, 2 entries", nullptr},
    {"own_blank_comment.tns", "2 x 3 x 4, 2 entries", nullptr},
    {"own_blank_lines.mtx", "3 x 3, 3 entries", nullptr},
    {"own_comet_header.tns", "7 x 7 x 7, 3 entries", nullptr},
    {"own_comment_after_size.mtx", "2 x 2, 2 entries", nullptr},
    {"own_crlf.mtx", "3 x 3, 3 entries", nullptr},
    {"own_crlf.tns", "2 x 3 x 4, 2 entries", nullptr},
    {"own_dups.mtx", "2 x 2, 2 entries", nullptr},
    {"own_dups.tns", "2 x 2 x 2, 2 entries", nullptr},
    {"own_explicit_zeros.mtx", "3 x 3, 4 entries", nullptr},
    {"own_exponents.mtx", "2 x 3, 6 entries", nullptr},
    {"own_int64.mtx", "2 x 2, 2 entries", nullptr},
    {"own_long_comment.mtx", "2 x 2, 1 entries", nullptr},
    {"own_no_final_newline.mtx", "3 x 3, 3 entries", nullptr},
    {"own_one_by_one.mtx", "1 x 1, 1 entries", nullptr},
    {"own_order1.tns", "7, 2 entries", nullptr},
    {"own_pattern_with_values.mtx", nullptr,
     "3:5: expected the end of the line"},
    {"own_single_col.mtx", "5 x 1, 2 entries", nullptr},
    {"own_single_row.mtx", "1 x 5, 2 entries", nullptr},
    {"own_sym_upper.mtx", nullptr, "4:1: an entry above the diagonal"},
    {"own_trailing_ws.tns", "2 x 2 x 2, 2 entries", nullptr},
    {"own_whitespace.mtx", "3 x 3, 3 entries", nullptr},
    // Headers of other programs, which are neither FROSTT's nor COMET's.
    {"parti_3d-24_header.tns", nullptr, "1:1: expected coordinates"},
    {"parti_3d_7_header.tns", nullptr, "1:1: expected coordinates"},
    {"pyttb_sptensor.tns", "5 x 4 x 3, 18 entries", nullptr},
    {"random_000.mtx", "10 x 10, 0 entries", nullptr},
    {"rza.mtx", "3 x 3, 6 entries", nullptr},
    {"skew_fp64.mtx", "6 x 6, 20 entries", nullptr},
    {"small4_zeroidx.tns", nullptr, "2:7: coordinate 0"},
    {"structure.mtx", "7 x 7, 12 entries", nullptr},
    {"taco_3tensor.tns", "1073 x 1 x 7, 3 entries", nullptr},
    {"west0067_jumbled.mtx", "67 x 67, 294 entries", nullptr},
};

class EdgeFiles : public testing::TestWithParam<Expected> {};

TEST_P(EdgeFiles, ReadOrRefused) {
  const char *data = std::getenv("ENCKE_DATA_DIR");
  if (!data)
    GTEST_SKIP() << "ENCKE_DATA_DIR is not set";
  const Expected &expected = GetParam();
  std::string path = std::string(data) + "/edge/" + expected.name;
  FileOutcome found = readOutcome(path);
  if (expected.sizes)
    EXPECT_EQ(found.sizes + ", " + std::to_string(found.count) + " entries",
              expected.sizes)
        << found.error;
  else
    EXPECT_EQ(found.error.find(path + ":" + expected.error), 0u) << found.error;
}

INSTANTIATE_TEST_SUITE_P(All, EdgeFiles, testing::ValuesIn(expectations),
                         [](const auto &info) {
                           std::string name = info.param.name;
                           for (char &c : name)
                             if (!isalnum(static_cast<unsigned char>(c)))
                               c = '_';
                           return name;
                         });

TEST(EdgeFiles, EveryFileHasAnExpectation) {
  const char *data = std::getenv("ENCKE_DATA_DIR");
  if (!data)
    GTEST_SKIP() << "ENCKE_DATA_DIR is not set";
  std::map<std::string, int> known;
  for (const Expected &expected : expectations)
    ++known[expected.name];
  for (auto &entry :
       std::filesystem::directory_iterator(std::string(data) + "/edge"))
    EXPECT_EQ(known[entry.path().filename().string()], 1) << entry.path();
}

} // namespace
