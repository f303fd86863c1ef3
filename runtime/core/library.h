//===- library.h - libraries that are loaded when needed --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_CORE_LIBRARY_H
#define ENCKE_RUNTIME_CORE_LIBRARY_H

#include <dlfcn.h>

namespace encke::rt {

/// A shared library of the system, which stays loaded.
class LoadedLibrary {
public:
  explicit LoadedLibrary(const char *file)
      : handle(dlopen(file, RTLD_LAZY | RTLD_LOCAL)) {}

  bool isThere() const { return handle != nullptr; }
  /// False where the library, or the function in it, is not there.
  template <typename Function>
  bool find(Function *&function, const char *name) const {
    function =
        handle ? reinterpret_cast<Function *>(dlsym(handle, name)) : nullptr;
    return function != nullptr;
  }

private:
  void *handle;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CORE_LIBRARY_H
