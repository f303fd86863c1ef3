//===- sort_row_avx2.cpp - rows sorted on x86-64 with AVX2 and BMI --------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define ENCKE_ROW_NAMESPACE avx2
#include "storage/sort_row.inc"
