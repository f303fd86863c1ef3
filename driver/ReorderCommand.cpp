//===- ReorderCommand.cpp - encke info --reorder --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ReorderCommand.h"

#include "driver/Compiler.h"
#include "driver/HostTarget.h"
#include "driver/LoadedProgram.h"
#include "driver/NativeCode.h"
#include "driver/Report.h"
#include "passes/Cost/Orderings.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>

using namespace llvm;
using namespace encke;

/// The first kernel of each is what is measured.
static constexpr StringLiteral kernelSymbol = "_mlir_ciface_kernel_0";
static constexpr StringLiteral spmvProgram = R"(def main() {
  IndexLabel [i, j] = [?];
  Tensor<double> A([i, j], {CSR});
  Tensor<double> x([j], {Dense});
  Tensor<double> y([i], {Dense});
  A[i, j] = read(0);
  x[j] = random();
  y[i] = A[i, j] * x[j];
  print(y);
}
)";
static constexpr StringLiteral spmmProgram = R"(def main() {
  IndexLabel [i, j] = [?];
  IndexLabel [k] = [32];
  Tensor<double> A([i, j], {CSR});
  Tensor<double> B([j, k], {Dense});
  Tensor<double> C([i, k], {Dense});
  A[i, j] = read(0);
  B[j, k] = random();
  C[i, k] = A[i, j] * B[j, k];
  print(C);
}
)";

namespace {

/// A dense row-major buffer as a kernel takes it. For one column the fields are
/// also those of a vector: rows, and stride 1.
struct DenseReference {
  double *allocated, *aligned;
  int64_t offset, sizesAndStrides[4];
};
using Kernel = void(encke_tensor *A, DenseReference *B, int64_t rows,
                    DenseReference *C);

/// Compiles kernels when they are first timed.
class Kernels {
public:
  explicit Kernels(const Options &options) : options(options) {}

  Error compileAll();
  const cost::Target &target() const { return machine; }
  double time(encke_tensor &matrix, int32_t columns, int32_t threads);

private:
  Expected<LoadedProgram> compile(int32_t columns, int32_t threads);

  const Options &options;
  cost::Target machine; ///< that the kernels are compiled for
  std::map<std::pair<int32_t, int32_t>, LoadedProgram> compiled;
};

struct AlignedBuffer {
  explicit AlignedBuffer(int64_t count)
      : values(static_cast<double *>(allocate_buffer(
            size_t(std::max<int64_t>(count, 1)) * sizeof(double), 64))),
        count(count) {
    std::fill_n(values, count, 1.0);
  }
  AlignedBuffer(const AlignedBuffer &) = delete;
  ~AlignedBuffer() {
    deallocate_buffer(values,
                      size_t(std::max<int64_t>(count, 1)) * sizeof(double), 64);
  }
  DenseReference reference(int64_t rows, int64_t columns) {
    return {values, values, 0, {rows, columns, columns, 1}};
  }

  double *values;
  int64_t count;
};

} // namespace

Expected<LoadedProgram> Kernels::compile(int32_t columns, int32_t threads) {
  Expected<std::unique_ptr<TargetMachine>> code =
      createTargetMachine(options.code);
  if (!code)
    return code.takeError();
  Compiler compiler(options.diagnostics);
  if (!compiler.loadText(columns == 1 ? spmvProgram : spmmProgram))
    return createStringError("the kernel to measure is refused");
  PipelineOptions pipeline;
  pipeline.target = machine = readMachine(options.code, **code);
  pipeline.vectorBits = unsigned(pipeline.target.vectorBits);
  pipeline.threading = threads > 1 ? Threading::OpenMP : Threading::None;
  pipeline.threads = unsigned(threads);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      compiler.compile(Stage::LLVM, /*indexWidth=*/32, pipeline);
  if (!module)
    return createStringError("the kernel to measure cannot be compiled");
  LLVMContext context;
  Expected<std::unique_ptr<Module>> translated = translateToLLVMIR(
      *module, context, **code, options.code, Callers::Others);
  if (!translated)
    return translated.takeError();
  SmallVector<char> object;
  raw_svector_ostream os(object);
  if (Error error =
          emitMachineCode(**translated, **code, /*assembly=*/false, os))
    return error;
  std::unique_ptr<MemoryBuffer> objects[] = {
      std::make_unique<SmallVectorMemoryBuffer>(
          std::move(object), /*RequiresNullTerminator=*/false)};
  return LoadedProgram::load(objects, getThreading(**translated));
}

Error Kernels::compileAll() {
  for (int32_t columns : {1, 32})
    for (int32_t threads : {1, 2}) {
      Expected<LoadedProgram> kernel = compile(columns, threads);
      if (!kernel)
        return kernel.takeError();
      if (!kernel->find(kernelSymbol))
        return createStringError("the program to measure has no kernel");
      compiled.emplace(std::pair(columns, threads), std::move(*kernel));
    }
  return Error::success();
}

/// The median of samples that are long enough to be measured.
double Kernels::time(encke_tensor &matrix, int32_t columns, int32_t threads) {
  using Clock = std::chrono::steady_clock;
  constexpr int sampleCount = 7;
  constexpr double shortest = 0.01; // seconds
  int64_t rows = matrix.sizes[0], inner = matrix.sizes[1];
  AlignedBuffer operand(inner * columns), result(rows * columns);
  DenseReference B = operand.reference(inner, columns);
  DenseReference C = result.reference(rows, columns);
  auto *kernel = reinterpret_cast<Kernel *>(
      compiled.at({columns, threads}).find(kernelSymbol));
  auto measure = [&](int64_t calls) {
    Clock::time_point start = Clock::now();
    for (int64_t call = 0; call != calls; ++call)
      kernel(&matrix, &B, rows, &C);
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  measure(1);
  int64_t calls = 1;
  while (measure(calls) < shortest)
    calls *= 2;
  std::array<double, sampleCount> samples;
  for (double &sample : samples)
    sample = measure(calls) / double(calls);
  std::sort(samples.begin(), samples.end());
  return samples[sampleCount / 2];
}

int encke::compareOrders(const Options &options) {
  Kernels kernels(options);
  if (Error error = kernels.compileAll())
    return reportFailure(options.diagnostics, diag::compilation_failed,
                         llvm::toString(std::move(error)));
  encke_options runtime = options.runtime;
  runtime.threads = std::max(runtime.threads, 2);
  auto costs = cost::getOrderCosts(kernels.target());
  int status = 0;
  for (const std::string &file : options.dataFiles)
    status = std::max(status, encke_compare_orders(
                                  file.c_str(), &runtime,
                                  [](void *data, encke_tensor *matrix,
                                     int32_t columns, int32_t threads) {
                                    return static_cast<Kernels *>(data)->time(
                                        *matrix, columns, threads);
                                  },
                                  &kernels, costs.data()));
  return status;
}
