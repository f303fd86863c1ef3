//===- ASTClone.h - copies of functions -------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_ASTCLONE_H
#define ENCKE_FRONTEND_ASTCLONE_H

#include "frontend/AST.h"

#include <memory>

namespace encke::ast {

/// A copy of what the program says, without what the checker has found.
std::unique_ptr<Function> cloneFunction(const Function &function);
std::vector<Index> cloneIndices(const std::vector<Index> &indices);

} // namespace encke::ast

#endif // ENCKE_FRONTEND_ASTCLONE_H
