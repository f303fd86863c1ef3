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

#include <dlfcn.h>

namespace encke::bench {

namespace {

/// A dense row-major buffer as a kernel takes it. For one column the fields are
/// also those of a vector: rows, and stride 1.
struct MatrixReference {
  MatrixReference(double *data, int64_t rows, int64_t columns)
      : allocated(data), aligned(data),
        sizesAndStrides{rows, columns, columns, 1} {}

  double *allocated;
  double *aligned;
  int64_t offset = 0;
  int64_t sizesAndStrides[4];
};

/// `C[i, k] = A[i, j] * B[j, k]`: the operands in order, the size of i, and the
/// result's buffer.
using KernelFunction = void (*)(const encke_tensor *A, MatrixReference *B,
                                int64_t rows, MatrixReference *C);

class EnckeContender : public Contender {
public:
  ~EnckeContender() override {
    if (module)
      dlclose(module);
  }

  std::string name() const override { return "encke"; }

  bool prepare(const Problem &newProblem, std::string &whyNot) override {
    std::string path = ENCKE_BENCH_KERNELS "/";
    path += newProblem.columns == 1
                ? "spmv.so"
                : "spmm-k" + std::to_string(newProblem.columns) + ".so";
    module = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (module)
      kernel = reinterpret_cast<KernelFunction>(
          dlsym(module, "_mlir_ciface_kernel_0"));
    if (!kernel) {
      const char *message = dlerror();
      whyNot = message ? message : "the module has no kernel";
      return false;
    }
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
  void *module = nullptr;
  KernelFunction kernel = nullptr;
  const Problem *problem = nullptr;
  std::unique_ptr<CsrView> A;
  AlignedArray<double> C;
};

} // namespace

std::unique_ptr<Contender> makeEnckeContender() {
  return std::make_unique<EnckeContender>();
}

} // namespace encke::bench
