//===- tiles512.cpp - tiles in registers of 512 bits ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define ENCKE_SIMD_BYTES 64
#define ENCKE_SIMD_NAMESPACE simd512
#include "dense/tiles.inc"
