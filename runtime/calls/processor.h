//===- processor.h - what this processor can --------------------*- C++ -*-===//
//-*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_CALLS_PROCESSOR_H
#define ENCKE_RUNTIME_CALLS_PROCESSOR_H

#include <cstdint>

namespace encke::rt {

/// The level of the x86-64 psABI whose instructions this processor has, 1 to 4;
/// 1 for other processors.
int32_t processorLevel();

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CALLS_PROCESSOR_H
