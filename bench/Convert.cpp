//===- Convert.cpp - the speed of conversion between formats --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// encke-bench-convert [THREADS]: converts CSR matrices into each format, in one
// process. GB/s counts the arrays of source and result once each.
//
//===----------------------------------------------------------------------===//

#include "CsrView.h"
#include "Measure.h"

#include "encke/runtime.h"

#include <cstdio>
#include <cstdlib>

using namespace encke::bench;

namespace {

struct Target {
  const char *name;
  const char *format;
};

const Target targets[] = {
    {"CSR", "f64 4 4 D0 C1"},
    {"CSC", "f64 4 4 D1 C0"},
    {"DCSR", "f64 4 4 C0 C1"},
    {"DCSC", "f64 4 4 C1 C0"},
    {"COO", "f64 4 4 N0 S1"},
    {"COO by columns", "f64 4 4 N1 S0"},
    {"BCSR(4, 4)", "f64 4 4 D0/4 C1/4 D0%4 D1%4"},
};

int64_t bytesOf(const encke_tensor &tensor) {
  int64_t bytes = tensor.value_count * 8; // doubles
  for (int32_t l = 0; l != tensor.level_count; ++l)
    bytes += tensor.levels[l].pos_count * tensor.pos_bytes +
             tensor.levels[l].crd_count * tensor.crd_bytes;
  return bytes;
}

void convertAll(const char *input, const CsrMatrix &matrix, double triad) {
  CsrView view(matrix);
  std::printf("%s: %lld x %lld, %lld nonzeros\n", input,
              static_cast<long long>(matrix.rows),
              static_cast<long long>(matrix.columns),
              static_cast<long long>(matrix.nonzeros()));
  for (const Target &target : targets) {
    encke_tensor *result = encke_convert(&view.tensor, target.format, nullptr);
    auto bytes = static_cast<double>(bytesOf(view.tensor) + bytesOf(*result));
    encke_tensor_free(result);
    Timing timing = measure({[&] {
                              encke_tensor_free(encke_convert(
                                  &view.tensor, target.format, nullptr));
                            }},
                            Protocol())
                        .front();
    double rate = bytes / timing.seconds;
    std::printf("  to %-15s %8.2f ms %6.2f GB/s %4.0f%% of triad, cpu/wall "
                "%.2f\n",
                target.name, timing.seconds * 1e3, rate * 1e-9,
                100 * rate / triad, timing.cpuPerWall);
  }
}

void run() {
  double triad = 0;
  measureTriad(Protocol(), triad);
  std::printf("triad %.2f GB/s (one thread)\n", triad * 1e-9);
  convertAll("fem3d", generateStencil27(55, 1), triad);
  convertAll("rmat", generateRmat(17, 2000000, 2), triad);
}

} // namespace

int main(int argc, char **argv) {
  encke_options options;
  encke_options_default(&options);
  options.threads = argc > 1 ? std::atoi(argv[1]) : 1;
  return encke_main(run, &options, nullptr, 0);
}
