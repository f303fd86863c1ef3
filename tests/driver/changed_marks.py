#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Marks that are changed by hand in the stage cin change the code, not the result.

For each kind of mark some programs, and what else may stand there.
"""

import argparse
import os
import re
import tempfile

import common  # noqa: F401  (finds the harness)
import compare
import harness

# What a mark becomes, in each place where it is.
KINDS = {
    "sums": ([r"(vector\(\d+\)) sums\(\d+\)"], [r"\1", r"\1 sums(2)", r"\1 sums(8)"],
             ["examples/residual.ta", "examples/scalars.ta",
              "examples/sddmm_dense.ta"]),
    "sets": ([r"(registers\(\d+\)) sums\(\d+\)"], [r"\1"],
             ["programs/shared_results.ta", "programs/short_labels.ta",
              "programs/stream_order.ta"]),
    "few": ([r" few\(\d+\)"], ["", " few(1)", " few(100)"],
            ["examples/spmv.ta", "examples/bilinear.ta", "examples/ttv.ta"]),
    "far": ([r" far\([^)]*\)"],
            ["", " far(row = 2, all = 0, vectors = 4, ahead = 8)"],
            ["examples/spmv.ta", "examples/bilinear.ta", "examples/ttv.ta"]),
    "uneven": ([r" uneven\([^)]*\)"],
               ["", " uneven(rows = 0, length = 1000, lanes = 2)"],
               ["examples/spmv.ta", "examples/bilinear.ta", "examples/ttv.ta"]),
    "rows of blocks": ([r" unroll\(\d+\)"], [""],
                       ["programs/blocks_odd.ta", "programs/padding_guards.ta",
                        "programs/upstream_formats.ta"]),
    "blocks": ([r" registers\(1\)", r" unroll\(\d+\)"], [""],
               ["programs/blocks_odd.ta", "programs/padding_guards.ta",
                "programs/nested_sums.ta"]),
    "rounds": ([r" unroll\(4\)"], ["", " unroll(2)", " unroll(7)"],
               ["programs/long_streams.ta"]),
}


class Changer:
    def __init__(self, encke, tests, folder):
        self.encke = encke
        self.tests = tests
        self.path = os.path.join(folder, "changed.mlir")

    def emit(self, program, stage):
        return harness.run([self.encke, f"--emit={stage}", "--mcpu=x86-64-v3",
                            "--threads=1", program])

    def run(self, text, data):
        self.write(text)
        return harness.run([self.encke, "run", "--no-cache", self.path, *data])

    def write(self, text):
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text)

    def check(self, kind, name):
        patterns, others, _ = KINDS[kind]
        folder = os.path.join(self.tests, "..") if name.startswith("examples") \
            else self.tests
        program = os.path.join(folder, name)
        data = harness.data_sets_of(program, [
            os.path.join(self.tests, "../examples/data"),
            os.path.join(self.tests, "programs/data")])[0]
        before = self.emit(program, "cin")
        expected = self.run(before, data)
        code = self.emit(self.path, "vector")
        for other in others:
            text = before
            for pattern in patterns:
                text = re.sub(pattern, other, text)
            what = f"{kind} of {name} as '{other}'"
            got = self.run(text, data)
            if problems := compare.differences(got, expected):
                compare.report(problems)
                raise harness.Failure(f"{what}: the result differs")
            if self.emit(self.path, "vector") == code:
                raise harness.Failure(f"{what}: the code is the same")


def check():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encke", required=True)
    parser.add_argument("--tests", required=True)
    parser.add_argument("kinds", nargs="*")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        changer = Changer(options.encke, options.tests, folder)
        for kind in options.kinds or KINDS:
            for name in KINDS[kind][2]:
                changer.check(kind, name)


if __name__ == "__main__":
    harness.main(check)
