//===- TriangleParts.h - conversions of a part of a matrix ------*- C++ -*-===//
//-*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_TRIANGLEPARTS_H
#define ENCKE_PASSES_SUPPORT_TRIANGLEPARTS_H

#include "llvm/ADT/StringRef.h"

namespace encke {

/// On a sparse_tensor.convert of a matrix that has to equal its transpose: the
/// part of it that is converted, "diagonal", "strict_lower" or "strict_upper".
inline constexpr llvm::StringLiteral partAttribute = "encke.part";

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_TRIANGLEPARTS_H
