# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A strict parser of Matrix Market and .tns files: what a file holds, or the line
at which it is wrong. It follows the rules of docs/data-files.md and shares
nothing with the runtime library."""

import dataclasses
import math
import re
from fractions import Fraction

LARGEST = 2**63 - 1
BLANKS = " \t"
DIGITS = re.compile(r"[0-9]+\Z")
INTEGER = re.compile(r"[+-]?[0-9]+\Z")
REAL = re.compile(r"[+-]?(([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?"
                  r"|inf(inity)?|nan)\Z", re.IGNORECASE)


class Malformed(Exception):
    """The file is wrong at a line, counted from 1."""

    def __init__(self, line, reason):
        super().__init__(f"line {line}: {reason}")
        self.line = line


@dataclasses.dataclass
class Contents:
    """`sums` maps coordinates, counted from 0, to sums of the values; a sum of
    integers may be too large for 64 bits. Arrays have all elements."""
    sizes: list
    field: str
    is_array: bool
    sums: dict
    is_bound: bool = False  # the sizes are the largest coordinates

    def add(self, at, value):
        self.sums[at] = self.sums[at] + value if at in self.sums else value


def words_of(line):
    return [word for word in re.split("[ \t]+", line) if word]


def lines_of(text, comment):
    """The lines that are neither blank nor comments, with their numbers; last
    the number of the line after the last character."""
    lines = text.split("\n")
    content = []
    for number, line in enumerate(lines, start=1):
        if line.endswith("\r"):
            line = line[:-1]
        stripped = line.strip(BLANKS)
        if stripped and not stripped.startswith(comment):
            content.append((number, words_of(line)))
    return content, len(lines)


def index_of(word, line, what):
    if not DIGITS.match(word) or int(word) > LARGEST:
        raise Malformed(line, f"{word!r} is no {what}")
    return int(word)


def value_of(word, field, line):
    if field == "integer":
        if not INTEGER.match(word) or not -LARGEST - 1 <= int(word) <= LARGEST:
            raise Malformed(line, f"{word!r} is no integer")
        return int(word)
    if not REAL.match(word):
        raise Malformed(line, f"{word!r} is no number")
    number = float(word)
    if math.isinf(number) and "n" not in word.lower():
        raise Malformed(line, f"{word!r} is too large")
    return number


#===--- Matrix Market -----------------------------------------------------===#


def read_banner(text):
    first = text.split("\n", 1)[0]
    if first.endswith("\r"):
        first = first[:-1]
    mark, rest = first[:14], first[14:]
    words = words_of(rest.lower())
    if (mark.lower() != "%%matrixmarket" or rest[:1] not in (" ", "\t") or
            len(words) != 4):
        # A banner behind blanks is told of where it stands.
        start = len(text) - len(text.lstrip(" \t\r\n"))
        is_late = re.match("%%?matrixmarket", text[start:], re.IGNORECASE)
        raise Malformed(1 + text[:start].count("\n") if is_late else 1,
                        "no banner")
    kind, layout, field, symmetry = words
    if kind == "vector":  # as fast_matrix_market writes them
        fields = {"coordinate": ("real", "integer", "pattern"),
                  "array": ("real", "integer", "complex")}
        if symmetry != "general" or field not in fields.get(layout, ()):
            raise Malformed(1, "no vector that is read")
        return kind, layout == "array", field, symmetry
    if (kind != "matrix" or layout not in ("coordinate", "array") or
            field not in ("real", "integer", "pattern", "complex") or
            symmetry not in ("general", "symmetric", "skew-symmetric",
                             "hermitian")):
        raise Malformed(1, "an unknown word in the banner")
    if (field == "pattern" and (layout == "array" or
                                symmetry == "skew-symmetric") or
            symmetry == "hermitian" and field != "complex"):
        raise Malformed(1, "words that do not go together")
    return kind, layout == "array", field, symmetry


def values_of(words, field, line):
    count = {"pattern": 0, "complex": 2}.get(field, 1)
    if len(words) != count:
        raise Malformed(line, f"{len(words)} values instead of {count}")
    numbers = [value_of(word, field, line) for word in words]
    if field == "complex":
        return complex(*numbers)
    return numbers[0] if numbers else 1


def mirrored(value, symmetry):
    if symmetry == "skew-symmetric":
        return -value
    return value.conjugate() if symmetry == "hermitian" else value


def check_diagonal(value, symmetry, line):
    if symmetry == "skew-symmetric":
        raise Malformed(line, "an entry on the diagonal")
    if symmetry == "hermitian" and value.imag != 0:
        raise Malformed(line, "a diagonal that is not real")


def parse_matrix_market(text):
    kind, is_array, field, symmetry = read_banner(text)
    comments = ("%", "#") if kind == "vector" and not is_array else "%"
    lines, end = lines_of(text[text.find("\n") + 1 or len(text):], comments)
    lines = [(number + 1, words) for number, words in lines]
    end += "\n" in text
    if not lines:
        raise Malformed(end, "no sizes")
    line, words = lines[0]
    order = 1 if kind == "vector" else 2
    if len(words) != order + (not is_array):
        raise Malformed(line, "another number of sizes")
    sizes = [index_of(word, line, "size") for word in words]
    if kind == "vector" and not is_array:
        return parse_vector(sizes, lines[1:], field, line)
    rows, columns = sizes[0], 1 if order == 1 else sizes[1]
    if symmetry != "general" and rows != columns:
        raise Malformed(line, "not square")
    contents = Contents([rows, columns][:order], field, is_array, {})
    if is_array:
        if rows * columns > LARGEST:
            raise Malformed(line, "too large")
        places = array_places(rows, columns, symmetry)
        declared = {"general": rows * columns,
                    "skew-symmetric": rows * (rows - 1) // 2}.get(
                        symmetry, rows * (rows + 1) // 2)
    else:
        places = None
        declared = sizes[2]
    for number, (line, words) in enumerate(lines[1:]):
        if number == declared:
            raise Malformed(line, "an entry too many")
        if is_array:
            row, column = next(places)
        else:
            row, column = entry_place(words, rows, columns, line)
            words = words[2:]
        value = values_of(words, field, line)
        if symmetry != "general" and row < column:
            raise Malformed(line, "above the diagonal")
        if row == column and order == 2:
            check_diagonal(value, symmetry, line)
        elif (symmetry == "skew-symmetric" and field == "integer" and
              value == -LARGEST - 1):
            raise Malformed(line, "no negative of this value")
        contents.add((row, column)[:order], value)
        if symmetry != "general" and row != column:
            contents.add((column, row), mirrored(value, symmetry))
    if len(lines) - 1 != declared:
        raise Malformed(end, "entries are missing")
    return contents


def parse_vector(sizes, lines, field, line_of_sizes):
    """The entries of a vector, a coordinate and a value each. What the sizes do not
    allow is told before numbers that are no integers."""
    size, declared = sizes
    contents = Contents([size], field, False, {})
    parsed = []
    for line, words in lines:
        at = index_of(words[0], line, "coordinate")
        values_of(words[1:], "pattern" if field == "pattern" else "real", line)
        parsed.append((line, at, words[1:]))
    for line, at, _ in parsed:
        if not 1 <= at <= size:
            raise Malformed(line, "past the size")
    if len(lines) != declared:
        raise Malformed(line_of_sizes, "another number of entries")
    for line, at, words in parsed:
        if field == "integer" and not INTEGER.match(words[0]):
            number = float(words[0])
            if not math.isfinite(number) or Fraction(words[0]).denominator != 1:
                raise Malformed(line, f"{words[0]!r} is no integer")
            words = [str(int(number))]  # such as 2.0
        contents.add((at - 1,), values_of(words, field, line))
    return contents


def array_places(rows, columns, symmetry):
    """Where the values of an array file belong, one after another."""
    first = {"general": lambda column: 0,
             "skew-symmetric": lambda column: column + 1}.get(
                 symmetry, lambda column: column)
    for column in range(columns):
        for row in range(first(column), rows):
            yield row, column


def entry_place(words, rows, columns, line):
    if len(words) < 2:
        raise Malformed(line, "no coordinates")
    row = index_of(words[0], line, "coordinate")
    column = index_of(words[1], line, "coordinate")
    if not 1 <= row <= rows or not 1 <= column <= columns:
        raise Malformed(line, "past the sizes")
    return row - 1, column - 1


#===--- .tns --------------------------------------------------------------===#


def declared_sizes(text, first_line):
    """The line of a comment `# encke: sizes 3 4` before a line, and the sizes; none
    without one."""
    found = None, None
    for number, line in enumerate(text.split("\n")[:first_line - 1], start=1):
        if line.endswith("\r"):
            line = line[:-1]
        words = words_of(line.strip(BLANKS)[1:])
        if words[:2] != ["encke:", "sizes"]:
            continue
        if found[0]:
            raise Malformed(number, "a second comment with sizes")
        if not words[2:]:
            raise Malformed(number, "a comment without sizes")
        found = number, [index_of(word, number, "size") for word in words[2:]]
    return found


def with_sizes(contents, parsed, base, declared):
    """`contents`, of the sizes that a comment tells."""
    number, sizes = declared
    if not sizes:
        return contents
    if not contents.is_bound and contents.sizes != sizes:
        raise Malformed(number, "other sizes than the header's")
    for mode, size in enumerate(sizes):
        for line, at, _ in parsed:
            if at[mode] - base >= size:
                raise Malformed(line, "past the sizes of the comment")
    contents.sizes, contents.is_bound = sizes, False
    return contents


def is_undecided(first, parsed):
    """The first line could be a header with coordinates from 1."""
    return bool(parsed) and all(
        min(column) >= 1 and max(column) == int(size)
        for column, size in zip(zip(*(at for _, at, _ in parsed)), first))


def parse_tns(text):
    lines, end = lines_of(text, "#")
    declared = declared_sizes(text, lines[0][0] if lines else end + 1)
    if not lines:
        if declared[1]:
            return Contents(declared[1], "real", False, {})
        raise Malformed(end, "no entries")
    line, first = lines[0]
    if len(first) < 2:
        raise Malformed(line, "no coordinates")
    if first[0].startswith("%") and not text.startswith("%%MatrixMarket"):
        raise Malformed(line, "a comment of another format")
    if any("\r" in word for word in first):
        raise Malformed(line, "the end of a line inside of it")
    if declared[1] and len(declared[1]) != len(first) - 1:
        raise Malformed(declared[0], "another number of sizes")
    entries = [(line, words) for line, words in lines[1:]]
    may_be_header = all(DIGITS.match(word) and int(word) <= LARGEST
                        for word in first)
    if not may_be_header:
        tns_entry(first, len(first), line)
    parsed = [(line, *tns_entry(words, len(first), line))
              for line, words in entries]
    if may_be_header and int(first[-1]) == len(parsed) and all(
            c < int(size) for _, at, _ in parsed for c, size in zip(at, first)):
        contents = Contents([int(word) for word in first[:-1]], "real", False,
                            {})
        base = 0
    else:
        if (may_be_header and int(first[-1]) == len(parsed) and
                is_undecided(first, parsed)):
            raise Malformed(line, "a header or an entry")
        parsed.insert(0, (line, *tns_entry(first, len(first), line)))
        contents = Contents([max(column) for column in zip(
            *(at for _, at, _ in parsed))], "real", False, {}, True)
        base = 1
    words_of_values = [words[-1] for _, words in lines[1 - base:]]
    if are_long_integers(words_of_values):
        contents.field = "integer"
        parsed = [(line, at, int(word)) for (line, at, _), word in zip(
            parsed, words_of_values)]
    for line, at, value in parsed:
        if min(at) < base:
            raise Malformed(line, "coordinate 0")
        contents.add(tuple(c - base for c in at), value)
    return with_sizes(contents, parsed, base, declared)


def are_long_integers(words):
    """They are integers of 64 bits, and not all of them are doubles."""
    return (all(INTEGER.match(word) and -LARGEST - 1 <= int(word) <= LARGEST
                for word in words) and
            any(abs(float(word)) >= 2**53 for word in words))


def tns_entry(words, count, line):
    if len(words) != count:
        raise Malformed(line, f"{len(words)} numbers instead of {count}")
    at = tuple(index_of(word, line, "coordinate") for word in words[:-1])
    return at, value_of(words[-1], "real", line)


def parse(text, extension):
    """What a file of that text holds; raises Malformed."""
    if extension == "mtx":
        return parse_matrix_market(text)
    return parse_tns(text)
