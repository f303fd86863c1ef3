//===- Pipeline.cpp - the passes between the stages -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Pipeline.h"

#include "passes/Cost/TargetText.h"
#include "passes/Passes.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/AsyncToLLVM/AsyncToLLVM.h"
#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ComplexToLibm/ComplexToLibm.h"
#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/OpenMPToLLVM/ConvertOpenMPToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/SCFToOpenMP/SCFToOpenMP.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Async/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace encke;

static constexpr StringLiteral stageAttribute = "encke.stage";

StringRef encke::getStageName(Stage stage, Threading threading) {
  switch (stage) {
  case Stage::TA:
    return "ta";
  case Stage::TAOpt:
    return "ta-opt";
  case Stage::Linalg:
    return "linalg";
  case Stage::CIN:
    return "cin";
  case Stage::SCF:
    return "scf";
  case Stage::Vector:
    return "vector";
  case Stage::Threads:
    return threading == Threading::Async ? "async" : "omp";
  case Stage::LLVM:
    return "llvm";
  }
  return "";
}

std::optional<Stage> encke::getStageByName(StringRef name) {
  for (Stage stage : {Stage::TA, Stage::TAOpt, Stage::Linalg, Stage::CIN,
                      Stage::SCF, Stage::Vector, Stage::Threads, Stage::LLVM})
    if (getStageName(stage) == name)
      return stage;
  if (name == getStageName(Stage::Threads, Threading::Async))
    return Stage::Threads;
  return std::nullopt;
}

std::optional<Stage> encke::getStageOf(ModuleOp module) {
  auto name = module->getAttrOfType<StringAttr>(stageAttribute);
  return name ? getStageByName(name.getValue()) : std::nullopt;
}

Stage encke::findStage(ModuleOp module) {
  Stage stage = Stage::TAOpt;
  bool isLow = true; // operations of LLVM's alone
  module.walk([&](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    if (dialect == "ta")
      stage = Stage::TA;
    else if (dialect == "cin" && stage != Stage::TA)
      stage = Stage::CIN;
    else if (dialect == "omp" && stage == Stage::TAOpt)
      stage = Stage::Threads;
    isLow &= dialect == "llvm" || isa<ModuleOp>(op);
  });
  bool isEmpty = module.getBody()->empty();
  return isLow && !isEmpty ? Stage::LLVM : stage;
}

static void addCleanup(OpPassManager &manager) {
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

/// Statements that compute the same become one, but not across a reading of the
/// clock. What the passes before have made has no number yet.
static void addStatementCleanup(OpPassManager &manager, bool isFirst = false) {
  manager.addPass(createMarkIntervals({/*measured=*/isFirst}));
  addCleanup(manager);
}

/// Tensors that are dead after their last use become buffers updated in place,
/// each with one owner.
static void addBufferization(OpPassManager &manager) {
  bufferization::OneShotBufferizePassOptions options;
  options.bufferizeFunctionBoundaries = true;
  // A tensor that a loop replaces may change its buffer, rather than be copied
  // back into it.
  options.allowReturnAllocsFromLoops = true;
  options.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  options.unknownTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  manager.addPass(bufferization::createOneShotBufferizePass(options));
  addCleanup(manager);
  // A kernel's result is a buffer that its caller gave it.
  manager.addPass(bufferization::createDropEquivalentBufferResultsPass());
}

static void addTAToTAOpt(OpPassManager &manager,
                         const PipelineOptions &options) {
  // Parts are named as the program has them.
  manager.addPass(createMakeTemporaries());
  addStatementCleanup(manager, /*isFirst=*/true);
  manager.addPass(createFoldCopies());
  manager.addPass(createShareSums());
  manager.addPass(createFactorTerms());
  manager.addPass(createContractionOrder());
  addStatementCleanup(manager);
  manager.addPass(createNormalize());
  addStatementCleanup(manager);
  if (options.distribute) {
    manager.addPass(createDistribute({options.report, options.noteOrders,
                                      options.overlap, options.reproducible}));
    addStatementCleanup(manager);
  }
  manager.addPass(createDenseLayout({options.fuse}));
  manager.addPass(createHoistStatements());
  addStatementCleanup(manager);
  manager.addPass(createEstimateCosts({options.noteOrders}));
  if (options.report)
    manager.addPass(createReportStatements());
  manager.addPass(createOutlineKernels());
}

static void addTAToLinalg(OpPassManager &manager,
                          const PipelineOptions &options) {
  manager.addPass(createTAToLinalg({options.timing}));
  addCleanup(manager);
}

/// A device runs them even where there is one thread.
static bool hasParallelLoops(const PipelineOptions &options) {
  return options.threading != Threading::None || options.device != Device::None;
}

static void addStartResults(OpPassManager &manager,
                            const PipelineOptions &options) {
  StartResultsOptions start;
  start.vectorBits = options.vectorBits;
  start.parallel = hasParallelLoops(options);
  manager.addPass(createStartResults(start));
}

static void addLinalgToCIN(OpPassManager &manager,
                           const PipelineOptions &options) {
  manager.addPass(createLinalgToGemm());
  manager.addPass(createLinalgToCIN());
  addCleanup(manager);
  if (!options.finite)
    manager.addPass(createGuardPadding());
  ScheduleOptions schedule;
  schedule.vectorBits = options.vectorBits;
  schedule.parallel = hasParallelLoops(options);
  schedule.noteOrders = options.noteOrders;
  manager.addPass(createSchedule(schedule));
  if (options.fuse)
    manager.addPass(createFuseKernels());
  MergeLevelsOptions merge;
  merge.vectorBits = schedule.vectorBits;
  merge.parallel = schedule.parallel;
  manager.addPass(createMergeLevels(merge));
  addCleanup(manager);
  manager.addPass(createHoistInvariants());
  manager.addPass(createTakeOutFactors());
  manager.addPass(createWidenSums());
  addStartResults(manager, options);
  manager.addPass(createAskFinite());
  manager.addPass(createSettleMarks());
  DecideOptions decide;
  decide.fewStored = options.fewStored;
  decide.device = options.device != Device::None;
  decide.report = options.report;
  manager.addPass(createDecide(decide));
  manager.addPass(createApplySchedule());
  if (options.mergeKernels)
    manager.addPass(createMergeKernels());
}

static void addCINToSCF(OpPassManager &manager,
                        const PipelineOptions &options) {
  // Of kernels that were written by hand: all others have their starts.
  addStartResults(manager, options);
  manager.addPass(createSparseHandles());
  manager.addPass(createExportFunctions());
  manager.addPass(createSeparateBuffers());
  addBufferization(manager);
  manager.addPass(createOrderConstants());
  // Before kernels have buffers, which they free themselves where they end: in
  // a loop, each round does.
  manager.addNestedPass<func::FuncOp>(
      bufferization::createBufferLoopHoistingPass());
  manager.addPass(createGemmToCalls());
  // What no kernel computes of what came from elsewhere.
  manager.addPass(createConvertLinalgToLoopsPass());
  manager.addPass(createCINToSCF({options.strictMarks}));
  manager.addPass(createLowerChecks());
  bool hasTasks = options.threading != Threading::None;
  manager.addPass(
      createLowerTasks({hasTasks ? TasksTo::Parallel : TasksTo::Serial}));
  addCleanup(manager);
  manager.addPass(createMarkFreedBuffers());
  bufferization::buildBufferDeallocationPipeline(manager);
  manager.addPass(createConvertBufferizationToMemRefPass());
  addCleanup(manager);
  manager.addPass(createInlineKernels());
  addCleanup(manager);
  if (options.device != Device::None) {
    manager.addPass(createOutlineDevice({options.strictMarks}));
    addCleanup(manager);
    manager.addPass(createSyncDevice());
    addCleanup(manager);
  }
}

static void addSCFToVector(OpPassManager &manager,
                           const PipelineOptions &options) {
  if (options.device != Device::None)
    manager.addPass(createEncodeDevice({options.device == Device::CUDA
                                            ? DeviceCode::PTX
                                            : DeviceCode::SPIRV}));
  manager.addPass(createJamRows({options.strictMarks}));
  manager.addPass(createVectorize({options.strictMarks}));
  addCleanup(manager);
  manager.addPass(createFetchRows({options.strictMarks}));
  manager.addPass(createConvertVectorToSCFPass());
  addCleanup(manager);
}

static void addThreads(OpPassManager &manager, const PipelineOptions &options) {
  manager.addPass(createMarkPlaces());
  manager.addPass(createLookForCancel());
  if (options.threading == Threading::OpenMP) {
    // How many threads is said when the program runs.
    manager.addPass(createConvertSCFToOpenMPPass());
    manager.addPass(createFinishTeams());
    addCleanup(manager);
  } else if (options.threading == Threading::Async) {
    AsyncParallelForPassOptions async;
    constexpr int32_t askRuntime = -1;
    async.numWorkerThreads =
        options.threads ? static_cast<int32_t>(options.threads) : askRuntime;
    // A round is a task that takes chunks of a loop, so each is worth a thread.
    async.minTaskSize = 1;
    manager.addPass(createAsyncParallelForPass(async));
    manager.addPass(createAsyncToAsyncRuntimePass());
    manager.addPass(createAsyncRuntimeRefCountingPass());
    manager.addPass(createAsyncRuntimeRefCountingOptPass());
  }
}

static void addLowerToLLVM(OpPassManager &manager,
                           const PipelineOptions &options) {
  if (options.expandFunctions)
    manager.addPass(createExpandFunctions());
  manager.addPass(createExpandBFloat16());
  manager.addPass(memref::createExpandStridedMetadataPass());
  // Which says the strides of slices with affine maps.
  manager.addPass(createLowerAffinePass());
  manager.addPass(createConvertAsyncToLLVMPass());
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(createConvertComplexToLibm());
  manager.addPass(createConvertComplexToStandardPass());
  manager.addPass(createConvertMathToLLVMPass());
  // Calls of libm take vectors apart.
  manager.addPass(createConvertMathToLibmPass());
  manager.addPass(createConvertVectorToLLVMPass());
  manager.addPass(createConvertComplexToLLVMPass());
  // Memory comes from the runtime, which says so when there is none.
  FinalizeMemRefToLLVMConversionPassOptions memory;
  memory.useGenericFunctions = true;
  manager.addPass(createFinalizeMemRefToLLVMConversionPass(memory));
  manager.addPass(createConvertIndexToLLVMPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createUBToLLVMConversionPass());
  manager.addPass(createConvertFuncToLLVMPass());
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createConvertOpenMPToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createFinishLLVM());
  addCleanup(manager);
}

/// The step that ends in `stage`.
static void addStep(OpPassManager &manager, Stage stage,
                    const PipelineOptions &options) {
  switch (stage) {
  case Stage::TA:
    break;
  case Stage::TAOpt:
    addTAToTAOpt(manager, options);
    break;
  case Stage::Linalg:
    addTAToLinalg(manager, options);
    break;
  case Stage::CIN:
    addLinalgToCIN(manager, options);
    break;
  case Stage::SCF:
    addCINToSCF(manager, options);
    break;
  case Stage::Vector:
    addSCFToVector(manager, options);
    break;
  case Stage::Threads:
    addThreads(manager, options);
    break;
  case Stage::LLVM:
    addLowerToLLVM(manager, options);
    break;
  }
}

void encke::buildPipeline(OpPassManager &manager, Stage from, Stage to,
                          const PipelineOptions &options) {
  for (int stage = static_cast<int>(from) + 1; stage <= static_cast<int>(to);
       ++stage)
    addStep(manager, static_cast<Stage>(stage), options);
  manager.addPass(createSetStage({getStageName(to, options.threading).str()}));
}

namespace {
struct PipelineArguments : PassPipelineOptions<PipelineArguments> {
  Option<std::string> from{*this, "from",
                           llvm::cl::desc("The stage to start at"),
                           llvm::cl::init("ta")};
  Option<std::string> to{*this, "to", llvm::cl::desc("The stage to end at"),
                         llvm::cl::init("llvm")};
  Option<unsigned> vectorBits{
      *this, "vector-bits",
      llvm::cl::desc("Bits of a SIMD register (default: the target's)"),
      llvm::cl::init(256)};
  Option<std::string> target{*this, "target",
                             llvm::cl::desc("File with the machine")};
  Option<bool> fuse{*this, "fuse", llvm::cl::desc("Fuse kernels"),
                    llvm::cl::init(true)};
  Option<bool> finite{*this, "finite", llvm::cl::desc("Operands are finite"),
                      llvm::cl::init(false)};
  Option<bool> strictMarks{
      *this, "strict-marks",
      llvm::cl::desc("A mark that cannot be carried out is an error"),
      llvm::cl::init(false)};
  Option<unsigned> threads{*this, "threads", llvm::cl::desc("Threads"),
                           llvm::cl::init(1)};
  Option<Device> device{
      *this, "device", llvm::cl::desc("What runs the kernels that it can"),
      llvm::cl::init(Device::None),
      llvm::cl::values(clEnumValN(Device::None, "cpu", "the processor"),
                       clEnumValN(Device::Vulkan, "vulkan", "by SPIR-V"),
                       clEnumValN(Device::CUDA, "cuda", "by PTX"))};
};
} // namespace

/// What the options say, else the file of the target: where that is wrong,
/// set-target says so.
static unsigned getVectorBits(const PipelineArguments &arguments) {
  if (arguments.vectorBits.hasValue() || arguments.target.empty())
    return arguments.vectorBits;
  cost::Target target;
  if (auto buffer = llvm::MemoryBuffer::getFile(arguments.target))
    cost::parseTarget((*buffer)->getBuffer(), target,
                      [](StringRef, const std::string &) {});
  return unsigned(target.vectorBits);
}

/// Adds the passes that the text of the options asks for.
static LogicalResult
buildPipeline(OpPassManager &manager, StringRef text,
              function_ref<LogicalResult(const Twine &)> fail) {
  PipelineArguments arguments;
  if (failed(arguments.parseFromString(text)))
    return failure();
  std::optional<Stage> from = getStageByName(arguments.from);
  std::optional<Stage> to = getStageByName(arguments.to);
  if (!from || !to)
    return fail("encke-pipeline: unknown stage '" +
                (from ? arguments.to : arguments.from) + "'");
  if (*from > *to)
    return fail("encke-pipeline: stage '" + arguments.to + "' comes before '" +
                arguments.from + "'");
  PipelineOptions options;
  options.vectorBits = getVectorBits(arguments);
  options.threads = arguments.threads;
  options.device = arguments.device;
  options.fuse = arguments.fuse;
  options.finite = arguments.finite;
  options.strictMarks = arguments.strictMarks;
  if (arguments.threads > 1)
    options.threading = Threading::OpenMP;
  if (*from <= Stage::Linalg)
    manager.addPass(createTakeUpstream());
  manager.addPass(createCheckInput({getStageName(*from).str()}));
  if (!arguments.target.empty())
    manager.addPass(createSetTarget({arguments.target}));
  encke::buildPipeline(manager, *from, *to, options);
  return success();
}

void encke::registerPipelines() {
  registerEnckePasses();
  registerPassPipeline(
      "encke-pipeline", "Encke's own steps from one stage to another",
      ::buildPipeline, [](auto visit) { visit(PipelineArguments()); });
}
