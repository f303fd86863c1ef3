#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random chains of rewrites of concrete index notation on random kernels.

Each kernel is one random statement, in the naive form that
`convert-linalg-to-cin` gives. A chain applies rewrites (`cin-rewrite`), one
after the other, some of which ask for workspaces. What results is run from the
stage `cin`, and prints what the reference interpreter does, or is refused with
a message that has a place. `--seed` picks the first kernel.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from comparison import (RELATIVE, Failure, compare_outputs, is_close,
                        is_close_or_infinite)

TIMEOUT = 60
CHAINS_PER_KERNEL = 6
MOST_REWRITES = 6
LABELS = "ijk"
RULES = ["reorder-foralls", "hoist-forall-of-consumer",
         "sink-forall-into-consumer", "hoist-forall-of-both",
         "sink-forall-into-both", "nest-where-in-producer",
         "nest-where-in-consumer", "swap-producers",
         "sink-forall-into-producer", "take-out-factors", "assign-once",
         "reuse-result"]
# None with padding, which counts as stored in a kernel that is not scheduled.
MATRIX_FORMATS = ["CSR", "CSC", "DCSR", "COO", "Dense"]
VECTOR_FORMATS = ["CU", "Dense"]
COMPUTING = re.compile(r"arith\.\w+f .*: f64|cin\.assign .*")
# A message of Encke's with the place that it is about.
REFUSAL = re.compile(r"^[^\n]*:\d+:\d+: error: ", re.MULTILINE)


class Kernel:
    """A program of one random statement, and its data."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.sizes = {label: rng.choice([1, 2, 3, 4, 5]) for label in LABELS}
        self.files: dict[str, str] = {}
        self.declarations: list[str] = []
        self.reads: list[str] = []
        self.formats: list[str] = []
        self.text = self.make()

    def operand(self, labels: str) -> str:
        name = f"T{len(self.files)}"
        choices = MATRIX_FORMATS if len(labels) == 2 else VECTOR_FORMATS
        kind = self.rng.choice(choices)
        indices = ", ".join(labels)
        self.declarations.append(
            f"  Tensor<double> {name}([{indices}], {{{kind}}});")
        self.reads.append(f"  {name}[{indices}] = read({len(self.files)});")
        self.files[f"{name}.tns"] = self.data(labels, kind == "Dense")
        return f"{name}[{indices}]"

    def data(self, labels: str, is_dense: bool) -> str:
        """A file in COMET's form. The last row is empty, unless all is
        stored."""
        lines = []
        sizes = [self.sizes[label] for label in labels]
        for i in range(sizes[0]):
            for j in range(sizes[1] if len(sizes) == 2 else 1):
                there = is_dense or (self.rng.random() < 0.5 and
                                     i + 1 < max(sizes[0], 2))
                if there:
                    at = f"{i} {j}" if len(sizes) == 2 else f"{i}"
                    lines.append(f"{at} {self.value(is_dense)}")
        header = " ".join(map(str, sizes + [len(lines)]))
        return "\n".join([header, *lines]) + "\n"

    def value(self, is_dense: bool) -> str:
        if is_dense and self.rng.random() < 0.05:
            return self.rng.choice(["inf", "-inf", "nan"])
        return str(self.rng.choice([-3, -2, -1, -0.5, 0, 0.25, 1, 2, 4]))

    def make(self) -> str:
        rng = self.rng
        operands = [self.operand("".join(rng.sample(LABELS,
                                                    rng.choice([1, 2, 2]))))
                    for _ in range(rng.choice([1, 2, 2, 3]))]
        used = sorted({label for operand in operands
                       for label in LABELS if label in operand[3:]})
        result = rng.sample(used, min(len(used), rng.choice([0, 1, 2])))
        indices = ", ".join(result)
        kind = "Dense"
        if rng.random() < 0.2 and result:
            kind = rng.choice(MATRIX_FORMATS if len(result) == 2
                              else VECTOR_FORMATS)
        operator = rng.choice(["*", "*", "*", "+", "-", "@(min,+)",
                               "@(max,*)", "@(+)"])
        if operator.startswith("@") and len(operands) != 2:
            operator = "*"
        value = f" {operator} ".join(operands)
        if rng.random() < 0.2:
            value = f"2 * ({value})" if operator in "*+-" else value
        accumulate = rng.choice(["=", "=", "=", "+="]) \
            if operator in "*+-" and kind == "Dense" else "="
        labels = "\n".join(
            f"  IndexLabel [{label}] = "
            f"[{rng.choice([str(size), '?']) if label in used else size}];"
            for label, size in self.sizes.items())
        return "\n".join(["def main() {", labels, *self.declarations,
                          f"  Tensor<double> R([{indices}], {{{kind}}});",
                          *self.reads,
                          f"  R[{indices}] {accumulate} {value};",
                          "  print(R);", "}", ""])


class Runner:
    """Runs kernels in a folder that holds their data."""

    def __init__(self, options: argparse.Namespace, folder: str) -> None:
        self.options = options
        self.folder = Path(folder)
        self.data: list[str] = []
        self.run_chains = self.refused = 0

    def call(self, *words: str) -> subprocess.CompletedProcess[str]:
        try:
            result = subprocess.run(words, cwd=self.folder, encoding="utf-8",
                                    capture_output=True, check=False,
                                    timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            raise Failure(f"{words[0]}: no result after {TIMEOUT} s") from None
        if result.returncode not in (0, 1, 2):
            raise Failure(f"{words[0]}: exit status {result.returncode}\n" +
                          result.stderr)
        return result

    def check(self, kernel: Kernel) -> None:
        for name, text in kernel.files.items():
            (self.folder / name).write_text(text, encoding="utf-8")
        (self.folder / "kernel.ta").write_text(kernel.text, encoding="utf-8")
        self.data = list(kernel.files)
        expected = self.call(self.options.reference, "kernel.ta", *self.data)
        if expected.returncode != 0:
            return
        stage = self.call(self.options.encke, "--emit=linalg", "kernel.ta")
        if stage.returncode != 0:
            return
        (self.folder / "linalg.mlir").write_text(stage.stdout,
                                                 encoding="utf-8")
        naive = self.call(self.options.opt, "--convert-linalg-to-cin",
                          "linalg.mlir")
        text = naive.stdout.replace('encke.stage = "linalg"',
                                    'encke.stage = "cin"')
        # In what order the kernel multiplies, and what is finite then, was
        # decided before (L21); that is not to change.
        (self.folder / "naive.mlir").write_text(text, encoding="utf-8")
        first = self.call(self.options.encke, "run", "--no-cache",
                          "naive.mlir", *self.data)
        is_known = first.returncode == 0
        if is_known:
            compare_outputs(first.stdout, expected.stdout, RELATIVE,
                            is_close_or_infinite)
        for _ in range(CHAINS_PER_KERNEL):
            self.check_chain(kernel, text,
                             (first if is_known else expected).stdout,
                             is_known)

    def check_chain(self, kernel: Kernel, text: str, expected: str,
                    is_strict: bool) -> None:
        rng = kernel.rng
        rules = []
        if rng.random() < 0.7:
            text = mark(rng, text)
            rules.append("cin-rewrite{rule=precompute}")
        for _ in range(rng.randint(1, MOST_REWRITES)):
            at = rng.choice(["", *(f" at={label}" for label in LABELS)])
            rules.append(f"cin-rewrite{{rule={rng.choice(RULES)}{at}}}")
        (self.folder / "naive.mlir").write_text(text, encoding="utf-8")
        chain = f"--pass-pipeline=builtin.module({','.join(rules)})"
        try:
            rewritten = self.call(self.options.opt, chain, "naive.mlir")
            if rewritten.returncode != 0:
                raise Failure("encke-opt refuses what it rewrote:\n" +
                              rewritten.stderr)
            (self.folder / "rewritten.mlir").write_text(rewritten.stdout,
                                                        encoding="utf-8")
            got = self.call(self.options.encke, "run", "--no-cache",
                            "rewritten.mlir", *self.data)
            self.run_chains += 1
            if got.returncode != 0:
                if not REFUSAL.search(got.stderr):
                    raise Failure("a message without a place:\n" + got.stderr)
                self.refused += 1
                return
            may_factor = "take-out-factors" in chain
            compare_outputs(got.stdout, expected, RELATIVE,
                            is_close if is_strict and not may_factor
                            else is_close_or_infinite)
        except Failure as failure:
            raise Failure(f"{chain}\n{failure}\n{text}") from None


def mark(rng: random.Random, text: str) -> str:
    """Asks for a workspace of some operation of the last kernel."""
    lines = text.splitlines()
    places = [number for number, line in enumerate(lines)
              if COMPUTING.search(line)]
    if not places:
        return text
    number = rng.choice(places[-3:])
    labels = rng.sample(LABELS, rng.choice([0, 1, 1, 2]))
    names = ", ".join(f'"{label}"' for label in labels)
    compressed = ", encke.compressed" if rng.random() < 0.4 else ""
    attribute = f" {{encke.precompute = [{names}]{compressed}}} : "
    head, _, tail = lines[number].rpartition(" : ")
    lines[number] = head + attribute + tail
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encke", required=True)
    parser.add_argument("--opt", required=True)
    parser.add_argument("--reference", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, help="how many kernels")
    parser.add_argument("--seconds", type=float, default=30,
                        help="for how long, without --count")
    options = parser.parse_args()
    chains = refused = kernels = failures = 0
    end = time.monotonic() + options.seconds
    while (kernels < options.count if options.count
           else time.monotonic() < end):
        seed = options.seed + kernels
        kernel = Kernel(random.Random(seed))
        kernels += 1
        with tempfile.TemporaryDirectory() as folder:
            runner = Runner(options, folder)
            try:
                runner.check(kernel)
            except Failure as failure:
                failures += 1
                print(f"--seed {seed}: {failure}\n{kernel.text}")
                for name, data in kernel.files.items():
                    print(f"{name}:\n{data}")
            chains += runner.run_chains
            refused += runner.refused
    print(f"{kernels} kernels, {chains} chains, {refused} of them refused; "
          f"{failures} kernels failed")
    if 2 * refused > chains:
        print("too few chains run")
        return 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
