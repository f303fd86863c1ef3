//===- ParserTest.cpp - statements and declarations parse right -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserTestSupport.h"

#include <gtest/gtest.h>

using namespace encke;
using namespace encke::ast;
using namespace encke::test;
using llvm::cast;

//===----------------------------------------------------------------------===//
// Lexical (L1 to L3)
//===----------------------------------------------------------------------===//

TEST(ParserLexical, CommentsAndSpace) {
  EXPECT_EQ(bodyOf("x=1;# c; } \" \n#\n\t x = # 3;\n 1 ;"),
            "Assign x =\n  Number 1\nAssign x =\n  Number 1\n");
}

TEST(ParserLexical, CarriageReturns) {
  EXPECT_EQ(bodyOf("x = 1; # c\r\nx = 1;\r\n"),
            "Assign x =\n  Number 1\nAssign x =\n  Number 1\n");
}

TEST(ParserLexical, Numbers) {
  EXPECT_EQ(bodyOf("x = [7, 1.5, 2., .25, 1e3, 2.5E-1, 3.e+1, "
                   "9223372036854775807];"),
            "Assign x =\n  Literal\n    Number 7\n    Number 1.5\n"
            "    Number 2.0\n    Number 0.25\n    Number 1000.0\n"
            "    Number 0.25\n    Number 30.0\n"
            "    Number 9223372036854775807\n");
}

TEST(ParserLexical, IntegerHasBothValues) {
  Parsed parsed("def main() { x = 12; x = 12.0; }");
  ASSERT_TRUE(parsed.program);
  const Block &body = parsed.program->functions[0]->body;
  auto *integer = cast<Number>(cast<Assign>(body[0].get())->value.get());
  auto *decimal = cast<Number>(cast<Assign>(body[1].get())->value.get());
  EXPECT_TRUE(integer->isInteger);
  EXPECT_EQ(integer->integer, 12);
  EXPECT_EQ(integer->value, 12.0);
  EXPECT_FALSE(decimal->isInteger);
  EXPECT_EQ(decimal->value, 12.0);
}

TEST(ParserLexical, NumberBeforeElementwiseProduct) { // L48
  EXPECT_EQ(exprOf("2.*A[i]"), "(.* 2 A[i])");
  EXPECT_EQ(exprOf("2..*A[i]"), "(.* 2.000000 A[i])");
  EXPECT_EQ(exprOf("2.5.*A[i]"), "(.* 2.500000 A[i])");
  EXPECT_EQ(exprOf("2. * A[i]"), "(* 2.000000 A[i])");
  EXPECT_EQ(exprOf("A[i].*2.*B[i]"), "(.* (.* A[i] 2) B[i])");
}

TEST(ParserLexical, Strings) {
  EXPECT_EQ(bodyOf("x = read(\"a b#;\\n\");"),
            "Assign x =\n  Call read\n    String \"a b#;\\n\"\n");
  EXPECT_EQ(bodyOf("x = read(\"\");"),
            "Assign x =\n  Call read\n    String \"\"\n");
}

TEST(ParserLexical, StraySemicolons) {
  EXPECT_EQ(treeOf(";; def main() { ;; x = 1;; ; };"),
            "Program\n  Function main\n    Assign x =\n      Number 1\n");
}

TEST(ParserLexical, WordsOfOnePlaceAreFreeAsNames) {
  EXPECT_EQ(bodyOf("by[where] = with[where] * hybrid;"),
            "Assign by[where] =\n  Binary *\n    Access with[where]\n"
            "    Name hybrid\n");
}

//===----------------------------------------------------------------------===//
// Labels (L4)
//===----------------------------------------------------------------------===//

TEST(ParserLabels, AllSpellings) {
  EXPECT_EQ(bodyOf("IndexLabel [a] = [?];\n"
                   "IndexLabel [i, c] = [2];\n"
                   "IndexLabel i = [4];\n"
                   "IndexLabel [i j  k] = [0:8];\n"
                   "IndexLabel i, j = [0:100:2];\n"
                   "IndexLabel [i];\n"
                   "IndexLabel i j;"),
            "IndexLabel [a] = [?]\n"
            "IndexLabel [i, c] = [2]\n"
            "IndexLabel [i] = [4]\n"
            "IndexLabel [i, j, k] = [0:8:1]\n"
            "IndexLabel [i, j] = [0:100:2]\n"
            "IndexLabel [i] = [?]\n"
            "IndexLabel [i, j] = [?]\n");
}

//===----------------------------------------------------------------------===//
// Tensors (L8 to L10, L34)
//===----------------------------------------------------------------------===//

TEST(ParserTensors, ElementTypes) {
  EXPECT_EQ(bodyOf("Tensor<double> A([i], {Dense});\n"
                   "Tensor<float> A([i], {Dense});\n"
                   "Tensor<int> A([i], {Dense});\n"
                   "Tensor<int64> A([i], {Dense});\n"
                   "Tensor<int32> A([i], {Dense});\n"
                   "Tensor<bool> A([i], {Dense});\n"
                   "Tensor < complex > A([i], {Dense});"),
            "Tensor double A([i], {Dense})\n"
            "Tensor float A([i], {Dense})\n"
            "Tensor int A([i], {Dense})\n"
            "Tensor int A([i], {Dense})\n"
            "Tensor int32 A([i], {Dense})\n"
            "Tensor bool A([i], {Dense})\n"
            "Tensor complex A([i], {Dense})\n");
}

TEST(ParserTensors, DimensionsAndFormats) {
  EXPECT_EQ(bodyOf("Tensor<double> A([i,j],{CSR});\n"
                   "Tensor<double> A([i,j],CSR);\n"
                   "Tensor<double> A([i, 8, ?], {D, CU, CU});\n"
                   "Tensor<double> A([i, i], BCSR(2, 3));\n"
                   "Tensor<double> A([i, j], {CSB(64, 64)});\n"
                   "Tensor<double> A([i, j, k], {CN, S, S});\n"
                   "Tensor<double> s([], {Dense});"),
            "Tensor double A([i, j], {CSR})\n"
            "Tensor double A([i, j], CSR)\n"
            "Tensor double A([i, 8, ?], {D, CU, CU})\n"
            "Tensor double A([i, i], BCSR(2, 3))\n"
            "Tensor double A([i, j], {CSB(64, 64)})\n"
            "Tensor double A([i, j, k], {CN, S, S})\n"
            "Tensor double s([], {Dense})\n");
}

TEST(ParserTensors, Hybrid) {
  EXPECT_EQ(bodyOf("Tensor<double> A([i,j], hybrid(BDIA(64) where "
                   "count(i / 64, j - i) >= 32, CSR));"),
            "Tensor double A([i, j], hybrid(BDIA(64) where "
            "count(i/64,j-i)>=32, CSR))\n");
}

TEST(ParserTensors, FormatDeclaration) { // L33
  Parsed parsed("format BDIA(b) = (i, j) -> "
                "(i / b : dense, j - i : compressed, i % b : dense);\n"
                "format ELL = (i, j) -> (enumerate(reorder(i), count(j)) : "
                "indirect(j), i : dense, j) with pack(0), partition(2);\n"
                "format F() = (i) -> (i : dense);\n"
                "def main() { }");
  EXPECT_EQ(withoutPlaces(parsed.tree()), "Program\n  Format BDIA(b)\n"
                                          "  Format ELL()\n  Format F()\n"
                                          "  Function main\n");
}

//===----------------------------------------------------------------------===//
// Assignments (L18, L23, L32)
//===----------------------------------------------------------------------===//

TEST(ParserAssign, Operators) {
  EXPECT_EQ(bodyOf("y[i] = 1; y[i] += 1; y[i] -= 1; y[i] @(min)= 1; s[] = 1;"
                   "x = 1; x += 1; y[i] @ (|) = 1;"),
            "Assign y[i] =\n  Number 1\nAssign y[i] +=\n  Number 1\n"
            "Assign y[i] -=\n  Number 1\nAssign y[i] @(min)=\n  Number 1\n"
            "Assign s[] =\n  Number 1\nAssign x =\n  Number 1\n"
            "Assign x +=\n  Number 1\nAssign y[i] @(|)=\n  Number 1\n");
}

TEST(ParserAssign, HasIndices) {
  Parsed parsed("def main() { s[] = 1; s = 1; }");
  ASSERT_TRUE(parsed.program);
  const Block &body = parsed.program->functions[0]->body;
  EXPECT_TRUE(cast<Assign>(body[0].get())->hasIndices);
  EXPECT_FALSE(cast<Assign>(body[1].get())->hasIndices);
}

TEST(ParserAssign, SignAfterAssignment) {
  EXPECT_EQ(bodyOf("x=-1; x-=-1; x @(+)=-1;"),
            "Assign x =\n  Unary -\n    Number 1\n"
            "Assign x -=\n  Unary -\n    Number 1\n"
            "Assign x @(+)=\n  Unary -\n    Number 1\n");
}

TEST(ParserAssign, Masks) {
  EXPECT_EQ(bodyOf("C[i,k]<M> = 1; C[i,k] <!M> += 1; C[i,k]<M, push> = 1;"
                   "C[i,k]<!M,auto>@(min)=1; C<M> = 1;"),
            "Assign C[i, k]<M> =\n  Number 1\n"
            "Assign C[i, k]<!M> +=\n  Number 1\n"
            "Assign C[i, k]<M, push> =\n  Number 1\n"
            "Assign C[i, k]<!M, auto> @(min)=\n  Number 1\n"
            "Assign C<M> =\n  Number 1\n");
}

TEST(ParserAssign, MaskClosedWithoutSpace) {
  Parsed parsed("def main() { C[i]<M>=A[i]; }");
  EXPECT_EQ(withoutPlaces(parsed.tree()),
            "Program\n  Function main\n    Assign C[i]<M> =\n"
            "      Access A[i]\n");
  ASSERT_TRUE(parsed.program);
  auto *assign = cast<Assign>(parsed.program->functions[0]->body[0].get());
  EXPECT_EQ(llvm::StringRef(assign->opRange.Start.getPointer(), 1), "=");
}

TEST(ParserAssign, Schedule) {
  EXPECT_EQ(bodyOf("y[i] = 1 with order(i, j), workspace(A[i] * b, k, hash), "
                   "parallel(i), unroll;"),
            "Assign y[i] =\n  Number 1\n"
            "  Directive order\n    Name i\n    Name j\n"
            "  Directive workspace\n    Binary *\n      Access A[i]\n"
            "      Name b\n    Name k\n    Name hash\n"
            "  Directive parallel\n    Name i\n"
            "  Directive unroll\n");
}

//===----------------------------------------------------------------------===//
// Other statements (L11 to L17, L29, L30, L36)
//===----------------------------------------------------------------------===//

TEST(ParserStatements, Calls) {
  EXPECT_EQ(bodyOf("print(A); print(A[i, j]); write(C, \"c.mtx\");"
                   "printElapsedTime(t0, t1); f();"),
            "Do\n  Call print\n    Name A\n"
            "Do\n  Call print\n    Access A[i, j]\n"
            "Do\n  Call write\n    Name C\n    String \"c.mtx\"\n"
            "Do\n  Call printElapsedTime\n    Name t0\n    Name t1\n"
            "Do\n  Call f\n");
}

TEST(ParserStatements, Reads) {
  EXPECT_EQ(bodyOf("A[i, j] = comet_read(0, 3); A[i, j] = comet_read();"
                   "A[i, j] = read(0, strict_lower);"),
            "Assign A[i, j] =\n  Call comet_read\n    Number 0\n"
            "    Number 3\n"
            "Assign A[i, j] =\n  Call comet_read\n"
            "Assign A[i, j] =\n  Call read\n    Number 0\n"
            "    Name strict_lower\n");
}

TEST(ParserStatements, TensorLiteral) {
  EXPECT_EQ(bodyOf("A[i, j] = [[1, 2], [-3, x]];"),
            "Assign A[i, j] =\n  Literal\n    Literal\n      Number 1\n"
            "      Number 2\n    Literal\n      Unary -\n        Number 3\n"
            "      Name x\n");
}

TEST(ParserStatements, Scalars) {
  EXPECT_EQ(bodyOf("var t0 = getTime(); var b = true; t0 = 2;"),
            "Scalar t0\n  Call getTime\nScalar b\n  Bool true\n"
            "Assign t0 =\n  Number 2\n");
}

TEST(ParserStatements, ForOverARange) {
  EXPECT_EQ(bodyOf("for t in 0:n { x = t; } for t in a+1:2*n:3 { }"),
            "For t\n  from\n    Number 0\n  to\n    Name n\n  do\n"
            "    Assign x =\n      Name t\n"
            "For t\n  from\n    Binary +\n      Name a\n      Number 1\n"
            "  to\n    Binary *\n      Number 2\n      Name n\n"
            "  step\n    Number 3\n  do\n");
}

TEST(ParserStatements, ForToEnd) {
  EXPECT_EQ(bodyOf("for i in range(0, 10, 1):\n x = i;\n y = i;\nend\n"
                   "for i in range(n) { }"),
            "For i\n  from\n    Number 0\n  to\n    Number 10\n"
            "  step\n    Number 1\n  do\n"
            "    Assign x =\n      Name i\n    Assign y =\n      Name i\n"
            "For i\n  to\n    Name n\n  do\n");
}

TEST(ParserStatements, ForsToEndNest) {
  EXPECT_EQ(bodyOf("for i in range(2):\n for j in range(3): x = j; end\n"
                   " y = i;\nend"),
            "For i\n  to\n    Number 2\n  do\n"
            "    For j\n      to\n        Number 3\n      do\n"
            "        Assign x =\n          Name j\n"
            "    Assign y =\n      Name i\n");
}

TEST(ParserStatements, WhileAndIf) {
  EXPECT_EQ(bodyOf("while (x < 3 && !b) { x += 1; }\n"
                   "if (x == 1) { y = 1; } else if (x != 2) { y = 2; } "
                   "else { y = 3; }"),
            "While\n  Binary &&\n    Binary <\n      Name x\n"
            "      Number 3\n    Unary !\n      Name b\n  do\n"
            "    Assign x +=\n      Number 1\n"
            "If\n  Binary ==\n    Name x\n    Number 1\n"
            "  then\n    Assign y =\n      Number 1\n"
            "  else\n    If\n      Binary !=\n        Name x\n"
            "        Number 2\n      then\n        Assign y =\n"
            "          Number 2\n      else\n        Assign y =\n"
            "          Number 3\n");
}

TEST(ParserStatements, Reorder) {
  EXPECT_EQ(bodyOf("reorder [i, j] by lexi(A); reorder [i] by none;"
                   "reorder [i] by none(); reorder [i] by lexi(A, 3);"),
            "Reorder [i, j] by lexi(A)\nReorder [i] by none\n"
            "Reorder [i] by none\nReorder [i] by lexi(A, 3)\n");
}

//===----------------------------------------------------------------------===//
// Functions (L31)
//===----------------------------------------------------------------------===//

TEST(ParserFunctions, Signatures) {
  EXPECT_EQ(treeOf("def f(Tensor<double> A([i,j], {CSR}), double alpha)"
                   " -> Tensor<double>([i], {Dense}) { return y; }\n"
                   "def g(Tensor<float> A, Tensor<int> B([i]), int32 n)"
                   " -> double { return 1.5 * n; }\n"
                   "def h() -> Tensor<bool> { return; }\n"
                   "def main() { y[i] = f(A, 2.0); }"),
            "Program\n"
            "  Function f\n"
            "    Parameter double A([i, j], {CSR})\n"
            "    Parameter double alpha\n"
            "    Result double([i], {Dense})\n"
            "    Return\n      Name y\n"
            "  Function g\n"
            "    Parameter float A([])\n"
            "    Parameter int B([i])\n"
            "    Parameter int32 n\n"
            "    Result double\n"
            "    Return\n      Binary *\n        Number 1.5\n"
            "        Name n\n"
            "  Function h\n"
            "    Result bool([])\n"
            "    Return\n"
            "  Function main\n"
            "    Assign y[i] =\n      Call f\n        Name A\n"
            "        Number 2.0\n");
}

TEST(ParserFunctions, SeveralResults) { // L64
  EXPECT_EQ(treeOf("def f(int a) -> (int, Tensor<int>([i], {D})) "
                   "{ return a, b; } def g() { x, B[i] = f(2); return; }"),
            "Program\n  Function f\n    Parameter int a\n    Result int\n"
            "    Result int([i], {D})\n    Return\n      Name a\n"
            "      Name b\n  Function g\n    Unpack x B[i] =\n"
            "      Call f\n        Number 2\n    Return\n");
}

TEST(ParserFunctions, ParametersAndImports) { // L59, L62
  EXPECT_EQ(treeOf("param k = 3; import \"a.ta\"; param b = false;"
                   "param t = \"x y\"; param e = -1e-3;"
                   "def f() { IndexLabel [r] = [k]; "
                   "Tensor<int> A([r], {B(2, k)}); }"),
            "Program\n  Parameter k = 3\n  Parameter b = false\n"
            "  Parameter t = \"x y\"\n  Parameter e = -1e-3\n"
            "  Import \"a.ta\"\n  Function f\n    IndexLabel [r] = [k]\n"
            "    Tensor int A([r], {B(2, k)})\n");
  // Elsewhere the words are names.
  EXPECT_EQ(bodyOf("param = import; import[param] = 2;"),
            "Assign param =\n  Name import\nAssign import[param] =\n"
            "  Number 2\n");
}

TEST(ParserFunctions, EmptyProgram) {
  EXPECT_EQ(treeOf(""), "Program\n");
  EXPECT_EQ(treeOf("# nothing\n"), "Program\n");
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

TEST(ParserPlaces, LinesAndColumns) {
  EXPECT_EQ(Parsed("# first\ndef main() {\n  IndexLabel [i] = [?];\n"
                   "\tTensor<double> A([i], {Dense});\n"
                   "  y[i] = (A[i] + 1) *\n    exp(B[i]); print(y);\n}\n")
                .tree(),
            "Program\n"
            "  Function 2:1 main\n"
            "    IndexLabel 3:3 [i] = [?]\n"
            "    Tensor 4:2 double A([i], {Dense})\n"
            "    Assign 5:3 y[i] =\n"
            "      Binary 5:10 *\n"
            "        Binary 5:10 +\n"
            "          Access 5:11 A[i]\n"
            "          Number 5:18 1\n"
            "        Call 6:5 exp\n"
            "          Access 6:9 B[i]\n"
            "    Do 6:16\n"
            "      Call 6:16 print\n"
            "        Name 6:22 y\n");
}

TEST(ParserPlaces, RangesCoverTheText) {
  Parsed parsed("def main() { C[i,k]<M> @(min)= (A[i, j] - b) "
                "@(+, first) transpose(B[k,j], {j, k}) with order(i); }");
  ASSERT_TRUE(parsed.program);
  auto *assign = cast<Assign>(parsed.program->functions[0]->body[0].get());
  EXPECT_EQ(textOf(assign->target.range), "C");
  EXPECT_EQ(textOf(assign->indices[1].range), "k");
  EXPECT_EQ(textOf(assign->mask->tensor.range), "M");
  EXPECT_EQ(textOf(assign->opRange), "@(min)=");
  EXPECT_EQ(textOf(assign->accumulate->range), "min");
  auto *product = cast<Semiring>(assign->value.get());
  EXPECT_EQ(textOf(product->range), "(A[i, j] - b) @(+, first) "
                                    "transpose(B[k,j], {j, k})");
  EXPECT_EQ(textOf(product->reduce->range), "+");
  EXPECT_EQ(textOf(product->combine.range), "first");
  EXPECT_EQ(textOf(product->lhs->range), "(A[i, j] - b)");
  auto *transpose = cast<Transpose>(product->rhs.get());
  EXPECT_EQ(textOf(transpose->operand->range), "B[k,j]");
  EXPECT_EQ(textOf(transpose->target[0].range), "j");
  EXPECT_EQ(textOf(assign->schedule[0].name.range), "order");
}

TEST(ParserPlaces, BytesAfterOtherCharacters) {
  Parsed parsed("def main() { # \xC3\xA9\xE2\x82\xAC\n"
                "  x = read(\"\xC3\xBC\", y); }");
  ASSERT_TRUE(parsed.program);
  auto *assign = cast<Assign>(parsed.program->functions[0]->body[0].get());
  auto *call = cast<Call>(assign->value.get());
  EXPECT_EQ(textOf(call->range), "read(\"\xC3\xBC\", y)");
  EXPECT_EQ(cast<String>(call->arguments[0].get())->value, "\xC3\xBC");
  EXPECT_EQ(textOf(call->arguments[1]->range), "y");
}

TEST(ParserPlaces, ByteOrderMark) {
  EXPECT_EQ(treeOf("\xEF\xBB\xBF"
                   "def main() { }"),
            "Program\n  Function main\n");
}

TEST(ParserPlaces, Declarations) {
  Parsed parsed("def main() { IndexLabel [i, j] = [0:8:2]; "
                "Tensor<double> A([i, 8], {D, CU}); }");
  ASSERT_TRUE(parsed.program);
  const Block &body = parsed.program->functions[0]->body;
  auto *labels = cast<LabelDecl>(body[0].get());
  EXPECT_EQ(textOf(labels->range), "IndexLabel [i, j] = [0:8:2]");
  EXPECT_EQ(textOf(labels->names[1].range), "j");
  EXPECT_EQ(textOf(labels->extent.range), "0:8:2");
  EXPECT_EQ(labels->extent.kind, Extent::Range);
  EXPECT_EQ(labels->extent.hi, 8);
  auto *tensor = cast<TensorDecl>(body[1].get());
  EXPECT_EQ(textOf(tensor->name.range), "A");
  EXPECT_EQ(textOf(tensor->dimensions[1].range), "8");
  EXPECT_EQ(tensor->dimensions[1].kind, Dimension::Size);
  EXPECT_EQ(textOf(tensor->spec.range), "{D, CU}");
  EXPECT_EQ(textOf(tensor->spec.parts[1].name.range), "CU");
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

TEST(ParserPrint, CheckedMembers) {
  Parsed parsed("def main() { Tensor<float> y([i], CSR); "
                "y[i] = A[i, j] * x[j]; }");
  ASSERT_TRUE(parsed.program);
  const Block &body = parsed.program->functions[0]->body;
  cast<TensorDecl>(body[0].get())->format = Format::dense(1);
  Expr *product = cast<Assign>(body[1].get())->value.get();
  product->labels = {"i"};
  product->summed = {"j"};
  product->elementType = ElementType::Float;
  EXPECT_EQ(withoutPlaces(parsed.tree()),
            "Program\n  Function main\n"
            "    Tensor float y([i], CSR) stored as " +
                Format::dense(1).str() +
                "\n    Assign y[i] =\n"
                "      Binary * : float over [i] summed [j]\n"
                "        Access A[i, j]\n        Access x[j]\n");
}
