//===- fault.h - faults that a test build is given --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included by the copies of sources that tests/faults/faults.py makes, and by
// no other.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_FAULTS_FAULT_H
#define ENCKE_TESTS_FAULTS_FAULT_H

#include <cstdlib>
#include <cstring>

/// The environment's ENCKE_FAULT names this one.
inline bool enckeFault(const char *name) {
  const char *chosen = std::getenv("ENCKE_FAULT");
  return chosen && std::strcmp(chosen, name) == 0;
}

#endif // ENCKE_TESTS_FAULTS_FAULT_H
