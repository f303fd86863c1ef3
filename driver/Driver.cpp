//===- Driver.cpp - what the compiler does with a file --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Driver.h"
#include "driver/DriverImpl.h"

#include "dialects/ProgramFunction.h"
#include "dialects/TA/TADialect.h"
#include "driver/HostTarget.h"
#include "driver/Launched.h"
#include "driver/OutputFile.h"
#include "driver/Tune.h"
#include "frontend/parse/Parser.h"
#include "passes/Cost/TargetText.h"
#include "passes/EncodeDevice/DeviceCode.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"

#include <cstdio>
#include <cstdlib>

using namespace llvm;
using namespace encke;

/// What `--target` takes.
int Driver::printTarget() {
  if (Error error = useProcessor(options.code.cpu))
    return fail(std::move(error));
  return writeOutput([&](raw_pwrite_stream &os) {
    os << "# " << machine->getTargetCPU() << '\n';
    cost::printTarget(os, target);
    return 0;
  });
}

int Driver::run() {
  if (options.command == Command::PrintTarget)
    return printTarget();
  if (options.command == Command::Format) {
    std::vector<std::string> programs = options.dataFiles;
    programs.insert(programs.begin(), options.program);
    return formatFiles(programs, options.format, options.diagnostics);
  }
  // An executable is compiled for any data.
  if (options.command == Command::Run || options.command == Command::Explain ||
      options.command == Command::Tune || !options.emit.empty())
    compiler.setHeaders(
        [this](mlir::Attribute source) { return findHeader(source); });
  if (options.device != Device::None)
    compiler.useDevices();
  phases.begin("parse and check");
  FileKind kind = options.command == Command::Check     ? FileKind::Either
                  : options.command == Command::Explain ? FileKind::Either
                  : options.command == Command::Library ? FileKind::Library
                  : !options.emit.empty()               ? FileKind::Either
                                                        : FileKind::Program;
  compiler.setExports(options.exports);
  compiler.setCall(options.call);
  compiler.setSettings(options.settings,
                       options.command == Command::Run && options.emit.empty());
  if (!compiler.load(options.program, kind))
    return 1;
  if (!compiler.getProgram() && !options.settings.empty())
    return fail(diag::command_line, "--set needs a .ta program");
  if (compiler.getProgram() && !options.call.empty())
    return fail(diag::command_line, "--call needs a module of MLIR");
  if (options.command == Command::Check)
    return compiler.checkSupported() ? 0 : 1;
  if (Error error = checkOutput())
    return fail(std::move(error));
  if (Error error = useProcessor(options.code.cpu))
    return fail(std::move(error));
  if (std::optional<std::vector<ChosenFormat>> chosen =
          chooseFormats(compiler, options, target))
    chosenFormats = std::move(*chosen);
  else
    return 2;
  if (options.command == Command::Explain)
    return explain();
  if (options.command == Command::Tune)
    return tune();
  if (options.emit == "ast")
    return emitTree();
  if (std::optional<Stage> stage = getStageByName(options.emit))
    return emitStage(*stage);
  if (is_contained({"gpu", "spirv", "ptx"}, options.emit))
    return emitDevice();
  if (!options.emit.empty())
    return emitCode();
  if (options.command == Command::Library)
    return makeLibrary();
  return options.command == Command::Run ? runProgram() : makeExecutable();
}

/// Code is generated for it from now on; an empty name is that of the options.
Error Driver::useProcessor(const std::string &cpu) {
  code = options.code;
  if (!cpu.empty())
    code.cpu = cpu;
  Expected<std::unique_ptr<TargetMachine>> made = createTargetMachine(code);
  if (!made)
    return made.takeError();
  machine = std::move(*made);
  std::optional<cost::Target> chosen =
      chooseTarget(options.target, code, *machine, options.diagnostics);
  if (!chosen)
    return createStringError("");
  target = *chosen;
  return Error::success();
}

PipelineOptions Driver::getPipelineOptions() {
  PipelineOptions pipeline;
  pipeline.target = target;
  pipeline.overridesTarget = !options.target.empty();
  pipeline.vectorBits = options.code.optLevel ? unsigned(target.vectorBits) : 0;
  pipeline.expandFunctions = options.code.optLevel && hasFusedAdd(*machine);
  pipeline.threading = options.threading;
  pipeline.threads = options.threads;
  pipeline.serialIfSmall = options.threading != Threading::None &&
                           !options.threads && options.device == Device::None &&
                           isSmall(options, getReadFiles());
  bool isExecutable =
      options.command == Command::Compile && options.emit.empty();
  pipeline.timing = options.time || isExecutable;
  pipeline.fuse = options.fuse;
  pipeline.finite = options.finite;
  pipeline.verifyPasses = options.verifyPasses;
  pipeline.strictMarks = options.strictMarks;
  pipeline.distribute = options.runtime.processes != 0;
  // Copies of one process share its memory; those of MPI may be anywhere.
  pipeline.overlap = options.runtime.processes < 0;
  pipeline.reproducible = options.reproducible;
  pipeline.device = options.device;
  pipeline.report = options.verbose && !isReported;
  isReported = true;
  return pipeline;
}

std::optional<std::string> Driver::findFile(mlir::Attribute source) const {
  if (auto named = dyn_cast<mlir::StringAttr>(source))
    return named.str();
  if (auto text = dyn_cast<ta::TextAttr>(source))
    return getSetting(options.settings, text.getName())
        .value_or(text.getValue().str());
  auto number = cast<mlir::IntegerAttr>(source).getValue().getZExtValue();
  if (number >= options.dataFiles.size())
    return std::nullopt;
  return options.dataFiles[number];
}

/// More modes than any tensor has.
static constexpr int32_t mostModes = 64;

std::optional<FileHeader> Driver::findHeader(mlir::Attribute source) const {
  std::optional<std::string> path = findFile(source);
  if (!path)
    return std::nullopt;
  FileHeader header;
  header.sizes.resize(mostModes);
  int32_t order = 0;
  char message[8];
  if (encke_peek_file(path->c_str(), &options.runtime, header.sizes.data(),
                      mostModes, &order, &header.entries, message,
                      sizeof(message)) != 0)
    return std::nullopt;
  header.sizes.resize(order);
  return header;
}

/// Reads all of a file that is at hand, for people.
std::optional<FileSpread> Driver::measureFile(mlir::Attribute source) const {
  std::optional<std::string> path = findFile(source);
  std::optional<FileHeader> header = findHeader(source);
  if (!path || !header)
    return std::nullopt;
  FileSpread spread;
  spread.filled.resize(header->sizes.size());
  spread.fullest.resize(header->sizes.size());
  if (encke_measure_file(path->c_str(), &options.runtime, spread.filled.data(),
                         spread.fullest.data(), int32_t(header->sizes.size()),
                         &spread.entries) != 0)
    return std::nullopt;
  return spread;
}

int Driver::writeOutput(function_ref<int(raw_pwrite_stream &)> write) {
  std::string path = options.output.empty() ? "-" : options.output;
  int status = 0;
  auto writeAll = [&](raw_pwrite_stream &os) {
    status = write(os);
    return status == 0;
  };
  if (Error error = writeFile(path, writeAll))
    return fail(diag::unwritable_output,
                cannotWrite(path) + toString(std::move(error)));
  return status;
}

int Driver::emitTree() {
  const CheckedProgram *program = compiler.getProgram();
  if (!program)
    return fail(diag::command_line, "--emit=ast needs a .ta program");
  return writeOutput([&](raw_pwrite_stream &os) {
    printProgram(*program->program, compiler.getSources(), os);
    return 0;
  });
}

int Driver::emitStage(Stage stage) {
  mlir::OwningOpRef<mlir::ModuleOp> module =
      compiler.compile(stage, chooseIndexWidth(), getPipelineOptions());
  if (!module)
    return 1;
  return writeOutput([&](raw_pwrite_stream &os) {
    module->print(os);
    return 0;
  });
}

/// The kernels of a device, as upstream's dialect has them or as its driver is
/// given them.
int Driver::emitDevice() {
  mlir::OwningOpRef<mlir::ModuleOp> module =
      compiler.compile(Stage::SCF, chooseIndexWidth(), getPipelineOptions());
  if (!module)
    return 1;
  auto kernels = llvm::to_vector(module->getOps<mlir::gpu::GPUModuleOp>());
  if (kernels.empty())
    return fail(diag::compilation_failed,
                "no kernel of the program runs on a device; -v says why");
  return writeOutput([&](raw_pwrite_stream &os) {
    for (mlir::gpu::GPUModuleOp kernel : kernels) {
      if (options.emit == "gpu") {
        kernel->print(os);
        os << '\n';
        continue;
      }
      std::optional<std::string> text = compiler.encode(
          kernel, options.emit == "ptx" ? DeviceCode::PTX : DeviceCode::SPIRV);
      if (!text)
        return 1;
      os << *text;
    }
    return 0;
  });
}

/// None after an error.
std::optional<Explanation> Driver::makeExplanation(bool checksSchedules) {
  PipelineOptions pipeline = getPipelineOptions();
  // Each statement has kernels of its own, with the names of its tensors.
  pipeline.mergeKernels = false;
  pipeline.noteOrders = true;
  unsigned width = chooseIndexWidth();
  mlir::OwningOpRef<mlir::ModuleOp> statements =
      compiler.compile(Stage::TAOpt, width, pipeline);
  if (!statements)
    return std::nullopt;
  Explanation explanation = explainStatements(
      *statements, [&](mlir::Attribute source) { return measureFile(source); });
  pipeline.report = false;
  mlir::OwningOpRef<mlir::ModuleOp> kernels =
      compiler.compile(Stage::CIN, width, pipeline);
  if (!kernels)
    return std::nullopt;
  explainKernels(*kernels, explanation);
  explainProgram(compiler, explanation);
  explainSchedules(explanation);
  pipeline.noteOrders = false;
  if (checksSchedules)
    checkSchedules(
        compiler,
        [&](llvm::StringRef text) { return compileText(text, pipeline); },
        explanation);
  return explanation;
}

/// Another text in the place of the program, at the stage cin; none after an
/// error.
std::optional<std::string>
Driver::compileText(llvm::StringRef text, const PipelineOptions &pipeline) {
  Compiler other(options.diagnostics);
  other.setHeaders(
      [this](mlir::Attribute source) { return findHeader(source); });
  other.setExports(options.exports);
  other.setSettings(options.settings, /*inThisRun=*/false);
  if (!other.loadText(text, options.program, FileKind::Either) ||
      !chooseFormats(other, options, target))
    return std::nullopt;
  mlir::OwningOpRef<mlir::ModuleOp> module =
      other.compile(Stage::CIN, chooseIndexWidth(), pipeline);
  if (!module)
    return std::nullopt;
  std::string printed;
  llvm::raw_string_ostream os(printed);
  (*module)->print(os, mlir::OpPrintingFlags().enableDebugInfo(false));
  return printed;
}

/// None after an error.
std::optional<ExplainedProcesses> Driver::makeExplanationOfProcesses() {
  PipelineOptions pipeline = getPipelineOptions();
  pipeline.distribute = pipeline.noteOrders = true;
  pipeline.report = false;
  mlir::OwningOpRef<mlir::ModuleOp> module =
      compiler.compile(Stage::TAOpt, chooseIndexWidth(), pipeline);
  if (!module)
    return std::nullopt;
  return explainProcesses(
      *module, options.explainedProcesses, options.runtime,
      [&](mlir::Attribute source) { return findFile(source); });
}

int Driver::explain() {
  if (!compiler.getProgram())
    return fail(diag::command_line, "explain needs a .ta program");
  auto write = [&](const auto &explanation, auto printForPrograms,
                   auto printForPeople) {
    if (!explanation)
      return 1;
    return writeOutput([&](raw_pwrite_stream &os) {
      if (options.writesJSON)
        printForPrograms(os);
      else
        printForPeople(os);
      return 0;
    });
  };
  if (options.explainedProcesses) {
    std::optional<ExplainedProcesses> processes = makeExplanationOfProcesses();
    return write(
        processes, [&](raw_ostream &os) { printJSON(*processes, os); },
        [&](raw_ostream &os) { printText(*processes, os); });
  }
  std::optional<Explanation> explanation =
      makeExplanation(/*checksSchedules=*/true);
  if (explanation && !options.html.empty())
    return writeReport(*explanation);
  return write(
      explanation,
      [&](raw_ostream &os) { printJSON(*explanation, chosenFormats, os); },
      [&](raw_ostream &os) { printText(*explanation, chosenFormats, os); });
}

int Driver::tune() {
  if (!compiler.getProgram())
    return fail(diag::command_line, "tune needs a .ta program");
  // What is wrong with the program as it stands is said once.
  if (!makeExplanation())
    return 1;
  compiler.setChange([](mlir::ModuleOp module) {
    module.walk([](mlir::Operation *op) { cin::setSchedule(op, {}); });
  });
  std::optional<Explanation> policy = makeExplanation();
  compiler.setChange(nullptr);
  if (!policy)
    return 1;
  std::optional<CacheFolder> cache;
  if (options.useCache)
    cache = CacheFolder::open();
  TuneContext context{options, compiler, {}};
  context.units = {code,
                   getPipelineOptions(),
                   chooseIndexWidth(),
                   Callers::Program,
                   cache ? &*cache : nullptr,
                   nullptr};
  int status = 0;
  std::optional<std::vector<Tuning>> tunings =
      encke::tune(context, *policy, status);
  if (!tunings)
    return status;
  unsigned written = 0;
  if (options.tuning.writesProgram) {
    Expected<unsigned> count = writeProgram(context, *tunings);
    if (!count)
      return fail(count.takeError());
    written = *count;
  }
  if (!options.tuning.plot.empty())
    if (Error error = writePlot(options.tuning.plot, *tunings))
      return fail(std::move(error));
  int failure = writeOutput([&](raw_pwrite_stream &os) {
    if (options.tuning.writesCSV)
      printCSV(*tunings, os);
    else if (options.writesJSON)
      printTuningJSON(*tunings, os);
    else
      printTable(*tunings, written, options.program, os);
    return 0;
  });
  return std::max(status, failure);
}

std::unique_ptr<Module> Driver::compileToLLVMIR(LLVMContext &context,
                                                unsigned indexWidth,
                                                Callers callers) {
  phases.begin("compile to the llvm stage");
  mlir::OwningOpRef<mlir::ModuleOp> module =
      compiler.compile(Stage::LLVM, indexWidth, getPipelineOptions());
  if (!module)
    return nullptr;
  phases.begin("optimise");
  Expected<std::unique_ptr<Module>> translated =
      translateToLLVMIR(*module, context, *machine, options.code, callers);
  if (!translated) {
    fail(translated.takeError());
    return nullptr;
  }
  return std::move(*translated);
}

/// The program as object files; an error without a text was reported already.
Expected<CompiledUnits>
Driver::compileToObjects(unsigned indexWidth, Callers callers,
                         function_ref<Error(Module &)> finish) {
  std::optional<CacheFolder> cache;
  if (options.useCache)
    cache = CacheFolder::open();
  UnitOptions units;
  units.code = code;
  units.pipeline = getPipelineOptions();
  units.indexWidth = indexWidth;
  units.callers = callers;
  units.cache = cache ? &*cache : nullptr;
  units.phases = &phases;
  return compileUnits(compiler, units, finish);
}

int Driver::emitCode() {
  LLVMContext context;
  std::unique_ptr<Module> module =
      compileToLLVMIR(context, chooseIndexWidth(), Callers::Others);
  if (!module)
    return 1;
  return writeOutput([&](raw_pwrite_stream &os) {
    if (options.emit == "llvm-ir") {
      module->print(os, nullptr);
      return 0;
    }
    Error error = emitMachineCode(*module, *machine, options.emit == "asm", os);
    return error ? fail(std::move(error)) : 0;
  });
}

/// For the next time, if there is nothing to be said again then.
void Driver::keep(const CompiledProgram &program, unsigned indexWidth) const {
  // A format that was chosen is one for the data.
  if (!compiler.getProgram() || !compiler.isSilent() || !chosenFormats.empty())
    return;
  const SourceMgr &sources = compiler.getSources();
  if (std::optional<ProgramCache> cache = ProgramCache::open(options))
    cache->store(program, indexWidth,
                 sources.getMemoryBuffer(sources.getMainFileID())->getBuffer());
}

/// Ends the process. What it has goes with it: to take apart all that compiling
/// has built would take milliseconds.
[[noreturn]] static void leave(int status) {
  outs().flush();
  std::fflush(nullptr);
  std::_Exit(status);
}

int Driver::runProgram() {
  if (!compiler.checkCalls())
    return 1;
  unsigned indexWidth = chooseIndexWidth();
  Expected<CompiledUnits> units =
      compileToObjects(indexWidth, Callers::Program,
                       [](Module &module) { return checkIsProgram(module); });
  if (!units)
    return fail(units.takeError());
  CompiledProgram program;
  program.objects = std::move(units->objects);
  program.namedFiles = compiler.getNamedFiles();
  program.parameters = compiler.getParameters();
  program.fixed = getFixedValues(program.parameters, options);
  for (const MemoryBuffer *import : compiler.getImports())
    program.imports.push_back(
        {import->getBufferIdentifier().str(), hashOf(import->getBuffer())});
  program.threading = units->threading;
  if (compiler.usedHeaders())
    program.headers = describeHeaders(options, getReadFiles());
  if (compiler.isSerialAsSmall())
    program.smallFiles = options.dataFiles.size();
  keep(program, indexWidth);
  Expected<LoadedProgram> loaded =
      LoadedProgram::load(program.objects, program.threading);
  if (!loaded)
    return fail(loaded.takeError());
  phases.begin("run");
  int status = runLoaded(*loaded, options);
  beQuietUnlessFirst(options);
  phases.print();
  leave(status);
}

/// What was read must not be overwritten.
Error Driver::checkOutput() const {
  std::vector<std::string> inputs = options.dataFiles;
  inputs.push_back(options.program);
  for (const std::string &input : inputs) {
    if (sys::fs::equivalent(options.output, input))
      return createStringError("'" + options.output +
                               "' is read: name another file with -o");
    if (sys::fs::equivalent(options.tuning.plot, input))
      return createStringError("'" + options.tuning.plot +
                               "' is read: name another file with --plot");
  }
  return Error::success();
}

int encke::runDriver(const Options &options) { return Driver(options).run(); }
