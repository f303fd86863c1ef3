#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sparse_factors.py ROWS COLUMNS SHARE: prints a Matrix Market file of which this share of
the elements is stored."""

import random
import sys

rows, columns, share = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
random.seed(5)
lines = [f"{row} {column} {random.randint(1, 9)}" for row in range(1, rows + 1)
         for column in range(1, columns + 1) if random.random() < share]
print("%%MatrixMarket matrix coordinate real general")
print(rows, columns, len(lines))
print("\n".join(lines))
