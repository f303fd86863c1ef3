//===- FormsTest.cpp - the forms that programs are written in -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tests/reference/TestProgram.h"

#include <cstdlib>

using namespace encke::reference;

namespace {

TEST(Forms, L4LabelDeclarations) {
  EXPECT_EQ(runMain("IndexLabel i = [2]; IndexLabel [j k] = [3];;"
                    "IndexLabel [n]; Tensor<double> A([i, j], Dense);"
                    "Tensor<double> b([n], {Dense}); A[i, k] = 1.0;"
                    "b[n] = A[n, j]; print(b);"),
            "3\n3\n");
  EXPECT_THROW(runMain("IndexLabel [r] = [3:3];"), ProgramError);
  EXPECT_THROW(runMain("IndexLabel [n] = [?]; Tensor<double> b([n], {Dense});"
                       "b[n] = 1.0;"),
               ProgramError);
}

TEST(Forms, L5SizesThatDisagree) {
  EXPECT_THROW(runMain("Tensor<double> a([2], {Dense}); Tensor<double> b([3], "
                       "{Dense}); IndexLabel [i] = [?]; b[i] = a[i];"),
               ProgramError);
  DataFile file("forms_size.mtx",
                "%%MatrixMarket matrix coordinate real general\n"
                "2 2 1\n1 1 1\n");
  EXPECT_THROW(runMain("Tensor<double> A([2, 3], {CSR}); A[i, j] = read(0);",
                       {file.path}),
               DataError);
}

TEST(Forms, L7PositionalLabelsNeedNoDeclaration) {
  EXPECT_EQ(runMain("Tensor<double> A([1, 2], {Dense}); A[x, y] = 2.0;"
                    "print(A[x, y]); print(A);"),
            "2 2\n2 2\n");
  EXPECT_THROW(runMain("Tensor<double> A([1, 2], {Dense}); A[x, y] = 2.0;"
                       "A[x, y] = A[x, y] + 1.0;"),
               ProgramError);
}

TEST(Forms, L10OrdersUpToEight) {
  EXPECT_EQ(runMain("IndexLabel [a, b, c, d, e, f, g, h] = [2];"
                    "Tensor<double> T([a, b, c, d, e, f, g, h], {CSF});"
                    "Tensor<double> D([a, b, c, d, e, f, g, h], {Dense});"
                    "Tensor<double> m([a, h], {COO});"
                    "D[a, b, c, d, e, f, g, h] = 0.5;"
                    "T[a, b, c, d, e, f, g, h] = D[a, b, c, d, e, f, g, h];"
                    "m[h, a] = T[a, b, c, d, e, f, g, h]; print(m);"),
            "0 0 32\n0 1 32\n1 0 32\n1 1 32\n");
}

TEST(Forms, L11LiteralsHoldExpressions) {
  EXPECT_EQ(runMain("var x = 2.0; Tensor<double> A([2, 2], {Dense});"
                    "A[i, j] = [[x, 2 * x], [-1, sqrt(x * 8)]]; print(A);"),
            "2 4\n-1 4\n");
  EXPECT_THROW(runMain("Tensor<double> A([2, 2], {Dense});"
                       "A[i, j] = [[1, 2], [3]];"),
               ProgramError);
}

TEST(Forms, L12FilesAndTheirNames) {
  DataFile file("forms_vector.mtx",
                "%%MatrixMarket matrix array integer general\n"
                "1 3\n4\n0\n6\n");
  const std::string tensor = "Tensor<double> v([?], {CU}); ";
  const std::string show = " print(v);";
  const char *expected = "0 4\n2 6\n";
  for (const char *call :
       {"read(0)", "comet_read(0)", "read_from_file(0)", "space_read(0, 1)"})
    EXPECT_EQ(runMain(tensor + "v[i] = " + call + ";" + show, {file.path}),
              expected);
  EXPECT_EQ(runMain(tensor + "v[i] = read(\"" + file.path + "\");" + show),
            expected);
  setenv("SPARSE_FILE_NAME3", file.path.c_str(), 1);
  setenv("SPARSE_FILE_NAME", file.path.c_str(), 1);
  EXPECT_EQ(runMain(tensor + "v[i] = read(3);" + show), expected);
  EXPECT_EQ(runMain(tensor + "v[i] = comet_read();" + show), expected);
  unsetenv("SPARSE_FILE_NAME3");
  unsetenv("SPARSE_FILE_NAME");
  EXPECT_THROW(runMain(tensor + "v[i] = read(3);"), DataError);
}

TEST(Forms, L21L24ProductsAndTransposes) {
  const std::string matrices =
      "IndexLabel [i] = [2]; IndexLabel [j] = [3]; IndexLabel [k] = [2];"
      "Tensor<double> A([i, j], {CSR}); Tensor<double> B([j, k], {CSC});"
      "Tensor<double> C([i, k], {Dense}); Tensor<double> T([j, i], {DCSR});"
      "A[i, j] = [[1, 0, 2], [0, 3, 0]]; B[j, k] = [[0, 1], [2, 0], [0, 4]];";
  EXPECT_EQ(runMain(matrices + "C[i, k] = A[i, j] * B[j, k]; print(C);"),
            "0 9\n6 0\n");
  EXPECT_EQ(runMain(matrices + "T[j, i] = transpose(A[i, j], {j, i});"
                               "print(T); T[j, i] = A[i, j] * 2.; print(T);"),
            "0 0 1\n1 1 3\n2 0 2\n0 0 2\n1 1 6\n2 0 4\n");
  EXPECT_EQ(runMain(matrices + "C[i, k] = 2.*A[i, j] * B[j, k]; print(C);"),
            "0 18\n12 0\n");
  EXPECT_THROW(runMain(matrices + "C[i, k] = A[i, j] .* B[j, k];"),
               ProgramError);
  EXPECT_THROW(runMain(matrices + "C[i, k] = A * B;"), ProgramError);
}

/// L28: the formats of the operands and of the result change nothing.
TEST(Forms, L28AnyMixOfFormats) {
  const char *const formats[] = {
      "Dense", "CSR",  "CSC",    "DCSR", "DCSC",      "COO",       "ELL",
      "CU, D", "D, D", "CN, CU", "DIA",  "CSB(2, 2)", "BCSR(2, 3)"};
  for (const char *a : formats)
    for (const char *b : formats)
      EXPECT_EQ(runMain("IndexLabel [i] = [2]; IndexLabel [j] = [3];"
                        "Tensor<double> A([i, j], {" +
                        std::string(a) + "}); Tensor<double> B([i, j], {" + b +
                        "}); Tensor<double> y([i], {Dense});"
                        "A[i, j] = [[1, 0, 2], [0, 3, 0]];"
                        "B[i, j] = A[i, j];"
                        "y[i] = A[i, j] * B[i, j]; print(y);"),
                "5\n9\n");
}

TEST(Forms, L35Convert) {
  EXPECT_EQ(runMain("IndexLabel [i] = [2]; Tensor<double> a([i], {Dense});"
                    "Tensor<double> b([i], {COO}); a[i] = [0, 3];"
                    "b[i] = convert(a[i]); print(b);"),
            "1 3\n");
}

} // namespace
