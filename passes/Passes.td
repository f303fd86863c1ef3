//===- Passes.td - every pass of Encke, in pipeline order --*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_PASSES
#define ENCKE_PASSES_PASSES

include "TAPasses.td"
include "CINPasses.td"
include "LoweringPasses.td"

#endif // ENCKE_PASSES_PASSES
