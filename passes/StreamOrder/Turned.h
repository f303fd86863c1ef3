//===- Turned.h - what dense tensors are transposed for ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_STREAMORDER_TURNED_H
#define ENCKE_PASSES_STREAMORDER_TURNED_H

namespace encke {

/// So many times as much as an operand has elements a dense statement has to do
/// before it is transposed for loops along the result's last label, which
/// could as well go along another one.
inline constexpr double leastResultRatio = 12;

/// Fewer coordinates of that label are no reason to go along it.
inline constexpr double leastResultWidth = 8;

} // namespace encke

#endif // ENCKE_PASSES_STREAMORDER_TURNED_H
