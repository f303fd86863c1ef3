//===- ReferenceTest.cpp - the oracle on cases computed by hand -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tests/reference/TestProgram.h"

using namespace encke::reference;

namespace {

/// The declarations most cases share: a 2x3 matrix A, vectors x (3), b (2).
const char prelude[] = R"(
  IndexLabel [i] = [2];
  IndexLabel [j] = [3];
  IndexLabel [k] = [2];
  Tensor<double> A([i, j], {Dense});
  Tensor<double> S([i, j], {CSR});
  Tensor<double> R([i, j], {Dense});
  Tensor<double> x([j], {Dense});
  Tensor<double> b([i], {Dense});
  Tensor<double> y([i], {Dense});
  Tensor<double> C([i, k], {Dense});
  A[i, j] = [[1, 2, 3], [4, 5, 6]];
  S[i, j] = [[0, 7, 0], [8, 0, 9]];
  x[j] = [10, 20, 30];
  b[i] = [100, 200];
)";

std::string runBody(const std::string &body) { return runMain(prelude + body); }

TEST(Reference, L19SumsTheProductOnly) {
  EXPECT_EQ(runBody("y[i] = A[i, j] * x[j]; print(y);"), "140\n320\n");
  EXPECT_EQ(runBody("y[i] = A[i, j] * x[j] + b[i]; print(y);"), "240\n520\n");
  EXPECT_EQ(runBody("y[i] = b[i] - A[i, j] * x[j]; print(y);"), "-40\n-120\n");
}

TEST(Reference, L19SumsOverTheSmallestPart) {
  // Sum over j of (A + b) * x, with b repeated along j.
  EXPECT_EQ(runBody("y[i] = (A[i, j] + b[i]) * x[j]; print(y);"),
            "6140\n12320\n");
  // Only A is summed: (6 + 100) * 2 and (15 + 200) * 2.
  EXPECT_EQ(runBody("y[i] = (A[i, j] + b[i]) * 2; print(y);"), "212\n430\n");
  EXPECT_EQ(
      runBody("x[j] = [1, 2, 4]; y[i] = A[i, j] / x[j] * b[i]; print(y);"),
      "275\n1600\n");
}

TEST(Reference, L19OrderOfTermsDoesNotMatter) {
  EXPECT_EQ(runBody("y[i] = (A[i, j] + b[i] + A[i, j]) * 2; print(y);"),
            "224\n460\n");
}

TEST(Reference, L19FunctionArgumentsContractInside) {
  EXPECT_EQ(runBody("y[i] = relu(A[i, j] * x[j] - b[i]); print(y);"),
            "40\n120\n");
  EXPECT_EQ(runBody("y[i] = relu(b[i] - A[i, j] * x[j]); print(y);"), "0\n0\n");
  EXPECT_THROW(runBody("y[i] = exp(A[i, j]); print(y);"), ProgramError);
}

TEST(Reference, L20L40Broadcast) {
  EXPECT_EQ(runBody("R[i, j] = x[j] - b[i]; print(R);"),
            "-90 -80 -70\n-190 -180 -170\n");
  EXPECT_EQ(runBody("R[i, j] = b[i]; print(R);"), "100 100 100\n200 200 200\n");
}

TEST(Reference, L21MatrixProductAndTranspose) {
  EXPECT_EQ(runBody("C[i, k] = A[i, j] * A[k, j]; print(C);"),
            "14 32\n32 77\n");
  EXPECT_EQ(runBody("x[j] = A[i, j] * b[i]; print(x);"), "900\n1200\n1500\n");
}

TEST(Reference, SparseOperandsInDenseResults) {
  EXPECT_EQ(runBody("y[i] = S[i, j] * x[j]; print(y);"), "140\n350\n");
  EXPECT_EQ(runBody("R[i, j] = S[i, j] + A[i, j]; print(R);"),
            "1 9 3\n12 5 15\n");
  EXPECT_EQ(runBody("S[i, j] = [[0, 4, 0], [8, 0, 2]];"
                    "R[i, j] = A[i, j] / S[i, j]; print(R);"),
            "0 0.5 0\n0.5 0 3\n");
}

TEST(Reference, L27SparseResultsFollowTheOperators) {
  const char *more = "Tensor<double> T([i, j], {CSR}); T[i, j] = "
                     "[[5, -7, 0], [0, 0, 1]]; ";
  EXPECT_EQ(runBody(std::string(more) + "S[i, j] = S[i, j] + T[i, j];"
                                        "print(S);"),
            "0 0 5\n0 1 0\n1 0 8\n1 2 10\n");
  EXPECT_EQ(runBody(std::string(more) + "S[i, j] = S[i, j] * T[i, j];"
                                        "print(S);"),
            "0 1 -49\n1 2 9\n");
  EXPECT_THROW(runBody("S[i, j] = S[i, j] + 1.0;"), ProgramError);
  EXPECT_EQ(runBody("S[i, j] = 0.0; print(NNZ(S));"), "0\n");
}

TEST(Reference, L18Accumulate) {
  EXPECT_EQ(runBody("y[i] += b[i]; y[i] -= A[i, j]; print(y);"), "94\n185\n");
  EXPECT_EQ(runBody("b[i] = b[i] + C[i, k] + b[i]; print(b);"), "200\n400\n");
}

TEST(Reference, L22L42Semirings) {
  EXPECT_EQ(runBody("y[i] = S[i, j] @(min,+) x[j]; print(y);"), "27\n18\n");
  EXPECT_EQ(runBody("S[i, j] = [[0, 0, 0], [8, 0, 9]];"
                    "y[i] = S[i, j] @(min,+) x[j]; print(y);"),
            "inf\n18\n");
  EXPECT_EQ(runBody("R[i, j] = S[i, j] @(pair) A[i, j]; print(R);"),
            "0 1 0\n1 0 1\n");
}

TEST(Reference, L23L41Masks) {
  EXPECT_EQ(runBody("R[i, j] = 1.0; R[i, j]<S> = A[i, j]; print(R);"),
            "0 2 0\n4 0 6\n");
  EXPECT_EQ(runBody("R[i, j] = 1.0; R[i, j]<!S> += A[i, j]; print(R);"),
            "2 1 4\n1 6 1\n");
}

TEST(Reference, L25Reductions) {
  EXPECT_EQ(runBody("print(SUM(A[i, j]));"), "21\n");
  EXPECT_EQ(runBody("print(SUM(S[i, j] * A[i, j]));"), "100\n");
  EXPECT_EQ(runBody("print(MIN(S[i, j])); print(MAX(A[i, j]));"), "7\n6\n");
  EXPECT_EQ(runBody("print(PROD(S[i, j])); print(NNZ(S)); print(NNZ(A));"),
            "504\n3\n6\n");
  EXPECT_EQ(runBody("b[i] = [3, 4]; print(NORM(b[i]));"), "5\n");
  EXPECT_EQ(runBody("var inf = 1.0 / 0.0; b[i] = [3, inf]; print(NORM(b[i]));"
                    "b[i] = [inf, inf - inf]; print(NORM(b[i]));"),
            "inf\nnan\n");
  EXPECT_EQ(runBody("y[i] = MAX[j](A[i, j] * x[j]); print(y);"), "90\n180\n");
  EXPECT_EQ(runBody("A[i, j] = [[1, 2, 5], [4, 10, 2]];"
                    "R[i, j] = A[i, j] / SUM[j](A[i, j]) * 16; print(R);"),
            "2 4 10\n4 10 2\n");
}

TEST(Reference, L40DiagonalAndTrace) {
  const char *square = "C[i, k] = [[1, 2], [3, 4]];";
  EXPECT_EQ(runBody(std::string(square) + "y[i] = C[i, i]; print(y);"),
            "1\n4\n");
  EXPECT_EQ(runBody(std::string(square) + "var t = C[i, i]; print(t);"), "5\n");
}

TEST(Reference, L6L39RangeLabels) {
  EXPECT_EQ(runBody("IndexLabel [r] = [0:3:2]; Tensor<double> Z([i, r], "
                    "{Dense}); Z[i, r] = A[i, r]; print(Z);"),
            "1 3\n4 6\n");
  EXPECT_EQ(runBody("IndexLabel [r] = [1:3]; A[i, r] = 0.5; print(A);"),
            "1 0.5 0.5\n4 0.5 0.5\n");
}

TEST(Reference, L29L30ScalarsAndControlFlow) {
  EXPECT_EQ(runBody("var s = 0; for t in 1:5 { s = s + t; } print(s);"),
            "10\n");
  EXPECT_EQ(runBody("var s = 7 / 2; if (s > 3) { s += 1; } else { s = 0; }"
                    "print(s);"),
            "4.5\n");
  EXPECT_EQ(runBody("var s = 1; while (s < 100) { s = s * 3; } print(s);"),
            "243\n");
}

TEST(Reference, L31Functions) {
  EXPECT_EQ(run(R"(
    def scaled(Tensor<double> v([i], {Dense}), double by)
        -> Tensor<double>([i], {Dense}) {
      Tensor<double> w([i], {Dense});
      w[i] = by * v[i];
      return w;
    }
    def main() {
      IndexLabel [n] = [3];
      Tensor<double> a([n], {Dense});
      Tensor<double> c([n], {Dense});
      a[n] = [1, 2, 3];
      c[n] = scaled(a, 2.0);
      print(c);
    })"),
            "2\n4\n6\n");
}

TEST(Reference, L5SizesComeFromFiles) {
  DataFile matrix("reference_matrix.mtx",
                  "%%MatrixMarket matrix coordinate real symmetric\n"
                  "% a comment\n3 3 3\n1 1 2\n3 1 -1.5\n2 2 4\n");
  const char *program = R"(
    def main() {
      IndexLabel [i] = [?];
      IndexLabel [j] = [?];
      Tensor<double> A([i, j], {DCSC});
      Tensor<double> x([j], {Dense});
      Tensor<double> y([i], {Dense});
      x[j] = 2.0;
      A[i, j] = read(0);
      y[i] = A[i, j] * x[j];
      print(A);
      print(y);
    })";
  EXPECT_EQ(run(program, {matrix.path}),
            "0 0 2\n0 2 -1.5\n1 1 4\n2 0 -1.5\n1\n8\n-3\n");
  EXPECT_THROW(run(program), DataError);
}

TEST(Reference, ReadsTnsFilesOfBothKinds) {
  DataFile frostt("reference_f.tns", "1 2 1.5\n3 1 -2\n1 2 1\n");
  DataFile comet("reference_c.tns", "4 3 2\n0 1 2.5\n2 0 -2\n");
  const char *program = R"(
    def main() {
      IndexLabel [i] = [?];
      IndexLabel [j] = [?];
      Tensor<double> A([i, j], {CSR});
      Tensor<double> B([i, j], {Dense});
      A[i, j] = read(0);
      B[i, j] = A[i, j];
      print(A);
      print(B);
    })";
  EXPECT_EQ(run(program, {frostt.path}), "0 1 2.5\n2 0 -2\n0 2.5\n0 0\n-2 0\n");
  EXPECT_EQ(run(program, {comet.path}),
            "0 1 2.5\n2 0 -2\n0 2.5 0\n0 0 0\n-2 0 0\n0 0 0\n");
}

TEST(Reference, L14SizesInAComment) {
  DataFile sized("reference_sized.tns", "# encke: sizes 3 4\n2 3 1.5\n");
  DataFile small("reference_small.tns", "# encke: sizes 3 2\n2 3 1.5\n");
  DataFile header("reference_header.tns", "2 3 2\n2 1 1.5\n1 3 -2\n");
  const char *program = R"(
    def main() {
      IndexLabel [i] = [?];
      IndexLabel [j] = [?];
      Tensor<double> B([i, j], {Dense});
      B[i, j] = read(0);
      print(B);
    })";
  EXPECT_EQ(run(program, {sized.path}), "0 0 0 0\n0 0 1.5 0\n0 0 0 0\n");
  EXPECT_THROW(run(program, {small.path}), DataError);
  EXPECT_THROW(run(program, {header.path}), DataError); // or an entry?
}

TEST(Reference, L13Selectors) {
  DataFile matrix("reference_array.mtx",
                  "%%MatrixMarket matrix array real general\n"
                  "2 2\n1\n2\n3\n4\n");
  const char *program = R"(
    def main() {
      Tensor<double> A([2, 2], {Dense});
      A[i, j] = read(0, 2); print(A);
      A[i, j] = read(0, lower); print(A);
      A[i, j] = read(0, strict_upper); print(A);
      A[i, j] = read(0, 5); print(A);
      A[i, j] = read(0); print(A);
    })";
  EXPECT_EQ(run(program, {matrix.path}),
            "0 0\n2 0\n1 0\n2 4\n0 3\n0 0\n1 3\n0 4\n1 3\n2 4\n");
}

/// What a tensor of one element reads from a file that says `value`.
std::string readOne(const std::string &type, const std::string &value,
                    const std::string &symmetry = "general") {
  DataFile file("reference_value.mtx",
                "%%MatrixMarket matrix coordinate real " + symmetry +
                    "\n2 2 1\n2 1 " + value + "\n");
  return run("def main() { Tensor<" + type + "> A([?, ?], {CSR});" +
                 "A[i, j] = read(0); print(A); }",
             {file.path});
}

TEST(Reference, ValuesAreReadFromTheirDigits) {
  EXPECT_EQ(readOne("int", "9007199254740993.0"), "1 0 9007199254740993\n");
  EXPECT_EQ(readOne("int", "+9.223372036854775807e18"),
            "1 0 9223372036854775807\n");
  EXPECT_EQ(readOne("int", "9007199254740993e0", "skew-symmetric"),
            "0 1 -9007199254740993\n1 0 9007199254740993\n");
  for (const char *text :
       {"9007199254740992.5", "0.99999999999999999999", "1e-400",
        "9223372036854775808.0", "1e999999999999999999999", "nan"})
    EXPECT_THROW(readOne("int", text), DataError) << text;
  EXPECT_EQ(readOne("float", "1.00000005960464477539062500000001"),
            "1 0 1.0000001\n");
  EXPECT_EQ(readOne("float", "3.4028235e+38"), "1 0 3.4028235e+38\n");
  for (const char *text : {"1e39", "nan(12)", "0x1"})
    EXPECT_THROW(readOne("float", text), DataError) << text;
}

TEST(Reference, BadFilesAreErrors) {
  const char *program = R"(
    def main() {
      Tensor<double> A([?, ?], {CSR});
      A[i, j] = read(0);
    })";
  for (const char *content :
       {"", "%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1\n",
        "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n",
        "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 x\n"}) {
    DataFile file("reference_bad.mtx", content);
    EXPECT_THROW(run(program, {file.path}), DataError);
  }
}

} // namespace
