//===- Reorder.cpp - what reorderings give back ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SpMV and SpMM, compiled by Encke, on a matrix in its own order, numbered at
// random, and reordered from there (L36). Prints a JSON list of records.
//
//===----------------------------------------------------------------------===//

#include "CsrView.h"
#include "Generate.h"
#include "Measure.h"
#include "Module.h"

#include "encke/runtime.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <numeric>
#include <random>

using namespace encke::bench;

namespace {

struct Input {
  const char *name;
  CsrMatrix (*generate)(bool quick);
};
constexpr Input inputs[] = {
    {"banded",
     [](bool quick) {
       return generateBand(quick ? 60000 : 200000, /*half=*/7, /*seed=*/3);
     }},
    {"fem3d",
     [](bool quick) { return generateStencil27(quick ? 30 : 55, /*seed=*/1); }},
    {"rmat",
     [](bool quick) {
       return quick ? generateRmat(15, 500000, /*seed=*/2)
                    : generateRmat(17, 2000000, /*seed=*/2);
     }},
};
constexpr const char *methods[] = {"lexi", "rcm", "degree", "partition"};

using Kernel = void (*)(const encke_tensor *A, MatrixReference *B, int64_t rows,
                        MatrixReference *C);

/// A matrix in one order.
struct Variant {
  std::string name;
  const encke_tensor *matrix;
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

/// By an ordering that rows and columns share.
static Variant reorder(const encke_tensor &matrix, const char *method) {
  double start = encke_get_time();
  encke_ordering *ordering = encke_ordering_new();
  auto announce = [&] {
    encke_ordering_use(ordering, 0);
    encke_ordering_use(ordering, 1);
  };
  announce();
  encke_reorder(&matrix, method, 0, nullptr);
  encke_tensor *result = encke_tensor_new("f64 4 4 D0 C1");
  for (int32_t mode : {0, 1})
    encke_tensor_set_size(result, mode, matrix.sizes[mode]);
  announce();
  encke_permute(result, &matrix, 0, nullptr);
  encke_ordering_free(ordering);
  return {method, result, encke_get_time() - start};
}

static void printRecord(const std::string &kernel, const char *input,
                        const Variant &variant, const Timing &timing,
                        bool checked) {
  std::printf("%s\n {\"kernel\": \"%s\", \"input\": \"%s\", \"threads\": 1, "
              "\"contender\": \"%s\", \"ms\": %.6g, \"cpu_wall\": %.3f, "
              "\"gbs\": null, \"gflops\": null, \"checked\": %s, "
              "\"order_ms\": %.6g}",
              isFirst ? "[" : ",", kernel.c_str(), input, variant.name.c_str(),
              timing.seconds * 1e3, timing.cpuPerWall,
              checked ? "true" : "false", variant.orderSeconds * 1e3);
  isFirst = false;
}

static void measureKernel(const Input &input, int64_t columns,
                          const std::vector<Variant> &variants) {
  std::string program =
      columns == 1 ? "spmv" : "spmm-k" + std::to_string(columns);
  Module module;
  std::vector<void *> kernels;
  std::string whyNot;
  if (!module.open(program, kernels, whyNot)) {
    std::fprintf(stderr, "reorder: %s\n", whyNot.c_str());
    status = 1;
    return;
  }
  auto kernel = reinterpret_cast<Kernel>(kernels.front());
  int64_t rows = variants[0].matrix->sizes[0];
  AlignedArray<double> B(rows * columns), C(rows * columns);
  std::fill(B.begin(), B.end(), 1.0);
  auto run = [&](const Variant &variant) {
    MatrixReference operand(B.data(), rows, columns);
    MatrixReference result(C.data(), rows, columns);
    kernel(variant.matrix, &operand, rows, &result);
    return std::accumulate(C.begin(), C.end(), 0.0);
  };
  // All orders have the same sum over the result.
  double expected = run(variants[0]);
  std::vector<std::function<void()>> runs;
  std::vector<bool> checked;
  for (const Variant &variant : variants) {
    double sum = run(variant);
    checked.push_back(std::abs(sum - expected) <= 1e-9 * std::abs(expected));
    if (!checked.back())
      status = 1;
    runs.push_back([&] {
      MatrixReference operand(B.data(), rows, columns);
      MatrixReference result(C.data(), rows, columns);
      kernel(variant.matrix, &operand, rows, &result);
    });
  }
  Protocol protocol;
  if (options.quick)
    protocol = kQuick;
  std::vector<Timing> timings = measure(runs, protocol);
  for (size_t n = 0; n != variants.size(); ++n)
    printRecord("reorder-" + program, input.name, variants[n], timings[n],
                checked[n]);
}

static void measureInput(const Input &input) {
  CsrMatrix original = input.generate(options.quick),
            shuffled = shuffle(original, 7);
  CsrView originalView(original), shuffledView(shuffled);
  // Copies, so that all arrays lie in memory of one kind.
  std::vector<Variant> variants = {
      {"original", reorder(originalView.tensor, "none").matrix, 0},
      {"shuffled", reorder(shuffledView.tensor, "none").matrix, 0}};
  for (const char *method : methods) {
    if (!std::strcmp(method, "partition") &&
        !dlopen("libmetis.so.5", RTLD_LAZY))
      continue;
    variants.push_back(reorder(shuffledView.tensor, method));
  }
  for (int64_t columns : {1, 32})
    measureKernel(input, columns, variants);
}

static void measureAll() {
  for (const Input &input : inputs)
    measureInput(input);
  std::puts(isFirst ? "[]" : "\n]");
}

int main(int argc, char **argv) {
  options.quick = argc > 1 && !std::strcmp(argv[1], "--quick");
  encke_options runtime;
  encke_options_default(&runtime);
  runtime.threads = 1;
  int failed = encke_main(measureAll, &runtime, nullptr, 0);
  return failed ? failed : status;
}
