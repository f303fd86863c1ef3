//===- matrix_market.h - Matrix Market files --------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_MATRIX_MARKET_H
#define ENCKE_RUNTIME_IO_MATRIX_MARKET_H

#include "io/data_file.h"

#include <string_view>

namespace encke::rt {

/// True when the text begins with %%MatrixMarket, in any case, or what is a
/// little wrong of it.
bool mayBeMatrixMarket(const Mapping &text);
/// Behind the banner; fails where there is none, and notes one that is spelled
/// a little wrong.
const char *takeBanner(const encke_file &file);
/// True where word `n` behind the banner, spelled in any way, is that one.
bool hasBannerWord(const Mapping &text, int n, std::string_view word);

/// Reads the banner and the line of sizes.
Header parseMatrixMarketHeader(const encke_file &file);

/// Reads the entries that are wanted, symmetry expanded.
AnyEntries parseMatrixMarket(const encke_file &file, const Wanted &wanted);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_MATRIX_MARKET_H
