//===- TacoMatrices.cpp - TACO's kernels on matrices ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TACO writes C and calls the compiler that TACO_CC names, with TACO_CFLAGS.
// Statements are scheduled as TACO does by default: loops in the order that the
// formats ask for, temporaries where a result is scattered, the outer loop on
// threads where it may be.
//
//===----------------------------------------------------------------------===//

#include "Contender.h"
#include "Taco.h"

#ifndef ENCKE_BENCH_TACO

std::unique_ptr<encke::bench::DenseContender>
encke::bench::makeTacoContender() {
  return nullptr;
}

std::unique_ptr<encke::bench::SparseContender>
encke::bench::makeTacoSparseContender() {
  return nullptr;
}

#else

#include <algorithm>

namespace encke::bench {

namespace {

/// Each set of operands that store a coordinate is a case of its own.
constexpr size_t kMostMerged = 4;

const taco::Format kCsr({taco::Dense, taco::Sparse});

/// A matrix over our arrays.
TacoTensor makeCsr(const std::string &name, const CsrMatrix &matrix) {
  return taco::makeCSR<double>(name, {int(matrix.rows), int(matrix.columns)},
                               const_cast<int32_t *>(matrix.positions.data()),
                               const_cast<int32_t *>(matrix.coordinates.data()),
                               const_cast<double *>(matrix.values.data()),
                               taco::Array::UserOwns);
}

class TacoDense : public DenseContender {
public:
  std::string name() const override { return "taco"; }

  bool prepare(const Problem &problem, std::string &) override {
    int rows = int(problem.A.rows), columns = int(problem.columns);
    result_ = AlignedArray<double>(problem.A.rows * problem.columns);
    bool isVector = columns == 1;
    auto shape = [&](int size) {
      return isVector ? std::vector<int>{size}
                      : std::vector<int>{size, columns};
    };
    TacoTensor A = makeCsr("A", problem.A);
    TacoTensor B = tacoDense("B", shape(int(problem.A.columns)),
                             const_cast<double *>(problem.B.data()));
    TacoTensor C = tacoDense("C", shape(rows), result_.data());
    taco::IndexVar i, j, k;
    if (isVector)
      C(i) = A(i, j) * B(j);
    else
      C(i, k) = A(i, j) * B(j, k);
    kernel = tacoCompile(C, "product " + std::to_string(columns));
    arguments = {C.getStorage(), A.getStorage(), B.getStorage()};
    return true;
  }

  void run() override { kernel.compute(arguments); }

  AlignedArray<double> &result() override { return result_; }

private:
  AlignedArray<double> result_;
  taco::Kernel kernel;
  std::vector<taco::TensorStorage> arguments;
};

class TacoSparse : public SparseContender {
public:
  ~TacoSparse() override { TacoSparse::forget(); }

  std::string name() const override { return "taco"; }

  bool prepare(const SparseProblem &problem, std::string &whyNot) override {
    const CsrMatrix &A = *problem.operands.front();
    rows = A.rows;
    std::vector<TacoTensor> in;
    for (const CsrMatrix *matrix : problem.operands)
      in.push_back(makeCsr("A" + std::to_string(in.size()), *matrix));
    TacoTensor C("C", {int(A.rows), int(problem.operands.back()->columns)},
                 kCsr);
    taco::IndexVar i, j, k;
    switch (problem.operation) {
    case SparseOperation::product:
      C(i, k) = in[0](i, j) * in[1](j, k);
      break;
    case SparseOperation::sum: {
      if (in.size() > kMostMerged) {
        whyNot = "its merge of so many takes minutes to compile";
        return false;
      }
      taco::IndexExpr sum = in[0](i, j);
      for (size_t n = 1; n < in.size(); ++n)
        sum = sum + in[n](i, j);
      C(i, j) = sum;
      break;
    }
    case SparseOperation::sampled: {
      int columns = int(problem.columns);
      in.push_back(tacoDense("U", {int(A.rows), columns},
                             const_cast<double *>(problem.U.data())));
      in.push_back(tacoDense("V", {int(A.columns), columns},
                             const_cast<double *>(problem.V.data())));
      C(i, j) = in[0](i, j) * in[1](i, k) * in[2](j, k);
      break;
    }
    default:
      whyNot = "no statement of its own says that";
      return false;
    }
    kernel = tacoCompile(C, problem.program);
    arguments = {C.getStorage()};
    for (TacoTensor &operand : in)
      arguments.push_back(operand.getStorage());
    return true;
  }

  void forget() override {
    if (!isAssembled)
      return;
    taco_tensor_t *arrays = arguments.front();
    for (int number = 0; number < 2; ++number)
      free(arrays->indices[1][number]);
    isAssembled = false;
  }

  void run() override {
    forget();
    kernel.assemble(arguments);
    kernel.compute(arguments);
    isAssembled = true;
  }

  CompressedArrays result() const override {
    taco::TensorStorage storage = arguments.front();
    taco_tensor_t *arrays = storage;
    auto array = [&](int number) {
      return reinterpret_cast<const int32_t *>(arrays->indices[1][number]);
    };
    return {rows, array(0), array(1),
            reinterpret_cast<const double *>(arrays->vals)};
  }

private:
  int64_t rows = 0;
  taco::Kernel kernel;
  std::vector<taco::TensorStorage> arguments;
  bool isAssembled = false;
};

} // namespace

std::unique_ptr<DenseContender> makeTacoContender() {
  return std::make_unique<TacoDense>();
}

std::unique_ptr<SparseContender> makeTacoSparseContender() {
  return std::make_unique<TacoSparse>();
}

} // namespace encke::bench

#endif // ENCKE_BENCH_TACO
