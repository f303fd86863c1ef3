//===- blas.cpp - the BLAS library, loaded when it is needed --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dense/blas.h"
#include "core/error.h"

#include <cstdlib>
#include <dlfcn.h>
#include <string>

namespace encke::rt {

template <typename Function>
static void find(void *library, const char *name, Function *&function) {
  function = reinterpret_cast<Function *>(dlsym(library, name));
  if (!function)
    throw Error("the BLAS library has no function " + std::string(name) +
                ", the C interface (CBLAS)");
}

/// Products are divided among threads here, so that OpenBLAS needs none of its
/// own; it would start them while it is loaded. Where the process uses OpenBLAS
/// already, its number of threads is left alone.
static void *openSerial(const char *name) {
  if (void *present = dlopen(name, RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD))
    return present;
  static constexpr const char *variable = "OPENBLAS_NUM_THREADS";
  const char *old = std::getenv(variable);
  std::string restored = old ? old : "";
  setenv(variable, "1", 1);
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (old)
    setenv(variable, restored.c_str(), 1);
  else
    unsetenv(variable);
  return library;
}

static void *openLibrary() {
  if (const char *named = std::getenv("ENCKE_BLAS")) {
    if (void *library = openSerial(named))
      return library;
    throw Error("cannot load the BLAS library of ENCKE_BLAS: " +
                std::string(dlerror()));
  }
  for (const char *name : {"libopenblas.so.0", "libblas.so.3"})
    if (void *library = openSerial(name))
      return library;
  throw Error("",
              "a dense product needs OpenBLAS, which is not installed: " +
                  std::string(dlerror()),
              "install it (Debian: libopenblas0-pthread), or name a BLAS "
              "library with CBLAS in the environment variable ENCKE_BLAS");
}

static void *getLibrary() {
  static void *const library = openLibrary();
  return library;
}

void *findInBlas(const char *name) { return dlsym(getLibrary(), name); }

static Blas load() {
  void *library = getLibrary();
  Blas blas;
  find(library, "cblas_sgemm", blas.sgemm);
  find(library, "cblas_dgemm", blas.dgemm);
  find(library, "cblas_zgemm", blas.zgemm);
  return blas;
}

const Blas &getBlas() {
  static const Blas blas = load();
  return blas;
}

} // namespace encke::rt
