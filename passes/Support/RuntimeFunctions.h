//===- RuntimeFunctions.h - types of the runtime's functions ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_RUNTIMEFUNCTIONS_H
#define ENCKE_PASSES_SUPPORT_RUNTIMEFUNCTIONS_H

#include "mlir/IR/TypeRange.h"

#include <optional>
#include <string>

namespace encke {

/// A function of encke/runtime.h as a module may declare it.
struct RuntimeFunction {
  /// Its C type: a letter for the result and one for each argument.
  llvm::StringRef signature;
  /// The element type that its name ends in, for its C interface only.
  llvm::StringRef element;
  /// It is declared without the prefix of C interfaces, with memory references
  /// and with llvm.emit_c_interface.
  bool isInterface = false;

  /// True when calls with these types are calls of it.
  bool matches(mlir::TypeRange arguments, mlir::TypeRange results) const;
  /// Its type, for people: "(!llvm.ptr, i64) -> i64".
  std::string str() const;
};

/// Of the runtime's function that a module calls `name`; none when there is no
/// such function.
std::optional<RuntimeFunction> findRuntimeFunction(llvm::StringRef name);

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_RUNTIMEFUNCTIONS_H
