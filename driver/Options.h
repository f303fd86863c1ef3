//===- Options.h - the command line of encke --------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_OPTIONS_H
#define ENCKE_DRIVER_OPTIONS_H

#include "driver/CodeOptions.h"
#include "driver/FormatCommand.h"
#include "frontend/diagnostics/Diagnostics.h"

#include "encke/runtime.h"

#include <optional>
#include <string>
#include <vector>

namespace encke {

enum class Command {
  Compile,
  Run,
  Check,
  Explain,
  Tune,
  Format,
  Library,
  Info,
  Convert,
  Spy,
  PrintTarget,
  Serve
};

/// What `encke tune` is asked for.
struct TuneOptions {
  double seconds = 60;    ///< It takes so long at most.
  double sampling = 0.15; ///< And the runs of one schedule.
  unsigned line = 0;      ///< Of the statement; 0: of each one.
  /// Tensors that may be stored in other formats; clauses that are tried, all
  /// where there are none.
  std::vector<std::string> formats, clauses;
  bool all = false; ///< The whole space.
  bool writesCSV = false;
  bool writesProgram = false;
  std::string plot; ///< A file; empty: none.
};

/// What the user asked for.
struct Options {
  Command command = Command::Compile;
  std::string program;                // empty with a command on data
  std::vector<std::string> dataFiles; // with Format: the other programs
  /// What an executable or a library will be given, to choose formats by.
  std::vector<std::string> likelyData;
  FormatMode format = FormatMode::Print;
  std::string output; // empty: chosen by the command
  std::string emit;   // empty: an executable
  CodeOptions code;
  std::string target; ///< a file; empty: this machine
  Threading threading = Threading::None;
  unsigned threads = 0; ///< 0: as many as there are where the program runs
  Device device = Device::None; ///< that runs kernels
  unsigned indexWidth = 0;      // 0: by the data
  DiagnosticStyle diagnostics = DiagnosticStyle::Text;
  encke_options runtime;
  /// How many processes `explain` is asked about; 0: none.
  int64_t explainedProcesses = 0;
  std::vector<std::string> settings; ///< "k=20", of parameters
  std::string call;                  ///< of a module: the function to call
  bool comparesOrders = false;       // with Info
  std::string reordering;            // with Spy; empty: none
  bool reordersAlike = false;        // with Spy: rows and columns
  std::string slice;                 // with Spy; empty: all
  bool drawsStorage = false;         // with Spy
  /// With Info and Spy: formats whose memory, or picture, is asked for.
  std::vector<std::string> infoFormats;
  bool time = false;
  bool fuse = true;
  bool reproducible = false; ///< on any number of processes
  bool finite = false;       ///< dense operands are, says the user
  bool verifyPasses = false;
  bool strictMarks = false;
  bool verbose = false;
  bool writesJSON = false; // with Explain and Tune
  std::string html;        ///< with Explain: the file of a page; empty: none
  std::vector<std::string> given; ///< the arguments, as they were
  TuneOptions tuning;
  bool useCache = true;

  /// With Library: what the names of functions begin with, if the user says so;
  /// whether a header is written; and whether the library loads the runtime
  /// rather than having it inside.
  std::optional<std::string> prefix;
  std::vector<std::string> exports; ///< "product(CSR, Dense)"
  bool writesHeader = true;
  bool sharesRuntime = false;
};

/// Parses the command line. None when the process is to end with `status`: help
/// was shown, or an error was.
std::optional<Options> parseOptions(int argc, char **argv, int &status);

} // namespace encke

#endif // ENCKE_DRIVER_OPTIONS_H
