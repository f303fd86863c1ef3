//===- ExplainCheck.cpp - schedules that say what was decided -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The clauses that describe kernels (ExplainClauses.cpp) are no proof that they
// ask for the same kernels: they say nothing of what comes before, as an
// operand that is transposed. So they are put into the program, which is
// compiled again, in a child that says nothing. All of them first; where that
// makes another text of the stage cin, each half of them, until it is one
// alone.
//
//===----------------------------------------------------------------------===//

#include "driver/ChildProcess.h"
#include "driver/Compiler.h"
#include "driver/Explain.h"
#include "driver/ScheduleText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace encke;
using namespace llvm;

namespace {

/// A schedule that is printed, and its statement.
struct Printed {
  ExplainedStatement *statement;
  const ast::Assign *assign;
};

/// Compiles programs to compare them.
class Checker {
public:
  Checker(StringRef program, ArrayRef<Printed> printed, CompileText compile,
          raw_ostream &os)
      : program(program), printed(printed), compile(compile), os(os) {}

  /// Writes a digit for each schedule, in several lines: 1 if it says the same.
  void run();

private:
  bool isSame(ArrayRef<Printed> some);
  void check(ArrayRef<Printed> some);

  StringRef program;
  ArrayRef<Printed> printed;
  CompileText compile;
  raw_ostream &os;
  std::string before;
};

} // namespace

/// The text without the numbers in places, "p.ta:7:3": clauses move what stands
/// behind them.
static std::string withoutPlaces(StringRef text) {
  std::string left;
  while (!text.empty()) {
    left += text.front();
    text = text.drop_front();
    if (left.back() == ':')
      text = text.drop_while(isDigit);
  }
  return left;
}

bool Checker::isSame(ArrayRef<Printed> some) {
  std::string text = program.str();
  // From the last one on, so that those before stay where they are.
  for (const Printed &each : reverse(some))
    replaceSchedule(text, program, *each.assign,
                    join(each.statement->schedule, ", "));
  std::optional<std::string> after = compile(text);
  return after && withoutPlaces(*after) == before;
}

void Checker::check(ArrayRef<Printed> some) {
  bool is = isSame(some);
  if (is || some.size() == 1) {
    os << std::string(some.size(), is ? '1' : '0') << '\n';
    os.flush();
    return;
  }
  check(some.take_front(some.size() / 2));
  check(some.drop_front(some.size() / 2));
}

void Checker::run() {
  std::optional<std::string> text = compile(program);
  if (!text)
    return;
  before = withoutPlaces(*text);
  check(printed);
}

void encke::checkSchedules(const Compiler &compiler, CompileText compile,
                           Explanation &explanation) {
  const SourceMgr &sources = compiler.getSources();
  StringRef program =
      sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
  SmallVector<Printed> printed;
  for (const ast::Assign *assign : compiler.findAssignments())
    for (ExplainedStatement &statement : explanation)
      if (!statement.schedule.empty() && statement.question.empty() &&
          compiler.isInProgram(assign->range.Start) &&
          statement.place == compiler.getPlace(assign->range.Start) &&
          none_of(printed, [&](const Printed &other) {
            return other.statement == &statement;
          }))
        printed.push_back({&statement, assign});
  if (printed.empty())
    return;
  stable_sort(printed, [](const Printed &a, const Printed &b) {
    return a.assign->range.Start.getPointer() <
           b.assign->range.Start.getPointer();
  });
  constexpr double seconds = 60;
  ChildEnd end = runInChild(seconds, [&](int found) {
    raw_fd_ostream os(found, /*shouldClose=*/false);
    Checker(program, printed, compile, os).run();
    return 0;
  });
  erase(end.found, '\n');
  // What there was no time for is not known to say the same.
  for (auto [number, each] : enumerate(printed)) {
    bool isSame = number < end.found.size() && end.found[number] == '1';
    if (isSame)
      continue;
    each.statement->schedule.clear();
    each.statement->inexpressible =
        "clauses that describe it make another program";
  }
}
