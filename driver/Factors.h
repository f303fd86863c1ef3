//===- Factors.h - the factors of a statement -------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_FACTORS_H
#define ENCKE_DRIVER_FACTORS_H

#include "dialects/Parts.h"
#include "dialects/TA/TADialect.h"

#include <optional>
#include <vector>

namespace encke {

/// As clauses name them.
using Factors = std::optional<std::vector<PartText>>;

/// The factors of a product, as they stand; none of another expression. What is
/// made in between has no name: `ofUnnamed` says what its factors are.
Factors findFactors(mlir::Value value,
                    llvm::function_ref<Factors(ta::AccessOp)> ofUnnamed);

} // namespace encke

#endif // ENCKE_DRIVER_FACTORS_H
