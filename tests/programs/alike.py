#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""alike.py EVERY: prints a Matrix Market file of 500 rows, all with up to four elements but
every so many rows, which are others than those of the file with a greater EVERY."""

import random
import sys

every = int(sys.argv[1])
generator = random.Random(11)
entries = []
for row in range(500):
    columns = generator.sample(range(90), generator.choice((0, 1, 2, 3, 4)))
    others = generator.sample(range(90), generator.choice((2, 3, 60)))
    for column in sorted(others if row % every == every - 1 else columns):
        entries.append(f"{row + 1} {column + 1} {row % 7 + column % 5 + 1}")
print("%%MatrixMarket matrix coordinate real general")
print(500, 90, len(entries))
print("\n".join(entries))
