//===- EnckeSparse.cpp - Encke's kernels with sparse results --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel takes the operands in the order of the statement, then the sizes of
// the result, and returns a new tensor, which belongs to the running context.
//
//===----------------------------------------------------------------------===//

#include "Contender.h"
#include "CsrView.h"
#include "Module.h"

#include "encke/runtime.h"

namespace encke::bench {

namespace {

using Tensor = const encke_tensor *;
class EnckeSparse : public SparseContender {
public:
  ~EnckeSparse() override { EnckeSparse::forget(); }

  std::string name() const override { return "encke"; }

  bool prepare(const SparseProblem &newProblem, std::string &whyNot) override {
    problem = &newProblem;
    for (const CsrMatrix *matrix : problem->operands)
      in.push_back(std::make_unique<CsrView>(*matrix));
    return module.open(problem->program, kernels, whyNot);
  }

  void forget() override {
    if (tensor)
      encke_tensor_free(tensor);
    tensor = nullptr;
  }

  void run() override {
    forget();
    tensor = compute();
  }

  CompressedArrays result() const override {
    const encke_level &inner = tensor->levels[1];
    return {inner.pos_count - 1, static_cast<const int32_t *>(inner.pos),
            static_cast<const int32_t *>(inner.crd),
            static_cast<const double *>(tensor->values)};
  }

private:
  Tensor operand(size_t number) const { return &in[number]->tensor; }

  /// Calls the module's kernel `number` on tensors and buffers.
  template <typename... Operands>
  encke_tensor *call(int number, Operands... operands) const {
    using Function = encke_tensor *(*)(Operands..., int64_t, int64_t);
    return reinterpret_cast<Function>(kernels[number])(
        operands..., problem->operands.front()->rows,
        problem->operands.back()->columns);
  }

  encke_tensor *compute() {
    switch (problem->operation) {
    case SparseOperation::product:
      return call(0, operand(0), operand(1));
    case SparseOperation::sum:
      if (in.size() == 2)
        return call(0, operand(0), operand(1));
      return call(0, operand(0), operand(1), operand(2), operand(3), operand(4),
                  operand(5), operand(6));
    case SparseOperation::sampled: {
      const CsrMatrix &S = *problem->operands[0];
      MatrixReference U(const_cast<double *>(problem->U.data()), S.rows,
                        problem->columns);
      MatrixReference V(const_cast<double *>(problem->V.data()), S.columns,
                        problem->columns);
      return call(0, operand(0), &U, &V);
    }
    case SparseOperation::maskedProduct:
      return call(0, operand(0), operand(1), operand(2));
    case SparseOperation::columns:
      return call(0, operand(0));
    }
    return nullptr;
  }

  const SparseProblem *problem = nullptr;
  Module module;
  std::vector<std::unique_ptr<CsrView>> in;
  std::vector<void *> kernels;
  encke_tensor *tensor = nullptr;
};

} // namespace

std::unique_ptr<SparseContender> makeEnckeSparseContender() {
  return std::make_unique<EnckeSparse>();
}

} // namespace encke::bench
