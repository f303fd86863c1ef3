#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""long_programs.py ENCKE FOLDER: compiles programs of many statements."""

import os
import re
import shutil
import subprocess
import sys

ENCKE, FOLDER = sys.argv[1:]
STATEMENTS = 500
# Rows, columns from 0, value; the last row is empty.
MATRIX = [(0, 0, 0.5), (0, 2, -0.25), (1, 1, 0.125), (2, 0, 0.75), (3, 3, 0.5)]
ROWS = 5


def program(in_loop):
    """x(t) = A x(t-1) + t + 0.25, each of them a statement."""
    lines = ["def main() {", "  IndexLabel [i, j] = [?];",
             "  Tensor<double> A([i, j], {CSR});"]
    lines += [f"  Tensor<double> x{t}([{'i' if t else 'j'}], {{Dense}});"
              for t in range(STATEMENTS + 1)]
    lines += ["  A[i, j] = read(0);", "  x0[j] = 0.5;"]
    statements = [f"  x{t}[i] = A[i, j] * x{t - 1}[j] + {t}.25;"
                  for t in range(1, STATEMENTS + 1)]
    if in_loop:
        statements = ["  for n in 0:2 {", *statements, "  }"]
    return "\n".join([*lines, *statements, f"  print(x{STATEMENTS});", "}", ""])


def expected():
    x = [0.5] * ROWS
    for t in range(1, STATEMENTS + 1):
        y = [t + 0.25] * ROWS
        for row, column, value in MATRIX:
            y[row] += value * x[column]
        x = y
    return x


def run(text, *flags):
    with open("long.ta", "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([ENCKE, "run", "--no-cache", "--time", *flags,
                           "long.ta", "A.mtx"], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        sys.exit(f"{flags}: status {done.returncode}: {done.stderr[-2000:]}")
    values = [float(line) for line in done.stdout.splitlines()[1:]]
    if any(abs(got - want) > 1e-9 * abs(want)
           for got, want in zip(values, expected(), strict=True)):
        sys.exit(f"{flags}: {values}, not {expected()}")
    kernels = re.search(r"compile the program and (\d+) kernel", done.stderr)
    if not kernels or int(kernels[1]) > 3:
        sys.exit(f"{flags}: one kernel for all: {done.stderr[-300:]}")


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.makedirs(FOLDER)
    os.chdir(FOLDER)
    with open("A.mtx", "w", encoding="utf-8") as file:
        file.write("%%MatrixMarket matrix coordinate real general\n"
                   f"{ROWS} {ROWS} {len(MATRIX)}\n")
        file.writelines(f"{row + 1} {column + 1} {value}\n"
                        for row, column, value in MATRIX)
    run(program(in_loop=False))
    run(program(in_loop=False), "--threads=2")
    run(program(in_loop=True))


main()
