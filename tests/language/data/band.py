#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a matrix of ones, five to a row, in a band whose row i has number
factor * i + offset; the same of columns."""

import sys


def main(size, factor, offset):
    print("%%MatrixMarket matrix coordinate pattern general")
    numbers = [(factor * i + offset) % size for i in range(size)]
    entries = [(numbers[i], numbers[j]) for i in range(size)
               for j in range(max(0, i - 2), min(size, i + 3))]
    print(size, size, len(entries))
    for row, column in entries:
        print(row + 1, column + 1)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
