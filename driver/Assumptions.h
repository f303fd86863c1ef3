//===- Assumptions.h - what LLVM knows of buffers in teams ------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_ASSUMPTIONS_H
#define ENCKE_DRIVER_ASSUMPTIONS_H

namespace llvm {
class Module;
}
namespace mlir {
class ModuleOp;
}

namespace encke {

/// Has calls stand for what is assumed in the bodies of OpenMP's teams, before
/// `module`, of the llvm stage, is translated: a body becomes a function of its
/// own then, and LLVM's CodeExtractor drops the assumptions in it. Returns
/// whether there are such calls.
bool saveAssumptions(mlir::ModuleOp module);

/// Assumes what the calls in `translated` stand for.
void restoreAssumptions(llvm::Module &translated);

} // namespace encke

#endif // ENCKE_DRIVER_ASSUMPTIONS_H
