//===- LinkerTargets.cpp - processors that lld need not know --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// lld can compile what it links, for any processor, and so calls for LLVM's
// code generators of all of them: 90 MB of the compiler. Here it finds
// functions that do nothing instead, but for the processor that this is
// compiled for, for AArch64, for which objects are made (--mtriple), and for
// NVIDIA's, for which kernels are (passes/EncodeDevice).
//
//===----------------------------------------------------------------------===//

#include "llvm/Config/llvm-config.h"

#ifdef __x86_64__
#define IS_USED_X86 ~, LEFT_ALONE
#elif defined(__riscv)
#define IS_USED_RISCV ~, LEFT_ALONE
#elif defined(__powerpc64__)
#define IS_USED_PowerPC ~, LEFT_ALONE
#endif
#define IS_USED_AArch64 ~, LEFT_ALONE
#define IS_USED_NVPTX ~, LEFT_ALONE

// SECOND(IS_USED_X86, EMPTY) is LEFT_ALONE where that is this processor, and
// EMPTY otherwise, since one argument stands for nothing then.
#define SECOND_(FIRST, WHICH, ...) WHICH
#define SECOND(...) SECOND_(__VA_ARGS__, )
#define LEFT_ALONE(NAME)
#define EMPTY(NAME)                                                            \
  extern "C" void NAME() {}

#define LLVM_TARGET(TARGET)                                                    \
  SECOND(IS_USED_##TARGET, EMPTY)(LLVMInitialize##TARGET##TargetInfo)          \
      SECOND(IS_USED_##TARGET, EMPTY)(LLVMInitialize##TARGET##Target)          \
          SECOND(IS_USED_##TARGET, EMPTY)(LLVMInitialize##TARGET##TargetMC)
#include "llvm/Config/Targets.def"
#undef LLVM_TARGET

#define LLVM_ASM_PRINTER(TARGET)                                               \
  SECOND(IS_USED_##TARGET, EMPTY)(LLVMInitialize##TARGET##AsmPrinter)
#include "llvm/Config/AsmPrinters.def"
#define LLVM_ASM_PARSER(TARGET)                                                \
  SECOND(IS_USED_##TARGET, EMPTY)(LLVMInitialize##TARGET##AsmParser)
#include "llvm/Config/AsmParsers.def"
