//===- TuneScreen.cpp - which schedules are worth measuring ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ChildProcess.h"
#include "driver/TuneProgram.h"

#include "passes/Schedule/Schedule.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace mlir;
using namespace encke;
using namespace encke::cin;

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

namespace {
/// What is said on stderr, taken from there.
class Listener {
public:
  Listener() : file(std::tmpfile()) {
    if (file)
      dup2(fileno(file), STDERR_FILENO);
  }

  /// What was said since the last time.
  std::string take() {
    llvm::errs().flush();
    if (!file)
      return "";
    int descriptor = fileno(file);
    off_t size = lseek(descriptor, 0, SEEK_END);
    std::string text(size_t(std::max<off_t>(size, 0)), '\0');
    ssize_t count = pread(descriptor, text.data(), text.size(), 0);
    text.resize(size_t(std::max<ssize_t>(count, 0)));
    if (ftruncate(descriptor, 0) == 0)
      lseek(descriptor, 0, SEEK_SET);
    return text;
  }

private:
  std::FILE *file;
};
} // namespace

/// The text without what is noted for estimates, which is the same for the same
/// loops.
static std::string print(ModuleOp module) {
  module.walk([](Operation *op) {
    op->removeAttr(ordersAttribute);
    op->removeAttr(streamsAttribute);
  });
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().enableDebugInfo(false));
  return text;
}

/// In the child: a line for each candidate.
static int screenHere(TuneContext &context, const TunedStatement &statement,
                      ArrayRef<Candidate> candidates, int found) {
  Listener listener;
  llvm::raw_fd_ostream os(found, /*shouldClose=*/false);
  unsigned threads = std::max(context.options.threads, 1U);
  if (context.options.threads == 0)
    threads = unsigned(encke_default_threads());
  PipelineOptions pipeline = context.units.pipeline;
  pipeline.noteOrders = true;
  for (const Candidate &candidate : candidates) {
    context.compiler.setChange(
        [&](ModuleOp module) { giveSchedule(module, statement, candidate); });
    OwningOpRef<ModuleOp> module = context.compiler.compile(
        Stage::CIN, context.units.indexWidth, pipeline);
    // In picoseconds; before the notes are gone.
    double cost = module ? estimateCost(*module, threads) * 1e12 : 0;
    if (module)
      os << "as " << llvm::xxh3_64bits(print(*module)) << ' ' << uint64_t(cost)
         << '\n';
    else
      os << "not " << getFirstMessage(listener.take()) << '\n';
    os.flush();
  }
  return 0;
}

static Screened readScreened(StringRef line) {
  Screened screened;
  if (line.consume_front("not ")) {
    screened.refusal = line.empty() ? "it cannot be compiled" : line.str();
    return screened;
  }
  line.consume_front("as ");
  auto [text, cost] = line.split(' ');
  uint64_t picoseconds = 0;
  text.getAsInteger(10, screened.text);
  cost.getAsInteger(10, picoseconds);
  screened.cost = double(picoseconds) * 1e-12;
  return screened;
}

std::vector<Screened> encke::screen(TuneContext &context,
                                    const TunedStatement &statement,
                                    ArrayRef<Candidate> candidates,
                                    double seconds) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin = Clock::now();
  std::vector<Screened> screened;
  while (screened.size() != candidates.size()) {
    double left =
        seconds - std::chrono::duration<double>(Clock::now() - begin).count();
    if (left <= 0)
      break;
    ChildEnd end = runInChild(left, [&](int found) {
      return screenHere(context, statement,
                        candidates.drop_front(screened.size()), found);
    });
    SmallVector<StringRef> lines;
    StringRef(end.found).split(lines, '\n', -1, /*KeepEmpty=*/false);
    for (StringRef line : lines)
      screened.push_back(readScreened(line));
    if (end.isLate)
      break;
    // The one after the last line has ended the compiler.
    if (screened.size() != candidates.size())
      screened.push_back({"the compiler crashes", 0, 0});
  }
  return screened;
}
