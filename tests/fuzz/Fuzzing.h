//===- Fuzzing.h - what the fuzzers of the runtime share --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_FUZZ_FUZZING_H
#define ENCKE_TESTS_FUZZ_FUZZING_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace encke::test {

/// Ends the run as a finding.
inline void require(bool condition, const std::string &what) {
  if (condition)
    return;
  std::fprintf(stderr, "finding: %s\n", what.c_str());
  std::abort();
}

/// The bytes that a fuzzer has made, taken one after another; zeros when there
/// are no more.
class Bytes {
public:
  Bytes(const uint8_t *data, size_t size) : next(data), end(data + size) {}

  bool isEmpty() const { return next == end; }
  uint8_t take() { return next == end ? 0 : *next++; }
  /// A number below `count`, which is at most 256.
  int below(int count) { return take() % count; }
  std::string rest() { return std::string(next, end); }

private:
  const uint8_t *next;
  const uint8_t *end;
};

} // namespace encke::test

#endif // ENCKE_TESTS_FUZZ_FUZZING_H
