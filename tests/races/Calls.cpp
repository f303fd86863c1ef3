//===- Calls.cpp - functions of a library, called from several threads ----===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each call makes tensors, converts them on threads of its own, starts a team,
// and now and then fails there. ThreadSanitizer looks on.
//
//===----------------------------------------------------------------------===//

#include "encke/encke.h"
#include "encke/runtime.h"

#include <cstdarg>
#include <cstdio>
#include <thread>
#include <vector>

static constexpr int callers = 8, rounds = 20, teamSize = 3;

/// A team as OpenMP has them.
static void fork(void *, int32_t, encke_team_body body, ...) {
  va_list arguments;
  va_start(arguments, body);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  auto run = [&](int32_t number) { body(&number, &number, argument); };
  std::vector<std::thread> others;
  for (int32_t t = 1; t != teamSize; ++t)
    others.emplace_back(run, t);
  run(0);
  for (std::thread &other : others)
    other.join();
}

/// Allocates as a kernel does.
static void share(int32_t *, int32_t *, ...) {
  void *buffer = _mlir_memref_to_llvm_alloc(1000);
  _mlir_memref_to_llvm_free(buffer);
}

/// Each thread fails; the call ends with one of their errors.
static void shareAndFail(int32_t *number, int32_t *, ...) {
  _mlir_memref_to_llvm_alloc(1000); // freed by the call
  encke_fail("f.ta:3:3", *number ? "another" : "the first");
}

/// Sums a matrix that it makes by random and converts to another format.
static void compute(void *const *arguments, void *) {
  encke_mark_place("f.ta:1:1");
  auto fails = *static_cast<const int32_t *>(arguments[0]);
  encke_tensor *dense = encke_tensor_new("f64 4 4 D0 D1");
  encke_tensor_set_size(dense, 0, 300);
  encke_tensor_set_size(dense, 1, 500);
  encke_random(dense, 1);
  encke_tensor *sparse = encke_convert(dense, "f64 4 4 D1 C0", nullptr);
  encke_fork_call(fork, nullptr, fails ? shareAndFail : share, nullptr);
  encke_memref1 result;
  encke_give_values(&result, ENCKE_F64);
  double sum = 0;
  for (int64_t n = 0; n != sparse->value_count; ++n)
    sum += static_cast<double *>(sparse->values)[n];
  *static_cast<double *>(result.aligned) = sum;
}

/// Returns the number of calls that went wrong.
static int call(const encke_function &function, double expected) {
  int wrong = 0;
  for (int32_t n = 0; n != rounds; ++n) {
    encke_call options = encke_call_default();
    options.threads = 1 + n % 3;
    int32_t fails = n % 4 == 3;
    const void *arguments[] = {&fails};
    double sum = expected;
    int status = encke_invoke(&function, arguments, &sum, &options);
    wrong += status != (fails ? ENCKE_RUN_TIME_ERROR : ENCKE_OK) ||
             sum < expected || sum > expected;
  }
  return wrong;
}

int main() {
  static const encke_version version = {0, 0, {compute, compute}};
  encke_parameter parameter = {};
  parameter.name = "fails";
  parameter.kind = ENCKE_SCALAR;
  parameter.type = ENCKE_I32;
  encke_function function = {};
  function.name = "f";
  function.parameters = &parameter;
  function.parameter_count = 1;
  function.result.kind = ENCKE_SCALAR;
  function.result.type = ENCKE_F64;
  function.versions = &version;
  function.version_count = 1;

  int32_t fails = 0;
  const void *arguments[] = {&fails};
  double expected = 0;
  if (encke_invoke(&function, arguments, &expected, nullptr) != ENCKE_OK)
    return 1;
  std::vector<int> wrong(callers, 0);
  std::vector<std::thread> threads;
  threads.reserve(callers);
  for (int &count : wrong)
    threads.emplace_back([&] { count = call(function, expected); });
  int all = 0;
  for (int t = 0; t != callers; ++t) {
    threads[size_t(t)].join();
    all += wrong[size_t(t)];
  }
  if (all != 0)
    std::printf("%d calls went wrong\n", all);
  return all != 0;
}
