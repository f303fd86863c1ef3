#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random programs by encke and by the reference interpreter, and compares
what they print.

A statement that encke says it does not support yet is left out of its program,
and the rest is run; a tensor of a format that is not supported yet becomes a
dense one. What both refuse is left out too. A program that fails is cut down
for as long as it fails, and shown with its data. `--seed` picks the first
program: program N of a run is the first of a run with `--seed` N higher.
"""

import argparse
import collections
import dataclasses
import math
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import generator
from program import Source, names_in
from shrink import shrink

TIMEOUT = 60
RELATIVE = 1e-9
RELATIVE_FLOAT = 1e-4
FLOOR = 0.01  # of RELATIVE, times the largest magnitude printed so far
ERROR_LINE = re.compile(r"^[^\n:]*:(\d+):\d+: error: (.*)$", re.MULTILINE)
UNSUPPORTED = re.compile(r"not supported yet|is not clear$")
STATUS_UNSUPPORTED = 3  # of the reference interpreter


class Failure(Exception):
    """A program failed; the message says how."""


class Runner:
    """Runs programs in a folder that holds their data."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = Path(folder)
        self.compared = 0
        self.skipped = collections.Counter()
        self.refused = 0

    def run(self, source, *words):
        path = self.folder / "program.ta"
        path.write_text(source.text, encoding="utf-8")
        data = []
        for name, text in source.files.items():
            (self.folder / name).write_text(text, encoding="utf-8")
            data.append(str(self.folder / name))
        try:
            return subprocess.run([*words, str(path), *data],
                                  capture_output=True, check=False,
                                  encoding="utf-8", timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            raise Failure(f"{words[0]}: no result after {TIMEOUT} s") from None

    def check(self, program):
        """Compares the two results of a program, or of what of it encke
        supports."""
        while program.statements:
            source = Source(program)
            got = self.run(source, self.options.encke, "run",
                           *self.options.flags)
            if got.returncode == 0:
                return self.compare(program, source, got)
            program = self.supported(program, source, got)
        return None

    def compare(self, program, source, got):
        expected = self.run(source, self.options.reference)
        if expected.returncode == STATUS_UNSUPPORTED:
            self.skipped[expected.stderr.strip()] += len(program.statements)
            return
        if expected.returncode != 0:
            raise Failure("the reference refuses what encke takes:\n" +
                          expected.stderr)
        has_floats = any(t.type == "float" for t in source.tensors)
        compare_outputs(got.stdout, expected.stdout,
                        RELATIVE_FLOAT if has_floats else RELATIVE,
                        is_close_or_infinite if self.options.infinite
                        else is_close)
        self.compared += len(program.statements)

    def supported(self, program, source, got):
        """The program without what encke complains about."""
        errors = [(int(line), message) for line, message
                  in ERROR_LINE.findall(got.stderr)]
        if got.returncode not in (1, 2) or not errors:
            raise Failure(f"encke: exit status {got.returncode}\n" +
                          got.stderr)
        # What is not supported may be the reason for other errors.
        unsupported = [(line, message) for line, message in errors
                       if UNSUPPORTED.search(message)]
        if not unsupported:
            self.check_refusal(source, got)
        errors = unsupported or [(line, "") for line, _ in errors]
        statements = set()
        formats = set()
        for line, message in errors:
            tensor = source.tensor_at.get(line)
            if message:
                self.skipped[re.sub(r"'[TRs]\d+'", "'...'", message)] += 1
            else:
                self.refused += 1
            if line in source.statement_at:
                statements.add(source.statement_at[line])
            elif tensor and "format" in message:
                formats.add(tensor)
            elif tensor:
                statements |= {n for n, s in enumerate(program.statements)
                               if tensor in names_in(s)}
            else:
                raise Failure("encke rejects a declaration:\n" + got.stderr)
        return dataclasses.replace(
            program,
            tensors=tuple(dataclasses.replace(t, format="Dense")
                          if t.name in formats else t
                          for t in program.tensors),
            statements=tuple(s for n, s in enumerate(program.statements)
                             if n not in statements))

    def check_refusal(self, source, got):
        expected = self.run(source, self.options.reference)
        if expected.returncode not in (got.returncode, STATUS_UNSUPPORTED):
            raise Failure(
                f"encke refuses a program (status {got.returncode}), the "
                f"reference does not (status {expected.returncode}):\n" +
                got.stderr + expected.stderr)


def values_of(text):
    """The words of each line that is not a comment, with its number."""
    return [(number, line.split())
            for number, line in enumerate(text.splitlines(), start=1)
            if line.strip() and not line.startswith("#")]


def parts_of(word):
    """A number as its real and imaginary part."""
    try:
        value = complex(word)
    except ValueError as error:
        raise Failure(f"'{word}' is no number") from error
    return value.real, value.imag


def is_close(x, y, relative, floor):
    if math.isnan(x) or math.isnan(y):
        return math.isnan(x) and math.isnan(y)
    if math.isinf(x) or math.isinf(y):
        return x == y
    return abs(x - y) <= max(relative * max(abs(x), abs(y)), floor)


def is_close_or_infinite(x, y, relative, floor):
    """In what way a result is not finite, and whether it is where an infinite
    factor meets a sum without terms, the order of operations says (L21)."""
    return not math.isfinite(x) or is_close(x, y, relative, floor)


def same(a, b, close, relative, floor):
    return a == b or all(close(x, y, relative, floor)
                         for x, y in zip(parts_of(a), parts_of(b)))


def compare_outputs(got, expected, relative, close=is_close):
    """Line by line; what was printed before sets the scale of rounding."""
    got_lines = values_of(got)
    expected_lines = values_of(expected)
    scale = 1.0
    for (g, got_words), (e, expected_words) in zip(got_lines, expected_lines):
        magnitudes = [abs(part) for word in expected_words
                      for part in parts_of(word)]
        scale = max([scale] + [m for m in magnitudes if m < math.inf])
        floor = relative * FLOOR * scale
        if len(got_words) != len(expected_words) or not all(
                same(a, b, close, relative, floor)
                for a, b in zip(got_words, expected_words)):
            raise Failure(f"line {g} of the output is\n  {' '.join(got_words)}"
                          f"\nand line {e} of the expected one\n  "
                          f"{' '.join(expected_words)}")
    if len(got_lines) != len(expected_lines):
        raise Failure(f"{len(got_lines)} lines of values, expected "
                      f"{len(expected_lines)}")


def check(options, seed, total):
    program = generator.Generator(random.Random(seed),
                                  options.infinite).program()
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(options, folder)
        try:
            runner.check(program)
        except Failure as failure:
            report(options, folder, seed, program, failure)
            return False
        finally:
            total.compared += runner.compared
            total.refused += runner.refused
            total.skipped += runner.skipped
            total.statements += len(program.statements)
    return True


def report(options, folder, seed, program, failure):
    """Shows a failing program, as small as it can be."""
    failures = [failure]

    def fails(some):
        try:
            Runner(options, folder).check(some)
        except Failure as smaller:
            failures[0] = smaller
            return True
        return False

    source = Source(shrink(program, fails))
    print(f"--seed {seed}: {failures[0]}\n")
    print(source.text)
    for name, text in source.files.items():
        print(f"{name}:\n{text}")


@dataclasses.dataclass
class Total:
    statements: int = 0
    compared: int = 0
    refused: int = 0
    skipped: collections.Counter = dataclasses.field(
        default_factory=collections.Counter)


def make_parser(description):
    """What every test by random programs is told."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--encke", required=True)
    parser.add_argument("--reference", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, help="how many programs")
    parser.add_argument("--seconds", type=float, default=60,
                        help="for how long, without --count")
    parser.add_argument("flags", nargs="*", help="more flags for encke")
    return parser


def arguments():
    parser = make_parser(__doc__)
    parser.add_argument("--least", type=float, default=0.1,
                        help="how much of the statements must be compared")
    parser.add_argument("--infinite", action="store_true",
                        help="infinities and NaN among the data")
    return parser.parse_args()


def main():
    options = arguments()
    total = Total()
    failures = programs = 0
    end = time.monotonic() + options.seconds
    while (programs < options.count if options.count
           else time.monotonic() < end):
        failures += not check(options, options.seed + programs, total)
        programs += 1
    print(f"{programs} programs, {failures} of them failed; {total.compared} "
          f"of {total.statements} statements compared, {total.refused} refused "
          "by both")
    for message, count in total.skipped.most_common():
        print(f"  skipped {count}: {message}")
    if total.compared < total.statements * options.least:
        print("too few statements are supported")
        return 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
