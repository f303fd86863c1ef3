//===- Assign.h - assignments to tensors ------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ENCKE_TESTS_REFERENCE_ASSIGN_H
#define ENCKE_TESTS_REFERENCE_ASSIGN_H

#include "tests/reference/Frame.h"

namespace encke::reference {

/// Runs an assignment to a tensor, all but calls of the program's functions.
void assignTensor(const ast::Assign &assign, Frame &frame);

/// A function of whole tensors (L57, L58, L65), which the program has not
/// declared otherwise.
bool isWholeCall(const ast::Expr &expr, const Session &session);
/// Assigns what such a function gives.
void assignWhole(const ast::Assign &assign, Frame &frame);

/// What `qr`, `svd` and `eigh` give (L65).
std::vector<Tensor> factorise(const ast::Expr &call, Frame &frame);

/// Copies all elements, position by position; a sparse target takes the
/// nonzeros of a dense source (L38).
void copyTensor(const Tensor &from, Tensor &to);

/// Fills a dense tensor with `random()` values: a function of the seed and the
/// row-major place of an element only (L15).
void fillRandom(Tensor &tensor, int64_t seed);

/// Stores that share of the elements, from 0 to 1, at places that the seed and
/// the sizes tell (L57).
void fillRandom(Tensor &tensor, int64_t seed, double density);

} // namespace encke::reference

#endif // ENCKE_TESTS_REFERENCE_ASSIGN_H
