//===- CompileUnits.cpp - object files of a program and kernels -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Up to the scf stage a program is one module. From there on nothing of a
// kernel depends on the rest, so that each is lowered, optimised and written by
// itself: in parallel, and only if the cache does not have it.
//
//===----------------------------------------------------------------------===//

#include "driver/CompileUnits.h"

#include "driver/Phases.h"
#include "driver/Units.h"

#include "core/progress.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/Threading.h"

#include <atomic>

using namespace llvm;
using namespace encke;

namespace {

/// One object file on its way.
struct Job {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string key; ///< in the cache; empty for the program
  std::unique_ptr<MemoryBuffer> object;
  Threading threading = Threading::None;
  std::string failure; ///< of a job without an object
};

/// What one thread makes once, for all of its jobs.
struct Worker {
  std::unique_ptr<mlir::PassManager> passes;
  std::unique_ptr<TargetMachine> machine;
};

/// For passes, which find threads in their context: a task runs at once, where
/// it is given. The context is to be locked, no more: each thread has jobs.
class NoPool : public ThreadPoolInterface {
public:
  void wait() override {}
  void wait(ThreadPoolTaskGroup &) override {}
  unsigned getMaxConcurrency() const override { return 1; }

private:
  void asyncEnqueue(unique_function<void()> task,
                    ThreadPoolTaskGroup *) override {
    task();
  }
};

class UnitCompiler {
public:
  UnitCompiler(Compiler &compiler, const UnitOptions &options,
               function_ref<Error(Module &)> finish)
      : compiler(compiler), options(options), finish(finish) {}

  Expected<CompiledUnits> run();

private:
  void addKernels(mlir::ModuleOp program);
  std::string getPhase() const;
  bool findInCache(Job &job) const;
  void keep(const Job &job) const;
  SmallVector<Job *> findOpen();
  Error compileAll();
  std::optional<Worker> makeWorker(Job &job) const;
  void compile(Job &job, Worker &worker) const;
  Error makeObject(Job &job, Worker &worker) const;

  Compiler &compiler;
  const UnitOptions &options;
  function_ref<Error(Module &)> finish;
  Stage stage = Stage::SCF;          // at which jobs begin
  std::vector<Job> jobs;             // the program first
  unsigned compiled = 0, cached = 0; // of the kernels
};

} // namespace

/// What the code of kernels depends on besides their text.
static std::string describe(const UnitOptions &options,
                            const Compiler &compiler) {
  std::string text = describeCodeGenerator(options.code);
  raw_string_ostream os(text);
  const PipelineOptions &pipeline = options.pipeline;
  Threading threading =
      compiler.isSerialAsSmall() ? Threading::None : pipeline.threading;
  // What is kept was compiled without a complaint.
  bool isStrict = pipeline.strictMarks || compiler.getInputStage();
  // Kernels without indices are the same for each width, but are linked
  // together.
  os << isStrict << ' ' << options.indexWidth << ' '
     << static_cast<int>(threading) << ' ' << pipeline.threads << ' '
     << pipeline.vectorBits << ' ' << pipeline.expandFunctions << ' '
     << static_cast<int>(pipeline.device) << '\n';
  return text;
}

//===----------------------------------------------------------------------===//
// The cache: a digit for the library of threads, the object
//===----------------------------------------------------------------------===//

bool UnitCompiler::findInCache(Job &job) const {
  std::unique_ptr<MemoryBuffer> found =
      options.cache ? options.cache->find(job.key) : nullptr;
  if (!found || found->getBufferSize() == 0)
    return false;
  int threading = found->getBuffer().front() - '0';
  if (threading < 0 || threading > static_cast<int>(Threading::Async))
    return false;
  job.threading = static_cast<Threading>(threading);
  // A copy is aligned, as the reader of object files wants it.
  job.object = MemoryBuffer::getMemBufferCopy(found->getBuffer().drop_front());
  return true;
}

void UnitCompiler::keep(const Job &job) const {
  std::string content(1, char('0' + static_cast<int>(job.threading)));
  content += job.object->getBuffer();
  options.cache->store(job.key, content);
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// None after an error, which the job has.
std::optional<Worker> UnitCompiler::makeWorker(Job &job) const {
  Expected<std::unique_ptr<TargetMachine>> machine =
      createTargetMachine(options.code);
  if (!machine) {
    job.failure = llvm::toString(machine.takeError());
    return std::nullopt;
  }
  return Worker{compiler.makePasses(stage, Stage::LLVM, options.pipeline),
                std::move(*machine)};
}

Error UnitCompiler::makeObject(Job &job, Worker &worker) const {
  // Of the program most often none is left.
  bool hasKernel = llvm::any_of(job.module->getOps<mlir::func::FuncOp>(),
                                [](mlir::func::FuncOp function) {
                                  return !function.isExternal() &&
                                         function->hasAttr("encke.kernel");
                                });
  if (!compiler.lower(*job.module, *worker.passes))
    return createStringError("");
  LLVMContext context;
  Expected<std::unique_ptr<Module>> translated =
      translateToLLVMIR(*job.module, context, *worker.machine, options.code,
                        options.callers, hasKernel);
  if (!translated)
    return translated.takeError();
  job.threading = getThreading(**translated);
  if (job.key.empty())
    if (Error error = finish(**translated))
      return error;
  SmallVector<char> object;
  raw_svector_ostream os(object);
  if (Error error = emitMachineCode(**translated, *worker.machine,
                                    /*assembly=*/false, os))
    return error;
  job.object = std::make_unique<SmallVectorMemoryBuffer>(
      std::move(object), /*RequiresNullTerminator=*/false);
  return Error::success();
}

void UnitCompiler::compile(Job &job, Worker &worker) const {
  if (Error error = makeObject(job, worker)) {
    job.failure = llvm::toString(std::move(error));
    return;
  }
  if (options.cache && !job.key.empty())
    keep(job);
}

/// What is not there yet, the longest first: the last ones are not to keep one
/// thread busy alone.
SmallVector<Job *> UnitCompiler::findOpen() {
  SmallVector<std::pair<size_t, Job *>> open;
  for (Job &job : jobs) {
    if (job.object)
      continue;
    size_t count = 0;
    (*job.module)->walk([&](mlir::Operation *) { ++count; });
    open.push_back({count, &job});
  }
  llvm::stable_sort(
      open, [](const auto &a, const auto &b) { return a.first > b.first; });
  return llvm::to_vector(llvm::make_second_range(open));
}

/// Each thread takes the next that nobody has begun with.
Error UnitCompiler::compileAll() {
  SmallVector<Job *> open = findOpen();
  std::atomic<size_t> next = 0;
  rt::Progress progress("compiling", static_cast<int64_t>(open.size()),
                        "kernels");
  auto work = [&] {
    std::optional<Worker> worker;
    for (size_t number = next++; number < open.size(); number = next++) {
      if (!worker)
        worker = makeWorker(*open[number]);
      if (worker)
        compile(*open[number], *worker);
      progress.advance(1);
    }
  };
  unsigned threads = std::min<size_t>(
      open.size(), hardware_concurrency().compute_thread_count());
  if (threads == 1) {
    work();
  } else {
    // This thread is one of them.
    DefaultThreadPool pool(hardware_concurrency(threads - 1));
    NoPool none;
    mlir::MLIRContext &context = compiler.getContext();
    context.setThreadPool(none);
    scope_exit restore([&] { context.disableMultithreading(); });
    for (unsigned thread = 1; thread < threads; ++thread)
      pool.async(work);
    work();
    pool.wait();
  }
  for (const Job &job : jobs)
    if (!job.object)
      return createStringError(job.failure);
  return Error::success();
}

void UnitCompiler::addKernels(mlir::ModuleOp program) {
  std::string salt = describe(options, compiler);
  for (Unit &unit : splitIntoUnits(program, salt)) {
    Job &job = jobs.emplace_back();
    job.module = std::move(unit.module);
    job.key = "kernel\n" + salt + unit.text;
    if (findInCache(job)) {
      job.module = nullptr;
      ++cached;
    } else {
      ++compiled;
    }
  }
}

std::string UnitCompiler::getPhase() const {
  std::string phase = "compile the program and " + std::to_string(compiled) +
                      (compiled == 1 ? " kernel" : " kernels");
  if (cached)
    phase += " (" + std::to_string(cached) + " from the cache)";
  return phase;
}

Expected<CompiledUnits> UnitCompiler::run() {
  // Somebody's own stage may be past the one at which kernels are taken out.
  std::optional<Stage> given = compiler.getInputStage();
  stage = std::max(given.value_or(Stage::TA), Stage::SCF);
  if (options.phases)
    options.phases->begin("compile to the scf stage");
  rt::Progress progress("compiling");
  Job &program = jobs.emplace_back();
  program.module =
      compiler.compile(stage, options.indexWidth, options.pipeline);
  if (!program.module)
    return createStringError("");
  if (stage == Stage::SCF)
    addKernels(*jobs.front().module);
  if (options.phases)
    options.phases->begin(getPhase());
  if (Error error = compileAll())
    return std::move(error);
  CompiledUnits result;
  for (Job &job : jobs) {
    if (job.threading != Threading::None)
      result.threading = job.threading;
    result.objects.push_back(std::move(job.object));
  }
  if (options.cache && compiled)
    options.cache->prune();
  return result;
}

Expected<CompiledUnits>
encke::compileUnits(Compiler &compiler, const UnitOptions &options,
                    function_ref<Error(Module &)> finish) {
  return UnitCompiler(compiler, options, finish).run();
}
