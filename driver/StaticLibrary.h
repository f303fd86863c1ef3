//===- StaticLibrary.h - objects to be linked again -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_STATICLIBRARY_H
#define ENCKE_DRIVER_STATICLIBRARY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace encke {

/// Writes the object file `object` to `output`, as an archive if the name ends
/// in .a. Other objects see no symbols of it but those in `exported`, so that
/// two libraries, each with a runtime inside, can be linked together.
llvm::Error writeStaticLibrary(llvm::StringRef object,
                               llvm::ArrayRef<std::string> exported,
                               llvm::StringRef output);

} // namespace encke

#endif // ENCKE_DRIVER_STATICLIBRARY_H
