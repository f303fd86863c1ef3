//===- ScheduleText.cpp - clauses written into a program ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ScheduleText.h"

using namespace encke;
using llvm::StringRef;

void encke::replaceSchedule(std::string &text, StringRef program,
                            const ast::Assign &assign, std::string clauses) {
  auto end = size_t(assign.range.End.getPointer() - program.data());
  size_t begin = end;
  if (!clauses.empty())
    clauses.insert(0, assign.schedule.empty() ? " with " : "with ");
  if (!assign.schedule.empty()) {
    auto first = size_t(assign.schedule.front().name.range.Start.getPointer() -
                        program.data());
    begin = program.take_front(first).rfind("with");
    if (clauses.empty())
      begin = program.take_front(begin).rtrim(' ').size();
  }
  text.replace(begin, end - begin, clauses);
}
