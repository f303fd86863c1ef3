//===- Start.cpp - the start of a program that is looked at for races -----===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starts a compiled program with the arguments of its command, and with one
// width of indices for all sizes.
//
//===----------------------------------------------------------------------===//

#include "encke/runtime.h"

extern "C" void encke_program();

int main(int argc, char **argv) {
  const char *const none[] = {nullptr};
  const encke_executable program = {encke_program, encke_program, 1,  0, 0,
                                    nullptr,       none,          "", ""};
  return encke_start(argc, argv, &program);
}
