//===- JIT.cpp - run a program in this process ----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/JIT.h"
#include "driver/NativeCode.h"

#include "dialects/TA/TADialect.h"

#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/DynamicLibrary.h"

using namespace llvm;
using namespace encke;

/// Where Debian keeps LLVM's libraries; first as the loader finds them.
static Error loadThreadLibrary(Threading threading) {
  if (threading == Threading::None)
    return Error::success();
  std::string name = threading == Threading::OpenMP
                         ? "libomp.so.5"
                         : "libmlir_async_runtime.so";
  std::string message;
  for (std::string path : {name, "/usr/lib/llvm-22/lib/" + name})
    if (!sys::DynamicLibrary::LoadLibraryPermanently(path.c_str(), &message))
      return Error::success();
  return createStringError("cannot load " + name + ": " + message);
}

CompiledFunction::CompiledFunction(std::unique_ptr<orc::LLJIT> jit,
                                   uint64_t address)
    : jit(std::move(jit)), address(address) {}
CompiledFunction::CompiledFunction(CompiledFunction &&) = default;
CompiledFunction::~CompiledFunction() = default;

Expected<CompiledFunction> CompiledFunction::compile(
    std::unique_ptr<Module> module, std::unique_ptr<LLVMContext> context,
    std::unique_ptr<TargetMachine> machine, StringRef symbol) {
  if (Error error = loadThreadLibrary(getThreading(*module)))
    return error;
  orc::LLJITBuilder builder;
  builder.setCompileFunctionCreator(
      [&](orc::JITTargetMachineBuilder)
          -> Expected<std::unique_ptr<orc::IRCompileLayer::IRCompiler>> {
        return std::make_unique<orc::TMOwningSimpleCompiler>(
            std::move(machine));
      });
  Expected<std::unique_ptr<orc::LLJIT>> jit = builder.create();
  if (!jit)
    return jit.takeError();
  auto symbols = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      (*jit)->getDataLayout().getGlobalPrefix());
  if (!symbols)
    return symbols.takeError();
  (*jit)->getMainJITDylib().addGenerator(std::move(*symbols));
  if (Error error = (*jit)->addIRModule(
          orc::ThreadSafeModule(std::move(module), std::move(context))))
    return error;
  Expected<orc::ExecutorAddr> address = (*jit)->lookup(symbol);
  if (!address)
    return address.takeError();
  return CompiledFunction(std::move(*jit), address->getValue());
}

Expected<int> encke::runInMemory(std::unique_ptr<Module> module,
                                 std::unique_ptr<LLVMContext> context,
                                 std::unique_ptr<TargetMachine> machine,
                                 function_ref<int(void (*)())> run) {
  Expected<CompiledFunction> program =
      CompiledFunction::compile(std::move(module), std::move(context),
                                std::move(machine), programFunctionName);
  if (!program)
    return program.takeError();
  return run(program->as<void()>());
}
