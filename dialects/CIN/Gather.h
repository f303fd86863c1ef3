//===- Gather.h - rows that are read where a result stores ------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_GATHER_H
#define ENCKE_DIALECTS_CIN_GATHER_H

#include "dialects/CIN/CINDialect.h"

namespace encke::cin {

/// Why the consumer cannot read the row at the coordinates that the result of a
/// numeric kernel stores, instead of a list; empty where it can. What the row
/// has is what the result stores then, and nobody need note it.
llvm::StringRef whyNotGathered(WhereOp where);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_GATHER_H
