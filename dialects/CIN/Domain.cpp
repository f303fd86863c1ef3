//===- Domain.cpp - the coordinates that a loop visits --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Domain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace encke::cin;

Domain Domain::full() {
  Domain domain;
  domain.add(0, true);
  return domain;
}

Domain Domain::of(unsigned iterator) {
  Domain domain;
  domain.add(IteratorSet(1) << iterator, false);
  return domain;
}

/// Something restrictive on either side restricts the whole.
Domain Domain::intersect(const Domain &a, const Domain &b) {
  Domain result;
  for (const LatticePoint &p : a.points)
    for (const LatticePoint &q : b.points)
      result.add(p.iterators | q.iterators, p.universe && q.universe);
  result.simplify();
  return result;
}

Domain Domain::unite(const Domain &a, const Domain &b) {
  Domain result;
  for (const LatticePoint &p : a.points)
    for (const LatticePoint &q : b.points)
      result.add(p.iterators | q.iterators, p.universe || q.universe);
  for (const Domain *side : {&a, &b})
    for (const LatticePoint &p : side->points)
      result.add(p.iterators, p.universe);
  result.simplify();
  return result;
}

Domain Domain::watch(const Domain &a, const Domain &b) {
  Domain result;
  for (const LatticePoint &p : a.points) {
    for (const LatticePoint &q : b.points)
      result.add(p.iterators | q.iterators, p.universe);
    result.add(p.iterators, p.universe);
  }
  result.simplify();
  return result;
}

IteratorSet Domain::getIterators() const {
  IteratorSet all = 0;
  for (const LatticePoint &point : points)
    all |= point.iterators;
  return all;
}

bool Domain::isDrivenWithout(IteratorSet others) const {
  return llvm::all_of(points, [&](const LatticePoint &point) {
    return point.universe || (point.iterators & ~others) != 0;
  });
}

/// Some iterator of the point stands at the coordinate, its smallest; so if
/// each may do so alone, the last case needs no test.
bool Domain::isCovered(llvm::ArrayRef<LatticePoint> cases, LatticePoint point) {
  if (point.universe)
    return cases.back().iterators == 0;
  for (IteratorSet rest = point.iterators; rest; rest &= rest - 1) {
    IteratorSet alone = rest & -rest;
    if (llvm::none_of(cases, [&](const LatticePoint &other) {
          return other.iterators == alone;
        }))
      return false;
  }
  return true;
}

llvm::SmallVector<LatticePoint> Domain::getSubPoints(IteratorSet alive) const {
  llvm::SmallVector<LatticePoint> result;
  for (const LatticePoint &point : points)
    if ((point.iterators & ~alive) == 0)
      result.push_back(point);
  return result;
}

void Domain::add(IteratorSet iterators, bool universe) {
  LatticePoint point{iterators, universe};
  if (!llvm::is_contained(points, point))
    points.push_back(point);
}

/// Where every coordinate is visited anyway, points that visit fewer say
/// nothing new.
void Domain::simplify() {
  bool universe = llvm::any_of(
      points, [](const LatticePoint &point) { return point.universe; });
  if (universe)
    llvm::erase_if(points,
                   [](const LatticePoint &point) { return !point.universe; });
  llvm::stable_sort(points, [](const LatticePoint &a, const LatticePoint &b) {
    return llvm::popcount(a.iterators) > llvm::popcount(b.iterators);
  });
}
