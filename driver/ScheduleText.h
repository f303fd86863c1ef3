//===- ScheduleText.h - clauses written into a program ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_SCHEDULETEXT_H
#define ENCKE_DRIVER_SCHEDULETEXT_H

#include "frontend/AST.h"

#include "llvm/ADT/StringRef.h"

#include <string>

namespace encke {

/// Puts clauses ("order(i, j), serial") behind a statement of the text
/// `program`, in the place of those that stand there; none, where they are
/// empty. `text` is the program with other schedules behind this statement.
void replaceSchedule(std::string &text, llvm::StringRef program,
                     const ast::Assign &assign, std::string clauses);

} // namespace encke

#endif // ENCKE_DRIVER_SCHEDULETEXT_H
