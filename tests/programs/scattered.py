#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scattered.py ROWS COLUMNS MOST: prints a Matrix Market file. Every seventh row is
empty, the others have up to so many elements, at coordinates anywhere."""

import random
import sys

rows, columns, most = map(int, sys.argv[1:])
random.seed(7)
lines = []
for row in range(1, rows + 1):
    if row % 7 == 0:
        continue
    for column in random.sample(range(1, columns + 1), random.randint(1, most)):
        lines.append(f"{row} {column} {random.uniform(-2, 2)!r}")
print("%%MatrixMarket matrix coordinate real general")
print(rows, columns, len(lines))
print("\n".join(lines))
