//===- SemaTestIO.cpp - reading, writing, printing, literals --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SemaTesting.h"

using namespace encke;
using namespace encke::test;

namespace {

/// What the read of the last statement asks for.
ReadRequest readRequest(llvm::StringRef statement) {
  Checked program(withTensors(statement));
  EXPECT_EQ(program.messages(), "") << statement.str();
  if (!program.checked)
    return {};
  const auto *call = llvm::cast<ast::Call>(&program.lastValue());
  return program.info().reads.find(call)->second;
}

TEST(SemaIO, L12_Files) {
  EXPECT_EQ(std::get<unsigned>(readRequest("A[i, j] = read(3);").file), 3u);
  EXPECT_EQ(std::get<unsigned>(readRequest("A[i, j] = comet_read();").file),
            0u);
  EXPECT_EQ(std::get<std::string>(
                readRequest("A[i, j] = read_from_file(\"a.mtx\");").file),
            "a.mtx");
  EXPECT_EQ(std::get<unsigned>(readRequest("A[i, j] = space_read(1);").file),
            1u);
}

TEST(SemaIO, L12_WrongFiles) {
  EXPECT_EQ(check("A[i, j] = read(1.5);"),
            "3:16: error: a file is the number of a data file, from 0, or a "
            "path in quotes\n");
  EXPECT_EQ(check("A[i, j] = read(0, 1, 2);"),
            "3:11: error: 'read' takes 0 to 2 arguments, but 3 are given\n");
  EXPECT_EQ(check("Tensor<double> T([i, j, k], {CSF});\n"
                  "T[i, j, k] = read(\"a.mtx\");"),
            "4:19: error: a .mtx file holds a matrix, but 'T' has 3 "
            "dimensions\n"
            "3:16: note: 'T' is declared here\n");
}

TEST(SemaIO, L12_ReadStandsAlone) {
  EXPECT_EQ(check("D[i, j] = 2 * read(0);"),
            "3:15: error: 'read' stands alone on the right of an assignment "
            "to a tensor\n");
  EXPECT_EQ(check("var t = read(0);"),
            "3:9: error: 'read' stands alone on the right of an assignment "
            "to a tensor\n");
  EXPECT_EQ(check("D[i, j] += read(0);"),
            "3:9: error: 'read' needs a plain '='\n");
  EXPECT_EQ(check("D[i, j]<A> = read(0);"),
            "3:9: error: 'read' fills the whole tensor and takes no mask\n");
}

TEST(SemaIO, L13_Selectors) {
  EXPECT_EQ(readRequest("A[i, j] = read(0, 1);").selector, Selector::Full);
  EXPECT_EQ(readRequest("A[i, j] = read(0, 2);").selector,
            Selector::StrictLower);
  EXPECT_EQ(readRequest("A[i, j] = read(0, 3);").selector, Selector::Lower);
  EXPECT_EQ(readRequest("A[i, j] = read(0, 4);").selector,
            Selector::StrictUpper);
  EXPECT_EQ(readRequest("A[i, j] = read(0, 5);").selector, Selector::Upper);
  for (const char *other : {"77", "0", "-1", "-2", "2.5"})
    EXPECT_EQ(
        readRequest("A[i, j] = read(0, " + std::string(other) + ");").selector,
        Selector::Full)
        << other;
  EXPECT_EQ(readRequest("A[i, j] = read(0, strict_upper);").selector,
            Selector::StrictUpper);
  EXPECT_EQ(check("A[i, j] = read(0, uper);"),
            "3:19: error: unknown part of a matrix\n"
            "help: the parts are full, lower, upper, strict_lower and "
            "strict_upper, or their numbers 1 to 5\n"
            "help: did you mean 'upper'?\n");
  EXPECT_EQ(check("b[i] = read(0, lower);"),
            "3:16: error: only a matrix has triangles, and 'b' has 1 "
            "dimension\n"
            "2:237: note: 'b' is declared here\n");
}

TEST(SemaIO, L14_Write) {
  EXPECT_EQ(check("write(C, \"c.mtx\");\nwrite(C[i, k], \"c.tns\");"), "");
  EXPECT_EQ(check("write(C, \"c.mtx.gz\");\nwrite(C, \"c.tns.gz\");"), "");
  EXPECT_EQ(check("write(C, \"c.gz\");"),
            "3:10: error: 'c.gz' must end in .mtx, .tns, .npy, .npz or .h5\n");
  EXPECT_EQ(check("write(C, \"c.csv\");"),
            "3:10: error: 'c.csv' must end in .mtx, .tns, .npy, .npz or .h5\n");
  EXPECT_EQ(check("write(C, 0);"),
            "3:10: error: a path in quotes is needed here\n");
  EXPECT_EQ(check("write(s, \"c.mtx\");"),
            "3:7: error: 's' is a scalar variable, not a tensor\n"
            "2:322: note: it is declared here\n");
  EXPECT_EQ(check("Tensor<double> T([i, j, k], {CSF});\n"
                  "T[i, j, k] = read(0);\nwrite(T, \"t.mtx\");"),
            "5:10: error: a .mtx file holds a matrix, but 'T' has 3 "
            "dimensions\n"
            "help: write it to a .tns file\n"
            "3:16: note: 'T' is declared here\n");
}

TEST(SemaIO, L15_Random) {
  EXPECT_EQ(check("D[i, j] = random();\nD[i, j] = random(7);"), "");
  EXPECT_EQ(check("D[i, j] = random(1.5);"),
            "3:18: error: a seed is a whole number\n");
  EXPECT_EQ(check("D[i, j] = random() + 1;"),
            "3:11: error: 'random' stands alone on the right of an assignment "
            "to a tensor\n");
}

TEST(SemaIO, L16_Print) {
  EXPECT_EQ(check("print(A);\nprint(A[i, j]);\nprint(s);\nprint(s * 2);\n"
                  "print(SUM(b[i]));"),
            "");
  EXPECT_EQ(check("print(A, 2);"),
            "3:7: error: a line has texts and single values: a tensor is "
            "printed alone\n"
            "help: write 'print(A);'\n"
            "2:66: note: 'A' is declared here\n"); // L59
  EXPECT_EQ(check("print(\"a\", s, SUM(b[i]), \"b\", 2);"), "");
  EXPECT_EQ(check("print(b[i] + 1);"),
            "3:7: error: a single value is needed here, but this varies over "
            "'i'\n"
            "help: SUM(...) adds all elements\n");
  EXPECT_EQ(check("var t = print(s);"),
            "3:9: error: 'print' is a statement and has no value\n");
}

TEST(SemaIO, L17_Functions) {
  EXPECT_EQ(check("var t = getTime();\nprintElapsedTime(t, getTime());"), "");
  EXPECT_EQ(check("printElapsedTime(s);"),
            "3:1: error: 'printElapsedTime' takes 2 arguments, but 1 is "
            "given\n");
  EXPECT_EQ(check("var t = pow(s);"),
            "3:9: error: 'pow' takes 2 arguments, but 1 is given\n");
  EXPECT_EQ(check("var t = exp[i](s);"),
            "3:9: error: 'exp' takes no labels\n"
            "help: SUM, MIN, MAX, PROD, NORM and NNZ do\n");
  EXPECT_EQ(check("exp(s);"), "3:1: error: the value is not used\n");
}

TEST(SemaIO, L11_Literals) {
  const char *declaration = "Tensor<double> M([2, 2], {Dense});\n";
  auto checkLiteral = [&](llvm::StringRef statement) {
    return check(declaration + statement.str());
  };
  EXPECT_EQ(checkLiteral("M[k, l] = [[1, s], [3, 4]];"),
            "4:3: warning: label 'k' has size 4, but dimension 1 of 'M' has "
            "size 2\n"
            "help: in a fill, a read or a print labels are positions only\n"
            "4:6: warning: label 'l' has size 4, but dimension 2 of 'M' has "
            "size 2\n"
            "help: in a fill, a read or a print labels are positions only\n");
  EXPECT_EQ(checkLiteral("M[i, j] = [[1, 2], [3]];"),
            "4:20: error: the rows of a tensor literal have one length, but "
            "this has 1, not 2\n");
  EXPECT_EQ(checkLiteral("M[i, j] = [1, 2];"),
            "4:11: error: the literal has 1 dimension, but 'M' has 2 "
            "dimensions\n"
            "3:16: note: 'M' is declared here\n");
  EXPECT_EQ(checkLiteral("M[i, j] = [[1, 2], 3];"),
            "4:20: error: a tensor literal holds either rows or elements\n");
  EXPECT_EQ(check("A[i, j] = [[1, 2], [3, 4]];"), "");
  EXPECT_EQ(check("b[i] = {1: 2, (0): s}; A[i, j] = {(0, 1): 3};"), "");
  EXPECT_EQ(check("b[i] = {1.5: 2};"),
            "3:9: error: a value of type double does not fit a coordinate of "
            "type int\n"
            "help: 'int(x)' cuts off the fraction; 'div(a, b)' is the quotient "
            "of whole numbers, rounded down\n");
  EXPECT_EQ(check("b[i] += {1: 2};"),
            "3:6: error: '{...}' needs a plain '='\n");
  EXPECT_EQ(check("s = abs(s, number = 3);"),
            "3:12: error: 'abs' has no argument with the name 'number'\n");
  EXPECT_EQ(check("var t = [1, 2];"),
            "3:9: error: a tensor literal stands alone on the right of an "
            "assignment to a tensor\n");
}

TEST(SemaIO, L35_Convert) {
  EXPECT_EQ(check("D[i, j] = convert(A[i, j]);"), "");
  EXPECT_EQ(check("y[i] = convert(A[i, j]);"),
            "3:16: error: 'convert' keeps all labels, but the left has 'i'\n");
  EXPECT_EQ(check("D[i, j] = convert(A);"),
            "3:19: error: 'convert' takes a tensor with its labels\n");
}

} // namespace
