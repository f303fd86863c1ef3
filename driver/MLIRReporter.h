//===- MLIRReporter.h - what MLIR reports -----------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_MLIRREPORTER_H
#define ENCKE_DRIVER_MLIRREPORTER_H

#include "frontend/diagnostics/Diagnostics.h"

#include "mlir/IR/Diagnostics.h"

namespace encke {

/// While it lives, what MLIR reports about a context is printed on stderr like
/// the front end's diagnostics, at the places of the input that it names.
class MLIRReporter : public mlir::ScopedDiagnosticHandler {
public:
  MLIRReporter(llvm::SourceMgr &sources, DiagnosticStyle style,
               mlir::MLIRContext *context);

private:
  void report(mlir::Diagnostic &diagnostic);
  /// The place in the input; invalid when the location names none.
  llvm::SMRange find(mlir::Location location) const;

  llvm::SourceMgr &sources;
  DiagnosticStyle style;
};

} // namespace encke

#endif // ENCKE_DRIVER_MLIRREPORTER_H
