//===- Schedules.h - how the statements of a file are computed --*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_LSP_SCHEDULES_H
#define ENCKE_LSP_SCHEDULES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <atomic>
#include <string>

namespace encke::server {

/// By the text of a statement, its words between single blanks: the schedule
/// that the compiler chooses for it, as "with order(i, j), serial".
using Schedules = llvm::StringMap<std::string>;

/// The words of a text between single blanks.
std::string joinWords(llvm::StringRef text);

/// What `encke explain --json` says of a file, as it is on disk. It is a
/// process of its own, which is ended after some seconds, and when `ends` is
/// set. Empty where it fails.
Schedules explainFile(llvm::StringRef path, const std::atomic<bool> &ends);

/// That of what explain writes.
Schedules readSchedules(llvm::StringRef json);

} // namespace encke::server

#endif // ENCKE_LSP_SCHEDULES_H
