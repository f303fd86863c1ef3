//===- Reorder.cpp - what reorderings give back ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SpMV and SpMM, compiled by Encke, on a matrix in its own order, numbered at
// random, and reordered from there (L36), by what pays from both (L66); MTTKRP
// and TTM on a skewed tensor likewise, each mode by an order of its own. Prints
// a JSON list of records.
//
//===----------------------------------------------------------------------===//

#include "CsrView.h"
#include "Generate.h"
#include "Matrices.h"
#include "Measure.h"
#include "Module.h"
#include "tensors/SkewedTensor.h"

#include "encke/runtime.h"
#include "passes/Cost/Orderings.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using namespace encke::bench;

namespace {

constexpr const char *methods[] = {"lexi", "rcm", "degree", "partition"};

using Kernel = void (*)(const encke_tensor *A, MatrixReference *B, int64_t rows,
                        MatrixReference *C);

/// A matrix or tensor in one order.
struct Variant {
  std::string name;
  const encke_tensor *tensor;
  double orderSeconds; ///< to find the order and bring the matrix into it
};

struct Options {
  bool quick = false;
} options;
bool isFirst = true;
int status = 0;

} // namespace

/// Rows and columns of a square matrix, numbered alike.
static CsrMatrix shuffle(const CsrMatrix &matrix, uint64_t seed) {
  std::vector<int32_t> oldOf(static_cast<size_t>(matrix.rows));
  std::iota(oldOf.begin(), oldOf.end(), 0);
  std::mt19937_64 engine(seed);
  for (size_t i = oldOf.size(); i > 1; --i) // the same on every machine
    std::swap(oldOf[i - 1], oldOf[engine() % i]);
  std::vector<int32_t> newOf(oldOf.size());
  for (size_t n = 0; n != oldOf.size(); ++n)
    newOf[static_cast<size_t>(oldOf[n])] = static_cast<int32_t>(n);

  CsrMatrix result;
  result.rows = result.columns = matrix.rows;
  result.positions = AlignedArray<int32_t>(matrix.rows + 1);
  result.coordinates = AlignedArray<int32_t>(matrix.nonzeros());
  result.values = AlignedArray<double>(matrix.nonzeros());
  std::vector<std::pair<int32_t, double>> row;
  int32_t next = 0;
  result.positions[0] = 0;
  for (int64_t i = 0; i < matrix.rows; ++i) {
    int32_t old = oldOf[static_cast<size_t>(i)];
    row.clear();
    for (int32_t p = matrix.positions[old]; p < matrix.positions[old + 1]; ++p)
      row.emplace_back(newOf[static_cast<size_t>(matrix.coordinates[p])],
                       matrix.values[p]);
    std::sort(row.begin(), row.end());
    for (auto [column, value] : row) {
      result.coordinates[next] = column;
      result.values[next++] = value;
    }
    result.positions[i + 1] = next;
  }
  return result;
}

/// By an ordering that all modes share, or by one for each. "auto" (L66) counts
/// on products with so many bytes at a coordinate.
static Variant reorder(const encke_tensor &tensor, const char *method,
                       bool shared, int64_t bytes = 8) {
  double start = encke_get_time();
  std::vector<encke_ordering *> orderings;
  for (int32_t mode = 0; mode != tensor.order; ++mode)
    orderings.push_back(mode && shared ? orderings.front()
                                       : encke_ordering_new());
  auto announce = [&] {
    for (int32_t mode = 0; mode != tensor.order; ++mode)
      encke_ordering_use(orderings[size_t(mode)], mode);
  };
  announce();
  if (std::string_view(method) == "auto")
    encke_reorder_auto(&tensor, bytes, bytes,
                       encke::cost::getOrderCosts({}).data(), nullptr);
  else
    encke_reorder(&tensor, method, 0, nullptr);
  encke_tensor *result = encke_tensor_new(
      tensor.order == 2 ? "f64 4 4 D0 C1" : "f64 4 4 C0 C1 C2");
  for (int32_t mode = 0; mode != tensor.order; ++mode)
    encke_tensor_set_size(result, mode, tensor.sizes[mode]);
  announce();
  encke_permute(result, &tensor, 0, nullptr);
  for (size_t mode = 0; mode != (shared ? 1 : orderings.size()); ++mode)
    encke_ordering_free(orderings[mode]);
  return {method, result, encke_get_time() - start};
}

static void printRecord(const std::string &kernel, const char *input,
                        const Variant &variant, const Timing &timing,
                        bool checked) {
  std::printf("%s\n {\"kernel\": \"%s\", \"input\": \"%s\", \"threads\": %d, "
              "\"contender\": \"%s\", \"ms\": %.6g, \"cpu_wall\": %.3f, "
              "\"gbs\": null, \"gflops\": null, \"checked\": %s, "
              "\"order_ms\": %.6g}",
              isFirst ? "[" : ",", kernel.c_str(), input, numThreads,
              variant.name.c_str(), timing.seconds * 1e3, timing.cpuPerWall,
              checked ? "true" : "false", variant.orderSeconds * 1e3);
  isFirst = false;
}

/// `run` computes with one variant, and returns the sum over the result, which
/// all orders have in common, if it is asked for.
using RunFunction = std::function<double(const Variant &, bool sum)>;

static void measureKernel(const std::string &kernel, const char *input,
                          const std::vector<Variant> &variants,
                          const RunFunction &run) {
  double expected = run(variants[0], true);
  std::vector<std::function<void()>> runs;
  std::vector<bool> checked;
  for (const Variant &variant : variants) {
    double sum = run(variant, true);
    checked.push_back(std::abs(sum - expected) <= 1e-9 * std::abs(expected));
    if (!checked.back())
      status = 1;
    runs.push_back([&] { run(variant, false); });
  }
  Protocol protocol;
  if (options.quick)
    protocol = kQuick;
  std::vector<Timing> timings = measure(runs, protocol);
  for (size_t n = 0; n != variants.size(); ++n)
    printRecord("reorder-" + kernel, input, variants[n], timings[n],
                checked[n]);
}

/// The functions of a compiled program; none, and a bad status, without it.
static std::vector<void *> openKernels(Module &module, const char *program) {
  std::vector<void *> kernels;
  std::string whyNot;
  if (!module.open(program, kernels, whyNot)) {
    std::fprintf(stderr, "reorder: %s\n", whyNot.c_str());
    status = 1;
  }
  return kernels;
}

/// The operand is all ones.
static AlignedArray<double> makeOnes(int64_t count) {
  AlignedArray<double> ones(static_cast<size_t>(count));
  std::fill(ones.begin(), ones.end(), 1.0);
  return ones;
}

static double sumOf(const double *values, int64_t count) {
  return std::accumulate(values, values + count, 0.0);
}

static void measureMatrix(const std::string &input, CsrMatrix original) {
  CsrMatrix shuffled = shuffle(original, 7);
  CsrView originalView(original), shuffledView(shuffled);
  // Copies, so that all arrays lie in memory of one kind.
  std::vector<Variant> variants = {
      reorder(originalView.tensor, "none", /*shared=*/true),
      reorder(shuffledView.tensor, "none", /*shared=*/true)};
  variants[0].name = "original";
  variants[1].name = "shuffled";
  variants[0].orderSeconds = variants[1].orderSeconds = 0;
  for (const char *method : methods)
    if (std::string_view(method) != "partition" ||
        dlopen("libmetis.so.5", RTLD_LAZY))
      variants.push_back(reorder(shuffledView.tensor, method, true));
  int64_t rows = original.rows;
  for (int64_t columns : {1, 32}) {
    std::string program =
        columns == 1 ? "spmv" : "spmm-k" + std::to_string(columns);
    Module module;
    std::vector<void *> kernels = openKernels(module, program.c_str());
    if (kernels.empty())
      return;
    auto kernel = reinterpret_cast<Kernel>(kernels.front());
    AlignedArray<double> B = makeOnes(rows * columns), C(rows * columns);
    int64_t bytes = columns * int64_t(sizeof(double));
    std::vector<Variant> all = variants;
    for (const CsrView *view : {&originalView, &shuffledView}) {
      all.push_back(reorder(view->tensor, "auto", /*shared=*/true, bytes));
      if (view == &originalView)
        all.back().name = "original, auto";
    }
    measureKernel(program, input.c_str(), all,
                  [&](const Variant &variant, bool sum) {
                    MatrixReference operand(B.data(), rows, columns);
                    MatrixReference result(C.data(), rows, columns);
                    kernel(variant.tensor, &operand, rows, &result);
                    return sum ? sumOf(C.data(), rows * columns) : 0;
                  });
  }
}

static void measureTensor() {
  std::vector<int32_t> sizes = options.quick
                                   ? std::vector<int32_t>{4000, 3000, 1000}
                                   : std::vector<int32_t>{40000, 30000, 1000};
  size_t count = options.quick ? 200000 : 2000000;
  std::vector<Variant> variants = {
      {"original", makeSkewedTensor(sizes, count), 0},
      {"shuffled", makeSkewedTensor(sizes, count, /*shuffled=*/true), 0}};
  for (const char *method : {"lexi", "degree"})
    variants.push_back(reorder(*variants[1].tensor, method, /*shared=*/false));

  constexpr int64_t columns = 32;
  AlignedArray<double> ones =
      makeOnes(columns * *std::max_element(sizes.begin(), sizes.end()));
  auto factor = [&](int mode) {
    return MatrixReference(ones.data(), sizes[size_t(mode)], columns);
  };
  Module mttkrp, ttm;
  std::vector<void *> mttkrps = openKernels(mttkrp, "mttkrp3"),
                      ttms = openKernels(ttm, "ttm");
  if (mttkrps.empty() || ttms.empty())
    return;
  AlignedArray<double> M(sizes[0] * columns);
  measureKernel("mttkrp", "skewed", variants,
                [&](const Variant &variant, bool sum) {
                  using Function =
                      void (*)(const encke_tensor *, MatrixReference *,
                               MatrixReference *, int64_t, MatrixReference *);
                  MatrixReference B = factor(1), C = factor(2);
                  MatrixReference result(M.data(), sizes[0], columns);
                  reinterpret_cast<Function>(mttkrps.front())(
                      variant.tensor, &B, &C, sizes[0], &result);
                  return sum ? sumOf(M.data(), int64_t(M.size())) : 0;
                });
  measureKernel(
      "ttm", "skewed", variants, [&](const Variant &variant, bool sum) {
        using Function = encke_tensor *(*)(const encke_tensor *,
                                           MatrixReference *, int64_t, int64_t);
        MatrixReference U = factor(2);
        encke_tensor *result = reinterpret_cast<Function>(ttms.front())(
            variant.tensor, &U, sizes[0], sizes[1]);
        double total = sum ? sumOf(static_cast<const double *>(result->values),
                                   result->value_count)
                           : 0;
        encke_tensor_free(result);
        return total;
      });
}

static void measureAll() {
  for (const MatrixInput &input : listMatrices(options.quick)) {
    bool hasStructure =
        input.name == "banded" || input.name == "fem3d" || input.name == "rmat";
    if (!hasStructure && !input.isFile)
      continue;
    CsrMatrix matrix = input.make();
    if (matrix.rows == matrix.columns) // both are numbered alike
      measureMatrix(input.name, std::move(matrix));
  }
  measureTensor();
  std::puts(isFirst ? "[]" : "\n]");
}

int main(int argc, char **argv) {
  for (int n = 1; n != argc; ++n)
    if (!readThreads(argv[n]))
      options.quick |= std::strcmp(argv[n], "--quick") == 0;
  encke_options runtime;
  encke_options_default(&runtime);
  runtime.threads = numThreads;
  int failed = encke_main(measureAll, &runtime, nullptr, 0);
  return failed ? failed : status;
}
