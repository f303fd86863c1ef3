//===- Patterns.h - where the value of an operation is absent ---*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_PATTERNS_H
#define ENCKE_DIALECTS_CIN_PATTERNS_H

#include "dialects/CIN/CINDialect.h"

#include "mlir/IR/Operation.h"

namespace encke::cin {

/// How the pattern of a scalar operation's value (where it is present) follows
/// from those of its operands.
enum class PatternRule {
  always,    ///< Present everywhere; an absent operand counts as zero.
  never,     ///< A zero: adds nothing to any pattern.
  keep,      ///< As the first operand.
  intersect, ///< Where all operands are.
  filter,    ///< Where all operands are and the last is true.
  sum,       ///< Where any operand is; the others are left out.
  unite,     ///< Where any operand but a constant is; others count as zero.
  regions,   ///< As the regions of a sparse_tensor operation say.
};

/// A constant, also a complex number that is made of two. As a term zero is
/// absent; as a factor it is there.
bool isConstant(mlir::Value value);

/// The rule of an operation; values from outside the kernel have none (they are
/// present everywhere).
PatternRule getPatternRule(mlir::Operation *op);

/// Whether the value is absent where the accesses are that `isThere` names: one
/// of them decides, or all.
bool isRestrictedTo(mlir::Value value,
                    llvm::function_ref<bool(AccessOp)> isThere);

/// Whether every element is reduced by the same constant, or is one in a dense
/// workspace. That counts also where the constant is a zero, which as a term
/// would be absent.
bool countsAsConstant(AssignOp assign);

/// Which elements there are depends on values somewhere inside the operation.
bool hasFilter(mlir::Operation *op);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_PATTERNS_H
