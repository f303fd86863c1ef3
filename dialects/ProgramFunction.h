//===- ProgramFunction.h - where a program begins ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_PROGRAMFUNCTION_H
#define ENCKE_DIALECTS_PROGRAMFUNCTION_H

#include "llvm/ADT/StringRef.h"

namespace encke {

/// The name of the function that a program's `main` becomes.
inline constexpr llvm::StringLiteral programFunctionName = "encke_program";

/// The attribute of a linalg operation on dense tensors that upstream lowers to
/// loops: no kernel computes it.
inline constexpr llvm::StringLiteral loopsAttribute = "encke.loops";

/// The attribute of a function that a library exports: its name there. Under
/// this prefix and that name stands what the library's caller reaches.
inline constexpr llvm::StringLiteral exportAttribute = "encke.export";
inline constexpr llvm::StringLiteral exportPrefix = "encke_entry_";

/// The attribute of such a function on several processes: along which dimension
/// each of them has a part of the parameters, and then of the results; -1: of
/// none.
inline constexpr llvm::StringLiteral partsAttribute = "encke.parts";

/// The attribute of a module with such functions, and of each part of it.
inline constexpr llvm::StringLiteral libraryAttribute = "encke.library";

} // namespace encke

#endif // ENCKE_DIALECTS_PROGRAMFUNCTION_H
