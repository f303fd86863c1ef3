//===- Imports.h - the other files of a program (L62) -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_PARSE_IMPORTS_H
#define ENCKE_FRONTEND_PARSE_IMPORTS_H

#include "frontend/AST.h"
#include "frontend/diagnostics/Diagnostics.h"

namespace encke {

/// Reads the files that a program imports, and those that they import, each
/// once, relative to the file that names it; the buffer `bufferId` has the
/// program. Their functions but `main`, their formats and their parameters
/// become the program's. Reports what cannot be read, errors of syntax and
/// cycles. False after an error.
bool readImports(ast::Program &program, Diagnostics &diagnostics,
                 unsigned bufferId);

} // namespace encke

#endif // ENCKE_FRONTEND_PARSE_IMPORTS_H
