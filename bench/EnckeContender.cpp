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
    std::string program = newProblem.columns == 1
                              ? "spmv"
                              : "spmm-k" + std::to_string(newProblem.columns);
    std::vector<void *> kernels;
    if (!module.open(program, kernels, whyNot))
      return false;
    kernel = reinterpret_cast<KernelFunction>(kernels.front());
    problem = &newProblem;
    A = std::make_unique<CsrView>(newProblem.A);
    C = AlignedArray<double>(newProblem.A.rows * newProblem.columns);
    return true;
  }

  void run() override {
    const CsrMatrix &matrix = problem->A;
    MatrixReference operand(const_cast<double *>(problem->B.data()),
                            matrix.columns, problem->columns);
    MatrixReference result(C.data(), matrix.rows, problem->columns);
    kernel(&A->tensor, &operand, matrix.rows, &result);
  }

  AlignedArray<double> &result() override { return C; }

private:
  Module module;
  KernelFunction kernel = nullptr;
  const Problem *problem = nullptr;
  std::unique_ptr<CsrView> A;
  AlignedArray<double> C;
};

} // namespace

std::unique_ptr<DenseContender> makeEnckeContender() {
  return std::make_unique<EnckeContender>();
}

} // namespace encke::bench
