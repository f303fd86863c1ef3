//===- Searches.cpp - searches in levels with coordinates -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Streams.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

/// The first position with a coordinate that is not smaller; the result says
/// whether it is the coordinate itself.
Value Streams::search(Iterator &iterator, const Segment &parent,
                      Value coordinate, Location loc) {
  auto [lo, hi] =
      iterator.level->searchBounds(builder, loc, parent, coordinate);
  iterator.position = lowerBound(*iterator.level, {lo, hi}, coordinate, loc);
  iterator.end = hi;
  findCoordinate(iterator, loc);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                               iterator.coordinate, coordinate);
}

Value Streams::lowerBound(const Level &level, Interval positions,
                          Value coordinate, Location loc) {
  return findByHalving(
      builder, loc, positions.lo, positions.hi,
      [&](OpBuilder &inside, Value position) {
        Value there = level.coordinateAt(inside, loc, position);
        return arith::CmpIOp::create(inside, loc, arith::CmpIPredicate::ult,
                                     there, coordinate)
            .getResult();
      });
}

/// As lowerBound from the iterator's position on, which the result is near:
/// steps of twice the length each, until one has gone too far.
Value Streams::gallop(const Iterator &iterator, Value coordinate,
                      Location loc) {
  Type index = builder.getIndexType();
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto steps = scf::WhileOp::create(
      builder, loc, TypeRange({index, index}),
      ValueRange({iterator.position, one}),
      [&](OpBuilder &before, Location, ValueRange at) {
        Value next = arith::AddIOp::create(before, loc, at[0], at[1]);
        Value inside = arith::CmpIOp::create(
            before, loc, arith::CmpIPredicate::ult, next, iterator.end);
        auto isLess = scf::IfOp::create(
            before, loc, inside,
            [&](OpBuilder &body, Location) {
              Value there = iterator.level->coordinateAt(body, loc, next);
              Value less = arith::CmpIOp::create(
                  body, loc, arith::CmpIPredicate::ult, there, coordinate);
              scf::YieldOp::create(body, loc, less);
            },
            [&](OpBuilder &body, Location) {
              Value no =
                  arith::ConstantOp::create(body, loc, body.getBoolAttr(false));
              scf::YieldOp::create(body, loc, no);
            });
        scf::ConditionOp::create(before, loc, isLess.getResult(0), at);
      },
      [&](OpBuilder &after, Location, ValueRange at) {
        Value next = arith::AddIOp::create(after, loc, at[0], at[1]);
        Value twice = arith::ShLIOp::create(after, loc, at[1], one);
        scf::YieldOp::create(after, loc, ValueRange({next, twice}));
      });
  Value hi = arith::AddIOp::create(builder, loc, steps.getResult(0),
                                   steps.getResult(1));
  hi = arith::MinUIOp::create(builder, loc, hi, iterator.end);
  return lowerBound(*iterator.level, {steps.getResult(0), hi}, coordinate, loc);
}
