//===- Report.h - errors outside the front end ------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_REPORT_H
#define ENCKE_DRIVER_REPORT_H

#include "frontend/diagnostics/Diagnostics.h"

namespace encke {

/// Prints on stderr an error that no place in a program is to blame for.
/// Returns 1, the exit status.
int reportFailure(DiagnosticStyle style, diag::ID id,
                  const llvm::Twine &message);

} // namespace encke

#endif // ENCKE_DRIVER_REPORT_H
