//===- Tensors.cpp - measures products with sparse tensors ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   encke-bench-tensors [--quick] [KERNEL...]
//
// Prints records as encke-bench does.
//
//===----------------------------------------------------------------------===//

#include "tensors/SkewedTensor.h"
#include "tensors/TensorContender.h"

#include "Records.h"
#include "Threads.h"

#include "encke/runtime.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace encke::bench;

namespace {

struct Kernel {
  const char *name;
  const char *program;
  int order;
  TensorOperation operation;
  int mode = 0;
};
constexpr Kernel kernels[] = {
    {"mttkrp3-mode0", "mttkrp3", 3, TensorOperation::mttkrp, 0},
    {"mttkrp3-mode1", "mttkrp3", 3, TensorOperation::mttkrp, 1},
    {"mttkrp3-mode2", "mttkrp3", 3, TensorOperation::mttkrp, 2},
    {"mttkrp4-mode0", "mttkrp4", 4, TensorOperation::mttkrp, 0},
    {"mttkrp4-mode1", "mttkrp4", 4, TensorOperation::mttkrp, 1},
    {"mttkrp4-mode2", "mttkrp4", 4, TensorOperation::mttkrp, 2},
    {"mttkrp4-mode3", "mttkrp4", 4, TensorOperation::mttkrp, 3},
    {"ttv", "ttv", 3, TensorOperation::timesVector},
    {"ttm", "ttm", 3, TensorOperation::timesMatrix},
};

struct {
  std::vector<Kernel> kernels;
  Protocol protocol;
  bool quick = false;
  int status = 1;
} task;

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// A new tensor of such a size; `levels` as in encke_tensor_new, one letter a
/// level.
encke_tensor *makeTensor(const std::string &levels,
                         const std::vector<int64_t> &sizes) {
  std::string format = "f64 4 4";
  for (size_t mode = 0; mode < sizes.size(); ++mode)
    format += std::string(" ") + levels[mode] + std::to_string(mode);
  encke_tensor *tensor = encke_tensor_new(format.c_str());
  for (size_t mode = 0; mode < sizes.size(); ++mode)
    encke_tensor_set_size(tensor, static_cast<int64_t>(mode), sizes[mode]);
  return tensor;
}

/// How many coordinates the first line with an element has. 0 when there is
/// none, or when it counts them from 0, as FROSTT's files do not.
int orderOf(const std::filesystem::path &path) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string word;
    int count = 0;
    bool hasZero = false;
    while (words >> word && word[0] != '#') {
      hasZero |= word == "0";
      ++count;
    }
    if (count)
      return hasZero ? 0 : count - 1;
  }
  return 0;
}

/// The pattern of a file in CSF, with values of our own: positive, so that
/// results compare tightly. The caller frees it.
encke_tensor *readPattern(const std::filesystem::path &path, int order) {
  encke_file *file = encke_file_path(path.c_str(), nullptr);
  std::vector<int64_t> sizes;
  for (int mode = 0; mode < order; ++mode) {
    encke_size *size = encke_size_begin("i");
    encke_size_file(size, file, mode, order, nullptr);
    sizes.push_back(encke_size_end(size));
  }
  encke_tensor *tensor = makeTensor(std::string(order, 'C'), sizes);
  encke_read(tensor, file, /*selector=*/0, nullptr);
  AlignedArray<double> values = generateValues(tensor->value_count, 6);
  std::copy(values.begin(), values.end(),
            static_cast<double *>(tensor->values));
  return tensor;
}

/// Those files of the data folder that are worth a measurement.
std::vector<std::filesystem::path> findFiles(int order) {
  std::vector<std::filesystem::path> found;
  const char *data = getenv("ENCKE_DATA_DIR");
  if (!data)
    return found;
  std::error_code error;
  for (const auto &entry : std::filesystem::directory_iterator(
           std::filesystem::path(data) / "tensors", error))
    if (entry.path().extension() == ".tns" && entry.file_size() > 100000 &&
        orderOf(entry.path()) == order)
      found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

TensorProblem makeProblem(const Kernel &kernel, const encke_tensor &tensor) {
  TensorProblem problem{kernel.program, kernel.operation,  kernel.mode,
                        &tensor,        CsfArrays(tensor), {}};
  bool isMttkrp = kernel.operation == TensorOperation::mttkrp;
  int columns = kernel.operation == TensorOperation::timesVector ? 1 : kColumns;
  for (int mode = 0; mode < tensor.order; ++mode) {
    bool isUsed = isMttkrp ? mode != kernel.mode : mode + 1 == tensor.order;
    problem.factors.push_back(
        isUsed ? generateValues(tensor.sizes[mode] * columns, 10 + mode)
               : AlignedArray<double>());
  }
  return problem;
}

void measureKernel(const Kernel &kernel, const std::string &input,
                   const encke_tensor &tensor, Records &records) {
  TensorProblem problem = makeProblem(kernel, tensor);
  AlignedArray<double> expected = computeReference(problem);
  std::vector<std::unique_ptr<TensorContender>> contenders;
  for (auto make : {makeEnckeTensorContender, makeHandWrittenContender,
                    makeSplattContender, makeTacoTensorContender})
    if (std::unique_ptr<TensorContender> contender = make())
      contenders.push_back(std::move(contender));
  Comparison comparison{kernel.name, input,
                        1e-9 * countBytes(problem, expected),
                        1e-9 * countOperations(problem)};
  compare(
      comparison, prepare(comparison, contenders, problem),
      [&](Contender &contender) {
        return agrees(problem,
                      static_cast<TensorContender &>(contender).result(),
                      expected);
      },
      task.protocol, records);
}

void measureInput(const std::string &input, encke_tensor *tensor,
                  Records &records) {
  fprintf(stderr, "encke-bench: %s: %lld elements\n", input.c_str(),
          static_cast<long long>(tensor->value_count));
  for (const Kernel &kernel : task.kernels)
    if (kernel.order == tensor->order)
      measureKernel(kernel, input, *tensor, records);
  encke_tensor_free(tensor);
}

void measureAll() {
  Records records;
  bool quick = task.quick;
  for (int order : {3, 4}) {
    if (std::none_of(
            task.kernels.begin(), task.kernels.end(),
            [&](const Kernel &kernel) { return kernel.order == order; }))
      continue;
    if (order == 3)
      measureInput("skewed",
                   quick ? makeSkewedTensor({4000, 3000, 1000}, 200000)
                         : makeSkewedTensor({40000, 30000, 1000}, 2000000),
                   records);
    else
      measureInput("skewed-4",
                   quick ? makeSkewedTensor({400, 300, 200, 100}, 100000)
                         : makeSkewedTensor({4000, 3000, 200, 1000}, 1000000),
                   records);
    for (const std::filesystem::path &path : findFiles(order))
      measureInput(path.stem(), readPattern(path, order), records);
  }
  task.status = print(records) ? 0 : 1;
}

/// The runtime calls a function without arguments.
void measureInContext() {
  try {
    measureAll();
  } catch (const std::exception &error) {
    fprintf(stderr, "encke-bench: %s\n", error.what());
  }
}

} // namespace

int main(int argc, char **argv) {
  std::vector<std::string> prefixes;
  for (int n = 1; n < argc; ++n)
    if (strcmp(argv[n], "--quick") == 0)
      task.quick = true;
    else if (!readThreads(argv[n]) && !readTurns(argv[n]))
      prefixes.push_back(argv[n]);
  if (task.quick)
    task.protocol = kQuick;
  for (const Kernel &kernel : kernels)
    if (prefixes.empty() ||
        std::any_of(prefixes.begin(), prefixes.end(), [&](const auto &prefix) {
          return std::string(kernel.name).rfind(prefix, 0) == 0;
        }))
      task.kernels.push_back(kernel);
  if (task.kernels.empty()) {
    fprintf(stderr, "encke-bench: no such kernel\n");
    return 1;
  }
  encke_options options;
  encke_options_default(&options);
  options.threads = numThreads;
  int failure = encke_main(measureInContext, &options, nullptr, 0);
  return failure ? failure : task.status;
}
