//===- TuneMeasure.cpp - schedules measured side by side ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A child process runs the program, in which the statement is computed with
// two schedules in turn (TuneProgram.h). Its data are read once; what the
// statement does not need is not computed.
//
//===----------------------------------------------------------------------===//

#include "driver/ChildProcess.h"
#include "driver/LoadedProgram.h"
#include "driver/TuneCompare.h"
#include "driver/TuneProgram.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace llvm;
using namespace encke;

using Clock = std::chrono::steady_clock;

//===----------------------------------------------------------------------===//
// In the child
//===----------------------------------------------------------------------===//

namespace {

/// What the program asks and tells.
class Sampler {
public:
  Sampler(int found, double seconds, bool withMagnitudes)
      : found(found), seconds(seconds), resultCount(withMagnitudes ? 3 : 2) {}

  Turn getTurn();
  void record(double before, double after);
  void take(const encke_tensor &result);

private:
  /// Pairs of runs at least, if they take long, and at most: the first time
  /// that the statement is reached, and later.
  static constexpr unsigned least = 12, fewest = 2, most = 200, mostLater = 12;
  static constexpr unsigned warmUp = 2;
  /// A candidate that takes so many times as long is not looked at closely.
  static constexpr double hopeless = 1.5;

  bool isMoreWanted();
  [[noreturn]] void leave() const {
    dprintf(found, "end\n");
    std::_Exit(0);
  }

  int found;
  double seconds; ///< That the runs may take together.
  double spent = 0, ofPolicy = 0, ofCandidate = 0;
  unsigned pairs = 0, pairsHere = 0, visits = 0;
  unsigned turns = 0;
  Turn turn = Turn::None;
  double lastPolicy = 0, lastCandidate = 0;
  /// That are compared: the policy's, the candidate's, and the magnitudes of
  /// their terms.
  size_t resultCount;
  std::vector<TunedResult> results;
};

} // namespace

/// Asked between two pairs.
bool Sampler::isMoreWanted() {
  bool isSlow = ofCandidate > hopeless * ofPolicy;
  bool isEnough = (spent >= seconds && pairs >= least) ||
                  (spent >= 4 * seconds && pairs >= fewest) ||
                  (isSlow && spent >= seconds / 4 && pairs >= fewest);
  if (isEnough)
    leave();
  if (pairsHere < (visits == 0 ? most : mostLater))
    return true;
  pairsHere = 0;
  ++visits;
  return false;
}

/// Each is the first of a pair in turn: whoever is second finds other things in
/// caches.
Turn Sampler::getTurn() {
  if (turns % 2 == 0 && !isMoreWanted())
    return Turn::None;
  bool isPolicy = turns % 4 == 0 || turns % 4 == 3;
  ++turns;
  return turn = isPolicy ? Turn::Policy : Turn::Candidate;
}

void Sampler::record(double before, double after) {
  double took = after - before;
  spent += took;
  (turn == Turn::Policy ? lastPolicy : lastCandidate) = took;
  if (turns % 2 == 1)
    return;
  ++pairsHere;
  // The first ones find nothing in caches, and memory that nobody has used.
  if (visits == 0 && pairsHere <= warmUp && lastPolicy < seconds)
    return;
  dprintf(found, "took %.9g %.9g\n", lastPolicy, lastCandidate);
  ofPolicy += lastPolicy;
  ofCandidate += lastCandidate;
  ++pairs;
}

void Sampler::take(const encke_tensor &result) {
  results.emplace_back(result);
  if (results.size() != resultCount)
    return;
  std::string difference =
      results[0].compare(results[1], resultCount == 3 ? &results[2] : nullptr);
  if (!difference.empty())
    dprintf(found, "differs %s\n", difference.c_str());
  results.clear();
}

/// That of the program that this process runs.
static Sampler *sampler;

static int64_t ask() { return int64_t(sampler->getTurn()); }
static void tell(double before, double after) {
  sampler->record(before, after);
}
static void takeResult(const encke_tensor *result, const char *) {
  sampler->take(*result);
}

template <typename Function>
static void *addressOf(Function *function) {
  return reinterpret_cast<void *>(function);
}

static int runHere(TuneContext &context, const TunedStatement &statement,
                   const Candidate &candidate, double sampling,
                   bool withMagnitudes, int found) {
  context.compiler.setChange([&](mlir::ModuleOp module) {
    withMagnitudes = withMagnitudes && hasMagnitudes(module, statement);
    insertMeasurement(module, statement, candidate, withMagnitudes);
  });
  Expected<CompiledUnits> units =
      compileUnits(context.compiler, context.units,
                   [](Module &) { return Error::success(); });
  auto fail = [](Error error) {
    errs() << toString(std::move(error)) << '\n';
    return 1;
  };
  if (!units)
    return fail(units.takeError());
  Expected<LoadedProgram> loaded =
      LoadedProgram::load(units->objects, units->threading,
                          {{askFunctionName.str(), addressOf(ask)},
                           {tellFunctionName.str(), addressOf(tell)},
                           {"encke_print", addressOf(takeResult)}});
  if (!loaded)
    return fail(loaded.takeError());
  dprintf(found, "begin\n");
  Sampler here(found, sampling, withMagnitudes);
  sampler = &here;
  return runLoaded(*loaded, context.options);
}

//===----------------------------------------------------------------------===//
// What came of it
//===----------------------------------------------------------------------===//

/// What a quarter of the runs need less than: others on the machine make runs
/// longer, and many of them.
static double getTime(std::vector<double> times) {
  if (times.empty())
    return 0;
  auto place = times.begin() + ptrdiff_t(times.size() / 4);
  std::nth_element(times.begin(), place, times.end());
  return *place;
}

static double getRatio(const std::vector<double> &policy,
                       const std::vector<double> &candidate) {
  double least = getTime(policy);
  return least > 0 ? getTime(candidate) / least : 1;
}

double Measurement::getSeconds() const { return getTime(candidate); }
double Measurement::getPolicySeconds() const { return getTime(policy); }
double Measurement::getRatio() const { return ::getRatio(policy, candidate); }

/// By how much the ratios of every other pair differ.
double Measurement::getNoise() const {
  std::array<std::vector<double>, 2> policies, candidates;
  for (auto [number, pair] : enumerate(zip(policy, candidate))) {
    policies[number % 2].push_back(std::get<0>(pair));
    candidates[number % 2].push_back(std::get<1>(pair));
  }
  if (policies[1].empty())
    return 1;
  return std::abs(::getRatio(policies[0], candidates[0]) -
                  ::getRatio(policies[1], candidates[1]));
}

static Measurement readMeasurement(const ChildEnd &end) {
  Measurement measurement;
  SmallVector<StringRef> lines;
  StringRef(end.found).split(lines, '\n', -1, /*KeepEmpty=*/false);
  bool hasBegun = false;
  for (StringRef line : lines) {
    hasBegun |= line == "begin";
    if (line.consume_front("differs "))
      measurement.difference = line.str();
    if (!line.consume_front("took "))
      continue;
    auto [policy, candidate] = line.split(' ');
    double seconds[2] = {0, 0};
    policy.getAsDouble(seconds[0]);
    candidate.getAsDouble(seconds[1]);
    measurement.policy.push_back(seconds[0]);
    measurement.candidate.push_back(seconds[1]);
  }
  measurement.isLate = end.isLate;
  measurement.status = end.status;
  measurement.said = end.errors;
  if (end.isLate && measurement.policy.empty())
    measurement.failure = "there was no time to measure it";
  else if (end.signal != 0)
    measurement.failure = (Twine(hasBegun ? "it" : "the compiler") +
                           " crashes: signal " + Twine(end.signal))
                              .str();
  else if (!end.isLate && end.status != 0)
    measurement.failure = getFirstMessage(end.errors);
  else if (measurement.policy.empty())
    measurement.failure = "the program does not reach it";
  return measurement;
}

Measurement encke::measure(TuneContext &context,
                           const TunedStatement &statement,
                           const Candidate &candidate, double sampling,
                           double seconds, bool withMagnitudes) {
  return readMeasurement(runInChild(seconds, [&](int found) {
    return runHere(context, statement, candidate, sampling, withMagnitudes,
                   found);
  }));
}
