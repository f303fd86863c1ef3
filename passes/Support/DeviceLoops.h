//===- DeviceLoops.h - loops that are for a device --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_DEVICELOOPS_H
#define ENCKE_PASSES_SUPPORT_DEVICELOOPS_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/StringRef.h"

namespace encke {

/// On an scf.parallel: each iteration is a thread of a device.
inline constexpr llvm::StringLiteral deviceLoopAttribute = "encke.device";

/// On a cin.kernel that no device runs: why, for `explain`.
inline constexpr llvm::StringLiteral hostAttribute = "encke.host";
/// What the function of a loop is called, in a gpu.module of its own.
inline constexpr llvm::StringLiteral deviceFunctionName = "run";

/// What every device computes with, and an argument's word has room for.
inline bool isDeviceNumber(mlir::Type type) {
  return type.isIndex() || type.isF32() || type.isF64() || type.isInteger(1) ||
         type.isInteger(32) || type.isInteger(64);
}

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_DEVICELOOPS_H
