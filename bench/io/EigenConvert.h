//===- EigenConvert.h - Eigen converts a matrix -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_BENCH_IO_EIGENCONVERT_H
#define ENCKE_BENCH_IO_EIGENCONVERT_H

#include "Digest.h"

#include "encke/tensor.h"

#include <memory>
#include <string>

namespace encke::bench {

/// A conversion of one matrix.
class EigenConversion {
public:
  virtual ~EigenConversion() = default;
  /// Makes a new result.
  virtual void run() = 0;
  /// What the last result holds.
  virtual Digest digest() const = 0;
};

/// The conversion of that name ("CSR->CSC") of a tensor in its first format;
/// null when Eigen has no such formats or is not installed.
std::unique_ptr<EigenConversion> makeEigenConversion(const std::string &name,
                                                     const encke_tensor &from);

} // namespace encke::bench

#endif // ENCKE_BENCH_IO_EIGENCONVERT_H
