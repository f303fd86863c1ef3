//===- PatternTest.cpp - what sparse tensors store ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tests/reference/TestProgram.h"

using namespace encke::reference;

namespace {} // namespace
