//===- Domain.h - the coordinates that a loop visits ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The iteration lattices of Kjolstad, Kamil, Chou, Lugato and Amarasinghe, "The
// Tensor Algebra Compiler", section 5. A domain is the set of coordinates of
// one index variable at which something is to be computed, in terms of the
// sparse levels ("iterators") along that variable.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_DOMAIN_H
#define ENCKE_DIALECTS_CIN_DOMAIN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace encke::cin {

/// A set of iterators, by number.
using IteratorSet = uint64_t;

/// A point of the lattice: these iterators take part (their coordinates must be
/// visited as long as none of them is exhausted). `universe`: every coordinate
/// is visited, the iterators only come along.
struct LatticePoint {
  IteratorSet iterators = 0;
  bool universe = false;

  bool operator==(const LatticePoint &other) const {
    return iterators == other.iterators && universe == other.universe;
  }
};

/// A domain as its lattice: the points, larger sets of iterators first.
class Domain {
public:
  /// More iterators than this along one variable are refused.
  static constexpr unsigned maxIterators = 64;

  /// No coordinate.
  static Domain empty() { return {}; }
  /// Every coordinate.
  static Domain full();
  /// The coordinates of one iterator.
  static Domain of(unsigned iterator);

  /// The coordinates in both.
  static Domain intersect(const Domain &a, const Domain &b);
  /// The coordinates in either.
  static Domain unite(const Domain &a, const Domain &b);
  /// The coordinates of `a`; whether they are also in `b` matters there.
  static Domain watch(const Domain &a, const Domain &b);

  bool isEmpty() const { return points.empty(); }
  llvm::ArrayRef<LatticePoint> getPoints() const { return points; }
  /// All iterators; every coordinate is visited.
  IteratorSet getIterators() const;
  bool isUniverse() const { return !isEmpty() && points.front().universe; }
  /// Whether the coordinates can be found without visiting those of `others`:
  /// in each point another iterator, or everything, is visited.
  bool isDrivenWithout(IteratorSet others) const;
  /// One of the cases holds wherever the smallest coordinate of the point's
  /// iterators is visited, so that nobody need ask for the last one.
  static bool isCovered(llvm::ArrayRef<LatticePoint> cases, LatticePoint point);
  /// The points at which only iterators of `alive` are left, `alive` first.
  llvm::SmallVector<LatticePoint> getSubPoints(IteratorSet alive) const;

private:
  void add(IteratorSet iterators, bool universe);
  void simplify();

  llvm::SmallVector<LatticePoint> points;
};

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_DOMAIN_H
