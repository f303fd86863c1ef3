//===- LoopMarks.h - what was decided about a generated loop ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attribute `cin.loop` of an `scf.for` (CINDialect.td says what its parts
// mean), as a struct to read and change.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_LOOPMARKS_H
#define ENCKE_DIALECTS_CIN_LOOPMARKS_H

#include <cstdint>

namespace mlir {
class Operation;
}

namespace encke::cin {

struct LoopMarks {
  int64_t vector = 0;    ///< Elements of a step; 0: not marked.
  int64_t registers = 0; ///< Vectors; 0: not marked.
  bool segment = false;
  bool jam = false;
  bool isShort = false;
  bool rolled = false;

  /// Those of a loop; one without the attribute has none.
  static LoopMarks of(mlir::Operation *loop);

  /// Gives a loop these instead of its own.
  void setOn(mlir::Operation *loop) const;
};

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_LOOPMARKS_H
