//===- TacoReader.cpp - TACO reads a file ---------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader.h"

#ifdef ENCKE_BENCH_TACO
#include <algorithm>
#include <fstream>
#include <sstream>
#include <taco.h>
#include <vector>

namespace encke::bench {

namespace {

bool endsWith(const std::string &text, const std::string &end) {
  return text.size() >= end.size() &&
         text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool isMatrixFile(const std::string &path) { return endsWith(path, ".mtx"); }

/// A matrix by rows, a tensor as a tree.
taco::Format formatFor(const std::string &path) {
  return isMatrixFile(path)
             ? taco::CSR
             : taco::Format({taco::Sparse, taco::Sparse, taco::Sparse});
}

/// A matrix file says its sizes, in a tensor's they are the largest
/// coordinates.
std::vector<int> sizesOf(const std::string &path) {
  std::ifstream file(path);
  if (isMatrixFile(path)) {
    std::string line;
    while (std::getline(file, line) && line[0] == '%')
      continue;
    std::vector<int> sizes(2);
    std::istringstream(line) >> sizes[0] >> sizes[1];
    return sizes;
  }
  std::vector<int> sizes(3);
  double value;
  for (int i, j, k; file >> i >> j >> k >> value;)
    sizes = {std::max(sizes[0], i), std::max(sizes[1], j),
             std::max(sizes[2], k)};
  return sizes;
}

class TacoReader : public Reader {
public:
  /// Packing calls a C compiler once for each format and size in a process;
  /// that is not reading.
  void prepare(const std::string &path) override {
    taco::Tensor<double> small(sizesOf(path), formatFor(path));
    small.insert(std::vector<int>(size_t(small.getOrder()), 0), 1.0);
    small.pack();
  }

  bool read(const std::string &path) override {
    isMatrix = isMatrixFile(path);
    tensor = taco::read(path, formatFor(path));
    return true;
  }

  Digest digest() override {
    Digest digest;
    std::vector<int> coordinates(size_t(tensor.getOrder()));
    walk(0, 0, coordinates, digest);
    return digest;
  }

private:
  const int *array(int level, int number) const {
    return static_cast<const int *>(tensor.getStorage()
                                        .getIndex()
                                        .getModeIndex(level)
                                        .getIndexArray(number)
                                        .getData());
  }

  void walk(int level, int position, std::vector<int> &at, Digest &digest) {
    if (level == tensor.getOrder()) {
      double value = static_cast<const double *>(
          tensor.getStorage().getValues().getData())[position];
      if (isMatrix)
        digest.add(value, at[0], at[1]);
      else
        digest.add(value, at[0], at[1], at[2]);
      return;
    }
    int &coordinate = at[size_t(level)];
    if (isMatrix && level == 0) {
      for (coordinate = 0; coordinate != tensor.getDimension(0); ++coordinate)
        walk(1, coordinate, at, digest);
      return;
    }
    for (int p = array(level, 0)[position]; p != array(level, 0)[position + 1];
         ++p) {
      coordinate = array(level, 1)[p];
      walk(level + 1, p, at, digest);
    }
  }

  bool isMatrix = false;
  taco::TensorBase tensor;
};

} // namespace

std::unique_ptr<Reader> makeTacoReader() {
  return std::make_unique<TacoReader>();
}

} // namespace encke::bench

#else

std::unique_ptr<encke::bench::Reader> encke::bench::makeTacoReader() {
  return nullptr;
}

#endif
