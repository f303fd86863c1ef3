//===- Dialects.h - the dialects and interfaces Encke uses ------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_DIALECTS_H
#define ENCKE_DRIVER_DIALECTS_H

namespace mlir {
class DialectRegistry;
}

namespace encke {

/// Registers every dialect that a stage may contain, how its operations become
/// buffers, and how they become LLVM IR.
void registerDialects(mlir::DialectRegistry &registry);
/// Those of kernels for devices besides.
void registerDeviceDialects(mlir::DialectRegistry &registry);

/// How marks of cin that operations still have get into LLVM IR.
void registerMarkTranslation(mlir::DialectRegistry &registry);

} // namespace encke

#endif // ENCKE_DRIVER_DIALECTS_H
