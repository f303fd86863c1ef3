//===- TunePrint.cpp - what was found, as text, JSON and CSV --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Tune.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

#include <algorithm>

using namespace llvm;
using namespace encke;

/// Seconds as people read them.
static std::string toTime(double seconds) {
  std::string text;
  raw_string_ostream os(text);
  if (seconds < 1e-3)
    os << llvm::format("%.3g us", seconds * 1e6);
  else if (seconds < 1)
    os << llvm::format("%.3g ms", seconds * 1e3);
  else
    os << llvm::format("%.3g s", seconds);
  return text;
}

/// What was tried, in one line: `with order(i, j), serial; A in DCSR`.
static std::string describe(const Candidate &candidate) {
  std::string text;
  if (candidate.schedule)
    text = "with " + toText(candidate.schedule);
  if (!candidate.formats.empty())
    text += (text.empty() ? "" : "; ") + toText(candidate.formats);
  return text.empty() ? "the policy's schedule" : text;
}

/// In the order of times; what failed or has another result last.
static std::vector<const Trial *> sortTrials(const Tuning &tuning) {
  std::vector<const Trial *> sorted;
  for (const Trial &trial : tuning.trials)
    sorted.push_back(&trial);
  auto getRank = [](const Trial *trial) {
    const Measurement &measured = trial->measurement;
    if (!measured.difference.empty() || measured.policy.empty())
      return 1e300;
    return measured.getRatio();
  };
  stable_sort(sorted, [&](const Trial *a, const Trial *b) {
    return getRank(a) < getRank(b);
  });
  return sorted;
}

//===----------------------------------------------------------------------===//
// For people
//===----------------------------------------------------------------------===//

/// The policy was measured each time, too: times are those that the ratios make
/// of its first one.
static void printRow(const Trial &trial, double policySeconds,
                     raw_ostream &os) {
  const Measurement &measured = trial.measurement;
  std::string time = "-", ratio = "-";
  if (!measured.policy.empty()) {
    time = toTime(policySeconds * measured.getRatio());
    ratio.clear();
    raw_string_ostream(ratio) << llvm::format("%.2f", measured.getRatio());
  }
  os << "  " << right_justify(time, 10) << ' ' << right_justify(ratio, 7)
     << "  " << describe(trial.candidate);
  if (!measured.difference.empty())
    os << ": another result";
  else if (measured.policy.empty())
    os << ": stopped";
  os << '\n';
}

static void printTuning(const Tuning &tuning, raw_ostream &os) {
  constexpr size_t mostRows = 10;
  os << tuning.statement.place << ": " << tuning.statement.text << '\n';
  if (!tuning.statement.group.empty())
    os << "  together with what is computed in its loops: "
       << join(tuning.statement.group, ", ") << '\n';
  if (tuning.trials.empty()) {
    os << "  not measured: " << tuning.failure << '\n';
    return;
  }
  os << "  measured: " << tuning.trials.size()
     << "; not to be had: " << tuning.refused
     << "; the same as another: " << tuning.equal
     << "; not tried: " << tuning.left << '\n';
  os << "        time   ratio  schedule\n";
  std::vector<const Trial *> sorted = sortTrials(tuning);
  for (auto [row, trial] : enumerate(sorted)) {
    bool isPolicy = trial == &tuning.trials.front();
    if (row < mostRows || isPolicy)
      printRow(*trial, tuning.trials.front().measurement.getPolicySeconds(),
               os);
    if (isPolicy && !tuning.decided.empty())
      os.indent(21) << "  that is: with " << join(tuning.decided, ", ") << '\n';
  }
  if (sorted.size() > mostRows)
    os.indent(21) << "  and others: --csv has all\n";
  os << "  " << (tuning.isBetter() ? "best: " : "best: the policy's schedule");
  if (tuning.isBetter())
    os << describe(tuning.trials[tuning.best].candidate);
  os << llvm::format(" (times that differ by less than %.0f %% are the same)\n",
                     100 * tuning.noise);
}

void encke::printTable(ArrayRef<Tuning> tunings, unsigned written,
                       StringRef program, raw_ostream &os) {
  for (auto [number, tuning] : enumerate(tunings)) {
    if (number != 0)
      os << '\n';
    printTuning(tuning, os);
  }
  if (written != 0)
    os << "\nwritten into " << program << ": " << written
       << (written == 1 ? " schedule\n" : " schedules\n");
}

//===----------------------------------------------------------------------===//
// For programs
//===----------------------------------------------------------------------===//

static StringRef getStatus(const Trial &trial) {
  return !trial.measurement.difference.empty() ? "differs"
         : trial.measurement.policy.empty()    ? "stopped"
                                               : "measured";
}

void encke::printTuningJSON(ArrayRef<Tuning> tunings, raw_ostream &os) {
  json::Array statements;
  for (const Tuning &tuning : tunings) {
    json::Array trials;
    for (const Trial *trial : sortTrials(tuning)) {
      json::Array schedule;
      if (trial->candidate.schedule)
        for (cin::ClauseAttr clause : trial->candidate.schedule.getClauses())
          schedule.push_back(cin::toText(clause));
      json::Object formats;
      for (const auto &[tensor, format] : trial->candidate.formats)
        formats[tensor] = format.str();
      json::Object object{{"schedule", std::move(schedule)},
                          {"formats", std::move(formats)},
                          {"status", getStatus(*trial)},
                          {"cost", trial->screened.cost}};
      if (!trial->measurement.policy.empty()) {
        object["seconds"] = trial->measurement.getSeconds();
        object["policy_seconds"] = trial->measurement.getPolicySeconds();
        object["ratio"] = trial->measurement.getRatio();
        object["runs"] = int64_t(trial->measurement.policy.size());
      }
      trials.push_back(std::move(object));
    }
    json::Array decided;
    for (const std::string &clause : tuning.decided)
      decided.push_back(clause);
    json::Object object{
        {"statement", tuning.statement.place}, {"text", tuning.statement.text},
        {"policy", std::move(decided)},        {"noise", tuning.noise},
        {"refused", int64_t(tuning.refused)},  {"equal", int64_t(tuning.equal)},
        {"not_tried", int64_t(tuning.left)},   {"is_better", tuning.isBetter()},
        {"trials", std::move(trials)}};
    if (tuning.trials.empty())
      object["failure"] = tuning.failure;
    statements.push_back(std::move(object));
  }
  os << formatv("{0:2}", json::Value(std::move(statements))) << '\n';
}

/// A text between quotation marks.
static std::string quote(StringRef text) {
  std::string quoted = "\"";
  for (char c : text)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

/// How the tensors of the statement are stored in a trial: "A CSR, B Dense".
static std::string describeFormats(const TunedStatement &statement,
                                   const Candidate &candidate) {
  std::vector<std::string> words;
  for (const TunedOperand &operand : statement.operands) {
    std::string text = operand.name + " " + operand.format.str();
    for (const auto &[tensor, format] : candidate.formats)
      if (tensor == operand.name)
        text = tensor + " " + format.str();
    if (!is_contained(words, text))
      words.push_back(text);
  }
  return join(words, ", ");
}

void encke::printCSV(ArrayRef<Tuning> tunings, raw_ostream &os) {
  os << "statement,formats,schedule,status,seconds,policy_seconds,ratio,runs,"
        "cost\n";
  for (const Tuning &tuning : tunings)
    for (const Trial *trial : sortTrials(tuning)) {
      const Measurement &measured = trial->measurement;
      os << quote(tuning.statement.place) << ','
         << quote(describeFormats(tuning.statement, trial->candidate)) << ','
         << quote(toText(trial->candidate.schedule)) << ',' << getStatus(*trial)
         << ',';
      if (measured.policy.empty())
        os << ",,,";
      else
        os << llvm::format("%.6g,%.6g,%.4f,", measured.getSeconds(),
                           measured.getPolicySeconds(), measured.getRatio())
           << measured.policy.size();
      os << llvm::format(",%.3g\n", trial->screened.cost);
    }
}
