//===- Module.h - the kernels of a compiled program -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_BENCH_MODULE_H
#define ENCKE_BENCH_MODULE_H

#include "Threads.h"

#include <cstdint>
#include <dlfcn.h>
#include <filesystem>
#include <string>
#include <vector>

namespace encke::bench {

/// A dense row-major buffer as a kernel takes it. For one column the fields are
/// also those of a vector: rows, and stride 1.
struct MatrixReference {
  MatrixReference(double *data, int64_t rows, int64_t columns)
      : allocated(data), aligned(data),
        sizesAndStrides{rows, columns, columns, 1} {}

  double *allocated;
  double *aligned;
  int64_t offset = 0;
  int64_t sizesAndStrides[4];
};

/// The module that CMakeLists.txt makes of programs/<program>.ta.
class Module {
public:
  Module() = default;
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;
  ~Module() {
    if (handle)
      dlclose(handle);
  }

  /// Puts the functions of the program's kernels, in their order, into
  /// `kernels`. Returns false, with the reason in `whyNot`, when there are
  /// none.
  bool open(const std::string &program, std::vector<void *> &kernels,
            std::string &whyNot) {
    std::string path =
        findKernels() / (program + (numThreads > 1 ? "-threads.so" : ".so"));
    handle = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (!handle) {
      whyNot = dlerror();
      return false;
    }
    auto next = [&] {
      std::string number = std::to_string(kernels.size());
      return dlsym(handle, ("_mlir_ciface_kernel_" + number).c_str());
    };
    while (void *kernel = next())
      kernels.push_back(kernel);
    whyNot = "the module has no kernel";
    return !kernels.empty();
  }

private:
  /// The folder `bench` beside that of the program, so that a build folder can
  /// be copied and kept.
  static std::filesystem::path findKernels() {
    return std::filesystem::read_symlink("/proc/self/exe")
               .parent_path()
               .parent_path() /
           "bench";
  }

  void *handle = nullptr;
};

} // namespace encke::bench

#endif // ENCKE_BENCH_MODULE_H
