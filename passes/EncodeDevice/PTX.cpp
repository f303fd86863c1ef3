//===- PTX.cpp - PTX for CUDA ---------------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/EncodeDevice/Encode.h"

#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <mutex>

using namespace mlir;
using namespace encke;

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

/// Of 2017: what is used here is no newer, and drivers compile it for any later
/// processor.
static constexpr llvm::StringLiteral processor = "sm_70", version = "+ptx63";

static std::unique_ptr<llvm::TargetMachine> makeMachine() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string message;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return nullptr;
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, processor, version, options, std::nullopt, std::nullopt,
      llvm::CodeGenOptLevel::Aggressive));
}

static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
      .run(module, modules);
}

/// Upstream calls NVIDIA's library of functions, which is no part of LLVM. What
/// processors have an instruction for, needs none. Returns the name of another
/// one that is called, or nothing.
static std::string replaceLibrary(llvm::Module &module) {
  using namespace llvm;
  static constexpr std::pair<StringLiteral, Intrinsic::ID> instructions[] = {
      {"fabs", Intrinsic::fabs},        {"fma", Intrinsic::fma},
      {"sqrt", Intrinsic::sqrt},        {"floor", Intrinsic::floor},
      {"ceil", Intrinsic::ceil},        {"rint", Intrinsic::roundeven},
      {"copysign", Intrinsic::copysign}};
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || function.isIntrinsic())
      continue;
    StringRef name = function.getName();
    name.consume_front("__nv_");
    if (function.getReturnType()->isFloatTy())
      name.consume_back("f");
    const auto *found = llvm::find_if(
        instructions, [&](const auto &entry) { return entry.first == name; });
    if (found == std::end(instructions))
      return function.getName().str();
    function.replaceAllUsesWith(Intrinsic::getOrInsertDeclaration(
        &module, found->second, {function.getReturnType()}));
    function.eraseFromParent();
  }
  return "";
}

FailureOr<EncodedDevice> encke::encodePTX(gpu::GPUModuleOp copy,
                                          RunPasses run) {
  OpPassManager passes(ModuleOp::getOperationName());
  passes.addPass(createSCFToControlFlowPass());
  passes.addNestedPass<gpu::GPUModuleOp>(createConvertGpuOpsToNVVMOps());
  passes.addNestedPass<gpu::GPUModuleOp>(createCanonicalizerPass());
  passes.addNestedPass<gpu::GPUModuleOp>(createReconcileUnrealizedCastsPass());
  if (failed(run(passes, copy->getParentOfType<ModuleOp>())))
    return failure();
  std::unique_ptr<llvm::TargetMachine> machine = makeMachine();
  if (!machine)
    return copy.emitError("this LLVM has no code generator for NVIDIA's "
                          "processors");
  // Known before anything is loaded from an address: how that is aligned.
  copy->setAttr(
      LLVM::LLVMDialect::getDataLayoutAttrName(),
      StringAttr::get(copy.getContext(),
                      machine->createDataLayout().getStringRepresentation()));
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(copy, context);
  if (!translated)
    return copy.emitError("not supported yet: PTX of this function");
  translated->setTargetTriple(machine->getTargetTriple());
  translated->setDataLayout(machine->createDataLayout());
  if (std::string name = replaceLibrary(*translated); !name.empty())
    return copy.emitError("not supported yet: ") << name << " in PTX";
  optimize(*translated, *machine);
  SmallString<0> text;
  llvm::raw_svector_ostream os(text);
  llvm::legacy::PassManager emit;
  if (machine->addPassesToEmitFile(emit, os, nullptr,
                                   llvm::CodeGenFileType::AssemblyFile))
    return copy.emitError("this LLVM cannot write PTX");
  emit.run(*translated);
  // The driver reads it as a string.
  std::string code(text.str());
  return EncodedDevice{code + '\0', code};
}
