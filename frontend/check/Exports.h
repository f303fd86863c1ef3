//===- Exports.h - functions in formats of a command ------------*- C++ -*-===//
//-*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_CHECK_EXPORTS_H
#define ENCKE_FRONTEND_CHECK_EXPORTS_H

#include "frontend/AST.h"
#include "frontend/diagnostics/Diagnostics.h"

#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <string>

namespace encke {

/// Adds a copy of a function to the program for each request such as
/// "product(CSR, Dense)". The parameters of the copy have these formats, one
/// for each parameter of the function that has none. "name = product(CSR,
/// Dense)" gives the copy a name of its own. Else it takes the place of the
/// function for callers of the library. Reports what is wrong with a request;
/// false after an error.
bool addExports(ast::Program &program, llvm::ArrayRef<std::string> requests,
                Diagnostics &diagnostics);

} // namespace encke

#endif // ENCKE_FRONTEND_CHECK_EXPORTS_H
