#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Formats random programs in place: their trees must not change, and formatting
once more must change nothing."""

import argparse
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../fuzz"))
import generator  # noqa: E402
from program import Source  # noqa: E402

COUNT = 25


def run(*command, check=True):
    return subprocess.run(command, check=check, capture_output=True,
                          encoding="utf-8", timeout=120).stdout


def tree(encke, path):
    """The checked tree of a program, without its places; "" for a program that
    the checker refuses."""
    return re.sub(r" \d+:\d+", "",
                  run(encke, "--emit=ast", path, check=False))


def scramble(source, rng):
    """Other white space where there is some, and comments."""
    return re.sub(" ", lambda _: rng.choice((" ", " ", "  ", "\t", "\n",
                                             " # a comment\n")), source)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encke", required=True)
    parser.add_argument("folder")
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    paths = []
    for seed in range(COUNT):
        rng = random.Random(seed)
        source = Source(generator.Generator(rng).program()).text
        paths.append(os.path.join(options.folder, f"{seed}.ta"))
        with open(paths[-1], "w", encoding="utf-8") as file:
            file.write(scramble(source, rng))
    before = [tree(options.encke, path) for path in paths]
    if before.count("") > COUNT / 2:
        sys.exit("too few programs are right")
    run(options.encke, "fmt", "-i", *paths)
    for path, old in zip(paths, before):
        if tree(options.encke, path) != old:
            sys.exit(f"{path}: another tree than before")
    run(options.encke, "fmt", "--check", *paths)


if __name__ == "__main__":
    main()
