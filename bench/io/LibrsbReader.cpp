//===- LibrsbReader.cpp - librsb reads a file -----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader.h"

#ifdef ENCKE_BENCH_LIBRSB
#include <cstdlib>
#include <rsb.h>
#include <vector>

namespace encke::bench {

namespace {

/// Makes recursive sparse blocks, which is the library's own format.
class LibrsbReader : public Reader {
public:
  ~LibrsbReader() override {
    rsb_mtx_free(matrix);
    rsb_lib_exit(RSB_NULL_EXIT_OPTIONS);
  }

  bool run(int threads, const std::function<void()> &body) override {
    setenv("OMP_NUM_THREADS", std::to_string(threads).c_str(), 1);
    if (rsb_lib_init(RSB_NULL_INIT_OPTIONS) != RSB_ERR_NO_ERROR)
      return false;
    body();
    return true;
  }

  bool read(const std::string &path) override {
    rsb_err_t error = RSB_ERR_NO_ERROR;
    matrix = rsb_file_mtx_load(path.c_str(), RSB_FLAG_NOFLAGS,
                               RSB_NUMERICAL_TYPE_DOUBLE, &error);
    return matrix && error == RSB_ERR_NO_ERROR;
  }

  Digest digest() override {
    rsb_nnz_idx_t count = 0;
    rsb_mtx_get_info(matrix, RSB_MIF_MATRIX_NNZ__TO__RSB_NNZ_INDEX_T, &count);
    std::vector<double> values(static_cast<size_t>(count));
    std::vector<rsb_coo_idx_t> rows(values.size()), columns(values.size());
    rsb_mtx_get_coo(matrix, values.data(), rows.data(), columns.data(),
                    RSB_FLAG_C_INDICES_INTERFACE);
    Digest digest;
    for (size_t n = 0; n != values.size(); ++n)
      digest.add(values[n], rows[n], columns[n]);
    return digest;
  }

private:
  rsb_mtx_t *matrix = nullptr;
};

} // namespace

std::unique_ptr<Reader> makeLibrsbReader() {
  return std::make_unique<LibrsbReader>();
}

} // namespace encke::bench

#else

std::unique_ptr<encke::bench::Reader> encke::bench::makeLibrsbReader() {
  return nullptr;
}

#endif
