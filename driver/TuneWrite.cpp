//===- TuneWrite.cpp - schedules put into the program ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ChildProcess.h"
#include "driver/OutputFile.h"
#include "driver/ScheduleText.h"
#include "driver/Tune.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace encke;

const Trial *encke::findBestToWrite(const Tuning &tuning) {
  if (tuning.trials.empty())
    return nullptr;
  // What stands there and was not measured is the policy's under another name.
  const Trial &policy = tuning.trials.front();
  const Trial *best = &policy, *written = &policy;
  std::string standing = toText(tuning.statement.written);
  for (const Trial &trial : tuning.trials) {
    if (!trial.candidate.formats.empty())
      continue;
    double ratio = trial.measurement.getRatio();
    if (toText(trial.candidate.schedule) == standing)
      written = &trial;
    if (trial.isRight() && ratio + tuning.noise < 1 &&
        (best == &policy || ratio < best->measurement.getRatio()))
      best = &trial;
  }
  // The one that is said to be the best, unless it has other formats.
  const Trial &found = tuning.trials[tuning.best];
  if (tuning.isBetter() && found.candidate.formats.empty())
    best = &found;
  double least = best == &policy ? 1 : best->measurement.getRatio();
  if (written == best ||
      (written->isRight() &&
       written->measurement.getRatio() <= least + tuning.noise))
    return nullptr;
  return best;
}

std::string encke::writeSchedules(StringRef program, ArrayRef<Tuning> tunings) {
  std::string text = program.str();
  // From the last one on, so that those before stay where they are.
  for (const Tuning &tuning : reverse(tunings)) {
    const Trial *best = findBestToWrite(tuning);
    if (!best)
      continue;
    replaceSchedule(text, program, *tuning.statement.assign,
                    toText(best->candidate.schedule));
  }
  return text;
}

/// It compiles, as what was measured did.
static Error checkText(TuneContext &context, StringRef text) {
  constexpr double seconds = 60;
  ChildEnd end = runInChild(seconds, [&](int) {
    Compiler compiler(DiagnosticStyle::Text);
    compiler.setSettings(context.options.settings, /*inThisRun=*/false);
    bool isRight = compiler.loadText(text, context.options.program) &&
                   compiler.compile(Stage::CIN, context.units.indexWidth,
                                    context.units.pipeline);
    return isRight ? 0 : 1;
  });
  if (end.isRight())
    return Error::success();
  return createStringError("the schedules that were found cannot stand in the "
                           "program: " +
                           getFirstMessage(end.errors));
}

Expected<unsigned> encke::writeProgram(TuneContext &context,
                                       ArrayRef<Tuning> tunings) {
  auto count = unsigned(count_if(tunings, [](const Tuning &tuning) {
    return findBestToWrite(tuning) != nullptr;
  }));
  if (count == 0)
    return 0;
  const SourceMgr &sources = context.compiler.getSources();
  StringRef program =
      sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
  std::string text = writeSchedules(program, tunings);
  if (Error error = checkText(context, text))
    return error;
  const std::string &path = context.options.program;
  auto now = MemoryBuffer::getFile(path, /*IsText=*/false);
  if (!now || (*now)->getBuffer() != program)
    return createStringError("'" + path +
                             "' has changed while it was tuned: nothing is "
                             "written");
  if (Error error = replaceFile(path, text))
    return createStringError("cannot write '" + path +
                             "': " + toString(std::move(error)));
  return count;
}

Error encke::writePlot(StringRef path, ArrayRef<Tuning> tunings) {
  std::string text;
  raw_string_ostream os(text);
  plot(tunings, os);
  return writeText(path, text);
}
