//===- SharedLibrary.h - libraries that programs load -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_SHAREDLIBRARY_H
#define ENCKE_DRIVER_SHAREDLIBRARY_H

#include "driver/CodeOptions.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace encke {

/// A shared library that is to be linked.
struct SharedLibrary {
  llvm::ArrayRef<std::string> objects;
  llvm::ArrayRef<std::string> exported; ///< what is seen from outside
  Threading threading = Threading::None;
  /// The runtime is loaded from where Encke is, rather than inside.
  bool sharesRuntime = false;
};

/// Links it in this process, with lld: no compiler and no linker are needed.
/// `verbose` shows the command on stderr.
llvm::Error linkSharedLibrary(const SharedLibrary &library,
                              llvm::StringRef output, bool verbose);

} // namespace encke

#endif // ENCKE_DRIVER_SHAREDLIBRARY_H
