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
#include "Measure.h"

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

struct Kernel {
  const char *name;
  int64_t columns;
};
constexpr Kernel kernels[] = {{"spmv", 1}, {"spmm-k32", 32}};

struct Input {
  const char *name;
  CsrMatrix (*generate)();
};
constexpr Input inputs[] = {
    {"fem3d", [] { return generateStencil27(55, /*seed=*/1); }},
    {"rmat", [] { return generateRmat(17, 2000000, /*seed=*/2); }},
};

struct Record {
  std::string kernel;
  std::string input;
  std::string contender;
  Timing timing;
  double gigabytes; // moved in one run
  double gigaflops; // computed in one run
  bool checked;
};

/// Doubles as JSON knows them; a figure that does not exist is null.
std::string number(double value) {
  if (!std::isfinite(value))
    return "null";
  char text[32];
  snprintf(text, sizeof text, "%.6g", value);
  return text;
}

void print(const Record &record, bool last) {
  double seconds = record.checked ? record.timing.seconds
                                  : std::numeric_limits<double>::quiet_NaN();
  printf("  {\"kernel\": \"%s\", \"input\": \"%s\", \"threads\": 1, "
         "\"contender\": \"%s\", \"ms\": %s, \"cpu_wall\": %s, \"gbs\": %s, "
         "\"gflops\": %s, \"checked\": %s}%s\n",
         record.kernel.c_str(), record.input.c_str(), record.contender.c_str(),
         number(seconds * 1e3).c_str(),
         number(record.timing.cpuPerWall).c_str(),
         number(record.gigabytes / seconds).c_str(),
         number(record.gigaflops / seconds).c_str(),
         record.checked ? "true" : "false", last ? "" : ",");
}

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

std::vector<std::unique_ptr<Contender>> makeContenders() {
  std::vector<std::unique_ptr<Contender>> contenders;
  contenders.push_back(makeEnckeContender());
  contenders.push_back(makeEigenContender());
  return contenders;
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

/// Runs once into a result full of NaN, so that nothing computed earlier and
/// nothing left out can pass.
bool check(Contender &contender, const AlignedArray<double> &expected) {
  AlignedArray<double> &result = contender.result();
  std::fill(result.begin(), result.end(),
            std::numeric_limits<double>::quiet_NaN());
  contender.run();
  return agrees(result, expected);
}

void measureKernel(const Kernel &kernel, const Input &input,
                   const CsrMatrix &matrix, const Protocol &protocol,
                   std::vector<Record> &records) {
  Problem problem{matrix, kernel.columns,
                  generateValues(matrix.columns * kernel.columns, /*seed=*/3)};
  AlignedArray<double> expected = referenceResult(problem);

  std::vector<std::unique_ptr<Contender>> ready;
  std::vector<std::function<void()>> runs;
  std::vector<std::unique_ptr<Contender>> contenders = makeContenders();
  for (std::unique_ptr<Contender> &contender : contenders) {
    std::string whyNot;
    if (!contender->prepare(problem, whyNot)) {
      fprintf(stderr, "encke-bench: %s on %s: without %s: %s\n", kernel.name,
              input.name, contender->name().c_str(), whyNot.c_str());
      continue;
    }
    if (!check(*contender, expected)) {
      fprintf(stderr, "encke-bench: %s on %s: %s computes a wrong result\n",
              kernel.name, input.name, contender->name().c_str());
      records.push_back({kernel.name,
                         input.name,
                         contender->name(),
                         {},
                         0,
                         0,
                         /*checked=*/false});
      continue;
    }
    runs.push_back([&run = *contender] { run.run(); });
    ready.push_back(std::move(contender));
  }

  std::vector<Timing> timings = measure(runs, protocol);
  double gigaflops = 2e-9 * static_cast<double>(matrix.nonzeros()) *
                     static_cast<double>(kernel.columns);
  for (size_t n = 0; n < ready.size(); ++n)
    records.push_back({kernel.name, input.name, ready[n]->name(), timings[n],
                       compulsoryGigabytes(problem), gigaflops,
                       agrees(ready[n]->result(), expected)});
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

int measureAll(const std::vector<Kernel> &selected, const Protocol &protocol) {
  std::vector<Record> records;
  double triadBytesPerSecond = 0;
  Timing triad = measureTriad(protocol, triadBytesPerSecond);
  records.push_back({"triad", "memory", "machine", triad,
                     triadBytesPerSecond * triad.seconds * 1e-9,
                     triadBytesPerSecond * triad.seconds * 1e-9 / 12,
                     /*checked=*/true});

  for (const Input &input : inputs) {
    CsrMatrix matrix = input.generate();
    fprintf(stderr, "encke-bench: %s: %lld rows, %lld nonzeros\n", input.name,
            static_cast<long long>(matrix.rows),
            static_cast<long long>(matrix.nonzeros()));
    for (const Kernel &kernel : selected)
      measureKernel(kernel, input, matrix, protocol, records);
  }

  bool allRight = true;
  printf("[\n");
  for (size_t n = 0; n < records.size(); ++n) {
    print(records[n], n + 1 == records.size());
    allRight &= records[n].checked;
  }
  printf("]\n");
  return allRight ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  Protocol protocol;
  std::vector<std::string> prefixes;
  for (int n = 1; n < argc; ++n) {
    if (strcmp(argv[n], "--quick") == 0)
      protocol = {/*samples=*/7, /*sampleSeconds=*/0.005};
    else
      prefixes.push_back(argv[n]);
  }
  std::vector<Kernel> selected = select(prefixes);
  if (selected.empty()) {
    fprintf(stderr, "encke-bench: no such kernel; there are:");
    for (const Kernel &kernel : kernels)
      fprintf(stderr, " %s", kernel.name);
    fprintf(stderr, "\n");
    return 1;
  }
  try {
    return measureAll(selected, protocol);
  } catch (const std::exception &error) {
    fprintf(stderr, "encke-bench: %s\n", error.what());
    return 1;
  }
}
