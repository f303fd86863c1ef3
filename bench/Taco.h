//===- Taco.h - what TACO's contenders have in common -------- -*- C++ -*--===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_BENCH_TACO_H
#define ENCKE_BENCH_TACO_H

#ifdef ENCKE_BENCH_TACO

#include "Threads.h"

#include <cstdlib>
#include <map>
#include <string>
#include <taco.h>
#include <taco/index_notation/kernel.h>
#include <taco/index_notation/transformations.h>
#include <taco/storage/storage.h>
#include <vector>

namespace encke::bench {

using TacoTensor = taco::Tensor<double>;

/// A dense tensor over an array of ours.
inline TacoTensor tacoDense(const std::string &name,
                            const std::vector<int> &sizes, double *data) {
  TacoTensor made(name, sizes, taco::Dense);
  made.pack();
  size_t count = 1;
  for (int size : sizes)
    count *= static_cast<size_t>(size);
  made.getStorage().setValues(
      taco::makeArray(data, count, taco::Array::UserOwns));
  return made;
}

/// Has TACO compile C with the flags of the peers.
inline void tacoFlags() {
  setenv("TACO_CFLAGS", "-O3 -march=native -ffast-math -std=c99 -fopenmp", 0);
}

/// The kernel of the statement that `target` has been assigned, with the flags
/// of the peers and the threads that are measured. Statements of the same name
/// differ in sizes only, which a kernel takes from its arguments.
inline taco::Kernel tacoCompile(TacoTensor &target, const std::string &name) {
  static std::map<std::string, taco::Kernel> known;
  if (auto found = known.find(name); found != known.end())
    return found->second;
  tacoFlags();
  taco::IndexStmt statement = taco::makeConcreteNotation(
      taco::makeReductionNotation(target.getAssignment()));
  statement = taco::reorderLoopsTopologically(statement);
  statement = taco::insertTemporaries(statement);
  if (numThreads > 1) {
    taco::taco_set_num_threads(numThreads);
    statement = taco::parallelizeOuterLoop(statement);
  }
  return known[name] = taco::compile(statement);
}

} // namespace encke::bench

#endif // ENCKE_BENCH_TACO

#endif // ENCKE_BENCH_TACO_H
