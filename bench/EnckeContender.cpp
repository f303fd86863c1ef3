//===- EnckeContender.cpp - the kernels that Encke generates --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// programs/*.ta are compiled by `encke --emit=obj` and linked into one module
// each (CMakeLists.txt), which is loaded here.
//
//===----------------------------------------------------------------------===//

#include "Contender.h"
#include "CsrView.h"
#include "Module.h"
#include "encke/runtime.h"

#include <algorithm>

namespace encke::bench {

namespace {

/// `C[i, k] = A[i, j] * B[j, k]`: the operands in order, the size of i, and the
/// result's buffer.
using KernelFunction = void (*)(const encke_tensor *A, MatrixReference *B,
                                int64_t rows, MatrixReference *C);

class EnckeContender : public DenseContender {
public:
  std::string name() const override { return "encke"; }

  bool prepare(const Problem &newProblem, std::string &whyNot) override {
    take(newProblem);
    return open(newProblem.columns == 1
                    ? "spmv"
                    : "spmm-k" + std::to_string(newProblem.columns),
                whyNot);
  }

  void run() override {
    const CsrMatrix &matrix = problem->A;
    MatrixReference operand(const_cast<double *>(problem->B.data()),
                            matrix.columns, problem->columns);
    MatrixReference result(C.data(), matrix.rows, problem->columns);
    kernel(A, &operand, matrix.rows, &result);
  }

  AlignedArray<double> &result() override { return C; }

protected:
  void take(const Problem &newProblem) {
    problem = &newProblem;
    csr = std::make_unique<CsrView>(newProblem.A);
    A = &csr->tensor;
    C = AlignedArray<double>(newProblem.A.rows * newProblem.columns);
  }

  bool open(const std::string &program, std::string &whyNot) {
    std::vector<void *> kernels;
    if (!module.open(program, kernels, whyNot))
      return false;
    kernel = reinterpret_cast<KernelFunction>(kernels.front());
    return true;
  }

  const encke_tensor *A = nullptr;

private:
  Module module;
  KernelFunction kernel = nullptr;
  const Problem *problem = nullptr;
  std::unique_ptr<CsrView> csr;
  AlignedArray<double> C;
};

/// SpMV in a format that suits some matrices, and is padded.
class FormatContender : public EnckeContender {
public:
  FormatContender(const char *suffix, const char *format)
      : suffix(suffix), format(format) {}
  ~FormatContender() override {
    if (converted)
      encke_tensor_free(converted);
  }

  std::string name() const override {
    return EnckeContender::name() + "-" + suffix;
  }

  bool prepare(const Problem &problem, std::string &whyNot) override {
    whyNot = "most of the values would be padding";
    int64_t most = padding * problem.A.nonzeros();
    if (suffix == "dia" && countDiagonals(problem.A) * problem.A.rows > most)
      return false;
    take(problem);
    converted = encke_convert(A, format, nullptr);
    if (converted->value_count > most)
      return false;
    A = converted;
    return open("spmv-" + suffix, whyNot);
  }

private:
  /// At most so many values for each nonzero.
  static constexpr int64_t padding = 2;

  static int64_t countDiagonals(const CsrMatrix &matrix) {
    std::vector<bool> isUsed(size_t(matrix.rows + matrix.columns));
    for (int64_t row = 0; row != matrix.rows; ++row)
      for (int64_t at = matrix.positions[row]; at != matrix.positions[row + 1];
           ++at)
        isUsed[size_t(matrix.coordinates[at] - row + matrix.rows)] = true;
    return std::count(isUsed.begin(), isUsed.end(), true);
  }

  std::string suffix;
  const char *format;
  encke_tensor *converted = nullptr;
};

} // namespace

std::vector<std::unique_ptr<DenseContender>> makeFormatContenders() {
  std::vector<std::unique_ptr<DenseContender>> contenders;
  contenders.push_back(
      std::make_unique<FormatContender>("dia", "f64 4 4 C1-0 D0"));
  contenders.push_back(
      std::make_unique<FormatContender>("bcsr", "f64 4 4 D0/4 C1/4 D0%4 D1%4"));
  return contenders;
}

std::unique_ptr<DenseContender> makeEnckeContender() {
  return std::make_unique<EnckeContender>();
}

} // namespace encke::bench
