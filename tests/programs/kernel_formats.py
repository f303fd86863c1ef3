#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The known sparse kernels, for combinations of the formats of their operands
and of their result, against the reference interpreter.

Each combination of operands is a program, with a statement for each format of
the result. A test takes some of them, the same ones each time; `--all` takes
every one (about an hour with `-- -O0`), `--seed` others.
"""

import argparse
import itertools
import os
import random
import re

import check
import harness

# By the order of the tensor.
FORMATS = {
    1: ("Dense", "CU", "CN"),
    2: ("Dense", "CSR", "CSC", "DCSR", "DCSC", "COO", "ELL", "DIA",
        "BCSR(2, 3)", "CSB(2, 2)", "ModeGeneric", "CU, D", "CN, D"),
    3: ("Dense", "CSF", "COO", "ModeGeneric", "D, CU, CU", "D, D, CU",
        "CU, D, CU", "CU, CU, D", "CU, CN, S"),
}
SIZES = {"i": 7, "j": 5, "k": 6, "l": 4}

# For each kernel: its result and its value. A tensor's letter and labels say
# what it is; `R` is the result.
KERNELS = {
    "spmv": ("R[i]", "A[i, j] * X[j]"),
    "spmv_transposed": ("R[j]", "A[i, j] * X[i]"),
    "spgemm": ("R[i, k]", "A[i, j] * B[j, k]"),
    "spgemm_transposed": ("R[k, i]", "A[i, j] * B[j, k]"),
    "min_plus": ("R[i, k]", "A[i, j] @(min,+) B[j, k]"),
    "spadd": ("R[i, j]", "A[i, j] + B[i, j]"),
    "spadd3": ("R[i, j]", "A[i, j] + B[i, j] - C[i, j]"),
    "spadd_transposed": ("R[i, j]", "A[i, j] + B[j, i]"),
    "elementwise": ("R[i, j]", "A[i, j] * B[i, j]"),
    "sddmm": ("R[i, j]", "A[i, j] * B[i, k] * C[k, j]"),
    "masked_spgemm": ("R[i, k]<M>", "A[i, j] * B[j, k]"),
    "complemented": ("R[i, k]<!M>", "A[i, j] * B[j, k]"),
    "mttkrp": ("R[i, l]", "T[i, j, k] * B[j, l] * C[k, l]"),
    "mttkrp_mode2": ("R[j, l]", "T[i, j, k] * B[i, l] * C[k, l]"),
    "ttv": ("R[i, j]", "T[i, j, k] * X[k]"),
    "ttv_mode1": ("R[j, k]", "T[i, j, k] * X[i]"),
    "ttm": ("R[i, j, l]", "T[i, j, k] * B[k, l]"),
    "ttm_mode1": ("R[l, j, k]", "T[i, j, k] * B[i, l]"),
    "innerprod": ("R[i, l]", "T[i, j, k] * U[l, j, k]"),
    "chain": ("R[i, l]", "A[i, j] * B[j, k] * C[k, l]"),
    "triangles": ("R[i, k]<A>", "A[i, j] @(+,pair) A[j, k]"),
}
SQUARE = ("triangles",)
MASK = re.compile(r"<!?([A-Z])>")
ACCESS = re.compile(r"([A-Z])\[([a-z, ]+)\]")


def labels_of(text):
    return [label.strip() for label in text.split(",")]


class Kernel:
    """A statement over operands whose formats are open."""

    def __init__(self, name):
        self.name = name
        target, self.value = KERNELS[name]
        accesses = ACCESS.findall(target) + ACCESS.findall(self.value)
        self.result = labels_of(accesses[0][1])
        self.target = target
        self.operands = {}
        for letter, labels in accesses[1:]:
            self.operands.setdefault(letter, labels_of(labels))
        for letter in MASK.findall(target):
            self.operands.setdefault(letter, self.result)
        self.is_sum = " + " in self.value
        self.sizes = SIZES
        if name in SQUARE:
            self.sizes = dict.fromkeys(SIZES, 6)

    def assignments(self):
        """Every choice of formats for the operands."""
        choices = [FORMATS[len(labels)] for labels in self.operands.values()]
        return list(itertools.product(*choices))

    def results(self, formats):
        """The formats of the result that the operands allow (L44)."""
        stored = dict(zip(self.operands, formats))
        dense = [stored[letter] == "Dense"
                 for letter, _ in ACCESS.findall(self.value)]
        is_full = any(dense) if self.is_sum else all(dense)
        return ("Dense",) if is_full else FORMATS[len(self.result)]

    def program(self, formats, results):
        used = sorted({label for labels in (*self.operands.values(),
                                            self.result)
                       for label in labels})
        lines = [f"IndexLabel [{label}] = [{self.sizes[label]}];"
                 for label in used]
        for number, ((letter, labels), stored) in enumerate(
                zip(self.operands.items(), formats)):
            lines += [
                f"Tensor<double> {letter}([{', '.join(labels)}], {{{stored}}});",
                f"{letter}[{', '.join(labels)}] = read({number});"]
        # There is always something to compare.
        lines.append(f"print({next(iter(self.operands))});")
        for number, stored in enumerate(results):
            target = self.target.replace("R[", f"R{number}[", 1)
            labels = ", ".join(self.result)
            lines += [f"Tensor<double> R{number}([{labels}], {{{stored}}});",
                      f"{target} = {self.value};", f"print(R{number});"]
        body = "".join(f"  {line}\n" for line in lines)
        return "def main() {\n" + body + "}\n"

    def write_data(self, folder, generator):
        """A file for each operand: with empty rows, and zeros that are
        stored."""
        paths = []
        for letter, labels in self.operands.items():
            sizes = [self.sizes[label] for label in labels]
            points = list(itertools.product(*(range(size) for size in sizes)))
            empty = generator.randrange(sizes[0])
            kept = sorted(point for point in generator.sample(
                points, max(1, len(points) * 2 // 5)) if point[0] != empty)
            values = [round(generator.uniform(-2, 2), 2)
                      if generator.random() > 0.1 else 0.0 for _ in kept]
            matrix = len(sizes) < 3
            path = os.path.join(folder, f"{self.name}_{letter}."
                                + ("mtx" if matrix else "tns"))
            columns = (1,) if len(sizes) == 1 else ()
            with open(path, "w", encoding="utf-8") as file:
                if matrix:
                    file.write("%%MatrixMarket matrix coordinate real general\n")
                    file.write(" ".join(map(str, (*sizes, *columns, len(kept))))
                               + "\n")
                for point, value in zip(kept, values):
                    at = [coordinate + 1 for coordinate in point] + list(columns)
                    file.write(" ".join(map(str, at)) + f" {value}\n")
            paths.append(path)
        return paths


def run(options):
    folder = options.program
    os.makedirs(folder, exist_ok=True)
    failed = 0
    for name in options.kernel or KERNELS:
        generator = random.Random(f"{name} {options.seed}")
        kernel = Kernel(name)
        data = kernel.write_data(folder, generator)
        combinations = kernel.assignments()
        if not options.all:
            combinations = generator.sample(
                combinations, min(len(combinations), options.programs))
        for number, formats in enumerate(combinations):
            results = kernel.results(formats)
            if not options.all:
                results = generator.sample(results, min(len(results), 4))
            options.program = os.path.join(folder, f"{name}_{number}.ta")
            with open(options.program, "w", encoding="utf-8") as file:
                file.write(kernel.program(formats, results))
            try:
                check.check_run(options, data)
            except harness.Failure as failure:
                print("FAILED:", options.program, formats, failure, flush=True)
                failed += 1
    if failed:
        raise harness.Failure(f"{failed} combinations")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encke", required=True)
    parser.add_argument("--reference", required=True)
    parser.add_argument("--all", action="store_true",
                        help="every combination")
    parser.add_argument("--programs", type=int, default=3,
                        help="combinations of a kernel otherwise")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kernel", action="append", choices=KERNELS)
    parser.add_argument("--floor", type=float)
    parser.add_argument("program", help="a folder for programs and data")
    parser.add_argument("flags", nargs="*", help="more flags for encke")
    return parser.parse_args()


if __name__ == "__main__":
    harness.main(lambda: run(arguments()))
