//===- ParserTestErrors.cpp - syntax errors say what and where ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserTestSupport.h"

#include <gtest/gtest.h>

using namespace encke;
using namespace encke::test;

//===----------------------------------------------------------------------===//
// Something missing: the place is after the previous token
//===----------------------------------------------------------------------===//

TEST(ParserErrors, MissingSemicolon) {
  EXPECT_EQ(errorsIn("a = b\nc = d;"), "2:6: error: expected ';' after 'b'\n");
  EXPECT_EQ(errorsIn("IndexLabel [i] = [?]\nprint(a);"),
            "2:21: error: expected ';' after ']'\n");
  EXPECT_EQ(errorsIn("print(a)"), "2:9: error: expected ';' after ')'\n");
  EXPECT_EQ(errorsIn("var t = getTime()  # now\nvar u = 1;"),
            "2:18: error: expected ';' after ')'\n");
  EXPECT_EQ(errorsIn("x = 1 return x;"),
            "2:6: error: expected ';' after '1'\n");
}

TEST(ParserErrors, MissingSemicolonKeepsTheNextStatement) {
  EXPECT_EQ(errorsIn("a = b\nc = ;\nd = e\nf = ;"),
            "2:6: error: expected ';' after 'b'\n"
            "3:5: error: expected an expression, found ';'\n"
            "4:6: error: expected ';' after 'e'\n"
            "5:5: error: expected an expression, found ';'\n");
}

TEST(ParserErrors, MissingClosers) {
  EXPECT_EQ(errorsIn("print(a;"),
            "2:8: error: expected an operator, ',' or ')', found ';'\n");
  EXPECT_EQ(errorsIn("A[i, j = 3;"),
            "2:8: error: expected an operator, ',' or ']', found '='\n");
  EXPECT_EQ(errorsIn("x = f(a,\n  b\ny = 1;"),
            "3:4: error: expected an operator, ',' or ')' after 'b'\n"
            "2:6: note: to close this '('\n");
}

TEST(ParserErrors, MissingBrace) {
  EXPECT_EQ(errorsOf("def main() {\n  x = 1;\n"),
            "2:9: error: expected '}' before the end of the file\n"
            "1:12: note: to close this '{'\n");
  EXPECT_EQ(errorsOf("def f() {\n  x = 1;\ndef main() {\n}\n"),
            "3:1: error: expected a statement or '}', found 'def'\n");
  EXPECT_EQ(errorsOf("def main() {\n  while (x < 1) {\n  x = 1;\n}\n"),
            "4:2: error: expected '}' before the end of the file\n"
            "1:12: note: to close this '{'\n");
}

TEST(ParserErrors, TooManyBraces) {
  EXPECT_EQ(errorsOf("def main() { } }\ndef f() { }"),
            "1:16: error: expected a function ('def'), found '}'\n"
            "help: no '{' is open that this closes\n");
}

//===----------------------------------------------------------------------===//
// Something unexpected: the place is the token
//===----------------------------------------------------------------------===//

TEST(ParserErrors, Expressions) {
  EXPECT_EQ(errorsIn("x = a + ;"),
            "2:9: error: expected an expression, found ';'\n");
  EXPECT_EQ(errorsIn("x = * a;"),
            "2:5: error: expected an expression, found '*'\n");
  EXPECT_EQ(errorsIn("x = a b;"),
            "2:7: error: expected an operator or ';', found 'b'\n");
  EXPECT_EQ(errorsIn("x = (a b);"),
            "2:8: error: expected an operator or ')', found 'b'\n");
  EXPECT_EQ(errorsIn("x = A[i j];"),
            "2:9: error: expected an operator, ',' or ']', found 'j'\n"
            "help: a ',' stands between 'i' and 'j'\n");
  EXPECT_EQ(errorsIn("x = A[0:2];"),
            "2:8: error: expected an operator, ',' or ']', found ':'\n"
            "help: a part of a dimension has a label of its own, which a range "
            "declares: 'IndexLabel [p] = [0:5];'\n");
  EXPECT_EQ(errorsIn("x = transpose(A[i,j], [j,i]);"),
            "2:23: error: expected '{', found '['\n");
  EXPECT_EQ(errorsIn("x = a < b < c;"),
            "2:11: error: expected an operator or ';', found '<'\n");
}

TEST(ParserErrors, Semirings) {
  EXPECT_EQ(errorsIn("x = a @() b;"),
            "2:9: error: expected an operator ('+', '*', 'min', ...), "
            "found ')'\n");
  EXPECT_EQ(errorsIn("x = a @(+ *) b;"),
            "2:11: error: expected ',' or ')', found '*'\n");
  EXPECT_EQ(errorsIn("x = a @|(+,*) b;"),
            "2:11: error: expected ')', found ','\n");
  EXPECT_EQ(
      errorsIn("x = a @ b;"),
      "2:9: error: expected '(' or '|', found 'b'\n"
      "help: the matrix product is '*', with labels: 'A[i, j] * B[j, k]'; "
      "'@' names the operators of a semiring: 'A[i, j] @(min, +) B[j, k]'\n");
}

TEST(ParserErrors, Declarations) {
  EXPECT_EQ(errorsIn("IndexLabel [i] = 4;"),
            "2:18: error: expected '[', found '4'\n"
            "help: a size stands in brackets: '= [4];' or '= [?];'\n");
  EXPECT_EQ(errorsIn("IndexLabel [i] = [-4];"),
            "2:19: error: the size of a label is a whole number, or '?'\n"
            "help: a size is a number, or '?' when a file tells it\n");
  EXPECT_EQ(errorsIn("IndexLabel [i] = [2.5];"),
            "2:19: error: the size of a label is a whole number, or '?'\n"
            "help: a size is a number, or '?' when a file tells it\n");
  EXPECT_EQ(errorsIn("IndexLabel [2] = [3];"),
            "2:13: error: expected a name, found '2'\n");
  EXPECT_EQ(errorsIn("Tensor A([i], {CSR});"),
            "2:8: error: expected '<', found 'A'\n"
            "help: a tensor has an element type: 'Tensor<double>'\n");
  EXPECT_EQ(errorsIn("Tensor<double> A([i, j], );"),
            "2:26: error: expected a format, found ')'\n"
            "help: a format stands in braces: '{CSR}'\n");
  EXPECT_EQ(errorsIn("Tensor<double> A([i + 1], {D});"),
            "2:21: error: expected ',' or ']', found '+'\n");
  EXPECT_EQ(
      errorsIn("var x;"),
      "2:6: error: expected '=', found ';'\n"
      "help: a variable has the type of its first value: 'var x = 0.0;'\n");
}

TEST(ParserErrors, Masks) {
  EXPECT_EQ(errorsIn("C[i]<M push> = 1;"),
            "2:8: error: expected ',' or '>', found 'push'\n");
  EXPECT_EQ(errorsIn("C[i]<M>;"),
            "2:8: error: expected an assignment ('='), found ';'\n");
}

TEST(ParserErrors, ControlFlow) {
  EXPECT_EQ(errorsIn("for t 0:10 { }"),
            "2:7: error: expected 'in', found '0'\n");
  EXPECT_EQ(errorsIn("for t in 10 { }"),
            "2:13: error: expected an operator or ':', found '{'\n"
            "help: a loop counts over a range: 'for t in 0:10 { ... }'\n");
  EXPECT_EQ(errorsIn("for t in range() { }"),
            "2:15: error: 'range' takes one to three arguments\n"
            "help: range(n), range(first, end) or range(first, end, step)\n");
  EXPECT_EQ(errorsIn("if (a) x = 1;"),
            "2:8: error: expected '{', found 'x'\n"
            "help: a body stands in braces: '{ ... }'\n");
  EXPECT_EQ(errorsIn("if a { x = 1; }"),
            "2:4: error: expected '(', found 'a'\n"
            "help: a condition stands in parentheses\n");
  EXPECT_EQ(errorsIn("else { x = 1; }"),
            "2:1: error: expected a statement or '}', found 'else'\n"
            "help: an 'else' follows the '}' of its 'if'\n");
}

TEST(ParserErrors, BlocksOfWrongStatementsAreStillRead) {
  EXPECT_EQ(errorsIn("while (x = 3) {\n  y = ;\n}\nz = ;"),
            "2:10: error: expected an operator or ')', found '='\n"
            "help: '==' compares\n"
            "3:7: error: expected an expression, found ';'\n"
            "5:5: error: expected an expression, found ';'\n");
  EXPECT_EQ(errorsOf("def f(double) {\n  y = ;\n}\ndef main() { z = ; }"),
            "1:13: error: expected a name, found ')'\n"
            "2:7: error: expected an expression, found ';'\n"
            "4:18: error: expected an expression, found ';'\n");
}

TEST(ParserErrors, TopLevel) {
  EXPECT_EQ(errorsOf("IndexLabel [i] = [4];\nx = 1;\ndef main() { }\ny = 1;"),
            "1:1: error: statement outside a function\n"
            "help: statements belong in a function: 'def main() { ... }'\n"
            "4:1: error: statement outside a function\n"
            "help: statements belong in a function: 'def main() { ... }'\n");
  EXPECT_EQ(errorsOf("def main( { }"),
            "1:11: error: expected an element type ('double', 'float', 'int', "
            "'int32', 'bool', 'complex'), 'Tensor' or ')', found '{'\n");
  EXPECT_EQ(errorsOf("format F = (i) -> i : dense;"),
            "1:19: error: expected '(', found 'i'\n");
}

TEST(ParserErrors, RemainderInsideFormats) {
  EXPECT_EQ(errorsIn("Tensor<double> A([i], hybrid(D where i % 2 == 0, CU));"),
            "");
}

//===----------------------------------------------------------------------===//
// Likely mistakes
//===----------------------------------------------------------------------===//

TEST(ParserErrors, MisspeltKeywords) {
  EXPECT_EQ(errorsIn("Tensr<double> A([i], {Dense});"),
            "2:7: error: expected a name or '!', found 'double'\n"
            "help: did you mean 'Tensor' instead of 'Tensr'?\n");
  EXPECT_EQ(errorsIn("IndexLable i = [4];"),
            "2:12: error: expected an assignment ('='), '(' or '[', found "
            "'i'\nhelp: did you mean 'IndexLabel' instead of "
            "'IndexLable'?\n");
  EXPECT_EQ(errorsIn("Tensor<flot> A([i], {Dense});"),
            "2:8: error: expected an element type ('double', 'float', 'int', "
            "'int32', 'bool', 'complex'), found 'flot'\n"
            "help: did you mean 'float'?\n");
  EXPECT_EQ(errorsIn("whle (x < 3) {\n  x = ;\n}"),
            "2:14: error: expected ';', found '{'\n"
            "help: did you mean 'while' instead of 'whle'?\n"
            "3:7: error: expected an expression, found ';'\n");
  EXPECT_EQ(errorsOf("fn main() { }"),
            "1:4: error: expected an assignment ('='), '(' or '[', found "
            "'main'\nhelp: did you mean 'def' instead of 'fn'?\n");
}

TEST(ParserErrors, Suggestions) {
  EXPECT_EQ(errorsIn("x = 1; // one\n"),
            "2:8: error: a comment begins with '#', not '//'\n"
            "help: '#' makes the rest of its line a comment\n");
  EXPECT_EQ(errorsIn("x = 1 // one\n;"),
            "2:7: error: a comment begins with '#', not '//'\n"
            "help: '#' makes the rest of its line a comment\n");
  EXPECT_EQ(errorsIn("if (a & b) { }"),
            "2:7: error: expected an operator or ')', found '&'\n"
            "help: '&&' is the logical and\n");
  EXPECT_EQ(errorsIn("var in = 3;"),
            "2:5: error: expected a name, found 'in'\n"
            "help: 'in' is a word of the language and cannot be used as a "
            "name\n");
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

TEST(ParserErrors, Numbers) {
  EXPECT_EQ(errorsIn("x = 9223372036854775808;"),
            "2:5: error: the integer does not fit in 64 bits\n"
            "help: the largest integer is 9223372036854775807; with an "
            "exponent (1e20) a number is floating-point\n");
  EXPECT_EQ(errorsIn("IndexLabel [i] = [99999999999999999999];").substr(0, 12),
            "2:19: error:");
  EXPECT_EQ(errorsIn("x = 1e999;"),
            "2:5: error: the number is too large for a double\n");
  EXPECT_EQ(errorsIn("x = 1e-999;"), "");
  EXPECT_EQ(errorsIn("x = 12abc;"), "2:5: error: malformed number '12abc'\n"
                                    "help: a product is written '12 * abc', "
                                    "and a name begins with a letter or '_'\n");
  EXPECT_EQ(errorsIn("IndexLabel [2i] = [3];"),
            "2:13: error: malformed number '2i'\n"
            "help: a product is written '2 * i', and a name begins with a "
            "letter or '_'\n");
}

TEST(ParserErrors, Strings) {
  EXPECT_EQ(errorsIn("x = read(\"a);\ny = ;"),
            "2:10: error: the string has no closing '\"' on its line\n"
            "3:5: error: expected an expression, found ';'\n");
  EXPECT_EQ(errorsIn("x = read('a');"),
            "2:10: error: strings are written in double quotes\n");
}

TEST(ParserErrors, Characters) {
  EXPECT_EQ(errorsIn("x $= 1;"), "2:3: error: unexpected character '$'\n");
  EXPECT_EQ(errorsIn("x = \xC3\xA9;"),
            "2:5: error: unexpected character '\xC3\xA9'\n"
            "help: names are made of the letters a to z and A to Z, digits "
            "and '_'\n");
  EXPECT_EQ(errorsIn("x = 1; \x01\x02"),
            "2:8: error: unexpected characters '\\x01\\x02'\n");
  EXPECT_EQ(errorsOf(llvm::StringRef("def main() {\0}", 14)),
            "1:13: error: unexpected character '\\x00'\n");
}

TEST(ParserErrors, Encoding) {
  EXPECT_EQ(errorsOf("# fine: \xC3\xA9\n# Latin-1: \xE9 \n"),
            "2:12: error: the file is not UTF-8 text: unexpected byte 0xE9\n");
  EXPECT_EQ(errorsOf("# cut short: \xE2\x82"),
            "1:14: error: the file is not UTF-8 text: unexpected byte 0xE2\n");
}

//===----------------------------------------------------------------------===//
// Several errors, and none twice
//===----------------------------------------------------------------------===//

TEST(ParserErrors, IndependentErrorsInOneRun) {
  EXPECT_EQ(errorsIn("IndexLabel [i = [4];\n"
                     "Tensor<double> A([i] {CSR});\n"
                     "A[i] = ) ;\n"
                     "x = 99999999999999999999;\n"
                     "print(A);\n"
                     "y = \"open;"),
            "2:15: error: expected a name, ',' or ']', found '='\n"
            "3:22: error: expected ',' or ')', found '{'\n"
            "4:8: error: expected an expression, found ')'\n"
            "5:5: error: the integer does not fit in 64 bits\n"
            "help: the largest integer is 9223372036854775807; with an "
            "exponent (1e20) a number is floating-point\n"
            "7:5: error: the string has no closing '\"' on its line\n");
}

TEST(ParserErrors, OneMistakeOneError) {
  EXPECT_EQ(errorsIn("A[i, j) = B[i, j) + 3 (;\nx = 1;"),
            "2:7: error: expected an operator, ',' or ']', found ')'\n");
  EXPECT_EQ(errorsIn("A[i] = B[i] C[i] D[i];"),
            "2:13: error: expected an operator or ';', found 'C'\n"
            "help: a product is written with '*'\n");
}

TEST(ParserErrors, CarriageReturns) {
  EXPECT_EQ(errorsOf("def main() {\r\n  x = 1\r\n  y = ;\r\n}\r\n"),
            "2:8: error: expected ';' after '1'\n"
            "3:7: error: expected an expression, found ';'\n");
}

TEST(ParserErrors, StopsAfterManyErrors) {
  std::string text = "def main() {\n";
  for (int i = 0; i < 1000; ++i)
    text += "x = ;\n";
  Parsed parsed(text + "}");
  EXPECT_EQ(parsed.diagnostics.getErrorCount(), Diagnostics::maxErrors);
  EXPECT_NE(
      parsed.messages.find("\nerror: 150 or more further errors are not shown"),
      std::string::npos)
      << parsed.messages;
}

//===----------------------------------------------------------------------===//
// Habits from other languages
//===----------------------------------------------------------------------===//

TEST(ParserErrors, CommentsOfC) {
  EXPECT_EQ(errorsIn("x = 1; // it's \"one\nx = 2; // two\nx = ;"),
            "2:8: error: a comment begins with '#', not '//'\n"
            "help: '#' makes the rest of its line a comment\n"
            "4:5: error: expected an expression, found ';'\n");
  EXPECT_EQ(errorsIn("/* don't\n # */ x = 1; /* 2"),
            "2:1: error: a comment begins with '#', not '/*'\n"
            "help: '#' makes the rest of its line a comment\n");
}

TEST(ParserErrors, FunctionsInsideFunctions) {
  EXPECT_EQ(errorsIn("def f() { x = ; }\ny = ;"),
            "2:1: error: a function cannot stand inside another\n"
            "help: move it before the function that it is in\n"
            "2:15: error: expected an expression, found ';'\n"
            "3:5: error: expected an expression, found ';'\n");
  // Without its end the first function is wrong, not the second.
  EXPECT_EQ(errorsOf("def f() {\n  x = 1;\ndef main() {\n}\n"),
            "3:1: error: expected a statement or '}', found 'def'\n");
}

TEST(ParserErrors, FunctionsOfCAndPython) {
  EXPECT_EQ(errorsOf("int main() {\n  x = ;\n}\n"),
            "1:1: error: expected a function ('def'), found 'int'\n"
            "help: a function is written 'def main() { ... }'\n"
            "2:7: error: expected an expression, found ';'\n");
  EXPECT_EQ(errorsOf("main() {\n  x = 1;\n}\n"),
            "1:8: error: expected ';', found '{'\n"
            "help: a function begins with 'def': 'def main() { ... }'\n");
  EXPECT_EQ(errorsOf("def main():\n  x = 1\n  y = ;\n"),
            "1:11: error: expected '{' or '->', found ':'\n"
            "help: a body stands in braces: '{ ... }'\n"
            "2:8: error: expected ';' after '1'\n"
            "3:7: error: expected an expression, found ';'\n");
}

TEST(ParserErrors, OneErrorInAStatement) {
  EXPECT_EQ(errorsIn("for (t = 0; t < 9; t++) { x = ; }"),
            "2:5: error: expected a name, found '('\n"
            "help: a loop is written 'for t in 0:10 { ... }'\n"
            "2:31: error: expected an expression, found ';'\n");
  EXPECT_EQ(errorsIn("y[i] = x[i:1] + x[i:2];"),
            "2:11: error: expected an operator, ',' or ']', found ':'\n"
            "help: a part of a dimension has a label of its own, which a range "
            "declares: 'IndexLabel [p] = [0:5];'\n");
  EXPECT_EQ(errorsIn("if (x): y = 1; end z = ;").substr(0, 36),
            "2:7: error: expected '{', found ':'\n");
}

TEST(ParserErrors, WordsOfTheLanguageAsNames) {
  EXPECT_EQ(errorsIn("var end = 1;\nend = 2;\nprint(end);\n"),
            "2:5: error: expected a name, found 'end'\n"
            "help: 'end' is a word of the language and cannot be used as a "
            "name\n");
}
