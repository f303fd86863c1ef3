//===- FormatterTest.cpp - the usual layout of a program ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatterProperties.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <gtest/gtest.h>

using namespace encke;
using namespace encke::test;

namespace {

/// The formatted statements of a function.
std::string body(const std::string &statements) {
  std::string text = formatted("def main() {\n" + statements + "\n}");
  const std::string head = "def main() {\n", tail = "}\n";
  if (text.rfind(head, 0) != 0 || text.size() < head.size() + tail.size())
    return text;
  return text.substr(head.size(), text.size() - head.size() - tail.size());
}

} // namespace

TEST(Formatter, OneStatementALine) {
  EXPECT_EQ(body("var x=1.0;print ( x );y [ i ]+=A[i,j]*x;"),
            "  var x = 1.0;\n  print(x);\n  y[i] += A[i, j] * x;\n");
}

TEST(Formatter, Declarations) {
  EXPECT_EQ(body("IndexLabel[i,j k]=[0:100:2];IndexLabel a,b;IndexLabel c=[?];"
                 "Tensor<float>C([i,?,8],{D,CU,CU});"
                 "Tensor<int32> B([i,j],BCSR(2,2));"),
            "  IndexLabel [i, j k] = [0:100:2];\n  IndexLabel a, b;\n"
            "  IndexLabel c = [?];\n"
            "  Tensor<float> C([i, ?, 8], {D, CU, CU});\n"
            "  Tensor<int32> B([i, j], BCSR(2, 2));\n");
}

TEST(Formatter, Operators) {
  EXPECT_EQ(body("y[i]=-a*2.*-(b-1)/ -c+!d@(min,+)e@|(max)f.*g;"),
            "  y[i] = -a * 2 .* -(b - 1) / -c + !d @(min, +) e @|(max) f .* "
            "g;\n");
  EXPECT_EQ(body("if(a<b&&!c||d>=e){}"), "  if (a < b && !c || d >= e) {\n"
                                         "  }\n");
  EXPECT_EQ(body("x=transpose(A[i,j],{j,i})+SUM [ j ](A[i,j]);"),
            "  x = transpose(A[i, j], {j, i}) + SUM[j](A[i, j]);\n");
}

TEST(Formatter, MasksAndSchedules) {
  EXPECT_EQ(body("C[i,j]<!M,push>@(max)=A[i,j]with order(i,j),tile(i,64);"),
            "  C[i, j]<!M, push> @(max)= A[i, j] with order(i, j), "
            "tile(i, 64);\n");
  EXPECT_EQ(body("C[i,j]<M>=A[i,j];"), "  C[i, j]<M> = A[i, j];\n");
  EXPECT_EQ(body("reorder[i,j]by lexi(A);"), "  reorder [i, j] by lexi(A);\n");
  EXPECT_EQ(body("reorder[i]by lexi( A,3 );"),
            "  reorder [i] by lexi(A, 3);\n");
}

TEST(Formatter, ControlFlow) {
  EXPECT_EQ(body("for t in 0:10:2{x=t;}for t in n-1:n{}for t in range(0,3):"
                 "print(t);end while(x<1){}"),
            "  for t in 0:10:2 {\n    x = t;\n  }\n"
            "  for t in n - 1 : n {\n  }\n"
            "  for t in range(0, 3):\n    print(t);\n  end\n"
            "  while (x < 1) {\n  }\n");
  EXPECT_EQ(body("if(a){x=1;}else if(b){return;}else{return x;}"),
            "  if (a) {\n    x = 1;\n  } else if (b) {\n    return;\n"
            "  } else {\n    return x;\n  }\n");
}

TEST(Formatter, TopLevel) {
  EXPECT_EQ(
      formatted("format BDIA(b)=(i,j)->(i/b:dense,j-i:compressed,i%b:dense);"
                "format E=(i)->(count(i));def f(Tensor<double>A([i],{CSR}),"
                "double a,Tensor<int>B)->Tensor<double>([i],{Dense}){return A;}"
                "def main(){;}"),
      "format BDIA(b) = (i, j) -> (i / b : dense, j - i : compressed, "
      "i % b : dense);\n"
      "format E = (i) -> (count(i));\n\n"
      "def f(Tensor<double> A([i], {CSR}), double a, Tensor<int> B)\n"
      "    -> Tensor<double>([i], {Dense}) {\n  return A;\n}\n\n"
      "def main() {\n}\n");
  EXPECT_EQ(body("Tensor<double> H([i,j],hybrid(BDIA(64) where count(i)>=2,"
                 "CSR));"),
            "  Tensor<double> H([i, j], hybrid(BDIA(64) where count(i) >= 2, "
            "CSR));\n");
}

TEST(Formatter, ParametersImportsAndResults) { // L59, L62, L64
  EXPECT_EQ(formatted("import\"a.ta\";param k=-  2;# two\nparam t=\"x\";"
                      "def f(double x)->(Tensor<double>([i],{BCSR(k,2)}),int)"
                      "{return A,2*x;}def main(){A[i],n=f(x);IndexLabel[r]=[k];"
                      "print(\"a\",n);}"),
            "import \"a.ta\";\nparam k = -2;  # two\nparam t = \"x\";\n\n"
            "def f(double x) -> (Tensor<double>([i], {BCSR(k, 2)}), int) {\n"
            "  return A, 2 * x;\n}\n\n"
            "def main() {\n  A[i], n = f(x);\n  IndexLabel [r] = [k];\n"
            "  print(\"a\", n);\n}\n");
}

TEST(Formatter, EmptyStatementsGo) {
  EXPECT_EQ(body("; x = 1;; # one\n ; # two\n ;"),
            "  x = 1;  # one\n  # two\n");
}

TEST(Formatter, BlankLines) {
  EXPECT_EQ(body("\n\n x = 1;\n\n\n\n y = 2;\n z = 3;\n\n"),
            "  x = 1;\n\n  y = 2;\n  z = 3;\n");
  EXPECT_EQ(formatted("\n\n# about\n\ndef f() {}\n# about g\ndef g() {}\n\n"),
            "# about\n\ndef f() {\n}\n\n# about g\ndef g() {\n}\n");
  EXPECT_EQ(body("x = a\r\n\r\n  + b;\r\n\r\ny = 1;\r"),
            "  x = a + b;\n\n  y = 1;\n");
}

TEST(Formatter, Comments) {
  EXPECT_EQ(formatted("# top\ndef main() # head\n{ # open\n# own\nx = 1; #end\n"
                      "\n   # last  \n} # close\n\n# bottom"),
            "# top\ndef main()  # head\n    {       # open\n  # own\n"
            "  x = 1;  #end\n\n  # last\n}  # close\n\n# bottom\n");
  EXPECT_EQ(body("x = a # one\n + # two\n b;\nif (a) { } # three\nelse { }"),
            "  x = a  # one\n      +  # two\n      b;\n"
            "  if (a) {\n  }      # three\n  else {\n  }\n");
  EXPECT_EQ(formatted("# only"), "# only\n");
  EXPECT_EQ(formatted(""), "");
  EXPECT_EQ(formatted("\xEF\xBB\xBF# mark"), "# mark\n");
}

TEST(Formatter, CommentsShareAColumn) {
  EXPECT_EQ(body("a = 1; # one\nbcd = 2; # two\ne = 3;\n\nf = 4; # three"),
            "  a = 1;    # one\n  bcd = 2;  # two\n  e = 3;\n\n"
            "  f = 4;  # three\n");
  // The column of the source, where there is room.
  EXPECT_EQ(body("a = 1;        # one\n\nbcd=2;        # two"),
            "  a = 1;        # one\n\n  bcd = 2;      # two\n");
  EXPECT_EQ(body("s = \"\xC3\xA9\xC3\xA9\"; # one\nt = \"ee\"; # two"),
            "  s = \"\xC3\xA9\xC3\xA9\";  # one\n  t = \"ee\";  # two\n");
}

TEST(Formatter, LongLines) {
  EXPECT_EQ(body("y[i] = alpha * A[i, j] * x[j] + beta * (B[i, k] - 2 * C[i, "
                 "k]) * z[k] + gamma * sigmoid(w[i]);"),
            "  y[i] = alpha * A[i, j] * x[j] + beta * (B[i, k] - 2 * C[i, k]) "
            "* z[k]\n         + gamma * sigmoid(w[i]);\n");
  EXPECT_EQ(body("y[i] = function(aaaaaaaaaaaaaaaaaaaa[i, j] * "
                 "bbbbbbbbbbbbbbbbbbbbbbb[j], cccccccccccccccccccc[i]);"),
            "  y[i] = function(aaaaaaaaaaaaaaaaaaaa[i, j] * "
            "bbbbbbbbbbbbbbbbbbbbbbb[j],\n                  "
            "cccccccccccccccccccc[i]);\n");
  EXPECT_EQ(body("C[i, k] = A[i, j] * B[j, k] with order(i, j, k), workspace(k)"
                 ", parallel(i), vectorize(k, 8);"),
            "  C[i, k] = A[i, j] * B[j, k]\n      with order(i, j, k), "
            "workspace(k), parallel(i), vectorize(k, 8);\n");
  // Exactly as wide as a line, and one more.
  std::string name(80 - 2 - 4 - 4 - 1, 'x');
  EXPECT_EQ(body("a = " + name + " + b;"), "  a = " + name + " + b;\n");
  EXPECT_EQ(body("a = x" + name + " + b;"),
            "  a = x" + name + "\n      + b;\n");
}

TEST(Formatter, Tables) {
  EXPECT_EQ(body("A[i,j]=[[1,2],[3,4]];"), "  A[i, j] = [[1, 2], [3, 4]];\n");
  EXPECT_EQ(body("A[i,j]=[[1,2],\n[3,\n4]];"),
            "  A[i, j] = [[1, 2],\n             [3, 4]];\n");
  EXPECT_EQ(body("T[i,j,k]=[[[1,2],[3,4]],[[5,6],\n[7,8]]];"),
            "  T[i, j, k] = [[[1, 2], [3, 4]],\n                [[5, 6],\n"
            "                 [7, 8]]];\n");
}

TEST(Formatter, DeepNestingKeepsRoom) {
  std::string open, close;
  for (int i = 0; i < 200; ++i) {
    open += "if (a) {";
    close += "}";
  }
  std::string text = body(open + "x = f(g(1), 2);" + close);
  EXPECT_NE(text.find("\n" + std::string(60, ' ') + "x = f(g(1), 2);\n"),
            std::string::npos);
}

TEST(Formatter, RefusesErrors) {
  bool success = true;
  std::string messages = formatted("def main() { x = ; }", &success);
  EXPECT_FALSE(success);
  EXPECT_NE(messages.find("t.ta:1:18: error: expected"), std::string::npos)
      << messages;
}

TEST(Formatter, KeepsWhatProgramsSay) {
  for (const char *text :
       {"def main() { x = a ; # c\n ; ; y = b; }",
        "def main() { C[i]<M>=1;# c\n}",
        "def main() { if (a) { } # c\n # d\n else if (b) # e\n { } }",
        "def main() { x = 1 - -1 - - -y; z = 2..*3.; w = !(!a); }",
        "def main() { A[i,j] = [[1] # c\n , # d\n [2] ]; }",
        "def main() { for i in 0 # c\n : # d\n 3 { } }",
        "# a\rdef main() { x = 1; # b\r}\r# c"})
    EXPECT_EQ(whatFormattingBreaks(text), "") << text;
}

TEST(Formatter, KeepsEveryProgramOfTheRepository) {
  unsigned programs = 0;
  std::error_code error;
  for (const char *folder : {"examples", "docs", "tests"}) {
    llvm::SmallString<128> path(ENCKE_ROOT);
    llvm::sys::path::append(path, folder);
    for (llvm::sys::fs::recursive_directory_iterator at(path, error), end;
         at != end && !error; at.increment(error)) {
      if (llvm::sys::path::extension(at->path()) != ".ta")
        continue;
      auto buffer = llvm::MemoryBuffer::getFile(at->path());
      ASSERT_TRUE(buffer) << at->path();
      EXPECT_EQ(whatFormattingBreaks((*buffer)->getBuffer()), "") << at->path();
      ++programs;
    }
  }
  EXPECT_FALSE(error);
  EXPECT_GT(programs, 100u);
}
