//===- Products.h - what dense contractions take ----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contraction C += A * B is computed by a library's matrix products, with
// transpositions in front, or by loops. The figures are fitted to the times of
// 620 random products, alone and in batches of up to 4000, on one core with
// AVX-512 (Zen 4); only their ratios matter.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_PRODUCTS_H
#define ENCKE_PASSES_COST_PRODUCTS_H

#include "passes/Cost/Target.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace encke::cost {

/// Operations that loops have done before a library could be loaded.
/// Unit: operations. Chosen, not measured.
inline constexpr double worthLibrary = 1 << 18;

/// Double-precision operations of a large matrix product.
/// Unit: operations a nanosecond. Measured by: 620 random products.
inline constexpr double productRate = 57;
/// And of generated loops that find nothing in a cache.
/// Unit: operations a nanosecond. Measured by: 620 random products.
inline constexpr double loopRate = 3;

/// Rounds that it takes to begin and end the sums of a block of rows.
/// Unit: rounds. Measured by: 620 random products.
inline constexpr double startRounds = 1;
/// How long rows have to be that are not whole lines, one at a time.
/// Unit: vectors. Measured by: 620 random products.
inline constexpr double splitVectors = 3;

/// Loops along the last label that two operands have in common,
/// Unit: operations a nanosecond. Measured by: 620 random products.
inline constexpr double dotRate = 38;
/// which take so long to begin,
/// Unit: elements. Measured by: 620 random products.
inline constexpr double dotStart = 4;
/// and for so many rows.
/// Unit: rows. Measured by: 620 random products.
inline constexpr double dotRows = 8;
/// Loops along the other label of the result, which is transposed then, if
/// that has so many elements,
/// Unit: operations a nanosecond. Measured by: 620 random products.
inline constexpr double swappedRate = 40;
/// Unit: elements. Measured by: 620 random products.
inline constexpr double swappedWidth = 12;
/// and the last one so many.
/// Unit: elements. Measured by: 620 random products.
inline constexpr double swappedRows = 8;

/// What a product reads and writes in a cache.
/// Unit: bytes a nanosecond. Measured by: 620 random products.
inline constexpr double cacheRate = 90;
/// A transposition, both directions counted.
/// Unit: bytes a nanosecond. Measured by: 620 random products.
inline constexpr double transposeRate = 16;
/// And one of more bytes than a core's share of the last cache.
/// Unit: bytes a nanosecond. Measured by: 620 random products.
inline constexpr double farTransposeRate = 8;
/// Large arrays in memory.
/// Unit: bytes a nanosecond. Measured by: 620 random products.
inline constexpr double memoryRate = 12;
/// Operands that no cache holds, to a library.
/// Unit: bytes a nanosecond. Measured by: 620 random products.
inline constexpr double farProductRate = 14;
/// And to loops.
/// Unit: bytes a nanosecond. Measured by: 620 random products.
inline constexpr double farLoopRate = 20;

/// An element in a line of its own, of more than a first cache holds.
/// Unit: nanoseconds. Measured by: 620 random products.
inline constexpr double lineTime = 1.5;

/// A library is half as fast with so many elements in a row of the result,
/// Unit: elements. Measured by: 620 random products.
inline constexpr double shortSide = 11;
/// of whose share this is the power.
/// Unit: exponent. Measured by: 620 random products.
inline constexpr double shortPower = 0.75;
/// Or so many rows.
/// Unit: rows. Measured by: 620 random products.
inline constexpr double fewProductRows = 3;

/// What is transposed takes memory: it must be worth more than the model errs.
/// Unit: ratio. Chosen, not measured.
inline constexpr double transposeMargin = 1.03;
/// To call a library once.
/// Unit: nanoseconds. Measured by: 620 random products.
inline constexpr double callTime = 20;
/// To start a transposition.
/// Unit: nanoseconds. Measured by: 620 random products.
inline constexpr double transposeTime = 2000;

/// Up to so many multiplications a library does not pack its operands.
/// Unit: multiplications. Measured by: 620 random products.
inline constexpr double smallProduct = 1e6;
/// It is slower then by this factor when the second operand is transposed,
/// Unit: ratio. Measured by: 620 random products.
inline constexpr double smallTransposed = 1.25;
/// and by so much a call.
/// Unit: nanoseconds. Measured by: 620 random products.
inline constexpr double smallTransposedTime = 64;
/// Short sides matter less: those of the result and the inner one,
/// Unit: elements. Measured by: 620 random products.
inline constexpr double smallSide = 2.5;
/// and its rows.
/// Unit: rows. Measured by: 620 random products.
inline constexpr double smallRows = 2;

/// What is the same however a contraction is computed.
struct Contracted {
  double flops = 0;
  double bytes = 8; ///< of an element
  bool isComplex = false;
  bool hasUnknown = false;    ///< sizes that are known when the program runs
  double a = 0, b = 0, c = 0; ///< elements of the tensors
};

/// As a library computes it: so many calls, each with so many rows and columns
/// of what the library sees as its result, and so long an inner dimension.
struct Product {
  double height = 1, width = 1, inner = 1, calls = 1;
  bool isSecondTransposed = false;         ///< its last label is an inner one
  llvm::SmallVector<double, 3> transposed; ///< elements of these tensors
};

/// As loops compute it, along one operand, the panel, for rows of the other.
struct Loops {
  bool isAlongBoth = false; ///< both operands have the result's last label
  double panel = 0;         ///< elements of the panel
  double other = 0;         ///< and of the other operand
  double last = 1;          ///< coordinates of the result's last label
  /// Elements of the panel that stand still while rows are gone through, and
  /// whether they are known.
  double reused = 0;
  bool isReusedKnown = true;
  bool isFused = false;  ///< other statements' loops speak for loops, too
  double rows = 1;       ///< for which it stands still
  double rounds = 1;     ///< summed up for each
  bool hasRows = false;  ///< there are such rows
  bool isTurned = false; ///< the panel has the result's last label elsewhere
  bool isTransposed = false;  ///< it had, and is transposed first
  double along = 1;           ///< coordinates of the other operand's last label
  bool isAlongResult = false; ///< which is a label of the result
  bool isAlongPanel = false;  ///< which is the panel's last one, too
  bool hasLines = false; ///< the other operand's elements have lines of their
                         ///< own
};

/// Nanoseconds of a library's products.
double getProductTime(const Target &target, const Contracted &contraction,
                      const Product &product);

/// Nanoseconds of loops.
double getLoopTime(const Target &target, const Contracted &contraction,
                   const Loops &loops);

/// Nanoseconds that are saved where a tensor of so many elements, of which some
/// sizes may be unknown, is neither stored nor loaded.
double getSavedTime(const Target &target, const Contracted &contraction,
                    double elements, bool isKnown);

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_PRODUCTS_H
