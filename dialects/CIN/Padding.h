//===- Padding.h - positions that may be no elements ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a kernel multiplies and adds up, padding is a zero like any other.
// Where it matters what is stored, an access says `stored`: then padding is not
// there.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_PADDING_H
#define ENCKE_DIALECTS_CIN_PADDING_H

#include "dialects/CIN/CINDialect.h"
#include "dialects/Format.h"

namespace encke::cin {

/// On an access, printed as a word of its syntax.
inline constexpr llvm::StringLiteral storedAttribute = "stored";

/// Each position that the access reads is asked whether it is an element.
bool asksForPadding(AccessOp access);
void setAsksForPadding(AccessOp access);
/// Some access in the loop asks.
bool asksForPadding(ForallOp forall);

/// A kernel can append elements to such levels, in their order: they store
/// modes as they are, or in blocks.
bool isAppendable(const Format &format);
/// The same, and some mode is in blocks.
bool isAppendableInBlocks(const Format &format);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_PADDING_H
