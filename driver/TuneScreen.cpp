//===- TuneScreen.cpp - which schedules are worth measuring ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ChildProcess.h"
#include "driver/TuneProgram.h"

#include "dialects/CIN/Plan.h"
#include "passes/Cost/Assumed.h"
#include "passes/Cost/Visits.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
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
// Costs
//===----------------------------------------------------------------------===//

namespace {

/// Counts the coordinates that the loops of a kernel visit.
class VisitCounter {
public:
  VisitCounter(KernelOp kernel, unsigned threads)
      : planner(kernel), threads(threads) {}

  double count(Block &block, double times);

private:
  double getTrips(ForallOp loop);

  LoopPlanner planner;
  unsigned threads;
};

} // namespace

/// Another loop around goes along the tensor, too.
static bool isBelowAnother(ForallOp loop, AccessOp access) {
  return llvm::any_of(access.getIndices(), [&](Value index) {
    auto other = dyn_cast<ForallOp>(index.getParentBlock()->getParentOp());
    return other && other != loop && other->isProperAncestor(loop);
  });
}

double VisitCounter::getTrips(ForallOp loop) {
  std::optional<int64_t> extent = getConstantIntValue(loop.getExtent());
  double trips = extent ? double(*extent) : cost::assumedSize;
  FailureOr<LoopPlan> plan = planner.plan(loop);
  if (failed(plan) || plan->domain.isUniverse() || plan->domain.isEmpty())
    return trips;
  for (const auto &stream : plan->streams)
    if (isBelowAnother(loop, stream.access))
      trips = std::min(trips, cost::assumedSegment);
  return trips;
}

double VisitCounter::count(Block &block, double times) {
  double visits = 0;
  for (Operation &op : block)
    if (auto loop = dyn_cast<ForallOp>(op)) {
      double inside = times * getTrips(loop);
      if (loop.getParallel())
        inside /= threads;
      visits += inside + count(loop.getBlock(), inside);
    } else {
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          visits += count(inner, times);
    }
  return visits;
}

double encke::estimateCost(ModuleOp module, unsigned threads) {
  double cost = 0;
  module.walk([&](KernelOp kernel) {
    cost += VisitCounter(kernel, threads).count(kernel.getBlock(), 1);
  });
  module.walk([&](sparse_tensor::ConvertOp) {
    cost += cost::convertedElement * cost::assumedElements;
  });
  return cost;
}

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

static std::string print(ModuleOp module) {
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
  for (const Candidate &candidate : candidates) {
    context.compiler.setChange(
        [&](ModuleOp module) { giveSchedule(module, statement, candidate); });
    OwningOpRef<ModuleOp> module = context.compiler.compile(
        Stage::CIN, context.units.indexWidth, context.units.pipeline);
    if (module)
      os << "as " << llvm::xxh3_64bits(print(*module)) << ' '
         << uint64_t(estimateCost(*module, threads)) << '\n';
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
  uint64_t visits = 0;
  text.getAsInteger(10, screened.text);
  cost.getAsInteger(10, visits);
  screened.cost = double(visits);
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
