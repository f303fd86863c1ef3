//===- sort_row_plain.cpp - rows sorted on any processor ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define ENCKE_ROW_NAMESPACE plain
#include "storage/sort_row.inc"
