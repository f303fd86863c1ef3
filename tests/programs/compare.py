#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares two outputs of print (plain form), number by number.

Lines that start with '#' are comments. Everything else must agree: the number
of lines, the number of values on each, and each value up to rounding.
"""

import argparse
import math
import sys

RELATIVE = 1e-10
# Of floats, about which the header of a tensor says that they are some.
RELATIVE_FLOAT = 1e-6
FLOOR = 1e-12
MOST_PROBLEMS = 10


def values_of(text):
    """The values of each line that is not a comment, with its line number."""
    lines = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            lines.append((number, line.split()))
    return lines


def lines_of_floats(text):
    """The numbers of the lines behind headers of tensors of floats."""
    lines, are_floats = set(), False
    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip().startswith("#"):
            are_floats = "float" in line.split()
        elif are_floats:
            lines.add(number)
    return lines


def same(a, b, relative=RELATIVE, floor=FLOOR):
    """True for equal words, and for numbers, also complex ones, whose difference
    is at most `relative` of the larger magnitude, or `floor`."""
    try:
        x, y = complex(a), complex(b)
    except ValueError:
        return a == b
    return (same_real(x.real, y.real, relative, floor)
            and same_real(x.imag, y.imag, relative, floor))


def same_real(x, y, relative, floor):
    if math.isnan(x) or math.isnan(y):
        return math.isnan(x) and math.isnan(y)
    if math.isinf(x) or math.isinf(y):
        return x == y
    return abs(x - y) <= max(relative * max(abs(x), abs(y)), floor)


def differences(got, expected, relative=RELATIVE, floor=FLOOR):
    """What is wrong with `got`, in words; empty when nothing is."""
    got_lines, expected_lines = values_of(got), values_of(expected)
    floats = lines_of_floats(expected)
    problems = []
    for (g, got_values), (e, expected_values) in zip(got_lines, expected_lines):
        if len(got_values) != len(expected_values):
            problems.append(f"line {g} has {len(got_values)} values, line {e} "
                            f"of the expected output {len(expected_values)}")
            continue
        allowed = max(relative, RELATIVE_FLOAT) if e in floats else relative
        for n, (a, b) in enumerate(zip(got_values, expected_values), start=1):
            if not same(a, b, allowed, floor):
                problems.append(f"line {g}, value {n}: got {a}, expected {b} "
                                f"(line {e} there)")
    if len(got_lines) != len(expected_lines):
        problems.append(f"{len(got_lines)} lines of values, expected "
                        f"{len(expected_lines)}")
    if not expected_lines:
        problems.append("the expected output has no values")
    return problems


def report(problems, out=sys.stderr):
    for problem in problems[:MOST_PROBLEMS]:
        print(problem, file=out)
    if len(problems) > MOST_PROBLEMS:
        print(f"... and {len(problems) - MOST_PROBLEMS} more", file=out)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("got")
    parser.add_argument("expected")
    parser.add_argument("--relative", type=float, default=RELATIVE)
    parser.add_argument("--floor", type=float, default=FLOOR)
    arguments = parser.parse_args()
    with open(arguments.got, encoding="utf-8") as file:
        got = file.read()
    with open(arguments.expected, encoding="utf-8") as file:
        expected = file.read()
    problems = differences(got, expected, arguments.relative, arguments.floor)
    report(problems)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
