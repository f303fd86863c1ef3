//===- EnckeTensors.cpp - Encke's kernels on tensors ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tensors/TensorContender.h"

#include "Module.h"

#include "encke/runtime.h"

#include <algorithm>
#include <limits>

namespace encke::bench {

namespace {

using Tensor = const encke_tensor *;
using Matrix = MatrixReference *;

class EnckeTensors : public TensorContender {
public:
  ~EnckeTensors() override { EnckeTensors::forget(); }

  std::string name() const override { return "encke"; }

  bool prepare(const TensorProblem &newProblem, std::string &whyNot) override {
    problem = &newProblem;
    const CsfArrays &X = problem->X;
    int columns =
        problem->operation == TensorOperation::timesVector ? 1 : kColumns;
    for (int mode = 0; mode < X.order(); ++mode)
      factors.emplace_back(const_cast<double *>(problem->factors[mode].data()),
                           X.sizes[mode], columns);
    if (problem->operation == TensorOperation::mttkrp)
      dense = AlignedArray<double>(X.sizes[problem->mode] * kColumns);
    return module.open(problem->program, kernels, whyNot);
  }

  void forget() override {
    std::fill(dense.begin(), dense.end(),
              std::numeric_limits<double>::quiet_NaN());
    if (sparse)
      encke_tensor_free(sparse);
    sparse = nullptr;
  }

  /// A kernel takes the operands in the order of the statement, then the sizes
  /// of the result, then a dense result's buffer.
  void run() override {
    const std::vector<int64_t> &sizes = problem->X.sizes;
    if (problem->operation == TensorOperation::mttkrp)
      return computeMttkrp(sizes[problem->mode]);
    if (sparse)
      encke_tensor_free(sparse);
    using Function = encke_tensor *(*)(Tensor, Matrix, int64_t, int64_t);
    sparse = reinterpret_cast<Function>(kernels.front())(
        problem->tensor, &factors.back(), sizes[0], sizes[1]);
  }

  TensorResult result() override {
    if (problem->operation == TensorOperation::mttkrp)
      return {{}, dense.data()};
    CsfArrays arrays(*sparse);
    arrays.levels.resize(2);
    return {arrays.levels, arrays.values};
  }

private:
  void computeMttkrp(int64_t rows) {
    MatrixReference result(dense.data(), rows, kColumns);
    void *kernel = kernels[problem->mode];
    std::vector<Matrix> in;
    for (int mode = 0; mode < problem->X.order(); ++mode)
      if (mode != problem->mode)
        in.push_back(&factors[mode]);
    if (in.size() == 2) {
      using Function = void (*)(Tensor, Matrix, Matrix, int64_t, Matrix);
      reinterpret_cast<Function>(kernel)(problem->tensor, in[0], in[1], rows,
                                         &result);
    } else {
      using Function =
          void (*)(Tensor, Matrix, Matrix, Matrix, int64_t, Matrix);
      reinterpret_cast<Function>(kernel)(problem->tensor, in[0], in[1], in[2],
                                         rows, &result);
    }
  }

  const TensorProblem *problem = nullptr;
  Module module;
  std::vector<void *> kernels;
  std::vector<MatrixReference> factors;
  AlignedArray<double> dense;
  encke_tensor *sparse = nullptr;
};

} // namespace

std::unique_ptr<TensorContender> makeEnckeTensorContender() {
  return std::make_unique<EnckeTensors>();
}

} // namespace encke::bench
