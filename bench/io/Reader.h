//===- Reader.h - who reads a file ------------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_BENCH_IO_READER_H
#define ENCKE_BENCH_IO_READER_H

#include "Digest.h"

#include <functional>
#include <memory>
#include <string>

namespace encke::bench {

/// Reads a file into a compressed tensor: a matrix by rows, a tensor of higher
/// order as a tree.
class Reader {
public:
  virtual ~Reader() = default;

  /// Calls `body` where `read` may be called; returns false when that failed.
  virtual bool run(int threads, const std::function<void()> &body) {
    (void)threads;
    body();
    return true;
  }

  /// What is to be done before the file is read, within `run`.
  virtual void prepare(const std::string &path) { (void)path; }

  /// Reads the file once, within `run`. Only this is measured.
  virtual bool read(const std::string &path) = 0;

  /// What the last `read` has read.
  virtual Digest digest() = 0;
};

/// Each null where the peer was not there when the benchmark was built.
std::unique_ptr<Reader> makeEnckeReader();
std::unique_ptr<Reader> makeEigenReader();
std::unique_ptr<Reader> makeLibrsbReader();
std::unique_ptr<Reader> makeTacoReader();

} // namespace encke::bench

#endif // ENCKE_BENCH_IO_READER_H
