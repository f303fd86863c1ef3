//===- Orders.h - which loops, and in which order ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_ORDERS_H
#define ENCKE_PASSES_COST_ORDERS_H

#include "passes/Cost/Target.h"

#include <cstddef>

namespace encke::cost {

/// Loops all of whose orders are tried where sparse tensors take part.
/// Unit: loops. Chosen, not measured.
inline constexpr size_t mostSearched = 7;
/// And where all tensors are dense.
/// Unit: loops. Chosen, not measured.
inline constexpr size_t mostSearchedDense = 6;
/// Orders of loops that are told to people: the best, and those next to it.
/// Unit: orders. Chosen, not measured.
inline constexpr size_t mostRanked = 3;

/// A loop of so many steps is worth its beginning and its end, and can be
/// shared out to tasks.
/// Unit: steps. Chosen, not measured.
inline constexpr double shortLoop = 64;

/// Points from which a dense statement is worth another form: labels collapsed,
/// operands transposed.
/// Unit: points. Chosen, not measured.
inline constexpr double leastPoints = 4096;

/// How many times as much as it has elements loops have to visit before a
/// tensor is transposed for them.
/// Unit: points an element. Chosen, not measured.
inline constexpr double leastRatio = 4;
/// The same for tensors of which each jump would go to memory,
/// Unit: points an element. Chosen, not measured.
inline constexpr double leastFarRatio = 2;
/// as those with more elements are.
/// Unit: elements. Chosen, not measured.
inline constexpr double farElements = 2 << 20;
/// The same for loops along the result's last label, which could as well go
/// along another one.
/// Unit: points an element. Chosen, not measured.
inline constexpr double leastResultRatio = 12;
/// Fewer coordinates of that label are no reason to go along it.
/// Unit: coordinates. Chosen, not measured.
inline constexpr double leastResultWidth = 8;
/// Without a sum each element is done with at once, and only along longer rows
/// a transposition pays.
/// Unit: coordinates. Chosen, not measured.
inline constexpr double leastElementWidth = 32;

/// What loops go along when a tensor is to be transposed for them.
enum class Along { Stored, Sparse, Result };

/// Loops that visit `points` are worth transposing a tensor of `elements`.
inline bool isWorthTransposing(Along along, double elements, double points) {
  bool isFar = along == Along::Stored && elements > farElements;
  double ratio = along == Along::Result ? leastResultRatio
                 : isFar                ? leastFarRatio
                                        : leastRatio;
  return ratio * elements <= points;
}

/// An innermost loop over fewer elements is no stream.
/// Unit: elements. Chosen, not measured.
inline constexpr double shortStream = 8;

/// An operand of so many bytes, with so many elements along its last mode,
/// comes from memory, and should come as it is stored. Smaller ones are not
/// worth more stores into the result.
inline bool isStream(const Target &target, double bytes, double run) {
  return bytes > getNearBytes(target) && run >= shortStream;
}

/// A matrix with fewer elements than this part of its rows is stored without
/// the empty ones.
/// Unit: elements a row. Chosen, not measured.
inline constexpr double hypersparse = 0.1;

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_ORDERS_H
