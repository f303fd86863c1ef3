//===- RowProducts.h - products of sparse rows that are added up *- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_ROWPRODUCTS_H
#define ENCKE_PASSES_COST_ROWPRODUCTS_H

#include <algorithm>

namespace encke::cost {

/// What a processor guesses wrong costs as much as so many elements that are
/// added up in a row: whether the row has the coordinate of an element,
/// Unit: elements. Measured by: `bench/choices.py mttkrp`, on an AMD EPYC with
/// AVX2.
inline constexpr double guessOfElement = 5;
/// and whether there is a sum where the row has a coordinate.
/// Unit: elements. Measured by: the same.
inline constexpr double guessOfSum = 7;
/// An element costs less by that where it is only looked up and found absent.
/// Unit: elements. Measured by: the same.
inline constexpr double lookedUp = 0.25;
/// A row that is put into a workspace costs more than one that is gone along.
/// Unit: elements, for each of the row. Measured by: the same.
inline constexpr double rowIntoWorkspace = 0.1;

/// Rows are added up, and then multiplied by a row of which the share `fill` is
/// stored: what it saves to make the sum first and multiply once, instead of
/// multiplying element by element where the row has one. In elements a
/// coordinate, of which `sums` are added up for it on average. A number is a
/// double, or what generates code for + - * / and min; `constant` makes one.
template <typename Number, typename Constant>
Number getGainOfSumming(Number sums, Number fill, Constant constant) {
  using std::min;
  Number one = constant(1);
  Number some = sums / (one + sums);
  Number ofElement = constant(guessOfElement) * min(fill, one - fill);
  Number ofSum = constant(guessOfSum) * min(some, one - some);
  return sums * (ofElement + fill - constant(lookedUp)) -
         fill * (ofSum - constant(rowIntoWorkspace));
}

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_ROWPRODUCTS_H
