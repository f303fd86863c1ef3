#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""uneven.py SIZE... MOST: prints a tensor as .tns. Its fibres along the last mode, of
which every other one or so has none, have up to MOST whole numbers, anywhere."""

import itertools
import random
import sys

*sizes, last, most = map(int, sys.argv[1:])
random.seed(11)
for place in itertools.product(*(range(1, size + 1) for size in sizes)):
    length = random.choice((0, random.randint(1, most)))
    for at in sorted(random.sample(range(1, last + 1), length)):
        print(*place, at, random.choice((-3, -2, -1, 1, 2, 3)))
