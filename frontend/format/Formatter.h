//===- Formatter.h - the usual layout of a program --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_FORMAT_FORMATTER_H
#define ENCKE_FRONTEND_FORMAT_FORMATTER_H

#include "frontend/diagnostics/Diagnostics.h"

#include <optional>
#include <string>

namespace encke {

/// The program in the buffer `bufferId` of the diagnostics' source manager,
/// laid out anew: white space changes, and statements that are a lone `;` go
/// (L3). Comments stay where they are among the tokens, and blank lines stay
/// between statements. Formatting the result gives the result. None after a
/// syntax error, which is reported.
std::optional<std::string> formatProgram(Diagnostics &diagnostics,
                                         unsigned bufferId);

} // namespace encke

#endif // ENCKE_FRONTEND_FORMAT_FORMATTER_H
