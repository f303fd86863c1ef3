# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what a program printed with what it should have printed."""

import math

RELATIVE = 1e-9
RELATIVE_FLOAT = 1e-4
FLOOR = 0.01  # of RELATIVE, times the largest magnitude printed so far


class Failure(Exception):
    """A program failed; the message says how, and `kind` in a word."""

    def __init__(self, message, kind="wrong result"):
        super().__init__(message)
        self.kind = kind


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


def is_number(word):
    try:
        complex(word)
    except ValueError:
        return False
    return True


def is_close(x, y, relative, floor):
    if math.isnan(x) or math.isnan(y):
        return math.isnan(x) and math.isnan(y)
    if math.isinf(x) or math.isinf(y):
        return x == y
    return abs(x - y) <= max(relative * max(abs(x), abs(y)), floor)


def is_close_or_infinite(x, y, relative, floor):
    """In what way a result is not finite, and whether it is where an infinite
    factor meets a sum without terms, the order of operations says (L21)."""
    return not (math.isfinite(x) and math.isfinite(y)) or is_close(
        x, y, relative, floor)


def same(a, b, close, relative, floor):
    if a == b:
        return True
    if not is_number(b):  # a text that is printed (L59)
        return False
    x, y = parts_of(a), parts_of(b)
    if b.endswith("j") and not all(map(math.isfinite, y)):
        # Of a complex product with infinity the order says which part is NaN.
        return not all(map(math.isfinite, x))
    return all(close(*parts, relative, floor) for parts in zip(x, y))


def compare_outputs(got, expected, relative, close=is_close):
    """Line by line; what was printed before sets the scale of rounding."""
    got_lines = values_of(got)
    expected_lines = values_of(expected)
    scale = 1.0
    for (g, got_words), (e, expected_words) in zip(got_lines, expected_lines):
        magnitudes = [abs(part) for word in expected_words
                      if is_number(word) for part in parts_of(word)]
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
