//===- Compiler.cpp - from a file to any stage ----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Compiler.h"

#include "dialects/CIN/Schedule.h"
#include "dialects/ProgramFunction.h"
#include "dialects/TA/TADialect.h"
#include "driver/Dialects.h"
#include "driver/MLIRReporter.h"
#include "driver/ModuleSignatures.h"
#include "driver/Report.h"
#include "frontend/check/AutoFormats.h"
#include "frontend/check/Exports.h"
#include "frontend/lower/LowerToTA.h"
#include "frontend/parse/Imports.h"
#include "frontend/parse/Parser.h"
#include "passes/Cost/Operations.h"
#include "passes/EncodeDevice/Encode.h"
#include "passes/Passes.h"
#include "passes/Support/Estimates.h"
#include "passes/Support/RuntimeFunctions.h"
#include "passes/Support/TargetSpec.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>

using namespace mlir;
using namespace encke;

/// Compiling one program is too little work for MLIR's own threads.
Compiler::Compiler(DiagnosticStyle style)
    : style(style), context(MLIRContext::Threading::DISABLED) {
  // The place in the program says more than the operation's text.
  context.printOpOnDiagnostic(false);
  DialectRegistry registry;
  registerDialects(registry);
  context.appendDialectRegistry(registry);
}

Compiler::~Compiler() = default;

/// These dialects take longer to load than all others, so programs without a
/// device do without.
void Compiler::useDevices() {
  DialectRegistry registry;
  registerDeviceDialects(registry);
  context.appendDialectRegistry(registry);
}

std::optional<std::string> Compiler::encode(gpu::GPUModuleOp kernel,
                                            DeviceCode to) {
  MLIRReporter reporter(sources, style, &context);
  FailureOr<EncodedDevice> encoded =
      encodeDevice(kernel, to, [&](OpPassManager &passes, Operation *op) {
        PassManager manager(&context, op->getName().getStringRef());
        static_cast<OpPassManager &>(manager) = passes;
        return manager.run(op);
      });
  return succeeded(encoded) ? std::optional(encoded->text) : std::nullopt;
}

const CheckedProgram *Compiler::getProgram() const {
  return checked ? &*checked : nullptr;
}

/// MLIR by its extension or, from stdin, by what it begins with.
static bool isMLIR(StringRef path, StringRef text) {
  if (path != "-")
    return llvm::sys::path::extension(path) == ".mlir";
  // Lines with '#' are comments in one and aliases in the other.
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    line = line.trim();
    text = rest;
    if (!line.empty() && !line.starts_with("#"))
      return line.starts_with("module") || line.starts_with("//") ||
             line.starts_with("func.func") || line.starts_with("!");
  }
  return false;
}

/// A file of data where the program should be: by its name or its banner.
static bool isData(StringRef path, StringRef text) {
  path.consume_back_insensitive(".gz");
  StringRef extension = llvm::sys::path::extension(path);
  return extension.equals_insensitive(".mtx") ||
         extension.equals_insensitive(".tns") ||
         text.starts_with_insensitive("%%MatrixMarket");
}

/// What --emit printed behind the last stage that can be read again, or empty.
static StringRef findFinalStage(StringRef text) {
  static constexpr std::pair<StringLiteral, StringLiteral> beginnings[] = {
      {"\x7f"
       "ELF",
       "an object file"},
      {"; ModuleID", "LLVM IR"},
      {"\t.", "assembly"},
      {"Program\n", "a syntax tree"}};
  for (auto [beginning, stage] : beginnings)
    if (text.starts_with(beginning))
      return stage;
  return "";
}

bool Compiler::load(StringRef path, FileKind kind) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/false);
  if (!buffer) {
    reportFailure(style, diag::unreadable_program,
                  "cannot read '" + path + "': " + buffer.getError().message());
    return false;
  }
  if (isData(path, (*buffer)->getBuffer())) {
    reportFailure(style, diag::command_line,
                  "'" + path +
                      "' holds data, not a program: the program stands before "
                      "its data files");
    return false;
  }
  if (StringRef stage = findFinalStage((*buffer)->getBuffer());
      !stage.empty()) {
    reportFailure(style, diag::command_line,
                  "'" + path + "' holds " + stage +
                      ", which Encke does not go on from: it reads .ta "
                      "programs and the stages from ta to llvm");
    return false;
  }
  bool mlir = isMLIR(path, (*buffer)->getBuffer());
  unsigned id = sources.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  return mlir ? loadModule() : loadProgram(id, kind);
}

bool Compiler::loadText(StringRef text, StringRef path, FileKind kind) {
  return loadProgram(
      sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text, path),
                                 llvm::SMLoc()),
      kind);
}

bool Compiler::loadProgram(unsigned buffer, FileKind kind) {
  Diagnostics diagnostics(sources);
  tree = parseProgram(diagnostics, buffer);
  if (tree && !readImports(*tree, diagnostics, buffer))
    tree.reset();
  if (tree && !diagnostics.hasErrors() && !applySettings())
    return false;
  if (tree && addExports(*tree, exports, diagnostics))
    checked = checkProgram(*tree, diagnostics, kind);
  silent = diagnostics.isEmpty();
  diagnostics.flush(llvm::errs(), style);
  return checked.has_value();
}

/// What is set by default stands in the code; what is set for one run the
/// runtime is told, too.
bool Compiler::applySettings() {
  if (std::optional<std::string> wrong =
          findWrongSetting(getParameters(), settings)) {
    reportFailure(style, diag::command_line, *wrong);
    return false;
  }
  for (const auto &parameter : tree->parameters) {
    std::optional<std::string> text =
        getSetting(settings, parameter->name.name);
    if (!text)
      continue;
    ast::ParamDecl::Value value = ast::makeParamValue(parameter->kind, *text);
    if (setsThisRun)
      parameter->given = std::move(value);
    else
      parameter->value = std::move(value);
  }
  return true;
}

std::vector<ProgramParameter> Compiler::getParameters() const {
  std::vector<ProgramParameter> parameters;
  if (tree)
    for (const auto &parameter : tree->parameters)
      parameters.push_back({parameter->name.name, parameter->value.text,
                            parameter->kind, parameter->isFixed,
                            parameter->isRead});
  return parameters;
}

std::vector<const llvm::MemoryBuffer *> Compiler::getImports() const {
  std::vector<const llvm::MemoryBuffer *> buffers;
  if (tree)
    for (unsigned buffer : tree->importedFiles)
      buffers.push_back(sources.getMemoryBuffer(buffer));
  return buffers;
}

/// "  k=10                  a whole number"
static void addLine(raw_ostream &os, StringRef what, StringRef text) {
  constexpr size_t column = 24;
  os << "  " << what;
  os.indent(what.size() < column ? column - what.size() : 1) << text << '\n';
}

/// How the file of a `read` is named.
static std::string describeFile(const FileRef &file) {
  if (const auto *number = std::get_if<unsigned>(&file))
    return "read(" + std::to_string(*number) + ")";
  if (const auto *path = std::get_if<std::string>(&file))
    return *path;
  return "--set " + std::get<const ast::ParamDecl *>(file)->name.name;
}

/// The tensors that a function reads.
static void describeReads(const ast::Function &function,
                          const FunctionInfo &info, raw_ostream &os) {
  ast::forEachStatement(function.body, [&](const ast::Stmt &statement) {
    const auto *assign = dyn_cast<ast::Assign>(&statement);
    const auto *call =
        assign ? dyn_cast<ast::Call>(assign->value.get()) : nullptr;
    auto request = call ? info.reads.find(call) : info.reads.end();
    if (request != info.reads.end())
      addLine(os, describeFile(request->second.file), assign->target.name);
  });
}

std::string Compiler::describeInputs() const {
  if (!checked)
    return "";
  std::string reads, text;
  llvm::raw_string_ostream readsOut(reads), os(text);
  for (const ast::Function *function : checked->order)
    describeReads(*function, checked->functions.at(function), readsOut);
  if (!reads.empty())
    os << "data:\n" << reads << '\n';
  std::vector<ProgramParameter> parameters = getParameters();
  if (parameters.empty())
    return text;
  os << "parameters, which --set name=value sets:\n";
  for (const ProgramParameter &parameter : parameters)
    addLine(os, parameter.name + "=" + parameter.value,
            std::string(rt::describe(parameter.kind)) +
                (parameter.isFixed ? ", fixed when it was compiled" : ""));
  os << '\n';
  return text;
}

/// The stage that the module goes on from: the one that it records, or what its
/// operations are of. None after an error.
std::optional<Stage> Compiler::chooseStage() {
  constexpr StringLiteral attribute = "encke.stage";
  std::optional<Stage> stage = getStageOf(*module);
  if (Attribute named = (*module)->getAttr(attribute); named && !stage) {
    emitError(module->getLoc()) << "there is no stage " << named
                                << ", which the module's encke.stage names";
    return std::nullopt;
  }
  if (!stage)
    stage = findStage(*module);
  // A program that begins with `main` is made one in the step before.
  if (*stage == Stage::Linalg && !module->lookupSymbol(programFunctionName))
    stage = Stage::TAOpt;
  if (!call.empty() && *stage > Stage::Linalg) {
    emitError(module->getLoc())
        << "--call needs a module of stage 'linalg' or before, and this one is "
           "of stage '"
        << getStageName(*stage) << "'";
    return std::nullopt;
  }
  (*module)->setAttr(attribute,
                     StringAttr::get(&context, getStageName(*stage)));
  return stage;
}

/// MLIR's own parsers of some operations crash on a mistake that they have just
/// told.
bool Compiler::parseModule() {
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext recovery;
  bool ends = recovery.RunSafely(
      [&] { module = parseSourceFile<ModuleOp>(sources, &context); });
  llvm::CrashRecoveryContext::Disable();
  if (!ends)
    emitError(UnknownLoc::get(&context))
        << "the module cannot be read: MLIR's parser fails on it";
  return ends && module;
}

bool Compiler::loadModule() {
  MLIRReporter reporter(sources, style, &context);
  if (!parseModule())
    return false;
  std::optional<Stage> stage = chooseStage();
  if (!stage)
    return false;
  PassManager manager(&context);
  manager.enableVerifier(false); // as it was parsed
  if (*stage <= Stage::Linalg)
    manager.addPass(createTakeUpstream({call}));
  manager.addPass(createCheckInput({getStageName(*stage).str()}));
  return succeeded(manager.run(*module));
}

/// The symbol that calls of a function lead to, if this process or one of the
/// libraries of threads has to have it.
static std::optional<std::string>
getCalledSymbol(FunctionOpInterface function) {
  StringRef name = function.getName();
  if (!function.isExternal() || findRuntimeFunction(name) ||
      SymbolTable::symbolKnownUseEmpty(function, function->getParentOp()))
    return std::nullopt;
  for (StringRef prefix : {"llvm.", "mlirAsyncRuntime", "__kmpc_", "omp_"})
    if (name.starts_with(prefix))
      return std::nullopt;
  bool isInterface =
      function->hasAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName());
  return ((isInterface ? "_mlir_ciface_" : "") + name).str();
}

/// The functions that `--call` takes.
static std::string listFunctions(ModuleOp module) {
  std::string names;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal() && !function.isPrivate())
      names += (names.empty() ? "" : ", ") + function.getName().str();
  return names;
}

bool Compiler::checkCalls() {
  if (!module)
    return true;
  MLIRReporter reporter(sources, style, &context);
  if (*getStageOf(*module) <= Stage::Linalg &&
      !module->lookupSymbol(programFunctionName)) {
    InFlightDiagnostic error = emitError(module->getLoc());
    error << "the module has no function 'main', with which a program begins";
    if (std::string names = listFunctions(*module); !names.empty())
      error << ": --call runs another one (" << names << ")";
    return false;
  }
  bool isRight = true;
  for (auto function : module->getOps<FunctionOpInterface>())
    if (std::optional<std::string> symbol = getCalledSymbol(function);
        symbol && !dlsym(RTLD_DEFAULT, symbol->c_str())) {
      function.emitError() << "there is no function '" << function.getName()
                           << "': neither the module nor the runtime has it";
      isRight = false;
    }
  return isRight;
}

std::optional<std::vector<FunctionSignature>> Compiler::getExported() {
  if (checked)
    return getSignatures(*checked, sources);
  MLIRReporter reporter(sources, style, &context);
  if (*getStageOf(*module) > Stage::Linalg) {
    emitError(module->getLoc()) << "a library is made of a .ta file, or of a "
                                   "module of stage 'linalg' or before";
    return std::nullopt;
  }
  isLibrary = true;
  return exportFunctions(*module);
}

std::optional<Stage> Compiler::getInputStage() const {
  return module ? getStageOf(*module) : std::nullopt;
}

std::vector<std::string> Compiler::getNamedFiles() const {
  std::vector<std::string> files;
  if (!checked)
    return files;
  for (const ast::Function *function : checked->order)
    for (const auto &read : checked->functions.at(function).reads)
      if (auto *path = std::get_if<std::string>(&read.second.file))
        files.push_back(*path); // not those that parameters name
  return files;
}

std::vector<const ast::Assign *> Compiler::findAssignments() const {
  std::vector<const ast::Assign *> assigns;
  for (const ast::Function *function : checked->order)
    ast::forEachStatement(function->body, [&](const ast::Stmt &statement) {
      if (const auto *assign = dyn_cast<ast::Assign>(&statement))
        assigns.push_back(assign);
    });
  return assigns;
}

std::vector<AutoTensor> Compiler::findAutoTensors() {
  return checked ? encke::findAutoTensors(*tree, *checked)
                 : std::vector<AutoTensor>();
}

std::string Compiler::getPlace(llvm::SMLoc place) const {
  unsigned buffer = sources.FindBufferContainingLoc(place);
  StringRef file = sources.getMemoryBuffer(buffer)->getBufferIdentifier();
  auto [line, column] = sources.getLineAndColumn(place, buffer);
  return (file + ":" + Twine(line) + ":" + Twine(column)).str();
}

bool Compiler::checkSupported() {
  if (!checked)
    return true;
  return report([&](Diagnostics &diagnostics) {
    (void)encke::checkSupported(*checked, diagnostics);
  });
}

bool Compiler::report(function_ref<void(Diagnostics &)> check) {
  Diagnostics diagnostics(sources);
  check(diagnostics);
  bool isRight = !diagnostics.hasErrors();
  diagnostics.flush(llvm::errs(), style);
  return isRight;
}

void Compiler::describeFiles(ModuleOp module) {
  if (!findHeader)
    return;
  Builder builder(module.getContext());
  module.walk([&](ta::FileOp file) {
    std::optional<FileHeader> header = findHeader(file.getSource());
    if (!header)
      return;
    file->setAttr(fileSizesAttribute,
                  builder.getDenseI64ArrayAttr(header->sizes));
    file->setAttr(fileEntriesAttribute,
                  builder.getI64IntegerAttr(header->entries));
  });
  // The order of several products is chosen by sizes and entries.
  unsigned products = 0;
  module.walk(
      [&](Operation *op) { products += isa<ta::MulOp, ta::CombineOp>(op); });
  chosenByHeaders = products > 1;
}

std::unique_ptr<PassManager>
Compiler::makePasses(Stage from, Stage to, const PipelineOptions &options) {
  auto manager = std::make_unique<PassManager>(&context);
  // Between the passes only for what somebody else wrote, or on request: it
  // takes a tenth of the time.
  manager->enableVerifier(!checked || options.verifyPasses);
  PipelineOptions rest = options;
  rest.vectorBits = std::min(rest.vectorBits, targetBits);
  rest.strictMarks |= marksAreGiven;
  if (serialAsSmall) {
    rest.threading = Threading::None;
    rest.fewStored = true;
  }
  if (from != to)
    buildPipeline(*manager, from, to, rest);
  return manager;
}

/// True when each statement is expected to do so little that its loops, had
/// they several threads, would run with one: waking a thread takes longer.
static bool hasLittleToDo(ModuleOp module) {
  auto get = [](Operation *op, StringRef name) {
    auto number = op->getAttrOfType<IntegerAttr>(name);
    return number ? number.getInt() : 0;
  };
  return !module
              .walk([&](ta::AssignOp op) {
                return cost::isLittle(get(op, flopsAttribute),
                                      get(op, peakBytesAttribute))
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// The schedules of the program (L32), by the places of their clauses.
static Compiler::Schedules findSchedules(ModuleOp module) {
  Compiler::Schedules schedules;
  module.walk([&](Operation *op) {
    if (cin::ScheduleAttr schedule = cin::getSchedule(op))
      for (cin::ClauseAttr clause : schedule.getClauses())
        schedules[clause.getLoc()] = schedule;
  });
  return schedules;
}

/// The message is about a mark that a clause of the schedule asks for.
static bool isAskedFor(Attribute schedule, StringRef message) {
  return llvm::any_of(
      cast<cin::ScheduleAttr>(schedule).getClauses(),
      [&](cin::ClauseAttr clause) {
        StringRef mark = clause.getName();
        return message.starts_with(
            ("'" + (mark == "vectorize" ? "vector" : mark) + "'").str());
      });
}

/// Reports what no step has lowered.
static LogicalResult checkIsLowered(ModuleOp module) {
  Operation *left = nullptr;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool isLowered = isa<ModuleOp>(op) ||
                     isa_and_present<LLVM::LLVMDialect, omp::OpenMPDialect>(
                         op->getDialect());
    // What is behind a cast says more than the cast.
    if (!isLowered && (!left || isa<UnrealizedConversionCastOp>(left)))
      left = op;
  });
  if (!left)
    return success();
  if (isa<UnrealizedConversionCastOp>(left))
    return left->emitError("not supported yet: what stands here cannot be "
                           "lowered to LLVM");
  return left->emitError("not supported yet: no step lowers '")
         << left->getName() << "' to LLVM";
}

bool Compiler::lower(ModuleOp module, PassManager &passes) {
  MLIRReporter reporter(sources, style, &context);
  return succeeded(passes.run(module)) && succeeded(verify(module)) &&
         (getStageOf(module) != Stage::LLVM ||
          succeeded(checkIsLowered(module)));
}

OwningOpRef<ModuleOp> Compiler::compile(Stage to, unsigned indexWidth,
                                        const PipelineOptions &options) {
  MLIRReporter reporter(sources, style, &context);
  OwningOpRef<ModuleOp> result;
  Stage from = Stage::TA;
  if (checked) {
    if (!checkSupported())
      return {};
    context.loadAllAvailableDialects();
    result = lowerToTA(*checked, sources, indexWidth, context);
    if (!result)
      return {};
    describeFiles(*result);
    if (change)
      change(*result);
  } else {
    context.loadAllAvailableDialects();
    result = module->clone();
    from = *getStageOf(*module);
    if (isLibrary)
      setWidths(*result, indexWidth);
  }
  if (from > to) {
    emitError(result->getLoc())
        << "the module is already at stage '" << getStageName(from) << "'";
    return {};
  }
  if (options.overridesTarget || !hasTarget(*result))
    setTarget(*result, options.target);
  targetBits = unsigned(getTarget(*result).vectorBits);
  // Whoever hands in loops has marked them.
  marksAreGiven = !checked && from >= Stage::CIN;
  serialAsSmall = false;
  if (from <= Stage::TAOpt && to > Stage::TAOpt && options.serialIfSmall) {
    if (!lower(*result, *makePasses(from, Stage::TAOpt, options)))
      return {};
    from = Stage::TAOpt;
    serialAsSmall = hasLittleToDo(*result);
  }
  Schedules schedules = findSchedules(*result);
  if (!schedules.empty() && from < Stage::CIN && to > Stage::CIN) {
    if (!lower(*result, *makePasses(from, Stage::CIN, options)) ||
        !areHonoured(*result, schedules, options))
      return {};
    from = Stage::CIN;
  }
  if (!lower(*result, *makePasses(from, to, options)))
    return {};
  return result;
}

/// Marks that a program asks for, in loops with the places of its clauses, must
/// be carried out below `cin`; others may be lost. So this is tried first.
bool Compiler::areHonoured(ModuleOp module, const Schedules &schedules,
                           const PipelineOptions &options) {
  OwningOpRef<ModuleOp> copy = module.clone();
  PipelineOptions strict = options;
  strict.strictMarks = true;
  std::vector<std::pair<Location, std::string>> lost;
  {
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      Location place = diagnostic.getLocation();
      Attribute schedule = schedules.lookup(place);
      if (schedule && isAskedFor(schedule, diagnostic.str()))
        lost.emplace_back(place, diagnostic.str());
      return success();
    });
    (void)makePasses(Stage::CIN, Stage::Vector, strict)->run(*copy);
  }
  MLIRReporter reporter(sources, style, &context);
  for (auto &[place, message] : lost)
    emitError(place) << message;
  return lost.empty();
}
