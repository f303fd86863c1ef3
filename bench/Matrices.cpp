//===- Matrices.cpp - which matrices are measured -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matrices.h"

#include "encke/runtime.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace encke::bench {

namespace {

/// Smaller files hold matrices on which calls and timers would be measured.
constexpr uintmax_t kLeastBytes = 900000;
constexpr uintmax_t kMostQuickBytes = 950000;

/// The pattern of a file in CSR, with values of our own: positive, so that
/// results compare tightly.
CsrMatrix readPattern(const std::filesystem::path &path) {
  encke_file *file = encke_file_path(path.c_str(), nullptr);
  encke_tensor *tensor = encke_tensor_new("f64 4 4 D0 C1");
  for (int mode : {0, 1}) {
    encke_size *size = encke_size_begin("i");
    encke_size_file(size, file, mode, /*order=*/2, nullptr);
    encke_tensor_set_size(tensor, mode, encke_size_end(size));
  }
  encke_read(tensor, file, /*selector=*/0, nullptr);
  CsrMatrix matrix;
  matrix.rows = tensor->sizes[0];
  matrix.columns = tensor->sizes[1];
  const encke_level &level = tensor->levels[1];
  auto copy = [](const void *from, int64_t count) {
    AlignedArray<int32_t> array(count);
    std::copy_n(static_cast<const int32_t *>(from), count, array.begin());
    return array;
  };
  matrix.positions = copy(level.pos, level.pos_count);
  matrix.coordinates = copy(level.crd, level.crd_count);
  matrix.values = generateValues(tensor->value_count, /*seed=*/6);
  encke_tensor_free(tensor);
  return matrix;
}

std::vector<MatrixInput> listFiles(bool quick) {
  std::vector<MatrixInput> inputs;
  const char *data = getenv("ENCKE_DATA_DIR");
  if (!data)
    return inputs;
  std::error_code error;
  for (const auto &entry : std::filesystem::directory_iterator(
           std::filesystem::path(data) / "matrices", error)) {
    const std::filesystem::path &path = entry.path();
    if (path.extension() == ".mtx" && entry.file_size() >= kLeastBytes &&
        (!quick || entry.file_size() <= kMostQuickBytes))
      inputs.push_back({path.stem(), MatrixUse::everything,
                        [path] { return readPattern(path); },
                        /*isFile=*/true});
  }
  std::sort(inputs.begin(), inputs.end(),
            [](const MatrixInput &left, const MatrixInput &right) {
              return left.name < right.name;
            });
  return inputs;
}

} // namespace

std::vector<MatrixInput> listMatrices(bool quick) {
  bool full = !quick;
  std::vector<MatrixInput> inputs = {
      {"fem3d", MatrixUse::everything,
       [=] { return generateStencil27(full ? 55 : 25, /*seed=*/1); }},
      {"rmat", MatrixUse::everything,
       [=] {
         return full ? generateRmat(17, 2000000, /*seed=*/2)
                     : generateRmat(14, 250000, /*seed=*/2);
       }},
      {"uniform", MatrixUse::everything,
       [=] {
         int32_t size = full ? 100000 : 25000;
         return generateUniform(size, size, /*perRow=*/10, /*seed=*/8);
       }},
      {"banded", MatrixUse::vectors,
       [=] { return generateBand(full ? 200000 : 40000, 7, /*seed=*/3); }},
      {"rowband", MatrixUse::vectors,
       [=] {
         return generateRowBand(full ? 20000 : 10000, 8192, full ? 1000 : 125,
                                /*seed=*/9);
       }},
      {"small", MatrixUse::vectors,
       [] { return generateUniform(1000, 900, /*perRow=*/5, /*seed=*/4); }},
      {"fem3d-35", MatrixUse::sparseProducts,
       [=] { return generateStencil27(full ? 35 : 16, /*seed=*/1); }},
      {"rmat-14", MatrixUse::sparseProducts,
       [=] {
         return generateRmat(full ? 14 : 12, full ? 200000 : 40000, /*seed=*/2);
       }},
      {"uniform-20", MatrixUse::sparseProducts,
       [=] {
         int32_t size = full ? 25000 : 6000;
         return generateUniform(size, size, /*perRow=*/20, /*seed=*/8);
       }},
  };
  for (MatrixInput &input : listFiles(quick))
    inputs.push_back(std::move(input));
  return inputs;
}

} // namespace encke::bench
