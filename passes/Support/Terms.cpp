//===- Terms.cpp - the terms of a sum -------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Terms.h"

#include "dialects/TA/TADialect.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

static void collect(Value expr, bool negative,
                    llvm::function_ref<bool(Operation *)> isInner,
                    SmallVectorImpl<Term> &terms) {
  Operation *op = expr.getDefiningOp();
  if (!isa_and_present<AddOp, SubOp>(op) || !isInner(op)) {
    terms.push_back({expr, negative});
    return;
  }
  collect(op->getOperand(0), negative, isInner, terms);
  collect(op->getOperand(1), negative != isa<SubOp>(op), isInner, terms);
}

SmallVector<Term>
encke::collectTerms(Value expr, llvm::function_ref<bool(Operation *)> isInner) {
  SmallVector<Term> terms;
  collect(expr, /*negative=*/false, isInner, terms);
  return terms;
}

Value encke::addTerms(OpBuilder &builder, Location loc, ArrayRef<Term> terms) {
  Value total = terms.front().value;
  if (terms.front().negative)
    total = NegOp::create(builder, loc, total.getType(), total);
  for (const Term &term : terms.drop_front())
    total = term.negative
                ? SubOp::create(builder, loc, total, term.value).getResult()
                : AddOp::create(builder, loc, total, term.value).getResult();
  return total;
}
