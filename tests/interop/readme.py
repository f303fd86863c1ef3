#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a program around the lines of C that README.md shows."""

import re
import sys

PROGRAM = """\
#include "kernels.h"

#include <stdio.h>

int main(void) {
  int64_t rows = 3, columns = 4, entries = 4;
  int32_t positions[] = {0, 2, 2, 4}, coordinates[] = {0, 2, 1, 3};
  double values[] = {1, 2, 3, 4}, x[] = {1, 10, 100, 1000};
  encke_operand A, X;
  encke_tensor *y = NULL;
  encke_call call = encke_call_default();
  LINES
  for (int64_t i = 0; i != y->sizes[0]; ++i)
    printf("%g\\n", ((double *)y->values)[i]);
  encke_release(y);
  rows = -1;
  LINES
  return 0;
}
"""


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        shown = re.findall(r"^(?:    .*\n)+", file.read(), re.MULTILINE)
    lines, = (block for block in shown if "encke_csr(" in block)
    print(PROGRAM.replace("LINES", lines.strip()))


if __name__ == "__main__":
    main()
