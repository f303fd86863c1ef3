#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random contractions of two dense tensors, against the reference interpreter:
every split of labels into those of the left operand, of the right one, summed
and shared ones, in every order, set and accumulated, with sizes down to 1.

Sizes come from files, so that the compiler does not know how small they are and
makes matrix products of what can be; a few are known and large enough."""

import os
import random

import check
import harness

LABELS = "abcdefgh"
# Programs, and statements in each.
PROGRAMS, STATEMENTS = 4, 12


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.tensors = 0

    def shuffled(self, labels):
        return self.random.sample(labels, len(labels))

    def tensor(self, labels, filled=True):
        name = f"T{self.tensors}"
        self.tensors += 1
        access = f"{name}[{', '.join(labels)}]"
        self.lines.append(
            f"Tensor<double> {name}([{', '.join(labels)}], {{Dense}});")
        if filled:
            self.lines.append(f"{access} = random({self.tensors});")
        return name, access

    def statement(self):
        """A statement with up to two labels of each kind."""
        rest = self.shuffled(LABELS)
        rows, columns, inner = (
            [rest.pop() for _ in range(self.random.choice((0, 1, 1, 2)))]
            for _ in range(3))
        batch = [rest.pop()] if self.random.random() < 0.3 else []
        self.contraction(rows, columns, inner, batch)

    def contraction(self, rows, columns, inner, batch):
        chance = self.random.random
        _, left = self.tensor(self.shuffled(rows + inner + batch))
        _, right = self.tensor(self.shuffled(columns + inner + batch))
        result = self.shuffled(rows + columns + batch)
        accumulates = chance() < 0.5
        name, target = self.tensor(result, filled=accumulates)
        factors = [left, right]
        if chance() < 0.3:
            factors.insert(self.random.randrange(3), "2.5")
        value = " * ".join(factors)
        if chance() < 0.2:
            value = "-" + value
        if chance() < 0.2:
            _, other = self.tensor(self.shuffled(result))
            value = self.random.choice((f"{value} + {other}",
                                        f"{other} - {value}"))
        assign = self.random.choice(("+=", "-=")) if accumulates else "="
        self.lines += [f"{target} {assign} {value};", f"print({name});"]

    def program(self):
        self.lines = []
        for number, label in enumerate(LABELS):
            self.lines += [f"IndexLabel [{label}] = [?];",
                           f"Tensor<double> size{label}([{label}], {{Dense}});",
                           f"size{label}[{label}] = read({number});"]
        for label, size in (("x", 40), ("y", 60), ("z", 56)):
            self.lines.append(f"IndexLabel [{label}] = [{size}];")
        for _ in range(STATEMENTS):
            self.statement()
        self.contraction(*map(list, self.shuffled("xyz")), [])
        body = "".join(f"  {line}\n" for line in self.lines)
        return "def main() {\n" + body + "}\n"


def write_vector(folder, size):
    """The path of a vector of that size."""
    path = os.path.join(folder, f"size{size}.mtx")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"%%MatrixMarket matrix array real general\n{size} 1\n")
        file.writelines(f"{k + 1}\n" for k in range(size))
    return path


def run(options):
    folder = options.program
    os.makedirs(folder, exist_ok=True)
    vectors = [write_vector(folder, size) for size in range(1, 6)]
    for seed in range(PROGRAMS):
        generator = Generator(seed)
        options.program = os.path.join(folder, f"seed{seed}.ta")
        with open(options.program, "w", encoding="utf-8") as file:
            file.write(generator.program())
        check.check_run(options,
                        [generator.random.choice(vectors) for _ in LABELS])


if __name__ == "__main__":
    harness.main(
        lambda: run(harness.arguments_of(__doc__, "encke", "reference")))
