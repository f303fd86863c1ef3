#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""make_junk.py FOLDER: makes the files of robustness.test."""

import os
import random
import sys


def nested(depth):
    return "def main() {\n  var x = %s1.5%s;\n  print(x);\n}\n" % (
        "(" * depth, ")" * depth)


def main():
    draw = random.Random(5)
    printable = "{}()[]<>=+-*/@|&;:,.#\"' \nabiIT019"
    files = {
        "empty.ta": b"",
        "bytes.ta": draw.randbytes(4000),
        "bytes.mlir": b"\xff" + draw.randbytes(4000),
        "ascii.ta": "".join(draw.choices(printable, k=4000)).encode(),
        "zeros.ta": bytes(1000),
        "half.ta": b"def main() {\n  IndexLabel [i] = [4];\n  Tensor<doub",
        "deep200.ta": nested(200).encode(),
        "deep300.ta": nested(300).encode(),
        "long.ta": ("def main() {\n  var x = 1.0%s;\n  print(x);\n}\n" %
                    (" + 1.0" * 999)).encode(),
    }
    for name, content in files.items():
        with open(os.path.join(sys.argv[1], name), "wb") as file:
            file.write(content)


if __name__ == "__main__":
    main()
