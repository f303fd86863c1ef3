//===- encke.cpp - the command --------------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What needs no compiler is done here, because loading LLVM and MLIR takes
// longer than most small programs run: commands on data, and programs that were
// compiled before. For everything else this process becomes the compiler.
//
//===----------------------------------------------------------------------===//

#include "driver/LoadedProgram.h"
#include "driver/Options.h"
#include "driver/ProgramCache.h"
#include "driver/Report.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <unistd.h>

using namespace llvm;
using namespace encke;

/// In the working directory: A.png for data/A.mtx.gz.
static std::string choosePicture(const Options &options) {
  if (!options.output.empty())
    return options.output;
  StringRef name = sys::path::filename(options.dataFiles[0]);
  name.consume_back(".gz");
  return (sys::path::stem(name) + ".png").str();
}

/// False, with a message, for a picture that is written in no such form.
static bool checkPicture(const Options &options, const std::string &name) {
  StringRef extension = sys::path::extension(name);
  if (name == "-" || extension.equals_insensitive(".png") ||
      extension.equals_insensitive(".svg") ||
      extension.equals_insensitive(".pdf"))
    return true;
  reportFailure(options.diagnostics, diag::command_line,
                "'" + name +
                    "' is the name of no picture that spy draws: .png, .svg "
                    "or .pdf; '-' is a PNG onto stdout");
  return false;
}

/// True when the runtime does it all. Comparing orders needs kernels.
static bool isOnData(const Options &options) {
  return options.command == Command::Convert ||
         options.command == Command::Spy ||
         (options.command == Command::Info && !options.comparesOrders);
}

static int runOnData(const Options &options) {
  std::vector<const char *> formats;
  for (const std::string &format : options.infoFormats)
    formats.push_back(format.c_str());
  if (options.drawsStorage)
    return encke_draw_storage(options.dataFiles[0].c_str(), formats.data(),
                              int32_t(formats.size()), &options.runtime);
  if (options.command == Command::Spy) {
    std::string picture = choosePicture(options);
    if (!checkPicture(options, picture))
      return 1;
    return encke_spy(options.dataFiles[0].c_str(), picture.c_str(),
                     options.reordering.c_str(), options.slice.c_str(),
                     int32_t(options.reordersAlike), &options.runtime);
  }
  if (options.command == Command::Convert)
    return encke_convert_file(options.dataFiles[0].c_str(),
                              options.dataFiles[1].c_str(), &options.runtime);
  int status = 0;
  for (const std::string &file : options.dataFiles)
    status =
        std::max(status, encke_info(file.c_str(), formats.data(),
                                    int32_t(formats.size()), &options.runtime));
  return status;
}

/// Among the arguments of a function there may be numbers.
static bool reportMissing(const Options &options) {
  std::vector<const char *> files;
  double number = 0;
  for (const std::string &file : options.dataFiles)
    if (options.call.empty() || StringRef(file).getAsDouble(number))
      files.push_back(file.c_str());
  return encke_report_missing(files.data(), int32_t(files.size()),
                              &options.runtime) != 0;
}

/// Goes on as the compiler, which stands beside this program. Returns only
/// after an error.
static int compile(char **argv, const Options &options) {
  static int anchor;
  SmallString<256> path(sys::fs::getMainExecutable(argv[0], &anchor));
  sys::path::remove_filename(path);
  sys::path::append(path, "encke-compiler");
  execv(path.c_str(), argv);
  return reportFailure(options.diagnostics, diag::compilation_failed,
                       "cannot start the compiler '" + Twine(path) +
                           "': " + std::strerror(errno));
}

int main(int argc, char **argv) {
  // Before all else, which would run into the stack's end.
  constexpr int64_t leastStack = int64_t(1) << 20;
  if (encke_check_stack(leastStack) != 0)
    return 1;
  InitLLVM init(argc, argv);
  // A file that may not grow is an error where it is written.
  std::signal(SIGXFSZ, SIG_IGN);
  int status;
  std::optional<Options> options = parseOptions(argc, argv, status);
  if (!options)
    return status;
  if (isOnData(*options))
    return runOnData(*options);
  if (options->command == Command::Run && reportMissing(*options))
    return 2;
  if (std::optional<ProgramCache> cache = ProgramCache::open(*options))
    if (std::optional<CompiledProgram> program = cache->find()) {
      Expected<LoadedProgram> loaded =
          LoadedProgram::load(program->objects, program->threading);
      if (loaded)
        return runLoaded(*loaded, *options);
      consumeError(loaded.takeError());
    }
  return compile(argv, *options);
}
