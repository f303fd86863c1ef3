//===- SemaTesting.h - checking programs in tests ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_UNIT_SEMATESTING_H
#define ENCKE_TESTS_UNIT_SEMATESTING_H

#include "Program.h"

#include "frontend/check/Sema.h"

#include "gtest/gtest.h"

namespace encke::test {

/// A program that has been parsed and checked.
class Checked : public Source {
public:
  explicit Checked(llvm::StringRef source) : Source(source) {
    program = parseProgram(diagnostics, buffer);
    if (program)
      checked = checkProgram(*program, diagnostics);
  }

  /// The diagnostics without the lines of the program.
  std::string messages() { return withoutLines(flush()); }

  const ast::Function &main() const { return *program->functions.front(); }
  const FunctionInfo &info() const {
    return checked->functions.find(&main())->second;
  }
  /// The last statement of `main`.
  const ast::Stmt &last() const { return *main().body.back(); }
  const ast::Expr &lastValue() const {
    if (const auto *scalar = llvm::dyn_cast<ast::ScalarDecl>(&last()))
      return *scalar->init;
    return *llvm::cast<ast::Assign>(last()).value;
  }

  std::unique_ptr<ast::Program> program;
  std::optional<CheckedProgram> checked;
};

/// Declarations on one line, so that what is tested begins on line 3: A, S
/// sparse and B, C dense matrices, b, x, y vectors, s a scalar.
inline std::string withTensors(llvm::StringRef statements) {
  return "def main() {\n"
         "IndexLabel [i, j] = [?]; IndexLabel [k, l] = [4]; "
         "Tensor<double> A([i, j], {CSR}); Tensor<double> S([i, j], {CSR}); "
         "Tensor<double> B([j, k], {Dense}); Tensor<double> C([i, k], "
         "{Dense}); "
         "Tensor<double> D([i, j], {Dense}); "
         "Tensor<double> b([i], {Dense}); Tensor<double> x([j], {Dense}); "
         "Tensor<double> y([i], {Dense}); var s = 2.0; "
         "A[i, j] = read(0); S[i, j] = read(1); B[j, k] = 1.0; C[i, k] = 1.0; "
         "D[i, j] = 1.0; b[i] = 1.0; x[j] = 1.0; y[i] = 1.0;\n" +
         statements.str() + "\n}\n";
}

/// The messages about statements on `withTensors`.
inline std::string check(llvm::StringRef statements) {
  return Checked(withTensors(statements)).messages();
}

/// The messages about statements alone in `main`, from line 2.
inline std::string checkBare(llvm::StringRef statements) {
  return Checked(inMain(statements)).messages();
}

/// What checkSupported says about statements on `withTensors`.
inline std::string support(llvm::StringRef statements) {
  Checked checked(withTensors(statements));
  if (checked.checked)
    checkSupported(*checked.checked, checked.diagnostics);
  return checked.messages();
}

} // namespace encke::test

#endif // ENCKE_TESTS_UNIT_SEMATESTING_H
