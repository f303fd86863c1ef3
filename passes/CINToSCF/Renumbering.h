//===- Renumbering.h - coordinates of rows numbered anew --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row workspace is as long as its mode, which may have billions of
// coordinates of which few occur. Where all that is accessed along it is stored
// by coordinates, the kernel can see them numbered anew: the runtime decides,
// by the sizes, and gives the result its coordinates afterwards.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_RENUMBERING_H
#define ENCKE_PASSES_CINTOSCF_RENUMBERING_H

#include "passes/CINToSCF/Scope.h"

namespace encke::generator {

/// Numbers the coordinates of rows anew, where that may be worth it.
class Renumbering : Part {
public:
  explicit Renumbering(Context &context) : Part(context) {}

  /// Changes what the kernel reads, before its places are opened.
  void begin();
  void end();

  /// The result of a numeric kernel with coordinates that are numbered anew,
  /// where rows are read at them; or null.
  mlir::Value getStoredResult() const { return storedResult; }

private:
  struct Rows {
    mlir::Value numbering, result;
    unsigned mode; ///< Of the result.
  };
  llvm::SmallVector<Rows> renumbered;
  mlir::Value storedResult;
};

} // namespace encke::generator

#endif // ENCKE_PASSES_CINTOSCF_RENUMBERING_H
