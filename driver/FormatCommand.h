//===- FormatCommand.h - encke fmt ------------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_FORMATCOMMAND_H
#define ENCKE_DRIVER_FORMATCOMMAND_H

#include "frontend/diagnostics/Diagnostics.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace encke {

/// What becomes of a formatted program.
enum class FormatMode {
  Print,   // to stdout
  InPlace, // into its file, whole or not at all
  Check,   // nothing: say which programs would change
};

/// Replaces a file by one that is written beside it, so that there is always a
/// whole one. A link stays a link; permissions stay.
llvm::Error replaceFile(llvm::StringRef path, llvm::StringRef text);

/// Formats programs ("-" is stdin). Returns the exit status: 1 when one has
/// syntax errors, cannot be read or written or, with `Check`, would change. A
/// program with errors is neither printed nor written; the others are.
int formatFiles(llvm::ArrayRef<std::string> paths, FormatMode mode,
                DiagnosticStyle style);

} // namespace encke

#endif // ENCKE_DRIVER_FORMATCOMMAND_H
