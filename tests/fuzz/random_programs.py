#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random programs by encke and by the reference interpreter, and compares
what they print.

A statement that encke says it does not support yet is left out of its program,
and the rest is run. A program that fails is shown with its data, cut down to
the lines that still fail. `--seed` picks the first program: program N of a run
is the first of a run with `--seed` N higher.
"""

import argparse
import math
import os
import random
import re
import subprocess
import sys
import tempfile

import generator

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../programs"))
import compare  # noqa: E402

TIMEOUT = 60
RELATIVE = 1e-9
FLOOR = 1e-11  # of the largest magnitude printed so far
MOST_SKIPPED = 0.5
ERROR_LINE = re.compile(r"^[^\n:]*:(\d+):\d+: error: (.*)$", re.MULTILINE)
SKIPPED = re.compile(r"not supported yet|is not clear$")


class Failure(Exception):
    """A program failed; the message says how."""


class Runner:
    """Runs programs in a folder that holds their data."""

    def __init__(self, options, folder, program):
        self.options = options
        self.program = program
        self.path = os.path.join(folder, "program.ta")
        self.data = []
        for name, text in program.files.items():
            path = os.path.join(folder, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            self.data.append(path)

    def command(self, *words):
        try:
            return subprocess.run(words, capture_output=True, check=False,
                                  encoding="utf-8", timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            raise Failure(f"{words[0]}: no result after {TIMEOUT} s") from None

    def check(self, lines):
        """Compares the two results of a program; gives the lines of it that
        encke supports."""
        while True:
            with open(self.path, "w", encoding="utf-8") as file:
                file.write(generator.source_of(self.program, lines))
            got = self.command(self.options.encke, "run", *self.options.flags,
                               self.path, *self.data)
            if got.returncode == 0:
                break
            kept = self.supported(lines, got)
            if not kept:
                return kept
            lines = kept
        expected = self.command(self.options.reference, self.path, *self.data)
        if expected.returncode != 0:
            raise Failure("the reference fails where encke does not:\n" +
                          expected.stderr)
        compare_outputs(got.stdout, expected.stdout)
        return lines

    def supported(self, lines, got):
        """The lines about which encke does not complain. Only what is not
        supported yet may be complained about."""
        errors = ERROR_LINE.findall(got.stderr)
        if got.returncode != 1 or not errors:
            raise Failure(f"encke: exit status {got.returncode}\n" +
                          got.stderr)
        for _, message in errors:
            if not SKIPPED.search(message):
                raise Failure("encke rejects a program:\n" + got.stderr)
        # The statements follow `def main() {` and the head.
        first = len(self.program.head) + 2
        bad = {int(line) - first for line, _ in errors}
        if min(bad) < 0:
            raise Failure("encke rejects a declaration:\n" + got.stderr)
        return [line for n, line in enumerate(lines) if n not in bad]


def compare_outputs(got, expected):
    """Line by line; what was printed before sets the scale of rounding."""
    got_lines = compare.values_of(got)
    expected_lines = compare.values_of(expected)
    if len(got_lines) != len(expected_lines):
        raise Failure(f"{len(got_lines)} lines of values, expected "
                      f"{len(expected_lines)}")
    scale = 1.0
    for (g, got_words), (e, expected_words) in zip(got_lines, expected_lines):
        magnitudes = [abs(float(word)) for word in expected_words]
        scale = max([scale] + [m for m in magnitudes if m < math.inf])
        if len(got_words) != len(expected_words) or not all(
                compare.same(a, b, RELATIVE, FLOOR * scale)
                for a, b in zip(got_words, expected_words)):
            raise Failure(f"line {g} of the output is\n  {' '.join(got_words)}"
                          f"\nand line {e} of the expected one\n  "
                          f"{' '.join(expected_words)}")


def shrink(runner, lines):
    """Leaves out lines for as long as the program still fails."""
    def fails(some):
        try:
            runner.check(some)
        except Failure:
            return True
        return False

    position = 0
    while position < len(lines) and len(lines) > 1:
        fewer = lines[:position] + lines[position + 1:]
        if fails(fewer):
            lines = fewer
        else:
            position += 1
    return lines


def check(options, seed):
    """How many statements of a program were compared, and how many it had."""
    program = generator.Generator(random.Random(seed)).program()
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(options, folder, program)
        try:
            return len(runner.check(program.lines)), len(program.lines)
        except Failure as failure:
            lines = shrink(runner, program.lines)
            print(f"--seed {seed}: {failure}\n")
            print(generator.source_of(program, lines))
            for name, text in program.files.items():
                print(f"{name}:\n{text}")
            raise


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encke", required=True)
    parser.add_argument("--reference", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("flags", nargs="*", help="more flags for encke")
    return parser.parse_args()


def main():
    options = arguments()
    failures = compared = total = 0
    for seed in range(options.seed, options.seed + options.count):
        try:
            done, of = check(options, seed)
            compared += done
            total += of
        except Failure:
            failures += 1
    print(f"{options.count} programs, {failures} of them failed; "
          f"{compared} of {total} statements compared")
    if compared < total * (1 - MOST_SKIPPED):
        print("too few statements are supported")
        return 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
