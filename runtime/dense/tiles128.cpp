//===- tiles128.cpp - tiles in registers of 128 bits ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define ENCKE_SIMD_BYTES 16
#define ENCKE_SIMD_NAMESPACE simd128
#include "dense/tiles.inc"
