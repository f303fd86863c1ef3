//===- SemaTestSizes.cpp - sizes of labels and dimensions -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SemaTesting.h"

using namespace encke;
using namespace encke::test;

namespace {

TEST(SemaSizes, L4_LabelExtents) {
  EXPECT_EQ(checkBare("IndexLabel [a] = [5:5];"),
            "2:19: error: the range is empty\n"
            "help: a range lo:hi excludes hi\n");
  EXPECT_EQ(checkBare("IndexLabel [a] = [0:8:0];"),
            "2:19: error: the step of a range must be positive\n");
  EXPECT_EQ(checkBare("IndexLabel [a] = [0];"), "");
}

TEST(SemaSizes, L5_FileSizesLabels) {
  Checked program("def main() {\n"
                  "IndexLabel [i, j] = [?]; IndexLabel [k] = [32];\n"
                  "Tensor<double> A([i, j], {CSR});\n"
                  "Tensor<double> B([j, k], {Dense});\n"
                  "B[j, k] = 1.0;\n"
                  "A[i, j] = read(2);\n"
                  "}\n");
  ASSERT_EQ(program.messages(), "");
  const FunctionInfo &info = program.info();
  ASSERT_EQ(info.groups.size(), 3u);
  EXPECT_EQ(info.labelGroup.lookup("i"), 0u);
  EXPECT_EQ(info.labelGroup.lookup("j"), 1u);
  EXPECT_EQ(info.labelGroup.lookup("k"), 2u);

  const SizeGroup &j = info.groups[1];
  EXPECT_EQ(j.name, "j");
  EXPECT_FALSE(j.staticSize);
  ASSERT_EQ(j.files.size(), 1u);
  EXPECT_EQ(std::get<unsigned>(j.files[0].file), 2u);
  EXPECT_EQ(j.files[0].mode, 1u);
  EXPECT_EQ(j.files[0].order, 2u);
  EXPECT_EQ(info.groups[2].staticSize, 32);
  EXPECT_TRUE(info.groups[2].files.empty());

  const auto *b = llvm::cast<ast::TensorDecl>(program.main().body[3].get());
  EXPECT_EQ(info.tensorGroups.lookup(b), llvm::SmallVector<unsigned>({1, 2}));
}

TEST(SemaSizes, L5_AccessJoinsLabelAndDimension) {
  // B's first dimension was declared as `m` and is accessed as `j`.
  Checked program("def main() {\n"
                  "IndexLabel [i, j, m] = [?];\n"
                  "Tensor<double> A([i, j], {CSR});\n"
                  "Tensor<double> B([m, ?], {Dense});\n"
                  "Tensor<double> C([i, 7], {Dense});\n"
                  "IndexLabel [k] = [7];\n"
                  "A[i, j] = read(0);\n"
                  "B[j, k] = 1.0;\n"
                  "C[i, k] = A[i, j] * B[j, k];\n"
                  "}\n");
  ASSERT_EQ(program.messages(), "");
  const FunctionInfo &info = program.info();
  EXPECT_EQ(info.groups.size(), 3u);
  EXPECT_EQ(info.labelGroup.lookup("m"), info.labelGroup.lookup("j"));
  const auto *c = llvm::cast<ast::TensorDecl>(program.main().body[3].get());
  EXPECT_EQ(info.tensorGroups.lookup(c),
            llvm::SmallVector<unsigned>(
                {info.labelGroup.lookup("i"), info.labelGroup.lookup("k")}));
}

TEST(SemaSizes, L5_StaticSizesDisagree) {
  EXPECT_EQ(checkBare("IndexLabel [i] = [4];\n"
                      "IndexLabel [j] = [5];\n"
                      "Tensor<double> a([i], {Dense});\n"
                      "a[i] = 1.0;\n"
                      "var t = a[j];\n"
                      "t = a[j];"),
            "6:11: error: label 'j' has size 5, but dimension 1 of 'a' has "
            "size 4\n"
            "3:19: note: size 5 is given here\n"
            "2:19: note: size 4 is given here\n");
}

TEST(SemaSizes, L5_DisagreementThroughAnotherLabel) {
  EXPECT_EQ(checkBare("IndexLabel [i] = [4];\n"
                      "IndexLabel [j] = [?];\n"
                      "Tensor<double> a([i], {Dense});\n"
                      "Tensor<double> b([6], {Dense});\n"
                      "a[i] = 1.0;\n"
                      "b[j] = 1.0;\n"
                      "var t = a[j];\n"
                      "t = b[j];"),
            "7:3: warning: label 'j' has size 4, but dimension 1 of 'b' has "
            "size 6\n"
            "help: in a fill, a read or a print labels are positions only\n"
            "9:7: error: label 'j' has size 4, but dimension 1 of 'b' has "
            "size 6\n"
            "2:19: note: size 4 is given here\n"
            "5:19: note: size 6 is given here\n");
}

TEST(SemaSizes, L5_SizeIsNotKnown) {
  EXPECT_EQ(checkBare("IndexLabel [i, j] = [?];\n"
                      "Tensor<double> a([i, ?], {Dense});\n"
                      "a[i, j] = 1.0;\n"
                      "print(a);"),
            "4:3: error: the size of label 'i' is not known\n"
            "help: give it a number where it is declared, or read a file into "
            "a tensor that has it\n"
            "4:6: error: the size of dimension 2 of 'a' is not known\n"
            "help: give it a number where it is declared, or read a file into "
            "a tensor that has it\n");
  // Nothing needs the size of a tensor that is not used.
  EXPECT_EQ(checkBare("IndexLabel [i] = [?];\n"
                      "Tensor<double> a([i], {Dense});"),
            "");
}

TEST(SemaSizes, L40_UnsizedDimensionTakesTheSizeOfItsLabel) {
  Checked program("def main() {\n"
                  "IndexLabel [i] = [9];\n"
                  "Tensor<double> a([?], {Dense});\n"
                  "a[i] = 1.0;\n"
                  "}\n");
  ASSERT_EQ(program.messages(), "");
  ASSERT_EQ(program.info().groups.size(), 1u);
  EXPECT_EQ(program.info().groups[0].staticSize, 9);
}

TEST(SemaSizes, L7_PositionsDoNotJoinSizes) {
  EXPECT_EQ(checkBare("IndexLabel [i] = [4];\n"
                      "IndexLabel [j] = [5];\n"
                      "Tensor<double> a([i], {Dense});\n"
                      "a[j] = 1.0;"),
            "5:3: warning: label 'j' has size 5, but dimension 1 of 'a' has "
            "size 4\n"
            "help: in a fill, a read or a print labels are positions only\n");
}

TEST(SemaSizes, L7_PositionalLabelsTieNoTensorsTogether) {
  EXPECT_EQ(checkBare("IndexLabel [i] = [?];\n"
                      "Tensor<double> a([4], {Dense});\n"
                      "Tensor<double> b([5], {Dense});\n"
                      "a[i] = 1.0;\n"
                      "b[i] = 1.0;\n"
                      "print(a[i]);"),
            "");
}

TEST(SemaSizes, L37_NoUnknownSizesAfterAnErrorInLabels) {
  EXPECT_EQ(
      checkBare("IndexLabel [i, m] = [?];\n"
                "IndexLabel [j] = [4];\n"
                "Tensor<double> a([m], {Dense});\n"
                "a[m] = 1.0;\n"
                "var t = a[q];"),
      "6:11: error: label 'q' is not declared\n"
      "help: a label is declared with its size: 'IndexLabel [q] = [?];'\n");
}

TEST(SemaSizes, L40_BothDimensionsOneLabel) {
  Checked program("def main() {\n"
                  "IndexLabel [i, k] = [?];\n"
                  "Tensor<double> B([i, i], {Dense});\n"
                  "Tensor<double> A([i, k], {CSR});\n"
                  "A[i, k] = read(0);\n"
                  "B[i, k] = A[i, k];\n"
                  "}\n");
  ASSERT_EQ(program.messages(), "");
  EXPECT_EQ(program.info().groups.size(), 1u);
  EXPECT_EQ(program.info().groups[0].files.size(), 2u);
}

TEST(SemaSizes, L39_RangeLabels) {
  Checked program("def main() {\n"
                  "IndexLabel [r] = [2:12:3];\n"
                  "Tensor<double> a([r], {Dense});\n"
                  "a[r] = 1.0;\n"
                  "}\n");
  ASSERT_EQ(program.messages(), "");
  EXPECT_EQ(program.info().groups[0].staticSize, 4);
}

TEST(SemaSizes, L6_AMovedSliceIsASumWithAWarning) {
  auto check = [](llvm::StringRef statement) {
    return checkBare("IndexLabel [i] = [10]; IndexLabel [a] = [0:3];\n"
                     "IndexLabel [b] = [3:6]; IndexLabel [c] = [6:10];\n"
                     "Tensor<double> x([i], {Dense});\n"
                     "Tensor<double> y([i], {Dense});\n"
                     "x[i] = 1.0;\ny[i] = 0.0;\n" +
                     statement.str());
  };
  EXPECT_EQ(check("y[a] = 2 * x[b];"),
            "8:1: warning: 'b' is summed over, and the sum repeats along 'a'\n"
            "help: only a label on both sides pairs coordinates, not ranges of "
            "the same length; a slice cannot be moved to another place yet\n");
  EXPECT_EQ(check("y[a] = x[a] * x[b];"), "");
  EXPECT_EQ(check("y[a] = x[c];"),
            "8:8: warning: label 'c' is not on the left: this is summed over "
            "it, and the sum repeats along 'a'\n"
            "help: labels pair coordinates by their names: write 'x[a]' to "
            "take each element, or 'SUM[c](x[c])' to say that the sum is "
            "meant\n");
  EXPECT_EQ(check("y[a] = SUM(x[b]);"), "");
  // A range that is none is reported, and no more is said of it.
  EXPECT_EQ(check("IndexLabel [d] = [0:3:0]; y[d] = x[b]; y[a] = x[d];"),
            "8:19: error: the step of a range must be positive\n");
}

TEST(SemaSizes, L6_SliceMustFit) {
  const char *text = "IndexLabel [r] = [0:%:2]; IndexLabel [i] = [10];\n"
                     "Tensor<double> a([i], {Dense});\n"
                     "a[i] = 1.0;\n"
                     "var t = a[r];";
  std::string fits = text, beyond = text;
  fits.replace(fits.find('%'), 1, "10");
  beyond.replace(beyond.find('%'), 1, "11");
  EXPECT_EQ(checkBare(fits), "");
  EXPECT_EQ(checkBare(beyond),
            "5:11: error: dimension 1 of 'a' has size 10, but the range goes "
            "on to 10\n"
            "2:46: note: size 10 is given here\n");
}

TEST(SemaSizes, L11_LiteralGivesSizes) {
  Checked program("def main() {\n"
                  "IndexLabel [i, j] = [?];\n"
                  "Tensor<double> a([i, j], {Dense});\n"
                  "a[i, j] = [[1, 2, 3], [4, 5, 6]];\n"
                  "}\n");
  ASSERT_EQ(program.messages(), "");
  EXPECT_EQ(program.info().groups[0].staticSize, 2);
  EXPECT_EQ(program.info().groups[1].staticSize, 3);
  EXPECT_EQ(checkBare("IndexLabel [i] = [4];\n"
                      "Tensor<double> a([i], {Dense});\n"
                      "a[i] = [1, 2];"),
            "4:8: error: dimension 1 of 'a' has size 4, but this makes it 2\n"
            "2:19: note: size 4 is given here\n");
}

TEST(SemaSizes, L18_WholeTensorsByPosition) {
  EXPECT_EQ(check("y = b;"), "");
  EXPECT_EQ(check("y = C;"),
            "3:1: error: 'y' has 1 dimension, but 'C' has 2\n"
            "2:301: note: 'y' is declared here\n"
            "2:167: note: 'C' is declared here\n"
            "help: 'v[n] = reshape(A[i, j]);' takes the elements in order "
            "into another shape\n");
  EXPECT_EQ(check("y = A[i, j] * x[j];"),
            "3:1: error: tensor 'y' needs its labels here\n"
            "help: for example 'y[i]'\n"
            "2:301: note: 'y' is declared here\n");
}

} // namespace
