//===- report.h - messages on stderr ----------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_CORE_REPORT_H
#define ENCKE_RUNTIME_CORE_REPORT_H

namespace encke::rt {

/// What there is to say. `place` is in the data or empty, `note` a further
/// line or empty, `where` the statement or null.
struct Message {
  const char *severity; ///< "error", "warning", "note"
  const char *identifier;
  const char *place;
  const char *reason;
  const char *note;
  const char *where;
  const char *snippet = ""; ///< lines that show the place
  const char *help = "";
};

/// Prints it, as text or as one line of JSON.
void printMessage(const Message &message, bool asJSON) noexcept;

/// Writes what printf has kept; an exit status, after an error if that fails.
int flushStandardOutput() noexcept;

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CORE_REPORT_H
