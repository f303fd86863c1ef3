#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the ghosts of matrices on several processes, and compares their number, the
bytes that an exchange sends and its messages with what `-v` says, and with what
`encke explain --processes` does without running any: each ghost is sent once, and
nothing else is. With --table, prints the numbers."""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

ROUNDS = 3
PROGRAM = f"""
def main() {{
  IndexLabel [i, j] = [?];
  Tensor<double> A([i, j], {{CSR}});
  Tensor<double> x([i], {{Dense}});
  Tensor<double> y([i], {{Dense}});
  A[i, j] = read(0);
  x[i] = 1.0;
  for t in 0:{ROUNDS} {{
    y[i] = A[i, j] * x[j];
    x[i] = 0.5 * y[i];
  }}
  print(x);
}}
"""
SAID = re.compile(r"exchanging ghosts, (\d+) times: (\d+) bytes sent in (\d+) messages"
                  r"(?:, (\d+) ghosts \(at most (\d+) of a process\))?")


def stencil(side):
    """A grid of side x side points, each with its four neighbours."""
    rows = [[] for _ in range(side * side)]
    for row in range(side):
        for column in range(side):
            near = [(row, column), (row - 1, column), (row + 1, column),
                    (row, column - 1), (row, column + 1)]
            rows[row * side + column] = sorted(
                r * side + c for r, c in near if 0 <= r < side and 0 <= c < side)
    return rows


def uniform(size, each, seed=1):
    """Elements anywhere; every seventh row is empty."""
    draw = random.Random(seed)
    return [sorted(draw.sample(range(size), each)) if row % 7 else []
            for row in range(size)]


def powers(size, count, seed=2):
    """As R-MAT: few rows and columns have most elements."""
    draw = random.Random(seed)
    levels = size.bit_length() - 1
    rows = [set() for _ in range(size)]
    for _ in range(count):
        row = column = 0
        for _ in range(levels):
            quarter = draw.random()
            row = 2 * row + (quarter >= 0.76)
            column = 2 * column + (0.57 <= quarter < 0.76 or quarter >= 0.95)
        rows[row].add(column)
    return [sorted(row) for row in rows]


def cut(rows, processes):
    """Where each process's rows begin: by elements, a row counting as one more."""
    weights = [len(row) + 1 for row in rows]
    cuts, before, row = [0], 0, 0
    for process in range(1, processes):
        goal = sum(weights) * process // processes
        while row < len(rows) and before + weights[row] // 2 < goal:
            before += weights[row]
            row += 1
        cuts.append(row)
    return [*cuts, len(rows)]


def ghosts_of(rows, begin, end):
    """The columns that rows name and their process does not own."""
    named = set().union(*rows[begin:end]) if begin < end else set()
    return {column for column in named if not begin <= column < end}


def messages_of(ghosts, cuts):
    """How many processes own some of the ghosts."""
    return sum(any(begin <= column < end for column in ghosts)
               for begin, end in zip(cuts, cuts[1:]))


def write(path, rows):
    with open(path, "w", encoding="utf-8") as file:
        file.write("%%MatrixMarket matrix coordinate pattern general\n"
                   f"{len(rows)} {len(rows)} {sum(map(len, rows))}\n")
        for row, columns in enumerate(rows):
            file.writelines(f"{row + 1} {column + 1}\n" for column in columns)


def measure(encke, folder, processes):
    command = [encke, "run", "-v", f"--processes={processes}",
               os.path.join(folder, "program.ta"), os.path.join(folder, "matrix.mtx")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120,
                          check=True)
    found = SAID.search(done.stderr)
    if not found:
        sys.exit(f"FAILED: no exchange\n{done.stderr}")
    return [int(number or 0) for number in found.groups()]


def explain(encke, folder, processes):
    """The same of one exchange, as it is evaluated: bytes, messages, ghosts, most."""
    command = [encke, "explain", "--json", f"--processes={processes}",
               os.path.join(folder, "program.ta"), os.path.join(folder, "matrix.mtx")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120,
                          check=True)
    one = next(entry for entry in json.loads(done.stdout)["messages"]
               if entry["what"] == "exchanging ghosts")
    return [int(one[key]) for key in ("bytes", "messages", "ghosts", "most_ghosts")]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encke", required=True)
    parser.add_argument("--processes", type=int, action="append")
    parser.add_argument("--scale", type=int, default=1)
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    scale = options.scale
    matrices = {"stencil": stencil(20 * scale),
                "uniform": uniform(400 * scale * scale, 5),
                "powers": powers(256 * scale * scale, 2000 * scale * scale)}
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "program.ta"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        for name, rows in matrices.items():
            write(os.path.join(folder, "matrix.mtx"), rows)
            for processes in options.processes or [2, 3]:
                cuts = cut(rows, processes)
                ghosts = [ghosts_of(rows, *ends) for ends in zip(cuts, cuts[1:])]
                counts = [len(some) for some in ghosts]
                one = [8 * sum(counts), sum(messages_of(some, cuts) for some in ghosts),
                       sum(counts), max(counts)]
                expected = [ROUNDS, ROUNDS * one[0], ROUNDS * one[1], *one[2:]]
                got = measure(options.encke, folder, processes)
                evaluated = explain(options.encke, folder, processes)
                if options.table:
                    print(f"| {name} {len(rows)} | {processes} | {got[3]} | {got[4]} "
                          f"| {got[1] // ROUNDS} | {got[2] // ROUNDS} "
                          f"| {evaluated[0]} | {evaluated[1]} |")
                if got != expected or evaluated != one:
                    print(f"{name}, {processes} processes: {got}, expected {expected}; "
                          f"evaluated {evaluated}, expected {one}")
                    failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
