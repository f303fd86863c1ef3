//===- Notes.h - what was distributed, for who explains it ------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_DISTRIBUTE_NOTES_H
#define ENCKE_PASSES_DISTRIBUTE_NOTES_H

#include "llvm/ADT/StringRef.h"

namespace encke {

/// The attribute of a module with what ta-distribute has decided, as texts
/// that begin with a place.
inline constexpr llvm::StringLiteral distributionAttribute =
    "encke.distribution";

} // namespace encke

#endif // ENCKE_PASSES_DISTRIBUTE_NOTES_H
