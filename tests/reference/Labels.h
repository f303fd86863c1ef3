//===- Labels.h - the labels of expressions ---------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_REFERENCE_LABELS_H
#define ENCKE_TESTS_REFERENCE_LABELS_H

#include "frontend/AST.h"

#include <string>
#include <vector>

namespace encke::reference {

class Frame;

using Labels = std::vector<std::string>;

bool contains(const Labels &labels, const std::string &label);

/// The labels of `lhs` that are in `rhs`.
Labels common(const Labels &lhs, const Labels &rhs);

/// The labels of `lhs` that are not in `rhs`.
Labels without(const Labels &lhs, const Labels &rhs);

/// Whether that is the name of a reduction (L25, L55).
bool isReduction(const std::string &name);

/// A whole tensor by its bare name, inside a reduction: its dimensions under
/// labels that no program can write.
Labels labelsOfWhole(const std::string &name, Frame &frame);

/// The labels that an index uses.
Labels labelsOf(const ast::Index &index, Frame &frame);

/// The free labels of an expression, in order of first use.
Labels freeLabels(const ast::Expr &expr, Frame &frame);

/// The expression varies over no labels but for those that reductions sum in
/// their arguments.
bool isSingleValue(const ast::Expr &expr, Frame &frame);

} // namespace encke::reference

#endif // ENCKE_TESTS_REFERENCE_LABELS_H
