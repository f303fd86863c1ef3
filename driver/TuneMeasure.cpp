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
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>

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
  Sampler(int found, double seconds) : found(found), seconds(seconds) {}

  bool isMoreWanted();
  void record(double before, double between, double after, bool isPolicyFirst);
  void take(const encke_tensor &result);

private:
  /// Runs at least, if they take long, and at most: the first time that the
  /// statement is reached, and later.
  static constexpr unsigned least = 5, fewest = 2, most = 101, mostLater = 11;
  /// A candidate that takes so many times as long is not looked at closely.
  static constexpr double hopeless = 1.5;

  [[noreturn]] void leave() const {
    dprintf(found, "end\n");
    std::_Exit(0);
  }

  int found;
  double seconds; ///< That the runs may take together.
  double spent = 0, ofPolicy = 0, ofCandidate = 0;
  unsigned runs = 0, runsHere = 0, visits = 0;
  std::optional<TunedResult> expected; ///< The policy's, until it is compared.
};

} // namespace

bool Sampler::isMoreWanted() {
  bool isSlow = ofCandidate > hopeless * ofPolicy;
  bool isEnough = (spent >= seconds && runs >= least) ||
                  (spent >= 4 * seconds && runs >= fewest) ||
                  (isSlow && spent >= seconds / 4 && runs >= fewest);
  if (isEnough)
    leave();
  if (runsHere < (visits == 0 ? most : mostLater))
    return true;
  runsHere = 0;
  ++visits;
  return false;
}

void Sampler::record(double before, double between, double after,
                     bool isPolicyFirst) {
  double policy = between - before, candidate = after - between;
  if (!isPolicyFirst)
    std::swap(policy, candidate);
  dprintf(found, "took %.9g %.9g\n", policy, candidate);
  spent += policy + candidate;
  ofPolicy += policy;
  ofCandidate += candidate;
  ++runs;
  ++runsHere;
}

void Sampler::take(const encke_tensor &result) {
  if (!expected) {
    expected.emplace(result);
    return;
  }
  if (std::string difference = expected->compare(result); !difference.empty())
    dprintf(found, "differs %s\n", difference.c_str());
  expected.reset();
}

/// That of the program that this process runs.
static Sampler *sampler;

static bool ask() { return sampler->isMoreWanted(); }
static void tell(double before, double between, double after,
                 double isPolicyFirst) {
  sampler->record(before, between, after, isPolicyFirst != 0);
}
static void takeResult(const encke_tensor *result, const char *) {
  sampler->take(*result);
}

template <typename Function>
static void *addressOf(Function *function) {
  return reinterpret_cast<void *>(function);
}

static int runHere(TuneContext &context, const TunedStatement &statement,
                   const Candidate &candidate, double sampling, int found) {
  context.compiler.setChange([&](mlir::ModuleOp module) {
    insertMeasurement(module, statement, candidate);
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
  Sampler here(found, sampling);
  sampler = &here;
  return runLoaded(*loaded, context.options);
}

//===----------------------------------------------------------------------===//
// What came of it
//===----------------------------------------------------------------------===//

static double getQuantile(std::vector<double> values, double part) {
  if (values.empty())
    return 0;
  auto place = values.begin() + ptrdiff_t(part * double(values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

static std::vector<double> getRatios(const Measurement &measurement) {
  std::vector<double> ratios;
  for (auto [policy, candidate] :
       zip(measurement.policy, measurement.candidate))
    ratios.push_back(policy > 0 ? candidate / policy : 1);
  return ratios;
}

double Measurement::getSeconds() const { return getQuantile(candidate, 0.5); }
double Measurement::getPolicySeconds() const {
  return getQuantile(policy, 0.5);
}
double Measurement::getRatio() const {
  return getQuantile(getRatios(*this), 0.5);
}

double Measurement::getNoise() const {
  std::vector<double> ratios = getRatios(*this);
  // As in a box plot with notches: medians that differ by less may be the same.
  double spread = getQuantile(ratios, 0.75) - getQuantile(ratios, 0.25);
  return 1.57 * spread / std::sqrt(double(std::max<size_t>(ratios.size(), 1)));
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
                           double seconds) {
  return readMeasurement(runInChild(seconds, [&](int found) {
    return runHere(context, statement, candidate, sampling, found);
  }));
}
