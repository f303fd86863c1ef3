//===- DriverLink.cpp - makes executables and libraries -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/DriverImpl.h"
#include "driver/Executable.h"
#include "driver/OutputFile.h"
#include "driver/SharedLibrary.h"
#include "driver/StaticLibrary.h"

#include "dialects/ProgramFunction.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

using namespace llvm;
using namespace encke;

//===----------------------------------------------------------------------===//
// Executables
//===----------------------------------------------------------------------===//

/// The path of the executable: what the user says, else the program's name in
/// the working directory, where it replaces only an executable.
Expected<std::string> Driver::chooseExecutable() const {
  std::string path = options.output;
  if (path.empty() && options.program != "-")
    path = sys::path::stem(options.program).str();
  if (path.empty() || path == "-")
    return createStringError("an executable needs a file: name it with -o");
  if (sys::fs::is_directory(path))
    return createStringError("'" + path +
                             "' is a directory: name the executable with -o");
  StringRef extension = sys::path::extension(path);
  if (is_contained({".so", ".a", ".o"}, extension))
    return createStringError("'" + path +
                             "' is the name of a library, which 'encke lib' "
                             "makes; an executable needs another name");
  if (is_contained({".ta", ".mlir", ".mtx", ".tns"}, extension))
    return createStringError(
        "'" + path + "' is the name of a " +
        (extension == ".mtx" || extension == ".tns" ? "data file" : "program") +
        ": an executable needs another name");
  if (options.output.empty() && sys::fs::exists(path) &&
      !sys::fs::can_execute(path))
    return createStringError("'" + path +
                             "' is there already and is not an "
                             "executable: name one with -o");
  StringRef folder = sys::path::parent_path(path);
  if (std::error_code error = sys::fs::access(folder.empty() ? "." : folder,
                                              sys::fs::AccessMode::Write))
    return createStringError("cannot write '" + path + "': " + error.message());
  return path;
}

/// An object file that is gone when the compiler is.
static Error writeObject(StringRef content,
                         SmallVectorImpl<std::string> &objects) {
  SmallString<128> path;
  if (Error error = writeTemporary("o", content, path))
    return error;
  objects.push_back(std::string(path));
  return Error::success();
}

static Error writeObjects(const CompiledUnits &units,
                          SmallVectorImpl<std::string> &objects) {
  for (const std::unique_ptr<MemoryBuffer> &object : units.objects)
    if (Error error = writeObject(object->getBuffer(), objects))
      return error;
  return Error::success();
}

/// The same of a module that needs no optimisation.
static Error writeObject(Module &module, TargetMachine &machine,
                         SmallVectorImpl<std::string> &objects) {
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  SmallVector<char> object;
  raw_svector_ostream os(object);
  if (Error error = emitMachineCode(module, machine, /*assembly=*/false, os))
    return error;
  return writeObject(os.str(), objects);
}

/// Two versions of the program, for 32-bit and 64-bit indices, and a main that
/// picks one by the data.
int Driver::makeExecutable() {
  if (!compiler.checkCalls())
    return 1;
  Expected<std::string> output = chooseExecutable();
  if (!output)
    return fail(output.takeError());
  bool isProgram = compiler.getProgram();
  SmallVector<unsigned> widths = {32, 64};
  if (options.indexWidth || !isProgram)
    widths = {options.indexWidth ? options.indexWidth : 32};
  LLVMContext context;
  SmallVector<std::string> objects, symbols;
  Error error = Error::success();
  Threading threading = Threading::None;
  for (unsigned width : widths) {
    symbols.push_back(("encke_program_" + Twine(width)).str());
    auto rename = [&](Module &module) -> Error {
      if (Error missing = checkIsProgram(module))
        return missing;
      module.getFunction(programFunctionName)->setName(symbols.back());
      return Error::success();
    };
    Expected<CompiledUnits> units =
        compileToObjects(width, Callers::Program, rename);
    error = units ? writeObjects(*units, objects) : units.takeError();
    if (error)
      break;
    threading = units->threading;
  }
  if (!error) {
    std::unique_ptr<Module> main = makeMain(
        context, {symbols.front(), symbols.back(), compiler.getNamedFiles(),
                  compiler.getParameters(), compiler.describeInputs(),
                  options.threads, options.runtime.processes});
    error = writeObject(*main, *machine, objects);
    if (!error)
      error = linkFile(LinkedFile::Executable, objects, *output, threading,
                       options.verbose);
    if (!error && threading == Threading::Async)
      errs() << "encke: warning: '" << *output
             << "' needs LLVM's libraries where it runs; --parallel=omp needs "
                "only OpenMP's\n";
  }
  for (const std::string &object : objects)
    (void)sys::fs::remove(object);
  return error ? fail(std::move(error)) : 0;
}

//===----------------------------------------------------------------------===//
// Libraries
//===----------------------------------------------------------------------===//

/// "kernels" for libkernels.so, as C can spell it.
static std::string nameOfLibrary(StringRef output) {
  StringRef stem = sys::path::stem(output);
  if (stem != "lib")
    stem.consume_front("lib");
  std::string name;
  for (char c : stem)
    name += isAlnum(c) ? c : '_';
  if (name.empty() || isDigit(name.front()))
    name.insert(name.begin(), '_');
  return name;
}

/// Also nothing at all can.
static bool canBeginName(StringRef text) {
  if (text.empty())
    return true;
  return !isDigit(text.front()) &&
         llvm::all_of(text, [](char c) { return isAlnum(c) || c == '_'; });
}

/// The path of the library: what the user says, else libkernels.so for
/// kernels.ta in the working directory.
Expected<std::string> Driver::chooseLibrary() const {
  std::string path = options.output;
  if (path.empty() && options.program != "-")
    path = ("lib" + sys::path::stem(options.program) + ".so").str();
  if (path.empty() || path == "-")
    return createStringError("a library needs a file: name it with -o");
  StringRef extension = sys::path::extension(path);
  if (!llvm::is_contained({".so", ".a", ".o"}, extension))
    return createStringError("'" + path +
                             "' is none of the libraries that there are: "
                             "its name ends in .so, .a or .o");
  if (options.prefix && !canBeginName(*options.prefix))
    return createStringError("'" + *options.prefix +
                             "' cannot begin a name of C");
  if (options.threading == Threading::Async)
    return createStringError(
        "not supported yet: --parallel=async in a library");
  return path;
}

/// kernels.h beside libkernels.so. What is there and is no such header is not
/// replaced.
Error Driver::writeHeader(const Library &library, StringRef output) const {
  SmallString<256> path(sys::path::parent_path(output));
  sys::path::append(path, library.name + ".h");
  std::string text = makeHeader(library, sys::path::filename(options.program));
  if (auto old = MemoryBuffer::getFile(path);
      old && !(*old)->getBuffer().contains("Made by encke lib"))
    return createStringError(Twine("'") + path +
                             "' is there already and was not made by encke "
                             "lib: move it away, or use --no-header");
  return writeText(path, text);
}

/// The code for each processor and width of indices, what C calls, and the
/// runtime.
Error Driver::compileLibrary(const Library &library, StringRef output) {
  LLVMContext context;
  SmallVector<std::string> objects;
  llvm::scope_exit remove([&] {
    for (const std::string &object : objects)
      (void)sys::fs::remove(object);
  });
  Threading threading = Threading::None;
  for (const Version &version : library.versions) {
    if (Error error = useProcessor(version.cpu))
      return error;
    for (unsigned width : library.widths) {
      auto add = [&](Module &module) -> Error {
        addBodies(module, library, version, width);
        return Error::success();
      };
      Expected<CompiledUnits> units =
          compileToObjects(width, Callers::Library, add);
      if (!units)
        return units.takeError();
      if (units->threading != Threading::None)
        threading = units->threading;
      if (Error error = writeObjects(*units, objects))
        return error;
    }
  }
  std::unique_ptr<Module> exports = makeExports(context, library);
  if (options.runtime.processes)
    addLibrariesFolder(*exports);
  if (Error error = writeObject(*exports, *machine, objects))
    return error;
  phases.begin("link");
  if (sys::path::extension(output) == ".so")
    return linkSharedLibrary(
        {objects, library.symbols(), threading, options.sharesRuntime}, output,
        options.verbose);
  SmallString<128> linked;
  if (Error error = writeTemporary("o", "", linked))
    return error;
  std::vector<std::string> parts(objects.begin(), objects.end());
  objects.push_back(std::string(linked));
  if (Error error = linkFile(LinkedFile::Object, parts, linked, threading,
                             options.verbose))
    return error;
  return writeStaticLibrary(linked, library.symbols(), output);
}

/// Says of functions what each of several processes brings and gets. Returns
/// false after an error.
bool Driver::findParts(std::vector<FunctionSignature> &functions) {
  PipelineOptions pipeline = getPipelineOptions();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      compiler.compile(Stage::TAOpt, 32, pipeline);
  if (!module)
    return false;
  isReported = false;
  for (auto made : module->getOps<mlir::func::FuncOp>()) {
    auto name = made->getAttrOfType<mlir::StringAttr>(exportAttribute);
    auto parts = made->getAttrOfType<mlir::DenseI64ArrayAttr>(partsAttribute);
    for (FunctionSignature &function : functions) {
      if (!name || !parts || function.name != name.getValue())
        continue;
      function.isDistributed = true;
      ArrayRef<int64_t> modes = parts.asArrayRef();
      for (auto [parameter, mode] : llvm::zip(function.parameters, modes))
        parameter.part = mode;
      if (function.result && modes.size() > function.parameters.size())
        function.result->part = modes.back();
    }
  }
  return true;
}

int Driver::makeLibrary() {
  Expected<std::string> output = chooseLibrary();
  if (!output)
    return fail(diag::command_line, llvm::toString(output.takeError()));
  Library library;
  library.name = nameOfLibrary(*output);
  library.prefix = options.prefix.value_or(library.name);
  if (!library.prefix.empty())
    library.prefix += "_";
  library.widths = {32, 64};
  if (options.indexWidth)
    library.widths = {options.indexWidth};
  library.versions = {{}};
  if (options.code.isBaseline() && machine->getTargetTriple().isX86())
    library.versions = {{"x86-64-v4", 4}, {"x86-64-v3", 3}, {"x86-64", 0}};
  std::optional<std::vector<FunctionSignature>> functions =
      compiler.getExported();
  if (!functions)
    return 1;
  library.functions = std::move(*functions);
  if (options.runtime.processes && !findParts(library.functions))
    return 1;
  if (!compiler.report(
          [&](Diagnostics &found) { checkSymbols(library, found); }))
    return 1;
  if (Error error = compileLibrary(library, *output))
    return fail(std::move(error));
  if (options.writesHeader)
    if (Error error = writeHeader(library, *output))
      return fail(std::move(error));
  return 0;
}
