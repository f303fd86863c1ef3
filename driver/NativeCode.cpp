//===- NativeCode.cpp - from the llvm stage to machine code ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/NativeCode.h"

#include "dialects/TA/TADialect.h"
#include "driver/Assumptions.h"
#include "driver/Teams.h"
#include "driver/Units.h"
#include "passes/Cost/CodeSize.h"
#include "passes/Cost/Registers.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

using namespace llvm;
using namespace encke;

static CodeGenOptLevel getCodeGenLevel(unsigned level) {
  switch (level) {
  case 0:
    return CodeGenOptLevel::None;
  case 1:
    return CodeGenOptLevel::Less;
  case 2:
    return CodeGenOptLevel::Default;
  default:
    return CodeGenOptLevel::Aggressive;
  }
}

/// This machine's features, when code is for this machine.
static void addHostFeatures(SubtargetFeatures &features) {
  for (const auto &feature : sys::getHostCPUFeatures())
    features.AddFeature(feature.first(), feature.second);
}

/// A loop that gathers on purpose does without it.
static constexpr StringLiteral noGathers = "prefer-no-gather";

/// LLVM takes it for cheap, wherever there is AVX-512, to gather and to scatter
/// the elements of a vector. Where the processor's description does not say so,
/// it takes longer than element by element: up to three times on AMD's.
static void avoidGathers(const Target &target, const Triple &triple,
                         StringRef cpu, SubtargetFeatures &features) {
  if (!triple.isX86())
    return;
  std::unique_ptr<MCSubtargetInfo> subtarget(
      target.createMCSubtargetInfo(triple, cpu, features.getString()));
  if (!subtarget || subtarget->checkFeatures("+fast-gather"))
    return;
  features.AddFeature(noGathers);
  features.AddFeature("prefer-no-scatter");
}

// Declared in no header by these names: LLVM makes the lists of targets when it
// is built.
extern "C" {
void LLVMInitializeAArch64TargetInfo();
void LLVMInitializeAArch64Target();
void LLVMInitializeAArch64TargetMC();
void LLVMInitializeAArch64AsmPrinter();
}

static void initializeAArch64() {
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64Target();
  LLVMInitializeAArch64TargetMC();
  LLVMInitializeAArch64AsmPrinter();
}

Expected<std::unique_ptr<TargetMachine>>
encke::createTargetMachine(const CodeOptions &options) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  if (!options.triple.empty())
    initializeAArch64();
  Triple triple(Triple::normalize(
      options.triple.empty() ? sys::getDefaultTargetTriple() : options.triple));
  std::string message;
  const Target *target = TargetRegistry::lookupTarget(triple, message);
  if (!target || !triple.isOSLinux() || !triple.isArch64Bit())
    return createStringError("there is no code generator for '" +
                             options.triple +
                             "': choose x86_64-linux-gnu or aarch64-linux-gnu");
  bool native = options.isForThisMachine();
  std::string cpu = native ? sys::getHostCPUName().str() : options.cpu;
  if (options.isBaseline() || cpu.empty())
    cpu = triple.isX86() ? "x86-64" : "generic";
  std::unique_ptr<MCSubtargetInfo> known(
      target->createMCSubtargetInfo(triple, "", ""));
  if (!native && known && !known->isCPUStringValid(cpu))
    return createStringError("unknown processor '" + cpu + "' for " +
                             triple.str());
  SubtargetFeatures features;
  if (native)
    addHostFeatures(features);
  avoidGathers(*target, triple, cpu, features);
  TargetOptions codeGen;
  codeGen.LoopAlignment = cost::loopAlignment;
  std::unique_ptr<TargetMachine> machine(target->createTargetMachine(
      triple, cpu, features.getString(), codeGen, Reloc::PIC_, std::nullopt,
      getCodeGenLevel(options.optLevel)));
  if (!machine)
    return createStringError("no code generator for " + triple.str());
  return machine;
}

unsigned encke::getVectorBits(const TargetMachine &machine) {
  const MCSubtargetInfo &subtarget = *machine.getMCSubtargetInfo();
  // Of others, what their registers have at least.
  if (!machine.getTargetTriple().isX86())
    return 128;
  if (subtarget.checkFeatures("+avx512f"))
    return 512;
  return subtarget.checkFeatures("+avx") ? 256 : 128;
}

unsigned encke::countVectorRegisters(const TargetMachine &machine) {
  const Triple &triple = machine.getTargetTriple();
  bool hasMany = !triple.isX86() ||
                 machine.getMCSubtargetInfo()->checkFeatures("+avx512f");
  return hasMany ? 32 : 16;
}

bool encke::hasFusedAdd(const TargetMachine &machine) {
  return !machine.getTargetTriple().isX86() ||
         machine.getMCSubtargetInfo()->checkFeatures("+fma");
}

static void leaveAsItIs(Function &function) {
  function.addFnAttr(Attribute::NoInline);
  function.addFnAttr(Attribute::OptimizeNone);
}

static bool hasLoops(const Function &function) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> edges;
  FindFunctionBackedges(function, edges);
  return !edges.empty();
}

/// Without loops, and too long to be optimised.
static bool isLongList(const Function &function) {
  return function.getInstructionCount() > cost::mostToOptimizeOnce &&
         !hasLoops(function);
}

static void leaveLargeFunctions(Module &module, bool hasKernels) {
  for (Function &function : module) {
    bool isSimplified = !hasKernels && isLongList(function);
    if (function.getInstructionCount() > cost::mostToOptimize && !isSimplified)
      leaveAsItIs(function);
  }
}

static bool isCalled(StringRef name, Callers callers) {
  if (name.starts_with(unitPrefix)) // by the rest of the program
    return true;
  return callers == Callers::Program
             ? name == programFunctionName
             : name.starts_with(("_mlir_ciface_" + exportPrefix).str());
}

/// What only others could call goes away before it is optimised.
static void keepWhatIsCalled(Module &module, Callers callers) {
  SmallVector<Function *> others;
  for (Function &function : module)
    if (!function.isDeclaration() && !isCalled(function.getName(), callers))
      others.push_back(&function);
  // A function stands before its entry for C, which calls it.
  for (Function *function : llvm::reverse(others)) {
    if (function->use_empty()) {
      function->eraseFromParent();
      continue;
    }
    function->setLinkage(GlobalValue::InternalLinkage);
    if (function->getInstructionCount() > cost::mostToInline)
      function->addFnAttr(Attribute::NoInline);
  }
}

/// Of a function for which code is made quickly.
static constexpr StringLiteral isLong = "encke-long";

/// Beside kernels each function is optimised: all of a module gets the same
/// code. Else a long function without loops gets quick code: what is done to it
/// first makes it a third as long, and takes less time than to write the rest.
static void simplifyLongFunctions(Module &module, PassBuilder &builder,
                                  FunctionAnalysisManager &analyses) {
  FunctionPassManager passes;
  cantFail(builder.parsePassPipeline(
      passes, "sroa<modify-cfg>,early-cse,simplifycfg,adce"));
  for (Function &function : module) {
    if (function.hasOptNone() || !isLongList(function))
      continue;
    passes.run(function, analyses);
    leaveAsItIs(function);
    function.addFnAttr(isLong);
  }
}

static void optimize(Module &module, TargetMachine &machine, unsigned level,
                     bool hasKernels) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  // Passes themselves do not ask whether a function is to be left alone.
  PassInstrumentationCallbacks callbacks;
  OptNoneInstrumentation large(/*DebugLogging=*/false);
  large.registerCallbacks(callbacks);
  PipelineTuningOptions tuning;
  tuning.SLPVectorization = true;
  PassBuilder builder(&machine, tuning, std::nullopt, &callbacks);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  if (level != 0 && !hasKernels)
    simplifyLongFunctions(module, builder, functions);
  OptimizationLevel levels[] = {OptimizationLevel::O0, OptimizationLevel::O1,
                                OptimizationLevel::O2, OptimizationLevel::O3};
  builder.buildPerModuleDefaultPipeline(levels[level]).run(module, modules);
}

/// The stages before gather where the loads wait for memory, and more of them
/// at a time is what counts (passes/Vectorize/SparseSums.cpp).
static bool gathersOnPurpose(const Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    const auto *call = dyn_cast<IntrinsicInst>(&instruction);
    return call && call->getIntrinsicID() == Intrinsic::masked_gather;
  });
}

/// Functions of the C library keep no vector register, so that what a loop has
/// there goes to the stack and back around each call. Only a function with a
/// frame pointer can align its stack; else whether such a vector lies across
/// two lines of a cache, and the loop takes twice as long, changes from run to
/// run. Others do better with a register more.
static bool callsMathematics(const Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    const auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee)
      return false;
    switch (callee->getIntrinsicID()) {
    case Intrinsic::exp:
    case Intrinsic::exp2:
    case Intrinsic::log:
    case Intrinsic::log2:
    case Intrinsic::log10:
    case Intrinsic::pow:
    case Intrinsic::sin:
    case Intrinsic::cos:
    case Intrinsic::tan:
    case Intrinsic::sinh:
    case Intrinsic::cosh:
    case Intrinsic::tanh:
    case Intrinsic::asin:
    case Intrinsic::acos:
    case Intrinsic::atan:
    case Intrinsic::atan2:
      return true;
    case Intrinsic::not_intrinsic: // expm1, log1p, cbrt, erf, ...
      return callee->isDeclaration() && !callee->getName().contains("encke_") &&
             callee->getReturnType()->isFloatingPointTy();
    default:
      return false;
    }
  });
}

Expected<std::unique_ptr<Module>>
encke::translateToLLVMIR(mlir::ModuleOp module, LLVMContext &context,
                         TargetMachine &machine, const CodeOptions &options,
                         Callers callers, bool hasKernels) {
  bool hasSaved = saveAssumptions(module);
  std::unique_ptr<Module> translated =
      mlir::translateModuleToLLVMIR(module, context);
  if (!translated)
    return createStringError("the llvm stage cannot be translated to LLVM IR");
  if (hasSaved)
    restoreAssumptions(*translated);
  translated->setTargetTriple(machine.getTargetTriple());
  translated->setDataLayout(machine.createDataLayout());
  if (callers != Callers::Others)
    keepWhatIsCalled(*translated, callers);
  leaveLargeFunctions(*translated, hasKernels);
  callSmallTeams(*translated);
  guardTeams(*translated);
  // Vectors have the width that loops were given. What LLVM makes vectors of is
  // left, mostly, because it is not contiguous: wide ones take long to put
  // together.
  unsigned bits = getVectorBits(machine);
  StringRef features = machine.getTargetFeatureString();
  bool avoids = features.contains(("+" + noGathers).str());
  for (Function &function : *translated) {
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features",
                       avoids && gathersOnPurpose(function)
                           ? (features + ",-" + noGathers).str()
                           : features.str());
    function.addFnAttr("min-legal-vector-width", std::to_string(bits));
    function.addFnAttr("prefer-vector-width",
                       std::to_string(std::min(bits, cost::mostOfOthers)));
    if (callsMathematics(function)) {
      function.addFnAttr("frame-pointer", "all");
      function.addFnAttr(Attribute::NoInline); // its caller has none
    }
  }
  // LLVM's third level differs mostly in copying loops for each outcome of the
  // branches in them that they do not change, up to eight times: that doubles
  // the time to compile some programs, and makes no kernel faster.
  constexpr unsigned mostForLoops = 2;
  optimize(*translated, machine, std::min(options.optLevel, mostForLoops),
           hasKernels);
  return translated;
}

Error encke::checkIsProgram(const Module &module) {
  const Function *program = module.getFunction(programFunctionName);
  if (program && !program->isDeclaration())
    return Error::success();
  return createStringError("the module defines no function '" +
                           programFunctionName +
                           "', with which a program begins");
}

Threading encke::getThreading(const Module &module) {
  for (const Function &function : module) {
    if (function.use_empty())
      continue;
    if (function.getName().starts_with("__kmpc_"))
      return Threading::OpenMP;
    if (function.getName().starts_with("mlirAsyncRuntime"))
      return Threading::Async;
  }
  return Threading::None;
}

/// How much is done for the code is said of a machine, not of a function.
static CodeGenOptLevel chooseLevel(const Module &module,
                                   const TargetMachine &machine) {
  bool hasLong = any_of(module, [](const Function &function) {
    return function.hasFnAttribute(isLong);
  });
  return hasLong ? CodeGenOptLevel::None : machine.getOptLevel();
}

Error encke::emitMachineCode(Module &module, TargetMachine &machine,
                             bool assembly, raw_pwrite_stream &os) {
  CodeGenOptLevel before = machine.getOptLevel();
  bool wasFast = machine.Options.EnableFastISel;
  machine.setOptLevel(chooseLevel(module, machine));
  scope_exit restore([&] {
    machine.setOptLevel(before);
    machine.setFastISel(wasFast);
  });
  legacy::PassManager manager;
  CodeGenFileType type =
      assembly ? CodeGenFileType::AssemblyFile : CodeGenFileType::ObjectFile;
  if (machine.addPassesToEmitFile(manager, os, nullptr, type))
    return createStringError("this machine has no code emitter");
  manager.run(module);
  return Error::success();
}
