//===- SemaTestFormats.cpp - formats, sparse targets, masks, schedules ----===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SemaTesting.h"

using namespace encke;
using namespace encke::test;

namespace {

/// The messages about one tensor of the given dimensions and format; the
/// declaration is on line 3.
std::string declare(llvm::StringRef dimensions, llvm::StringRef format) {
  return checkBare("IndexLabel [i, j, k] = [4];\nTensor<double> A([" +
                   dimensions.str() + "], " + format.str() + ");");
}

/// The storage that a declaration of that format resolves to.
std::string stored(llvm::StringRef dimensions, llvm::StringRef format) {
  Checked program("def main() {\nIndexLabel [i, j, k] = [4];\n"
                  "Tensor<double> A([" +
                  dimensions.str() + "], " + format.str() + ");\n}\n");
  EXPECT_EQ(program.messages(), "");
  return llvm::cast<ast::TensorDecl>(program.last()).format->str();
}

TEST(SemaFormats, L9_NamesAndLevels) {
  EXPECT_EQ(stored("i, j", "CSR"), "CSR");
  EXPECT_EQ(stored("i, j", "{CSR}"), "CSR");
  EXPECT_EQ(stored("i, j", "{D, CU}"), "CSR");
  EXPECT_EQ(stored("i, j", "{CSC}"), "CSC");
  EXPECT_EQ(stored("i", "{CU}"), "CSF");
  EXPECT_EQ(stored("i, j", "{CN, S}"), "COO");
  EXPECT_EQ(stored("i, j, k", "{CU, CU, D}"), "{CU, CU, D}");
  EXPECT_EQ(stored("", "{Dense}"), "Dense");
}

TEST(SemaFormats, L9_LevelListHasOneLevelADimension) {
  EXPECT_EQ(declare("i, j, k", "{D, CU}"),
            "3:29: error: 2 level types for 3 dimensions of 'A'\n");
  EXPECT_EQ(declare("i, j", "{D}"),
            "3:26: error: 1 level type for 2 dimensions of 'A'\n");
  EXPECT_EQ(declare("i, j", "{D, C}"),
            "3:30: error: unknown level type 'C'\n"
            "help: a level is D (dense), CU or CN (compressed, with unique "
            "coordinates or not) or S (singleton)\n");
}

TEST(SemaFormats, L48_SingletonOnlyAfterNonunique) {
  EXPECT_EQ(declare("i, j", "{S, D}"),
            "3:27: error: level S may follow only CN or S\n");
  EXPECT_EQ(declare("i, j", "{CU, S}"),
            "3:31: error: level S may follow only CN or S\n");
}

TEST(SemaFormats, L10_UnknownAndUnfit) {
  EXPECT_EQ(declare("i, j", "{csr}"), "3:27: error: unknown format 'csr'\n"
                                      "help: did you mean 'CSR'?\n");
  EXPECT_EQ(declare("i, j, k", "{CSR}"),
            "3:30: error: format CSR is for matrices, but 'A' has 3 "
            "dimensions\n");
  EXPECT_EQ(declare("", "{CSF}"),
            "3:23: error: format CSF needs at least 1 dimension, but 'A' has "
            "0 dimensions\n");
  EXPECT_EQ(declare("i, j", "CSR(2)"),
            "3:26: error: format CSR takes 0 numbers, but 1 is given\n");
}

TEST(SemaFormats, L10_LevelsOverPartsOfDimensions) {
  EXPECT_EQ(stored("i, j", "{ELL}"), "ELL");
  EXPECT_EQ(stored("i, j", "DIA"), "DIA");
  EXPECT_EQ(stored("i, j", "BCSR(2, 3)"), "BCSR(2, 3)");
  EXPECT_EQ(stored("i, j", "{CSB(4, 4)}"), "CSB(4, 4)");
  EXPECT_EQ(stored("i, j", "MG"), "ModeGeneric");
  EXPECT_EQ(declare("i, j", "BCSR(2)"),
            "3:26: error: format BCSR takes 2 numbers, but 1 is given\n");
}

TEST(SemaFormats, L37_AfterAFormatErrorTheTensorIsKnown) {
  EXPECT_EQ(checkBare("IndexLabel [i, j] = [4];\n"
                      "Tensor<double> A([i, j], {CRS});\n"
                      "Tensor<double> y([i], {Dense});\n"
                      "A[i, j] = read(0);\n"
                      "y[i] = A[i, j];"),
            "3:27: error: unknown format 'CRS'\n"
            "help: did you mean 'CSR'?\n");
}

TEST(SemaFormats, L44_FullResultInASparseTarget) {
  EXPECT_EQ(check("S[i, j] = A[i, j] + D[i, j];"),
            "3:1: error: the result has a value everywhere, but 'S' is sparse "
            "(CSR)\n"
            "3:21: note: this has no absent elements\n"
            "2:99: note: 'S' is declared here\n"
            "help: declare 'S' {Dense}\n");
  EXPECT_EQ(check("S[i, j] = 1.0;"),
            "3:1: error: the result has a value everywhere, but 'S' is sparse "
            "(CSR)\n"
            "3:11: note: this has no absent elements\n"
            "2:99: note: 'S' is declared here\n"
            "help: declare 'S' {Dense}\n");
  EXPECT_EQ(check("S[i, j] = exp(A[i, j]);"),
            "3:1: error: the result has a value everywhere, but 'S' is sparse "
            "(CSR)\n"
            "3:11: note: this has no absent elements\n"
            "2:99: note: 'S' is declared here\n"
            "help: declare 'S' {Dense}\n");
}

TEST(SemaFormats, L44_AZeroEmptiesASparseTarget) {
  EXPECT_EQ(check("S[i, j] = 0.0;"), "");
  // What is computed does not, whatever its value.
  EXPECT_EQ(check("S[i, j] = 2 * 0;"),
            "3:1: error: the result has a value everywhere, but 'S' is sparse "
            "(CSR)\n"
            "3:11: note: this has no absent elements\n"
            "2:99: note: 'S' is declared here\n"
            "help: declare 'S' {Dense}\n");
}

TEST(SemaFormats, L44_RandomNumbersAreFull) {
  EXPECT_EQ(check("S[i, j] = random();"),
            "3:11: error: random() gives every element a value, but 'S' is "
            "sparse (CSR)\n"
            "2:99: note: 'S' is declared here\n"
            "help: 'random(density = 0.01)' stores one element of a hundred\n");
  EXPECT_EQ(check("S[i, j] = random(density = s / 2);"), "");
  EXPECT_EQ(check("S[i, j] = random(density = 1.5);"),
            "3:28: error: a density is a number from 0 to 1\n");
}

TEST(SemaFormats, L44_SparseResults) {
  for (llvm::StringRef statement :
       {"S[i, j] = 0.0;", "S[i, j] = A[i, j] * D[i, j];",
        "S[i, j] = A[i, j] + 2 * A[i, j];", "S[i, j] = relu(A[i, j]);",
        "S[i, j] = pow(A[i, j], 2);", "S[i, j] = D[i, j];",
        "S[i, j] = D[i, j] / A[i, j];", "S[i, j]<A> = D[i, j] + 1;",
        "S[i, j] = -transpose(A[i, j], {j, i}) * s;"})
    EXPECT_EQ(check(statement), "") << statement.str();
}

TEST(SemaFormats, L23_Masks) {
  EXPECT_EQ(check("D[i, j]<A, push> = D[i, j] * 2;"), "");
  EXPECT_EQ(check("C[i, k]<!B> = C[i, k] * 2;"),
            "3:10: warning: mask 'B' is dense, so its complement leaves "
            "nothing\n"
            "2:132: note: 'B' is declared here\n");
  EXPECT_EQ(check("y[i]<A> = b[i];"),
            "3:6: error: mask 'A' has 2 dimensions, but 'y' has 1\n"
            "2:66: note: 'A' is declared here\n"
            "2:301: note: 'y' is declared here\n");
  EXPECT_EQ(check("D[i, j]<A, drag> = D[i, j] * 2;"),
            "3:9: error: unknown way to apply a mask: 'drag'\n"
            "help: the ways are push, pull and auto\n");
}

TEST(SemaFormats, L32_Schedules) {
  EXPECT_EQ(check("C[i, k] = A[i, j] * B[j, k] with order(i, j, k), "
                  "vectorize(k, 8);"),
            "");
  EXPECT_EQ(check("y[i] = A[i, j] * x[j] with tyle(i, 64), order(k);"),
            "3:28: error: unknown clause 'tyle'\n"
            "help: the clauses are grouped, temporary, convert, symmetric, "
            "tile, order, workspace, fused, separate, positions, renumber, "
            "when, serial, parallel, vectorize, registers, "
            "sums, unroll, jam, search, assemble, prefetch\n"
            "help: did you mean 'tile'?\n"
            "3:47: error: label 'k' is not in this statement\n");
}

TEST(SemaFormats, L36_Reorder) {
  EXPECT_EQ(check("reorder [i, j] by lexi(A);"), "");
  EXPECT_EQ(check("reorder [i, q] by lexy(A);"),
            "3:13: error: label 'q' is not declared\n"
            "help: a label is declared with its size: 'IndexLabel [q] = [?];'\n"
            "3:19: error: unknown reordering 'lexy'\n"
            "help: the reorderings are lexi, rcm, degree, partition, auto "
            "and none\n"
            "help: did you mean 'lexi'?\n");
  EXPECT_EQ(check("reorder [j] by partition(A, 4); reorder [i] by none;"), "");
  EXPECT_EQ(check("reorder [i] by rcm(A, 4);"),
            "3:16: error: 'rcm' takes no number\n"
            "help: 'lexi(A, 5)' makes at most 5 rounds, 'partition(A, 8)' "
            "makes 8 parts\n");
}

} // namespace
