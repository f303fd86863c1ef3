//===- Options.cpp - the command line of encke ----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Options.h"
#include "driver/Report.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::opt;
using namespace encke;

namespace {

enum ID {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "driver/Options.inc"
#undef OPTION
};

#define OPTTABLE_STR_TABLE_CODE
#include "driver/Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "driver/Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

constexpr OptTable::Info infoTable[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "driver/Options.inc"
#undef OPTION
};

class EnckeOptTable : public GenericOptTable {
public:
  EnckeOptTable()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, infoTable) {}
};

/// Turns parsed arguments into options, and says what is wrong with them.
class Reader {
public:
  Reader(const InputArgList &arguments) : arguments(arguments) {}

  bool read(Options &options);

private:
  void readInputs(Options &options);
  void readFormat(Options &options);
  void readCode(Options &options);
  void readThreads(Options &options);
  void readRuntime(Options &options);
  /// The position of the option's value among `names`, or `otherwise`.
  int choose(OptSpecifier option, ArrayRef<StringRef> names, int otherwise);
  void error(const Twine &message) {
    reportFailure(diagnostics, diag::command_line, message);
    failed = true;
  }

  const InputArgList &arguments;
  DiagnosticStyle diagnostics = DiagnosticStyle::Text;
  bool failed = false;
};

} // namespace

static void printHelp() {
  outs() <<
      R"(Encke compiles tensor algebra: .ta programs in Einstein notation over dense and
sparse tensors.

  encke run spmm.ta A.mtx         compile in memory and run; the data files are
                                  read(0), read(1), ... of the program
  encke spmm.ta -o spmm           make an executable; then ./spmm A.mtx
  encke check spmm.ta             only look for errors
  encke fmt spmm.ta               print it in the usual layout; -i rewrites it
  encke --emit=cin spmm.ta        print a stage; any stage may be read again:
  encke run stage.mlir A.mtx      continue from the stage that a file holds

)";
  EnckeOptTable().printHelp(outs(),
                            "encke [run|check|fmt] [options] <program> "
                            "[data files]",
                            "Encke");
  outs() << "\nExit status: 0, 1 for an error in the program or the command, 2 "
            "for an error at run time.\n";
}

int Reader::choose(OptSpecifier option, ArrayRef<StringRef> names,
                   int otherwise) {
  const Arg *argument = arguments.getLastArg(option);
  if (!argument)
    return otherwise;
  auto found = llvm::find(names, StringRef(argument->getValue()));
  if (found != names.end())
    return found - names.begin();
  error("'" + Twine(argument->getValue()) + "' is not a value of " +
        argument->getSpelling() + ": choose " + llvm::join(names, ", "));
  return otherwise;
}

void Reader::readInputs(Options &options) {
  std::vector<std::string> inputs = arguments.getAllArgValues(OPT_INPUT);
  auto next = inputs.begin();
  static constexpr std::pair<StringRef, Command> commands[] = {
      {"run", Command::Run},
      {"check", Command::Check},
      {"fmt", Command::Format}};
  for (auto [name, command] : commands) {
    if (next == inputs.end() || *next != name)
      continue;
    options.command = command;
    ++next;
    break;
  }
  if (next == inputs.end())
    return error("no program given; see encke --help");
  options.program = *next++;
  options.dataFiles.assign(next, inputs.end());
  readFormat(options);
}

void Reader::readFormat(Options &options) {
  const Arg *mode = arguments.getLastArg(OPT_i, OPT_check);
  if (!mode)
    return;
  if (options.command != Command::Format)
    return error("'" + mode->getSpelling() + "' is only for encke fmt");
  if (arguments.hasArg(OPT_i) && arguments.hasArg(OPT_check))
    return error("'-i' changes files, and '--check' does not: choose one");
  bool isInPlace = mode->getOption().matches(OPT_i);
  options.format = isInPlace ? FormatMode::InPlace : FormatMode::Check;
  if (isInPlace &&
      (options.program == "-" || llvm::is_contained(options.dataFiles, "-")))
    error("'-i' needs a file: '-' is stdin");
}

void Reader::readCode(Options &options) {
  options.output = arguments.getLastArgValue(OPT_o).str();
  options.emit = arguments.getLastArgValue(OPT_emit).str();
  if (arguments.hasArg(OPT_emit)) {
    static constexpr StringRef stages[] = {
        "ast", "ta",    "ta-opt", "linalg",  "cin", "scf", "vector",
        "omp", "async", "llvm",   "llvm-ir", "asm", "obj"};
    choose(OPT_emit, stages, 0);
  }
  static constexpr StringRef levels[] = {"0", "1", "2", "3"};
  options.code.optLevel = choose(OPT_O, levels, 3);
  options.code.cpu = arguments.getLastArgValue(OPT_mcpu).str();
  static constexpr StringRef widths[] = {"auto", "32", "64"};
  options.indexWidth = 32 * choose(OPT_index_width, widths, 0);
}

void Reader::readThreads(Options &options) {
  if (const Arg *argument = arguments.getLastArg(OPT_threads)) {
    StringRef text = argument->getValue();
    if (text.getAsInteger(10, options.threads) || options.threads < 1 ||
        options.threads > 4096)
      error("'" + text + "' is not a number of threads (1 to 4096)");
  }
  static constexpr StringRef kinds[] = {"none", "omp", "async"};
  auto kind = static_cast<Threading>(choose(OPT_parallel, kinds, 1));
  if (options.emit == "omp" || options.emit == "async") {
    kind = options.emit == "omp" ? Threading::OpenMP : Threading::Async;
    options.threads = std::max(options.threads, 2u);
  }
  options.threading = options.threads > 1 ? kind : Threading::None;
}

void Reader::readRuntime(Options &options) {
  encke_options_default(&options.runtime);
  static constexpr StringRef forms[] = {"plain", "storage"};
  options.runtime.storage_print = choose(OPT_print, forms, 0);
  static constexpr StringRef dialects[] = {"auto", "frostt", "comet"};
  options.runtime.tns_dialect = choose(OPT_tns, dialects, 0);
  options.time = arguments.hasArg(OPT_time);
  options.runtime.time = options.time;
  options.verbose = arguments.hasArg(OPT_v);
  options.runtime.verbose = options.verbose;
  options.runtime.threads = options.threads;
  options.runtime.json_diagnostics =
      options.diagnostics == DiagnosticStyle::JSON;
}

bool Reader::read(Options &options) {
  // First, because it says how the other options' errors are written.
  static constexpr StringRef styles[] = {"text", "json"};
  diagnostics =
      static_cast<DiagnosticStyle>(choose(OPT_diagnostics, styles, 0));
  options.diagnostics = diagnostics;
  for (const Arg *unknown : arguments.filtered(OPT_UNKNOWN)) {
    std::string nearest;
    std::string text = unknown->getAsString(arguments);
    bool close = EnckeOptTable().findNearest(text, nearest) <= 2;
    error("unknown option '" + text + "'" +
          (close ? "; did you mean '" + nearest + "'?" : ""));
  }
  readInputs(options);
  readCode(options);
  readThreads(options);
  readRuntime(options);
  return !failed;
}

std::optional<Options> encke::parseOptions(int argc, char **argv, int &status) {
  BumpPtrAllocator allocator;
  StringSaver saver(allocator);
  EnckeOptTable table;
  bool failed = false;
  InputArgList arguments =
      table.parseArgs(argc, argv, OPT_UNKNOWN, saver, [&](StringRef message) {
        reportFailure(DiagnosticStyle::Text, diag::command_line, message);
        failed = true;
      });
  status = 0;
  if (!failed && (arguments.hasArg(OPT_help) || argc == 1)) {
    printHelp();
    return std::nullopt;
  }
  if (!failed && arguments.hasArg(OPT_version)) {
    outs() << "Encke " ENCKE_VERSION ", LLVM " LLVM_VERSION_STRING "\n";
    return std::nullopt;
  }
  Options options;
  status = 1;
  if (failed || !Reader(arguments).read(options))
    return std::nullopt;
  status = 0;
  return options;
}
