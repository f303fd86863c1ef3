//===- ConversionPeer.h - another library converts --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_BENCH_IO_CONVERSIONPEER_H
#define ENCKE_BENCH_IO_CONVERSIONPEER_H

#include "Digest.h"

#include "encke/tensor.h"

#include <memory>
#include <string>

namespace encke::bench {

/// A conversion of one matrix by another library, with one thread.
class ConversionPeer {
public:
  virtual ~ConversionPeer() = default;
  /// Makes a new result and frees the last one.
  virtual void run() = 0;
  /// What the last result holds.
  virtual Digest digest() const = 0;
};

// The conversion of that name ("CSR->CSC") of a tensor in its first format,
// which has to live as long; null when the library has no such formats or is
// not installed.
std::unique_ptr<ConversionPeer> makeEigenConversion(const std::string &name,
                                                    const encke_tensor &from);
std::unique_ptr<ConversionPeer> makeTacoConversion(const std::string &name,
                                                   const encke_tensor &from);

} // namespace encke::bench

#endif // ENCKE_BENCH_IO_CONVERSIONPEER_H
