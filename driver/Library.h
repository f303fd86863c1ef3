//===- Library.h - functions for other programs to call ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_LIBRARY_H
#define ENCKE_DRIVER_LIBRARY_H

#include "driver/Signatures.h"
#include "frontend/diagnostics/Diagnostics.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace encke {

/// A kind of processors that a library has code for.
struct Version {
  std::string cpu;    ///< LLVM's name; empty: that of the options
  unsigned level = 0; ///< encke_version's
};

/// A library of kernels while it is made.
struct Library {
  std::string name;   ///< "kernels"
  std::string prefix; ///< of the functions' names: "kernels_", or empty
  std::vector<FunctionSignature> functions;
  /// The processors that there is code for, the best ones first.
  std::vector<Version> versions;
  /// The widths of indices, in bits.
  std::vector<unsigned> widths;

  std::string symbolOf(const FunctionSignature &function) const {
    return prefix + function.name;
  }
  /// Those of all functions that can be called, this one's among them.
  std::vector<std::string> symbols() const;
  /// Of the function that describes the library.
  std::string descriptionSymbol() const;
  /// Of the code for indices of so many bits.
  std::string bodyOf(const FunctionSignature &function, const Version &version,
                     unsigned width) const;
};

/// A keyword of C or C++.
bool isKeyword(llvm::StringRef name);

/// Reports names that cannot be symbols of C: keywords, and functions that
/// libc, libm or OpenMP have.
void checkSymbols(const Library &library, Diagnostics &diagnostics);

/// Adds to a module, which has the code for one version and one width of
/// indices, functions that the runtime can call, and hides everything else.
void addBodies(llvm::Module &module, const Library &library,
               const Version &version, unsigned width);

/// The module with the functions that C calls, and the description of them all.
std::unique_ptr<llvm::Module> makeExports(llvm::LLVMContext &context,
                                          const Library &library);

/// The text of the header that declares them for C and C++.
std::string makeHeader(const Library &library, llvm::StringRef program);

} // namespace encke

#endif // ENCKE_DRIVER_LIBRARY_H
