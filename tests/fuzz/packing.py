#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packs random tensors by encke and by the reference interpreter, and compares
the arrays that they print (--print=storage).

Each program reads one data file (with duplicates, explicit zeros, empty rows, or
nothing at all) into tensors of many formats, and assigns some of these to each
other. `--seed` picks the first program: program N of a run is the first of a run
with `--seed` N higher.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TIMEOUT = 120
REAL = ("float", "double", "complex", "bool")
INTEGER = ("int32", "int", *REAL)
TYPES_OF = {  # a file's values fit them
    "pattern": INTEGER, "integer": INTEGER, "real": REAL,
    "complex": ("complex",)}
TENSORS, COPIES = 16, 6  # a program


#===--- Data --------------------------------------------------------------===#


def coordinates(rng, sizes, count):
    """Drawn from some coordinates of each dimension only; a fifth of them
    again."""
    used = [rng.sample(range(size), rng.randint(1, size)) if size else []
            for size in sizes]
    points = []
    for _ in range(count if all(sizes) else 0):
        again = points and rng.random() < 0.2
        points.append(rng.choice(points) if again
                      else tuple(rng.choice(some) for some in used))
    return points


def value(rng, field):
    """Sums of these are exact, and have few enough digits to be printed."""
    if rng.random() < 0.15:
        return 0
    number = rng.randint(-99, 99)
    return number if field == "integer" else number / 8


def matrix_market(rng, sizes, field):
    """A file with and without symmetry."""
    symmetries = ["general", "general"]
    if sizes[0] == sizes[1]:
        symmetries.append("symmetric")
        if field != "pattern":
            symmetries.append("skew-symmetric")
        if field == "complex":
            symmetries.append("hermitian")
    symmetry = rng.choice(symmetries)
    points = coordinates(rng, sizes, rng.choice((0, 1, 5, 25)))
    lines = []
    for row, column in points:
        if symmetry != "general":
            row, column = max(row, column), min(row, column)
        if symmetry == "skew-symmetric" and row == column:
            continue
        real, imaginary = value(rng, field), value(rng, field)
        if symmetry == "hermitian" and row == column:
            imaginary = 0
        text = {"pattern": "", "complex": f" {real} {imaginary}"}.get(
            field, f" {real}")
        lines.append(f"{row + 1} {column + 1}{text}")
    return "\n".join([f"%%MatrixMarket matrix coordinate {field} {symmetry}",
                      f"{sizes[0]} {sizes[1]} {len(lines)}", *lines]) + "\n"


def comet(rng, sizes, field):
    points = coordinates(rng, sizes, rng.choice((0, 1, 5, 25)))
    lines = [" ".join(map(str, (*point, value(rng, field))))
             for point in points]
    return "\n".join([" ".join(map(str, (*sizes, len(lines)))), *lines]) + "\n"


#===--- Programs ----------------------------------------------------------===#


def levels(rng, order):
    """L48: S follows only CN or S."""
    chosen = []
    for _ in range(order):
        may_be_single = chosen and chosen[-1] in ("CN", "S")
        chosen.append(rng.choice(("D", "CU", "CN") +
                                 (("S", "S") if may_be_single else ())))
    return ", ".join(chosen)


def formats(rng, order):
    named = ["COO", "CSF", "Dense"]
    if order > 1:
        named += ["ModeGeneric", "MG"]
    if order == 2:
        named += ["CSR", "CSC", "DCSR", "DCSC", "ELL", "DIA"]
        named += [f"{name}({rng.randint(1, 4)}, {rng.randint(1, 4)})"
                  for name in ("BCSR", "CSB")]
    while True:
        yield rng.choice(named) if rng.random() < 0.5 else levels(rng, order)


class Case:
    """A program, the text of its data file, and flags."""

    def __init__(self, rng):
        order = rng.randint(1, 4)
        sizes = [rng.randint(1, 7) for _ in range(order)]
        if rng.random() < 0.08:
            sizes[rng.randrange(order)] = 0
        if order == 2 and rng.random() < 0.3:
            sizes[1] = sizes[0]
        self.flags = [f"--index-width={rng.choice((32, 64))}"]
        field = rng.choice(("real", "integer"))
        if order == 2 and rng.random() < 0.7:
            field = rng.choice(("real", "integer", "pattern", "complex"))
            self.name, self.data = "a.mtx", matrix_market(rng, sizes, field)
        else:
            self.name, self.data = "a.tns", comet(rng, sizes, field)
        self.program = self.text(rng, order, TYPES_OF[field], self.name)

    @staticmethod
    def text(rng, order, types, file):
        labels = ", ".join("ijkl"[:order])
        chosen = formats(rng, order)
        kinds = [rng.choice(types) for _ in range(TENSORS)]
        lines = [f"IndexLabel [{labels}] = [?];"]
        lines += [f"Tensor<{kind}> T{n}([{labels}], {{{next(chosen)}}});"
                  for n, kind in enumerate(kinds)]
        for n, kind in enumerate(kinds):
            lines += [f'T{n}[{labels}] = read("{file}");', f"print(T{n});"]
        for _ in range(COPIES):
            source, target = rng.randrange(TENSORS), rng.randrange(TENSORS)
            if source != target and kinds[source] == kinds[target]:
                lines += [f"T{target}[{labels}] = T{source}[{labels}];",
                          f"print(T{target});"]
        return "def main() {\n  " + "\n  ".join(lines) + "\n}\n"


def run(folder, *words):
    return subprocess.run([*words, "--print=storage", "program.ta"],
                          cwd=folder, capture_output=True, check=False,
                          encoding="utf-8", timeout=TIMEOUT)


def failure(options, case):
    """What is wrong, or None."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "program.ta").write_text(case.program, encoding="utf-8")
        (folder / case.name).write_text(case.data, encoding="utf-8")
        got = run(folder, options.encke, "run", *case.flags)
        expected = run(folder, options.reference)
    for result in (got, expected):
        if result.returncode != 0:
            return f"{result.args[0]}: {result.returncode}\n{result.stderr}"
    # The other side of the diagonal of a skew-symmetric matrix is -(x + 0i).
    for result in (got, expected):
        result.stdout = re.sub(r",-0\)", ",0)", result.stdout)
    pairs = zip(got.stdout.splitlines(), expected.stdout.splitlines())
    for number, (found, wanted) in enumerate(pairs, start=1):
        if found != wanted:
            return f"line {number}\n  {found}\nexpected\n  {wanted}"
    if got.stdout != expected.stdout:
        return "the number of lines differs"
    return None


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--encke", required=True, type=Path)
    parser.add_argument("--reference", required=True, type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, help="how many programs")
    parser.add_argument("--seconds", type=float, default=30,
                        help="for how long, without --count")
    options = parser.parse_args()
    options.encke = str(options.encke.resolve())
    options.reference = str(options.reference.resolve())
    return options


def main():
    options = arguments()
    failures = programs = 0
    end = time.monotonic() + options.seconds
    while (programs < options.count if options.count
           else programs == 0 or time.monotonic() < end):
        seed = options.seed + programs
        case = Case(random.Random(seed))
        wrong = failure(options, case)
        if wrong:
            print(f"--seed {seed}: {wrong}\n\n{case.program}\n"
                  f"{case.name}, {' '.join(case.flags)}:\n{case.data}")
            failures += 1
        programs += 1
    print(f"{programs} programs of {TENSORS} tensors, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
