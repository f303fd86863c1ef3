#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that every MLIR stage of a program is whole: its text is printed by
`encke --emit`, goes through `encke-opt`, and when the compiler continues from
there, the program prints what it prints when compiled in one go."""

import os
import tempfile

import compare
import harness

STAGES = ("ta", "ta-opt", "linalg", "cin", "scf", "vector", "llvm")


def check():
    options = harness.arguments_of(__doc__, "encke", "encke-opt")
    data = harness.data_sets_of(options.program, options.data)[0]
    expected = harness.run([options.encke, "run", options.program, *data])
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        for stage in STAGES:
            try:
                check_stage(options, stage, data, expected, folder)
            except harness.Failure as failure:
                print(f"stage {stage}: {failure}", flush=True)
                failed.append(stage)
    if failed:
        raise harness.Failure("stages " + ", ".join(failed))


def check_stage(options, stage, data, expected, folder):
    text = harness.run(
        [options.encke, f"--emit={stage}", options.program, *data])
    again = harness.run([options.encke_opt, "-"], text)
    path = os.path.join(folder, stage + ".mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(again)
    if stage == "cin":
        check_same(options, text, folder)
    got = harness.run([options.encke, "run", path, *data])
    problems = compare.differences(got, expected)
    if problems:
        compare.report(problems)
        raise harness.Failure("the result differs")


def check_same(options, text, folder):
    """The text says all there is, the labels of loops, too: read and printed again
    it is the same."""
    path = os.path.join(folder, "text.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    if harness.run([options.encke, "--emit=cin", path]) != text:
        raise harness.Failure("the text is another one when it was read")


if __name__ == "__main__":
    harness.main(check)
