//===- matrix_market.h - Matrix Market files --------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_MATRIX_MARKET_H
#define ENCKE_RUNTIME_IO_MATRIX_MARKET_H

#include "io/data_file.h"

namespace encke::rt {

/// True when the text begins with %%MatrixMarket, in any case.
bool hasMatrixMarketBanner(const Mapping &text);
/// True also for one that is spelled a little wrong.
bool mayBeMatrixMarket(const Mapping &text);

/// Reads the banner and the line of sizes.
Header parseMatrixMarketHeader(const encke_file &file);

/// Reads the entries that are wanted, symmetry expanded.
AnyEntries parseMatrixMarket(const encke_file &file, const Wanted &wanted);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_MATRIX_MARKET_H
