#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random nests of loops and conditions by encke and by the reference
interpreter, and compares what they print.

What a statement computes is simple here: copies, sums and products of a few
small tensors, which are read and changed in any order, so that it matters which
of them share memory. A program that fails is cut down for as long as it fails.
`--seed` picks the first program: program N of a run is the first of a run with
`--seed` N higher.
"""

import dataclasses
import itertools
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from comparison import Failure, compare_outputs
from campaign import make_parser

TIMEOUT = 60
RELATIVE = 0  # all values are integers
NAMES = "ABCDE"
DEEPEST = 3
MOST_STEPS = 300
FORMATS = {1: ("Dense", "CU"), 2: ("Dense", "CSR", "CSC", "COO", "DCSR")}


@dataclasses.dataclass(frozen=True)
class Block:
    """A loop, or a condition with what is done otherwise: `head` is the text
    in front of its body."""
    head: str
    body: tuple
    otherwise: tuple = ()


@dataclasses.dataclass(frozen=True)
class Program:
    order: int
    formats: tuple  # of the tensors NAMES
    body: tuple  # of lines and Blocks


class Generator:

    def __init__(self, source):
        self.random = source
        self.order = source.choice((1, 1, 2))
        is_mixed = source.random() < 0.4
        self.formats = tuple(
            source.choice(FORMATS[self.order]) if is_mixed else "Dense"
            for _ in NAMES)
        self.labels = ", ".join("ij"[:self.order])
        self.reversed = ", ".join(reversed("ij"[:self.order]))
        self.blocks = 0

    def program(self):
        return Program(self.order, self.formats,
                       self.statements(self.random.randrange(3, 8), 0))

    def statements(self, count, depth):
        return tuple(self.statement(depth) for _ in range(count))

    def statement(self, depth):
        if depth < DEEPEST and self.random.random() < (0.3 if depth else 0.45):
            return self.block(depth + 1)
        return self.assignment()

    def block(self, depth):
        self.blocks += 1
        number = self.blocks
        body = self.statements(self.random.randrange(1, 5), depth)
        kind = self.random.randrange(10)
        if kind < 5:
            rounds = self.random.choice((0, 1, 2, 2, 3))
            return Block(f"for t{number} in 0:{rounds}", body)
        if kind < 7:
            rounds = self.random.choice((1, 2))
            return Block(f"var w{number} = 0; while (w{number} < {rounds})",
                         body + (f"w{number} += 1;",))
        asked = f"SUM({self.random.choice(NAMES)}[{self.labels}])"
        otherwise = self.statements(self.random.randrange(3), depth)
        return Block(f"if ({asked} > 3)", body, otherwise)

    def assignment(self):
        target = self.random.choice(NAMES)
        # What dense tensors store does not fit into sparse ones (L44).
        fitting = [name for name in NAMES
                   if self.is_dense(target) or not self.is_dense(name)]
        first, second = self.random.choices(fitting, k=2)
        left = f"{target}[{self.labels}]"
        labels = self.random.choice((self.labels, self.labels, self.reversed))
        first_access = f"{first}[{labels}]"
        second_access = f"{second}[{self.labels}]"
        kind = self.random.randrange(26)
        if kind >= 24:
            return self.of_sources(target)
        if kind >= 20:
            return self.of_several(target, kind)
        if kind < 5:
            return f"{left} = {first_access};"
        if kind < 8:
            return f"{target} = {first};"
        if kind < 11:
            return f"{left} = {self.random.choice(('2 *', '-'))} {first_access};"
        if kind < 13:
            return f"{left} += {second_access};"
        if kind < 14:
            return f"{left} += 1;" if self.is_dense(target) else f"print({left});"
        if kind < 18:
            sign = self.random.choice("+-*")
            return f"{left} = {first_access} {sign} {second_access};"
        if kind < 19 and self.order == 2:
            return f"{left} = {first}[i, k] * {second}[k, j];"
        return f"print({target});"

    def of_several(self, target, kind):
        """A parameter (L59), a line, several results at once (L64)."""
        first, second = self.random.choices(NAMES, k=2)
        if kind == 20:
            return f"{target} = {target}; n = p * n + {self.random.randrange(3)};"
        if kind == 21:
            return (f'print(SUM({target}[{self.labels}]), n, p, NNZ({target}));')
        if self.random.random() < 0.1:
            return f'if (n > 40) {{ error("too many:", n); }}'
        if self.random.random() < 0.3:
            return f"{target}, n = early({first}, n);"
        if self.random.random() < 0.5:
            return f"{target}, n = both({first}, {second});"
        return f"n, {target}[{self.labels}] = half({first}, n);"

    def of_sources(self, target):
        """Elements with their coordinates, random ones (L57)."""
        if self.random.random() < 0.4:
            return f"n = n + drawn({self.random.randrange(11)} * 0.1);"
        # Coordinates are computed where no other element may be at the place.
        places = ([(*"12"[1:self.order], "n % 3")] if self.random.random() < 0.3
                  else self.random.sample(
                      list(itertools.product("012", repeat=self.order)),
                      self.random.randrange(4)))
        entries = [f"({', '.join(place)}): {self.random.randint(-2, 9)}"
                   for place in places]
        return f"{target}[{self.labels}] = {{{', '.join(entries)}}};"

    def is_dense(self, name):
        return self.formats[NAMES.index(name)] == "Dense"


def lines_of(statements, indent):
    for statement in statements:
        if isinstance(statement, str):
            yield indent + statement
            continue
        yield f"{indent}{statement.head} {{"
        yield from lines_of(statement.body, indent + "  ")
        if statement.otherwise:
            yield indent + "} else {"
            yield from lines_of(statement.otherwise, indent + "  ")
        yield indent + "}"


def functions_of(order):
    """Of tensors of any format."""
    labels = ", ".join("ab"[:order])
    any_size = ", ".join("?" * order)
    dense = f"Tensor<int>([{any_size}], {{Dense}})"
    tensor = [f"  IndexLabel [{labels}] = [?];",
              f"  Tensor<int> Z([{labels}], {{Dense}});"]
    return [f"def both(Tensor<int> X, Tensor<int> Y) -> ({dense}, int) {{",
            *tensor,
            f"  Z[{labels}] = X[{labels}] + p * Y[{labels}];",
            f"  if (SUM(Z[{labels}]) > 9) {{ return Z, 1; }}",
            f"  return Z, SUM(X[{labels}]);", "}",
            f"def half(Tensor<int> X, int n) -> (int, {dense}) {{", *tensor,
            f"  Z[{labels}] = div(X[{labels}], 2);",
            f'  if (n > 400) {{ error("no more than 400"); }}',
            "  return n - 1, Z;", "}",
            # A `return` in loops, and on a part of each side of a branch (L31).
            f"def early(Tensor<int> X, int n) -> ({dense}, int) {{", *tensor,
            f"  Z[{labels}] = p + X[{labels}];",
            "  for t in 0:size(a) {",
            "    for s in 0:3 {",
            f"      if (SUM(Z[{labels}]) + s > n % 17) {{ return Z, 10 * t + s; }}",
            f"      if (s == t) {{ break; }}",
            f"      Z[{labels}] += X[{labels}];", "    }",
            "    if (n > t) {",
            f"      if (n == 2) {{ return Z, -t; }}",
            "    } else {",
            f"      if (MAX(Z[{labels}]) > 5) {{ return Z, n; }}", "    }",
            "  }",
            f"  Z[{labels}] = -Z[{labels}];",
            "  return Z, -1;", "}",
            "def drawn(double share) -> int {",
            "  IndexLabel [a, b] = [7];",
            "  Tensor<double> R([a, b], {CSR});",
            "  R[a, b] = random(density = share);",
            "  return NNZ(R) + COUNT(R[a, b] > 0.5);", "}"]


def text_of(program):
    """The tensors begin with different numbers, some of them absent."""
    labels = ", ".join("ij"[:program.order])
    lines = ["param p = 1;",
             *functions_of(program.order),
             "def main() {", "  IndexLabel [i, j, k] = [3];", "  var n = 1;"]
    for name, form in zip(NAMES, program.formats):
        lines.append(f"  Tensor<int> {name}([{labels}], {{{form}}});")
        lines.append(f"  Tensor<int> first{name}([{labels}], {{Dense}});")
    for n, name in enumerate(NAMES):
        row = [n + 1, 0, 2 * n - 3]
        values = row if program.order == 1 else [
            row, [0, 0, n], [n - 2, n + 4, 0]]
        lines.append(f"  first{name}[{labels}] = {values};")
        lines.append(f"  {name}[{labels}] = first{name}[{labels}];")
    lines += lines_of(program.body, "  ")
    lines += [f"  print({name});" for name in NAMES] + ["  print(n);"]
    return "\n".join(lines) + "\n}\n"


def settings_of(program):
    """A value of the parameter, the same for each run of a program."""
    number = len(program.body) % 4
    return ("--set", f"p={number - 1}") if number else ()


def smaller_lists(statements):
    """The statements without one, or with a part of one in its place."""
    for n, statement in enumerate(statements):
        before, after = statements[:n], statements[n + 1:]
        yield before + after
        if isinstance(statement, str):
            continue
        if statement.head.startswith("if"):
            yield before + statement.body + after
            yield before + statement.otherwise + after
        for body in smaller_lists(statement.body):
            if body and statement.body[-1] == body[-1]:
                yield before + (dataclasses.replace(
                    statement, body=body),) + after
        for otherwise in smaller_lists(statement.otherwise):
            yield before + (dataclasses.replace(
                statement, otherwise=otherwise),) + after


def shrink(program, fails):
    for _ in range(MOST_STEPS):
        smaller = next((body for body in smaller_lists(program.body)
                        if fails(dataclasses.replace(program, body=body))),
                       None)
        if smaller is None:
            return program
        program = dataclasses.replace(program, body=smaller)
    return program


class Runner:

    def __init__(self, options, folder, text, settings):
        self.options = options
        self.path = Path(folder) / "program.ta"
        self.text = text
        self.settings = settings

    def run(self, *words):
        try:
            return subprocess.run([*words, str(self.path)],
                                  capture_output=True, check=False,
                                  encoding="utf-8", timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            raise Failure(f"{words[0]}: no result after {TIMEOUT} s") from None

    def check(self, program):
        """Returns whether the program is a right one."""
        self.path.write_text(self.text(program), encoding="utf-8")
        settings = self.settings(program)
        got = self.run(self.options.encke, "run", "--no-cache", *settings,
                       *self.options.flags)
        expected = self.run(self.options.reference, *settings)
        # Of several errors the compiler finds those in the text first.
        if bool(got.returncode) != bool(expected.returncode) or (
                got.returncode not in (0, 1, 2)):
            raise Failure(f"exit status {got.returncode}, of the reference "
                          f"{expected.returncode}\n{got.stderr}")
        if got.returncode == 0:
            compare_outputs(got.stdout, expected.stdout, RELATIVE)
        return got.returncode == 0

    def fails(self, program):
        try:
            self.check(program)
        except Failure:
            return True
        return False


def compare(description, make, text, smallest, settings=lambda program: ()):
    """Runs the programs that `make` gives for numbers, as `text` has them, with
    `settings` of their parameters; those that fail as `smallest` cuts them down.
    Returns the exit status."""
    parser = make_parser(description)
    parser.add_argument("--encke", required=True)
    parser.add_argument("--reference", required=True)
    options = parser.parse_args()
    programs = right = failures = 0
    end = time.monotonic() + options.seconds
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(options, folder, text, settings)
        while (programs < options.count if options.count
               else time.monotonic() < end):
            seed = options.seed + programs
            program = make(seed)
            programs += 1
            try:
                right += runner.check(program)
            except Failure as failure:
                failures += 1
                print(f"--seed {seed}: {failure}\n")
                print(text(smallest(program, runner.fails)))
    print(f"{programs} programs, {right} of them right ones; {failures} failed")
    if right < programs / 2:
        print("too few programs are right ones")
        return 1
    return 1 if failures else 0


def main():
    return compare(__doc__,
                   lambda seed: Generator(random.Random(seed)).program(),
                   text_of, shrink, settings_of)


if __name__ == "__main__":
    sys.exit(main())
