//===- SemaPattern.h - where expressions have elements (L44) ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_CHECK_SEMAPATTERN_H
#define ENCKE_FRONTEND_CHECK_SEMAPATTERN_H

#include "frontend/AST.h"

namespace encke::sema {

/// The part of `value` that makes its result full by structure (L44), or null
/// when absent elements of sparse operands stay absent.
const ast::Expr *findFullPart(const ast::Expr &value);

} // namespace encke::sema

#endif // ENCKE_FRONTEND_CHECK_SEMAPATTERN_H
