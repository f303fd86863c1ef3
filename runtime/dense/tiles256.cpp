//===- tiles256.cpp - tiles in registers of 256 bits ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define ENCKE_SIMD_BYTES 32
#define ENCKE_SIMD_NAMESPACE simd256
#include "dense/tiles.inc"
