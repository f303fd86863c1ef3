//===- DriverReport.cpp - what a page about a program is made of ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/DriverImpl.h"

#include "driver/ExplainReport.h"
#include "driver/OutputFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;
using namespace encke;

/// The arguments of `encke run` on the same program, with the same options.
static std::vector<std::string> getRunArguments(const Options &options) {
  std::vector<std::string> arguments;
  bool isCommand = true, isValue = false;
  for (StringRef given : options.given) {
    bool isHTML = given == "--html" || given.starts_with("--html=");
    bool isOutput = given.starts_with("-o");
    if (isValue || isHTML || isOutput) {
      isValue = !isValue && (given == "--html" || given == "-o");
    } else if (isCommand && given == "explain") {
      arguments.push_back("run");
      isCommand = false;
    } else {
      arguments.push_back(given.str());
    }
  }
  return arguments;
}

/// Runs the program once. What it prints is lost; what it says of errors is the
/// error.
static Expected<std::vector<MeasuredTime>> measureRun(const Options &options) {
  int descriptor = 0;
  SmallString<128> path;
  if (Error error = makeTemporary(".txt", descriptor, path))
    return error;
  static int anchor;
  std::string self = sys::fs::getMainExecutable("encke-compiler", &anchor);
  std::vector<std::string> arguments = getRunArguments(options);
  std::vector<StringRef> words = {self};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(""),
                                          StringRef(path)};
  std::string problem;
  int status =
      sys::ExecuteAndWait(self, words, std::nullopt, redirects, 0, 0, &problem);
  auto said = MemoryBuffer::getFile(path);
  (void)sys::fs::remove(path);
  if (status != 0 || !said)
    return createStringError("the program was run for its times and failed: " +
                             (problem.empty() && said
                                  ? (*said)->getBuffer().rtrim().str()
                                  : problem));
  return readTimes((*said)->getBuffer());
}

/// Where the matrices among the data files have elements.
static std::vector<PatternPicture> drawPatterns(const Options &options) {
  constexpr int32_t mostModes = 64;
  std::vector<PatternPicture> pictures;
  for (const std::string &file : options.dataFiles) {
    int64_t sizes[mostModes] = {}, entries = 0;
    int32_t order = 0;
    char message[8];
    if (encke_peek_file(file.c_str(), &options.runtime, sizes, mostModes,
                        &order, &entries, message, sizeof(message)) != 0 ||
        order != 2)
      continue;
    int descriptor = 0;
    SmallString<128> path;
    if (Error error = makeTemporary(".svg", descriptor, path)) {
      consumeError(std::move(error));
      continue;
    }
    int status =
        encke_spy(file.c_str(), path.c_str(), "", "", 0, &options.runtime);
    auto picture = MemoryBuffer::getFile(path);
    (void)sys::fs::remove(path);
    if (status == 0 && picture)
      pictures.push_back({file, (*picture)->getBuffer().str()});
  }
  return pictures;
}

int Driver::writeReport(const Explanation &explanation) {
  Report report;
  report.program = options.program;
  const SourceMgr &sources = compiler.getSources();
  report.text =
      sources.getMemoryBuffer(sources.getMainFileID())->getBuffer().str();
  report.dataFiles = options.dataFiles;
  report.processor = machine->getTargetCPU().str();
  report.target = target;
  if (options.time) {
    Expected<std::vector<MeasuredTime>> times = measureRun(options);
    if (!times)
      return fail(times.takeError());
    report.times = std::move(*times);
  }
  report.patterns = drawPatterns(options);
  auto write = [&](raw_pwrite_stream &os) {
    printReport(report, explanation, os);
    return true;
  };
  if (Error error = writeFile(options.html, write))
    return fail(diag::unwritable_output,
                "cannot write '" + options.html +
                    "': " + toString(std::move(error)));
  return 0;
}
