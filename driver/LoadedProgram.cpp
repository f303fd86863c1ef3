//===- LoadedProgram.cpp - run object files in this process ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/LoadedProgram.h"

#include "dialects/ProgramFunction.h"
#include "driver/Launched.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ExecutionEngine/JITSymbol.h"
#include "llvm/ExecutionEngine/RuntimeDyld.h"
#include "llvm/ExecutionEngine/SectionMemoryManager.h"
#include "llvm/Object/ObjectFile.h"

#include <dlfcn.h>

using namespace llvm;
using namespace encke;

Error encke::loadThreadLibrary(Threading threading) {
  if (threading == Threading::None)
    return Error::success();
  std::string name = threading == Threading::OpenMP
                         ? "libomp.so.5"
                         : "libmlir_async_runtime.so";
  for (const std::string &path : {name, ENCKE_LLVM_LIBRARIES "/" + name})
    if (dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL))
      return Error::success();
  return createStringError("cannot load " + name + ": " + dlerror());
}

namespace {
/// What the code calls is in this process: the runtime, libc, libm and the
/// library of threads.
class ProcessSymbols : public LegacyJITSymbolResolver {
public:
  ProcessSymbols(LoadedProgram::Replacements replaced)
      : replaced(std::move(replaced)) {}

  JITSymbol findSymbol(const std::string &name) override {
    auto found = llvm::find_if(
        replaced, [&](const auto &entry) { return entry.first == name; });
    void *address = found != replaced.end() ? found->second
                                            : dlsym(RTLD_DEFAULT, name.c_str());
    return address ? JITSymbol(reinterpret_cast<uintptr_t>(address),
                               JITSymbolFlags::Exported)
                   : JITSymbol(nullptr);
  }
  JITSymbol findSymbolInLogicalDylib(const std::string &) override {
    return nullptr;
  }

private:
  LoadedProgram::Replacements replaced;
};
} // namespace

struct LoadedProgram::Code {
  Code(Replacements replaced) : symbols(std::move(replaced)) {}
  ~Code() {
    // A worker may still be on its way out of the code when all that it
    // computed is there.
    if (joinThreads)
      joinThreads();
  }

  SectionMemoryManager memory;
  ProcessSymbols symbols;
  RuntimeDyld linker{memory, symbols};
  /// Ends the threads of the async runtime; null without them.
  void (*joinThreads)() = nullptr;
};

LoadedProgram::LoadedProgram(std::unique_ptr<Code> code)
    : code(std::move(code)) {}
LoadedProgram::LoadedProgram(LoadedProgram &&) noexcept = default;
LoadedProgram::~LoadedProgram() = default;

Expected<LoadedProgram>
LoadedProgram::load(ArrayRef<std::unique_ptr<MemoryBuffer>> objects,
                    Threading threading, Replacements replaced) {
  if (Error error = loadThreadLibrary(threading))
    return error;
  LoadedProgram program(std::make_unique<Code>(std::move(replaced)));
  if (threading == Threading::Async)
    program.code->joinThreads = reinterpret_cast<void (*)()>(
        dlsym(RTLD_DEFAULT, "__mlir_execution_engine_destroy"));
  RuntimeDyld &linker = program.code->linker;
  for (const std::unique_ptr<MemoryBuffer> &object : objects) {
    Expected<std::unique_ptr<object::ObjectFile>> file =
        object::ObjectFile::createObjectFile(object->getMemBufferRef());
    if (!file)
      return file.takeError();
    linker.loadObject(**file);
  }
  linker.resolveRelocations();
  std::string message;
  if (linker.hasError() || program.code->memory.finalizeMemory(&message))
    return createStringError(
        "cannot load the code that was compiled: " +
        (linker.hasError() ? linker.getErrorString().str() : message));
  auto address = linker.getSymbol(programFunctionName).getAddress();
  if (!address)
    return createStringError("the object has no function '" +
                             programFunctionName + "'");
  program.body = jitTargetAddressToPointer<void (*)()>(address);
  return program;
}

void *LoadedProgram::find(StringRef symbol) const {
  return jitTargetAddressToPointer<void *>(
      code->linker.getSymbol(symbol).getAddress());
}

int encke::runLoaded(const LoadedProgram &program, const Options &options) {
  std::vector<const char *> files;
  for (const std::string &file : options.dataFiles)
    files.push_back(file.c_str());
  std::vector<const char *> settings;
  for (const std::string &setting : options.settings)
    settings.push_back(setting.c_str());
  encke_options runtime = options.runtime;
  runtime.threads = int32_t(options.threads);
  runtime.settings = settings.data();
  runtime.setting_count = static_cast<int32_t>(settings.size());
  speakAgain();
  return encke_main(program.getBody(), &runtime, files.data(),
                    static_cast<int32_t>(files.size()));
}
