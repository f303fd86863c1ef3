//===- Executable.cpp - link a program that stands alone ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Executable.h"
#include "driver/OutputFile.h"

#include "dialects/TA/TADialect.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace encke;

/// A constant array, as the runtime's structs have it.
static Constant *makeArray(Module &module, Type *element,
                           ArrayRef<Constant *> elements) {
  auto *type = ArrayType::get(element, elements.size());
  return new GlobalVariable(module, type, /*isConstant=*/true,
                            GlobalValue::InternalLinkage,
                            ConstantArray::get(type, elements));
}

static Constant *makeParameters(Module &module, IRBuilder<> &builder,
                                ArrayRef<ProgramParameter> parameters) {
  Type *pointer = builder.getPtrTy(), *i32 = builder.getInt32Ty();
  auto *type = StructType::get(pointer, pointer, i32, i32, i32);
  SmallVector<Constant *> elements;
  for (const ProgramParameter &parameter : parameters)
    elements.push_back(ConstantStruct::get(
        type, builder.CreateGlobalString(parameter.name),
        builder.CreateGlobalString(parameter.value),
        builder.getInt32(static_cast<uint32_t>(parameter.kind)),
        builder.getInt32(parameter.isFixed),
        builder.getInt32(parameter.isRead)));
  return makeArray(module, type, elements);
}

std::unique_ptr<Module> encke::makeMain(LLVMContext &context,
                                        const ExecutableMain &program) {
  auto module = std::make_unique<Module>("main", context);
  Type *i32 = Type::getInt32Ty(context);
  PointerType *pointer = PointerType::get(context, 0);
  auto *version = FunctionType::get(Type::getVoidTy(context), false);
  auto *start = FunctionType::get(i32, {i32, pointer, pointer}, false);
  auto *mainType = FunctionType::get(i32, {i32, pointer}, false);
  auto *main =
      Function::Create(mainType, GlobalValue::ExternalLinkage, "main", *module);
  IRBuilder<> builder(BasicBlock::Create(context, "", main));
  SmallVector<Constant *> names;
  for (const std::string &file : program.namedFiles)
    names.push_back(builder.CreateGlobalString(file));
  names.push_back(ConstantPointerNull::get(pointer));
  auto code = [&](StringRef name) {
    return cast<Constant>(
        module->getOrInsertFunction(name, version).getCallee());
  };
  // The runtime's encke_executable.
  Constant *fields[] = {
      code(program.narrow),
      code(program.wide),
      builder.getInt32(program.threads),
      builder.getInt32(uint32_t(program.processes)),
      builder.getInt32(static_cast<uint32_t>(program.parameters.size())),
      makeParameters(*module, builder, program.parameters),
      makeArray(*module, pointer, names),
      builder.CreateGlobalString(program.help),
      builder.CreateGlobalString("Encke " ENCKE_VERSION)};
  Constant *described = ConstantStruct::getAnon(fields);
  auto *table =
      new GlobalVariable(*module, described->getType(), /*isConstant=*/true,
                         GlobalValue::InternalLinkage, described);
  builder.CreateRet(
      builder.CreateCall(module->getOrInsertFunction("encke_start", start),
                         {main->getArg(0), main->getArg(1), table}));
  if (program.processes)
    addLibrariesFolder(*module);
  return module;
}

/// lib beside bin/encke.
std::string encke::findLibraries() {
  static int anchor;
  SmallString<256> path(sys::fs::getMainExecutable("encke", &anchor));
  sys::path::remove_filename(path);
  sys::path::append(path, "..", "lib");
  return std::string(path);
}

void encke::addLibrariesFolder(Module &module) {
  SmallString<256> folder;
  if (sys::fs::real_path(findLibraries(), folder))
    return;
  Constant *text =
      ConstantDataArray::getString(module.getContext(), folder.str());
  // Each of several static libraries may say it.
  auto *variable =
      new GlobalVariable(module, text->getType(),
                         /*isConstant=*/true, GlobalValue::WeakAnyLinkage, text,
                         "encke_libraries_folder");
  variable->setVisibility(GlobalValue::HiddenVisibility);
}

/// A C++ compiler driver knows where this system's start files and libraries
/// are.
static ErrorOr<std::string> findLinker() {
  for (StringRef name : {"c++", "g++", "clang++-22", "clang++"})
    if (auto path = sys::findProgramByName(name))
      return path;
  return std::make_error_code(std::errc::no_such_file_or_directory);
}

/// What runs parallel loops. OpenMP's library is loaded when it is needed.
static void addThreads(Threading threading, const std::string &folder,
                       std::vector<std::string> &arguments) {
  if (threading == Threading::None)
    return;
  std::string libraries = "/usr/lib/llvm-22/lib";
  arguments.insert(arguments.end(), {"-Wl,-rpath," + libraries});
  if (threading == Threading::OpenMP)
    arguments.push_back(folder + "/libencke_omp.a");
  else
    arguments.insert(arguments.end(),
                     {"-L" + libraries, "-lmlir_async_runtime"});
}

static void addLibraries(std::vector<std::string> &arguments) {
  arguments.insert(arguments.end(), {"-l:libz.a", "-static-libstdc++",
                                     "-static-libgcc", "-lm", "-lpthread"});
}

/// Runs the linker; what it says is told only when it fails.
static Error runLinker(ArrayRef<std::string> arguments) {
  SmallString<128> log;
  if (Error error = writeTemporary("log", "", log))
    return error;
  FileRemover remover(log);
  SmallVector<StringRef> references(arguments.begin(), arguments.end());
  std::string message;
  int status =
      sys::ExecuteAndWait(arguments.front(), references, std::nullopt,
                          {StringRef(), log.str(), log.str()}, 0, 0, &message);
  if (status == 0)
    return Error::success();
  if (auto said = MemoryBuffer::getFile(log))
    message +=
        (message.empty() ? "" : "\n") + (*said)->getBuffer().rtrim().str();
  return createStringError("linking failed" +
                           (message.empty() ? "" : ": " + message));
}

/// The arguments that say what is linked with the objects.
static void addRuntime(LinkedFile kind, const std::string &folder,
                       Threading threading,
                       std::vector<std::string> &arguments) {
  switch (kind) {
  case LinkedFile::Executable:
    addThreads(threading, folder, arguments);
    arguments.push_back(folder + "/libencke_rt.a");
    return addLibraries(arguments);
  case LinkedFile::Object:
    arguments.insert(arguments.end(),
                     {"-r", "-nostdlib", folder + "/libencke_rt.a"});
    return;
  }
}

Error encke::linkFile(LinkedFile kind, ArrayRef<std::string> objects,
                      StringRef output, Threading threading, bool verbose) {
  ErrorOr<std::string> linker = findLinker();
  if (!linker)
    return createStringError("no linker found: install g++ or clang");
  std::string folder = findLibraries();
  std::string runtime = folder + "/libencke_rt.a";
  if (!sys::fs::exists(runtime))
    return createStringError("the runtime library is missing: " + runtime);
  return makeFile(output, [&](StringRef made) {
    std::vector<std::string> arguments = {*linker, "-o", made.str()};
    arguments.insert(arguments.end(), objects.begin(), objects.end());
    addRuntime(kind, folder, threading, arguments);
    if (verbose)
      errs() << join(arguments, " ") << "\n";
    return runLinker(arguments);
  });
}
