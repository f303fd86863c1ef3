//===- Terms.h - the terms of a sum -----------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_TERMS_H
#define ENCKE_PASSES_SUPPORT_TERMS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace encke {

/// What is added to others, or subtracted from them.
struct Term {
  mlir::Value value;
  bool negative = false;
};

/// The terms that additions and subtractions under `expr` make it of, in order:
/// one where it is no sum. An inner sum is taken apart where `isInner` says so.
llvm::SmallVector<Term>
collectTerms(mlir::Value expr,
             llvm::function_ref<bool(mlir::Operation *)> isInner);

/// The sum of the terms, of which there is one at least.
mlir::Value addTerms(mlir::OpBuilder &builder, mlir::Location loc,
                     llvm::ArrayRef<Term> terms);

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_TERMS_H
