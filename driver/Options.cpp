//===- Options.cpp - the command line of encke ----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Options.h"
#include "driver/OptionTable.h"
#include "driver/Report.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;
using namespace llvm::opt;
using namespace encke;

namespace {

/// Turns parsed arguments into options, and says what is wrong with them.
class Reader {
public:
  /// `given` is what the arguments were parsed from.
  Reader(ArrayRef<const char *> given, const InputArgList &arguments)
      : given(given), arguments(arguments) {}

  bool read(Options &options);

private:
  void checkKnown();
  void checkEmpty();
  void readInputs(Options &options);
  void readFormat(Options &options);
  void readReordering(Options &options);
  void readCommand(ArrayRef<std::string> &inputs, Options &options);
  void checkInputs(const Options &options);
  void checkData(const Options &options);
  void checkUsed(const Options &options);
  void readCode(Options &options);
  void readColours();
  void readThreads(Options &options);
  void readDevice(Options &options);
  void readRuntime(Options &options);
  void readTuning(Options &options);
  /// The position of the option's value among `names`, or `otherwise`.
  int choose(OptSpecifier option, ArrayRef<StringRef> names, int otherwise);
  void error(const Twine &message) {
    reportFailure(diagnostics, diag::command_line, message);
    failed = true;
  }

  ArrayRef<const char *> given;
  const InputArgList &arguments;
  DiagnosticStyle diagnostics = DiagnosticStyle::Text;
  bool failed = false;
};

} // namespace

int Reader::choose(OptSpecifier option, ArrayRef<StringRef> names,
                   int otherwise) {
  const Arg *argument = arguments.getLastArg(option);
  if (!argument)
    return otherwise;
  const auto *found = llvm::find(names, StringRef(argument->getValue()));
  if (found != names.end())
    return found - names.begin();
  error("'" + Twine(argument->getValue()) + "' is not a value of " +
        argument->getSpelling() + ": choose " + llvm::join(names, ", "));
  return otherwise;
}

/// True when `candidate` may have been meant by `text`: two letters are wrong
/// at most, and fewer than half.
static bool isNear(StringRef text, StringRef candidate) {
  unsigned distance = text.edit_distance(candidate, true, 2);
  return distance <= 2 && 2 * distance < text.size();
}

static std::string didYouMean(StringRef candidate) {
  return ("; did you mean '" + candidate + "'?").str();
}

void Reader::checkKnown() {
  for (const Arg *unknown : arguments.filtered(OPT_UNKNOWN)) {
    std::string text = unknown->getAsString(arguments), nearest;
    getOptionTable().findNearest(text, nearest);
    error("unknown option '" + text + "'" +
          (isNear(text, nearest) ? didYouMean(nearest) : ""));
  }
}

/// The parser leaves empty arguments out, and what comes behind them would be
/// taken for another file than it is.
void Reader::checkEmpty() {
  for (const char *text : given) {
    auto holds = [&](const Arg *argument) {
      return llvm::is_contained(argument->getValues(), text);
    };
    if (!*text && llvm::none_of(arguments, holds))
      return error("an argument is empty, and no file has such a name");
  }
}

static constexpr std::pair<StringLiteral, Command> commands[] = {
    {"run", Command::Run},     {"lib", Command::Library},
    {"check", Command::Check}, {"explain", Command::Explain},
    {"tune", Command::Tune},   {"fmt", Command::Format},
    {"info", Command::Info},   {"convert", Command::Convert},
    {"spy", Command::Spy},     {"lsp", Command::Serve}};

/// Takes the command from the inputs. Without one the first of them is the
/// program, which a misspelt command would be taken for.
void Reader::readCommand(ArrayRef<std::string> &inputs, Options &options) {
  if (inputs.empty())
    return;
  StringRef first = inputs.front();
  for (auto [name, command] : commands)
    if (first == name) {
      options.command = command;
      inputs = inputs.drop_front();
      return;
    }
  if (first == "-" || sys::path::has_extension(first) || sys::fs::exists(first))
    return;
  std::string hint = "; see encke --help";
  for (auto [name, command] : commands)
    if (isNear(first, name))
      hint = didYouMean(name);
  error("'" + first + "' is neither a command nor a file" + hint);
}

static Action getAction(const Options &options) {
  if (options.command == Command::Format)
    return Formats;
  if (options.command == Command::Check)
    return Checks;
  if (options.command == Command::Explain)
    return Explains;
  if (options.command == Command::Tune)
    return Tunes;
  if (options.command == Command::Info || options.command == Command::Convert)
    return TakesData;
  if (options.command == Command::Spy)
    return Draws;
  if (options.command == Command::PrintTarget)
    return PrintsTarget;
  if (options.command == Command::Serve)
    return Serves;
  if (options.command == Command::Library && options.emit.empty())
    return MakesLibrary;
  if (!options.emit.empty())
    return Emits;
  return options.command == Command::Run ? Runs : MakesExecutable;
}

void Reader::readInputs(Options &options) {
  std::vector<std::string> given = arguments.getAllArgValues(OPT_INPUT);
  ArrayRef<std::string> inputs = given;
  if (arguments.hasArg(OPT_print_target)) {
    options.command = Command::PrintTarget;
    if (!inputs.empty())
      error("'--print-target' shows the machine and takes no program, not '" +
            inputs.front() + "'");
    return;
  }
  readCommand(inputs, options);
  if (failed)
    return;
  if (getAction(options) == TakesData || getAction(options) == Draws) {
    options.dataFiles = inputs.vec();
    readFormat(options);
    readReordering(options);
    return checkData(options);
  }
  if (options.command == Command::Serve) {
    if (!inputs.empty())
      error("lsp is told of files by the editor, not '" +
            Twine(inputs.front()) + "' by the command");
    return;
  }
  if (inputs.empty())
    return error("no program given; see encke --help");
  options.program = inputs.front();
  options.dataFiles = inputs.drop_front().vec();
  readFormat(options);
  checkInputs(options);
}

void Reader::readFormat(Options &options) {
  const Arg *mode = arguments.getLastArg(OPT_i, OPT_check);
  if (!mode || options.command != Command::Format)
    return;
  if (arguments.hasArg(OPT_i) && arguments.hasArg(OPT_check))
    return error("'-i' changes files, and '--check' does not: choose one");
  bool isInPlace = mode->getOption().matches(OPT_i);
  options.format = isInPlace ? FormatMode::InPlace : FormatMode::Check;
  if (isInPlace &&
      (options.program == "-" || llvm::is_contained(options.dataFiles, "-")))
    error("'-i' needs a file: '-' is stdin");
}

/// For spy the argument after `--reorder` is a method, for info a file.
void Reader::readReordering(Options &options) {
  options.infoFormats = arguments.getAllArgValues(OPT_format);
  options.drawsStorage = arguments.hasArg(OPT_storage);
  options.slice = arguments.getLastArgValue(OPT_slice).str();
  options.reordersAlike = arguments.hasArg(OPT_alike);
  const Arg *flag = arguments.getLastArg(OPT_reorder, OPT_reorder_eq);
  if (!flag && options.reordersAlike)
    error("--alike says how --reorder renumbers, which is missing");
  if (!flag)
    return;
  bool hasValue = flag->getOption().matches(OPT_reorder_eq);
  if (options.command != Command::Spy) {
    options.comparesOrders = true;
    if (hasValue)
      error("'" + flag->getAsString(arguments) +
            "': info compares all reorderings; write '--reorder'");
    return;
  }
  StringRef method;
  if (hasValue)
    method = flag->getValue();
  for (const Arg *input : arguments.filtered(OPT_INPUT))
    if (!hasValue && input->getIndex() == flag->getIndex() + 1)
      method = input->getValue();
  if (!hasValue)
    if (auto found = llvm::find(options.dataFiles, method);
        found != options.dataFiles.end())
      options.dataFiles.erase(found);
  static constexpr StringRef methods[] = {"lexi", "rcm", "degree", "partition"};
  if (!llvm::is_contained(methods, method))
    error("'" + method + "' is no reordering: choose " +
          llvm::join(ArrayRef(methods), ", "));
  options.reordering = method.str();
}

void Reader::checkInputs(const Options &options) {
  if (options.dataFiles.empty())
    return;
  const std::string &first = options.dataFiles.front();
  switch (getAction(options)) {
  case Checks:
    return error("check takes one program, '" + Twine(first) +
                 "' is one file too many");
  case MakesExecutable:
    return error("an executable is given its data files when it runs, not '" +
                 Twine(first) + "' now; to run the program: encke run " +
                 options.program + " " + first);
  case MakesLibrary:
    return error("lib takes one program, '" + Twine(first) +
                 "' is one file too many");
  case Emits:
  case Explains:
  case Tunes:
  case Runs:
  case Formats:
  case TakesData:
  case Draws:
  case PrintsTarget:
  case Serves:
    return;
  }
}

void Reader::checkData(const Options &options) {
  size_t count = options.dataFiles.size();
  if (options.command != Command::Info && !options.drawsStorage &&
      !options.infoFormats.empty())
    error("--format is for info and spy --storage: data files have no format");
  if (options.command == Command::Info && count == 0)
    error("info needs a data file; see encke --help");
  if (options.command == Command::Spy && count != 1)
    error("spy draws one data file, not " + Twine(count) +
          "; see encke --help");
  const Arg *picture = arguments.getLastArg(OPT_o, OPT_slice, OPT_alike,
                                            OPT_reorder, OPT_reorder_eq);
  if (options.drawsStorage && picture)
    error("spy --storage draws text onto stdout, so '" +
          picture->getAsString(arguments) + "' has no effect");
  if (options.drawsStorage && count == 1 &&
      StringRef(options.dataFiles[0]).ends_with(".ta"))
    error("spy --storage draws data files; for what a program prints use "
          "'encke run --print=levels'");
  if (options.command == Command::Convert && count != 2)
    error("convert needs two files, one to read and one to write, not " +
          Twine(count));
}

/// An option that the command has no use for is a misunderstanding.
void Reader::checkUsed(const Options &options) {
  Action action = getAction(options);
  StringRef what = action == Checks         ? "check"
                   : action == PrintsTarget ? "--print-target"
                   : action == Emits        ? "--emit"
                   : action == Explains     ? "explain"
                   : action == Tunes        ? "tune"
                   : action == Runs         ? "run"
                   : action == Formats      ? "fmt"
                   : action == TakesData    ? "a command on data"
                   : action == Draws        ? "spy"
                   : action == Serves       ? "lsp"
                   : action == MakesLibrary ? "lib"
                                            : "making an executable";
  for (const OptionUse &use : getOptionUses()) {
    const Arg *argument = arguments.getLastArg(use.option);
    if (!argument || (use.actions & action))
      continue;
    StringRef hint = action == MakesExecutable
                         ? ": give the option to the executable when it runs"
                         : "";
    error(what + " " + use.otherwise + ", so '" +
          argument->getAsString(arguments) + "' has no effect" + hint);
  }
}

void Reader::readCode(Options &options) {
  options.output = arguments.getLastArgValue(OPT_o).str();
  options.emit = arguments.getLastArgValue(OPT_emit).str();
  if (arguments.hasArg(OPT_emit)) {
    static constexpr StringRef stages[] = {
        "ast",   "ta",   "ta-opt",  "linalg", "cin", "scf", "vector", "omp",
        "async", "llvm", "llvm-ir", "asm",    "obj", "gpu", "spirv",  "ptx"};
    choose(OPT_emit, stages, 0);
  }
  static constexpr StringRef levels[] = {"0", "1", "2", "3"};
  options.code.optLevel = choose(OPT_O, levels, 3);
  options.fuse = !arguments.hasArg(OPT_no_fuse);
  options.finite = arguments.hasArg(OPT_finite);
  options.reproducible = arguments.hasArg(OPT_reproducible);
  options.code.cpu = arguments.getLastArgValue(OPT_mcpu).str();
  options.code.triple = arguments.getLastArgValue(OPT_mtriple).str();
  if (!options.code.triple.empty() && options.code.cpu == "native")
    error(
        "'--mcpu=native' is this machine, '--mtriple' another one: choose one");
  options.target = sys::Process::GetEnv("ENCKE_TARGET").value_or("");
  if (const Arg *target = arguments.getLastArg(OPT_target))
    options.target = target->getValue();
  options.verifyPasses = arguments.hasArg(OPT_verify_passes);
  // Tests ask for it of all programs.
  std::optional<std::string> strict =
      sys::Process::GetEnv("ENCKE_STRICT_MARKS");
  options.strictMarks =
      arguments.hasArg(OPT_strict_marks) || (strict && !strict->empty());
  if (const Arg *prefix = arguments.getLastArg(OPT_prefix))
    options.prefix = prefix->getValue();
  options.exports = arguments.getAllArgValues(OPT_export);
  options.writesHeader = !arguments.hasArg(OPT_no_header);
  options.sharesRuntime = arguments.hasArg(OPT_shared_runtime);
  // What was compiled before has no passes to check.
  options.useCache = !arguments.hasArg(OPT_no_cache) && !options.verifyPasses;
  static constexpr StringRef widths[] = {"auto", "32", "64"};
  options.indexWidth = 32 * choose(OPT_index_width, widths, 0);
}

void Reader::readThreads(Options &options) {
  encke_options_default(&options.runtime);
  int32_t &processes = options.runtime.processes;
  if (const Arg *argument = arguments.getLastArg(OPT_processes)) {
    StringRef number = argument->getValue();
    constexpr int64_t mostExplained = 1000000;
    if (options.command == Command::Explain) { // which starts none
      if (number.getAsInteger(10, options.explainedProcesses) ||
          options.explainedProcesses < 1 ||
          options.explainedProcesses > mostExplained)
        error("'" + number + "' is not a number of processes (1 to 1000000)");
    } else if (encke_parse_processes(argument->getValue(), &processes) != 0) {
      error("'" + number +
            "' is not a number of processes (1 to 256), nor 'mpi'");
    } else if (options.command == Command::Library && processes > 0) {
      error("the processes of a library are those of a communicator that its "
            "callers have: --processes=mpi");
    }
  }
  std::optional<std::string> text = sys::Process::GetEnv("ENCKE_THREADS");
  if (text && text->empty())
    text.reset();
  StringRef from = text ? "ENCKE_THREADS: " : "";
  if (const Arg *argument = arguments.getLastArg(OPT_threads)) {
    text = argument->getValue();
    from = "";
  }
  if (text && (StringRef(*text).getAsInteger(10, options.threads) ||
               options.threads < 1 || options.threads > 4096))
    error(from + "'" + *text + "' is not a number of threads (1 to 4096)");
  // What is run here and now needs no loops for threads that are not there.
  bool isHere = options.command == Command::Run ||
                options.command == Command::Explain ||
                options.command == Command::Tune;
  if (!text && isHere && encke_default_threads() / std::max(processes, 1) <= 1)
    options.threads = 1;
  static constexpr StringRef kinds[] = {"none", "omp", "async"};
  auto kind = static_cast<Threading>(choose(OPT_parallel, kinds, 1));
  if (options.emit == "omp" || options.emit == "async") {
    kind = options.emit == "omp" ? Threading::OpenMP : Threading::Async;
    options.threads = std::max(options.threads, 2u);
  }
  options.threading = options.threads == 1 ? Threading::None : kind;
  if (arguments.hasArg(OPT_reproducible) &&
      options.command != Command::Explain &&
      options.threading != Threading::None)
    error("not supported yet: --reproducible on several threads, which add up "
          "in an order of their own: say --threads=1");
}

/// What is shown of the code for a device is that for the device.
void Reader::readDevice(Options &options) {
  static constexpr StringRef devices[] = {"cpu", "vulkan", "cuda", "auto"};
  constexpr int find = 3;
  int chosen = choose(OPT_device, devices, 0);
  if (chosen == 0 && (options.emit == "gpu" || options.emit == "spirv"))
    chosen = static_cast<int>(Device::Vulkan);
  if (options.emit == "ptx")
    chosen = static_cast<int>(Device::CUDA);
  if (chosen == 0 || failed)
    return;
  Action action = getAction(options);
  if (action == MakesExecutable || action == MakesLibrary || action == Tunes)
    return error("not supported yet: --device with what is not run at once");
  if (options.runtime.processes != 0)
    return error("not supported yet: --device with --processes");
  options.device = chosen == find ? static_cast<Device>(encke_device_find())
                                  : static_cast<Device>(chosen);
}

void Reader::readRuntime(Options &options) {
  static constexpr StringRef forms[] = {"plain", "storage", "levels",
                                        "json",  "csv",     "mtx"};
  options.runtime.storage_print = choose(OPT_print, forms, 0);
  static constexpr StringRef dialects[] = {"auto",    "frostt",  "comet",
                                           "frostt0", "header1", "edges",
                                           "edges0",  "edges1"};
  options.runtime.tns_dialect = choose(OPT_tns, dialects, 0);
  options.time = arguments.hasArg(OPT_time);
  options.verbose = arguments.hasArg(OPT_v);
  options.likelyData = arguments.getAllArgValues(OPT_data);
  options.settings = arguments.getAllArgValues(OPT_set);
  options.call = arguments.getLastArgValue(OPT_call).str();
  options.writesJSON = arguments.hasArg(OPT_json);
  options.runtime.json = options.writesJSON;
  options.html = arguments.getLastArgValue(OPT_html).str();
  bool explains = options.command == Command::Explain;
  options.runtime.time = options.time && !explains;
  if (explains && options.time && options.html.empty())
    error("explain measures times for a page only: add '--html <file>'");
  if (explains && !options.html.empty() && options.explainedProcesses)
    error("not supported yet: --html with --processes");
  if (explains && options.time && options.program == "-")
    error("'--time' runs the program: it must be in a file, not on stdin");
  options.runtime.verbose = options.verbose;
  // What looks at data before processes start must leave no threads behind.
  options.runtime.threads = options.runtime.processes ? 1 : options.threads;
  options.runtime.keep = arguments.hasArg(OPT_keep);
  options.runtime.lenient = arguments.hasArg(OPT_lenient);
  options.runtime.json_diagnostics =
      options.diagnostics == DiagnosticStyle::JSON;
}

/// The names between commas.
static std::vector<std::string> splitNames(StringRef text) {
  std::vector<std::string> names;
  for (StringRef name : split(text, ','))
    if (!name.trim().empty())
      names.push_back(name.trim().str());
  return names;
}

void Reader::readTuning(Options &options) {
  TuneOptions &tuning = options.tuning;
  auto isTime = [](double seconds) { return seconds > 0 && seconds <= 1e6; };
  if (const Arg *argument = arguments.getLastArg(OPT_seconds))
    if (StringRef(argument->getValue()).getAsDouble(tuning.seconds) ||
        !isTime(tuning.seconds))
      error("'" + Twine(argument->getValue()) +
            "' is not a number of seconds that --seconds takes");
  // Of a search with little time each schedule has less.
  constexpr double mostSchedules = 200;
  tuning.sampling = std::min(tuning.sampling, tuning.seconds / mostSchedules);
  if (const Arg *argument = arguments.getLastArg(OPT_statement))
    if (StringRef(argument->getValue()).getAsInteger(10, tuning.line) ||
        tuning.line == 0)
      error("'" + Twine(argument->getValue()) +
            "' is not the number of a line");
  tuning.formats = splitNames(arguments.getLastArgValue(OPT_formats));
  tuning.clauses = splitNames(arguments.getLastArgValue(OPT_clauses));
  tuning.all = arguments.hasArg(OPT_all);
  tuning.writesCSV = arguments.hasArg(OPT_csv);
  tuning.writesProgram = arguments.hasArg(OPT_write);
  tuning.plot = arguments.getLastArgValue(OPT_plot).str();
  if (options.command != Command::Tune)
    return;
  if (tuning.writesCSV && options.writesJSON)
    error("'--csv' and '--json' are two ways to write the same: choose one");
  if (tuning.writesProgram && options.program == "-")
    error("'--write' needs a file: '-' is stdin");
}

/// What is told of by variables to whatever runs next, as others do.
void Reader::readColours() {
  static constexpr StringRef whens[] = {"auto", "always", "never"};
  switch (choose(OPT_color, whens, 0)) {
  case 1:
    setenv("CLICOLOR_FORCE", "1", 1);
    unsetenv("NO_COLOR");
    break;
  case 2:
    setenv("NO_COLOR", "1", 1);
    unsetenv("CLICOLOR_FORCE");
    break;
  default:
    break;
  }
}

bool Reader::read(Options &options) {
  // First, because it says how the other options' errors are written.
  static constexpr StringRef styles[] = {"text", "json"};
  diagnostics =
      static_cast<DiagnosticStyle>(choose(OPT_diagnostics, styles, 0));
  options.diagnostics = diagnostics;
  readColours();
  checkKnown();
  checkEmpty();
  readCode(options);
  readInputs(options);
  readThreads(options);
  readDevice(options);
  readRuntime(options);
  readTuning(options);
  if (!failed)
    checkUsed(options);
  return !failed;
}

/// Returns the exit status.
static int finishOutput() {
  outs().flush();
  std::error_code error = outs().error();
  outs().clear_error();
  return error ? reportFailure(DiagnosticStyle::Text, diag::unwritable_output,
                               "cannot write the standard output: " +
                                   error.message())
               : 0;
}

std::optional<Options> encke::parseOptions(int argc, char **argv, int &status) {
  const OptTable &table = getOptionTable();
  unsigned missingIndex = 0, missingCount = 0;
  ArrayRef<const char *> given(argv + 1, argc - 1);
  InputArgList arguments = table.ParseArgs(given, missingIndex, missingCount);
  if (missingCount) {
    status = reportFailure(DiagnosticStyle::Text, diag::command_line,
                           Twine(arguments.getArgString(missingIndex)) +
                               ": missing argument");
    return std::nullopt;
  }
  std::vector<std::string> inputs = arguments.getAllArgValues(OPT_INPUT);
  bool asksForHelp = !inputs.empty() && inputs.front() == "help";
  bool helps = arguments.hasArg(OPT_help) || argc == 1 || asksForHelp;
  if (helps || arguments.hasArg(OPT_version)) {
    if (asksForHelp)
      inputs.erase(inputs.begin());
    if (helps && !printHelp(inputs.empty() ? "" : inputs.front(), outs())) {
      status = reportFailure(DiagnosticStyle::Text, diag::command_line,
                             "there is no command '" + inputs.front() +
                                 "' to help with; see encke --help");
      return std::nullopt;
    }
    if (!helps)
      outs() << "Encke " ENCKE_VERSION ", LLVM " LLVM_VERSION_STRING "\n";
    status = finishOutput();
    return std::nullopt;
  }
  status = 0;
  Options options;
  if (Reader(given, arguments).read(options)) {
    options.given.assign(given.begin(), given.end());
    return options;
  }
  status = 1;
  return std::nullopt;
}
