//===- Parts.h - parts of a statement's expression --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_PARTS_H
#define ENCKE_FRONTEND_PARTS_H

#include "dialects/Parts.h"

#include <optional>

namespace encke {
namespace ast {
struct Expr;
} // namespace ast

/// The text of an expression over elements of tensors and numbers; none of
/// another one, such as one with sums over labels that are named.
std::optional<PartText> partOf(const ast::Expr &expr);

} // namespace encke

#endif // ENCKE_FRONTEND_PARTS_H
