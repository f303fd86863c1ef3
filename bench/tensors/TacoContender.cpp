//===- TacoContender.cpp - TACO's kernels on tensors ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TACO writes C and calls the compiler that TACO_CC names, with TACO_CFLAGS.
//
//===----------------------------------------------------------------------===//

#include "Taco.h"
#include "tensors/TensorContender.h"

#ifndef ENCKE_BENCH_TACO

std::unique_ptr<encke::bench::TensorContender>
encke::bench::makeTacoTensorContender() {
  return nullptr;
}

#else

#include <algorithm>

namespace encke::bench {

namespace {

using Tensor = TacoTensor;

class TacoContender : public TensorContender {
public:
  ~TacoContender() override { freeSparse(); }

  std::string name() const override { return "taco"; }

  bool prepare(const TensorProblem &newProblem, std::string &) override {
    problem = &newProblem;
    makeOperands();
    makeStatement();
    return true;
  }

  void forget() override {
    std::fill(values.begin(), values.end(), 0.0);
    freeSparse();
  }

  void run() override {
    if (problem->operation == TensorOperation::mttkrp) {
      kernel.compute(arguments);
      return;
    }
    freeSparse();
    isAssembled = true;
    if (problem->operation == TensorOperation::timesVector) {
      kernel(arguments);
      return;
    }
    // In one go it would clear a row of the result for each of its terms.
    kernel.assemble(arguments);
    kernel.compute(arguments);
  }

  TensorResult result() override {
    if (problem->operation == TensorOperation::mttkrp)
      return {{}, values.data()};
    taco_tensor_t *arrays = arguments.front();
    TensorResult result{{}, reinterpret_cast<double *>(arrays->vals)};
    int64_t parents = 1;
    for (int level = 0; level < 2; ++level) {
      auto array = [&](int number) {
        return reinterpret_cast<int32_t *>(arrays->indices[level][number]);
      };
      result.levels.push_back({array(0), array(1), parents});
      parents = array(0)[parents];
    }
    return result;
  }

private:
  void makeOperands() {
    const CsfArrays &X = problem->X;
    std::vector<int> shape(X.sizes.begin(), X.sizes.end());
    tensor = Tensor("X", shape, taco::Sparse);
    insertElements(0, 0);
    tensor.pack();
    bool isVector = problem->operation == TensorOperation::timesVector;
    for (int mode = 0; mode < X.order(); ++mode) {
      std::vector<int> sizes{shape[mode]};
      if (!isVector)
        sizes.push_back(kColumns);
      const AlignedArray<double> &factor = problem->factors[mode];
      factors.push_back(tacoDense("F" + std::to_string(mode), sizes,
                                  const_cast<double *>(factor.data())));
    }
  }

  void insertElements(int level, int32_t parent) {
    const LevelArrays &arrays = problem->X.levels[level];
    place.resize(problem->X.order());
    for (int32_t p = arrays.positions[parent]; p < arrays.positions[parent + 1];
         ++p) {
      place[level] = arrays.coordinates[p];
      if (level + 1 == problem->X.order())
        tensor.insert(place, problem->X.values[p]);
      else
        insertElements(level + 1, p);
    }
  }

  void makeStatement() {
    const CsfArrays &X = problem->X;
    std::vector<taco::IndexVar> labels(X.order());
    taco::IndexVar r;
    taco::IndexExpr product = tensor(labels);
    std::vector<Tensor> operands{tensor};
    std::vector<taco::IndexVar> left;
    std::vector<int> shape;
    std::vector<taco::ModeFormatPack> format;
    if (problem->operation == TensorOperation::mttkrp) {
      left = {labels[problem->mode], r};
      for (int mode = 0; mode < X.order(); ++mode)
        if (mode != problem->mode) {
          product = product * factors[mode](labels[mode], r);
          operands.push_back(factors[mode]);
        }
      values = AlignedArray<double>(X.sizes[problem->mode] * kColumns);
      target = tacoDense("Y", {int(X.sizes[problem->mode]), kColumns},
                         values.data());
    } else {
      int last = X.order() - 1;
      left.assign(labels.begin(), labels.begin() + last);
      shape.assign(X.sizes.begin(), X.sizes.begin() + last);
      format.assign(last, taco::Sparse);
      operands.push_back(factors[last]);
      if (problem->operation == TensorOperation::timesVector) {
        product = product * factors[last](labels[last]);
      } else {
        product = product * factors[last](labels[last], r);
        left.push_back(r);
        shape.push_back(kColumns);
        format.emplace_back(taco::Dense);
      }
      target = Tensor("Y", shape, taco::Format(format));
    }
    target(left) = product;
    kernel = tacoCompile(target, problem->program + " " +
                                     std::to_string(problem->mode));
    arguments.push_back(target.getStorage());
    for (Tensor &operand : operands)
      arguments.push_back(operand.getStorage());
  }

  /// The arrays that the generated code has allocated; TACO frees the values
  /// itself.
  void freeSparse() {
    if (!isAssembled)
      return;
    taco_tensor_t *arrays = arguments.front();
    for (int level = 0; level < 2; ++level)
      for (int number = 0; number < 2; ++number)
        free(arrays->indices[level][number]);
    isAssembled = false;
  }

  const TensorProblem *problem = nullptr;
  std::vector<int> place;
  Tensor tensor, target;
  std::vector<Tensor> factors;
  AlignedArray<double> values;
  taco::Kernel kernel;
  std::vector<taco::TensorStorage> arguments;
  bool isAssembled = false;
};

} // namespace

std::unique_ptr<TensorContender> makeTacoTensorContender() {
  return std::make_unique<TacoContender>();
}

} // namespace encke::bench

#endif // ENCKE_BENCH_TACO
