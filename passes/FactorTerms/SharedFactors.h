//===- SharedFactors.h - what two products have in common -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_FACTORTERMS_SHAREDFACTORS_H
#define ENCKE_PASSES_FACTORTERMS_SHAREDFACTORS_H

#include "passes/ContractionOrder/ProductNetwork.h"

namespace encke {

/// Two terms of a sum, as products with factors in common. What is left of
/// either, with its numbers and its sign, has elements everywhere and the same
/// labels, so that their sum is a dense tensor.
struct SharedFactors {
  Product first, second;
  llvm::SmallVector<mlir::Value> common;
  mlir::Value firstRest, secondRest;
};

/// What the two terms share, if that is something and nothing else needs either
/// of them. The labels that they sum over may have different names.
std::optional<SharedFactors> findSharedFactors(mlir::OpBuilder &builder,
                                               mlir::Value first,
                                               mlir::Value second);

} // namespace encke

#endif // ENCKE_PASSES_FACTORTERMS_SHAREDFACTORS_H
