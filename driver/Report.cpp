//===- Report.cpp - errors outside the front end --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Report.h"

using namespace encke;

int encke::reportFailure(DiagnosticStyle style, diag::ID id,
                         const llvm::Twine &message) {
  if (style == DiagnosticStyle::Text) {
    llvm::errs() << "encke: error: " << message << "\n";
    return 1;
  }
  llvm::SourceMgr none;
  Diagnostics diagnostics(none);
  diagnostics.error(id, llvm::SMRange(), message);
  diagnostics.flush(llvm::errs(), style);
  return 1;
}
