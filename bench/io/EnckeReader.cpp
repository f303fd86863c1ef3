//===- EnckeReader.cpp - Encke reads a file -------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader.h"

#include "encke/runtime.h"

namespace encke::bench {

namespace {

class EnckeReader : public Reader {
public:
  bool run(int threads, const std::function<void()> &body) override {
    static const std::function<void()> *running;
    running = &body;
    encke_options options;
    encke_options_default(&options);
    options.threads = threads;
    return encke_main([] { (*running)(); }, &options, nullptr, 0) == 0;
  }

  bool read(const std::string &path) override {
    bool isMatrix = path.size() > 4 && path.substr(path.size() - 4) == ".mtx";
    int64_t order = isMatrix ? 2 : 3;
    encke_file *file = encke_file_path(path.c_str(), nullptr);
    tensor = encke_tensor_new(isMatrix ? "f64 4 4 D0 C1" : "f64 4 4 C0 C1 C2");
    for (int64_t mode = 0; mode != order; ++mode) {
      encke_size *size = encke_size_begin("i");
      encke_size_file(size, file, mode, order, nullptr);
      encke_tensor_set_size(tensor, mode, encke_size_end(size));
    }
    encke_read(tensor, file, 0, nullptr);
    return true;
  }

  Digest digest() override {
    Digest digest;
    if (tensor->order == 2)
      addMatrix(digest);
    else
      addTree(digest);
    return digest;
  }

private:
  const int32_t *positions(int32_t level) const {
    return static_cast<const int32_t *>(tensor->levels[level].pos);
  }
  const int32_t *coordinates(int32_t level) const {
    return static_cast<const int32_t *>(tensor->levels[level].crd);
  }
  const double *values() const {
    return static_cast<const double *>(tensor->values);
  }

  void addMatrix(Digest &digest) const {
    for (int64_t i = 0; i != tensor->sizes[0]; ++i)
      for (int32_t p = positions(1)[i]; p != positions(1)[i + 1]; ++p)
        digest.add(values()[p], i, coordinates(1)[p]);
  }
  void addTree(Digest &digest) const {
    for (int32_t p = 0; p != positions(0)[1]; ++p)
      for (int32_t q = positions(1)[p]; q != positions(1)[p + 1]; ++q)
        for (int32_t r = positions(2)[q]; r != positions(2)[q + 1]; ++r)
          digest.add(values()[r], coordinates(0)[p], coordinates(1)[q],
                     coordinates(2)[r]);
  }

  encke_tensor *tensor = nullptr; // the runtime frees it
};

} // namespace

std::unique_ptr<Reader> makeEnckeReader() {
  return std::make_unique<EnckeReader>();
}

} // namespace encke::bench
