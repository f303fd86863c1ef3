//===- Main.cpp - measures kernels, prints records ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a JSON list of records on stdout; run.py makes tables of them.
//
//===----------------------------------------------------------------------===//

#include "Contender.h"
#include "Matrices.h"
#include "Measure.h"
#include "Records.h"
#include "Sparse.h"
#include "Threads.h"

#include "encke/runtime.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

using namespace encke::bench;

namespace {

struct Kernel;
using MeasureFunction = void (*)(const Kernel &, const std::string &input,
                                 const CsrMatrix &, Records &);
void measureDense(const Kernel &, const std::string &, const CsrMatrix &,
                  Records &);
void measureSparse(const Kernel &, const std::string &, const CsrMatrix &,
                   Records &);

struct Kernel {
  const char *name;
  MeasureFunction measure;
  int64_t columns; // of dense operands
  SparseOperation operation = SparseOperation::product;
  int operands = 1;

  /// Whether an input is one for this kernel. The product of two sparse
  /// matrices is that of a square one with itself.
  bool takes(const MatrixInput &input) const {
    bool isProduct = measure == measureSparse && operands > 1 &&
                     operation != SparseOperation::sum;
    switch (input.use) {
    case MatrixUse::everything:
      return !isProduct || input.isFile;
    case MatrixUse::vectors:
      return measure == measureDense && columns == 1;
    case MatrixUse::sparseProducts:
      return isProduct;
    }
    return false;
  }
  bool takes(const CsrMatrix &matrix) const {
    return columns || operation == SparseOperation::columns ||
           operation == SparseOperation::sum || matrix.rows == matrix.columns;
  }
};
constexpr Kernel kernels[] = {
    {"spmv", measureDense, 1},
    {"spmm-k8", measureDense, 8},
    {"spmm-k32", measureDense, 32},
    {"spmm-k128", measureDense, 128},
    {"spgemm", measureSparse, 0, SparseOperation::product, 2},
    {"masked-spgemm", measureSparse, 0, SparseOperation::maskedProduct, 3},
    {"spadd2", measureSparse, 0, SparseOperation::sum, 2},
    {"spadd7", measureSparse, 0, SparseOperation::sum, 7},
    {"sddmm-k32", measureSparse, 32, SparseOperation::sampled, 1},
    {"csr-to-csc", measureSparse, 0, SparseOperation::columns, 1},
};

/// What `measureInContext` measures: the runtime calls a function without
/// arguments.
struct {
  std::vector<Kernel> kernels;
  Protocol protocol;
  bool quick = false;
  int status = 1;
} task;

/// What has to cross the memory bus at least once: the sparse matrix, the dense
/// operand and the result.
double compulsoryGigabytes(const Problem &problem) {
  const CsrMatrix &A = problem.A;
  int64_t bytes =
      A.nonzeros() * int64_t(sizeof(double) + sizeof(int32_t)) +
      (A.rows + 1) * int64_t(sizeof(int32_t)) +
      (A.rows + A.columns) * problem.columns * int64_t(sizeof(double));
  return static_cast<double>(bytes) * 1e-9;
}

/// The product by its definition.
AlignedArray<double> referenceResult(const Problem &problem) {
  const CsrMatrix &A = problem.A;
  AlignedArray<double> C(A.rows * problem.columns);
  for (int64_t i = 0; i < A.rows; ++i)
    for (int64_t k = 0; k < problem.columns; ++k) {
      double sum = 0;
      for (int32_t p = A.positions[i]; p < A.positions[i + 1]; ++p)
        sum += A.values[p] * problem.B[A.coordinates[p] * problem.columns + k];
      C[i * problem.columns + k] = sum;
    }
  return C;
}

/// All terms are positive, so different orders of summation agree closely.
bool agrees(const AlignedArray<double> &result,
            const AlignedArray<double> &expected) {
  if (result.size() != expected.size())
    return false;
  for (size_t n = 0; n < result.size(); ++n)
    if (!(std::abs(result[n] - expected[n]) <= 1e-10 * expected[n]))
      return false;
  return true;
}

/// Adds a contender, if there is one.
template <typename ContenderType>
void add(std::vector<std::unique_ptr<ContenderType>> &contenders,
         std::unique_ptr<ContenderType> contender) {
  if (contender)
    contenders.push_back(std::move(contender));
}

void measureDense(const Kernel &kernel, const std::string &input,
                  const CsrMatrix &matrix, Records &records) {
  Problem problem{matrix, kernel.columns,
                  generateValues(matrix.columns * kernel.columns, /*seed=*/3)};
  AlignedArray<double> expected = referenceResult(problem);
  std::vector<std::unique_ptr<DenseContender>> contenders;
  contenders.push_back(makeEnckeContender());
  if (kernel.columns == 1)
    for (auto &contender : makeFormatContenders())
      contenders.push_back(std::move(contender));
  contenders.push_back(makeEigenContender());
#ifdef ENCKE_BENCH_GRAPHBLAS
  contenders.push_back(makeGraphBlasContender());
#endif
  add(contenders, makeLibrsbContender());
  add(contenders, makeTacoContender());
  double gigaflops = 2e-9 * static_cast<double>(matrix.nonzeros()) *
                     static_cast<double>(kernel.columns);
  Comparison comparison{kernel.name, input, compulsoryGigabytes(problem),
                        gigaflops};
  compare(
      comparison, prepare(comparison, contenders, problem),
      [&](Contender &contender) {
        return agrees(static_cast<DenseContender &>(contender).result(),
                      expected);
      },
      task.protocol, records);
}

/// The other operands of a kernel with operand `matrix`.
std::vector<CsrMatrix> makeOperands(const Kernel &kernel,
                                    const CsrMatrix &matrix) {
  std::vector<CsrMatrix> others;
  for (int64_t n = 1; n < kernel.operands; ++n)
    if (kernel.operation == SparseOperation::sum)
      others.push_back(rotateRows(matrix, n));
    else if (n == 2)
      others.push_back(patternOf(matrix));
    else
      others.push_back(rotateRows(matrix, 0));
  return others;
}

void measureSparse(const Kernel &kernel, const std::string &input,
                   const CsrMatrix &matrix, Records &records) {
  std::vector<CsrMatrix> others = makeOperands(kernel, matrix);
  SparseProblem problem{kernel.name,
                        kernel.operation,
                        {&matrix},
                        kernel.columns,
                        generateValues(matrix.rows * kernel.columns, 3),
                        generateValues(matrix.columns * kernel.columns, 4)};
  for (const CsrMatrix &other : others)
    problem.operands.push_back(&other);
  CsrMatrix expected = computeReference(problem);
  std::vector<std::unique_ptr<SparseContender>> contenders;
  contenders.push_back(makeEnckeSparseContender());
  contenders.push_back(makeEigenSparseContender());
#ifdef ENCKE_BENCH_GRAPHBLAS
  contenders.push_back(makeGraphBlasSparseContender());
#endif
  add(contenders, makeTacoSparseContender());
  Comparison comparison{kernel.name, input,
                        1e-9 * countBytes(problem, expected),
                        1e-9 * countOperations(problem, expected)};
  compare(
      comparison, prepare(comparison, contenders, problem),
      [&](Contender &contender) {
        return agrees(static_cast<SparseContender &>(contender).result(),
                      expected);
      },
      task.protocol, records);
}

/// The kernels whose names begin with one of `prefixes`; all without prefixes.
std::vector<Kernel> select(const std::vector<std::string> &prefixes) {
  std::vector<Kernel> selected;
  for (const Kernel &kernel : kernels) {
    bool wanted = prefixes.empty();
    for (const std::string &prefix : prefixes)
      wanted |= std::string(kernel.name).rfind(prefix, 0) == 0;
    if (wanted)
      selected.push_back(kernel);
  }
  return selected;
}

void measureInput(const MatrixInput &input, Records &records) {
  auto takes = [&](const Kernel &kernel) { return kernel.takes(input); };
  if (std::none_of(task.kernels.begin(), task.kernels.end(), takes))
    return;
  CsrMatrix matrix = input.make();
  fprintf(stderr, "encke-bench: %s: %lld x %lld, %lld nonzeros\n",
          input.name.c_str(), static_cast<long long>(matrix.rows),
          static_cast<long long>(matrix.columns),
          static_cast<long long>(matrix.nonzeros()));
  for (const Kernel &kernel : task.kernels)
    if (kernel.takes(input) && kernel.takes(matrix))
      kernel.measure(kernel, input.name, matrix, records);
}

void measureInContext() {
  try {
    Records records;
    for (const MatrixInput &input : listMatrices(task.quick))
      measureInput(input, records);
    task.status = print(records) ? 0 : 1;
  } catch (const std::exception &error) {
    fprintf(stderr, "encke-bench: %s\n", error.what());
  }
}

} // namespace

void DenseContender::forget() {
  AlignedArray<double> &values = result();
  std::fill(values.begin(), values.end(),
            std::numeric_limits<double>::quiet_NaN());
}

int main(int argc, char **argv) {
  std::vector<std::string> prefixes;
  for (int n = 1; n < argc; ++n) {
    if (strcmp(argv[n], "--quick") == 0) {
      task.quick = true;
      task.protocol = kQuick;
    } else if (!readThreads(argv[n]) && !readTurns(argv[n]))
      prefixes.push_back(argv[n]);
  }
  task.kernels = select(prefixes);
  if (task.kernels.empty()) {
    fprintf(stderr, "encke-bench: no such kernel; there are:");
    for (const Kernel &kernel : kernels)
      fprintf(stderr, " %s", kernel.name);
    fprintf(stderr, "\n");
    return 1;
  }
  encke_options options;
  encke_options_default(&options);
  options.threads = numThreads;
  int failure = encke_main(measureInContext, &options, nullptr, 0);
  return failure ? failure : task.status;
}
