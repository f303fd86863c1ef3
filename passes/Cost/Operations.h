//===- Operations.h - what computing and storing takes ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_OPERATIONS_H
#define ENCKE_PASSES_COST_OPERATIONS_H

#include "passes/Cost/Assumed.h"

namespace encke::cost {

/// An elementwise function, such as exp.
/// Unit: multiplications. Chosen, not measured.
inline constexpr double functionCost = 10;

/// An element of a tensor that is stored and read again, against computing it
/// each time.
/// Unit: operations. Chosen, not measured.
inline constexpr double elementTraffic = 4;

/// Elements of a dense temporary that is never too large: 2 GiB of doubles.
/// Unit: elements. Chosen, not measured.
inline constexpr double alwaysFits = 268435456;

/// Bytes of a buffer of known size for which there is memory, without a look.
/// (The runtime has the same limit for sizes that it is told.)
/// Unit: bytes. Chosen, not measured.
inline constexpr double uncheckedBytes = 1 << 20;

/// Operations from which a statement is warned about: a core takes longer than
/// a day.
/// Unit: operations. Chosen, not measured.
inline constexpr double tooManyOperations = 1e15;

/// Operations, and bytes of what a statement makes, below which its loops would
/// have one thread.
/// Unit: operations. Chosen, not measured.
inline constexpr int64_t littleWork = 100'000;
/// Unit: bytes. Chosen, not measured.
inline constexpr int64_t littleBytes = littleWork * 8;

/// Stored elements of all files of a run below which its program is compiled
/// for one thread, whatever the statements look like.
/// Unit: elements. Chosen, not measured.
inline constexpr int64_t fewStored = 25'000;

/// A statement has so little to do that its loops, had they several threads,
/// would run with one.
inline bool isLittle(int64_t operations, int64_t peakBytes) {
  return operations < littleWork && peakBytes < littleBytes;
}

/// An expression is worth a tensor of `elements` before a loop if it has no
/// more than the `largest` tensor that it is made of. Otherwise it must fit,
/// and save several of its `operations` for each of them.
inline bool isWorthKeeping(double elements, double largest, double operations) {
  return elements <= largest ||
         (elements <= alwaysFits && operations >= elementTraffic * elements);
}

/// A sum of two products with a shared factor is worth factoring: `before` and
/// `after` are the operations, `stored` the elements of what is put aside.
inline bool isWorthFactoring(double before, double after, double stored) {
  return before > after + stored * elementTraffic;
}

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_OPERATIONS_H
