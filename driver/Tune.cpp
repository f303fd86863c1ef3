//===- Tune.cpp - encke tune: the search ----------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the policy's schedule to the best one by one clause at a time: of each
// kind of clause those are measured that are expected to take the least, and
// the best of them is where the next kind begins. That ends when no kind has a
// better one, or when the time is over.
//
//===----------------------------------------------------------------------===//

#include "driver/Tune.h"

#include "driver/Report.h"
#include "driver/TuneProgress.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <deque>
#include <set>

using namespace llvm;
using namespace encke;
using cin::ScheduleAttr;

namespace {

/// Tunes one statement.
class Tuner {
public:
  Tuner(TuneContext &context, TunedStatement &&statement,
        TuneProgress &progress, double seconds)
      : context(context), options(context.options.tuning), progress(progress),
        seconds(seconds),
        space(tuning.statement, &context.compiler.getContext()) {
    tuning.statement = std::move(statement);
  }

  /// Returns the exit status.
  int run();
  Tuning take() { return std::move(tuning); }

private:
  /// Of one kind of clause so many are measured.
  static constexpr size_t mostOfKind = 8;
  /// What is expected to take so many times as long as the policy's schedule is
  /// not tried.
  static constexpr double hopeless = 50;
  /// Measured ratios are never better than this, nor times than that.
  static constexpr double leastNoise = 0.02, clockStep = 5e-8;

  static double getNoise(const Measurement &policy);
  int measurePolicy();
  void descend();
  bool tryClauses(bool withOrders);
  void measureAll();
  void confirm();
  bool tryAll(std::vector<Candidate> candidates, size_t most);
  std::vector<Candidate> getOtherFormats(const Candidate &from) const;
  std::vector<FormatChoice> getFormatChoices() const;
  std::vector<Screened> screenNew(std::vector<Candidate> &candidates);
  bool add(const Candidate &candidate, const Screened &screened);
  bool isWanted(const ClauseForm &form) const;
  double getLeft() const {
    return seconds - reserve -
           std::chrono::duration<double>(Clock::now() - begin).count();
  }
  double getLimit() const;
  const Trial &getBest() const { return tuning.trials[tuning.best]; }

  using Clock = std::chrono::steady_clock;
  TuneContext &context;
  const TuneOptions &options;
  TuneProgress &progress;
  double seconds;
  Tuning tuning;
  ScheduleSpace space;
  Clock::time_point begin = Clock::now();
  double reserve = 0;  ///< Seconds that are kept for the end.
  double firstRun = 0; ///< What the rest of a program takes, compiled and run.
  std::set<std::string> seen;                       ///< Candidates, as text.
  std::set<std::pair<std::string, uint64_t>> known; ///< Formats and stage cin.
  bool isRight = true;
};

} // namespace

/// A whole program, compiled, reads its data before it comes to the statement.
double Tuner::getLimit() const {
  double policy = tuning.trials.front().measurement.getPolicySeconds();
  return std::min(getLeft(), 3 * firstRun + 20 * policy + 1);
}

bool Tuner::isWanted(const ClauseForm &form) const {
  return !form.isQuestion &&
         (options.clauses.empty() || is_contained(options.clauses, form.name));
}

/// How well times can be told apart where the policy's schedule has these.
double Tuner::getNoise(const Measurement &policy) {
  return std::max({leastNoise, std::abs(1 - policy.getRatio()),
                   policy.getNoise(), clockStep / policy.getPolicySeconds()});
}

/// Against itself, again and longer where others disturb it. Returns the exit
/// status.
int Tuner::measurePolicy() {
  Trial policy;
  std::vector<Screened> screened =
      screen(context, tuning.statement, policy.candidate, getLeft());
  if (!screened.empty())
    policy.screened = screened.front();
  progress.show("the policy's schedule");
  double share = getLeft() / 10, sampling = options.sampling;
  constexpr double restless = 0.05;
  do {
    double before = getLeft();
    Measurement measured =
        measure(context, tuning.statement, {}, sampling, getLeft());
    firstRun = std::max(before - getLeft() - sampling, 0.0);
    bool isFirst = policy.measurement.policy.empty();
    if (isFirst || (!measured.policy.empty() &&
                    getNoise(measured) < getNoise(policy.measurement)))
      policy.measurement = std::move(measured);
    share -= before - getLeft();
    sampling *= 2;
  } while (share > 0 && !policy.measurement.policy.empty() &&
           getNoise(policy.measurement) > restless);
  const Measurement &measured = policy.measurement;
  if (measured.policy.empty()) {
    tuning.failure = measured.failure;
    // What is wrong with the program or its data was said.
    if (measured.status == 0)
      return 0;
    progress.hide();
    errs() << measured.said;
    return measured.status;
  }
  tuning.noise = getNoise(measured);
  reserve = std::min(getLeft() / 4, 2 * (firstRun + 4 * options.sampling));
  known.insert({"", policy.screened.text});
  seen.insert("");
  tuning.trials.push_back(std::move(policy));
  return 0;
}

/// Those that were not seen before, and what the compiler says of them.
std::vector<Screened> Tuner::screenNew(std::vector<Candidate> &candidates) {
  erase_if(candidates, [&](const Candidate &candidate) {
    return !seen.insert(toText(candidate.formats) + ": " +
                        toText(candidate.schedule))
                .second;
  });
  progress.show(std::to_string(candidates.size()) + " compiled");
  // Half of the time is for measuring.
  std::vector<Screened> screened =
      screen(context, tuning.statement, candidates, getLeft() / 2);
  tuning.left += candidates.size() - screened.size();
  candidates.resize(screened.size());
  return screened;
}

/// Measures it. True if it is the best one.
bool Tuner::add(const Candidate &candidate, const Screened &screened) {
  progress.show(toText(candidate.schedule) +
                (candidate.formats.empty() ? "" : " ") +
                toText(candidate.formats));
  Trial trial{candidate, screened,
              measure(context, tuning.statement, candidate, options.sampling,
                      getLimit())};
  Measurement &measured = trial.measurement;
  // Sums that cancel are compared to their terms.
  if (!measured.difference.empty())
    measured.difference =
        measure(context, tuning.statement, candidate, 0, getLimit(),
                /*withMagnitudes=*/true)
            .difference;
  if (!measured.difference.empty()) {
    progress.hide();
    reportFailure(context.options.diagnostics, diag::compilation_failed,
                  tuning.statement.place + ": 'with " +
                      toText(candidate.schedule) +
                      "' has another result: " + measured.difference);
    isRight = false;
  }
  // There was no time, or it has none of its own.
  if (measured.policy.empty() && measured.isLate && getLeft() <= 0) {
    ++tuning.left;
    return false;
  }
  bool isRefused = measured.policy.empty() && !measured.isLate;
  tuning.refused += isRefused;
  if (isRefused && context.options.verbose)
    errs() << toText(candidate.schedule) << ": " << measured.failure << '\n';
  if (isRefused)
    return false;
  bool isBest =
      !measured.isLate && measured.difference.empty() &&
      measured.getRatio() < getBest().measurement.getRatio() - tuning.noise / 2;
  tuning.trials.push_back(std::move(trial));
  if (isBest)
    tuning.best = tuning.trials.size() - 1;
  progress.count(getBest().measurement.getRatio());
  return isBest;
}

/// Measures those, of which `most` at most, that are expected to take the
/// least. True if one of them is the best.
bool Tuner::tryAll(std::vector<Candidate> candidates, size_t most) {
  std::vector<Screened> screened = screenNew(candidates);
  std::vector<size_t> worth;
  double usual = tuning.trials.front().screened.cost;
  for (auto [number, found] : enumerate(screened)) {
    std::string formats = toText(candidates[number].formats);
    if (!found.refusal.empty()) {
      ++tuning.refused;
      if (context.options.verbose)
        errs() << toText(candidates[number].schedule) << ": " << found.refusal
               << '\n';
    } else if (!known.insert({formats, found.text}).second) {
      ++tuning.equal;
    } else if (found.cost > hopeless * usual) {
      ++tuning.left;
    } else {
      worth.push_back(number);
    }
  }
  stable_sort(worth, [&](size_t a, size_t b) {
    return screened[a].cost < screened[b].cost;
  });
  bool isBetter = false;
  for (auto [place, number] : enumerate(worth)) {
    if (place >= most || getLeft() <= 0)
      ++tuning.left;
    else
      isBetter |= add(candidates[number], screened[number]);
  }
  return isBetter;
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

/// One tensor in another format.
std::vector<Candidate> Tuner::getOtherFormats(const Candidate &from) const {
  std::vector<Candidate> others;
  for (const TunedOperand &operand : tuning.statement.operands)
    if (is_contained(options.formats, operand.name))
      for (const Format &format : getFormats(operand)) {
        Candidate other = from;
        erase_if(other.formats, [&](const auto &choice) {
          return choice.first == operand.name;
        });
        other.formats.emplace_back(operand.name, format);
        others.push_back(std::move(other));
      }
  return others;
}

/// Every tensor in every format. A sparse one is not stored whole, unless the
/// user names it.
std::vector<FormatChoice> Tuner::getFormatChoices() const {
  std::vector<FormatChoice> choices = {{}};
  std::set<std::string> done;
  for (const TunedOperand &operand : tuning.statement.operands) {
    bool isNamed = is_contained(options.formats, operand.name);
    if (!(options.formats.empty() ? operand.isSparse : isNamed) ||
        !done.insert(operand.name).second)
      continue;
    std::vector<FormatChoice> longer;
    for (const FormatChoice &choice : choices) {
      longer.push_back(choice);
      for (const Format &format : getFormats(operand)) {
        if (format == operand.format || (format.isDense() && !isNamed))
          continue;
        longer.push_back(choice);
        longer.back().emplace_back(operand.name, format);
      }
    }
    choices = std::move(longer);
  }
  return choices;
}

//===----------------------------------------------------------------------===//
// Searching
//===----------------------------------------------------------------------===//

/// One clause more, less or another, from the best one on. Those that make
/// other loops of the statement, or store its operands otherwise, come last:
/// there are many, and few are better.
bool Tuner::tryClauses(bool withOrders) {
  bool isBetter = false;
  ArrayRef<ClauseForm> forms = getClauseForms();
  size_t before = findClauseForm("order") - forms.begin();
  for (const ClauseForm &form : concat<const ClauseForm>(
           forms.drop_front(before), forms.take_front(before))) {
    if (!isWanted(form))
      continue;
    Candidate from = getBest().candidate;
    std::vector<Candidate> candidates;
    for (ScheduleAttr schedule : withOrders
                                     ? space.getWithOrders(from.schedule, form)
                                     : space.getNeighbours(from.schedule, form))
      candidates.push_back({schedule, from.formats});
    isBetter |= tryAll(std::move(candidates), mostOfKind);
  }
  return isBetter;
}

/// There are many orders, so they come last.
void Tuner::descend() {
  if (tuning.statement.written)
    tryAll({Candidate{tuning.statement.written, {}}}, 1);
  bool isBetter = true;
  while (isBetter && getLeft() > 0) {
    isBetter = tryClauses(/*withOrders=*/false);
    isBetter |= tryAll(getOtherFormats(getBest().candidate), mostOfKind);
    if (!isBetter)
      isBetter = tryClauses(/*withOrders=*/true);
  }
}

/// All schedules of one clause, then of two, and so on, in all formats.
void Tuner::measureAll() {
  constexpr size_t all = ~size_t(0), atOnce = 64;
  std::vector<FormatChoice> formats = getFormatChoices();
  std::vector<ScheduleAttr> last = {ScheduleAttr()};
  while (!last.empty() && getLeft() > 0) {
    std::vector<Candidate> candidates;
    for (ScheduleAttr schedule : last)
      for (const FormatChoice &choice : formats)
        candidates.push_back({schedule, choice});
    for (size_t done = 0; done < candidates.size(); done += atOnce)
      tryAll(ArrayRef(candidates).slice(done).take_front(atOnce).vec(), all);
    // What is refused in each format, or is another one, leads nowhere.
    std::set<std::string> worth, made;
    for (const Trial &trial : tuning.trials)
      worth.insert(toText(trial.candidate.schedule));
    std::vector<ScheduleAttr> next;
    auto addNew = [&](ArrayRef<ScheduleAttr> schedules) {
      for (ScheduleAttr schedule : schedules)
        if (made.insert(toText(schedule)).second)
          next.push_back(schedule);
    };
    for (ScheduleAttr schedule : last)
      for (const ClauseForm &form : getClauseForms())
        if (worth.count(toText(schedule)) && isWanted(form)) {
          addNew(space.getNeighbours(schedule, form));
          addNew(space.getWithOrders(schedule, form));
        }
    last = std::move(next);
  }
}

/// The best one was chosen since its time was the best, which may have been
/// luck: it is measured again, in processes of their own.
void Tuner::confirm() {
  constexpr unsigned times = 2;
  reserve = 0;
  for (unsigned time = 0; time != times && tuning.best != 0; ++time) {
    Trial &best = tuning.trials[tuning.best];
    progress.show("again: " + toText(best.candidate.schedule));
    if (getLeft() <= 0)
      break;
    Measurement again = measure(context, tuning.statement, best.candidate,
                                2 * options.sampling, getLimit());
    if (again.policy.empty() || !again.difference.empty())
      break;
    double before = best.measurement.getRatio(), now = again.getRatio();
    tuning.noise =
        std::max({tuning.noise, std::abs(before - now) / 2, again.getNoise()});
    if (now > before)
      best.measurement = std::move(again);
    // Another one may be the best now.
    size_t first = tuning.best;
    for (auto [number, trial] : enumerate(tuning.trials))
      if (trial.isRight() && trial.measurement.getRatio() <
                                 getBest().measurement.getRatio() - leastNoise)
        tuning.best = number;
    if (tuning.best != first)
      time = 0;
  }
  // Of those that are as good, the one that says least.
  auto countClauses = [](const Trial &trial) {
    ScheduleAttr schedule = trial.candidate.schedule;
    return trial.candidate.formats.size() +
           (schedule ? schedule.getClauses().size() : 0);
  };
  double most = getBest().measurement.getRatio() + leastNoise;
  for (auto [number, trial] : enumerate(tuning.trials))
    if (tuning.best != 0 && number != 0 && trial.isRight() &&
        trial.measurement.getRatio() <= most &&
        countClauses(trial) < countClauses(getBest()))
      tuning.best = number;
}

int Tuner::run() {
  if (int status = measurePolicy(); status != 0 || tuning.trials.empty())
    return status;
  if (options.all)
    measureAll();
  else
    descend();
  confirm();
  return isRight ? 0 : 1;
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

/// What the user names is in some statement.
static bool checkNames(const TuneContext &context,
                       ArrayRef<TunedStatement> statements) {
  const TuneOptions &options = context.options.tuning;
  auto fail = [&](const Twine &message) {
    reportFailure(context.options.diagnostics, diag::command_line, message);
    return false;
  };
  for (const std::string &tensor : options.formats)
    if (none_of(statements, [&](const TunedStatement &statement) {
          return any_of(statement.operands, [&](const TunedOperand &operand) {
            return operand.name == tensor;
          });
        }))
      return fail("--formats: no statement that is tuned reads '" + tensor +
                  "'");
  for (const std::string &clause : options.clauses)
    if (!findClauseForm(clause))
      return fail("--clauses: '" + clause + "' is no clause of a schedule");
  return true;
}

/// Those that the user asks for and that can be tuned; none after an error.
static std::vector<TunedStatement>
chooseStatements(TuneContext &context, const Explanation &explanation) {
  auto fail = [&](const Twine &message) {
    reportFailure(context.options.diagnostics, diag::command_line, message);
    return std::vector<TunedStatement>();
  };
  mlir::OwningOpRef<mlir::ModuleOp> module = context.compiler.compile(
      Stage::TA, context.units.indexWidth, context.units.pipeline);
  if (!module)
    return {};
  std::vector<TunedStatement> all =
      findTunedStatements(context.compiler, *module, explanation);
  unsigned line = context.options.tuning.line;
  if (line != 0) {
    erase_if(all, [&](const TunedStatement &statement) {
      return statement.line != line;
    });
    if (all.empty())
      return fail("--statement: no statement that could be tuned begins in "
                  "line " +
                  Twine(line));
    if (!all.front().whyNot.empty())
      return fail(all.front().place +
                  " cannot be tuned: " + all.front().whyNot);
  }
  if (context.options.verbose)
    for (const TunedStatement &statement : all)
      if (!statement.whyNot.empty())
        errs() << statement.place << ": not tuned: " << statement.whyNot
               << '\n';
  std::string why;
  for (const TunedStatement &statement : reverse(all))
    if (!statement.whyNot.empty())
      why = ": of " + statement.place + ", " + statement.whyNot;
  erase_if(all, [](const TunedStatement &statement) {
    return !statement.whyNot.empty();
  });
  if (all.empty())
    return fail("the program has no statement that could be tuned" + why);
  return all;
}

/// Seconds in which something can be found out about a statement.
static constexpr double leastShare = 2;

std::optional<std::vector<Tuning>>
encke::tune(TuneContext &context, const Explanation &explanation, int &status) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin = Clock::now();
  std::vector<TunedStatement> statements =
      chooseStatements(context, explanation);
  status = 1;
  if (statements.empty() || !checkNames(context, statements))
    return std::nullopt;
  status = 0;
  TuneProgress progress(context.options.tuning.seconds);
  std::vector<Tuning> tunings;
  size_t count = statements.size();
  for (auto [number, statement] : enumerate(statements)) {
    double left = context.options.tuning.seconds -
                  std::chrono::duration<double>(Clock::now() - begin).count();
    progress.begin(statement.place);
    std::vector<std::string> decided;
    for (const ExplainedStatement &explained : explanation)
      if (explained.place == statement.place)
        decided = explained.schedule;
    // Rather no time for the last ones than too little for each.
    double share =
        std::max(left / double(count - number), std::min(left, leastShare));
    Tuner tuner(context, std::move(statement), progress, std::max(share, 0.01));
    status = std::max(status, tuner.run());
    Tuning tuning = tuner.take();
    if (status != 0 && tuning.trials.empty())
      return std::nullopt;
    tuning.decided = std::move(decided);
    tunings.push_back(std::move(tuning));
  }
  progress.hide();
  context.compiler.setChange(nullptr);
  if (all_of(tunings,
             [](const Tuning &tuning) { return tuning.trials.empty(); })) {
    status = reportFailure(
        context.options.diagnostics, diag::compilation_failed,
        tunings.front().statement.place + ": " + tunings.front().failure);
    return std::nullopt;
  }
  return tunings;
}
