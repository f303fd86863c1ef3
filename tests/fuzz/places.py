#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random programs about places (L6, L53, L56, L57, L63) by encke and by the
reference interpreter, and compares what they print.

What stands at the dimensions of accesses is drawn: labels, ranges, computed
ranges, numbers, variables, sums of labels, elements of tensors of int, on both
sides and in all formats; also coordinates that are not there, which both have to
refuse. A program that fails is cut down for as long as it fails. `--seed` picks
the first program: program N of a run is the first of a run with `--seed` N
higher.
"""

import dataclasses
import itertools
import random
import sys

from control_flow import compare

FORMATS = {
    1: ("Dense", "Dense", "CU"),
    2: ("Dense", "Dense", "CSR", "CSC", "COO", "DCSR", "BCSR(2, 2)", "ELL"),
    3: ("Dense", "CSF", "COO", "{D, D, CU}"),
}
WRONG = 0.01  # of the coordinates are not there
SIZE = 4
LABELS = "ijkmrh"


@dataclasses.dataclass(frozen=True)
class Tensor:
    name: str
    order: int
    format: str

    @property
    def is_dense(self):
        return self.format == "Dense"


@dataclasses.dataclass(frozen=True)
class Program:
    tensors: tuple
    lines: tuple


class Generator:
    """Labels i, j, k have four coordinates, m two, r is the range 1:4:2, h the
    computed range t:t + 2 of the loop around; p, s and q are tensors of int over
    i and m, of which p has a number twice."""

    def __init__(self, source):
        self.random = source
        self.tensors = tuple(
            Tensor(name, order, source.choice(FORMATS[order]))
            for name, order in zip("ABCDE", (1, 1, 2, 2, 3)))

    def program(self):
        lines = tuple(self.statement()
                      for _ in range(self.random.randrange(4, 12)))
        return Program(self.tensors, lines)

    def statement(self):
        target = self.random.choice(self.tensors)
        op = self.random.choice(("=", "=", "=", "+=", "-=", "@(max)="))
        indices = [self.index(op) for _ in range(target.order)]
        plain = [name for name in indices if name in LABELS]
        if len(set(plain)) != len(plain) and (
                len(plain) != len(indices) or set(plain) & set("mhr")):
            indices = list("ijk"[:target.order])
            plain = indices
        is_block = bool(plain) and len(set(plain)) == len(plain)
        may_be_full = target.is_dense or not is_block
        left = f"{target.name}[{', '.join(indices)}]"
        if self.random.random() < 0.15 and plain == indices[:len(plain)]:
            return f"{left} = {self.source(labels_of(indices))};"
        value = self.value(labels_of(indices), may_be_full)
        if value is None:
            op, value = "=", "0"
        mask = self.mask_for(target) if labels_of(indices) else ""
        return f"{left}{mask} {op} {value};"

    def source(self, labels):
        """A literal over the labels, or elements with their coordinates."""
        sizes = [2 if label in "mrh" else SIZE for label in labels]
        if not sizes:
            return "7"
        if self.random.random() < 0.5:
            return values_of(len(sizes), self.random.randrange(99), sizes)
        places = list(itertools.product(*map(range, sizes)))
        entries = [f"({', '.join(map(str, place))}): {self.random.randint(-3, 9)}"
                   for place in self.random.sample(places, self.random.randrange(3))]
        return f"{{{', '.join(entries)}}}"

    def mask_for(self, target):
        masks = [tensor for tensor in self.tensors
                 if tensor.order == target.order and not tensor.is_dense]
        if not masks or self.random.random() < 0.85:
            return ""
        complement = self.random.choice(("", "", "!"))
        return f"<{complement}{self.random.choice(masks).name}>"

    def index(self, op=""):
        """Of the left side of `op`; without it, of the right one."""
        kind = self.random.random()
        if kind < 0.45:
            return self.random.choice("ijk")
        if kind < 0.53:
            return self.random.choice("rh" if op else "rhm")
        if kind < 0.7:
            if self.random.random() < WRONG:
                return self.random.choice(("4", "7 - 9", "t + 9"))
            return self.random.choice(("0", "1", "3", "t", "t + 1", "3 - t"))
        meets = op != "=" or self.random.random() < WRONG
        if kind < 0.85:
            choices = ("i + 1", "3 - k", "k - t", "2 * i", "j + 1 - t")
            return self.random.choice(
                choices + ("i + m", "2 * j + m - 1", "j - i + 1", "t * m + 1")
                if meets else choices)
        choices = ("s[i]", "s[j]", "s[k]", "s[s[i]]", "q[m]")
        return self.random.choice(
            choices + ("p[i]", "p[j]", "p[q[m]]", "p[k]") if meets else choices)

    def access(self, tensors, labels):
        """One without labels that the left lacks, mostly."""
        for _ in range(30):
            tensor = self.random.choice(tensors)
            indices = [self.index() for _ in range(tensor.order)]
            text = f"{tensor.name}[{', '.join(indices)}]"
            if set(labels_of([text])) <= set(labels):
                return text
        return text

    def value(self, labels, may_be_full):
        fitting = [tensor for tensor in self.tensors
                   if may_be_full or not tensor.is_dense]
        if may_be_full and self.random.random() < 0.2:
            return self.random.choice(("2", "1 + t", "A[2]", "C[t, 1]"))
        if not fitting:
            return None
        accesses = [self.access(fitting, labels) for _ in range(2)]
        # What is summed over all of its labels is a single value, and full.
        if not may_be_full:
            accesses = [text for text in accesses if labels_of([text]) and
                        set(labels_of([text])) <= set(labels)]
        if not accesses:
            return None
        if len(accesses) == 1 or self.random.random() < 0.5:
            return accesses[0]
        return f"{accesses[0]} {self.random.choice('+-*')} {accesses[1]}"


def labels_of(texts):
    """Names of one letter that are labels."""
    found = []
    for text in texts:
        for place, letter in enumerate(text):
            around = text[max(0, place - 1):place] + text[place + 1:place + 2]
            if letter in LABELS and not any(
                    c.isalpha() for c in around) and letter not in found:
                found.append(letter)
    return found


def text_of(program):
    lines = ["def main() {",
             f"  IndexLabel [i, j, k] = [{SIZE}];",
             "  IndexLabel [m] = [2];",
             "  IndexLabel [r] = [1:4:2];",
             "  Tensor<int> p([i], {Dense});",
             "  Tensor<int> s([i], {Dense});",
             "  Tensor<int> q([m], {Dense});"]
    for tensor in program.tensors:
        labels = ", ".join("ijk"[:tensor.order])
        form = tensor.format if tensor.format[0] == "{" else (
            "{" + tensor.format + "}")
        lines.append(f"  Tensor<int> {tensor.name}([{labels}], {form});")
        lines.append(f"  Tensor<int> first{tensor.name}([{labels}], {{Dense}});")
    lines += ["  p[i] = [2, 0, 3, 2];", "  s[i] = [2, 0, 3, 1];",
              "  q[m] = [3, 1];"]
    for number, tensor in enumerate(program.tensors):
        labels = ", ".join("ijk"[:tensor.order])
        lines.append(f"  first{tensor.name}[{labels}] = "
                     f"{values_of(tensor.order, number)};")
        lines.append(f"  {tensor.name}[{labels}] = "
                     f"first{tensor.name}[{labels}];")
    lines += ["  for t in 0:2 {", "    IndexLabel [h] = [t:t + 2];"]
    for line in program.lines:
        name = line.split("[")[0]
        lines += [f"    {line}", f"    print({name});"]
    lines.append("  }")
    return "\n".join(lines) + "\n}\n"


def values_of(order, seed, sizes=()):
    """A literal, with zeros; of so many elements in each dimension."""
    if order == 0:
        return str((seed * 7 + 3) % 5 - 1 if seed % 3 else 0)
    return "[" + ", ".join(values_of(order - 1, seed * 5 + n + 1, sizes[1:])
                           for n in range(sizes[0] if sizes else SIZE)) + "]"


def shrink(program, fails):
    changed = True
    while changed:
        changed = False
        for place in range(len(program.lines)):
            lines = program.lines[:place] + program.lines[place + 1:]
            smaller = dataclasses.replace(program, lines=lines)
            if lines and fails(smaller):
                program, changed = smaller, True
                break
    return program


if __name__ == "__main__":
    sys.exit(compare(__doc__,
                     lambda seed: Generator(random.Random(seed)).program(),
                     text_of, shrink))
